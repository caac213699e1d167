//! What differs between two positions, as inputs of the net that go on and off.

use super::inference::{Block, Net};
use super::inputs::input;
use super::parameters::PLANES;
use crate::board::{Bitboard, Geometry, Side, Square};
use crate::position::Position;
use crate::rules::Rules;
use arrayvec::ArrayVec;

/// Pieces of a position as the net sees them from White: his men and kings, then Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pieces([Bitboard; PLANES]);

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

    /// How many inputs of a view differ.
    #[inline]
    pub(super) fn distance(&self, other: &Self) -> u32 {
        let pairs = self.0.iter().zip(&other.0);
        pairs.map(|(&own, &theirs)| (own ^ theirs).len()).sum()
    }
}

/// Inputs that go on and off; at most one piece stands on each square before and after.
type Inputs = ArrayVec<u16, 64>;

/// The inputs in White's view that differ between two positions.
#[derive(Default)]
pub(super) struct Changes {
    on: Inputs,
    off: Inputs,
}

impl Changes {
    /// All that is on in a position.
    pub(super) fn from_nothing<R: Rules>(position: &Position<R>) -> Self {
        Self::between::<R>(&Pieces::default(), &Pieces::of(position))
    }

    /// What makes the pieces `after` of the pieces `before`.
    #[inline]
    pub(super) fn between<R: Rules>(before: &Pieces, after: &Pieces) -> Self {
        let mut changes = Self::default();
        for plane in 0..PLANES {
            let (old, new) = (before.0[plane], after.0[plane]);
            let number = |square: Square| input::<R>(Side::White, plane, square) as u16;
            changes.on.extend((new - old).map(number));
            changes.off.extend((old - new).map(number));
        }
        changes
    }

    /// Changes the units of a view accordingly. Sums wrap around on the way and are right at the
    /// end, since a position's own sum fits.
    #[inline]
    pub(super) fn apply<R: Rules>(&self, net: &Net<R>, view: Side, units: &mut [Block]) {
        let row = |number: u16| {
            let at = in_view::<R>(view, number.into()) * net.blocks;
            &net.first[at..at + net.blocks]
        };
        for &number in &self.on {
            each(units, row(number), i16::wrapping_add);
        }
        for &number in &self.off {
            each(units, row(number), i16::wrapping_sub);
        }
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

/// The number in a view of an input in White's: for Black the board is turned, and his pieces
/// are his own.
#[inline]
fn in_view<R: Rules>(view: Side, number: usize) -> usize {
    let squares = usize::from(R::Board::SQUARES);
    match view {
        Side::White => number,
        // Turned, a square s is squares - 1 - s; swapped, the planes 0 1 2 3 are 2 3 0 1.
        Side::Black => {
            let swapped = (number + 2 * squares) % (PLANES * squares);
            let (plane, square) = (swapped / squares, swapped % squares);
            plane * squares + squares - 1 - square
        }
    }
}
