//! Whole captures of one piece: every chain of jumps, kept while its value is the highest so far.
//!
//! A jumped piece stays on the board until the move ends: it blocks and is not jumped again. The
//! capturing piece's own square counts as empty. Depth is bounded by the number of enemy pieces, and
//! the board bounds the paths: on diagonals the worst crowd found by search takes 16 600 jumps, a
//! tenth of a millisecond (`tests/data/crowded.tsv`). In eight directions crowds take millions, as
//! the same pieces can be taken in many orders; there a long search goes on from no square twice
//! with the same pieces taken.

use super::{Move, MoveStore, Position};
use crate::board::{Bitboard, Direction, Geometry, Side, Square};
use crate::rules::{Rules, Taken};
use std::collections::HashSet;

/// Collects the best captures of a side.
pub(super) struct Collector<'a, R: Rules, L: MoveStore> {
    position: &'a Position<R>,
    list: &'a mut L,
    /// The pieces that may be taken and those of them that are kings.
    targets: Bitboard,
    enemy_kings: Bitboard,
    /// Empty squares, the mover's own among them.
    empty: Bitboard,
    from: Square,
    promotion: Bitboard,
    /// Was the king that captures a man when the move began?
    was_man: bool,
    best: u32,
    /// Is each move kept once, or once for each path?
    distinct: bool,
    /// Jumps looked at, and once these are many, where from with which pieces taken.
    jumps: u32,
    seen: Option<HashSet<(Bitboard, u8, Bitboard)>>,
}

/// Jumps after which what has been looked at is worth remembering.
const MANY_JUMPS: u32 = 1_000;

/// The directions in which men of a side capture.
#[inline(always)]
pub(super) fn man_captures<R: Rules>(us: Side, mut visit: impl FnMut(Direction)) {
    if R::MEN_CAPTURE_BACKWARDS {
        for &direction in R::CAPTURES {
            visit(direction);
        }
    } else {
        for direction in Direction::forward(us) {
            visit(direction);
        }
    }
}

impl<R: Rules> Position<R> {
    /// The pieces of a side that men of the other may take.
    #[inline(always)]
    pub(super) fn targets_of_men(&self, them: Side) -> Bitboard {
        if R::MEN_CAPTURE_KINGS {
            self.pieces(them)
        } else {
            self.men(them)
        }
    }
}

impl<'a, R: Rules, L: MoveStore> Collector<'a, R, L> {
    #[inline(always)]
    pub(super) fn new(
        position: &'a Position<R>,
        them: Side,
        list: &'a mut L,
        distinct: bool,
    ) -> Self {
        Self {
            position,
            list,
            targets: position.pieces(them),
            enemy_kings: position.kings(them),
            empty: Bitboard::EMPTY,
            from: Square::from_index(0),
            promotion: Bitboard::EMPTY,
            was_man: false,
            best: 1,
            distinct,
            jumps: 0,
            seen: None,
        }
    }

    /// What is known of another piece's captures says nothing of this one's.
    #[inline(always)]
    fn start(&mut self, from: Square) {
        self.from = from;
        if R::CAPTURES.len() > Direction::DIAGONAL.len() {
            self.jumps = 0;
            self.seen = None;
        }
    }

    /// All captures of the man on `from`.
    #[inline(always)]
    pub(super) fn man(&mut self, from: Square, promotion: Bitboard) {
        self.start(from);
        self.promotion = promotion;
        self.empty = self.position.empty() | from.into();
        self.step_from::<false>(from.into(), Bitboard::EMPTY, 0);
    }

    /// All captures of the king on `from`.
    #[inline(always)]
    pub(super) fn king(&mut self, from: Square) {
        self.start(from);
        self.empty = self.position.empty() | from.into();
        if !R::FLYING_KINGS {
            return self.step_from::<true>(from.into(), Bitboard::EMPTY, 0);
        }
        for &direction in R::CAPTURES {
            if let Some(victim) = self.victim(from, direction, Bitboard::EMPTY) {
                self.king_over(victim, direction, Bitboard::EMPTY);
            }
        }
    }

    /// Has the same been looked at before? Asked only where pieces capture in eight directions.
    #[inline]
    fn is_known(&mut self, at: Bitboard, direction: Direction, captured: Bitboard) -> bool {
        if R::CAPTURES.len() == Direction::DIAGONAL.len() || !self.distinct {
            return false;
        }
        self.jumps += 1;
        self.jumps > MANY_JUMPS && self.is_seen(at, direction, captured)
    }

    #[cold]
    fn is_seen(&mut self, at: Bitboard, direction: Direction, captured: Bitboard) -> bool {
        let seen = self.seen.get_or_insert_default();
        !seen.insert((at, direction as u8, captured))
    }

