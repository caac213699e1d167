//! A position under rules `R`, and its moves. Never mutated: a move gives a new position.

mod capture;
mod generate;
mod king_run;
mod moves;
pub mod path;
mod perft;
mod play;
mod validate;
mod zobrist;

pub use king_run::KingRun;
pub use moves::{Move, MoveKey, MoveList, MoveStore};
pub use perft::{Perft, perft};
pub use validate::SetupError;

use crate::board::{Bitboard, Geometry, Piece, Side, Square};
use crate::rules::Rules;
use std::marker::PhantomData;

/// Men and kings of both sides, the side to move, and the key made of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<R: Rules> {
    men: [Bitboard; 2],
    kings: [Bitboard; 2],
    key: u64,
    side: Side,
    /// Only where kings may not move on and on.
    runs: [KingRun; 2],
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The men of a side.
    #[inline]
    pub const fn men(&self, side: Side) -> Bitboard {
        self.men[side.index()]
    }

    /// The kings of a side.
    #[inline]
    pub const fn kings(&self, side: Side) -> Bitboard {
        self.kings[side.index()]
    }

    /// All pieces of a side.
    #[inline]
    pub fn pieces(&self, side: Side) -> Bitboard {
        self.men(side) | self.kings(side)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.pieces(Side::White) | self.pieces(Side::Black)
    }

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        R::Board::BOARD - self.occupied()
    }

    /// Who moves next.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The quiet moves a king of this side has made in a row, where the variant limits them.
    #[inline]
    pub const fn king_run(&self, side: Side) -> KingRun {
        self.runs[side.index()]
    }

    /// A hash of pieces and side to move, kept up to date move by move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Side::BOTH.into_iter().find_map(|side| {
            let is_king = self.kings(side).contains(square);
            (is_king || self.men(side).contains(square)).then_some(Piece { side, is_king })
        })
    }
}

impl<R: Rules> Default for Position<R> {
    /// The starting position: men on the home rows of both sides.
    fn default() -> Self {
        let (rows, width) = (R::HOME_ROWS, R::Board::WIDTH as usize);
        let home = |rows: &[Bitboard]| rows.iter().fold(Bitboard::EMPTY, |set, row| set | *row);
        let black = home(&R::Board::ROWS[..rows]);
        let white = home(&R::Board::ROWS[width - rows..width]);
        Self::assemble([white, black], [Bitboard::EMPTY; 2], R::FIRST)
    }
}
