//! The pieces of a position as its mover sees them: mover's men move up. Colours do not matter
//! to a table.

use crate::board::{Bitboard, Geometry, Side, Square};
use crate::position::{Move, Position};
use crate::rules::Rules;
use std::marker::PhantomData;

/// Men and kings, the mover's first, the board turned so that the mover plays upwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed<R: Rules> {
    /// Men of the mover and of the opponent.
    pub men: [Bitboard; 2],
    /// Kings of the mover and of the opponent.
    pub kings: [Bitboard; 2],
    rules: PhantomData<R>,
}

impl<R: Rules> Placed<R> {
    /// From sets as the mover sees them.
    #[inline]
    pub const fn new(men: [Bitboard; 2], kings: [Bitboard; 2]) -> Self {
        Self {
            men,
            kings,
            rules: PhantomData,
        }
    }

    /// As the side to move sees it.
    #[inline]
    pub fn of(position: &Position<R>) -> Self {
        let sets = |us: Side| {
            let men = [position.men(us), position.men(!us)];
            Self::new(men, [position.kings(us), position.kings(!us)])
        };
        match position.side() {
            Side::White => sets(Side::White),
            Side::Black => {
                let seen = sets(Side::Black);
                let turn = |sets: [Bitboard; 2]| sets.map(R::Board::turned);
                Self::new(turn(seen.men), turn(seen.kings))
            }
        }
    }

    /// The position with White to move.
    pub fn position(&self) -> Position<R> {
        Position::new(self.men, self.kings, Side::White)
            .expect("pieces on different squares, no man on its last row")
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.men[0] | self.men[1] | self.kings[0] | self.kings[1]
    }

    /// The other side to move.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Self {
        let turn = |[us, them]: [Bitboard; 2]| [R::Board::turned(them), R::Board::turned(us)];
        Self::new(turn(self.men), turn(self.kings))
    }

    /// After a move of the mover's, as the next mover sees it.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        let (from, to) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
        if mv.is_king() {
            next.kings[0] ^= from ^ to;
        } else {
            next.men[0] ^= from;
            let home = if mv.is_promotion() {
                &mut next.kings
            } else {
                &mut next.men
            };
            home[0] ^= to;
        }
        next.men[1] = next.men[1] - mv.captured();
        next.kings[1] = next.kings[1] - mv.captured();
        next.passed()
    }

    /// Squares a king of either side reaches over empty squares.
    #[inline]
    pub fn king_goals(from: Square, occupied: Bitboard) -> Bitboard {
        use crate::board::Direction::{DownLeft, DownRight, UpLeft, UpRight};
        if !R::FLYING_KINGS {
            let step = |direction| R::Board::step(from.into(), direction);
            let around = step(DownLeft) | step(DownRight) | step(UpRight) | step(UpLeft);
            return around & (R::Board::BOARD - occupied);
        }
        let sight = |direction| R::Board::sight(from, direction, occupied);
        sight(DownLeft) | sight(DownRight) | sight(UpRight) | sight(UpLeft)
    }
}
