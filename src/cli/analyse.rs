//! `baige analyse`: a position, a line per depth, the best move.

use super::{Misuse, console, position, variant};
use crate::board::Side;
use crate::engine::{self, Engine};
use crate::game::{Game, Outcome};
use crate::notation::{diagram, short_move};
use crate::position::{Move, Position};
use crate::rules::{Rules, Variant};
use crate::search::{Limits, MAX_THREADS, Mode, Progress, Report};
use crate::with_rules;
use clap::Args;
use std::fmt::Write;
use std::sync::mpsc;
use std::time::Duration;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The position, as FEN or Hub position; the start if not given
    fen: Option<String>,
    /// Seconds to search; 3 if no limit is given
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    time: Option<f64>,
    /// Depth to search to, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// The game: normal, killer, brazilian
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
}

/// Longest time that makes sense, in seconds.
const LONGEST: f64 = 1e7;

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    with_rules!(options.variant, R => analyse::<R>(options))
}

fn limits(options: &Options) -> Result<Limits, Misuse> {
    let mut time = options.time;
    if time.is_none() && options.depth.is_none() && options.nodes.is_none() {
        time = Some(3.0);
    }
    if let Some(seconds) = time.filter(|seconds| !(0.0..=LONGEST).contains(seconds)) {
        return Err(Misuse(format!(
            "--time {seconds}; expected seconds from 0 to {LONGEST}"
        )));
    }
    Ok(Limits {
        depth: options.depth,
        nodes: options.nodes,
        move_time: time.map(Duration::from_secs_f64),
        mode: Mode::Analyse,
        ..Limits::default()
    })
}

fn analyse<R: Rules>(options: &Options) -> anyhow::Result<()> {
    let limits = limits(options)?;
    let setup = position::<R>(options.fen.as_deref())?;
    let game = Game::new(setup.position, setup.half_moves);
    console::print(&diagram(game.position()))?;
    match game.outcome() {
        Some(over @ Outcome::Win(_)) => return Ok(console::print(&over.to_string())?),
        Some(over) => console::print(&format!(
            "Over by the rules ({over}); searched all the same."
        ))?,
        None => {}
    }
    let mover = if game.position().side() == Side::White {
        "White"
    } else {
        "Black"
    };
    console::print(&format!("{mover} to move\n\n{HEADING}"))?;
    let threads = options.threads.into();
    let mut engine = Engine::<R>::new(engine::Options {
        threads,
        overhead: Duration::ZERO,
        ..Default::default()
    })?;
    let (sender, reports) = mpsc::channel();
    engine.go(&game, limits, move |report| {
        // An error means that printing failed and nobody listens any more.
        let _ = sender.send(report);
    });
    for report in reports {
        match report {
            Report::Progress(progress) => {
                console::print(&progress_line(game.position(), &progress))?;
            }
            Report::Done(answer) => {
                if let Some(best) = answer.best {
                    let chances = engine.chances(answer.score, game.position());
                    let [win, draw, loss] = chances.map(|chance| 100.0 * chance);
                    console::print(&format!(
                        "\n{mover} wins {win:.0} %, draws {draw:.0} %, loses {loss:.0} % by estimate\n\
                         best move {}",
                        short_move(game.position(), best)
                    ))?;
                }
                break;
            }
        }
    }
    Ok(())
}

const HEADING: &str = "depth   score        nodes   seconds  line";

/// One line for one finished depth; the score is in men, from the side to move.
fn progress_line<R: Rules>(root: &Position<R>, progress: &Progress) -> String {
    let line = line_text(root, &progress.line);
    let seconds = progress.time.as_secs_f64();
    format!(
        "{:5}  {:>6} {:>12} {seconds:9.3}  {line}",
        progress.depth, progress.score, progress.nodes
    )
}

/// A line of moves as people write it.
pub(super) fn line_text<R: Rules>(root: &Position<R>, line: &[Move]) -> String {
    let mut text = String::new();
    let mut position = *root;
    for &mv in line {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{}", short_move(&position, mv));
        position = position.after(mv);
    }
    text
}
