//! What differs between two positions, as rows of weights that are added and taken away.

use super::inference::Block;
use super::parameters::PLANES;
use crate::board::{Bitboard, Geometry, Side, Square};
use crate::position::Position;
use crate::rules::Rules;

/// Pieces of a position as the net sees them from White: his men and kings, then Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pieces([Bitboard; PLANES]);

/// Bits of a set of squares, ghosts included.
const BITS: usize = 64;
/// Rows of the first layer's weights: one for each plane and bit, so that a piece's row follows
/// from its bit at once. Those of ghost bits are never used.
pub(super) const ROWS: usize = PLANES * BITS;

/// The row of a piece in a view: Black's view is White's, turned by 180 degrees, and his own
/// pieces are planes 0 and 1.
#[inline(always)]
pub(super) fn row<R: Rules>(view: Side, plane: usize, square: Square) -> usize {
    let bit = square.index() as usize;
    match view {
        Side::White => plane * BITS + bit,
        Side::Black => (plane + 2) % PLANES * BITS + last_bit::<R>() - bit,
    }
}

/// The bit of the last square; the first one's is 0.
const fn last_bit<R: Rules>() -> usize {
    R::Board::BOARD.0.ilog2() as usize
}

impl Pieces {
    #[inline]
    pub(super) fn of<R: Rules>(position: &Position<R>) -> Self {
        Self([
            position.men(Side::White),
            position.kings(Side::White),
            position.men(Side::Black),
            position.kings(Side::Black),
        ])
    }

    /// How many pieces of one are not in the other, either way.
    #[inline]
    pub(super) fn distance(&self, other: &Self) -> u32 {
        let pairs = self.0.iter().zip(&other.0);
        pairs.map(|(&own, &theirs)| (own ^ theirs).len()).sum()
    }

    /// Makes units of a view that fit `before` fit these pieces, by the weights `first`, of which
    /// each row has `stride` blocks, these units' own from `at` on. Sums wrap around on the way and
    /// are right at the end, since a position's own sum fits.
    #[inline(always)]
    pub(super) fn change<R: Rules, const N: usize>(
        &self,
        before: &Self,
        view: Side,
        (first, stride, at): (&[Block], usize, usize),
        mut units: [Block; N],
    ) -> [Block; N] {
        let weights = |plane, square| &first[row::<R>(view, plane, square) * stride + at..][..N];
        for plane in 0..PLANES {
            let (old, new) = (before.0[plane], self.0[plane]);
            for square in new - old {
                each(&mut units, weights(plane, square), i16::wrapping_add);
            }
            for square in old - new {
                each(&mut units, weights(plane, square), i16::wrapping_sub);
            }
        }
        units
    }
}

#[inline(always)]
fn each(units: &mut [Block], weights: &[Block], change: impl Fn(i16, i16) -> i16) {
    for (units, weights) in units.iter_mut().zip(weights) {
        for (unit, &weight) in units.iter_mut().zip(weights) {
            *unit = change(*unit, weight);
        }
    }
}
