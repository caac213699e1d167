//! The value of a position by a net, in integers: the same on every machine.

use super::accumulators::Accumulators;
use super::changes::{Pieces, ROWS, row};
use super::file::NetFile;
use super::inputs::{head, input, weighed_skips};
use super::odds::Odds;
use super::parameters::{
    BLOCK, CENTIMEN, MOST_UNITS, OutOfRange, PLANES, QA, QB, SKIP_SCALE, SKIPS,
};
use super::scaling::{Scaling, WHOLE};
use crate::board::{Geometry, Side};
use crate::eval::drawish_divisor;
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;
use std::marker::PhantomData;
use wide::{i16x8, i32x4};

/// Units are computed in blocks of a fixed size, which compilers turn into vector instructions.
pub(super) type Block = [i16; BLOCK];

/// Blocks of the largest view.
const MOST_BLOCKS: usize = MOST_UNITS / BLOCK;

/// The largest output weight whose product with an activation fits 16 bits, either sign.
const NARROW: u16 = (i16::MAX as i32 / QA) as u16;

/// A net ready to value positions.
#[derive(Debug)]
pub struct Net<R: Rules> {
    /// Blocks of a view.
    pub(super) blocks: usize,
    /// `first[row * blocks + block]`.
    pub(super) first: Vec<Block>,
    pub(super) bias: Vec<Block>,
    heads: Vec<Output>,
    scaling: Scaling,
    pub(in crate::eval) odds: Odds,
    rules: PhantomData<R>,
}

/// A head with its weights in blocks: the mover's, then the opponent's.
#[derive(Debug)]
struct Output {
    weights: Vec<Block>,
    /// Are they all within ±[`NARROW`]?
    is_narrow: bool,
    bias: i32,
    skip: [i32; SKIPS],
}

impl<R: Rules> Net<R> {
    /// A net by these numbers, if no sum of theirs can overflow. They must be for this variant.
    pub(in crate::eval) fn new(file: &NetFile) -> Result<Self, OutOfRange> {
        let parameters = &file.parameters;
        parameters.check()?;
        let heads = parameters.heads.iter().map(|head| Output {
            weights: blocks(&head.output),
            is_narrow: head.output.iter().all(|w| w.unsigned_abs() <= NARROW),
            bias: head.bias,
            skip: head.skip,
        });
        Ok(Self {
            blocks: parameters.hidden / BLOCK,
            first: rows::<R>(&parameters.first, parameters.hidden / BLOCK),
            bias: blocks(&parameters.first_bias),
            heads: heads.collect(),
            scaling: file.scaling.clone(),
            odds: file.odds.clone(),
            rules: PhantomData,
        })
    }

    /// The score for the side to move, all units computed anew.
    pub(in crate::eval) fn evaluate(&self, position: &Position<R>) -> Score {
        let pieces = Pieces::of(position);
        let mut units = [[[0; BLOCK]; MOST_BLOCKS]; 2];
        for side in Side::BOTH {
            let units = &mut units[side.index()][..self.blocks];
            for (block, unit) in units.iter_mut().enumerate() {
                let weights = (self.first.as_slice(), self.blocks, block);
                let bias = [self.bias[block]];
                [*unit] = pieces.change::<R, 1>(&Pieces::default(), side, weights, bias);
            }
        }
        let us = position.side();
        let view = |side: Side| &units[side.index()][..self.blocks];
        self.score(position, view(us), view(!us))
    }

    /// The same score from the units of a position nearby, if there is one on the way from the
    /// root to this ply.
    #[inline]
    pub(in crate::eval) fn evaluate_at(
        &self,
        position: &Position<R>,
        accumulators: &mut Accumulators,
        ply: usize,
    ) -> Score {
        accumulators.reach(self, position, ply);
        let us = position.side();
        let (own, their) = (accumulators.view(ply, us), accumulators.view(ply, !us));
        let score = self.score(position, own, their);
        debug_assert_eq!(score, self.evaluate(position), "{position:?} at ply {ply}");
        score
    }

    /// What the head for this position makes of the units of the mover and the opponent.
    #[inline]
    fn score(&self, position: &Position<R>, own: &[Block], their: &[Block]) -> Score {
        let head = &self.heads[head::<R>(position.occupied().len())];
        let (own_weights, their_weights) = head.weights.split_at(self.blocks);
        let sum = if head.is_narrow {
            sized(own, own_weights) + sized(their, their_weights)
        } else {
            weigh(own, own_weights) + weigh(their, their_weights)
        };
        let sum = head.bias + sum;
        let unit = i64::from(QA * QA * QB);
        let mut value = (i64::from(sum) * CENTIMEN / unit) as i32;
        value += weighed_skips(position, &head.skip) / SKIP_SCALE;
        let us = position.side();
        let ahead = if value >= 0 { us } else { !us };
        let divisor = drawish_divisor(position, ahead) * i32::from(WHOLE);
        let factor = self.scaling.factor(position, ahead);
        Score::from_centimen(value * factor / divisor)
    }
}

/// The weighted sum of the squared activations. [`super::Parameters::check`] keeps it within 32
/// bits, whatever the order of the terms.
#[inline]
fn weigh(units: &[Block], weights: &[Block]) -> i32 {
    // As one plain list each: compilers turn this form into vector instructions best.
    let pairs = units.as_flattened().iter().zip(weights.as_flattened());
    let term = |(&unit, &weight): (&i16, &i16)| {
        let active = i32::from(unit.clamp(0, QA as i16));
        active * active * i32::from(weight)
    };
    pairs.map(term).sum()
}

/// [`weigh_narrow`] with loops of known length for the usual sizes.
#[inline]
fn sized(units: &[Block], weights: &[Block]) -> i32 {
    fn fixed<const N: usize>(units: &[Block], weights: &[Block]) -> Option<i32> {
        let units: &[Block; N] = units.try_into().ok()?;
        let weights: &[Block; N] = weights.try_into().ok()?;
        Some(weigh_narrow(units, weights))
    }
    fixed::<2>(units, weights)
        .or_else(|| fixed::<4>(units, weights))
        .unwrap_or_else(|| weigh_narrow(units, weights))
}

/// The same for weights up to ±[`NARROW`]: a weighted activation still fits 16 bits, and
/// processors multiply twice as many of these at once, and faster.
#[inline]
fn weigh_narrow(units: &[Block], weights: &[Block]) -> i32 {
    let pairs = units.as_flattened().as_chunks::<8>().0.iter();
    let pairs = pairs.zip(weights.as_flattened().as_chunks::<8>().0);
    let sum = pairs.fold(i32x4::ZERO, |sum, (&units, &weights)| {
        let active = i16x8::new(units)
            .max(i16x8::ZERO)
            .min(i16x8::splat(QA as i16));
        sum + (active * i16x8::new(weights)).dot(active)
    });
    sum.reduce_add()
}

fn blocks(numbers: &[i16]) -> Vec<Block> {
    numbers.as_chunks().0.to_vec()
}

/// The first layer's weights, those of each input moved to the row of its piece.
fn rows<R: Rules>(first: &[i16], blocks: usize) -> Vec<Block> {
    let mut rows = vec![[0; BLOCK]; ROWS * blocks];
    for plane in 0..PLANES {
        for square in R::Board::BOARD {
            let input = input::<R>(Side::White, plane, square) * blocks * BLOCK;
            let (weights, _) = first[input..][..blocks * BLOCK].as_chunks();
            let row = row::<R>(Side::White, plane, square) * blocks;
            rows[row..][..blocks].copy_from_slice(weights);
        }
    }
    rows
}
