//! The two scales of strength and estimates on them.
//!
//! Sources: A. Elo, *The Rating of Chessplayers*, 1978 (the logistic form of his scale); M. Van
//! den Bergh, *Normalized Elo* (the second scale).

use std::f64::consts::LN_10;
use std::fmt;

/// Elo points of a tenfold ratio of won to lost points.
const TENFOLD: f64 = 400.0;

/// Normalised Elo of one standard deviation of a game: near equality and with a standard
/// deviation of ½ (no draws) both scales agree.
pub(super) const NORMALISED_SCALE: f64 = 800.0 / LN_10;

/// A value and the bounds between which the true one lies with 95 % confidence; never NaN,
/// infinite where the results set no limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// `33.1 [9.5, 57.0]`, with as many decimals as the format asks for, one if it does not;
/// `inf` and `-inf` where there is no limit.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        let [value, low, high] = [self.value, self.low, self.high];
        write!(
            f,
            "{value:.decimals$} [{low:.decimals$}, {high:.decimals$}]"
        )
    }
}

/// Elo of a score from 0 to 1; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    TENFOLD * (score / (1.0 - score)).log10()
}

/// The score, 0 to 1, that this many Elo points promise.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / TENFOLD))
}
