//! Pairs of games from a known distribution.

use baige::matchplay::statistics::Tally;
use baige::prng::Prng;

/// Probabilities of 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs(pub(crate) [f64; 5]);

impl Pairs {
    /// Mean score a game, 0 to 1.
    pub(crate) fn mean(&self) -> f64 {
        let points = [0.0, 0.25, 0.5, 0.75, 1.0];
        self.0.iter().zip(points).map(|(p, x)| p * x).sum()
    }

    /// Standard deviation of the mean score of a pair.
    pub(crate) fn deviation(&self) -> f64 {
        let mean = self.mean();
        let points = [0.0, 0.25, 0.5, 0.75, 1.0_f64];
        let squares = self
            .0
            .iter()
            .zip(points)
            .map(|(p, x)| p * (x - mean).powi(2));
        squares.sum::<f64>().sqrt()
    }

    /// This share of the pairs won 2-0 and the others as before.
    pub(crate) fn with_more_wins(&self, share: f64) -> Self {
        let mut mixed = self.0.map(|p| p * (1.0 - share));
        mixed[4] += share;
        Self(mixed)
    }

    /// With as many more wins as bring a rising measure to this value.
    pub(crate) fn tuned(&self, measure: impl Fn(&Self) -> f64, value: f64) -> Self {
        let (mut low, mut high) = (0.0, 0.9);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let is_low = measure(&self.with_more_wins(middle)) < value;
            *(if is_low { &mut low } else { &mut high }) = middle;
        }
        self.with_more_wins(low)
    }

    /// The points of a random pair, doubled.
    pub(crate) fn draw(&self, prng: &mut Prng) -> usize {
        let mut rest = prng.next() as f64 / 2_f64.powi(64);
        for (points, p) in self.0.iter().enumerate() {
            rest -= p;
            if rest < 0.0 {
                return points;
            }
        }
        2
    }
}

/// Normalised Elo by its definition: 800/ln 10 (mean - ½) / deviation of a game.
pub(crate) fn normalised_elo_of(pairs: &Pairs) -> f64 {
    let deviation = 2_f64.sqrt() * pairs.deviation();
    800.0 / 10_f64.ln() * (pairs.mean() - 0.5) / deviation
}

/// Results with these pairs; which of the pairs with one point were two draws does not matter.
pub(crate) fn tally_of(pairs: [u64; 5]) -> Tally {
    let [none, half, one, more, two] = pairs;
    Tally {
        wins: more + 2 * two,
        draws: half + 2 * one + more,
        losses: half + 2 * none,
        pairs,
    }
}
