//! A move and lists of moves.

use crate::board::{Bitboard, Square};
use smallvec::SmallVec;
use std::ops::DerefMut;

/// A move: where from, where to and what it takes. Two captures that agree in these are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    captured: Bitboard,
    from: Square,
    to: Square,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Man,
    Crowned,
    King,
}

impl Move {
    #[inline]
    pub(super) const fn man(from: Square, to: Square, captured: Bitboard, crowned: bool) -> Self {
        Self {
            captured,
            from,
            to,
            kind: if crowned { Kind::Crowned } else { Kind::Man },
        }
    }

    #[inline]
    pub(super) const fn king(from: Square, to: Square, captured: Bitboard) -> Self {
        Self {
            captured,
            from,
            to,
            kind: Kind::King,
        }
    }

    /// Where the piece starts.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it ends; may be where it started.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The pieces taken.
    #[inline]
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Does it take anything?
    #[inline]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }

    /// Does a man become a king at its end?
    #[inline]
    pub const fn is_promotion(self) -> bool {
        matches!(self.kind, Kind::Crowned)
    }

    /// Is it made by a king?
    #[inline]
    pub const fn is_king(self) -> bool {
        matches!(self.kind, Kind::King)
    }

    /// Sixteen bits that tell the moves of one position apart, up to a chance of one in sixteen
    /// between captures that share both ends: six bits from, six to, four of the captured set.
    #[inline]
    pub const fn key(self) -> MoveKey {
        let mixed = self.captured.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        MoveKey((mixed as u16) << 12 | (self.from.index() as u16) << 6 | self.to.index() as u16)
    }
}

/// What the transposition table keeps of a move; looked up in the list of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveKey(pub u16);

impl MoveKey {
    /// No move: from and to are the same square without a capture.
    pub const NONE: Self = Self(0);
}

/// Moves of one position, on the stack in all usual cases, on the heap beyond.
pub type MoveList = SmallVec<[Move; 48]>;

/// Whatever the generator can fill: a [`MoveList`], or a `Vec` that is used again and again.
pub trait MoveStore: DerefMut<Target = [Move]> {
    /// Appends a move.
    fn push(&mut self, mv: Move);
    /// Empties it, keeping its memory.
    fn clear(&mut self);
}

impl MoveStore for MoveList {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        Self::push(self, mv);
    }

    #[inline(always)]
    fn clear(&mut self) {
        Self::clear(self);
    }
}

impl MoveStore for Vec<Move> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        Self::push(self, mv);
    }

    #[inline(always)]
    fn clear(&mut self) {
        Self::clear(self);
    }
}
