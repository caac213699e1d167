//! What a finished net's scores mean for results: by how much they shrink with drawish material,
//! and the chances to win, draw and lose. Learnt after the net, with the net fixed.

use super::samples::{Sample, Samples};
use crate::eval::net::{CENTIMEN, CLASSES, HEADS, LARGEST_FACTOR, Odds, Scaling, WHOLE, chances};
use rayon::prelude::*;

/// Scores beyond this many centi-men count as this.
const LIMIT: i32 = 1_500;
const BINS: usize = 2 * LIMIT as usize + 1;

/// A class of material with fewer positions than this is taken halfway to no factor at all.
const DOUBT: f64 = 2_000.0;

/// Positions worth counting: the estimates do not get better for more.
const ENOUGH: usize = 4_000_000;

/// Losses, draws and wins of the side ahead or to move, by score.
type Results = Vec<[u32; 3]>;

fn bin(output: f32) -> usize {
    let centimen = (output * CENTIMEN as f32).round() as i32;
    (centimen.clamp(-LIMIT, LIMIT) + LIMIT) as usize
}

fn score(bin: usize) -> f64 {
    bin as f64 - f64::from(LIMIT)
}

/// Factors and chances that make the results of these positions most likely; `output` is what the
/// net says of one, without factors.
pub fn learn(
    samples: &Samples,
    output: impl Fn(&Samples, &Sample) -> f32 + Sync,
) -> (Scaling, Odds) {
    let list = &samples.list()[..samples.len().min(ENOUGH)];
    let outputs: Vec<f32> = list
        .par_iter()
        .map(|sample| output(samples, sample))
        .collect();
    let mut classes: Vec<Results> = vec![Vec::new(); CLASSES];
    for (sample, &output) in list.iter().zip(&outputs) {
        let results = &mut classes[sample.class(output)];
        results.resize(BINS, [0; 3]);
        // From the side ahead: a class is the same for both colours.
        let points = if output < 0.0 {
            2 - sample.points
        } else {
            sample.points
        };
        results[bin(output.abs())][usize::from(points)] += 1;
    }
    let all = total(&classes);
    let slope = slope(&all);
    let factors: Vec<u8> = classes
        .par_iter()
        .map(|results| factor(results, slope))
        .collect();
    let mut scaling = Scaling::default();
    scaling.0.copy_from_slice(&factors);
    let mut heads: Vec<Results> = vec![vec![[0; 3]; BINS]; HEADS];
    for (sample, &output) in list.iter().zip(&outputs) {
        let factor = scaling.0[sample.class(output)];
        let scaled = output * f32::from(factor) / f32::from(WHOLE);
        heads[usize::from(sample.head)][bin(scaled)][usize::from(sample.points)] += 1;
    }
    let fitted: Vec<Option<(f64, f64)>> = heads.par_iter().map(|head| odds(head)).collect();
    let mut odds = Odds::default();
    for (head, found) in fitted.into_iter().enumerate() {
        if let Some((scale, width)) = found {
            odds.scales[head] = scale.round() as u16;
            odds.widths[head] = width.round() as u16;
        }
    }
    (scaling, odds)
}

fn total(parts: &[Results]) -> Results {
    let mut all = vec![[0; 3]; BINS];
    for part in parts {
        for (sum, more) in all.iter_mut().zip(part) {
            for (sum, more) in sum.iter_mut().zip(more) {
                *sum += more;
            }
        }
    }
    all
}

/// How the likelihood of the results changes with the number that multiplies their scores; it
/// falls all the way.
fn derivative(results: &[[u32; 3]], slope: f64) -> f64 {
    let term = |(bin, &[losses, draws, wins]): (usize, &[u32; 3])| {
        let count = f64::from(losses + draws + wins);
        if count == 0.0 {
            return 0.0;
        }
        let made = f64::from(wins) + f64::from(draws) / 2.0;
        let expected = 1.0 / (1.0 + libm::exp(-slope * score(bin)));
        score(bin) * (made - count * expected)
    };
    results.iter().enumerate().map(term).sum()
}

