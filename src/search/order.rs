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
    is_ranked: bool,
}

/// What the order of moves follows from.
#[derive(Clone, Copy)]
pub(super) struct Ranking {
    /// The table's move.
    pub(super) best: MoveKey,
    pub(super) side: Side,
    pub(super) ply: usize,
}

impl Ordered {
    fn new() -> Self {
        Self {
            moves: Vec::with_capacity(USUAL_MOVES),
            scores: Vec::with_capacity(USUAL_MOVES),
            next: 0,
            is_ranked: false,
        }
    }

    /// Weighs the moves not handed out yet.
    #[inline]
    fn rank(&mut self, ranking: Ranking, history: &History) {
        let killers = history.killer_moves(ranking.ply);
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&mv| {
            let key = mv.key();
            if mv.is_capture() {
                // Captures are forced and few.
                1 << 20
            } else if mv.is_promotion() {
                1 << 19
            } else if key == killers[0] {
                1 << 18
            } else if key == killers[1] {
                1 << 17
            } else {
                history.score(ranking.side, mv)
            }
        }));
        self.is_ranked = true;
    }

    /// The best move left. The table's move comes before the others are weighed: mostly there is
    /// no need to.
    #[inline]
    pub(super) fn best(&mut self, ranking: Ranking, history: &History) -> Option<Move> {
        let mut best = self.next;
        if best == 0
            && let Some(at) = self.moves.iter().position(|mv| mv.key() == ranking.best)
        {
            self.moves.swap(0, at);
            return self.any();
        }
        if !self.is_ranked {
            self.rank(ranking, history);
        }
        let mut most = *self.scores.get(best)?;
        for (i, &score) in self.scores.iter().enumerate().skip(best + 1) {
            if score > most {
                (best, most) = (i, score);
            }
        }
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.any()
    }

    /// Any move left.
    #[inline]
    pub(super) fn any(&mut self) -> Option<Move> {
        let mv = self.moves.get(self.next).copied();
        self.next += usize::from(mv.is_some());
        mv
    }

    /// The moves handed out before the last one.
    pub(super) fn tried(&self) -> &[Move] {
        &self.moves[..self.next.saturating_sub(1)]
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
        list.is_ranked = false;
        list
    }

    /// A list no longer needed.
    #[inline]
    pub(super) fn give_back(&mut self, list: Ordered) {
        self.0.push(list);
    }
}
