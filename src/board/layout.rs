//! Constant tables of a board: which bit a square is, rows, files, and what a king sees.

use super::bitboard::Bitboard;
use super::geometry::Rays;

/// Bit index of the square with this number less one. On a mirrored board the numbers of a row
/// run from its highest bit to its lowest.
pub(super) const fn bit_of(width: u8, mirrored: bool, order: u8) -> u8 {
    let per_row = width / 2;
    let row = order / per_row;
    let column = order % per_row;
    let place = if mirrored {
        per_row - 1 - column
    } else {
        column
    };
    (row / 2) * (width + 3) + (row % 2) * (per_row + 1) + place
}

pub(super) const fn board_mask(width: u8) -> u64 {
    let mut mask = 0;
    let mut order = 0;
    while order < width * width / 2 {
        mask |= 1 << bit_of(width, false, order);
        order += 1;
    }
    mask
}

pub(super) const fn row_masks(width: u8) -> [Bitboard; 10] {
    let mut masks = [Bitboard::EMPTY; 10];
    let mut order = 0;
    while order < width * width / 2 {
        masks[(order / (width / 2)) as usize].0 |= 1 << bit_of(width, false, order);
        order += 1;
    }
    masks
}

/// File (0 = left edge) of the square with this number less one: row 0 has its first dark
/// square on file 1, row 1 on file 0; on a mirrored board the other way round.
pub(super) const fn file_of(width: u8, mirrored: bool, order: u8) -> u8 {
    let per_row = width / 2;
    let row = order / per_row;
    (order % per_row) * 2 + (row + 1 + mirrored as u8) % 2
}

pub(super) const fn file_masks(width: u8, mirrored: bool) -> [Bitboard; 10] {
    let mut masks = [Bitboard::EMPTY; 10];
    let mut order = 0;
    while order < width * width / 2 {
        masks[file_of(width, mirrored, order) as usize].0 |= 1 << bit_of(width, mirrored, order);
        order += 1;
    }
    masks
}

/// The squares from the dark corner at the bottom to the one at the top.
pub(super) const fn main_road(width: u8) -> Bitboard {
    let mut mask = 0;
    let mut order = 0;
    while order < width * width / 2 {
        if file_of(width, false, order) + order / (width / 2) == width - 1 {
            mask |= 1 << bit_of(width, false, order);
        }
        order += 1;
    }
    Bitboard(mask)
}

pub(super) const fn order(width: u8, mirrored: bool) -> [u8; 64] {
    let mut table = [255; 64];
    let mut order = 0;
    while order < width * width / 2 {
        table[bit_of(width, mirrored, order) as usize] = order;
        order += 1;
    }
    table
}

pub(super) const fn rays(width: u8) -> Rays {
    let mask = board_mask(width);
    let row = width as u32 / 2;
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 64 {
        if mask >> index & 1 != 0 {
            let mut direction = 0;
            while direction < 8 {
                let mut at = 1u64 << index;
                loop {
                    at = match direction {
                        0 => at << (row + 1),
                        1 => at << (row + 2),
                        2 => at >> (row + 1),
                        3 => at >> (row + 2),
                        4 => at << (2 * row + 3),
                        5 => at << 1,
                        6 => at >> (2 * row + 3),
                        _ => at >> 1,
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
