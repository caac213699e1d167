//! `baige annotate`: games of a file looked through, written with remarks and as a page.

use super::annotate_games::{Chosen, Source};
use super::console::{Progress, complain, print};
use super::{Interrupted, Misuse, console, variant};
use crate::annotate::{self, Annotated, Counts, Plan, Store};
use crate::engine::{read_weights, read_weights_file};
use crate::rules::Variant;
use crate::search::{Limits, MAX_THREADS, Mode};
use anyhow::{Context, anyhow};
use clap::{ArgGroup, Args};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Options of the command.
#[derive(Args)]
#[command(group = ArgGroup::new("limit").required(true).multiple(true).args(["time", "depth", "nodes"]))]
pub(super) struct Options {
    /// A PDN file; - for standard input
    #[arg(value_name = "GAMES")]
    file: PathBuf,
    /// The games with remarks; standard output if neither this nor --html is given
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A page to look at in a browser, one file that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    time: Option<f64>,
    /// Depth for each position, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes for each position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games at a time, each on a thread of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// Only these games of the file: 3, 5..8, 10.. and so on, with commas between
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    game: Vec<Chosen>,
    /// The game, whatever the file says, by its name. By default its tags decide, or
    /// else whose rules fit the moves
    #[arg(long, value_parser = variant)]
    variant: Option<Variant>,
    /// Weights in place of the built-in ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// Longest time that makes sense, in seconds.
const LONGEST: f64 = 1e7;

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let plan = options.plan()?;
    if options.out.is_some() && options.out == options.html {
        return Err(Misuse("--out and --html are the same; expected two files".to_owned()).into());
    }
    for path in [&options.out, &options.html].into_iter().flatten() {
        // It will be replaced as a whole, which is not to happen to a device.
        if path.exists() && !path.is_file() {
            let told = format!("{}: not a file; expected one to write", path.display());
            return Err(Misuse(told).into());
        }
    }
    let source = Source::open(&options.file, &options.game)?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Relaxed)).context("a handler for interruptions")?;
    let mut told = Told::new(&options.file, source.positions);
    if let Some(out) = options.out.as_ref().or(options.html.as_ref()) {
        let heading = options.heading(&source)?;
        let store = to_store(&plan, &source, (out, &heading), &stop, &mut told)?;
        if let Some(path) = &options.out {
            store.write_pdn(path)?;
        }
        if let Some(path) = &options.html {
            store.write_page(path, &source.name)?;
        }
        store.remove()?;
        told.progress.finish();
        print(&told.summary())?;
    } else {
        to_output(&plan, &source, &stop, &mut told)?;
        complain(&told.summary());
    }
    if told.faulty > 0 {
        return Err(anyhow!("{} games with faults", told.faulty));
    }
    Ok(())
}

impl Options {
    fn plan(&self) -> anyhow::Result<Plan> {
        if let Some(seconds) = self.time.filter(|time| !(0.0..=LONGEST).contains(time)) {
            return Err(Misuse(format!(
                "--time {seconds}; expected seconds from 0 to {LONGEST}"
            ))
            .into());
        }
        Ok(Plan {
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                move_time: self.time.map(Duration::from_secs_f64),
                mode: Mode::Analyse,
                ..Limits::default()
            },
            threads: self.threads.into(),
            variant: self.variant,
            weights: self.weights.as_deref().map(read_weights).transpose()?,
        })
    }

    /// What makes two runs the same: the games and how they are looked through.
    fn heading(&self, source: &Source) -> anyhow::Result<Value> {
        let weights = match &self.weights {
            Some(path) => Some(crc32fast::hash(&read_weights_file(path)?)),
            None => None,
        };
        let games: Vec<String> = self.game.iter().map(ToString::to_string).collect();
        Ok(json!({
            "baige": env!("CARGO_PKG_VERSION"),
            "source": source.checksum,
            "games": games.join(","),
            "variant": self.variant.map(Variant::name),
            "time": self.time,
            "depth": self.depth,
            "nodes": self.nodes,
            "weights": weights,
        }))
    }
}

/// Games are kept in a file of the run until all are done.
fn to_store(
    plan: &Plan,
    source: &Source,
    (out, heading): (&Path, &Value),
    stop: &AtomicBool,
    told: &mut Told,
) -> anyhow::Result<Store> {
    let mut before = 0;
    let mut store = Store::open(out, heading, |game| {
        before += 1;
        told.count(game);
        told.progress.advance(positions(game));
    })?;
    if before > 0 {
        complain(&format!("{before} games were done before"));
    }
    let progress = &told.progress.clone();
    let done: Vec<bool> = (0..=source.games).map(|game| store.has(game)).collect();
    let games = source.read()?.filter(|game| match game {
        Ok((number, _)) => !done.get(*number as usize).is_some_and(|done| *done),
        Err(_) => true,
    });
    annotate::run(plan, games, stop, &|more| progress.advance(more), |game| {
        told.game(&game);
        store.add(&game)
    })?;
    if stop.load(Relaxed) {
        progress.finish();
        complain("what is done is kept; the same command goes on with it");
        return Err(Interrupted.into());
    }
    Ok(store)
}

/// Games go to standard output as their turn comes.
fn to_output(
    plan: &Plan,
    source: &Source,
    stop: &AtomicBool,
    told: &mut Told,
) -> anyhow::Result<()> {
    use std::io::Write;
    let progress = &told.progress.clone();
    let mut waiting = BTreeMap::new();
    let mut turn = source.chosen.iter().copied();
    let mut next = turn.next();
    let mut out = console::output();
    annotate::run(
        plan,
        source.read()?,
        stop,
        &|more| progress.advance(more),
        |game| {
            told.game(&game);
            waiting.insert(game.game, game.pdn);
            while let Some(text) = next.and_then(|number| waiting.remove(&number)) {
                progress.beside(|| out.write_all(text.as_bytes()))?;
                next = turn.next();
            }
            Ok(())
        },
    )?;
    out.flush()?;
    progress.finish();
    if stop.load(Relaxed) {
        return Err(Interrupted.into());
    }
    Ok(())
}

/// Positions the bar counted for a game that is done.
fn positions(game: &Annotated) -> u64 {
    game.report
        .as_ref()
        .map_or(0, |report| report.moves.len() as u64 + 1)
}

/// What the user hears of.
struct Told {
    file: String,
    progress: Progress,
    games: u64,
    faulty: u64,
    counts: Counts,
}

impl Told {
    fn new(file: &Path, positions: u64) -> Self {
        Self {
            file: file.display().to_string(),
            progress: Progress::of("positions", positions, 0),
            games: 0,
            faulty: 0,
            counts: Counts::default(),
        }
    }

    /// A game is done now: what is wrong with it is told.
    fn game(&mut self, game: &Annotated) {
        for fault in &game.faults {
            let line = format!("{}: game {}: {fault}", self.file, game.game);
            self.progress.complain(&line);
        }
        self.count(game);
        self.progress.tell(format!("{} games done ", self.games));
    }

    fn count(&mut self, game: &Annotated) {
        self.games += 1;
        self.faulty += u64::from(!game.faults.is_empty());
        if let Some(report) = &game.report {
            self.counts.add(report);
        }
    }

    fn summary(&self) -> String {
        let Counts {
            moves,
            dubious,
            mistakes,
            blunders,
            missed,
        } = self.counts;
        format!(
            "{} games, {moves} moves: {blunders} ??, {mistakes} ?, {dubious} ?!, {missed} missed shots",
            self.games
        )
    }
}
