//! The quiet moves a king has made in a row, where a variant limits them (Frisian: a side that has
//! a man and a king may not make a fourth one with the same king). Part of the position: two
//! positions that differ in it have different moves.

use crate::board::Square;

/// A king and the number of quiet moves it made in a row; 0 = none, whichever square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingRun {
    square: u8,
    count: u8,
}

impl KingRun {
    /// No king has moved last.
    pub const NONE: Self = Self {
        square: 0,
        count: 0,
    };

    /// The king on this square has made so many quiet moves in a row.
    pub const fn new(square: Square, count: u8) -> Self {
        if count == 0 {
            return Self::NONE;
        }
        Self {
            square: square.index(),
            count,
        }
    }

    /// Where the king stands; of no meaning with a count of 0.
    #[inline]
    pub const fn square(self) -> Square {
        Square::from_index(self.square)
    }

    /// Quiet moves in a row.
    #[inline]
    pub const fn count(self) -> u8 {
        self.count
    }

    /// After a quiet move of a king from one square to another.
    #[inline]
    #[must_use]
    pub(super) const fn after(self, from: Square, to: Square) -> Self {
        let before = if self.count != 0 && self.square == from.index() {
            self.count
        } else {
            0
        };
        Self::new(to, before.saturating_add(1))
    }
}
