//! The sum of weighted features.

use super::features::{self, TERMS};
use super::{FeatureWeights, drawish_divisor};
use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;
use std::marker::PhantomData;

/// A value with a full board and one with an empty one, in centi-men.
#[derive(Clone, Copy, Debug, Default)]
struct Value {
    opening: i32,
    ending: i32,
}

impl Value {
    #[inline]
    fn add(&mut self, other: Self, times: i32) {
        self.opening += other.opening * times;
        self.ending += other.ending * times;
    }
}

/// A sum of weighted features.
#[derive(Debug)]
pub(super) struct FeatureSum<R: Rules> {
    terms: [Value; TERMS.len()],
    /// A man of each side by the bit of its square.
    men: [[Value; 64]; 2],
    rules: PhantomData<R>,
}

impl<R: Rules> FeatureSum<R> {
    /// By these weights, which must be for this variant.
    pub(super) fn new(weights: &FeatureWeights) -> Self {
        let value = |feature: usize| {
            let (opening, ending) = weights.values()[feature];
            Value { opening, ending }
        };
        let mut men = [[Value::default(); 64]; 2];
        for side in Side::BOTH {
            for square in <R::Board as crate::board::Geometry>::BOARD {
                let order = features::order::<R>(side, square);
                men[side.index()][square.index() as usize] = value(TERMS.len() + order);
            }
        }
        Self {
            terms: std::array::from_fn(value),
            men,
            rules: PhantomData,
        }
    }

    /// The score for the side to move. Meant for quiet positions.
    #[inline]
    pub(super) fn evaluate(&self, position: &Position<R>) -> Score {
        let us = position.side();
        let mut sum = Value::default();
        for (count, value) in features::terms(position).iter().zip(&self.terms) {
            sum.add(*value, *count);
        }
        sum.add(self.men(position.men(us), us), 1);
        sum.add(self.men(position.men(!us), !us), -1);
        let (phase, full) = phase(position);
        let sum = (sum.opening * phase + sum.ending * (full - phase)) / full;
        let ahead = if sum >= 0 { us } else { !us };
        Score::from_centimen(sum / drawish_divisor(position, ahead))
    }

    #[inline]
    fn men(&self, men: Bitboard, side: Side) -> Value {
        let mut sum = Value::default();
        for square in men {
            sum.add(self.men[side.index()][square.index() as usize], 1);
        }
        sum
    }
}

/// How much of the opening is left, and what a full board would be: pieces on the board and of
/// the start position.
#[inline]
pub fn phase<R: Rules>(position: &Position<R>) -> (i32, i32) {
    let full = features::full_board::<R>();
    ((position.occupied().len() as i32).min(full), full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::features;
    use crate::prng::Prng;
    use crate::rules::{Brazilian, International};

    /// The short way of the evaluator and the features it is fitted by agree.
    fn check<R: Rules>(file: &[u8]) {
        let weights = FeatureWeights::parse(file).unwrap();
        let evaluator = FeatureSum::<R>::new(&weights);
        let mut prng = Prng::new(8);
        let mut position = Position::<R>::default();
        for _ in 0..300 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Position::default();
                continue;
            }
            position = position.after(moves[prng.below(moves.len() as u64) as usize]);
            let (mut opening, mut ending) = (0, 0);
            for (count, weight) in features(&position).iter().zip(weights.values()) {
                opening += count * weight.0;
                ending += count * weight.1;
            }
            let (phase, full) = phase(&position);
            let sum = (opening * phase + ending * (full - phase)) / full;
            let us = position.side();
            let ahead = if sum >= 0 { us } else { !us };
            let expected = Score::from_centimen(sum / drawish_divisor(&position, ahead));
            assert_eq!(evaluator.evaluate(&position), expected);
        }
    }

    #[test]
    fn evaluator_and_features_agree() {
        check::<International>(include_bytes!("../../weights/normal.weights"));
        check::<Brazilian>(include_bytes!("../../weights/brazilian.weights"));
    }
}
