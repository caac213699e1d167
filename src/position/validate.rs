//! From a set-up to a position, and everything derived computed again from nothing.

use super::{KingRun, Position, zobrist};
use crate::board::{Bitboard, Geometry, Side};
use crate::rules::Rules;
use std::marker::PhantomData;

/// Why a set-up is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Two pieces on one square.
    #[error("two pieces on square {0}; expected one at most")]
    Overlap(u8),
    /// A man where it would be a king.
    #[error("a man on its own promotion row, square {0}; expected a king there")]
    ManOnPromotionRow(u8),
    /// A king of the side to move, in a game that the first king wins.
    #[error("a king of the side to move; expected none: the first king has won the game")]
    AlreadyWon,
    /// A count of king moves for what is no such king.
    #[error("king moves counted on square {0}; expected a king there of a side with men")]
    RunOfNoKing(u8),
    /// A count of king moves beyond what the rules allow.
    #[error("{0} king moves in a row; expected 0 to {1}")]
    RunTooLong(u8, u8),
    /// Counted king moves in a game that does not count them.
    #[error("king moves in a row; expected none: this game does not count them")]
    NoRuns,
    /// Nobody has a piece.
    #[error("an empty board; expected at least one piece")]
    Empty,
}

impl<R: Rules> Position<R> {
    /// A position from sets of squares, indexed by side, if it can exist.
    pub fn new(men: [Bitboard; 2], kings: [Bitboard; 2], side: Side) -> Result<Self, SetupError> {
        let on_board = |sets: [Bitboard; 2]| sets.map(|set| set & R::Board::BOARD);
        let (men, kings) = (on_board(men), on_board(kings));
        let mut seen = Bitboard::EMPTY;
        for set in [men[0], men[1], kings[0], kings[1]] {
            if let Some(square) = (seen & set).first() {
                return Err(SetupError::Overlap(R::Board::number(square)));
            }
            seen |= set;
        }
        for owner in Side::BOTH {
            let early = men[owner.index()] & R::Board::promotion_row(owner);
            if let Some(square) = early.first() {
                return Err(SetupError::ManOnPromotionRow(R::Board::number(square)));
            }
        }
        if seen.is_empty() {
            return Err(SetupError::Empty);
        }
        if R::FIRST_KING_WINS && !kings[side.index()].is_empty() {
            return Err(SetupError::AlreadyWon);
        }
        Ok(Self::assemble(men, kings, side))
    }

    /// The position with a side's king having made so many quiet moves in a row, if that can be.
    pub fn with_king_run(mut self, side: Side, run: KingRun) -> Result<Self, SetupError> {
        if run.count() > 0 {
            let square = run.square();
            if R::KING_MOVE_LIMIT == 0 {
                return Err(SetupError::NoRuns);
            }
            if !self.kings(side).contains(square) || self.men(side).is_empty() {
                return Err(SetupError::RunOfNoKing(R::Board::number(square)));
            }
            if run.count() > R::KING_MOVE_LIMIT {
                return Err(SetupError::RunTooLong(run.count(), R::KING_MOVE_LIMIT));
            }
        }
        self.set_run(side, run);
        Ok(self)
    }

    /// The key computed from nothing: judges the one kept move by move.
    pub fn recomputed_key(&self) -> u64 {
        let mut key = if self.side == Side::Black {
            zobrist::SIDE_KEY
        } else {
            0
        };
        for side in Side::BOTH {
            key = self
                .men(side)
                .fold(key, |key, square| key ^ zobrist::man(side, square));
            key = self
                .kings(side)
                .fold(key, |key, square| key ^ zobrist::king(side, square));
            key ^= zobrist::run(side, self.king_run(side));
        }
        key
    }

    /// The same position with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self {
            side: !self.side,
            key: self.key ^ zobrist::SIDE_KEY,
            ..*self
        }
    }

    /// The board turned round and the colours exchanged: the same game for the other player.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let turn = |sets: [Bitboard; 2]| [R::Board::turned(sets[1]), R::Board::turned(sets[0])];
        let mut mirrored = Self::assemble(turn(self.men), turn(self.kings), !self.side);
        for side in Side::BOTH {
            let run = self.king_run(side);
            if let Some(square) = R::Board::turned(run.square().into()).first() {
                mirrored.set_run(!side, KingRun::new(square, run.count()));
            }
        }
        mirrored
    }

    pub(super) fn assemble(men: [Bitboard; 2], kings: [Bitboard; 2], side: Side) -> Self {
        let mut position = Self {
            men,
            kings,
            key: 0,
            side,
            runs: [KingRun::NONE; 2],
            rules: PhantomData,
        };
        position.key = position.recomputed_key();
        position
    }
}
