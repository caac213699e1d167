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
            Side::White => position.captures_as::<true, false>(&mut list),
            Side::Black => position.captures_as::<false, false>(&mut list),
        }
    } else {
        position.generate(&mut list);
    }
    list.into_vec()
}

fn count<R: Rules>(position: &Position<R>, depth: u32, how: Perft) -> u64 {
    match (depth, position.side(), how.bulk, how.all_paths) {
        (0, ..) => 1,
        (_, Side::White, true, false) => walk::<R, true, true, true>(position, depth),
        (_, Side::Black, true, false) => walk::<R, false, true, true>(position, depth),
        (_, Side::White, false, false) => walk::<R, true, false, true>(position, depth),
        (_, Side::Black, false, false) => walk::<R, false, false, true>(position, depth),
        (_, Side::White, true, true) => walk::<R, true, true, false>(position, depth),
        (_, Side::Black, true, true) => walk::<R, false, true, false>(position, depth),
        (_, Side::White, false, true) => walk::<R, true, false, false>(position, depth),
        (_, Side::Black, false, true) => walk::<R, false, false, false>(position, depth),
    }
}

/// `depth` is at least 1. The side to move alternates at compile time.
fn walk<R: Rules, const WHITE: bool, const BULK: bool, const DISTINCT: bool>(
    position: &Position<R>,
    depth: u32,
) -> u64 {
    if position.can_capture_as::<WHITE>() {
        return walk_captures::<R, WHITE, BULK, DISTINCT>(position, depth);
    }
    if BULK && depth == 1 {
        return position.count_steps_as::<WHITE>();
    }
    let mut leaves = 0;
    position.for_each_step_as::<WHITE>(|mv| {
        let next = position.after_as::<WHITE>(mv);
        leaves += below::<R, WHITE, BULK, DISTINCT>(&next, depth);
    });
    leaves
}

#[inline(never)]
fn walk_captures<R: Rules, const WHITE: bool, const BULK: bool, const DISTINCT: bool>(
    position: &Position<R>,
    depth: u32,
) -> u64 {
    let mut list = MoveList::new();
    position.captures_as::<WHITE, DISTINCT>(&mut list);
    if BULK && depth == 1 {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &mv in &list {
        let next = position.after_as::<WHITE>(mv);
        leaves += below::<R, WHITE, BULK, DISTINCT>(&next, depth);
    }
    leaves
}

/// Leaves below a position whose parent had `depth` plies to go.
#[inline(always)]
fn below<R: Rules, const WHITE: bool, const BULK: bool, const DISTINCT: bool>(
    next: &Position<R>,
    depth: u32,
) -> u64 {
    if depth == 1 {
        // The leaf is really made, key and all: what an engine does at a leaf.
        black_box(next);
        1
    } else if WHITE {
        walk::<R, false, BULK, DISTINCT>(next, depth - 1)
    } else {
        walk::<R, true, BULK, DISTINCT>(next, depth - 1)
    }
}
