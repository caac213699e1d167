//! `baige selfplay`: games of the engine against itself, to learn from.

use super::{Interrupted, Misuse, console, variant};
use crate::engine::read_weights;
use crate::eval::Weights;
use crate::rules::{Rules, Variant};
use crate::train::run::Plan;
use crate::with_rules;
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The folder for the shards; those that are there are left alone
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Games of the whole run
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Games of a shard, the unit of work that is kept
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shard_games: u32,
    /// Nodes for a move
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// Decides all games: the same number, the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// Weights that play, in place of the built-in ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Games at once; as many as there are cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Make only each --shard-count-th shard, beginning with this one
    #[arg(long, default_value_t = 0)]
    shard_index: u64,
    /// Machines that share the run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    shard_count: u64,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    with_rules!(options.variant, R => play::<R>(options))
}

fn play<R: Rules>(options: &Options) -> anyhow::Result<()> {
    let part = (options.shard_index, options.shard_count);
    if part.0 >= part.1 {
        return Err(Misuse(format!(
            "--shard-index {}; expected less than {}",
            part.0, part.1
        ))
        .into());
    }
    let weights = match &options.weights {
        Some(path) => read_weights(path)?,
        None => Weights::embedded(R::VARIANT)?.clone(),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        folder: options.out.clone(),
        games: options.games,
        shard_games: options.shard_games,
        nodes: options.nodes,
        seed: options.seed,
        part,
        threads: options.threads.map_or(cores, usize::from),
        weights,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    let flags = (Arc::clone(&stop), Arc::clone(&interrupted));
    ctrlc::set_handler(move || {
        flags.1.store(true, Relaxed);
        flags.0.store(true, Relaxed);
    })
    .context("a handler for interruptions")?;
    let games = plan
        .shards::<R>()
        .iter()
        .map(|(_, header)| u64::from(header.games))
        .sum();
    let progress = console::Progress::new(games, 0);
    let began = Instant::now();
    let made = plan.run::<R>(&stop, |more| progress.advance(more));
    progress.finish();
    let made = made?;
    let [won, drawn, lost] = made.results;
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    console::print(&format!(
        "{} shards made, {} were there; {} games +{won} ={drawn} -{lost} for White, {} scored \
         moves; {:.1} games a second",
        made.shards.0,
        made.shards.1,
        made.games,
        made.scored,
        made.games as f64 / seconds
    ))?;
    if interrupted.load(Relaxed) {
        return Err(Interrupted.into());
    }
    Ok(())
}
