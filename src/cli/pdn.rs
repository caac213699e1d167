//! `baige pdn`: files of games checked, converted and counted.

use super::{console, variant};
use crate::pdn::{self, Outcome, Read, Reader, Record};
use crate::rules::{Rules, Variant};
use crate::with_rules;
use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say what is wrong, with file, line and game; exit code 1 if anything is
    Check(Files),
    /// Write the games in standard form: UTF-8, moves as 32-28 and 28x19, results of their game.
    /// A game ends before its first move that cannot be played
    Convert(Convert),
    /// Count games, moves and results
    Stats(Files),
}

#[derive(Args)]
struct Files {
    /// PDN files; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game, whatever the files say, by its name. By default their tags decide,
    /// or else whose rules fit the moves
    #[arg(long, value_parser = variant)]
    variant: Option<Variant>,
}

#[derive(Args)]
struct Convert {
    #[command(flatten)]
    files: Files,
    /// Where to; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out games that are not right to their end
    #[arg(long)]
    skip: bool,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    match &options.command {
        Command::Check(files) => check(files),
        Command::Convert(convert) => self::convert(convert),
        Command::Stats(files) => stats(files),
    }
}

/// A game in its file.
struct Found {
    read: Read,
    /// Its kind and its moves on the board, or why there are none.
    played: Result<Played, String>,
}

struct Played {
    variant: Variant,
    plies: usize,
    fault: Option<String>,
}

impl Files {
    /// Calls back for every game: its file, its number there, and what is known of it. What cannot
    /// be read is told, and the next file taken; the number of such files.
    fn each(
        &self,
        mut visit: impl FnMut(&Path, u64, Found) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        let mut failed = 0;
        for file in &self.files {
            let mut number = 0;
            let result = open(file).and_then(|source| {
                let mut reader = Reader::new(source);
                while let Some(read) = reader.read()? {
                    number += 1;
                    let played = self.play(&read.record);
                    visit(file, number, Found { read, played })?;
                }
                Ok(())
            });
            match result {
                Ok(()) if number == 0 => {
                    failed += 1;
                    console::complain(&format!(
                        "{}: no game; expected tags or moves",
                        file.display()
                    ));
                }
                Ok(()) => {}
                Err(error) if super::is_broken_pipe(&error) => return Err(error),
                Err(error) => {
                    failed += 1;
                    console::complain(&format!("{}: {error:#}", file.display()));
                }
            }
        }
        Ok(failed)
    }

    fn play(&self, record: &Record) -> Result<Played, String> {
        let variant = pdn::variant(record, self.variant).map_err(|error| error.to_string())?;
        with_rules!(variant, R => {
            let replay = pdn::replay::<R>(record).map_err(|error| format!("FEN: {error}"))?;
            Ok(Played {
                variant,
                plies: replay.moves.len(),
                fault: replay.fault.map(|fault| fault.to_string()),
            })
        })
    }
}

fn open(file: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let source = File::open(file)?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, source)))
}

impl Found {
    /// All that is wrong, a line each.
    fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = self.read.problems.iter().map(ToString::to_string).collect();
        match &self.played {
            Ok(played) => faults.extend(played.fault.clone()),
            Err(error) => faults.push(format!("line {}: {error}", self.read.record.line)),
        }
        faults
    }

    fn outcome(&self) -> Outcome {
        let record = &self.read.record;
        let end = record.end.as_deref().and_then(Outcome::parse);
        let tag = || record.tag("Result").and_then(Outcome::parse);
        match end {
            None | Some(Outcome::Open) => tag().unwrap_or(Outcome::Open),
            Some(outcome) => outcome,
        }
    }
}

fn check(files: &Files) -> anyhow::Result<()> {
    let (mut games, mut plies, mut faulty) = (0_u64, 0_u64, 0_u64);
    let failed = files.each(|file, number, found| {
        games += 1;
        plies += found.played.as_ref().map_or(0, |played| played.plies) as u64;
        let faults = found.faults();
        faulty += u64::from(!faults.is_empty());
        for fault in faults {
            console::print(&format!("{}: game {number}: {fault}", file.display()))?;
        }
        Ok(())
    })?;
    console::print(&format!(
        "{games} games, {plies} plies, {faulty} games with faults"
    ))?;
    if failed + faulty > 0 {
        return Err(anyhow!("{}", told(failed, faulty)));
    }
    Ok(())
}

