//! `baige perft`: leaf counts of the move generator.

use super::{console, position, variant};
use crate::notation::hub_move;
use crate::position::{Perft, Position, perft};
use crate::rules::{Rules, Variant};
use crate::with_rules;
use anyhow::{Context, ensure};
use clap::Args;
use std::fmt::Write;
use std::io::BufRead;
use std::time::Instant;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// Length of the move sequences, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    depth: u32,
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// The position, as FEN or Hub position; the start if not given. With - positions are read from
    /// standard input, one a line, and each is answered by a line
    #[arg(long)]
    fen: Option<String>,
    /// One line for each move of the position
    #[arg(long)]
    divide: bool,
    /// Count a capture once for each way over the board, not once for each captured set
    #[arg(long)]
    all_paths: bool,
    /// Play the moves of the last ply, too, instead of counting them in bulk
    #[arg(long)]
    no_bulk: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    with_rules!(options.variant, R => count::<R>(options))
}

fn count<R: Rules>(options: &Options) -> anyhow::Result<()> {
    if options.fen.as_deref() == Some("-") {
        return count_many::<R>(options);
    }
    let root = position::<R>(options.fen.as_deref())?.position;
    let how = Perft {
        bulk: !options.no_bulk,
        all_paths: options.all_paths,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.into())
        .build()
        .context("threads to count with")?;
    let start = Instant::now();
    let leaves = if options.divide && options.depth > 0 {
        pool.install(|| divide(&root, options.depth, how))?
    } else {
        pool.install(|| perft(&root, options.depth, how))
    };
    let seconds = start.elapsed().as_secs_f64();
    console::complain(&format!(
        "{seconds:.3} s, {:.1} million leaves a second",
        leaves as f64 / seconds.max(1e-9) / 1e6
    ));
    Ok(console::print(&leaves.to_string())?)
}

/// A line of leaves for each position, behind them each move with its own if they are asked for.
fn count_many<R: Rules>(options: &Options) -> anyhow::Result<()> {
    let how = Perft {
        bulk: !options.no_bulk,
        all_paths: options.all_paths,
    };
    let mut failed = 0;
    for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
        let line = line.context("standard input")?;
        let root = match position::<R>(Some(&line)) {
            Ok(setup) => setup.position,
            Err(error) => {
                failed += 1;
                console::complain(&format!("line {number}: {error}"));
                continue;
            }
        };
        let mut text = perft(&root, options.depth, how).to_string();
        for mv in how.moves(&root).into_iter().filter(|_| options.divide) {
            let leaves = perft(&root.after(mv), options.depth.saturating_sub(1), how);
            let _ = write!(text, " {}:{leaves}", hub_move::<R>(mv));
        }
        console::print(&text)?;
    }
    ensure!(failed == 0, "{failed} lines without a position");
    Ok(())
}

fn divide<R: Rules>(root: &Position<R>, depth: u32, how: Perft) -> anyhow::Result<u64> {
    let mut total = 0;
    for mv in how.moves(root) {
        let leaves = perft(&root.after(mv), depth - 1, how);
        console::print(&format!("{} {leaves}", hub_move::<R>(mv)))?;
        total += leaves;
    }
    Ok(total)
}
