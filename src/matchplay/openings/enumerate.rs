//! All openings of a length.

use super::Opening;
use crate::board::Geometry;
use crate::notation::write_squares;
use crate::position::{Move, MoveList, Position};
use crate::rules::Rules;
use std::collections::HashSet;

/// All openings of this many plies from the starting position in which no man is lost at once
/// ([`is_even`]), in the order of the moves' squares; of those that lead to the same position
/// only the first. Meant for up to three plies: their number grows tenfold with each.
pub fn enumerate<R: Rules>(plies: u32) -> Vec<Opening<R>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut visit = |position: &Position<R>, moves: &[Move]| {
        if is_even(position) && seen.insert(write_squares(position)) {
            found.push(Opening::from_start(moves.to_vec()));
        }
    };
    extend(&Position::default(), plies, &mut Vec::new(), &mut visit);
    found
}

fn extend<R: Rules>(
    position: &Position<R>,
    plies: u32,
    moves: &mut Vec<Move>,
    visit: &mut impl FnMut(&Position<R>, &[Move]),
) {
    if plies == 0 {
        return visit(position, moves);
    }
    for mv in ordered_moves(position) {
        moves.push(mv);
        extend(&position.after(mv), plies - 1, moves, visit);
        moves.pop();
    }
}

/// The legal moves in the order of their squares, however the generator finds them: openings are
/// the same as long as the rules are.
pub(super) fn ordered_moves<R: Rules>(position: &Position<R>) -> MoveList {
    let number = R::Board::number;
    let mut moves = position.legal_moves();
    moves.sort_by_key(|mv| (number(mv.from()), number(mv.to()), mv.captured().0));
    moves
}

/// Can neither side win a man at once? Both have as many pieces in the end if from here on each
/// makes the moves that leave it the most pieces: one step for each side that need not capture,
/// and every capture that must be made before, between and after these steps.
pub fn is_even<R: Rules>(position: &Position<R>) -> bool {
    lead(position, STEPS, -1, 1) == 0
}

/// Moves without a capture that are tried out. Three, five and six leave as many openings of two
/// and three plies.
const STEPS: u32 = 2;

/// More pieces than there are.
const ALL: i32 = 100;

/// Pieces by which the side to move is ahead after this many steps and all captures, both sides
/// playing for pieces alone; at most `alpha` or at least `beta` if outside these.
fn lead<R: Rules>(position: &Position<R>, steps: u32, mut alpha: i32, beta: i32) -> i32 {
    let us = position.side();
    let must_capture = position.can_capture(us);
    if steps == 0 && !must_capture {
        return position.pieces(us).len() as i32 - position.pieces(!us).len() as i32;
    }
    let left = if must_capture { steps } else { steps - 1 };
    let mut best = -ALL;
    for mv in position.legal_moves() {
        best = best.max(-lead(&position.after(mv), left, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
