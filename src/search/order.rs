//! The next move to try: the table's move, promotions, killer moves, then by history.

use super::history::History;
use crate::board::Side;
use crate::position::{Move, MoveKey, MoveList};
use smallvec::SmallVec;

/// Moves handed out best first, selected one by one since most nodes cut off early.
pub(super) struct Ordered {
    moves: MoveList,
    scores: SmallVec<[i32; 48]>,
    next: usize,
}

impl Ordered {
    #[inline]
    pub(super) fn new(
        moves: MoveList,
        best: MoveKey,
        history: &History,
        side: Side,
        ply: usize,
    ) -> Self {
        let killers = history.killer_moves(ply);
        let scores = moves
            .iter()
            .map(|&mv| {
                let key = mv.key();
                if key == best {
                    1 << 30
                } else if mv.is_capture() {
                    // Captures are forced and few.
                    1 << 20
                } else if mv.is_promotion() {
                    1 << 19
                } else if key == killers[0] {
                    1 << 18
                } else if key == killers[1] {
                    1 << 17
                } else {
                    history.score(side, mv)
                }
            })
            .collect();
        Self {
            moves,
            scores,
            next: 0,
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves handed out before the last one.
    pub(super) fn tried(&self) -> &[Move] {
        &self.moves[..self.next.saturating_sub(1)]
    }
}

impl Iterator for Ordered {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let rest = self.scores.get(self.next..)?;
        let mut best = 0;
        for (i, score) in rest.iter().enumerate() {
            if *score > rest[best] {
                best = i;
            }
        }
        if rest.is_empty() {
            return None;
        }
        self.moves.swap(self.next, self.next + best);
        self.scores.swap(self.next, self.next + best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}
