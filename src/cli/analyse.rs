//! `baige analyse`: positions, what a search finds in them, the best move.

use super::analyse_source::{self, Source};
use super::analyse_view::{Lines, View};
use super::{Interrupted, Misuse, console, profile, variant};
use crate::engine::{self, Engine, read_weights};
use crate::game::{Game, Outcome};
use crate::notation::write_fen;
use crate::rules::{Profile, Rules, Variant};
use crate::search::{Answer, Limits, MAX_THREADS, Mode, Progress, Report};
use crate::with_rules;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    pub(super) source: Source,
    /// Seconds to search; 3 if no limit is given, a tenth of one for each of many positions
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    time: Option<f64>,
    /// Depth to search to, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["time", "depth", "nodes"])]
    infinite: bool,
    /// Best lines to show, 1 to 20
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    lines: u8,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech. By default normal, or what the tags of --pdn say
    #[arg(long, value_parser = variant)]
    variant: Option<Variant>,
    /// Whose draw rules count: national or fmjd
    #[arg(long, default_value = "national", value_parser = profile)]
    pub(super) rules: Profile,
    /// Weights in place of the built-in ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Whose scores are shown
    #[arg(long, value_enum, default_value_t = ScoreFrom::Mover)]
    pub(super) score_from: ScoreFrom,
    /// An object of JSON a line in place of text
    #[arg(long)]
    pub(super) json: bool,
}

/// The side whose scores are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ScoreFrom {
    /// The side to move
    Mover,
    /// White
    White,
}

/// Longest time that makes sense, in seconds.
const LONGEST: f64 = 1e7;

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let record = options.source.record()?;
    let variant = analyse_source::variant(options.variant, record.as_ref())?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Relaxed)).context("a handler for interruptions")?;
    with_rules!(variant, R => {
        if options.source.is_many() {
            many::<R>(options, &stop)
        } else {
            one::<R>(options, &options.source.game::<R>(record.as_ref())?.under(options.rules), &stop)
        }
    })
}

impl Options {
    fn limits(&self, seconds: f64) -> Result<Limits, Misuse> {
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.infinite;
        let time = self.time.or((!is_limited).then_some(seconds));
        if let Some(seconds) = time.filter(|seconds| !(0.0..=LONGEST).contains(seconds)) {
            return Err(Misuse(format!(
                "--time {seconds}; expected seconds from 0 to {LONGEST}"
            )));
        }
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: time.map(Duration::from_secs_f64),
            mode: Mode::Analyse,
            more_lines: self.lines - 1,
            ..Limits::default()
        })
    }

    fn engine<R: Rules>(&self) -> anyhow::Result<Engine<R>> {
        let weights = self.weights.as_deref().map(read_weights).transpose()?;
        Engine::new(engine::Options {
            threads: self.threads.into(),
            overhead: Duration::ZERO,
            weights,
            ..Default::default()
        })
    }
}

/// Searches a position; `tell` hears of each finished depth. When `stop` is set, the answer is the
/// best so far.
fn search<R: Rules>(
    engine: &mut Engine<R>,
    game: &Game<R>,
    limits: Limits,
    stop: &AtomicBool,
    mut tell: impl FnMut(Progress) -> anyhow::Result<()>,
) -> anyhow::Result<Answer> {
    let (sender, reports) = mpsc::channel();
    engine.go(game, limits, move |report| {
        // An error means that printing failed and nobody listens any more.
        let _ = sender.send(report);
    });
    loop {
        match reports.recv_timeout(Duration::from_millis(50)) {
            Ok(Report::Progress(progress)) => tell(*progress)?,
            Ok(Report::Done(answer)) => return Ok(answer),
            Err(RecvTimeoutError::Timeout) => {
                if stop.load(Relaxed) {
                    engine.stop();
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("the search broke off")),
        }
    }
}

fn one<R: Rules>(options: &Options, game: &Game<R>, stop: &AtomicBool) -> anyhow::Result<()> {
    let limits = options.limits(3.0)?;
    let mut view = View::new(options, game);
    view.begin()?;
    if let Some(Outcome::Win(..)) = game.outcome() {
        return Ok(());
    }
    let mut engine = options.engine::<R>()?;
    let answer = search(&mut engine, game, limits, stop, |progress| {
        view.progress(&progress)
    })?;
    let chances = engine.chances(answer.score, game.position());
    view.end(&answer, chances)
}

/// Every line of standard input a position, an answer a line. What is no position is told and left
/// out.
fn many<R: Rules>(options: &Options, stop: &AtomicBool) -> anyhow::Result<()> {
    let limits = options.limits(0.1)?;
    let mut engine = options.engine::<R>()?;
    let lines = analyse_source::read_lines()?;
    let progress = console::Progress::of("positions", lines.len() as u64, 0);
    let mut faults = 0;
    for (number, line) in lines {
        if stop.load(Relaxed) {
            progress.finish();
            return Err(Interrupted.into());
        }
        let game = options.source.game_of_line::<R>(&line);
        match game.map(|game| game.under(options.rules)) {
            Ok(game) => {
                engine.new_game();
                let mut last = None;
                let answer = search(&mut engine, &game, limits, stop, |progress| {
                    last = Some(progress);
                    Ok(())
                })?;
                let fen = write_fen(game.position());
                let lines = Lines::of(options, &game);
                progress.say(&lines.answer(&fen, &answer, last.as_ref()))?;
            }
            Err(error) => {
                faults += 1;
                console::complain(&format!("line {number}: {error}"));
            }
        }
        progress.advance(1);
    }
    progress.finish();
    if faults > 0 {
        return Err(anyhow!("{faults} lines without a position"));
    }
    Ok(())
}
