//! The shape of a board in bits: which bits are squares, what a step is, how far a king sees.
//!
//! Two rows share one block of `WIDTH + 3` bits, with unused "ghost" bits at the row ends, so a
//! diagonal step is one shift by `STEP_A` or `STEP_B` and a step over the edge falls on a ghost.
//! Squares are numbered as on paper: 1 at the top left, White's home rows last.

use super::bitboard::Bitboard;
use super::direction::Direction;
use super::layout::{bit_of, board_mask, file_masks, file_of, main_road, order, rays, row_masks};
use super::piece::Side;
use super::square::Square;
use std::fmt::Debug;

/// For each direction and square, the squares a king could see on an empty board.
pub type Rays = [[u64; 64]; 8];

/// A board's shape. Everything follows from the width and which corner is dark.
pub trait Geometry: Copy + Eq + Debug + Send + Sync + 'static {
    /// Squares along one edge, dark and light: 10 or 8.
    const WIDTH: u8;
    /// Is the corner at White's right hand dark, not the left one? The bits stay as they are, the
    /// numbers of each row run the other way.
    const MIRRORED: bool = false;
    /// Dark squares in one row.
    const ROW: u8 = Self::WIDTH / 2;
    /// Number of dark squares.
    const SQUARES: u8 = Self::WIDTH * Self::ROW;
    /// Shift of a step down-left (and, backwards, up-right).
    const STEP_A: u32 = Self::ROW as u32 + 1;
    /// Shift of a step down-right (and, backwards, up-left).
    const STEP_B: u32 = Self::ROW as u32 + 2;
    /// Shift of two rows straight down (and, backwards, up).
    const COLUMN: u32 = 2 * Self::ROW as u32 + 3;
    /// All squares of the board.
    const BOARD: Bitboard = Bitboard(board_mask(Self::WIDTH));
    /// The rows, top first; entries past the board are empty.
    const ROWS: [Bitboard; 10] = row_masks(Self::WIDTH);
    /// The columns of dark squares, left first, counted over all files; entries past the board are empty.
    const FILES: [Bitboard; 10] = file_masks(Self::WIDTH, Self::MIRRORED);
    /// The long diagonal between two corners.
    const MAIN_ROAD: Bitboard = main_road(Self::WIDTH);
    /// What a king sees on an empty board.
    const RAYS: &'static Rays = &rays(Self::WIDTH);
    /// Square number minus one for each bit index; 255 for ghost bits.
    const ORDER: &'static [u8; 64] = &order(Self::WIDTH, Self::MIRRORED);

    /// The row on which men of this side become kings.
    #[inline]
    fn promotion_row(side: Side) -> Bitboard {
        match side {
            Side::White => Self::ROWS[0],
            Side::Black => Self::ROWS[Self::WIDTH as usize - 1],
        }
    }

    /// All squares of the set moved one step; steps over the edge end on ghost bits, so the
    /// result is to be met with a set of real squares.
    #[inline(always)]
    fn step(set: Bitboard, direction: Direction) -> Bitboard {
        match direction {
            Direction::DownLeft => set << Self::STEP_A,
            Direction::DownRight => set << Self::STEP_B,
            Direction::UpRight => set >> Self::STEP_A,
            Direction::UpLeft => set >> Self::STEP_B,
            Direction::Down => set << Self::COLUMN,
            Direction::Right => set << 1,
            Direction::Up => set >> Self::COLUMN,
            Direction::Left => set >> 1,
        }
    }

    /// The squares from `from` in a direction up to, not including, the first occupied one.
    #[inline(always)]
    fn sight(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
        let ray = Self::RAYS[direction as usize][from.index() as usize];
        let blockers = ray & occupied.0;
        let open = match direction {
            Direction::DownLeft | Direction::DownRight | Direction::Down | Direction::Right => {
                blockers.wrapping_sub(1) & !blockers
            }
            // The top bit is never a square, so at least one bit leads and the shift is below 64.
            Direction::UpRight | Direction::UpLeft | Direction::Up | Direction::Left => {
                u64::MAX << (64 - blockers.leading_zeros())
            }
        };
        Bitboard(ray & open)
    }

    /// The first occupied square from `from` in a direction, as a set of at most one square.
    #[inline(always)]
    fn first_hit(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
        let blockers = Self::RAYS[direction as usize][from.index() as usize] & occupied.0;
        match direction {
            Direction::DownLeft | Direction::DownRight | Direction::Down | Direction::Right => {
                Bitboard(blockers & blockers.wrapping_neg())
            }
            Direction::UpRight | Direction::UpLeft | Direction::Up | Direction::Left => Bitboard(
                (1u64 << 63)
                    .checked_shr(blockers.leading_zeros())
                    .unwrap_or(0),
            ),
        }
    }

    /// The number printed on the square: 1 at the top left, counted along the rows.
    #[inline]
    fn number(square: Square) -> u8 {
        Self::ORDER[square.index() as usize].wrapping_add(1)
    }

    /// The square with this number, 1 to [`Self::SQUARES`].
    #[inline]
    fn square(number: u8) -> Option<Square> {
        (1..=Self::SQUARES)
            .contains(&number)
            .then(|| Square::from_index(bit_of(Self::WIDTH, Self::MIRRORED, number - 1)))
    }

    /// File of a square, 0 = the left edge.
    #[inline]
    fn file(square: Square) -> u8 {
        file_of(Self::WIDTH, Self::MIRRORED, Self::number(square) - 1)
    }

    /// The square on this file and row, both counted from 0 at the top left, if it is dark.
    fn square_at(file: u8, row: u8) -> Option<Square> {
        let first = (row + 1 + u8::from(Self::MIRRORED)) % 2;
        let on_board = file < Self::WIDTH && row < Self::WIDTH && file % 2 == first;
        on_board
            .then(|| Self::square(row * Self::ROW + file / 2 + 1))
            .flatten()
    }

    /// The set turned by 180 degrees: the other side's view of it.
    #[inline]
    fn turned(set: Bitboard) -> Bitboard {
        // Square 1 is bit 0 and the last square the highest bit, so reversing all 64 bits and
        // moving the highest square's image back to bit 0 turns the board.
        Bitboard(set.0.reverse_bits() >> Self::BOARD.0.leading_zeros())
    }
}