/// Where a function that falls passes zero, between two numbers.
fn root(mut low: f64, mut high: f64, falls: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if falls(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The slope of results by centi-men that is most likely for all.
fn slope(results: &[[u32; 3]]) -> f64 {
    root(1e-4, 0.2, |slope| derivative(results, slope))
}

/// The factor of a class, in 64ths.
fn factor(results: &[[u32; 3]], slope: f64) -> u8 {
    let count: f64 = results
        .iter()
        .flatten()
        .map(|&count| f64::from(count))
        .sum();
    let largest = f64::from(LARGEST_FACTOR) / f64::from(WHOLE);
    let likely = root(0.0, largest, |factor| derivative(results, slope * factor));
    let sure = (count * likely + DOUBT) / (count + DOUBT);
    (sure * f64::from(WHOLE)).round() as u8
}

/// Scale and width that make these results most likely: the likelihood has one maximum in
/// `1 / scale` and `width / scale`. None without results to tell.
fn odds(results: &[[u32; 3]]) -> Option<(f64, f64)> {
    let used: Vec<(f64, [u32; 3])> = results
        .iter()
        .enumerate()
        .filter(|(_, counts)| counts.iter().any(|&count| count > 0))
        .map(|(bin, &counts)| (score(bin), counts))
        .collect();
    let count: u32 = used.iter().flat_map(|(_, counts)| counts).sum();
    if f64::from(count) < DOUBT {
        return None;
    }
    let unlikely = |steep: f64, apart: f64| -> f64 {
        let term = |&(score, [losses, draws, wins]): &(f64, [u32; 3])| {
            let [win, draw, loss] = chances(score, 1.0 / steep, apart / steep);
            let part = |count: u32, chance: f64| f64::from(count) * libm::log(chance.max(1e-12));
            part(wins, win) + part(draws, draw) + part(losses, loss)
        };
        -used.iter().map(term).sum::<f64>()
    };
    let best_apart = |steep: f64| least(0.01, 8.0, |apart| unlikely(steep, apart));
    let steep = least(0.001, 0.1, |steep| unlikely(steep, best_apart(steep)));
    let scale = 1.0 / steep;
    Some((scale, best_apart(steep) * scale))
}

/// Where a function with one valley has its lowest point (golden section).
fn least(mut low: f64, mut high: f64, valley: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let mut left = high - GOLDEN * (high - low);
    let mut right = low + GOLDEN * (high - low);
    let (mut at_left, mut at_right) = (valley(left), valley(right));
    for _ in 0..26 {
        if at_left < at_right {
            high = right;
            (right, at_right) = (left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = valley(left);
        } else {
            low = left;
            (left, at_left) = (right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = valley(right);
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of many games at each score, as these odds give them.
    fn results(scale: f64, width: f64) -> Results {
        let counts = |bin| {
            let [win, draw, loss] = chances(score(bin), scale, width);
            [loss, draw, win].map(|chance| (chance * 1000.0).round() as u32)
        };
        (0..BINS).map(counts).collect()
    }

    #[test]
    fn odds_that_made_the_results_are_found() {
        for (scale, width) in [(150.0, 80.0), (60.0, 120.0), (220.0, 300.0)] {
            let (found_scale, found_width) = odds(&results(scale, width)).unwrap();
            let near = |found: f64, made: f64| (found / made - 1.0).abs() < 0.01;
            assert!(near(found_scale, scale) && near(found_width, width));
        }
        assert_eq!(odds(&vec![[0; 3]; BINS]), None);
    }

    #[test]
    fn half_of_a_score_is_a_factor_of_half() {
        let whole = results(100.0, 0.0);
        let slope = slope(&whole);
        assert!((slope * 100.0 - 1.0).abs() < 0.01, "{slope}");
        let half = results(200.0, 0.0);
        assert!((30..=34).contains(&factor(&half, slope)));
        assert!((62..=66).contains(&factor(&whole, slope)));
        // Always drawn, whatever the score.
        let drawn = vec![[0, 1000, 0]; BINS];
        assert!(factor(&drawn, slope) <= 1);
        // Nothing known: nothing changes.
        assert_eq!(factor(&[], slope), WHOLE);
    }
}
