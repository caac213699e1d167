//! The net evaluation: units that see every piece from both sides, heads by piece count, and a
//! linear part beside them.
//!
//! With `a(u) = clamp(u, 0, QA)` and the head `h` for the number of pieces, a position's value in
//! centi-men for the side to move is
//!
//! ```text
//! (sum of a(mover's unit)^2 * output + sum of a(opponent's unit)^2 * output + bias)
//!     * 400 / (QA * QA * QB)  +  (sum of skip weight * skip feature) / 64
//! ```
//!
//! both divisions towards zero, and then shrinks in drawish endings. All of it is whole numbers.

mod accumulators;
mod changes;
mod error;
mod file;
mod inference;
mod inputs;
mod odds;
mod parameters;
mod reader;
mod scaling;

pub use accumulators::Accumulators;
pub use error::NetError;
pub use file::{MAGIC, NetFile, VERSION};
pub use inference::Net;
pub use inputs::{active_inputs, head, skip_features};
pub use odds::{Odds, chances};
pub use parameters::{
    BLOCK, CENTIMEN, HEADS, Head, LARGEST_SKIP, MOST_UNITS, OutOfRange, PLANES, Parameters, QA, QB,
    SKIP_SCALE, SKIPS, squares,
};
pub use scaling::{CLASSES, LARGEST_FACTOR, Scaling, WHOLE};