    /// Goes on from where a man or short king stands, or ends there. `order`: see [`Taken`].
    fn step_from<const KING: bool>(&mut self, at: Bitboard, captured: Bitboard, order: u32) {
        // A man's last jump does not matter for what follows: any direction stands for all.
        if self.is_known(at, Direction::Up, captured) {
            return;
        }
        let targets = if KING || R::MEN_CAPTURE_KINGS {
            self.targets
        } else {
            self.targets - self.enemy_kings
        };
        let us = self.position.side();
        let mut ends = true;
        let mut jump = |direction| {
            let victim = R::Board::step(at, direction) & (targets - captured);
            let landing = R::Board::step(victim, direction) & self.empty;
            if landing.is_empty() {
                return;
            }
            ends = false;
            let captured = captured | victim;
            if !KING && R::CROWNED_IN_PASSING && landing.meets(self.promotion) {
                return self.crowned_on(landing, captured);
            }
            let order = if KING && !R::FLYING_KINGS {
                order << 1 | u32::from(victim.meets(self.enemy_kings))
            } else {
                0
            };
            self.step_from::<KING>(landing, captured, order);
        };
        if KING {
            R::CAPTURES.iter().copied().for_each(jump);
        } else {
            man_captures::<R>(us, &mut jump);
        }
        if ends && !captured.is_empty() {
            let to = Square::from_index(at.0.trailing_zeros() as u8);
            let mv = if KING {
                Move::king(self.from, to, captured)
            } else {
                Move::man(self.from, to, captured, at.meets(self.promotion))
            };
            self.keep(mv, order);
        }
    }

    /// Goes on as a king from the last row, or ends there.
    fn crowned_on(&mut self, at: Bitboard, captured: Bitboard) {
        let square = Square::from_index(at.0.trailing_zeros() as u8);
        let mut ends = true;
        self.was_man = true;
        for &direction in R::CAPTURES {
            if let Some(victim) = self.victim(square, direction, captured) {
                ends = false;
                self.king_over(victim, direction, captured);
            }
        }
        self.was_man = false;
        if ends {
            self.keep(Move::man(self.from, square, captured, true), 0);
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
        if self.is_known(victim, direction, captured) {
            return;
        }
        let captured = captured | victim;
        let over = Square::from_index(victim.0.trailing_zeros() as u8);
        // The next piece straight on is the same from every landing square: jump it once.
        let straight = self.victim(over, direction, captured);
        if let Some(next) = straight {
            self.king_over(next, direction, captured);
        }
        let nearest = R::Board::step(victim, direction);
        let must_stop_near = R::STOP_BEHIND_CAPTURED_KING && victim.meets(self.enemy_kings);
        let mut stops = Bitboard::EMPTY;
        let mut goes_on = straight.is_some();
        for landing in R::Board::sight(over, direction, R::Board::BOARD - self.empty) {
            let mut ends = straight.is_none();
            let mut turn = |turn| {
                if let Some(next) = self.victim(landing, turn, captured) {
                    ends = false;
                    self.king_over(next, turn, captured);
                }
            };
            if R::CAPTURES.len() == Direction::DIAGONAL.len() {
                direction.across().into_iter().for_each(turn);
            } else {
                // Straight on is looked at above, and the piece just jumped bars the way back.
                let back = direction.reverse();
                let others = R::CAPTURES.iter().copied();
                others
                    .filter(|other| *other != direction && *other != back)
                    .for_each(&mut turn);
            }
            goes_on |= !ends;
            if ends && (!must_stop_near || nearest.contains(landing)) {
                if R::LONGER_IS_BETTER {
                    self.keep_king(landing, captured);
                } else {
                    stops |= landing.into();
                }
            }
        }
        if !R::LONGER_IS_BETTER && !goes_on {
            for landing in stops {
                self.keep_king(landing, captured);
            }
        }
    }

    #[inline]
    fn keep_king(&mut self, to: Square, captured: Bitboard) {
        let mv = if R::CROWNED_IN_PASSING && self.was_man {
            Move::man(self.from, to, captured, true)
        } else {
            Move::king(self.from, to, captured)
        };
        self.keep(mv, 0);
    }

    /// Keeps a finished capture unless a better one or the same one is known.
    #[inline]
    fn keep(&mut self, mv: Move, order: u32) {
        let kings = (mv.captured() & self.enemy_kings).len();
        let value = R::capture_value(Taken {
            men: mv.captured().len() - kings,
            kings,
            by_king: mv.is_king(),
            order,
        });
        if value < self.best {
            return;
        }
        if value > self.best {
            self.best = value;
            self.list.clear();
        }
        // Two diagonal paths to one move enclose an area, which takes three jumps at least.
        let is_short = R::CAPTURES.len() == Direction::DIAGONAL.len() && mv.captured().len() < 3;
        if self.distinct && !is_short && self.list.contains(&mv) {
            return;
        }
        self.list.push(mv);
    }
}
