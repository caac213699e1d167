//! Tunes numbers of the search together by games ("SPSA": simultaneous perturbation stochastic
//! approximation, Spall 1992, with the gains usual for chess engines).
//!
//! ```sh
//! cargo run --release --features tools --example tune_search -- --out data/tune.tsv reverse_futility:6 probcut:2
//! ```
//!
//! Each number comes with a step: how far from its value it is tried at the end. In a round all
//! numbers are moved by their steps, up or down at random, a duel of a few pairs of games is
//! played between these and their mirror image, and all are moved a little to the winner's side.
//! Each round is a line in the file; the same command goes on after the last.

#![allow(clippy::print_stdout, reason = "its output")]

use anyhow::Context;
use baige::hub::Parameters;
use baige::matchplay::duel::{Duel, Duellist};
use baige::matchplay::openings::{Draw, draw};
use baige::prng::Prng;
use baige::rules::{International, Rules};
use baige::search::{Tunable, Tuning};
use clap::Parser;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

#[derive(Parser)]
struct Options {
    /// Numbers with their steps
    #[arg(required = true, value_name = "NAME:STEP")]
    numbers: Vec<Number>,
    /// A line for each round; goes on after the last one there
    #[arg(long)]
    out: PathBuf,
    /// Rounds in all
    #[arg(long, default_value_t = 1000)]
    rounds: u32,
    /// Pairs of games a round
    #[arg(long, default_value_t = 8)]
    pairs: usize,
    /// Nodes for a move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// A weights file, or `embedded`
    #[arg(long, default_value = "embedded")]
    weights: String,
    /// Decides openings and directions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at once
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How far a round moves a number at the end, in squared steps
    #[arg(long, default_value_t = 0.004)]
    rate: f64,
}

#[derive(Clone)]
struct Number {
    tunable: Tunable,
    step: f64,
}

impl FromStr for Number {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (name, step) = text.split_once(':').context("expected NAME:STEP")?;
        let known = Tuning::ALL.iter().find(|tunable| tunable.name == name);
        let tunable = *known.with_context(|| format!("no number {name:?} in the search"))?;
        let step: f64 = step.parse().context("expected a step in figures")?;
        anyhow::ensure!(step > 0.0, "expected a step above 0");
        Ok(Self { tunable, step })
    }
}

impl Number {
    fn within(&self, value: f64) -> f64 {
        value.clamp(self.tunable.least.into(), self.tunable.largest.into())
    }
}

/// Values tried: whole numbers, rounded up as often as the rest after the point says.
fn player(
    options: &Options,
    name: &str,
    values: &[f64],
    prng: &mut Prng,
) -> anyhow::Result<Duellist> {
    let mut parameters = Parameters {
        variant: International::VARIANT,
        tt_size: 18,
        ..Parameters::default()
    };
    let set = parameters.set("weights", &options.weights);
    set.map_err(anyhow::Error::msg)?;
    for (number, value) in options.numbers.iter().zip(values) {
        let chance = prng.below(1 << 20) as f64 / f64::from(1 << 20);
        let whole = (number.within(*value) + chance).floor();
        parameters
            .tuning
            .set(number.tunable.name, number.within(whole) as i32)?;
    }
    Ok(Duellist {
        name: name.to_owned(),
        parameters,
    })
}

/// The values after the rounds in the file, and their number.
fn resume(options: &Options) -> anyhow::Result<(u32, Vec<f64>)> {
    let start = || options.numbers.iter().map(|n| n.tunable.default.into());
    let text = match std::fs::read_to_string(&options.out) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let Some(line) = text.lines().rfind(|line| !line.starts_with("round")) else {
        return Ok((0, start().collect()));
    };
    let mut columns = line.split('\t');
    let round = columns.next().context("no round")?.parse()?;
    let values: Result<Vec<f64>, _> = columns.skip(1).map(str::parse).collect();
    let values = values.context("a value in the file")?;
    anyhow::ensure!(
        values.len() == options.numbers.len(),
        "the file is about other numbers"
    );
    Ok((round, values))
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let (done, mut values) = resume(&options)?;
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&options.out)?;
    if done == 0 && file.metadata()?.len() == 0 {
        let names = options.numbers.iter().map(|number| number.tunable.name);
        let names: Vec<&str> = names.collect();
        writeln!(file, "round\tpoints\t{}", names.join("\t"))?;
    }
    let stop = AtomicBool::new(false);
    for round in done + 1..=options.rounds {
        let mut prng = Prng::new(options.seed << 32 | u64::from(round));
        let stability = 0.1 * f64::from(options.rounds);
        let (at, end) = (f64::from(round), f64::from(options.rounds));
        let spread = (end / at).powf(0.101);
        let gain = options.rate * ((stability + end) / (stability + at)).powf(0.602);
        let signs: Vec<f64> = values
            .iter()
            .map(|_| if prng.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let tried = |direction: f64| -> Vec<f64> {
            let numbers = options.numbers.iter().zip(&values).zip(&signs);
            numbers
                .map(|((number, value), sign)| value + direction * sign * spread * number.step)
                .collect()
        };
        let drawn = draw::<International>(&Draw {
            plies: 6,
            count: options.pairs,
            seed: prng.next(),
            band: None,
            threads: options.threads,
        })?;
        let duel = Duel::<International> {
            players: [
                player(&options, "up", &tried(1.0), &mut prng)?,
                player(&options, "down", &tried(-1.0), &mut prng)?,
            ],
            nodes: options.nodes,
            openings: drawn.into_iter().map(|drawn| drawn.opening).collect(),
            games: 2 * options.pairs as u64,
            threads: options.threads,
        };
        let tally = duel.play(&stop, |_, _| ControlFlow::Continue(()))?;
        let points = tally.wins as f64 - tally.losses as f64;
        for ((number, value), sign) in options.numbers.iter().zip(&mut values).zip(&signs) {
            let change = gain * number.step / spread * points * sign;
            *value = number.within(*value + change);
        }
        let shown: Vec<String> = values.iter().map(|value| format!("{value:.3}")).collect();
        writeln!(file, "{round}\t{points}\t{}", shown.join("\t"))?;
        if round % 20 == 0 {
            println!("{round} {}", shown.join(" "));
        }
    }
    Ok(())
}
