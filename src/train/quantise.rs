//! From the net in real numbers to the one in integers that plays.

use super::model::{Model, SKIP_UNITS};
use super::samples::{Sample, Samples, turned};
use crate::eval::net::{CENTIMEN, HEADS, Head, Parameters, QA, QB, SKIP_SCALE, SKIPS, squares};

/// The nearest integers. The model is to be [clipped](Model::clip) before.
pub fn quantise(model: &Model) -> Parameters {
    let shape = model.shape;
    let rounded = |weight: f32, scale: i32| (f64::from(weight) * f64::from(scale)).round();
    let list = |weights: &[f32], scale: i32| -> Vec<i16> {
        weights.iter().map(|&w| rounded(w, scale) as i16).collect()
    };
    let heads = (0..HEADS).map(|head| {
        let places = shape.head(head);
        let skip = &model.weights[places.skip];
        let skip_scale = CENTIMEN as i32 * SKIP_SCALE;
        Head {
            output: list(&model.weights[places.output], QB),
            bias: rounded(model.weights[places.bias], QA * QA * QB) as i32,
            skip: std::array::from_fn(|i| rounded(skip[i] * SKIP_UNITS[i], skip_scale) as i32),
        }
    });
    Parameters {
        variant: shape.variant,
        hidden: shape.hidden,
        first: list(&model.weights[..shape.unit_biases().start], QA),
        first_bias: list(&model.weights[shape.unit_biases()], QA),
        heads: heads.collect(),
    }
}

/// What the net in integers says of a position, in outputs (centi-men over [`CENTIMEN`]),
/// drawishness taken into account, before the engine rounds to whole centi-men.
pub fn output(net: &Parameters, samples: &Samples, sample: &Sample) -> f32 {
    let (hidden, squares) = (net.hidden, squares(net.variant));
    let head = &net.heads[usize::from(sample.head)];
    let mut sum = i64::from(head.bias);
    for unit in 0..hidden {
        let mut sums = [i64::from(net.first_bias[unit]); 2];
        for &input in samples.inputs(sample) {
            let input = usize::from(input);
            for (sum, input) in sums.iter_mut().zip([input, turned(input, squares)]) {
                *sum += i64::from(net.first[input * hidden + unit]);
            }
        }
        for (sum_of_unit, weight) in sums.iter().zip([unit, hidden + unit]) {
            let active = (*sum_of_unit).clamp(0, QA.into());
            sum += active * active * i64::from(head.output[weight]);
        }
    }
    let skip: i64 = (0..SKIPS)
        .map(|i| i64::from(head.skip[i]) * i64::from(sample.skips[i]))
        .sum();
    let units = sum as f64 / f64::from(QA * QA * QB);
    let skip = skip as f64 / (CENTIMEN as f64 * f64::from(SKIP_SCALE));
    let output = (units + skip) as f32;
    output / sample.divisor(output)
}
