//! Training, epoch by epoch. The same seed and positions give the same bits on any number of
//! threads: a batch is cut into parts of one size, each part is summed by one thread in its
//! order, and the parts are added in theirs.

use super::adam::Adam;
use super::gather::Gathered;
use super::gradient::{Scratch, error};
use super::health::Health;
use super::labels::Labels;
use super::model::{Model, Shape};
use super::samples::{Sample, Samples};
use crate::eval::net::CENTIMEN;
use crate::prng::Prng;
use rayon::prelude::*;
use std::f64::consts::PI;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Positions one thread takes at a time.
const PART: usize = 512;

/// The learning rate falls to this part of its first value.
const LAST_RATE: f64 = 1.0 / 300.0;

/// How a net is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// The net's size.
    pub shape: Shape,
    /// Times all positions are seen.
    pub epochs: u32,
    /// Decides the first weights and the order of the positions.
    pub seed: u64,
    /// Share of the result in the labels, 0 to 1; the rest is the search's score.
    pub blend: f64,
    /// First learning rate; it falls along a cosine.
    pub rate: f64,
    /// Positions for one step.
    pub batch: usize,
    /// Decay of the weights, of the learning rate's size.
    pub decay: f64,
    /// Epochs without a better validation loss after which to stop; none = never.
    pub patience: Option<u32>,
}

/// What an epoch brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// Mean cross-entropy with the labels, of each position before its step.
    pub training: f64,
    /// The same after the epoch, of the positions kept aside.
    pub validation: f64,
    /// Mean score of being one man up, in men.
    pub health: f64,
}

/// All that training goes on from: enough to end with the same bits after an interruption.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The weights as they are.
    pub weights: Vec<f32>,
    /// The optimiser's memory.
    pub adam: Adam,
    /// The epochs so far.
    pub history: Vec<Epoch>,
    /// The weights after the epoch with the best validation loss.
    pub best: Vec<f32>,
}

impl State {
    /// Before the first epoch.
    pub fn new(course: &Course) -> Self {
        let weights = Model::new(course.shape, course.seed).weights;
        Self {
            adam: Adam::new(weights.len()),
            history: Vec::new(),
            best: weights.clone(),
            weights,
        }
    }

    /// The epoch with the best validation loss, the first if there are several.
    pub fn best_epoch(&self) -> Option<&Epoch> {
        let by_loss = |a: &&Epoch, b: &&Epoch| a.validation.total_cmp(&b.validation);
        self.history.iter().min_by(by_loss)
    }

    /// Is there nothing left to do?
    pub fn is_finished(&self, course: &Course) -> bool {
        let done = self.history.len() as u32;
        let best = self.best_epoch().map_or(0, |epoch| epoch.number);
        let is_stale = course
            .patience
            .is_some_and(|patience| done - best >= patience);
        done >= course.epochs || done > 0 && is_stale
    }
}

/// A course on given positions.
pub struct Fit<'a> {
    course: Course,
    data: &'a Gathered,
    labels: &'a Labels,
    health: &'a Health,
    decays: Vec<bool>,
    parts: Vec<Part>,
}

/// One thread's room for a part of a batch.
struct Part {
    gradient: Vec<f32>,
    scratch: Scratch,
}

impl<'a> Fit<'a> {
    /// Ready to train.
    pub fn new(course: Course, data: &'a Gathered, labels: &'a Labels, health: &'a Health) -> Self {
        let shape = course.shape;
        let part = || Part {
            gradient: vec![0.0; shape.weights()],
            scratch: Scratch::new(shape),
        };
        Self {
            decays: shape.decays(),
            parts: (0..course.batch.div_ceil(PART)).map(|_| part()).collect(),
            course,
            data,
            labels,
            health,
        }
    }

    /// The positions trained on.
    pub fn positions(&self) -> &Samples {
        &self.data.training
    }

