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
    let us = position.side();
    let (own, their) = match us {
        Side::White => (count::<R, true>(position), count::<R, false>(position)),
        Side::Black => (count::<R, false>(position), count::<R, true>(position)),
    };
    let mut values: [i32; SKIPS] = std::array::from_fn(|i| own[i] - their[i]);
    values[6] = 1;
    values
}

#[inline(always)]
fn count<R: Rules, const WHITE: bool>(position: &Position<R>) -> [i32; SKIPS] {
    let us = if WHITE { Side::White } else { Side::Black };
    let (men, kings) = (position.men(us), position.kings(us));
    let enemies = position.pieces(!us);
    let size = |set: Bitboard| set.len() as i32;
    let mut values = [0; SKIPS];
    values[0] = size(men);
    let half = R::Board::WIDTH as usize / 2;
    let left = (0..half).fold(Bitboard::EMPTY, |set, file| set | R::Board::FILES[file]);
    values[5] = (size(men) - 2 * size(men & left)).abs();
    let [one, two, three] = open_roads::<R, WHITE>(men, enemies);
    (values[8], values[9], values[10]) = (one, two, three);
    if !kings.is_empty() {
        values[1] = 1;
        values[2] = size(kings) - 1;
        values[7] = i32::from(kings.len() > 1);
        let denied = attacked::<R>(enemies, position.empty());
        let occupied = position.occupied();
        for king in kings {
            for direction in Direction::ALL {
                let reach = R::Board::sight(king, direction, occupied);
                values[3] += size(reach - denied);
                values[4] += size(reach & denied);
            }
        }
    }
    values
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
