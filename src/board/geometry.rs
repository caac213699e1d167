//! The shape of a board in bits: which bits are squares, what a step is, how far a king sees.
//!
//! Two rows share one block of `WIDTH + 3` bits, with unused "ghost" bits at the row ends, so a
//! diagonal step is one shift by `STEP_A` or `STEP_B` and a step over the edge falls on a ghost.
//! Squares are numbered as on paper: 1 at the top left, White's home rows last.

use super::bitboard::Bitboard;
use super::piece::Side;
use super::square::Square;
use std::fmt::Debug;

/// A diagonal direction as White sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards White's home row and the left edge.
    DownLeft,
    /// Towards White's home row and the right edge.
    DownRight,
    /// Towards Black's home row and the right edge.
    UpRight,
    /// Towards Black's home row and the left edge.
    UpLeft,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::DownLeft, Self::DownRight, Self::UpRight, Self::UpLeft];

    /// The two directions in which the men of a side move forward.
    pub const fn forward(side: Side) -> [Self; 2] {
        match side {
            Side::White => [Self::UpRight, Self::UpLeft],
            Side::Black => [Self::DownLeft, Self::DownRight],
        }
    }

    /// The two directions at right angles to this one.
    #[inline]
    pub const fn across(self) -> [Self; 2] {
        match self {
            Self::DownLeft | Self::UpRight => [Self::DownRight, Self::UpLeft],
            Self::DownRight | Self::UpLeft => [Self::DownLeft, Self::UpRight],
        }
    }
}

/// For each direction and square, the squares a king could see on an empty board.
pub type Rays = [[u64; 64]; 4];

/// A board's shape. Everything follows from the width.
pub trait Geometry: Copy + Eq + Debug + Send + Sync + 'static {
    /// Squares along one edge, dark and light: 10 or 8.
    const WIDTH: u8;
    /// Dark squares in one row.
    const ROW: u8 = Self::WIDTH / 2;
    /// Number of dark squares.
    const SQUARES: u8 = Self::WIDTH * Self::ROW;
    /// Shift of a step down-left (and, backwards, up-right).
    const STEP_A: u32 = Self::ROW as u32 + 1;
    /// Shift of a step down-right (and, backwards, up-left).
    const STEP_B: u32 = Self::ROW as u32 + 2;
    /// All squares of the board.
    const BOARD: Bitboard = Bitboard(board_mask(Self::WIDTH));
    /// The rows, top first; entries past the board are empty.
    const ROWS: [Bitboard; 10] = row_masks(Self::WIDTH);
    /// The columns of dark squares, left first, counted over all files; entries past the board are empty.
    const FILES: [Bitboard; 10] = file_masks(Self::WIDTH);
    /// What a king sees on an empty board.
    const RAYS: &'static Rays = &rays(Self::WIDTH);
    /// Square number minus one for each bit index; 255 for ghost bits.
    const ORDER: &'static [u8; 64] = &order(Self::WIDTH);

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
        }
    }

    /// The squares from `from` in a direction up to, not including, the first occupied one.
    #[inline(always)]
    fn sight(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
        let ray = Self::RAYS[direction as usize][from.index() as usize];
        let blockers = ray & occupied.0;
        let open = match direction {
            Direction::DownLeft | Direction::DownRight => blockers.wrapping_sub(1) & !blockers,
            // The top bit is never a square, so at least one bit leads and the shift is below 64.
            Direction::UpRight | Direction::UpLeft => u64::MAX << (64 - blockers.leading_zeros()),
        };
        Bitboard(ray & open)
    }

    /// The first occupied square from `from` in a direction, as a set of at most one square.
    #[inline(always)]
    fn first_hit(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
        let blockers = Self::RAYS[direction as usize][from.index() as usize] & occupied.0;
        match direction {
            Direction::DownLeft | Direction::DownRight => {
                Bitboard(blockers & blockers.wrapping_neg())
            }
            Direction::UpRight | Direction::UpLeft => Bitboard(
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
            .then(|| Square::from_index(bit_of(Self::WIDTH, number - 1)))
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

/// Bit index of the square with this number less one.
const fn bit_of(width: u8, order: u8) -> u8 {
    let per_row = width / 2;
    let row = order / per_row;
    (row / 2) * (width + 3) + (row % 2) * (per_row + 1) + order % per_row
}

const fn board_mask(width: u8) -> u64 {
    let mut mask = 0;
    let mut order = 0;
    while order < width * width / 2 {
        mask |= 1 << bit_of(width, order);
        order += 1;
    }
    mask
}

const fn row_masks(width: u8) -> [Bitboard; 10] {
    let mut masks = [Bitboard::EMPTY; 10];
    let mut order = 0;
    while order < width * width / 2 {
        masks[(order / (width / 2)) as usize].0 |= 1 << bit_of(width, order);
        order += 1;
    }
    masks
}

/// File (0 = left edge) of the square with this number less one: row 0 has its first dark
/// square on file 1, row 1 on file 0.
const fn file_of(width: u8, order: u8) -> u8 {
    let per_row = width / 2;
    (order % per_row) * 2 + (order / per_row + 1) % 2
}

const fn file_masks(width: u8) -> [Bitboard; 10] {
    let mut masks = [Bitboard::EMPTY; 10];
    let mut order = 0;
    while order < width * width / 2 {
        masks[file_of(width, order) as usize].0 |= 1 << bit_of(width, order);
        order += 1;
    }
    masks
}

const fn order(width: u8) -> [u8; 64] {
    let mut table = [255; 64];
    let mut order = 0;
    while order < width * width / 2 {
        table[bit_of(width, order) as usize] = order;
        order += 1;
    }
    table
}

const fn rays(width: u8) -> Rays {
    let mask = board_mask(width);
    let (a, b) = (width as u32 / 2 + 1, width as u32 / 2 + 2);
    let mut table = [[0; 64]; 4];
    let mut index = 0;
    while index < 64 {
        if mask >> index & 1 != 0 {
            let mut direction = 0;
            while direction < 4 {
                let mut at = 1u64 << index;
                loop {
                    at = match direction {
                        0 => at << a,
                        1 => at << b,
                        2 => at >> a,
                        _ => at >> b,
                    } & mask;
                    if at == 0 {
                        break;
                    }
                    table[direction][index] |= at;
                }
                direction += 1;
            }
        }
        index += 1;
    }
    table
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
        assert_eq!(Ten::BOARD.0, 0x7DF3_EF9F_7CFB_E7DF);
        assert_eq!(Eight::BOARD.0, 0x0000_03DE_7BCF_79EF);
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
