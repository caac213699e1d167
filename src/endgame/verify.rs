//! Every position of a slice looked at once more: its value against those of its successors, by
//! the legal moves and the counts a game is played with.

use super::placed::Placed;
use super::slice::{Slice, Slices};
use super::value::Value;
use crate::board::Side;
use crate::game::Counters;
use crate::rules::Rules;
use rayon::prelude::*;

/// A position whose value does not follow from those after its moves.
#[derive(Debug, thiserror::Error)]
#[error("position {number} of slice {slice} is {found:?}; expected {expected:?}")]
pub struct Wrong {
    /// The slice.
    pub slice: String,
    /// The number of the position.
    pub number: u64,
    /// The value it has.
    pub found: Value,
    /// The value its moves give.
    pub expected: Value,
}

/// Blocks a thread takes at a time.
const SHARE: u64 = 1 << 12;

/// Checks all positions; counts the wins, draws and losses.
pub(super) fn verify<R: Rules>(known: &Slices<R>, slice: &Slice<R>) -> Result<[u64; 3], Wrong> {
    let size = slice.index.size();
    let shares = (0..size.div_ceil(SHARE)).into_par_iter();
    let counted = shares.map(|share| {
        let mut counts = [0; 3];
        for (number, placed) in slice
            .index
            .range(share * SHARE, size.min((share + 1) * SHARE))
        {
            let (found, expected) = (slice.get(number), by_moves(known, &placed));
            if found != expected {
                return Err(Wrong {
                    slice: slice.index.material().to_string(),
                    number,
                    found,
                    expected,
                });
            }
            counts[match found {
                Value::Win(_) => 0,
                Value::Draw => 1,
                Value::Loss(_) => 2,
            }] += 1;
        }
        Ok(counts)
    });
    let add = |a: [u64; 3], b: [u64; 3]| Ok([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    counted.try_reduce(|| [0; 3], add)
}

/// Fills in the positions with captures, which files leave out: their values are those of smaller
/// slices.
pub(super) fn restore<R: Rules>(known: &Slices<R>, slice: &Slice<R>) {
    let size = slice.index.size();
    (0..size.div_ceil(SHARE)).into_par_iter().for_each(|share| {
        for (number, placed) in slice
            .index
            .range(share * SHARE, size.min((share + 1) * SHARE))
        {
            if placed.position().can_capture(Side::White) {
                slice.set(number, by_moves(known, &placed));
            }
        }
    });
}

/// The value by the moves and the values after them.
fn by_moves<R: Rules>(known: &Slices<R>, placed: &Placed<R>) -> Value {
    let position = placed.position();
    let start = Counters::start(&position, 0);
    let values = position.legal_moves().into_iter().map(|mv| {
        let next = position.after(mv);
        let after = known.value(&Placed::of(&next));
        let (value, _) = after.expect("moves lead to slices that are there");
        let value = match start.after(mv, &next).bound::<R>().count {
            0 => value.by_conversion(),
            _ => value.one_ply_before(),
        };
        value.under(start.bound::<R>())
    });
    values
        .max_by_key(|value| value.rank())
        .unwrap_or(Value::Loss(0))
}
