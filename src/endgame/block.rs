//! A block: the positions of one slice with the men on fixed squares. Only king moves stay in it,
//! and they change between the block and its counterpart with the other side to move.

use super::index::Index;
use super::placed::Placed;
use super::slice::Slice;
use super::value::Value;
use crate::board::{Bitboard, Geometry, Square};
use crate::rules::Rules;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A block while it is being solved.
pub(super) struct Block<'a, R: Rules> {
    index: Index<R>,
    men: [Bitboard; 2],
    occupied: Bitboard,
    free: Vec<Square>,
    cells: &'a [AtomicU8],
    /// For each position, the king moves whose outcome is not known yet, or one of the two below.
    open: Box<[AtomicU8]>,
}

/// The value is found or needs no king move: captures.
pub(super) const CLOSED: u8 = 255;
/// Some other move holds a draw at least.
pub(super) const SAFE: u8 = 254;

impl<'a, R: Rules> Block<'a, R> {
    pub(super) fn new(slice: &'a Slice<R>, men: [Bitboard; 2]) -> Self {
        let index = slice.index;
        let size = index.block_size() as usize;
        let base = index.block_of(men) as usize * size;
        let occupied = men[0] | men[1];
        Self {
            index,
            men,
            occupied,
            free: (R::Board::BOARD - occupied).collect(),
            cells: &slice.bytes()[base..base + size],
            open: bytemuck::allocation::zeroed_slice_box(size),
        }
    }

    pub(super) fn cells(&self) -> &'a [AtomicU8] {
        self.cells
    }

    pub(super) fn open(&self) -> &[AtomicU8] {
        &self.open
    }

    #[inline]
    pub(super) fn placed(&self, number: usize) -> Placed<R> {
        Placed::new(self.men, self.index.kings_at(&self.free, number as u64))
    }

    /// Calls back with the number of every position of this block from which a king move leads
    /// to `next`, a position of the counterpart, whatever captures there are.
    #[inline]
    pub(super) fn before(&self, next: &Placed<R>, mut visit: impl FnMut(usize)) {
        let kings = [
            R::Board::turned(next.kings[1]),
            R::Board::turned(next.kings[0]),
        ];
        let occupied = self.occupied | kings[0] | kings[1];
        for from in kings[0] {
            let rest = kings[0] - from.into();
            for to in Placed::<R>::king_goals(from, occupied) {
                let own = rest | to.into();
                visit(self.index.kings_of(self.occupied, [own, kings[1]]) as usize);
            }
        }
    }

    #[inline]
    pub(super) fn value(&self, number: usize) -> Value {
        Value::from_byte(self.cells[number].load(Relaxed))
    }

    #[inline]
    pub(super) fn set(&self, number: usize, value: Value) {
        self.cells[number].store(value.to_byte(), Relaxed);
    }
}
