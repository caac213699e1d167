//! `baige gate`: a candidate plays what was accepted last until a test decides, and the verdict
//! is put on record.

use super::{Interrupted, Misuse, NotAccepted, console, variant};
use crate::hub::Parameters;
use crate::matchplay::duel::{Duel, Duellist};
use crate::matchplay::openings::{Draw, Opening, draw};
use crate::matchplay::sprt::{Sprt, Verdict};
use crate::matchplay::statistics::Tally;
use crate::rules::{Rules, Variant};
use crate::train::net_file;
use crate::with_rules;
use anyhow::Context;
use clap::Args;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The file of weights or of a net that is to be accepted, or `embedded`
    candidate: String,
    /// The one accepted last, or `embedded` for the one built in
    accepted: String,
    /// Nodes for a move
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=500_000))]
    nodes: u64,
    /// The test: E0,E1 or E0,E1,ALPHA,BETA in Elo, or with nelo: before it in normalised Elo
    #[arg(long, default_value = "nelo:0,8", value_name = "TEST")]
    sprt: Sprt,
    /// Most games; without a decision by then the candidate is not accepted
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Random plies each pair of games begins with
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=12))]
    plies: u32,
    /// Decides these openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Add the verdict to this file, a line a gate
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// Games at once; as many as there are cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    with_rules!(options.variant, R => gate::<R>(options))
}

fn gate<R: Rules>(options: &Options) -> anyhow::Result<()> {
    let names = [&options.candidate, &options.accepted];
    let [candidate, accepted] = names.map(|name| player(name, R::VARIANT));
    let players = [candidate?, accepted?];
    let sums = names.map(|name| checksum(name));
    if sums[0] == sums[1] {
        return Err(Misuse(format!(
            "candidate {} and accepted {} are the same; expected two that differ",
            names[0], names[1]
        ))
        .into());
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Relaxed)).context("a handler for interruptions")?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.map_or(cores, usize::from);
    let duel = Duel {
        players,
        nodes: options.nodes,
        openings: openings::<R>(options, threads)?,
        games: options.games,
        threads,
    };
    let progress = console::Progress::new(options.games, 0);
    let played = duel.play(&stop, |tally, _| {
        progress.advance(1);
        progress.tell(format!("{tally}, LLR {:.2} ", options.sprt.llr(tally)));
        if options.sprt.verdict(tally) == Verdict::GoOn {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    progress.finish();
    let tally = played?;
    if stop.load(Relaxed) {
        return Err(Interrupted.into());
    }
    conclude(options, sums, &tally)
}

/// A player with these weights.
fn player(name: &str, variant: Variant) -> anyhow::Result<Duellist> {
    let mut parameters = Parameters {
        variant,
        tt_size: 18,
        ..Parameters::default()
    };
    let set = parameters.set("weights", name);
    set.map_err(anyhow::Error::msg)?;
    Ok(Duellist {
        name: name.to_owned(),
        parameters,
    })
}

/// What tells the content of a file from others.
fn checksum(name: &str) -> String {
    match std::fs::read(name) {
        Ok(bytes) if name != "embedded" => format!("{:08x}", net_file::checksum(&bytes)),
        _ => format!("v{}", env!("CARGO_PKG_VERSION")),
    }
}

/// An opening for each pair of games, all different.
fn openings<R: Rules>(options: &Options, threads: usize) -> anyhow::Result<Vec<Opening<R>>> {
    let drawn = draw::<R>(&Draw {
        plies: options.plies,
        count: options.games.div_ceil(2) as usize,
        seed: options.seed,
        band: None,
        threads,
    })?;
    Ok(drawn.into_iter().map(|drawn| drawn.opening).collect())
}

/// Prints and records the verdict.
fn conclude(options: &Options, sums: [String; 2], tally: &Tally) -> anyhow::Result<()> {
    let (verdict, reason) = match options.sprt.verdict(tally) {
        Verdict::AcceptH1 => ("accepted", "H1"),
        Verdict::AcceptH0 => ("rejected", "H0"),
        Verdict::GoOn => ("rejected", "undecided"),
    };
    let llr = options.sprt.llr(tally);
    console::print(&format!(
        "{} v {}: {}\nSPRT {}: LLR {llr:.2}, {reason}\n{verdict}",
        options.candidate,
        options.accepted,
        tally.summary(),
        options.sprt
    ))?;
    if let Some(path) = &options.record {
        let date = jiff::Timestamp::now().strftime("%Y-%m-%d");
        let [candidate, accepted] = sums;
        let summary = tally.summary();
        let pairs = tally.pairs.map(|count| count.to_string()).join(" ");
        let line = format!(
            "{date}\t{verdict}\t{reason}\t{}\t{}\t{candidate}\t{}\t{accepted}\t{}\t{}\t{}\t{}\t{tally}\t{pairs}\t\
             {}\t{llr:.2}",
            options.variant,
            options.candidate,
            options.accepted,
            options.nodes,
            options.plies,
            options.seed,
            options.sprt,
            summary.elo
        );
        append(path, &line).with_context(|| format!("record {}", path.display()))?;
    }
    if verdict == "accepted" {
        Ok(())
    } else {
        Err(NotAccepted.into())
    }
}

/// The columns of a record.
const COLUMNS: &str = "date\tverdict\treason\tvariant\tcandidate\tchecksum\taccepted\tchecksum\tnodes\t\
                       plies\tseed\tsprt\tgames\tpairs\telo\tllr";

/// Adds a line, under a first one with the names of the columns.
fn append(path: &Path, line: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let heading = match file.metadata()?.len() {
        0 => format!("{COLUMNS}\n"),
        _ => String::new(),
    };
    file.write_all(format!("{heading}{line}\n").as_bytes())
}