    /// One more epoch on the current rayon pool. `tell` hears after each step of the positions it
    /// took and the mean loss so far. `None` if `stop` was set: the state is then of no use.
    pub fn epoch(
        &mut self,
        state: &mut State,
        stop: &AtomicBool,
        tell: &(dyn Fn(usize, f64) + Sync),
    ) -> Option<Epoch> {
        let done = state.history.len() as u32;
        let samples = self.data.training.list();
        let order = order(samples.len(), self.course.seed, done);
        let steps = samples.len().div_ceil(self.course.batch) as u64;
        let all_steps = steps * u64::from(self.course.epochs);
        let mut model = Model {
            shape: self.course.shape,
            weights: std::mem::take(&mut state.weights),
        };
        let mut gradient = vec![0.0; model.weights.len()];
        let (mut sum, mut seen) = (0.0, 0);
        for batch in order.chunks(self.course.batch) {
            if stop.load(Relaxed) {
                return None;
            }
            let rate = rate(self.course.rate, state.adam.steps, all_steps);
            sum += self.gradient(&model, batch, &mut gradient);
            let step = (rate as f32, self.course.decay as f32);
            state
                .adam
                .step(&mut model.weights, &gradient, &self.decays, step);
            model.clip();
            seen += batch.len();
            tell(batch.len(), sum / seen as f64);
        }
        let epoch = Epoch {
            number: done + 1,
            training: sum / seen as f64,
            validation: self.validation(&model),
            health: self.health.mean(&model),
        };
        let best = state
            .best_epoch()
            .map_or(f64::INFINITY, |best| best.validation);
        if epoch.validation < best {
            state.best.clone_from(&model.weights);
        }
        state.weights = model.weights;
        state.history.push(epoch);
        Some(epoch)
    }

    /// The mean gradient of a batch; the sum of its losses.
    fn gradient(&mut self, model: &Model, batch: &[u32], gradient: &mut [f32]) -> f64 {
        let (samples, labels) = (&self.data.training, self.labels);
        let slope = slope(labels);
        let losses: Vec<f64> = batch
            .par_chunks(PART)
            .zip(&mut self.parts)
            .map(|(numbers, part)| {
                part.gradient.fill(0.0);
                let mut sum = 0.0;
                for &number in numbers {
                    let sample = &samples.list()[number as usize];
                    let target = (labels.label(sample), slope);
                    let known = (samples, sample);
                    sum += part.scratch.learn(model, known, target, &mut part.gradient);
                }
                sum
            })
            .collect();
        gradient.fill(0.0);
        for part in &self.parts[..losses.len()] {
            for (sum, more) in gradient.iter_mut().zip(&part.gradient) {
                *sum += more;
            }
        }
        let share = 1.0 / batch.len() as f32;
        for sum in gradient {
            *sum *= share;
        }
        losses.iter().sum()
    }

    /// The mean loss of a net on the positions kept aside.
    pub fn validation(&self, model: &Model) -> f64 {
        let output = |scratch: &mut Scratch, samples: &Samples, sample: &Sample| {
            scratch.output(model, samples, sample)
        };
        self.loss(|| Scratch::new(model.shape), output)
    }

    /// The mean loss of whatever values the positions kept aside, in outputs.
    pub fn loss<S>(
        &self,
        scratch: impl Fn() -> S + Sync,
        output: impl Fn(&mut S, &Samples, &Sample) -> f32 + Sync,
    ) -> f64 {
        let samples = &self.data.validation;
        let slope = slope(self.labels);
        let losses: Vec<f64> = samples
            .list()
            .par_chunks(PART)
            .map(|part| {
                let mut scratch = scratch();
                part.iter()
                    .map(|sample| {
                        let output = output(&mut scratch, samples, sample);
                        error(self.labels.label(sample), slope, output).0
                    })
                    .sum()
            })
            .collect();
        losses.iter().sum::<f64>() / samples.len() as f64
    }
}

/// The slope of the labels, for an output in place of a man.
fn slope(labels: &Labels) -> f32 {
    (labels.slope * CENTIMEN as f64 / 100.0) as f32
}

/// The rate of a step: half a cosine from the first rate to the last.
fn rate(first: f64, step: u64, steps: u64) -> f64 {
    let last = first * LAST_RATE;
    let way = step as f64 / steps as f64;
    last + (first - last) * f64::midpoint(1.0, libm::cos(PI * way))
}

/// The order of an epoch (Fisher and Yates): a matter of seed and epoch alone, so that it need
/// not be kept.
fn order(count: usize, seed: u64, epoch: u32) -> Vec<u32> {
    let mut prng = Prng::new(Prng::new(seed).next() ^ u64::from(epoch));
    let mut order: Vec<u32> = (0..count as u32).collect();
    for last in (1..count).rev() {
        order.swap(last, prng.below(last as u64 + 1) as usize);
    }
    order
}
