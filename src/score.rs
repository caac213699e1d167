//! What a position is worth: hundredths of a man, and wins and losses counted in plies.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score in centi-men from the side to move. A proven win in `n` plies is `10000 - n`, a win
/// known from endgame tables `9000 - n`; ordinary scores stay within ±79 men, so that a Hub
/// client that reads everything above 80 men as a win is never misled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

impl Score {
    /// Equal or drawn.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(10_001);
    /// The largest ordinary score.
    pub const LIMIT: Self = Self(7_900);
    const WIN: i16 = 10_000;
    const WON: i16 = 8_000;

    /// An ordinary score from centi-men, kept within ±[`Self::LIMIT`].
    #[inline]
    pub const fn from_centimen(value: i32) -> Self {
        let limit = Self::LIMIT.0 as i32;
        Self(if value > limit {
            limit as i16
        } else if value < -limit {
            -limit as i16
        } else {
            value as i16
        })
    }

    /// The game is won after this many plies.
    #[inline]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN - plies as i16)
    }

    /// A win by the endgame tables, with this many plies to the next turn for the better.
    #[inline]
    pub const fn table_win_in(plies: usize) -> Self {
        Self(Self::WIN - 1_000 - plies as i16)
    }

    /// The game is lost after this many plies.
    #[inline]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i16 - Self::WIN)
    }

    /// The score for the opponent, in constants too.
    #[inline]
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// Is this a proven win or loss?
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 > Self::WON || self.0 < -Self::WON
    }

    /// The raw number of centi-men (or the win scale above).
    #[inline]
    pub const fn centimen(self) -> i32 {
        self.0 as i32
    }

    /// Seen from a node `ply` plies below the root: distances count from the root.
    #[inline]
    pub const fn from_table(raw: i16, ply: usize) -> Self {
        Self(if raw > Self::WON {
            raw - ply as i16
        } else if raw < -Self::WON {
            raw + ply as i16
        } else {
            raw
        })
    }

    /// As stored in the transposition table: distances count from the node itself.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        if self.0 > Self::WON {
            self.0 + ply as i16
        } else if self.0 < -Self::WON {
            self.0 - ply as i16
        } else {
            self.0
        }
    }

    /// Plies to the proven end of the game, if there is one: positive when winning.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > Self::WIN - 1_000 {
            Some(Self::WIN as i32 - self.0 as i32)
        } else if self.0 < 1_000 - Self::WIN {
            Some(-(self.0 as i32) - Self::WIN as i32)
        } else {
            None
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Add<i32> for Score {
    type Output = Self;
    /// Shifted by centi-men, kept within ±[`Self::INFINITE`].
    #[inline]
    fn add(self, centimen: i32) -> Self {
        let limit = i32::from(Self::INFINITE.0);
        Self((i32::from(self.0) + centimen).clamp(-limit, limit) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, centimen: i32) -> Self {
        self + -centimen
    }
}

/// Men as a real number with two decimals: the only conversion of that kind.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let value = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", value / 100, value % 100))
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hub_scale() {
        assert_eq!(Score::win_in(1).to_string(), "99.99");
        assert_eq!(Score::loss_in(2).to_string(), "-99.98");
        assert_eq!(Score::from_centimen(-5).to_string(), "-0.05");
        assert_eq!(Score::from_centimen(1_000_000), Score::LIMIT);
        assert!(!Score::LIMIT.is_decided() && Score::win_in(127).is_decided());
        assert_eq!(Score::win_in(7).plies_to_end(), Some(7));
        assert_eq!(Score::loss_in(6).plies_to_end(), Some(-6));
        assert_eq!(Score::LIMIT.plies_to_end(), None);
    }

    #[test]
    fn table_form_is_relative_to_the_node() {
        for score in [
            Score::win_in(9),
            Score::loss_in(12),
            Score::from_centimen(33),
        ] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(
            Score::from_table(Score::win_in(9).to_table(9), 0),
            Score::win_in(0)
        );
    }
}