/// The 10x10 board, 50 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ten;

impl Geometry for Ten {
    const WIDTH: u8 = 10;
}

/// The 8x8 board, 32 squares, a1 dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eight;

impl Geometry for Eight {
    const WIDTH: u8 = 8;
}

/// The 8x8 board, 32 squares, h1 dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EightMirrored;

impl Geometry for EightMirrored {
    const WIDTH: u8 = 8;
    const MIRRORED: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<G: Geometry>() {
        for number in 1..=G::SQUARES {
            let square = G::square(number).unwrap();
            assert_eq!(G::number(square), number);
            assert!(G::BOARD.contains(square));
            let turned = G::turned(square.into()).first().unwrap();
            assert_eq!(G::number(turned), G::SQUARES + 1 - number);
            let row = (number - 1) / G::ROW;
            assert_eq!(G::square_at(G::file(square), row), Some(square));
            assert!(G::ROWS[row as usize].contains(square));
            assert!(G::FILES[G::file(square) as usize].contains(square));
        }
        assert_eq!(G::square(0), None);
        assert_eq!(G::square(G::SQUARES + 1), None);
        assert_eq!(G::BOARD.len(), u32::from(G::SQUARES));
        assert_eq!(
            G::ROWS.iter().map(|r| r.len()).sum::<u32>(),
            u32::from(G::SQUARES)
        );
        assert_eq!(
            G::FILES.iter().map(|r| r.len()).sum::<u32>(),
            u32::from(G::SQUARES)
        );
    }

    #[test]
    fn both_boards_are_consistent() {
        check::<Ten>();
        check::<Eight>();
        check::<EightMirrored>();
        assert_eq!(Ten::BOARD.0, 0x7DF3_EF9F_7CFB_E7DF);
        assert_eq!(Eight::BOARD.0, 0x0000_03DE_7BCF_79EF);
    }

    #[test]
    fn rows_and_columns_are_directions_too() {
        let at = |n| Ten::square(n).unwrap();
        let numbers = |set: Bitboard| set.map(Ten::number).collect::<Vec<_>>();
        let sees = |n, direction| numbers(Ten::sight(at(n), direction, Bitboard::EMPTY));
        assert_eq!(sees(28, Direction::Up), [8, 18]);
        assert_eq!(sees(28, Direction::Down), [38, 48]);
        assert_eq!(sees(28, Direction::Left), [26, 27]);
        assert_eq!(sees(28, Direction::Right), [29, 30]);
        assert_eq!(sees(1, Direction::Left), [0; 0]);
        assert_eq!(sees(50, Direction::Down), [0; 0]);
        for direction in Direction::EIGHT {
            for square in Ten::BOARD {
                let step = Ten::step(square.into(), direction) & Ten::BOARD;
                let back = Ten::step(step, direction.reverse());
                assert!(step.is_empty() || back == square.into());
                let is_seen = step.is_subset(Ten::sight(square, direction, Bitboard::EMPTY));
                assert!(is_seen, "{square:?} {direction:?}");
            }
        }
    }

    #[test]
    fn sight_ends_before_the_first_piece() {
        let at = |n| Ten::square(n).unwrap();
        let numbers = |set: Bitboard| set.map(Ten::number).collect::<Vec<_>>();
        let occupied: Bitboard = [at(14), at(37)].into_iter().collect();
        assert_eq!(
            numbers(Ten::sight(at(28), Direction::UpRight, occupied)),
            [19, 23]
        );
        assert_eq!(
            numbers(Ten::first_hit(at(28), Direction::UpRight, occupied)),
            [14]
        );
        assert_eq!(
            numbers(Ten::sight(at(28), Direction::DownLeft, occupied)),
            [32]
        );
        assert_eq!(
            numbers(Ten::first_hit(at(28), Direction::DownLeft, occupied)),
            [37]
        );
        assert_eq!(
            numbers(Ten::sight(at(28), Direction::UpLeft, occupied)),
            [6, 11, 17, 22]
        );
        assert_eq!(
            numbers(Ten::first_hit(at(28), Direction::UpLeft, occupied)),
            [0; 0]
        );
        assert_eq!(
            numbers(Ten::sight(at(5), Direction::UpLeft, occupied)),
            [0; 0]
        );
    }
}
