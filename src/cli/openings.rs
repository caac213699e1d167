//! `baige openings`: openings for matches, all of a length or drawn at random.

use super::{Misuse, console, variant};
use crate::matchplay::openings::{Band, Draw, draw, enumerate, write, write_drawn};
use crate::rules::{Rules, Variant};
use crate::with_rules;
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// Length of the openings, in plies. Up to 3 without a band: all in which no man is lost at
    /// once. Else random ones after which neither side can capture
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=LONGEST))]
    plies: u32,
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// Keep those with a score from LO to HI men for either side: LO:HI, balanced (0.05:0.35) or
    /// edge (0.25:0.60)
    #[arg(long, value_name = "BAND", allow_hyphen_values = true)]
    band: Option<Band>,
    /// Nodes of the search that finds the score; 10000 if not given
    #[arg(long, requires = "band", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many random ones, if there are as many; 100 if not given
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: Option<u32>,
    /// Decides which; the same number gives the same openings. 1 if not given
    #[arg(long)]
    seed: Option<u64>,
    /// Searches at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Longer random beginnings are hardly ever even.
const LONGEST: i64 = 12;

/// Up to so many plies all openings are listed: some hundreds.
const LONGEST_LIST: u32 = 3;

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let table = with_rules!(options.variant, R => make::<R>(options))?;
    match &options.output {
        Some(path) => {
            std::fs::write(path, table).with_context(|| format!("openings file {}", path.display()))
        }
        None => Ok(console::print(table.trim_end())?),
    }
}

fn make<R: Rules>(options: &Options) -> anyhow::Result<String> {
    if options.band.is_none() && options.plies <= LONGEST_LIST {
        if options.count.is_some() || options.seed.is_some() {
            let misuse = format!(
                "--count and --seed without --band; expected neither, for all openings of up to \
                 {LONGEST_LIST} plies are listed"
            );
            return Err(Misuse(misuse).into());
        }
        return Ok(write(&enumerate::<R>(options.plies)));
    }
    let nodes = options.nodes.unwrap_or(10_000);
    let drawn = draw::<R>(&Draw {
        plies: options.plies,
        count: options.count.unwrap_or(100) as usize,
        seed: options.seed.unwrap_or(1),
        band: options.band.map(|band| (band, nodes)),
        threads: options.threads.into(),
    })?;
    Ok(write_drawn(&drawn))
}
