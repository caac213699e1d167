//! Marks for moves, by what they cost.

use serde::{Deserialize, Serialize};

/// A worse move than another one. Its cost is a part of the expected result, which is 1 for a win,
/// a half for a draw and 0 for a loss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`: costs 0.10 or more.
    Dubious,
    /// `?`: costs 0.20 or more.
    Mistake,
    /// `??`: costs 0.35 or more.
    Blunder,
}

impl Mark {
    /// All, the slightest first.
    pub const ALL: [Self; 3] = [Self::Dubious, Self::Mistake, Self::Blunder];

    /// The least cost that gets this mark.
    pub const fn least(self) -> f64 {
        match self {
            Self::Dubious => 0.10,
            Self::Mistake => 0.20,
            Self::Blunder => 0.35,
        }
    }

    /// The mark for a move of this cost.
    pub fn of(cost: f64) -> Option<Self> {
        Self::ALL
            .into_iter()
            .rev()
            .find(|mark| cost >= mark.least())
    }

    /// Its number among numeric annotations.
    pub const fn number(self) -> u16 {
        match self {
            Self::Dubious => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// As it stands behind a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dubious => "dubious",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Mark;

    #[test]
    fn costs_get_the_gravest_mark_they_reach() {
        assert_eq!(Mark::of(0.0999), None);
        assert_eq!(Mark::of(0.10), Some(Mark::Dubious));
        assert_eq!(Mark::of(0.3), Some(Mark::Mistake));
        assert_eq!(Mark::of(0.5), Some(Mark::Blunder));
        assert_eq!(Mark::of(-1.0), None);
    }
}
