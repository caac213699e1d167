//! Legal moves: captures if there are any (see `capture`), else steps of men and kings.

use super::capture::{Collector, man_captures};
use super::play::sides;
use super::{Move, MoveList, MoveStore, Position};
use crate::board::{Bitboard, Direction, Geometry, Side, Square};
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// All legal moves in a fixed order.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        match self.side {
            Side::White => self.legal_moves_as::<true>(&mut list),
            Side::Black => self.legal_moves_as::<false>(&mut list),
        }
        list
    }

    /// All legal moves into an empty list.
    #[inline]
    pub fn generate(&self, list: &mut impl MoveStore) {
        match self.side {
            Side::White => self.legal_moves_as::<true>(list),
            Side::Black => self.legal_moves_as::<false>(list),
        }
    }

    /// The legal captures only.
    #[inline]
    pub fn captures(&self, list: &mut impl MoveStore) {
        match self.side {
            Side::White => self.captures_as::<true>(list, true),
            Side::Black => self.captures_as::<false>(list, true),
        }
    }

    /// Could this side capture if it were its move?
    #[inline]
    pub fn can_capture(&self, side: Side) -> bool {
        match side {
            Side::White => self.can_capture_as::<true>(),
            Side::Black => self.can_capture_as::<false>(),
        }
    }

    /// Could the opponent capture after this quiet move?
    #[inline]
    pub fn offers(&self, mv: Move) -> bool {
        let us = self.side;
        let moved = Bitboard::from(mv.from()) ^ Bitboard::from(mv.to());
        let (pieces, empty) = (self.pieces(us) ^ moved, self.empty() ^ moved);
        match us {
            Side::White => self.can_take_as::<false>(pieces, empty),
            Side::Black => self.can_take_as::<true>(pieces, empty),
        }
    }

    /// Has the side to move any legal move?
    pub fn has_moves(&self) -> bool {
        if self.is_decided() {
            return false;
        }
        let us = self.side;
        let empty = self.empty();
        let steps = Direction::forward(us);
        steps
            .into_iter()
            .any(|d| R::Board::step(self.men(us), d).meets(empty))
            || Direction::DIAGONAL
                .into_iter()
                .any(|d| R::Board::step(self.free_kings(us), d).meets(empty))
            || self.can_capture(us)
    }

    /// Is the game over by a king on the board?
    #[inline(always)]
    pub(super) fn is_decided(&self) -> bool {
        R::FIRST_KING_WINS && !(self.kings[0] | self.kings[1]).is_empty()
    }

    /// The kings of a side that may make a quiet move.
    #[inline(always)]
    fn free_kings(&self, side: Side) -> Bitboard {
        let kings = self.kings(side);
        if R::KING_MOVE_LIMIT == 0 {
            return kings;
        }
        let run = self.runs[side.index()];
        if run.count() < R::KING_MOVE_LIMIT {
            kings
        } else {
            kings - run.square().into()
        }
    }

    #[inline(always)]
    pub(super) fn legal_moves_as<const WHITE: bool>(&self, list: &mut impl MoveStore) {
        if self.can_capture_as::<WHITE>() {
            self.captures_as::<WHITE>(list, true);
        } else {
            self.for_each_step_as::<WHITE>(|mv| list.push(mv));
        }
    }

    /// Captures into an empty list; if `distinct`, each move once, else once a path.
    pub(super) fn captures_as<const WHITE: bool>(&self, list: &mut impl MoveStore, distinct: bool) {
        let (us, them) = sides::<WHITE>();
        if self.is_decided() {
            return;
        }
        let mut collector = Collector::new(self, them, list, distinct);
        let targets = self.targets_of_men(them);
        let empty = self.empty();
        let mut men = Bitboard::EMPTY;
        man_captures::<R>(us, |direction| {
            let victims = R::Board::step(self.men(us), direction) & targets;
            let landings = R::Board::step(victims, direction) & empty;
            let back = direction.reverse();
            men |= R::Board::step(R::Board::step(landings, back), back);
        });
        let promotion = R::Board::promotion_row(us);
        for from in men {
            collector.man(from, promotion);
        }
        for from in self.kings(us) {
            collector.king(from);
        }
    }

    #[inline(always)]
    pub(super) fn can_capture_as<const WHITE: bool>(&self) -> bool {
        let (_, them) = sides::<WHITE>();
        self.can_take_as::<WHITE>(self.pieces(them), self.empty())
    }

    /// Could a side capture if these were the opponent's pieces and the empty squares?
    #[inline(always)]
    fn can_take_as<const WHITE: bool>(&self, targets: Bitboard, empty: Bitboard) -> bool {
        let (us, them) = sides::<WHITE>();
        if self.is_decided() {
            return false;
        }
        let takes = |set, victims, direction| {
            R::Board::step(R::Board::step(set, direction) & victims, direction) & empty
        };
        let for_men = if R::MEN_CAPTURE_KINGS {
            targets
        } else {
            targets - self.kings(them)
        };
        let men = self.men(us);
        let mut landings = Bitboard::EMPTY;
        man_captures::<R>(us, |direction| landings |= takes(men, for_men, direction));
        if !landings.is_empty() {
            return true;
        }
        let kings = self.kings(us);
        if kings.is_empty() {
            return false;
        }
        if !R::FLYING_KINGS {
            let mut directions = R::CAPTURES.iter();
            return directions.any(|direction| !takes(kings, targets, *direction).is_empty());
        }
        kings.into_iter().any(|from| {
            R::CAPTURES.iter().any(|&direction| {
                let victim = R::Board::first_hit(from, direction, R::Board::BOARD - empty);
                R::Board::step(victim & targets, direction).meets(empty)
            })
        })
    }

    /// Calls back for every move that takes nothing, legal or not by the duty to capture.
    #[inline(always)]
    pub(super) fn for_each_step_as<const WHITE: bool>(&self, mut visit: impl FnMut(Move)) {
        let (us, _) = sides::<WHITE>();
        if self.is_decided() {
            return;
        }
        let empty = self.empty();
        let promotion = R::Board::promotion_row(us);
        for direction in Direction::forward(us) {
            let goals = R::Board::step(self.men(us), direction) & empty;
            let origin = |to: Square| -> Square {
                let back = R::Board::step(to.into(), direction.reverse());
                Square::from_index(back.0.trailing_zeros() as u8)
            };
            for to in goals - promotion {
                visit(Move::man(origin(to), to, Bitboard::EMPTY, false));
            }
            for to in goals & promotion {
                visit(Move::man(origin(to), to, Bitboard::EMPTY, true));
            }
        }
        for from in self.free_kings(us) {
            for to in Self::king_goals(from, empty) {
                visit(Move::king(from, to, Bitboard::EMPTY));
            }
        }
    }

    /// Number of moves that take nothing.
    #[inline(always)]
    pub(super) fn count_steps_as<const WHITE: bool>(&self) -> u64 {
        let (us, _) = sides::<WHITE>();
        if self.is_decided() {
            return 0;
        }
        let empty = self.empty();
        let [a, b] = Direction::forward(us);
        let mut count = (R::Board::step(self.men(us), a) & empty).len()
            + (R::Board::step(self.men(us), b) & empty).len();
        for from in self.free_kings(us) {
            count += Self::king_goals(from, empty).len();
        }
        u64::from(count)
    }

    /// The squares a king reaches without capturing.
    #[inline]
    fn king_goals(from: Square, empty: Bitboard) -> Bitboard {
        let [a, b, c, d] = Direction::DIAGONAL;
        if R::FLYING_KINGS {
            let occupied = R::Board::BOARD - empty;
            let sight = |direction| R::Board::sight(from, direction, occupied);
            sight(a) | sight(b) | sight(c) | sight(d)
        } else {
            let step = |direction| R::Board::step(from.into(), direction);
            (step(a) | step(b) | step(c) | step(d)) & empty
        }
    }
}
