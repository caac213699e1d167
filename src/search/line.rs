//! Principal variations: for each ply of the search the best line from there.

use super::MAX_PLY;
use crate::position::Move;
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// The best lines known at each ply, made once.
pub(super) struct Lines(Box<[Line]>);

impl Lines {
    pub(super) fn new() -> Self {
        Self((0..=MAX_PLY).map(|_| Line::new()).collect())
    }

    /// Forgets the line at a ply: a node there begins.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line at a ply is this move and then the line one ply below.
    pub(super) fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        if let Some(below) = lower.first() {
            line.extend(below.iter().copied().take(MAX_PLY - 1));
        }
    }

    pub(super) fn at(&self, ply: usize) -> &Line {
        &self.0[ply]
    }
}
