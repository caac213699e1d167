//! The position after a move.

use super::{KingRun, Move, Position, zobrist};
use crate::board::{Bitboard, Side};
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// The position after a legal move; the key follows piece by piece.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        match self.side {
            Side::White => self.after_as::<true>(mv),
            Side::Black => self.after_as::<false>(mv),
        }
    }

    /// [`Self::after`] with the side to move known at compile time.
    #[inline(always)]
    pub(super) fn after_as<const WHITE: bool>(&self, mv: Move) -> Self {
        let (us, them) = sides::<WHITE>();
        let mut next = *self;
        let (from, to) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
        if mv.is_king() {
            next.kings[us.index()] ^= from ^ to;
            next.key ^= zobrist::king(us, mv.from()) ^ zobrist::king(us, mv.to());
        } else if mv.is_promotion() {
            next.men[us.index()] ^= from;
            next.kings[us.index()] ^= to;
            next.key ^= zobrist::man(us, mv.from()) ^ zobrist::king(us, mv.to());
        } else {
            next.men[us.index()] ^= from ^ to;
            next.key ^= zobrist::man(us, mv.from()) ^ zobrist::man(us, mv.to());
        }
        if mv.is_capture() {
            let men = mv.captured() & next.men[them.index()];
            let kings = mv.captured() ^ men;
            next.men[them.index()] ^= men;
            next.key = men.fold(next.key, |key, square| key ^ zobrist::man(them, square));
            if !kings.is_empty() {
                next.kings[them.index()] ^= kings;
                next.key = kings.fold(next.key, |key, square| key ^ zobrist::king(them, square));
            }
        }
        next.side = them;
        next.key ^= zobrist::SIDE_KEY;
        if R::KING_MOVE_LIMIT != 0 {
            next.count_king_moves(us, mv);
        }
        next
    }

    /// Brings the runs of king moves up to date after a move of `us`.
    fn count_king_moves(&mut self, us: Side, mv: Move) {
        let them = !us;
        let run = self.runs[us.index()];
        let counts = mv.is_king() && !mv.is_capture() && !self.men(us).is_empty();
        self.set_run(
            us,
            if counts {
                run.after(mv.from(), mv.to())
            } else {
                KingRun::NONE
            },
        );
        let run = self.runs[them.index()];
        if self.men(them).is_empty() || !self.kings(them).contains(run.square()) {
            self.set_run(them, KingRun::NONE);
        }
    }

    /// Changes a run and the key with it.
    pub(super) fn set_run(&mut self, side: Side, run: KingRun) {
        self.key ^= zobrist::run(side, self.runs[side.index()]) ^ zobrist::run(side, run);
        self.runs[side.index()] = run;
    }
}

/// Mover and opponent for a side known at compile time.
#[inline(always)]
pub(super) const fn sides<const WHITE: bool>() -> (Side, Side) {
    if WHITE {
        (Side::White, Side::Black)
    } else {
        (Side::Black, Side::White)
    }
}
