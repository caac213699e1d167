//! The net in real numbers, as it is trained: one flat list of weights, and where each part of
//! the net lies in it. Activations are 0 to 1, an output of 1 stands for [`CENTIMEN`] centi-men.

use crate::eval::net::{CENTIMEN, HEADS, PLANES, QA, QB, SKIPS, squares};
use crate::prng::Prng;
use crate::rules::Variant;
use std::ops::Range;

/// What each skip feature is multiplied by before it meets its weight: features that count many
/// squares come down to the size of the others, so that one learning rate suits all.
pub const SKIP_UNITS: [f32; SKIPS] = [1.0, 1.0, 1.0, 0.125, 0.125, 0.25, 1.0, 1.0, 1.0, 1.0, 1.0];

/// A man, the first king and each further king before training, in outputs: 1, 3 and 2 men.
const MATERIAL: [f32; 3] = [0.25, 0.75, 0.5];

/// Largest weight from an input or bias of a unit: 50 squares of it and the bias fit 16 bits.
const LARGEST_INPUT: f32 = 127.0 / 64.0;

/// Largest bias of a head.
const LARGEST_BIAS: f32 = 8.0;

/// Largest skip weight: ten men.
const LARGEST_SKIP: f32 = 2.5;

/// The size of a net, and the places of its parts in the list of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The game.
    pub variant: Variant,
    /// Units of a view, a multiple of 16 from 16 to 256.
    pub hidden: usize,
}

/// The places of a head's parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadPlaces {
    /// Weights of the mover's units, then of the opponent's.
    pub output: Range<usize>,
    /// Its bias.
    pub bias: usize,
    /// Weights of the skip features times [`SKIP_UNITS`].
    pub skip: Range<usize>,
}

impl Shape {
    /// Inputs of a view.
    pub fn inputs(&self) -> usize {
        PLANES * squares(self.variant)
    }

    /// Weights of one input, a number for each unit.
    #[inline]
    pub fn input(&self, input: usize) -> Range<usize> {
        input * self.hidden..(input + 1) * self.hidden
    }

    /// The units' biases.
    pub fn unit_biases(&self) -> Range<usize> {
        self.input(self.inputs())
    }

    /// A head's parts; there are [`HEADS`] of them.
    pub fn head(&self, head: usize) -> HeadPlaces {
        let size = 2 * self.hidden + 1 + SKIPS;
        let begin = self.unit_biases().end + head * size;
        let bias = begin + 2 * self.hidden;
        HeadPlaces {
            output: begin..bias,
            bias,
            skip: bias + 1..bias + 1 + SKIPS,
        }
    }

    /// Number of weights.
    pub fn weights(&self) -> usize {
        self.head(HEADS - 1).skip.end
    }

    /// Which weights shrink by themselves: those between inputs, units and outputs, not the
    /// biases and not the material.
    pub fn decays(&self) -> Vec<bool> {
        let mut decays = vec![false; self.weights()];
        decays[..self.unit_biases().start].fill(true);
        for head in 0..HEADS {
            decays[self.head(head).output].fill(true);
        }
        decays
    }

    /// Largest output weight with which the sum of a head fits 32 bits in integers.
    fn largest_output(&self) -> f32 {
        let bias = i64::from(LARGEST_BIAS as i32) * i64::from(QA * QA * QB);
        let reach = i64::from(QA * QA) * 2 * self.hidden as i64;
        let largest = ((i64::from(i32::MAX) - bias) / reach).min(127);
        largest as f32 / QB as f32
    }
}

/// A net of real numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Its size.
    pub shape: Shape,
    /// All its weights, at the places the shape tells.
    pub weights: Vec<f32>,
}

impl Model {
    /// A net that knows the material and nothing else; small weights by chance, so that no two
    /// units learn the same. Every input weight is about as likely to meet 24 pieces.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let mut prng = Prng::new(seed);
        let mut chance = |limit: f32| {
            let unit = (prng.next() >> 40) as f32 / (1_u64 << 24) as f32;
            limit * (2.0 * unit - 1.0)
        };
        let mut weights = vec![0.0; shape.weights()];
        for weight in &mut weights[..shape.unit_biases().start] {
            *weight = chance(0.15);
        }
        weights[shape.unit_biases()].fill(0.3);
        for head in 0..HEADS {
            let places = shape.head(head);
            let limit = 0.5 / (shape.hidden as f32).sqrt();
            for weight in &mut weights[places.output] {
                *weight = chance(limit) * 0.2;
            }
            weights[places.skip][..MATERIAL.len()].copy_from_slice(&MATERIAL);
        }
        Self { shape, weights }
    }

    /// Brings every weight within what the integers of a finished net can hold.
    pub fn clip(&mut self) {
        let clip = |weights: &mut [f32], limit: f32| {
            for weight in weights {
                *weight = weight.clamp(-limit, limit);
            }
        };
        let units = 0..self.shape.unit_biases().end;
        clip(&mut self.weights[units], LARGEST_INPUT);
        let output = self.shape.largest_output();
        for head in 0..HEADS {
            let places = self.shape.head(head);
            clip(&mut self.weights[places.output], output);
            clip(&mut self.weights[places.bias..=places.bias], LARGEST_BIAS);
            clip(&mut self.weights[places.skip], LARGEST_SKIP);
        }
    }
}

/// Centi-men of an output.
pub fn centimen(output: f32) -> f32 {
    output * CENTIMEN as f32
}
