//! `baige train`: a net from games of selfplay.

use super::{Interrupted, Misuse, console, variant};
use crate::eval::net::{NetFile, Parameters};
use crate::rules::{Rules, Variant};
use crate::train::checkpoint;
use crate::train::fit::{Course, Epoch, Fit, State};
use crate::train::gather::{Gathered, files, gather};
use crate::train::health::Health;
use crate::train::labels::Labels;
use crate::train::model::{Model, Shape};
use crate::train::net_file;
use crate::train::outcome;
use crate::train::quantise::{self, quantise};
use crate::with_rules;
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// Folders of games, one a generation
    #[arg(long, required = true, num_args = 1.., value_name = "FOLDER")]
    games: Vec<PathBuf>,
    /// The net; FILE.checkpoint beside it keeps the run after each epoch
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// Units of a view: a multiple of 16 up to 256
    #[arg(long, default_value_t = 32, value_parser = units)]
    hidden: usize,
    /// Times all positions are seen
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Stop after so many epochs without a better validation loss
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    patience: Option<u32>,
    /// Decides the first weights and the order of positions: the same number, the same net
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Share of the result in what is learnt, 0 to 1; the rest is the search's score
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    blend: f64,
    /// First learning rate; it falls along a cosine to a 300th
    #[arg(long, default_value_t = 3e-3, value_parser = above_zero)]
    rate: f64,
    /// Positions for one step
    #[arg(long, default_value_t = 8_192, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// Decay of the weights at each step, times the learning rate
    #[arg(long, default_value_t = 1e-4, value_parser = share)]
    decay: f64,
    /// Largest share of a folder in all positions
    #[arg(long, default_value_t = 1.0, value_parser = above_zero)]
    share_cap: f64,
    /// Threads; as many as there are cores if not given. The net does not depend on them
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

fn units(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok();
    number
        .filter(|units| (16..=256).contains(units) && units % 16 == 0)
        .ok_or_else(|| "expected a multiple of 16 from 16 to 256".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn above_zero(text: &str) -> Result<f64, String> {
    share(text)
        .ok()
        .filter(|number| *number >= 1e-9)
        .ok_or_else(|| "expected a number above 0, at most 1".to_owned())
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let folders = options.games.len();
    if options.share_cap * (folders as f64) < 1.0 {
        return Err(Misuse(format!(
            "--share-cap {} with {folders} folders; expected at least {:.3}, so that the shares \
             add up to 1",
            options.share_cap,
            1.0 / folders as f64
        ))
        .into());
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.map_or(cores, usize::from))
        .build()
        .context("threads to train on")?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Relaxed)).context("a handler for interruptions")?;
    with_rules!(options.variant, R => pool.install(|| train::<R>(options, &stop)))
}

fn train<R: Rules>(options: &Options, stop: &AtomicBool) -> anyhow::Result<()> {
    let course = Course {
        shape: Shape {
            variant: R::VARIANT,
            hidden: options.hidden,
        },
        epochs: options.epochs,
        seed: options.seed,
        blend: options.blend,
        rate: options.rate,
        batch: options.batch as usize,
        decay: options.decay,
        patience: options.patience,
    };
    let data = read::<R>(options)?;
    let labels = Labels::fit(&data.training, course.blend);
    console::print(&format!(
        "{} positions to train on, {} kept aside; {:.3} a man in scores",
        data.training.len(),
        data.validation.len(),
        labels.slope
    ))?;
    let health = Health::new::<R>();
    let mut fit = Fit::new(course, &data, &labels, &health);
    let run = checkpoint::fingerprint(&course, data.checksum);
    let file = beside(&options.out, ".checkpoint");
    let context = || format!("checkpoint {}", file.display());
    let found = checkpoint::read(&file, run, &course).with_context(context)?;
    let mut state = found.unwrap_or_else(|| State::new(&course));
    for epoch in &state.history {
        console::print(&format!("{}, done before", line(epoch)))?;
    }
    let positions = data.training.len() as u64;
    let done = positions * state.history.len() as u64;
    let all = positions * u64::from(course.epochs);
    let progress = console::Progress::of("positions", all, done);
    let began = Instant::now();
    while !state.is_finished(&course) {
        let number = state.history.len() + 1;
        let epoch = fit.epoch(&mut state, stop, &|more, loss| {
            progress.advance(more as u64);
            progress.tell(format!("epoch {number}, loss {loss:.5} "));
        });
        let Some(epoch) = epoch else {
            progress.finish();
            return Err(Interrupted.into());
        };
        checkpoint::write(&file, run, &state).with_context(context)?;
        progress.say(&line(&epoch))?;
    }
    progress.finish();
    let trained = positions * state.history.len() as u64 - done;
    let speed = trained as f64 / began.elapsed().as_secs_f64().max(1e-9);
    finish(options, &fit, &state, speed)
}

fn read<R: Rules>(options: &Options) -> anyhow::Result<Gathered> {
    let mut shards = 0;
    for folder in &options.games {
        shards += files(folder)?.len() as u64;
    }
    let progress = console::Progress::of("files", shards, 0);
    let data = gather::<R>(&options.games, options.share_cap, &|| progress.advance(1));
    progress.finish();
    let data = data?;
    for folder in &data.folders {
        console::print(&format!(
            "{}: {} games, {} positions, {} kept",
            folder.path.display(),
            folder.games,
            folder.positions,
            folder.kept
        ))?;
    }
    Ok(data)
}

/// Writes the net of the best epoch in integers.
fn finish(options: &Options, fit: &Fit, state: &State, speed: f64) -> anyhow::Result<()> {
    let best = state.best_epoch().context("no epoch was trained")?;
    let model = Model {
        shape: Shape {
            variant: options.variant,
            hidden: options.hidden,
        },
        weights: state.best.clone(),
    };
    let net: Parameters = quantise(&model);
    net.check().context("the trained net")?;
    let loss = fit.loss(
        || (),
        |(), samples, sample| quantise::output(&net, samples, sample),
    );
    let (scaling, odds) = outcome::learn(fit.positions(), |samples, sample| {
        quantise::output(&net, samples, sample)
    });
    let file = NetFile {
        parameters: net,
        scaling,
        odds,
    };
    let bytes = file.to_bytes();
    let path = &options.out;
    let name = || format!("net {}", path.display());
    checkpoint::replace(path, &bytes).with_context(name)?;
    console::print(&format!(
        "{}: epoch {}, validation {:.5}, in integers {loss:.5}, a man up {:.2}; {} bytes, checksum \
         {:08x}; {speed:.0} positions a second",
        path.display(),
        best.number,
        best.validation,
        best.health,
        bytes.len(),
        net_file::checksum(&bytes)
    ))?;
    Ok(())
}

fn line(epoch: &Epoch) -> String {
    format!(
        "epoch {}: loss {:.5}, validation {:.5}, a man up {:.2}",
        epoch.number, epoch.training, epoch.validation, epoch.health
    )
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
