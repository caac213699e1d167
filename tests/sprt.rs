//! The sequential test: its ratio against general optimisation, its errors and lengths against
//! Wald's theory.

use crate::pairs::{Pairs, normalised_elo_of, tally_of};
use crate::table::rows;
use baige::matchplay::sprt::{Model, Sprt, SprtError, Verdict};
use baige::matchplay::statistics::{Tally, elo_of_score, score_of_elo};
use baige::prng::Prng;
use rayon::prelude::*;

#[test]
fn bounds_of_wald() {
    let sprt: Sprt = "0,5".parse().unwrap();
    let (lower, upper) = sprt.bounds();
    assert!((lower + 2.944).abs() < 5e-4 && (upper - 2.944).abs() < 5e-4);
    let sprt = Sprt::new(Model::Normalised, 0.0, 5.0, 0.05, 0.1).unwrap();
    let (lower, upper) = sprt.bounds();
    assert!((lower + 2.251).abs() < 5e-4 && (upper - 2.890).abs() < 5e-4);
}

#[test]
fn text_forms() {
    for (text, shown) in [
        ("0,5", "elo:0,5,0.05,0.05"),
        (" -3 , 1.5 ", "elo:-3,1.5,0.05,0.05"),
        ("nelo:0,5,0.01,0.1", "nelo:0,5,0.01,0.1"),
        ("elo:0,5", "elo:0,5,0.05,0.05"),
    ] {
        let sprt: Sprt = text.parse().unwrap();
        assert_eq!(sprt.to_string(), shown);
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
    }
    for text in [
        "",
        "0",
        "0,5,0.05",
        "a,b",
        "0,5,1,2,3",
        "wdl:0,5",
        "0;5",
        "nelo 0,5",
    ] {
        let error = text.parse::<Sprt>().unwrap_err();
        assert!(error.to_string().contains("expected E0,E1 or"), "{error}");
    }
    let error = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
    assert!(error("5,0").contains("lower one first"));
    assert!(error("5,5").contains("lower one first"));
    assert!(error("0,5,0.5,0.05").contains("error chance 0.5; expected"));
    assert!(error("0,5,0.05,0").contains("error chance 0; expected"));
    assert!(error("0,5,nan,0.05").contains("error chance NaN; expected"));
    assert!(error("nan,5").contains("from -400 to 400"));
    assert!(error("0,inf").contains("from -400 to 400"));
    assert_eq!("-401,5".parse::<Sprt>(), Err(SprtError::Bound(-401.0)));
}

#[test]
fn ratio_is_that_of_general_optimisation() {
    let table = include_str!("data/llr.tsv");
    for fields in rows::<9>(table) {
        let pairs = [0, 1, 2, 3, 4].map(|i| fields[i].parse().unwrap());
        let text = format!("{}:{},{}", fields[5], fields[6], fields[7]);
        let found = text.parse::<Sprt>().unwrap().llr(&tally_of(pairs));
        let expected: f64 = fields[8].parse().unwrap();
        let tolerance = 2e-5 + 1e-4 * expected.abs();
        assert!((found - expected).abs() < tolerance, "{fields:?}: {found}");
    }
}

#[test]
fn any_result_gives_a_finite_ratio() {
    let mut sprts = Vec::new();
    for model in [Model::Logistic, Model::Normalised] {
        for (elo0, elo1) in [(0.0, 5.0), (-400.0, 400.0), (-2.0, 0.0), (399.0, 400.0)] {
            sprts.push(Sprt::new(model, elo0, elo1, 0.05, 0.05).unwrap());
        }
    }
    let counts = [0, 1, 30, 1_000_000_000];
    for code in 0..4_usize.pow(5) {
        let pairs = [1, 4, 16, 64, 256].map(|weight| counts[code / weight % 4]);
        for sprt in &sprts {
            let llr = sprt.llr(&tally_of(pairs));
            assert!(llr.is_finite(), "{sprt} {pairs:?}: {llr}");
        }
    }
    for sprt in &sprts {
        let nothing = Tally::default();
        let found = (sprt.llr(&nothing), sprt.verdict(&nothing));
        assert_eq!(found, (0.0, Verdict::GoOn));
    }
}

