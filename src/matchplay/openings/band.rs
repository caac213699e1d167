//! A range of scores.

use crate::score::Score;
use std::fmt;
use std::str::FromStr;

/// Scores to be kept, without their signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    low: i32,
    high: i32,
}

/// Why a text is no band.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("band {0:?}; expected LO:HI in men with 0 <= LO <= HI <= 79, or balanced, or edge")]
pub struct BandError(String);

impl Band {
    /// Neither side much better: 0.05 to 0.35 men.
    pub const BALANCED: Self = Self { low: 5, high: 35 };
    /// One side better, often not enough to win: 0.25 to 0.60 men.
    pub const EDGE: Self = Self { low: 25, high: 60 };

    /// Does it hold the score of either side? Its bounds belong to it.
    pub fn contains(self, score: Score) -> bool {
        (self.low..=self.high).contains(&score.centimen().abs())
    }
}

impl FromStr for Band {
    type Err = BandError;

    fn from_str(text: &str) -> Result<Self, BandError> {
        let error = || BandError(text.chars().take(40).collect());
        let centimen = |text: &str| {
            let men = text.trim().parse::<f64>().ok();
            let men = men.filter(|men| (0.0..=79.0).contains(men));
            men.map(|men| (men * 100.0).round() as i32)
                .ok_or_else(error)
        };
        match text.trim() {
            "balanced" => Ok(Self::BALANCED),
            "edge" => Ok(Self::EDGE),
            bounds => {
                let (low, high) = bounds.split_once(':').ok_or_else(error)?;
                let (low, high) = (centimen(low)?, centimen(high)?);
                (low <= high)
                    .then_some(Self { low, high })
                    .ok_or_else(error)
            }
        }
    }
}

/// `0.05:0.35`.
impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = [self.low, self.high].map(Score::from_centimen);
        write!(f, "{low}:{high}")
    }
}
