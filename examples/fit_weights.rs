//! Fits the weights of the first evaluation to games the engine plays against itself.
//!
//! ```text
//! cargo run --release --features tools --example fit_weights -- VARIANT GAMES NODES SEED START.weights OUT.weights
//! ```
//! Each game starts with random plies and goes on with NODES nodes a move. The weights minimise
//! the logistic loss between the evaluation of quiet positions and a blend of the game's result
//! and the search's score, and are scaled so that a man is worth 100. The same arguments give
//! the same file: every game has a seed of its own.

use anyhow::{Context, bail, ensure};
use baige::board::Side;
use baige::engine::{Engine, Options, read_weights};
use baige::eval::{FEATURES, FeatureWeights, Weights, drawish_divisor, features, phase};
use baige::game::{Game, Outcome};
use baige::position::Position;
use baige::prng::Prng;
use baige::rules::{Rules, Variant};
use baige::search::{Limits, Report};
use baige::with_rules;
use rayon::prelude::*;
use std::sync::mpsc::channel;

/// Centi-men for odds of about 73 to 27: the scale on which scores become expected results.
const SCALE: f64 = 150.0;
/// Share of the result in the target, the rest is the score.
const RESULT_SHARE: f64 = 0.6;
/// Pulls a weight towards its start: what positions do not tell stays as it was.
const PULL: f64 = 1e-5;
const EPOCHS: usize = 40;
const BATCH: usize = 8_192;

type Values = [(i32, i32); FEATURES];

struct Sample {
    features: [i8; FEATURES],
    /// Share of the opening, 0 to 1.
    opening: f32,
    /// What the evaluation is divided by, for either side ahead: the mover, the other.
    divisors: [f32; 2],
    target: f32,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "expected VARIANT GAMES NODES SEED START.weights OUT.weights";
    ensure!(arguments.len() == 6, usage);
    let variant: Variant = arguments[0].parse()?;
    let number = |i: usize| arguments[i].parse::<u64>().context(usage);
    let start = read_weights(arguments[4].as_ref())?;
    let (games, nodes, seed) = (number(1)?, number(2)?, number(3)?);
    let samples = with_rules!(variant, R => play_games::<R>(&start, games, nodes, seed))?;
    log(&format!("{games} games, {} quiet positions", samples.len()));
    let Weights::Features(start) = start else {
        bail!("{}: a net; expected weights of features", arguments[4]);
    };
    let values = fit(&samples, start.values());
    std::fs::write(&arguments[5], FeatureWeights::write(variant, &values)).context("the result")?;
    Ok(())
}

#[allow(clippy::print_stderr, reason = "an example reports to the terminal")]
fn log(text: &str) {
    eprintln!("{text}");
}

fn play_games<R: Rules>(
    weights: &Weights,
    games: u64,
    nodes: u64,
    seed: u64,
) -> anyhow::Result<Vec<Sample>> {
    let options = Options {
        table_log2: 13,
        weights: Some(weights.clone()),
        ..Options::default()
    };
    let played: Result<Vec<Vec<Sample>>, anyhow::Error> = (0..games.div_ceil(50))
        .into_par_iter()
        .map(|block| {
            let mut engine = Engine::<R>::new(options.clone())?;
            let numbers = block * 50..games.min(block * 50 + 50);
            Ok(numbers
                .flat_map(|n| play(&mut engine, nodes, seed << 32 | n))
                .collect())
        })
        .collect();
    Ok(played?.into_iter().flatten().collect())
}

