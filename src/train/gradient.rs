//! What the net says of a position, and how its error changes with every weight.
//!
//! The error of a position is the cross-entropy between its label y (an expected score, 0 to 1)
//! and p = 1 / (1 + exp(-slope * output)); its derivative by the output is slope * (p - y).

use super::model::{Model, SKIP_UNITS, Shape};
use super::samples::{Sample, Samples, turned_table};
use crate::eval::net::squares;

/// Numbers added side by side, so that the processor may add several at once; the order of
/// additions is the same on all of them.
const LANES: usize = 16;

/// Room for the units of one position, used again for the next.
#[derive(Clone, Debug)]
pub struct Scratch {
    shape: Shape,
    turned: Vec<u8>,
    /// Activations 0 to 1 before they are squared: the mover's view, the opponent's.
    units: Vec<f32>,
    /// Derivatives of the error by the units' sums.
    slopes: Vec<f32>,
}

impl Scratch {
    /// For nets of this size.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            turned: turned_table(squares(shape.variant)),
            units: vec![0.0; 2 * shape.hidden],
            slopes: vec![0.0; 2 * shape.hidden],
        }
    }

    /// What the net says for the side to move, drawishness taken into account; the net has the
    /// shape of the scratch.
    pub fn output(&mut self, model: &Model, samples: &Samples, sample: &Sample) -> f32 {
        let output = self.sum(model, samples, sample);
        output / sample.divisor(output)
    }

    /// The net's output alone.
    fn sum(&mut self, model: &Model, samples: &Samples, sample: &Sample) -> f32 {
        let shape = self.shape;
        let weights = &model.weights;
        let (own, their) = self.units.split_at_mut(shape.hidden);
        own.copy_from_slice(&weights[shape.unit_biases()]);
        their.copy_from_slice(&weights[shape.unit_biases()]);
        for &input in samples.inputs(sample) {
            let input = usize::from(input);
            add(own, &weights[shape.input(input)]);
            add(their, &weights[shape.input(self.turned[input].into())]);
        }
        for unit in &mut self.units {
            *unit = unit.clamp(0.0, 1.0);
        }
        let places = shape.head(sample.head.into());
        let mut sums = [0.0; LANES];
        let (units, _) = self.units.as_chunks::<LANES>();
        let (outputs, _) = weights[places.output].as_chunks::<LANES>();
        for (units, outputs) in units.iter().zip(outputs) {
            for lane in 0..LANES {
                sums[lane] += units[lane] * units[lane] * outputs[lane];
            }
        }
        let mut output: f32 = sums.iter().sum();
        output += weights[places.bias];
        for ((weight, &skip), unit) in weights[places.skip]
            .iter()
            .zip(&sample.skips)
            .zip(SKIP_UNITS)
        {
            output += weight * f32::from(skip) * unit;
        }
        output
    }

    /// Adds the derivatives of a position's error by all weights to `gradient`. The error.
    pub fn learn(
        &mut self,
        model: &Model,
        (samples, sample): (&Samples, &Sample),
        (label, slope): (f32, f32),
        gradient: &mut [f32],
    ) -> f64 {
        let output = self.sum(model, samples, sample);
        let divisor = sample.divisor(output);
        let shape = self.shape;
        let (error, by_output) = error(label, slope, output / divisor);
        let by_output = by_output / divisor;
        let places = shape.head(sample.head.into());
        gradient[places.bias] += by_output;
        for ((sum, &skip), unit) in gradient[places.skip]
            .iter_mut()
            .zip(&sample.skips)
            .zip(SKIP_UNITS)
        {
            *sum += by_output * f32::from(skip) * unit;
        }
        let outputs = &model.weights[places.output.clone()];
        let sums = &mut gradient[places.output];
        for (((slope, &unit), &weight), sum) in self
            .slopes
            .iter_mut()
            .zip(&self.units)
            .zip(outputs)
            .zip(sums)
        {
            *sum += by_output * unit * unit;
            // A unit at either end does not move: at 0 the factor 2 * unit says so already.
            let moves = if unit < 1.0 { 2.0 * unit } else { 0.0 };
            *slope = by_output * weight * moves;
        }
        let (own, their) = self.slopes.split_at(shape.hidden);
        add(&mut gradient[shape.unit_biases()], own);
        add(&mut gradient[shape.unit_biases()], their);
        for &input in samples.inputs(sample) {
            let input = usize::from(input);
            add(&mut gradient[shape.input(input)], own);
            add(&mut gradient[shape.input(self.turned[input].into())], their);
        }
        error
    }
}

/// The cross-entropy of an output with its label, and its derivative by the output.
pub fn error(label: f32, slope: f32, output: f32) -> (f64, f32) {
    let odds = slope * output;
    // ln(1 + exp(odds)) - label * odds, without large powers. libm gives the same bits everywhere.
    let small = libm::expf(-odds.abs());
    let error = libm::log1pf(small) + odds.max(0.0) - label * odds;
    let part = if odds < 0.0 { small } else { 1.0 };
    let expected = part / (1.0 + small);
    (error.into(), slope * (expected - label))
}

#[inline]
fn add(sums: &mut [f32], more: &[f32]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}
