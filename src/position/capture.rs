//! Whole captures of one piece: every chain of jumps, kept while its value is the highest so far.
//!
//! A jumped piece stays on the board until the move ends: it blocks and is not jumped again. The
//! capturing piece's own square counts as empty. Depth is bounded by the number of enemy pieces, and
//! the board bounds the paths: the worst crowd found by search takes 16 600 jumps, a tenth of a
//! millisecond (`tests/data/crowded.tsv`).

use super::{Move, MoveStore, Position};
use crate::board::{Bitboard, Direction, Geometry, Side, Square};
use crate::rules::Rules;

/// Collects the best captures of a side.
pub(super) struct Collector<'a, R: Rules, L: MoveStore, const DISTINCT: bool> {
    position: &'a Position<R>,
    list: &'a mut L,
    /// The pieces that may be taken and those of them that are kings.
    targets: Bitboard,
    enemy_kings: Bitboard,
    /// Empty squares, the mover's own among them.
    empty: Bitboard,
    from: Square,
    promotion: Bitboard,
    best: u32,
}

impl<'a, R: Rules, L: MoveStore, const DISTINCT: bool> Collector<'a, R, L, DISTINCT> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position<R>, them: Side, list: &'a mut L) -> Self {
        Self {
            position,
            list,
            targets: position.pieces(them),
            enemy_kings: position.kings(them),
            empty: Bitboard::EMPTY,
            from: Square::from_index(0),
            promotion: Bitboard::EMPTY,
            best: 1,
        }
    }

    /// All captures of the man on `from`.
    #[inline(always)]
    pub(super) fn man(&mut self, from: Square, promotion: Bitboard) {
        self.from = from;
        self.promotion = promotion;
        self.empty = self.position.empty() | from.into();
        self.man_from(from.into(), Bitboard::EMPTY);
    }

    /// All captures of the king on `from`.
    #[inline(always)]
    pub(super) fn king(&mut self, from: Square) {
        self.from = from;
        self.empty = self.position.empty() | from.into();
        for direction in Direction::ALL {
            if let Some(victim) = self.victim(from, direction, Bitboard::EMPTY) {
                self.king_over(victim, direction, Bitboard::EMPTY);
            }
        }
    }

    /// Goes on from where the man stands, or ends there.
    fn man_from(&mut self, at: Bitboard, captured: Bitboard) {
        let mut ends = true;
        for direction in Direction::ALL {
            let victim = R::Board::step(at, direction) & (self.targets - captured);
            let landing = R::Board::step(victim, direction) & self.empty;
            if !landing.is_empty() {
                ends = false;
                self.man_from(landing, captured | victim);
            }
        }
        if ends && !captured.is_empty() {
            let to = Square::from_index(at.0.trailing_zeros() as u8);
            self.keep(Move::man(self.from, to, captured, at.meets(self.promotion)));
        }
    }

    /// The piece a king on `from` can jump in a direction.
    #[inline(always)]
    fn victim(&self, from: Square, direction: Direction, captured: Bitboard) -> Option<Bitboard> {
        let hit = R::Board::first_hit(from, direction, R::Board::BOARD - self.empty);
        let victim = hit & (self.targets - captured);
        R::Board::step(victim, direction)
            .meets(self.empty)
            .then_some(victim)
    }

    /// Jumps a piece, then goes on from every landing square or ends there.
    fn king_over(&mut self, victim: Bitboard, direction: Direction, captured: Bitboard) {
        let captured = captured | victim;
        let over = Square::from_index(victim.0.trailing_zeros() as u8);
        // The next piece straight on is the same from every landing square: jump it once.
        let straight = self.victim(over, direction, captured);
        if let Some(next) = straight {
            self.king_over(next, direction, captured);
        }
        let nearest = R::Board::step(victim, direction);
        let must_stop_near = R::STOP_BEHIND_CAPTURED_KING && victim.meets(self.enemy_kings);
        for landing in R::Board::sight(over, direction, R::Board::BOARD - self.empty) {
            let mut ends = straight.is_none();
            for turn in direction.across() {
                if let Some(next) = self.victim(landing, turn, captured) {
                    ends = false;
                    self.king_over(next, turn, captured);
                }
            }
            if ends && (!must_stop_near || nearest.contains(landing)) {
                self.keep(Move::king(self.from, landing, captured));
            }
        }
    }

    /// Keeps a finished capture unless a better one or the same one is known.
    #[inline]
    fn keep(&mut self, mv: Move) {
        let kings = (mv.captured() & self.enemy_kings).len();
        let value = R::capture_value(mv.captured().len() - kings, kings);
        if value < self.best {
            return;
        }
        if value > self.best {
            self.best = value;
            self.list.clear();
        }
        // Two paths to one move enclose an area, which takes three jumps at least.
        if DISTINCT && mv.captured().len() >= 3 && self.list.contains(&mv) {
            return;
        }
        self.list.push(mv);
    }
}
