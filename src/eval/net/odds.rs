//! What a score means for the result: an ordered logit for each head.

use super::parameters::HEADS;

/// With the logistic function L, a score s wins with the chance `L((s - width) / scale)` and
/// loses with `L((-s - width) / scale)`; what is left is drawn. In centi-men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// By which the odds of a result change e-fold, for each head; at least 1.
    pub scales: [u16; HEADS],
    /// The score that wins as often as not, for each head.
    pub widths: [u16; HEADS],
}

impl Default for Odds {
    /// By rule of thumb: the fewer pieces there are, the more it takes.
    fn default() -> Self {
        Self {
            scales: [150; HEADS],
            widths: [300, 220, 180, 150, 120, 100, 90, 80],
        }
    }
}

impl Odds {
    /// Chances to win, draw and lose for whom the score is.
    pub fn chances(&self, head: usize, centimen: i32) -> [f64; 3] {
        let (scale, width) = (self.scales[head].max(1).into(), self.widths[head].into());
        chances(f64::from(centimen), scale, width)
    }
}

/// Chances to win, draw and lose at a score.
pub fn chances(score: f64, scale: f64, width: f64) -> [f64; 3] {
    let logistic = |value: f64| 1.0 / (1.0 + libm::exp(-value / scale));
    let (win, loss) = (logistic(score - width), logistic(-score - width));
    [win, 1.0 - win - loss, loss]
}
