//! Directions of a step, as White sees the board. On a mirrored board left and right change places.

use super::piece::Side;

/// A direction: one of the four diagonal ones, or along a column or row, where the next square is
/// two rows or two files away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards White's home row and the left edge.
    DownLeft,
    /// Towards White's home row and the right edge.
    DownRight,
    /// Towards Black's home row and the right edge.
    UpRight,
    /// Towards Black's home row and the left edge.
    UpLeft,
    /// Along the column towards White's home row.
    Down,
    /// Along the row towards the right edge.
    Right,
    /// Along the column towards Black's home row.
    Up,
    /// Along the row towards the left edge.
    Left,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// The four diagonal directions.
    pub const DIAGONAL: [Self; 4] = [DownLeft, DownRight, UpRight, UpLeft];
    /// All eight.
    pub const EIGHT: [Self; 8] = [DownLeft, DownRight, UpRight, UpLeft, Down, Right, Up, Left];

    /// The two directions in which the men of a side move forward.
    #[inline(always)]
    pub const fn forward(side: Side) -> [Self; 2] {
        match side {
            Side::White => [UpRight, UpLeft],
            Side::Black => [DownLeft, DownRight],
        }
    }

    /// The two diagonal directions at right angles to a diagonal one.
    #[inline]
    pub const fn across(self) -> [Self; 2] {
        match self {
            DownLeft | UpRight => [DownRight, UpLeft],
            _ => [DownLeft, UpRight],
        }
    }

    /// The opposite direction.
    #[inline(always)]
    #[must_use]
    pub const fn reverse(self) -> Self {
        match self {
            DownLeft => UpRight,
            DownRight => UpLeft,
            UpRight => DownLeft,
            UpLeft => DownRight,
            Down => Up,
            Right => Left,
            Up => Down,
            Left => Right,
        }
    }
}
