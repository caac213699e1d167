//! The next move to try: the table's move, promotions, killer moves, then by history. The lists
//! live in a pool, so that a search allocates nothing once they have grown.

use super::history::History;
use crate::board::Side;
use crate::position::{Move, MoveKey};

/// Moves a list holds before it grows: more than any quiet position found has.
const USUAL_MOVES: usize = 128;

/// Moves handed out best first, selected one by one since most nodes cut off early.
pub(super) struct Ordered {
    pub(super) moves: Vec<Move>,
    scores: Vec<i32>,
    next: usize,
}

impl Ordered {
    fn new() -> Self {
        Self {
            moves: Vec::with_capacity(USUAL_MOVES),
            scores: Vec::with_capacity(USUAL_MOVES),
            next: 0,
        }
    }

    /// Weighs the moves generated: from here on they are handed out.
    #[inline]
    pub(super) fn rank(&mut self, best: MoveKey, history: &History, side: Side, ply: usize) {
        let killers = history.killer_moves(ply);
        self.scores.extend(self.moves.iter().map(|&mv| {
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
        }));
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

/// The lists of one thread that no node is using.
pub(super) struct Pool(Vec<Ordered>);

impl Pool {
    /// A list for each of so many nodes on the way down.
    pub(super) fn new(nodes: usize) -> Self {
        Self((0..nodes).map(|_| Ordered::new()).collect())
    }

    /// An empty list.
    #[inline]
    pub(super) fn take(&mut self) -> Ordered {
        let mut list = self.0.pop().unwrap_or_else(Ordered::new);
        list.moves.clear();
        list.scores.clear();
        list.next = 0;
        list
    }

    /// A list no longer needed.
    #[inline]
    pub(super) fn give_back(&mut self, list: Ordered) {
        self.0.push(list);
    }
}
