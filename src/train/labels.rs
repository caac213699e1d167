//! What a position is trained towards: the game's result blended with what the search expected.

use super::lessons::DECIDED;
use super::samples::{Sample, Samples};

/// Scores from -[`DECIDED`] to [`DECIDED`].
const SCORES: usize = 2 * DECIDED as usize + 1;

/// The steepest and the flattest relation between men and results that make sense.
const SLOPES: (f64, f64) = (0.02, 20.0);

/// Labels of all scores and results, and the slope between men and results.
#[derive(Clone, PartialEq, Debug)]
pub struct Labels {
    /// k of `1 / (1 + exp(-k * score))`, a man.
    pub slope: f64,
    /// By score, then by half points.
    table: Vec<f32>,
}

impl Labels {
    /// Labels `blend * result + (1 - blend) / (1 + exp(-k * score))`, `blend` from 0 to 1 and the
    /// score in men. k is the one that makes the results of these positions most likely.
    pub fn fit(samples: &Samples, blend: f64) -> Self {
        let slope = fitted_slope(samples);
        let mut table = Vec::with_capacity(3 * SCORES);
        for at in 0..SCORES {
            let expected = expected(slope, score(at));
            for points in 0..3 {
                let result = f64::from(points) / 2.0;
                table.push((blend * result + (1.0 - blend) * expected) as f32);
            }
        }
        Self { slope, table }
    }

    /// The label of a position for its mover, 0 to 1.
    pub fn label(&self, sample: &Sample) -> f32 {
        self.table[3 * place(sample.score) + usize::from(sample.points)]
    }
}

/// The place of a score, cut to the range.
fn place(score: i16) -> usize {
    (score.clamp(-DECIDED, DECIDED) + DECIDED) as usize
}

/// Men.
fn score(place: usize) -> f64 {
    (place as f64 - f64::from(DECIDED)) / 100.0
}

fn expected(slope: f64, men: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-slope * men))
}

/// The most likely slope. The likelihood has one maximum, so its derivative is bisected.
fn fitted_slope(samples: &Samples) -> f64 {
    let (mut counts, mut points) = (vec![0_u64; SCORES], vec![0_u64; SCORES]);
    for sample in samples.list() {
        counts[place(sample.score)] += 1;
        points[place(sample.score)] += u64::from(sample.points);
    }
    let rises = |slope: f64| {
        let mut sum = 0.0;
        for (at, (&count, &points)) in counts.iter().zip(&points).enumerate() {
            let made = points as f64 / 2.0;
            sum += score(at) * (made - count as f64 * expected(slope, score(at)));
        }
        sum > 0.0
    };
    let (mut low, mut high) = SLOPES;
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if rises(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
