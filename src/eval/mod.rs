//! What a position is worth to the side to move, without looking ahead.

mod drawish;
mod features;
mod weights;

pub use drawish::divisor as drawish_divisor;
pub use features::{FEATURES, NAMES, of as features};
pub use weights::{Weights, WeightsError};

use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;
use std::marker::PhantomData;

/// Values positions of one variant. A sum of weighted features now; whatever takes its place
/// keeps this face.
#[derive(Debug)]
pub struct Evaluator<R: Rules> {
    /// Value of each feature with a full board and with an empty one, in centi-men.
    weights: [(i32, i32); FEATURES],
    rules: PhantomData<R>,
}

impl<R: Rules> Evaluator<R> {
    /// An evaluator with these weights, if they are for this variant.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.expect_variant(R::VARIANT)?;
        Ok(Self {
            weights: *weights.values(),
            rules: PhantomData,
        })
    }

    /// The evaluator built into the program.
    pub fn embedded() -> Result<Self, WeightsError> {
        Self::new(Weights::embedded(R::VARIANT)?)
    }

    /// The score for the side to move. Meant for quiet positions.
    #[inline]
    pub fn evaluate(&self, position: &Position<R>) -> Score {
        let values = features(position);
        let (mut opening, mut ending) = (0, 0);
        for (value, weight) in values.iter().zip(&self.weights) {
            opening += value * weight.0;
            ending += value * weight.1;
        }
        // All pieces of the start position on the board is the opening, none the ending.
        let (phase, full) = phase(position);
        let sum = (opening * phase + ending * (full - phase)) / full;
        let ahead = if sum >= 0 {
            position.side()
        } else {
            !position.side()
        };
        Score::from_centimen(sum / drawish_divisor(position, ahead))
    }
}

/// How much of the opening is left, and what a full board would be: pieces on the board and of
/// the start position.
#[inline]
pub fn phase<R: Rules>(position: &Position<R>) -> (i32, i32) {
    let full = features::full_board::<R>();
    ((position.occupied().len() as i32).min(full), full)
}
