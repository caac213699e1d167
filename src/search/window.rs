//! The open range of scores a node is asked about.

use crate::score::Score;

/// Scores above `alpha` and below `beta` are of interest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Everything.
    pub(super) const FULL: Self = Self {
        alpha: Score::INFINITE.negated(),
        beta: Score::INFINITE,
    };

    /// Only the question whether the score is at least `beta`.
    #[inline]
    pub(super) fn below(beta: Score) -> Self {
        Self {
            alpha: beta - 1,
            beta,
        }
    }

    /// Only the question whether the score is above `alpha`.
    #[inline]
    pub(super) fn above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The same range seen by the opponent.
    #[inline]
    pub(super) fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Is there room for an exact score?
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.beta.centimen() - self.alpha.centimen() > 1
    }
}
