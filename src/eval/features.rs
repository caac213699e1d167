//! What the evaluation sees: counts for the side to move less those for the opponent. The terms
//! are sums of set sizes, and men also count square by square, so a position is seen in a few
//! dozen machine instructions and one table look-up a man.

use crate::board::{Bitboard, Direction, Geometry, Side, Square};
use crate::position::Position;
use crate::rules::Rules;

/// Terms that are counts.
pub(super) const TERMS: [&str; 13] = [
    "man",
    "king",
    "further-king",
    "pair",
    "trio",
    "alone",
    "contact",
    "free-step",
    "open-road-1",
    "open-road-2",
    "open-road-3",
    "king-reach",
    "to-move",
];

/// Squares of the largest board; the smaller one uses the first of them.
pub(super) const SQUARES: usize = 50;

/// Number of features: the terms, then a man on each square as its owner sees the board.
pub const FEATURES: usize = TERMS.len() + SQUARES;

/// The name of a feature in the weights file.
pub(super) fn feature_name(feature: usize) -> String {
    match feature.checked_sub(TERMS.len()) {
        None => TERMS[feature].to_owned(),
        Some(square) => format!("man-on-{}", square + 1),
    }
}

/// Pieces of a full board.
pub(super) const fn full_board<R: Rules>() -> i32 {
    let width = R::Board::WIDTH as i32;
    width * (width / 2 - 1)
}

/// All features, seen from the side to move. The evaluator takes a shorter way to the same sum.
pub fn features<R: Rules>(position: &Position<R>) -> [i32; FEATURES] {
    let mut values = [0; FEATURES];
    let terms = terms(position);
    values[..TERMS.len()].copy_from_slice(&terms);
    let us = position.side();
    for (side, sign) in [(us, 1), (!us, -1)] {
        for square in position.men(side) {
            values[TERMS.len() + order::<R>(side, square)] += sign;
        }
    }
    values
}

/// The number less one of a square as White sees it, or as Black sees it from his side.
#[inline]
pub(super) fn order<R: Rules>(side: Side, square: Square) -> usize {
    let order = R::Board::ORDER[square.index() as usize];
    usize::from(match side {
        Side::White => order,
        Side::Black => R::Board::SQUARES - 1 - order,
    })
}

/// The counted terms, seen from the side to move.
#[inline]
pub(super) fn terms<R: Rules>(position: &Position<R>) -> [i32; TERMS.len()] {
    let us = position.side();
    let (own, their) = match us {
        Side::White => (count::<R, true>(position), count::<R, false>(position)),
        Side::Black => (count::<R, false>(position), count::<R, true>(position)),
    };
    let mut values: [i32; TERMS.len()] = std::array::from_fn(|i| own[i] - their[i]);
    values[TERMS.len() - 1] = 1;
    values
}

#[inline(always)]
fn count<R: Rules, const WHITE: bool>(position: &Position<R>) -> [i32; TERMS.len()] {
    let us = if WHITE { Side::White } else { Side::Black };
    let [ahead_a, ahead_b] = Direction::forward(us);
    let (men, kings) = (position.men(us), position.kings(us));
    let (enemies, empty) = (position.pieces(!us), position.empty());
    let size = |set: Bitboard| set.len() as i32;
    let step = R::Board::step;

    let mut values = [0; TERMS.len()];
    values[0] = size(men);
    values[1] = i32::from(!kings.is_empty());
    values[2] = (size(kings) - 1).max(0);
    // Men with a comrade behind, on one side and on the other, and three in a row.
    let backed_a = men & step(men, ahead_a);
    let backed_b = men & step(men, ahead_b);
    values[3] = size(backed_a) + size(backed_b);
    values[4] = size(backed_a & step(backed_a, ahead_a)) + size(backed_b & step(backed_b, ahead_b));
    // Men off the edge with neither a comrade nor the home row behind them.
    let width = R::Board::WIDTH as usize;
    let safe = R::Board::FILES[0]
        | R::Board::FILES[width - 1]
        | R::Board::ROWS[if WHITE { width - 1 } else { 0 }];
    values[5] = size(men - backed_a - backed_b - safe);
    let before_a = step(men, ahead_a);
    let before_b = step(men, ahead_b);
    values[6] = size(before_a & enemies) + size(before_b & enemies);
    values[7] = size(before_a & empty) + size(before_b & empty);
    values[8..11].copy_from_slice(&open_roads::<R, WHITE>(men, enemies));
    if !kings.is_empty() {
        let occupied = position.occupied();
        for king in kings {
            for direction in Direction::DIAGONAL {
                values[11] += size(R::Board::sight(king, direction, occupied));
            }
        }
    }
    values
}

/// Men one, two and three steps from a king with no enemy in the cone before them.
#[inline(always)]
pub(super) fn open_roads<R: Rules, const WHITE: bool>(
    men: Bitboard,
    enemies: Bitboard,
) -> [i32; 3] {
    let us = if WHITE { Side::White } else { Side::Black };
    let [behind_a, behind_b] = Direction::forward(!us);
    let step = R::Board::step;
    let mut counts = [0; 3];
    if !men.is_empty() {
        let mut shadow = enemies | step(enemies, behind_a) | step(enemies, behind_b);
        for _ in 0..2 {
            shadow |= step(shadow, behind_a) | step(shadow, behind_b);
        }
        let free = men - shadow;
        let mut row = R::Board::promotion_row(us);
        for count in &mut counts {
            row = (step(row, behind_a) | step(row, behind_b)) & R::Board::BOARD;
            *count = (free & row).len() as i32;
        }
    }
    counts
}
