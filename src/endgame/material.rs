//! How many men and kings each side has: what a slice of the tables covers.

use super::placed::Placed;
use crate::board::Bitboard;
use crate::game::{Bound, Counters};
use crate::rules::Rules;
use std::fmt;

/// Men and kings, the mover's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Material {
    /// Men of the mover and of the opponent.
    pub men: [u8; 2],
    /// Kings of the mover and of the opponent.
    pub kings: [u8; 2],
}

impl Material {
    /// What stands on the board.
    #[inline]
    pub fn of<R: Rules>(placed: &Placed<R>) -> Self {
        let count = |sets: [Bitboard; 2]| sets.map(|set| set.len() as u8);
        Self {
            men: count(placed.men),
            kings: count(placed.kings),
        }
    }

    /// All pieces.
    #[inline]
    pub const fn pieces(self) -> u8 {
        self.men[0] + self.men[1] + self.kings[0] + self.kings[1]
    }

    /// With the other side to move.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            men: [self.men[1], self.men[0]],
            kings: [self.kings[1], self.kings[0]],
        }
    }

    /// Of the two ways to see it, the one a pair of slices is named after.
    #[must_use]
    pub fn leading(self) -> Self {
        self.max(self.swapped())
    }

    /// Has each side a piece?
    pub const fn is_contest(self) -> bool {
        self.men[0] + self.kings[0] > 0 && self.men[1] + self.kings[1] > 0
    }

    /// All leading materials of so many pieces in an order in which each comes after those its
    /// moves lead to: a promotion takes a man away.
    pub fn all(pieces: u8) -> Vec<Self> {
        let mut found = Vec::new();
        for men in 0..=pieces {
            for own_men in 0..=men {
                for own_kings in 0..=pieces - men {
                    let material = Self {
                        men: [own_men, men - own_men],
                        kings: [own_kings, pieces - men - own_kings],
                    };
                    if material.is_contest() && material == material.leading() {
                        found.push(material);
                    }
                }
            }
        }
        found
    }

    /// The counting rule that bounds play with this material, with nothing counted yet.
    pub fn bound<R: Rules>(self) -> Bound {
        let counters = self
            .sample::<R>()
            .map(|placed| Counters::start(&placed.position(), 0));
        counters.unwrap_or_default().bound::<R>()
    }

    /// Some position with this material, if the board has room.
    fn sample<R: Rules>(self) -> Option<Placed<R>> {
        use crate::board::Geometry;
        let mut free = R::Board::BOARD;
        let mut take = |number: u8, row: Bitboard| -> Option<Bitboard> {
            let taken: Bitboard = (free - row).take(number.into()).collect();
            free = free - taken;
            (taken.len() == u32::from(number)).then_some(taken)
        };
        let own_row = R::Board::promotion_row(crate::board::Side::White);
        let their_row = R::Board::promotion_row(crate::board::Side::Black);
        let men = [take(self.men[0], own_row)?, take(self.men[1], their_row)?];
        let none = Bitboard::EMPTY;
        Some(Placed::new(
            men,
            [take(self.kings[0], none)?, take(self.kings[1], none)?],
        ))
    }
}

/// `2K1M-1K`: kings and men of the mover, of the opponent.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |at: usize| {
            let part = |number: u8, letter: char| match number {
                0 => String::new(),
                _ => format!("{number}{letter}"),
            };
            part(self.kings[at], 'K') + &part(self.men[at], 'M')
        };
        f.pad(&format!("{}-{}", side(0), side(1)))
    }
}