#[test]
fn clear_results_are_decided() {
    let sprt: Sprt = "0,5".parse().unwrap();
    assert_eq!(
        sprt.verdict(&tally_of([0, 0, 0, 0, 400])),
        Verdict::AcceptH1
    );
    assert_eq!(
        sprt.verdict(&tally_of([400, 0, 0, 0, 0])),
        Verdict::AcceptH0
    );
    assert_eq!(sprt.verdict(&tally_of([3, 9, 40, 9, 3])), Verdict::GoOn);
}

/// How often H1 was accepted, and the mean number of pairs.
struct Rates {
    accepted: f64,
    length: f64,
}

const RUNS: u64 = 500;

fn simulate(sprt: &Sprt, truth: &Pairs, seed: u64) -> Rates {
    let run = |run: u64| {
        let mut prng = Prng::new(seed * RUNS + run);
        let mut pairs = [0; 5];
        for length in 1_u64.. {
            pairs[truth.draw(&mut prng)] += 1;
            match sprt.verdict(&tally_of(pairs)) {
                Verdict::GoOn => {}
                verdict => return (u64::from(verdict == Verdict::AcceptH1), length),
            }
        }
        unreachable!("a test ends")
    };
    let sum = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    let (accepted, length) = (0..RUNS).into_par_iter().map(run).reduce(|| (0, 0), sum);
    let share = |count: u64| count as f64 / RUNS as f64;
    Rates {
        accepted: share(accepted),
        length: share(length),
    }
}

/// Wald's rates for a sum of steps with this mean and standard deviation between these bounds,
/// both moved out by 0.583 deviations, the mean overshoot (Siegmund, *Sequential Analysis*, 1985).
fn theory((lower, upper): (f64, f64), mean: f64, deviation: f64) -> Rates {
    let (lower, upper) = (lower - 0.583 * deviation, upper + 0.583 * deviation);
    let variance = deviation * deviation;
    if mean.abs() < 1e-9 {
        return Rates {
            accepted: -lower / (upper - lower),
            length: -lower * upper / variance,
        };
    }
    let power = -2.0 * mean / variance;
    let [low, high] = [lower, upper].map(|bound| (power * bound).exp());
    let accepted = (1.0 - low) / (high - low);
    Rates {
        accepted,
        length: (accepted * upper + (1.0 - accepted) * lower) / mean,
    }
}

#[test]
fn stop_rates_and_lengths_match_theory() {
    let base = Pairs([0.07, 0.22, 0.46, 0.20, 0.05]);
    let elo = |pairs: &Pairs| elo_of_score(pairs.mean());
    for (model, elo0, elo1) in [(Model::Logistic, 0.0, 40.0), (Model::Normalised, 0.0, 50.0)] {
        let sprt = Sprt::new(model, elo0, elo1, 0.05, 0.05).unwrap();
        for (seed, truth) in (1..).zip([elo0, f64::midpoint(elo0, elo1), elo1]) {
            let pairs = match model {
                Model::Logistic => base.tuned(elo, truth),
                Model::Normalised => base.tuned(normalised_elo_of, truth),
            };
            // The ratio's step for a pair of score x: (x - middle) (s1 - s0) / variance.
            let deviation = pairs.deviation();
            let score = |elo: f64| match model {
                Model::Logistic => score_of_elo(elo),
                Model::Normalised => 0.5 + elo * 10_f64.ln() / 800.0 * 2_f64.sqrt() * deviation,
            };
            let (s0, s1) = (score(elo0), score(elo1));
            let step = (s1 - s0) / deviation;
            let drift = (pairs.mean() - f64::midpoint(s0, s1)) / deviation * step;
            let expected = theory(sprt.bounds(), drift, step);
            let found = simulate(&sprt, &pairs, seed);
            // Three and a half standard errors, and one percent for the approximation.
            let error = (expected.accepted * (1.0 - expected.accepted) / RUNS as f64).sqrt();
            assert!(
                (found.accepted - expected.accepted).abs() < 3.5 * error + 0.01,
                "{sprt} at {truth}: {} accepted, theory {}",
                found.accepted,
                expected.accepted
            );
            // Lengths scatter by about 0.8 of their mean.
            let tolerance = 3.5 * 0.8 / (RUNS as f64).sqrt() + 0.03;
            assert!(
                (found.length / expected.length - 1.0).abs() < tolerance,
                "{sprt} at {truth}: {} pairs, theory {}",
                found.length,
                expected.length
            );
        }
    }
}
