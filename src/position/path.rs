//! The ways a capture can go over the board: needed to read and write moves by their squares.

use super::capture::man_captures;
use super::{Move, Position};
use crate::board::{Bitboard, Direction, Geometry, Square};
use crate::rules::Rules;

/// One way through a capture: the squares a reader needs to follow it, without start and end: a
/// turning square, or the square right behind a piece when the next jump goes straight on.
pub type Path = Vec<Square>;

/// Jumps looked at before the search for a path gives up: far above what games contain.
const LIMIT: u32 = 200_000;

struct Walk<'a, R: Rules> {
    position: &'a Position<R>,
    mv: Move,
    /// Squares that must be touched in this order on the way.
    wanted: &'a [Square],
    path: Path,
    budget: u32,
    /// May it stop on wanted squares only?
    whole: bool,
}

/// A way through this capture that touches the given squares in their order, if there is one.
pub fn find<R: Rules>(position: &Position<R>, mv: Move, wanted: &[Square]) -> Option<Path> {
    search(position, mv, wanted, false)
}

/// Is there a way through this capture that stops on these squares and no others before its end?
pub fn is_whole<R: Rules>(position: &Position<R>, mv: Move, stops: &[Square]) -> bool {
    search(position, mv, stops, true).is_some()
}

fn search<R: Rules>(
    position: &Position<R>,
    mv: Move,
    wanted: &[Square],
    whole: bool,
) -> Option<Path> {
    if !mv.is_capture() {
        return None;
    }
    let mut walk = Walk {
        position,
        mv,
        wanted,
        path: Path::new(),
        budget: LIMIT,
        whole,
    };
    walk.from(mv.from(), Bitboard::EMPTY, 0, mv.is_king())
        .then_some(walk.path)
}

impl<R: Rules> Walk<'_, R> {
    /// Goes on from a square where `touched` of the wanted squares lie behind.
    fn from(&mut self, at: Square, captured: Bitboard, touched: usize, is_king: bool) -> bool {
        if captured == self.mv.captured() {
            return at == self.mv.to() && touched == self.wanted.len();
        }
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let us = self.position.side();
        let is_crowned = R::CROWNED_IN_PASSING
            && R::Board::promotion_row(us).contains(at)
            && !captured.is_empty();
        let is_king = is_king || is_crowned;
        let mut directions = Vec::with_capacity(R::CAPTURES.len());
        if is_king {
            directions.extend_from_slice(R::CAPTURES);
        } else {
            man_captures::<R>(us, |direction| directions.push(direction));
        }
        let occupied = self.position.occupied() - Bitboard::from(self.mv.from());
        for direction in directions {
            let hit = if is_king && R::FLYING_KINGS {
                R::Board::first_hit(at, direction, occupied)
            } else {
                R::Board::step(at.into(), direction)
            };
            let victim = hit & (self.mv.captured() - captured);
            let Some(over) = victim.first() else { continue };
            let mark = self.path.len();
            if !captured.is_empty() {
                // A turning square or, as near landing squares are tried first, the square right
                // behind the piece before.
                self.path.push(at);
            }
            if self.land(over, direction, captured | victim, touched, is_king) {
                return true;
            }
            self.path.truncate(mark);
        }
        false
    }

    /// Tries every landing square behind a jumped piece.
    fn land(
        &mut self,
        over: Square,
        direction: Direction,
        captured: Bitboard,
        touched: usize,
        is_king: bool,
    ) -> bool {
        let occupied = self.position.occupied() - Bitboard::from(self.mv.from());
        let mut at = R::Board::step(over.into(), direction) & R::Board::BOARD;
        let mut touched = touched;
        while let Some(landing) = (at - occupied).first() {
            let is_end = captured == self.mv.captured() && landing == self.mv.to();
            let is_wanted = !is_end && self.wanted.get(touched) == Some(&landing);
            // A square passed before counts as touched, unless each one is a stop.
            let before = touched;
            touched += usize::from(is_wanted);
            if (is_end || is_wanted || !self.whole)
                && self.from(landing, captured, touched, is_king)
            {
                return true;
            }
            if self.whole {
                touched = before;
            }
            if !(is_king && R::FLYING_KINGS) {
                break;
            }
            at = R::Board::step(at, direction) & R::Board::BOARD;
        }
        false
    }
}