/// One game's quiet positions.
fn play<R: Rules>(engine: &mut Engine<R>, nodes: u64, seed: u64) -> Vec<Sample> {
    let mut prng = Prng::new(seed);
    let mut game = Game::<R>::default();
    for _ in 0..6 + prng.below(10) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return Vec::new();
        }
        game.play(moves[prng.below(moves.len() as u64) as usize]);
    }
    engine.new_game();
    let mut seen: Vec<(Position<R>, f64)> = Vec::new();
    while game.outcome().is_none() && game.moves().len() < 400 {
        let (sender, reports) = channel();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        engine.go(&game, limits, move |report| _ = sender.send(report));
        let answer = reports.into_iter().find_map(|report| match report {
            Report::Done(answer) => Some(answer),
            Report::Progress(_) => None,
        });
        let Some((answer, best)) = answer.and_then(|answer| Some((answer, answer.best?))) else {
            break;
        };
        let position = game.position();
        let is_quiet = Side::BOTH
            .into_iter()
            .all(|side| !position.can_capture(side));
        if is_quiet && !best.is_promotion() {
            let score = f64::from(answer.score.centimen());
            seen.push((*position, 1.0 / (1.0 + (-score / SCALE).exp())));
        }
        game.play(best);
    }
    let outcome = game.outcome();
    let result = |side| match outcome {
        Some(Outcome::Win(winner, _)) => f64::from(u8::from(winner == side)),
        _ => 0.5,
    };
    seen.into_iter()
        .map(|(position, expected)| {
            let us = position.side();
            let (pieces, full) = phase(&position);
            Sample {
                features: features(&position).map(|value| value as i8),
                opening: pieces as f32 / full as f32,
                divisors: [us, !us].map(|ahead| drawish_divisor(&position, ahead) as f32),
                target: (RESULT_SHARE * result(us) + (1.0 - RESULT_SHARE) * expected) as f32,
            }
        })
        .collect()
}

/// Adam (Kingma and Ba 2014) on the logistic loss, on one thread so that sums have one order.
fn fit(samples: &[Sample], start: &Values) -> Values {
    let first: Vec<f64> = start
        .iter()
        .flat_map(|&(a, b)| [f64::from(a), f64::from(b)])
        .collect();
    let mut weights = first.clone();
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut prng = Prng::new(1);
    let mut step = 0;
    for epoch in 0..EPOCHS {
        for i in (1..order.len()).rev() {
            order.swap(i, prng.below(i as u64 + 1) as usize);
        }
        let rate = 1.0 * 0.92_f64.powi(epoch as i32);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![0.0; weights.len()];
            for &i in batch {
                loss += add_gradient(&samples[i], &weights, &mut gradient);
            }
            step += 1;
            for j in 0..weights.len() {
                let pull = PULL * (weights[j] - first[j]);
                let slope = gradient[j] / batch.len() as f64 + pull / SCALE;
                mean[j] += 0.1 * (slope - mean[j]);
                square[j] += 0.001 * (slope * slope - square[j]);
                let unbiased = mean[j] / (1.0 - 0.9_f64.powi(step));
                let spread = (square[j] / (1.0 - 0.999_f64.powi(step))).sqrt();
                weights[j] -= rate * unbiased / (spread + 1e-12);
            }
        }
        log(&format!(
            "epoch {epoch}: loss {:.5}",
            loss / samples.len() as f64
        ));
    }
    // A man is the mean of its two values on the boards where most games are decided. In losing
    // draughts it is worth less than nothing, or hardly anything: then the loss alone has the say.
    let man = weights[0].midpoint(weights[1]);
    let scale = if man.abs() > 25.0 {
        100.0 / man.abs()
    } else {
        1.0
    };
    let scaled = |weight: f64| (weight * scale).round() as i32;
    log(&format!("a man was worth {man:.1}"));
    std::array::from_fn(|i| (scaled(weights[2 * i]), scaled(weights[2 * i + 1])))
}

/// Adds a position's gradient; returns its loss.
fn add_gradient(sample: &Sample, weights: &[f64], gradient: &mut [f64]) -> f64 {
    let opening = f64::from(sample.opening);
    let mut sum = 0.0;
    for (i, &value) in sample.features.iter().enumerate() {
        let weight = weights[2 * i] * opening + weights[2 * i + 1] * (1.0 - opening);
        sum += f64::from(value) * weight;
    }
    let divisor = f64::from(sample.divisors[usize::from(sum < 0.0)]);
    let expected = 1.0 / (1.0 + (-sum / divisor / SCALE).exp());
    let target = f64::from(sample.target);
    let slope = (expected - target) / divisor / SCALE;
    for (i, &value) in sample.features.iter().enumerate() {
        gradient[2 * i] += slope * f64::from(value) * opening;
        gradient[2 * i + 1] += slope * f64::from(value) * (1.0 - opening);
    }
    -(target * expected.max(1e-12).ln() + (1.0 - target) * (1.0 - expected).max(1e-12).ln())
}
