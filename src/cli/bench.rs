//! `baige bench`: fixed positions, one thread, fixed depth, fresh table. The number of nodes is
//! the same on every machine and build; a change of it is a change of play.

use super::{console, variant};
use crate::board::Geometry;
use crate::engine::{Engine, Options as EngineOptions, read_weights};
use crate::eval::Weights;
use crate::game::Game;
use crate::notation::{FenError, parse_fen};
use crate::rules::{Rules, Variant};
use crate::search::{Answer, Limits, Report};
use crate::with_rules;
use anyhow::Context;
use clap::Args;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Instant;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// Only this game; all if not given
    #[arg(long, value_parser = variant)]
    variant: Option<Variant>,
    /// Depth of the searches, in plies
    #[arg(long, default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// Write the numbers to tests/data/bench.txt, where a test compares them
    #[arg(long, conflicts_with_all = ["variant", "depth"])]
    write: bool,
    /// Weights in place of the built-in ones; only their game is searched
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "write"])]
    weights: Option<PathBuf>,
    /// Search threads; the node count repeats with one only
    #[arg(long, default_value_t = 1, conflicts_with = "write", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Positions in place of the usual ones: a file of FENs, one a line; of normal if --variant
    /// says no other game
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    positions: Option<PathBuf>,
}

const DEPTH: u32 = 11;
const RECORD: &str = "tests/data/bench.txt";

/// Positions for a board: one FEN per line.
const fn positions<G: Geometry>() -> &'static str {
    if G::WIDTH == 10 {
        include_str!("bench_10x10.fen")
    } else {
        include_str!("bench_8x8.fen")
    }
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    if options.write {
        let is_there = Path::new(RECORD).is_file();
        anyhow::ensure!(
            is_there,
            "{RECORD}: not here; expected to run in Baige's source folder"
        );
    }
    let all = Variant::ALL;
    let weights = options.weights.as_deref().map(read_weights).transpose()?;
    let given = options.positions.as_deref().map(|path| {
        std::fs::read_to_string(path).with_context(|| format!("positions {}", path.display()))
    });
    let given = given.transpose()?;
    let only = options.variant.or(weights.as_ref().map(Weights::variant));
    let only = only.or(given.as_ref().map(|_| Variant::Normal));
    let variants = only.as_ref().map_or(&all[..], std::slice::from_ref);
    let mut record = String::new();
    let mut total = 0;
    let start = Instant::now();
    for &variant in variants {
        let nodes =
            with_rules!(variant, R => measure::<R>(options, given.as_deref(), weights.as_ref()))?;
        let _ = writeln!(record, "{variant} {nodes}");
        total += nodes;
    }
    let seconds = start.elapsed().as_secs_f64();
    console::print(&format!(
        "{:.2} million nodes a second",
        total as f64 / seconds / 1e6
    ))?;
    if options.threads == 1 {
        console::print(&format!("Bench: {total}"))?;
    } else {
        console::print(&format!(
            "{seconds:.2} seconds with {} threads",
            options.threads
        ))?;
    }
    if options.write {
        let path = Path::new(RECORD);
        std::fs::write(path, record).with_context(|| PathBuf::from(path).display().to_string())?;
    }
    Ok(())
}

fn measure<R: Rules>(
    options: &Options,
    given: Option<&str>,
    weights: Option<&Weights>,
) -> anyhow::Result<u64> {
    let mut engine = Engine::<R>::new(EngineOptions {
        threads: options.threads.into(),
        table_log2: 20,
        weights: weights.cloned(),
        // What tables are at hand must not change the count.
        table_pieces: 0,
        ..Default::default()
    })?;
    let mut total = 0;
    let fens = given.unwrap_or(positions::<R::Board>()).lines();
    // A game that the first king wins has no positions with kings.
    let is_over = |fen: &str| given.is_none() && R::FIRST_KING_WINS && fen.contains('K');
    for fen in fens.filter(|fen| !is_over(fen)) {
        let setup =
            parse_fen::<R>(fen).map_err(|error: FenError| anyhow::anyhow!("{fen}: {error}"))?;
        engine.new_game();
        let start = Instant::now();
        let answer = search(&mut engine, &Game::new(setup.position, 0), options.depth);
        let millions = answer.nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
        let variant = R::VARIANT;
        console::print(&format!(
            "{variant:9} {:>9} nodes {millions:6.2} M/s  {fen}",
            answer.nodes
        ))?;
        total += answer.nodes;
    }
    Ok(total)
}

fn search<R: Rules>(engine: &mut Engine<R>, game: &Game<R>, depth: u32) -> Answer {
    let (sender, reports) = mpsc::channel();
    engine.go(
        game,
        Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        move |report| {
            let _ = sender.send(report);
        },
    );
    reports
        .into_iter()
        .find_map(|report| match report {
            Report::Done(answer) => Some(answer),
            Report::Progress(_) => None,
        })
        .expect("every search ends with its answer")
}
