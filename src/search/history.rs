//! What moves did elsewhere in the tree: a score per side, from and to, and two killer moves
//! a ply.

use super::MAX_PLY;
use crate::board::Side;
use crate::position::{Move, MoveKey};

const LIMIT: i32 = 16_384;

/// Tables one worker learns from its cut-offs.
pub(super) struct History {
    quiet: Box<[[i16; 4096]; 2]>,
    killer_moves: [[MoveKey; 2]; MAX_PLY],
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            quiet: Box::new([[0; 4096]; 2]),
            killer_moves: [[MoveKey::NONE; 2]; MAX_PLY],
        }
    }

    pub(super) fn clear(&mut self) {
        *self.quiet = [[0; 4096]; 2];
        self.killer_moves = [[MoveKey::NONE; 2]; MAX_PLY];
    }

    #[inline]
    pub(super) fn score(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.quiet[side.index()][index(mv)])
    }

    #[inline]
    pub(super) fn killer_moves(&self, ply: usize) -> [MoveKey; 2] {
        self.killer_moves[ply]
    }

    /// A quiet move cut off after others had been tried for nothing.
    pub(super) fn reward(&mut self, side: Side, ply: usize, depth: i32, mv: Move, tried: &[Move]) {
        let bonus = (16 * depth * depth + 32 * depth).min(2_000);
        self.shift(side, mv, bonus);
        for &other in tried {
            self.shift(side, other, -bonus);
        }
        let killers = &mut self.killer_moves[ply];
        if killers[0] != mv.key() {
            *killers = [mv.key(), killers[0]];
        }
    }

    /// Moves a value towards ±[`LIMIT`], the slower the nearer it is.
    fn shift(&mut self, side: Side, mv: Move, bonus: i32) {
        let value = &mut self.quiet[side.index()][index(mv)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

fn index(mv: Move) -> usize {
    usize::from(mv.from().index()) * 64 + usize::from(mv.to().index())
}
