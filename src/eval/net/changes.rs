//! What differs between two positions, as inputs of the net that go on and off.

use super::inference::{Block, Net};
use super::inputs::input;
use super::parameters::PLANES;
use crate::board::{Bitboard, Side, Square};
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

/// Rows of weights in White's view and in Black's; at most one piece stands on each square before
/// and after.
type Rows = ArrayVec<[u16; 2], 64>;

/// The inputs that differ between two positions.
#[derive(Default)]
pub(super) struct Changes {
    on: Rows,
    off: Rows,
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
            let rows = |square: Square| {
                // His own pieces are Black's planes 0 and 1.
                let black = input::<R>(Side::Black, (plane + 2) % PLANES, square);
                [input::<R>(Side::White, plane, square) as u16, black as u16]
            };
            changes.on.extend((new - old).map(rows));
            changes.off.extend((old - new).map(rows));
        }
        changes
    }

    /// Changes the units of a view accordingly. Sums wrap around on the way and are right at the
    /// end, since a position's own sum fits.
    #[inline]
    pub(super) fn apply<R: Rules>(&self, net: &Net<R>, view: Side, units: &mut [Block]) {
        for rows in &self.on {
            each(units, net.row(rows[view.index()]), i16::wrapping_add);
        }
        for rows in &self.off {
            each(units, net.row(rows[view.index()]), i16::wrapping_sub);
        }
    }

    /// The same for views of a size known beforehand, which stay in registers meanwhile.
    #[inline(always)]
    pub(super) fn applied<const N: usize>(
        &self,
        first: &[Block],
        view: usize,
        mut units: [Block; N],
    ) -> [Block; N] {
        let (first, _) = first.as_chunks::<N>();
        for rows in &self.on {
            each(
                &mut units,
                &first[usize::from(rows[view])],
                i16::wrapping_add,
            );
        }
        for rows in &self.off {
            each(
                &mut units,
                &first[usize::from(rows[view])],
                i16::wrapping_sub,
            );
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
