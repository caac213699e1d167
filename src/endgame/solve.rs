//! Solves a block together with its counterpart: first what captures and men's moves decide,
//! then backwards over the kings' moves, one ply of distance after another.

use super::block::{Block, CLOSED, SAFE};
use super::placed::Placed;
use super::slice::{Slice, Slices};
use super::value::Value;
use crate::board::{Bitboard, Direction, Geometry, Side};
use crate::game::{Bound, DrawRule};
use crate::position::MoveList;
use crate::rules::Rules;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Positions a thread takes at a time.
const SHARE: usize = 1 << 13;

/// What the moves other than quiet king moves are worth to the mover.
struct Outside {
    /// The best of them.
    best: Option<Value>,
    /// Were they captures, so that there is no other move?
    must_capture: bool,
}

/// What a slice is solved with.
pub(super) struct Solver<'a, R: Rules> {
    pub(super) known: &'a Slices<R>,
    /// The slice in hand and its counterpart, which may be the same one.
    pub(super) pair: [&'a Slice<R>; 2],
    pub(super) bound: Bound,
}

impl<R: Rules> Solver<'_, R> {
    /// Fills in a block and its counterpart.
    pub(super) fn solve(&self, men: [Bitboard; 2]) {
        let here = Block::new(self.pair[0], men);
        let turned = [R::Board::turned(men[1]), R::Board::turned(men[0])];
        // A block that is its own counterpart comes once.
        if std::ptr::eq(self.pair[0], self.pair[1]) && turned == men {
            self.solve_pair([&here, &here], 1);
        } else {
            let there = Block::new(self.pair[1], turned);
            self.solve_pair([&here, &there], 2);
        }
    }

    fn solve_pair(&self, blocks: [&Block<R>; 2], different: usize) {
        let farthest = AtomicU8::new(0);
        for block in &blocks[..different] {
            each(block.cells(), |number, _| {
                self.begin(block, number, &farthest);
            });
        }
        let mut distance = 0;
        while distance <= farthest.load(Relaxed) && distance < self.limit() {
            for at in 0..different {
                let (block, before) = (blocks[at], blocks[1 - at]);
                let lost = Value::Loss(distance).to_byte();
                let won = if distance == 0 {
                    lost
                } else {
                    Value::Win(distance).to_byte()
                };
                each(block.cells(), |number, byte| {
                    if byte == lost {
                        Self::spread_loss(block, before, number, &farthest);
                    } else if byte == won {
                        self.spread_win(block, before, number, &farthest);
                    }
                });
            }
            distance += 1;
        }
    }

    fn limit(&self) -> u8 {
        match self.bound.limit {
            0 => Value::FARTHEST,
            limit => limit.min(Value::FARTHEST.into()) as u8,
        }
    }

    /// What is known of a position before any king move is looked at.
    fn begin(&self, block: &Block<R>, number: usize, farthest: &AtomicU8) {
        let placed = block.placed(number);
        let outside = self.outside(&placed);
        let occupied = placed.occupied();
        let moves: u32 = placed.kings[0]
            .map(|from| Placed::<R>::king_goals(from, occupied).len())
            .sum();
        let is_whole = outside.must_capture || moves == 0;
        let value = outside.best.unwrap_or(Value::Loss(0));
        let open = match value {
            _ if is_whole => CLOSED,
            Value::Loss(_) => moves as u8,
            Value::Draw | Value::Win(_) => SAFE,
        };
        block.open()[number].store(open, Relaxed);
        if is_whole || matches!(value, Value::Win(_)) {
            set(block, number, value, farthest);
        }
    }

    /// Whoever can move into a lost position has won.
    fn spread_loss(block: &Block<R>, before: &Block<R>, at: usize, farthest: &AtomicU8) {
        let value = block.value(at).one_ply_before();
        before.before(&block.placed(at), |number| {
            let is_better = match before.value(number) {
                Value::Draw => before.open()[number].load(Relaxed) != CLOSED,
                Value::Win(known) => {
                    known > value.distance() && before.open()[number].load(Relaxed) != CLOSED
                }
                Value::Loss(_) => false,
            };
            if is_better {
                set(before, number, value, farthest);
            }
        });
    }

    /// Whoever has no other move left than into won positions has lost.
    fn spread_win(&self, block: &Block<R>, before: &Block<R>, at: usize, farthest: &AtomicU8) {
        let value = block.value(at).one_ply_before();
        before.before(&block.placed(at), |number| {
            let open = &before.open()[number];
            if open.load(Relaxed) >= SAFE || open.fetch_sub(1, Relaxed) != 1 {
                return;
            }
            let mut value = value;
            // Where men's moves do not start the count anew they may resist longer.
            if self.bound.rule != DrawRule::QuietKings {
                let outside = self.outside(&before.placed(number)).best;
                value = outside.map_or(value, |other| longer(value, other));
            }
            set(before, number, value, farthest);
        });
    }

    /// Captures if there are any, else men's moves.
    fn outside(&self, placed: &Placed<R>) -> Outside {
        let mut best = None;
        let mut take = |next: Placed<R>| {
            let value = self.seen(&next);
            if best.is_none_or(|best: Value| value.rank() > best.rank()) {
                best = Some(value);
            }
        };
        let position = placed.position();
        let must_capture = position.can_capture(Side::White);
        if must_capture {
            let mut captures = MoveList::new();
            position.captures(&mut captures);
            captures.into_iter().for_each(|mv| take(placed.after(mv)));
        } else if !placed.men[0].is_empty() {
            let empty = R::Board::BOARD - placed.occupied();
            let [left, right] = Direction::forward(Side::White);
            for (direction, back) in [(left, Direction::DownLeft), (right, Direction::DownRight)] {
                for to in R::Board::step(placed.men[0], direction) & empty {
                    let to = Bitboard::from(to);
                    let mut next = *placed;
                    next.men[0] = next.men[0] - R::Board::step(to, back);
                    let is_crowned = to.meets(R::Board::promotion_row(Side::White));
                    let home = if is_crowned {
                        &mut next.kings
                    } else {
                        &mut next.men
                    };
                    home[0] |= to;
                    take(next.passed());
                }
            }
        }
        Outside { best, must_capture }
    }

    /// The value of a move to `next` that is no quiet king move.
    #[inline]
    fn seen(&self, next: &Placed<R>) -> Value {
        let material = super::Material::of(next);
        let slice = self
            .pair
            .into_iter()
            .find(|slice| slice.index.material() == material);
        let (value, bound) = match slice {
            Some(slice) => (slice.get(slice.index.of(next)), Some(slice.bound)),
            None => self.known.value(next).expect("smaller slices come first"),
        };
        let runs_on = self.bound.rule != DrawRule::QuietKings
            && bound.is_some_and(|bound| bound.rule == self.bound.rule);
        let value = if runs_on {
            value.one_ply_before()
        } else {
            value.by_conversion()
        };
        value.under(self.bound)
    }
}

/// Of two ways to lose, or not to lose, the better one.
fn longer(one: Value, other: Value) -> Value {
    if other.rank() > one.rank() {
        other
    } else {
        one
    }
}

/// All cells with their numbers and bytes, by several threads if they are many.
#[inline]
fn each(cells: &[AtomicU8], visit: impl Fn(usize, u8) + Sync) {
    if cells.len() <= SHARE {
        for (number, cell) in cells.iter().enumerate() {
            visit(number, cell.load(Relaxed));
        }
    } else {
        let numbered = cells.par_iter().enumerate().with_min_len(SHARE);
        numbered.for_each(|(number, cell)| visit(number, cell.load(Relaxed)));
    }
}

/// Notes a value found, and how far the farthest is.
#[inline]
fn set<R: Rules>(block: &Block<R>, number: usize, value: Value, farthest: &AtomicU8) {
    block.set(number, value);
    if farthest.load(Relaxed) < value.distance() {
        farthest.fetch_max(value.distance(), Relaxed);
    }
}
