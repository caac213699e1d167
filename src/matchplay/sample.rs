//! A sample of independent results and what follows for the strength behind it.
//!
//! Sources: R. von Mises, *On the Asymptotic Distribution of Differentiable Statistical
//! Functions*, 1947 (the variance of a function of sample moments, the "delta method"); C. J.
//! Clopper and E. S. Pearson, 1934 (samples without spread).

use super::elo::{Estimate, NORMALISED_SCALE, elo_of_score};
use std::f64::consts::FRAC_1_SQRT_2;

/// 97.5 % of the standard normal distribution lie below.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// The share of an interval's misses that fall on one side.
const TAIL: f64 = 0.025;

/// Independent results: pairs or games, by their mean score a game.
pub(super) struct Sample {
    size: f64,
    mean: f64,
    deviation: f64,
    /// Third and fourth moment about the mean, in standard deviations.
    skewness: f64,
    kurtosis: f64,
    /// Mean of (x - ½)².
    about_half: f64,
    /// One result's t-value times this is that of a game.
    per_game: f64,
}

impl Sample {
    /// `counts[i]` results of score `i / (counts.len() - 1)`.
    pub(super) fn new(counts: &[u64], per_game: f64) -> Self {
        let size = counts.iter().sum::<u64>() as f64;
        let best = counts.len() as f64 - 1.0;
        // Before the first result everything is as for a score of one half, without spread.
        let average = |value: &dyn Fn(f64) -> f64| {
            let scores = (0..).map(|i| f64::from(i) / best);
            let terms = scores.zip(counts).map(|(x, &n)| n as f64 * value(x));
            terms.sum::<f64>() / size.max(1.0)
        };
        let mean = if size > 0.0 { average(&|x| x) } else { 0.5 };
        // Rounding must not give a spread to results that are all alike.
        let is_spread = counts.iter().filter(|&&n| n > 0).count() > 1;
        let variance = average(&|x| (x - mean).powi(2));
        let deviation = if is_spread { variance.sqrt() } else { 0.0 };
        Self {
            size,
            mean,
            deviation,
            skewness: average(&|x| (x - mean).powi(3)) / deviation.powi(3),
            kurtosis: average(&|x| (x - mean).powi(4)) / deviation.powi(4),
            about_half: average(&|x| (x - 0.5).powi(2)),
            per_game,
        }
    }

    pub(super) fn elo(&self) -> Estimate {
        let reach = QUANTILE * self.deviation / self.size.sqrt();
        let (low, high) = if self.deviation > 0.0 {
            (self.mean - reach, self.mean + reach)
        } else {
            let other = self.unseen();
            (self.mean * (1.0 - other), self.mean * (1.0 - other) + other)
        };
        Estimate {
            value: elo_of_score(self.mean),
            low: elo_of_score(low),
            high: elo_of_score(high),
        }
    }

    pub(super) fn normalised_elo(&self) -> Estimate {
        let scale = NORMALISED_SCALE * self.per_game;
        let ahead = self.mean - 0.5;
        let (value, low, high) = if self.deviation > 0.0 {
            let t = ahead / self.deviation;
            // The delta method for mean / deviation: mean and deviation both vary.
            let variance = 1.0 - t * self.skewness + t * t / 4.0 * (self.kurtosis - 1.0);
            let reach = QUANTILE * (variance.max(0.0) / self.size).sqrt();
            (t, t - reach, t + reach)
        } else {
            // Without spread any lead is infinitely many deviations.
            let value = if ahead == 0.0 { 0.0 } else { ahead / 0.0 };
            let other = self.unseen();
            let mixed = |extreme: f64| {
                let deviation = (extreme - self.mean).abs() * (other * (1.0 - other)).sqrt();
                (ahead + other * (extreme - self.mean)) / deviation
            };
            let low = if ahead < 0.0 { value } else { mixed(0.0) };
            let high = if ahead > 0.0 { value } else { mixed(1.0) };
            (value, low, high)
        };
        Estimate {
            value: scale * value,
            low: scale * low,
            high: scale * high,
        }
    }

    /// All results are alike: the largest probability of another one, at either end of the
    /// scale, under which that happens in [`TAIL`] of all matches.
    fn unseen(&self) -> f64 {
        1.0 - TAIL.powf(1.0 / self.size)
    }

    pub(super) fn superiority(&self) -> f64 {
        if self.about_half == 0.0 {
            return 0.5;
        }
        let deviations = (self.mean - 0.5) * (self.size / self.about_half).sqrt();
        0.5 * libm::erfc(-deviations * FRAC_1_SQRT_2)
    }
}
