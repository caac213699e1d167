//! What the evaluation sees: counts for the side to move less those for the opponent. All are
//! sums of set sizes, so a position is seen in a few dozen machine instructions.

use crate::board::{Bitboard, Direction, Geometry, Side};
use crate::position::Position;
use crate::rules::Rules;

/// Number of features.
pub const FEATURES: usize = NAMES.len();

/// Names in the weights file, in the order of [`of`].
pub const NAMES: [&str; 24] = [
    "man",
    "king",
    "further-king",
    "rank-1",
    "rank-2",
    "rank-3",
    "rank-4",
    "rank-5",
    "rank-6",
    "rank-7",
    "rank-8",
    "rank-9",
    "edge",
    "centre",
    "home-middle",
    "pair",
    "trio",
    "free-step",
    "hanging",
    "open-road-1",
    "open-road-2",
    "open-road-3",
    "king-reach",
    "to-move",
];

const RANKS: usize = 3;

/// Pieces of a full board.
pub(super) const fn full_board<R: Rules>() -> i32 {
    let width = R::Board::WIDTH as i32;
    width * (width / 2 - 1)
}

/// Values of all features, seen from the side to move.
#[inline]
pub fn of<R: Rules>(position: &Position<R>) -> [i32; FEATURES] {
    let us = position.side();
    let (own, their) = match us {
        Side::White => (count::<R, true>(position), count::<R, false>(position)),
        Side::Black => (count::<R, false>(position), count::<R, true>(position)),
    };
    let mut values = [0; FEATURES];
    for i in 0..FEATURES - 1 {
        values[i] = own[i] - their[i];
    }
    values[FEATURES - 1] = 1;
    values
}

#[inline(always)]
fn count<R: Rules, const WHITE: bool>(position: &Position<R>) -> [i32; FEATURES] {
    let us = if WHITE { Side::White } else { Side::Black };
    let [ahead_a, ahead_b] = Direction::forward(us);
    let [behind_a, behind_b] = Direction::forward(!us);
    let (men, kings) = (position.men(us), position.kings(us));
    let (enemies, empty) = (position.pieces(!us), position.empty());
    let size = |set: Bitboard| set.len() as i32;
    let step = R::Board::step;
    let width = R::Board::WIDTH as usize;

    let mut values = [0; FEATURES];
    values[0] = size(men);
    values[1] = i32::from(!kings.is_empty());
    values[2] = (size(kings) - 1).max(0);
    for rank in 0..width - 1 {
        let row = if WHITE { width - 1 - rank } else { rank };
        values[RANKS + rank] = size(men & R::Board::ROWS[row]);
    }
    let files = &R::Board::FILES;
    let edges = files[0] | files[width - 1];
    values[12] = size(men & edges);
    let middle =
        files[width / 2 - 2] | files[width / 2 - 1] | files[width / 2] | files[width / 2 + 1];
    values[13] = size(men & middle & (R::Board::ROWS[width / 2 - 1] | R::Board::ROWS[width / 2]));
    let home = R::Board::ROWS[if WHITE { width - 1 } else { 0 }];
    values[14] = size(men & home & middle);
    // Men with a comrade behind, on one side and on the other, and three in a row.
    let backed_a = men & step(men, ahead_a);
    let backed_b = men & step(men, ahead_b);
    values[15] = size(backed_a) + size(backed_b);
    values[16] =
        size(backed_a & step(backed_a, ahead_a)) + size(backed_b & step(backed_b, ahead_b));
    values[17] = size(step(men, ahead_a) & empty) + size(step(men, ahead_b) & empty);
    // Men an enemy could jump: he stands before them and the square behind is open.
    let jumped_a = step(enemies, behind_a) & men & step(empty, ahead_a);
    let jumped_b = step(enemies, behind_b) & men & step(empty, ahead_b);
    values[18] = size(jumped_a | jumped_b);
    // Men in the far half with no enemy in the cone before them, one to three steps from a king.
    if !men.is_empty() {
        let promotion = R::Board::promotion_row(us);
        let stopped = enemies;
        let mut shadow = stopped | step(stopped, behind_a) | step(stopped, behind_b);
        for _ in 0..2 {
            shadow |= step(shadow, behind_a) | step(shadow, behind_b);
        }
        let mut row = promotion;
        let free = men - shadow;
        for distance in 0..3 {
            row = (step(row, behind_a) | step(row, behind_b)) & R::Board::BOARD;
            values[19 + distance] = size(free & row);
        }
    }
    if !kings.is_empty() {
        let occupied = position.occupied();
        for king in kings {
            for direction in Direction::ALL {
                values[22] += size(R::Board::sight(king, direction, occupied));
            }
        }
    }
    values
}
