//! A position under rules `R`, and its moves. Never mutated: a move gives a new position.

mod capture;
mod generate;
mod moves;
pub mod path;
mod perft;
mod play;
mod validate;
mod zobrist;

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
    /// The starting position: all rows filled but the two in the middle.
    fn default() -> Self {
        let rows = R::Board::WIDTH as usize / 2 - 1;
        let home = |rows: &[Bitboard]| rows.iter().fold(Bitboard::EMPTY, |set, row| set | *row);
        let black = home(&R::Board::ROWS[..rows]);
        let white = home(&R::Board::ROWS[rows + 2..R::Board::WIDTH as usize]);
        Self::assemble([white, black], [Bitboard::EMPTY; 2], Side::White)
    }
}
