//! The numbers of a net, in integers, and the bounds within which no sum can overflow.

use crate::board::Geometry;
use crate::rules::Variant;
use crate::with_rules;

/// Scale of an activation: this much stands for 1.
pub const QA: i32 = 255;
/// Scale of an output weight: this much stands for 1.
pub const QB: i32 = 64;
/// Centi-men of an output of 1.
pub const CENTIMEN: i64 = 400;
/// Scale of a skip weight: so many stand for a centi-man.
pub const SKIP_SCALE: i32 = 64;
/// Number of skip features; [`super::skip_features`] tells what they are.
pub const SKIPS: usize = 11;
/// Number of heads; [`super::head`] tells which one a position gets.
pub const HEADS: usize = 8;
/// Kinds of inputs: own men, own kings, their men, their kings.
pub const PLANES: usize = 4;
/// Units come in blocks of this many.
pub const BLOCK: usize = 16;
/// Most units of a view.
pub const MOST_UNITS: usize = 256;
/// Largest skip weight, either sign: ten men for one of a feature.
pub const LARGEST_SKIP: i32 = 10 * 100 * SKIP_SCALE;

/// A net: `4 * squares` inputs for each of two views, `hidden` units shared by the views, and one
/// of several heads that reads both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The game it is for.
    pub variant: Variant,
    /// Units of a view, H: a multiple of [`BLOCK`] from [`BLOCK`] to [`MOST_UNITS`].
    pub hidden: usize,
    /// Weights from inputs to units, `first[input * hidden + unit]`, scaled by [`QA`]. Input
    /// `plane * squares + square`: the planes are own men, own kings, their men, their kings; the
    /// square is its number less one as the view's owner sees the board.
    pub first: Vec<i16>,
    /// One for each unit, scaled by [`QA`].
    pub first_bias: Vec<i16>,
    /// [`HEADS`] of them.
    pub heads: Vec<Head>,
}

/// What makes a value of the units, for some number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Weights of the squared activations: the units of the mover's view, then those of the
    /// opponent's; scaled by [`QB`].
    pub output: Vec<i16>,
    /// Scaled by `QA * QA * QB`.
    pub bias: i32,
    /// Centi-men for one of each skip feature, times [`SKIP_SCALE`].
    pub skip: [i32; SKIPS],
}

/// Squares of the variant's board.
pub fn squares(variant: Variant) -> usize {
    with_rules!(variant, R => usize::from(<R as crate::rules::Rules>::Board::SQUARES))
}

/// What is wrong with a net's numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutOfRange {
    /// A number of units that cannot be.
    #[error("{0} units; expected a multiple of {BLOCK} from {BLOCK} to {MOST_UNITS}")]
    Hidden(usize),
    /// A list that is too short or too long.
    #[error("{found} numbers in {list}; expected {expected}")]
    Length {
        /// Which list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// What the other sizes ask for.
        expected: usize,
    },
    /// A unit whose sum does not fit 16 bits in some position.
    #[error(
        "unit {unit} can reach ±{reach}; expected at most ±32767 for its bias and the largest \
         weight of each square"
    )]
    Unit {
        /// Number of the unit.
        unit: usize,
        /// The sum.
        reach: i32,
    },
    /// A head whose sum does not fit 32 bits in some position.
    #[error("head {head} can reach ±{reach}; expected at most ±2147483647")]
    Head {
        /// Number of the head.
        head: usize,
        /// The sum.
        reach: i64,
    },
    /// A skip weight that is too large.
    #[error("skip weight {found} of head {head}; expected at most ±{LARGEST_SKIP}")]
    Skip {
        /// Number of the head.
        head: usize,
        /// The weight.
        found: i32,
    },
}

impl Parameters {
    /// Number of inputs of a view.
    pub fn inputs(&self) -> usize {
        PLANES * squares(self.variant)
    }

    /// A net of this size that values everything at nothing.
    pub fn zero(variant: Variant, hidden: usize) -> Self {
        let head = Head {
            output: vec![0; 2 * hidden],
            bias: 0,
            skip: [0; SKIPS],
        };
        Self {
            variant,
            hidden,
            first: vec![0; PLANES * squares(variant) * hidden],
            first_bias: vec![0; hidden],
            heads: vec![head; HEADS],
        }
    }

    /// Are all sizes right and all sums safe?
    ///
    /// A square holds one piece, so a unit's sum is at most its bias and, for each of the at most
    /// 50 squares, the largest of the [`PLANES`] weights there: this has to fit 16 bits. A squared
    /// activation is at most `QA * QA`, so a head's sum is at most its bias and that times the
    /// sum of its weights, all without sign: this has to fit 32 bits. A skip feature is below 1000
    /// (50 kings of 17 squares each), so [`LARGEST_SKIP`] keeps the sum of [`SKIPS`] within 32 bits.
    pub fn check(&self) -> Result<(), OutOfRange> {
        let hidden = self.hidden;
        if !hidden.is_multiple_of(BLOCK) || !(BLOCK..=MOST_UNITS).contains(&hidden) {
            return Err(OutOfRange::Hidden(hidden));
        }
        length("first", self.first.len(), self.inputs() * hidden)?;
        length("first_bias", self.first_bias.len(), hidden)?;
        length("heads", self.heads.len(), HEADS)?;
        self.check_units()?;
        for (number, head) in self.heads.iter().enumerate() {
            length("output", head.output.len(), 2 * hidden)?;
            let weights: i64 = head.output.iter().map(|&w| i64::from(w).abs()).sum();
            let reach = i64::from(QA * QA) * weights + i64::from(head.bias).abs();
            if reach > i64::from(i32::MAX) {
                return Err(OutOfRange::Head {
                    head: number,
                    reach,
                });
            }
            let large = |weight: &&i32| !(-LARGEST_SKIP..=LARGEST_SKIP).contains(*weight);
            if let Some(&found) = head.skip.iter().find(large) {
                return Err(OutOfRange::Skip {
                    head: number,
                    found,
                });
            }
        }
        Ok(())
    }

    fn check_units(&self) -> Result<(), OutOfRange> {
        let squares = squares(self.variant);
        for unit in 0..self.hidden {
            let weight = |plane: usize, square: usize| {
                i32::from(self.first[(plane * squares + square) * self.hidden + unit]).abs()
            };
            let largest = |square| (0..PLANES).map(|plane| weight(plane, square)).max();
            let reach = i32::from(self.first_bias[unit]).abs()
                + (0..squares).filter_map(largest).sum::<i32>();
            if reach > i32::from(i16::MAX) {
                return Err(OutOfRange::Unit { unit, reach });
            }
        }
        Ok(())
    }
}

fn length(list: &'static str, found: usize, expected: usize) -> Result<(), OutOfRange> {
    if found == expected {
        Ok(())
    } else {
        Err(OutOfRange::Length {
            list,
            found,
            expected,
        })
    }
}