fn told(failed: u64, faulty: u64) -> String {
    let mut parts = Vec::new();
    if faulty > 0 {
        parts.push(format!("{faulty} games with faults"));
    }
    if failed > 0 {
        parts.push(format!("{failed} files without a game that can be read"));
    }
    parts.join(", ")
}

fn convert(options: &Convert) -> anyhow::Result<()> {
    let name = |path: &PathBuf| path.display().to_string();
    let mut out: Box<dyn Write> = match &options.out {
        Some(path) => Box::new(BufWriter::new(
            File::create(path).with_context(|| name(path))?,
        )),
        None => Box::new(BufWriter::new(console::output())),
    };
    let mut faulty = 0;
    let failed = options.files.each(|file, number, mut found| {
        let faults = found.faults();
        faulty += u64::from(!faults.is_empty());
        for fault in &faults {
            console::complain(&format!("{}: game {number}: {fault}", file.display()));
        }
        if options.skip && !faults.is_empty() {
            return Ok(());
        }
        let outcome = found.outcome();
        if let Ok(played) = &found.played {
            let variant = played.variant;
            let record = &mut found.read.record;
            let text = with_rules!(variant, R => standard::<R>(record, outcome))?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    })?;
    out.flush()?;
    if failed + faulty > 0 {
        return Err(anyhow!("{}", told(failed, faulty)));
    }
    Ok(())
}

/// A game's text in standard form.
fn standard<R: Rules>(record: &mut Record, outcome: Outcome) -> anyhow::Result<String> {
    for fault in pdn::normalise::<R>(record)? {
        log::info!("{fault}");
    }
    let result = outcome.text(pdn::has_two_points(R::VARIANT));
    // A result of another kind, 4-6 of a match say, stays in its tag.
    let is_known = record
        .tag("Result")
        .is_none_or(|tag| Outcome::parse(tag).is_some());
    if is_known {
        record.set_tag("Result", result);
    }
    if let Some(number) = pdn::game_type(R::VARIANT)
        && record.tag("GameType").is_none()
    {
        record.set_tag("GameType", &number.to_string());
    }
    record.end = Some(result.to_owned());
    let begins = pdn::start::<R>(record)?.side();
    Ok(pdn::write(record, begins != R::FIRST))
}

#[derive(Default)]
struct Counts {
    games: u64,
    faulty: u64,
    plies: u64,
    longest: usize,
    /// Won by White, drawn, won by Black, all others.
    results: [u64; 4],
}

fn stats(files: &Files) -> anyhow::Result<()> {
    let mut counts: Vec<Counts> = Variant::ALL.map(|_| Counts::default()).into();
    let mut unknown = 0_u64;
    let failed = files.each(|_, _, found| {
        let Ok(played) = &found.played else {
            unknown += 1;
            return Ok(());
        };
        let counts = &mut counts[played.variant as usize];
        counts.games += 1;
        counts.faulty += u64::from(!found.faults().is_empty());
        counts.plies += played.plies as u64;
        counts.longest = counts.longest.max(played.plies);
        let place = match found.outcome() {
            Outcome::White => 0,
            Outcome::Draw => 1,
            Outcome::Black => 2,
            Outcome::Nobody | Outcome::Open => 3,
        };
        counts.results[place] += 1;
        Ok(())
    })?;
    console::print(
        "game            games   faulty    white    drawn    black    other  plies  longest",
    )?;
    for (variant, counts) in Variant::ALL.into_iter().zip(&counts) {
        if counts.games > 0 {
            let [white, drawn, black, other] = counts.results;
            let mean = counts.plies as f64 / counts.games as f64;
            console::print(&format!(
                "{:<12} {:>8} {:>8} {white:>8} {drawn:>8} {black:>8} {other:>8} {mean:>6.1} {:>8}",
                variant.name(),
                counts.games,
                counts.faulty,
                counts.longest
            ))?;
        }
    }
    if unknown > 0 {
        console::print(&format!(
            "{unknown} games of a kind or start that is not known"
        ))?;
    }
    if failed > 0 {
        return Err(anyhow!("{}", told(failed, 0)));
    }
    Ok(())
}
