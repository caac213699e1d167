//! Leaf counts: the number of legal move sequences of a given length. Draw rules play no part,
//! and a position without moves above the last ply adds nothing.

use super::{MoveList, Position};
use crate::board::Side;
use crate::rules::Rules;
use rayon::prelude::*;
use std::hint::black_box;

/// How leaves are counted.
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// Count the moves of the last ply without playing them.
    pub bulk: bool,
    /// Count a capture once for each order of jumps and turning squares instead of once for
    /// each from, to and captured set.
    pub all_paths: bool,
}

/// Leaves below a position; the first two plies are spread over rayon's current pool.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32, how: Perft) -> u64 {
    if depth <= 3 || rayon::current_num_threads() == 1 {
        return count(position, depth, how);
    }
    moves(position, how)
        .into_par_iter()
        .flat_map_iter(|mv| {
            let next = position.after(mv);
            moves(&next, how).into_iter().map(move |mv| next.after(mv))
        })
        .map(|next| count(&next, depth - 2, how))
        .sum()
}

impl Perft {
    /// The moves of a position under this way of counting, by their squares.
    pub fn moves<R: Rules>(self, position: &Position<R>) -> Vec<super::Move> {
        let mut list = moves(position, self);
        list.sort_by_key(|mv| (mv.from(), mv.to(), mv.captured().0));
        list
    }
}

fn moves<R: Rules>(position: &Position<R>, how: Perft) -> Vec<super::Move> {
    let mut list = MoveList::new();
    if how.all_paths && position.can_capture(position.side()) {
        match position.side() {
            Side::White => position.captures_as::<true>(&mut list, false),
            Side::Black => position.captures_as::<false>(&mut list, false),
        }
    } else {
        position.generate(&mut list);
    }
    list.into_vec()
}

fn count<R: Rules>(position: &Position<R>, depth: u32, how: Perft) -> u64 {
    match (depth, position.side(), how.bulk) {
        (0, ..) => 1,
        (_, Side::White, true) => walk::<R, true, true>(position, depth, !how.all_paths),
        (_, Side::Black, true) => walk::<R, false, true>(position, depth, !how.all_paths),
        (_, Side::White, false) => walk::<R, true, false>(position, depth, !how.all_paths),
        (_, Side::Black, false) => walk::<R, false, false>(position, depth, !how.all_paths),
    }
}

/// `depth` is at least 1. The side to move alternates at compile time.
fn walk<R: Rules, const WHITE: bool, const BULK: bool>(
    position: &Position<R>,
    depth: u32,
    distinct: bool,
) -> u64 {
    if position.can_capture_as::<WHITE>() {
        return walk_captures::<R, WHITE, BULK>(position, depth, distinct);
    }
    if BULK && depth == 1 {
        return position.count_steps_as::<WHITE>();
    }
    let mut leaves = 0;
    position.for_each_step_as::<WHITE>(|mv| {
        let next = position.after_as::<WHITE>(mv);
        leaves += below::<R, WHITE, BULK>(&next, depth, distinct);
    });
    leaves
}

#[inline(never)]
fn walk_captures<R: Rules, const WHITE: bool, const BULK: bool>(
    position: &Position<R>,
    depth: u32,
    distinct: bool,
) -> u64 {
    let mut list = MoveList::new();
    position.captures_as::<WHITE>(&mut list, distinct);
    if BULK && depth == 1 {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &mv in &list {
        let next = position.after_as::<WHITE>(mv);
        leaves += below::<R, WHITE, BULK>(&next, depth, distinct);
    }
    leaves
}

/// Leaves below a position whose parent had `depth` plies to go.
#[inline(always)]
fn below<R: Rules, const WHITE: bool, const BULK: bool>(
    next: &Position<R>,
    depth: u32,
    distinct: bool,
) -> u64 {
    if depth == 1 {
        // The leaf is really made, key and all: what an engine does at a leaf.
        black_box(next);
        1
    } else if WHITE {
        walk::<R, false, BULK>(next, depth - 1, distinct)
    } else {
        walk::<R, true, BULK>(next, depth - 1, distinct)
    }
}
