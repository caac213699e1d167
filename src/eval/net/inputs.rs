//! What the net sees: every piece in two views, and a few counts of its own that skip the units.

use super::parameters::{HEADS, PLANES, SKIPS};
use crate::board::{Bitboard, Direction, Geometry, Side, Square};
use crate::eval::features::{full_board, open_roads, order};
use crate::position::Position;
use crate::rules::Rules;

/// The inputs of a view that are on, at most one a square. The view of a side is the board as it
/// sits before it: Black's is White's turned by 180 degrees.
pub fn active_inputs<R: Rules>(
    position: &Position<R>,
    view: Side,
) -> impl Iterator<Item = usize> + use<R> {
    let sets = [
        position.men(view),
        position.kings(view),
        position.men(!view),
        position.kings(!view),
    ];
    sets.into_iter()
        .enumerate()
        .flat_map(move |(plane, set)| set.map(move |square| input::<R>(view, plane, square)))
}

/// The input of a plane and a square in a view.
#[inline]
pub(super) fn input<R: Rules>(view: Side, plane: usize, square: Square) -> usize {
    debug_assert!(plane < PLANES);
    plane * usize::from(R::Board::SQUARES) + order::<R>(view, square)
}

/// The head for so many pieces: eight equal parts of a full board.
#[inline]
pub fn head<R: Rules>(pieces: u32) -> usize {
    let part = full_board::<R>() as u32 / HEADS as u32;
    ((pieces.saturating_sub(1) / part) as usize).min(HEADS - 1)
}

/// The skip features, seen from the mover: his count less the opponent's.
///
/// | number | counts |
/// |---|---|
/// | 0 | men |
/// | 1 | first king: 1 with any |
/// | 2 | further kings |
/// | 3 | squares that kings can slide to and stay on, added up king by king |
/// | 4 | squares that kings can slide to and be taken from: an enemy next to them, the square behind empty |
/// | 5 | skew: men on the right half less men on the left half, without sign |
/// | 6 | the move: always 1 |
/// | 7 | second king: 1 with two or more |
/// | 8, 9, 10 | men one, two, three steps from the promotion row with no enemy in the cone before them |
#[inline]
pub fn skip_features<R: Rules>(position: &Position<R>) -> [i32; SKIPS] {
    let mut values = [0; SKIPS];
    values[MOVE] = 1;
    let us = position.side();
    for (i, at) in OF_MEN.into_iter().enumerate() {
        values[at] = men_counts(position, us)[i] - men_counts(position, !us)[i];
    }
    for (i, at) in OF_KINGS.into_iter().enumerate() {
        values[at] = king_counts(position, us)[i] - king_counts(position, !us)[i];
    }
    values
}

/// The skip features, each times its weight, summed up: those of kings only if there are kings.
#[inline]
pub(super) fn weighed_skips<R: Rules>(position: &Position<R>, weights: &[i32; SKIPS]) -> i32 {
    let us = position.side();
    let (own, their) = (men_counts(position, us), men_counts(position, !us));
    let terms = OF_MEN.into_iter().enumerate();
    let mut sum: i32 = terms.map(|(i, at)| (own[i] - their[i]) * weights[at]).sum();
    sum += weights[MOVE];
    if !(position.kings(us) | position.kings(!us)).is_empty() {
        let (own, their) = (king_counts(position, us), king_counts(position, !us));
        let terms = OF_KINGS.into_iter().enumerate();
        sum += terms
            .map(|(i, at)| (own[i] - their[i]) * weights[at])
            .sum::<i32>();
    }
    sum
}

/// Number of the skip feature that is always 1.
const MOVE: usize = 6;
/// Numbers of those that count men, in the order of [`men_counts`].
const OF_MEN: [usize; 5] = [0, 5, 8, 9, 10];
/// Numbers of those that count kings, in the order of [`king_counts`].
const OF_KINGS: [usize; 5] = [1, 2, 3, 4, 7];

fn size(set: Bitboard) -> i32 {
    set.len() as i32
}

/// Men, skew, men one, two, three steps from the promotion row.
#[inline(always)]
fn men_counts<R: Rules>(position: &Position<R>, side: Side) -> [i32; 5] {
    let (men, enemies) = (position.men(side), position.pieces(!side));
    let half = R::Board::WIDTH as usize / 2;
    let left = (0..half).fold(Bitboard::EMPTY, |set, file| set | R::Board::FILES[file]);
    let skew = (size(men) - 2 * size(men & left)).abs();
    let [one, two, three] = match side {
        Side::White => open_roads::<R, true>(men, enemies),
        Side::Black => open_roads::<R, false>(men, enemies),
    };
    [size(men), skew, one, two, three]
}

/// First king, further kings, squares to stay on and to be taken from, second king.
#[inline]
fn king_counts<R: Rules>(position: &Position<R>, side: Side) -> [i32; 5] {
    let kings = position.kings(side);
    let denied = attacked::<R>(position.pieces(!side), position.empty());
    let occupied = position.occupied();
    let (mut free, mut taken) = (0, 0);
    for king in kings {
        for direction in Direction::DIAGONAL {
            let reach = R::Board::sight(king, direction, occupied);
            free += size(reach - denied);
            taken += size(reach & denied);
        }
    }
    let number = size(kings);
    [
        number.min(1),
        (number - 1).max(0),
        free,
        taken,
        i32::from(number > 1),
    ]
}

/// Squares next to an enemy with an empty square on the other side: he could jump over them.
#[inline]
fn attacked<R: Rules>(enemies: Bitboard, empty: Bitboard) -> Bitboard {
    use Direction::{DownLeft, DownRight, UpLeft, UpRight};
    let step = R::Board::step;
    [
        (DownLeft, UpRight),
        (UpRight, DownLeft),
        (DownRight, UpLeft),
        (UpLeft, DownRight),
    ]
    .into_iter()
    .fold(Bitboard::EMPTY, |set, (there, back)| {
        set | step(enemies, there) & step(empty, back)
    })
}
