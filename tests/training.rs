//! Training in process: gradients, convergence, integers, and what is learnt from.

use baige::eval::net::{CENTIMEN, QA, QB, SKIP_SCALE, SKIPS, active_inputs, head, skip_features};
use baige::game::Game;
use baige::position::Position;
use baige::prng::Prng;
use baige::rules::{Brazilian, International, Killer, Rules};
use baige::search::{SEARCH_STACK, Solo};
use baige::train::checkpoint::{self, CheckpointError};
use baige::train::fit::{Course, Fit, State};
use baige::train::gather::Gathered;
use baige::train::gradient::Scratch;
use baige::train::health::Health;
use baige::train::labels::Labels;
use baige::train::lessons;
use baige::train::model::{Model, SKIP_UNITS, Shape};
use baige::train::net_file;
use baige::train::quantise::{self, quantise};
use baige::train::samples::Samples;
use baige::train::selfplay;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Quiet positions of random games, with kings among them.
fn positions<R: Rules>(count: usize, seed: u64) -> Vec<Position<R>> {
    let mut prng = Prng::new(seed);
    let mut found = Vec::new();
    let mut game = Game::<R>::default();
    while found.len() < count {
        let moves = game.position().legal_moves();
        if game.outcome().is_some() || moves.is_empty() {
            game = Game::default();
            continue;
        }
        game.play(moves[prng.below(moves.len() as u64) as usize]);
        if prng.below(4) == 0 && lessons::is_quiet(game.position()) {
            found.push(*game.position());
        }
    }
    found
}

/// The net as its description says, in double precision, with nothing of the trainer's code.
fn reference<R: Rules>(shape: Shape, weights: &[f64], position: &Position<R>) -> f64 {
    let us = position.side();
    let places = shape.head(head::<R>(position.occupied().len()));
    let mut output = weights[places.bias];
    for (view, side) in [us, !us].into_iter().enumerate() {
        for unit in 0..shape.hidden {
            let bias = weights[shape.unit_biases().start + unit];
            let inputs = active_inputs(position, side);
            let sum = bias
                + inputs
                    .map(|i| weights[i * shape.hidden + unit])
                    .sum::<f64>();
            let active = sum.clamp(0.0, 1.0);
            output += active * active * weights[places.output.start + view * shape.hidden + unit];
        }
    }
    for (i, skip) in skip_features(position).into_iter().enumerate() {
        output += weights[places.skip.start + i] * f64::from(skip) * f64::from(SKIP_UNITS[i]);
    }
    let ahead = if output >= 0.0 { us } else { !us };
    output / f64::from(baige::eval::drawish_divisor(position, ahead))
}

/// A net of which nothing is zero or at its start.
fn model<R: Rules>(hidden: usize) -> Model {
    let shape = Shape {
        variant: R::VARIANT,
        hidden,
    };
    let mut model = Model::new(shape, 5);
    let mut prng = Prng::new(6);
    for weight in &mut model.weights {
        *weight += (prng.below(2_001) as f32 - 1_000.0) / 4_000.0;
    }
    model.clip();
    model
}

fn gradient_is_the_derivative<R: Rules>() {
    let model = model::<R>(16);
    let positions = positions::<R>(24, 1);
    let (slope, label) = (2.8_f32, |at: usize| at as f32 / 24.0);
    let mut samples = Samples::default();
    for position in &positions {
        samples.push(position, 1, 0);
    }
    let mut scratch = Scratch::new(model.shape);
    let mut gradient = vec![0.0; model.weights.len()];
    let mut loss = 0.0;
    for (at, sample) in samples.list().iter().enumerate() {
        let known = (&samples, sample);
        loss += scratch.learn(&model, known, (label(at), slope), &mut gradient);
    }
    let reference = |weights: &[f64]| -> f64 {
        let losses = positions.iter().enumerate().map(|(at, position)| {
            let odds = f64::from(slope) * reference(model.shape, weights, position);
            let expected = 1.0 / (1.0 + (-odds).exp());
            let label = f64::from(label(at));
            -label * expected.ln() - (1.0 - label) * (1.0 - expected).ln()
        });
        losses.sum()
    };
    let mut weights: Vec<f64> = model.weights.iter().map(|&w| w.into()).collect();
    assert!((reference(&weights) - loss).abs() < 1e-4);
    let step = 1e-5;
    let mut different = 0;
    for at in 0..weights.len() {
        let middle = weights[at];
        weights[at] = middle + step;
        let above = reference(&weights);
        weights[at] = middle - step;
        let slope = (above - reference(&weights)) / (2.0 * step);
        weights[at] = middle;
        let found = f64::from(gradient[at]);
        let near = (slope - found).abs() < 1e-4 + 1e-3 * slope.abs();
        assert!(near, "weight {at}: {found}; expected {slope}");
        different += usize::from(slope.abs() > 1e-3);
    }
    assert!(
        different > weights.len() / 4,
        "{different} of {}",
        weights.len()
    );
}

#[test]
fn the_gradient_is_the_derivative_of_the_error() {
    gradient_is_the_derivative::<International>();
    gradient_is_the_derivative::<Brazilian>();
}

/// Each rounded weight is off by half a unit of its scale. A unit's sum is off by that for each
/// input and the bias, its square by twice as much and the square; the rest adds up.
fn bound(model: &Model, pieces: usize, skips: &[i32; SKIPS], head: usize) -> f64 {
    let sum = (pieces as f64 + 1.0) * 0.5 / f64::from(QA);
    let square = 2.0 * sum + sum * sum;
    let places = model.shape.head(head);
    let output = 0.5 / f64::from(QB);
    let mut bound = 0.5 / f64::from(QA * QA * QB);
    for &weight in &model.weights[places.output] {
        bound += (f64::from(weight.abs()) + output) * square + output;
    }
    let skip = 0.5 / (CENTIMEN as f64 * f64::from(SKIP_SCALE));
    bound + skip * skips.iter().map(|&skip| f64::from(skip.abs())).sum::<f64>() + 1e-5
}

fn integers_agree<R: Rules>(hidden: usize) {
    let model = model::<R>(hidden);
    let net = quantise(&model);
    net.check().unwrap();
    let mut scratch = Scratch::new(model.shape);
    let mut worst: f64 = 0.0;
    for position in positions::<R>(400, 2) {
        let mut samples = Samples::default();
        samples.push(&position, 1, 0);
        let sample = samples.list()[0];
        let real = scratch.output(&model, &samples, &sample);
        let whole = quantise::output(&net, &samples, &sample);
        let off = f64::from((real - whole).abs());
        let pieces = position.occupied().len();
        let head = head::<R>(pieces);
        let bound = bound(&model, pieces as usize, &skip_features(&position), head);
        assert!(off <= bound, "{off} is beyond {bound}");
        worst = worst.max(off);
    }
    // The bound is for rounding that all goes one way. These nets are far rougher than trained
    // ones, and yet it comes to less than a quarter of a man.
    assert!(worst < 0.0625, "{worst}");
}

#[test]
fn the_net_in_integers_agrees_with_the_one_in_real_numbers() {
    integers_agree::<International>(32);
    integers_agree::<Killer>(16);
    integers_agree::<Brazilian>(32);
}

/// A file that ends with the CRC-32 of its content has itself the same CRC-32 as all such files.
#[test]
fn files_of_different_nets_have_different_checksums() {
    let shape = |hidden| Shape {
        variant: International::VARIANT,
        hidden,
    };
    let file = |hidden, seed| quantise(&Model::new(shape(hidden), seed)).to_bytes();
    let sums = [(16, 1), (16, 2), (32, 1)].map(|(hidden, seed)| file(hidden, seed));
    let sums = sums.map(|file| net_file::checksum(&file));
    assert!(sums[0] != sums[1] && sums[1] != sums[2], "{sums:?}");
    assert_eq!(net_file::checksum(b"x"), 0);
}

#[test]
fn the_largest_weights_fit_the_integers() {
    for hidden in [16, 32, 64, 128, 256] {
        for sign in [1.0, -1.0] {
            let mut model = model::<International>(hidden);
            model.weights.fill(sign * 1e9);
            model.clip();
            quantise(&model).check().unwrap();
        }
    }
}

/// Positions with a score that a net can learn but does not know: men count by their square.
fn synthetic(count: usize, seed: u64) -> Samples {
    let mut prng = Prng::new(seed);
    let mut samples = Samples::default();
    for position in positions::<International>(count, seed) {
        let worth = |side| -> i32 {
            let inputs = active_inputs(&position, side).filter(|input| *input < 50);
            inputs.map(|square| 20 + (square as i32 * 7) % 31).sum()
        };
        let us = position.side();
        let score = (worth(us) - worth(!us)).clamp(-880, 880);
        let won = 1.0 / (1.0 + (-f64::from(score) / 100.0).exp());
        let points = if (prng.below(1 << 20) as f64) < won * f64::from(1 << 20) {
            2
        } else {
            0
        };
        samples.push(&position, points, score as i16);
    }
    samples
}

fn course(epochs: u32) -> Course {
    Course {
        shape: Shape {
            variant: International::VARIANT,
            hidden: 16,
        },
        epochs,
        seed: 3,
        blend: 0.0,
        rate: 1e-2,
        batch: 600,
        decay: 1e-4,
        patience: None,
    }
}

fn gathered(training: usize, validation: usize) -> Gathered {
    Gathered {
        training: synthetic(training, 11),
        validation: synthetic(validation, 12),
        folders: Vec::new(),
        checksum: 1,
    }
}

/// Trains `epochs` more on so many threads.
fn train(fit: &mut Fit, state: &mut State, epochs: u32, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(|| {
        for _ in 0..epochs {
            let stop = AtomicBool::new(false);
            fit.epoch(state, &stop, &|_, _| {}).unwrap();
        }
    });
}

#[test]
fn training_comes_near_the_least_loss_there_is() {
    let data = gathered(20_000, 2_000);
    let labels = Labels::fit(&data.training, 0.0);
    assert!((labels.slope - 1.0).abs() < 0.06, "{}", labels.slope);
    let least: f64 = data
        .validation
        .list()
        .iter()
        .map(|sample| {
            let label = f64::from(labels.label(sample));
            -label * label.ln() - (1.0 - label) * (1.0 - label).ln()
        })
        .sum::<f64>()
        / data.validation.len() as f64;
    let health = Health::new::<International>();
    let course = course(10);
    let mut fit = Fit::new(course, &data, &labels, &health);
    let mut state = State::new(&course);
    let untrained = Model {
        shape: course.shape,
        weights: state.weights.clone(),
    };
    let before = fit.validation(&untrained);
    train(&mut fit, &mut state, course.epochs, 2);
    assert!(state.is_finished(&course));
    let after = state.best_epoch().unwrap().validation;
    assert!(before > least + 0.05, "{before} {least}");
    assert!(after < least + 0.01, "{before} -> {after}; least {least}");
    // A man is worth 35 on average here.
    let health = state.history.last().unwrap().health;
    assert!((0.2..0.5).contains(&health), "{health}");
}

#[test]
fn the_same_bits_on_any_threads_and_after_an_interruption() {
    let data = gathered(4_000, 500);
    let labels = Labels::fit(&data.training, 0.5);
    let health = Health::new::<International>();
    let course = course(4);
    let whole = |threads| {
        let mut fit = Fit::new(course, &data, &labels, &health);
        let mut state = State::new(&course);
        train(&mut fit, &mut state, 4, threads);
        state
    };
    let one = whole(1);
    assert_eq!(one, whole(2));
    assert_eq!(one, whole(5));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.checkpoint");
    let run = checkpoint::fingerprint(&course, data.checksum);
    assert_eq!(checkpoint::read(&path, run, &course).unwrap(), None);
    let mut state = State::new(&course);
    for _ in 0..4 {
        let mut fit = Fit::new(course, &data, &labels, &health);
        train(&mut fit, &mut state, 1, 2);
        checkpoint::write(&path, run, &state).unwrap();
        state = checkpoint::read(&path, run, &course).unwrap().unwrap();
    }
    assert_eq!(one, state);
    // A stopped epoch is none.
    let mut fit = Fit::new(course, &data, &labels, &health);
    let stop = AtomicBool::new(true);
    assert!(
        fit.epoch(&mut State::new(&course), &stop, &|_, _| {})
            .is_none()
    );
    let bytes = std::fs::read(&path).unwrap();
    let parse = |bytes: &[u8], run| checkpoint::parse(bytes, run, &course);
    assert!(matches!(
        parse(&bytes, run ^ 1),
        Err(CheckpointError::OtherRun)
    ));
    assert!(matches!(parse(b"PNG", run), Err(CheckpointError::Magic)));
    for cut in [8, 10, 50, bytes.len() / 2, bytes.len() - 1] {
        assert!(parse(&bytes[..cut], run).is_err(), "{cut}");
    }
    for at in (0..bytes.len()).step_by(997) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        assert!(parse(&changed, run).is_err(), "{at}");
    }
    let short = course_with(|course| course.epochs = 5);
    assert_ne!(run, checkpoint::fingerprint(&short, data.checksum));
    assert_ne!(run, checkpoint::fingerprint(&course, 2));
}

fn course_with(change: impl Fn(&mut Course)) -> Course {
    let mut course = course(4);
    change(&mut course);
    course
}

#[test]
fn without_gain_training_stops() {
    let patient = course_with(|course| course.patience = Some(2));
    let mut state = State::new(&patient);
    let epoch = |number, validation| baige::train::fit::Epoch {
        number,
        training: 0.0,
        validation,
        health: 1.0,
    };
    assert!(!state.is_finished(&patient));
    for (number, validation, finished) in [(1, 0.6, false), (2, 0.61, false), (3, 0.6, true)] {
        state.history.push(epoch(number, validation));
        assert_eq!(state.is_finished(&patient), finished, "{number}");
    }
    assert_eq!(state.best_epoch().unwrap().number, 1);
}

/// A position can be learnt from, told in another way than the program's.
fn teaches<R: Rules>(position: &Position<R>) -> bool {
    let takes = |position: &Position<R>| {
        let moves = position.legal_moves();
        moves.iter().any(|mv| mv.is_capture())
    };
    !takes(position) && !takes(&position.passed())
}

fn filters_hold<R: Rules>() {
    let weights = baige::engine::evaluator::<R>(None).unwrap();
    let mut solo = Solo::new(Arc::new(weights), 12).unwrap();
    let (mut learnt, mut left_out) = (0, 0);
    for seed in 0..30 {
        let Some(game) = selfplay::play(&mut solo, 60, seed).unwrap() else {
            continue;
        };
        let mut samples = Samples::default();
        assert_eq!(lessons::add(&game, &mut samples), samples.len());
        let opening = if game.start.occupied().len() > 12 {
            8
        } else {
            0
        };
        let mut position = game.start;
        let mut found = samples.list().iter().peekable();
        for (ply, (mv, score)) in game.plies.iter().enumerate() {
            let points = [game.points, 2 - game.points][position.side().index()];
            let usable = score.filter(|score| {
                score.abs() < 900 && ply >= opening && teaches(&position) && !mv.is_promotion()
            });
            let mut expected = Samples::default();
            expected.push(&position, points, usable.unwrap_or(0));
            let is_next = found.peek().is_some_and(|sample| {
                let inputs = samples.inputs(sample);
                inputs == expected.inputs(&expected.list()[0])
                    && (sample.points, Some(sample.score)) == (points, usable)
            });
            if is_next {
                found.next();
                learnt += 1;
            } else {
                assert!(usable.is_none() || ply >= 100, "seed {seed} ply {ply}");
                left_out += 1;
            }
            position = position.after(*mv);
        }
        assert!(
            found.next().is_none(),
            "seed {seed}: something that is no such position"
        );
    }
    assert!(learnt > 300 && left_out > 300, "{learnt} {left_out}");
}

#[test]
fn only_quiet_positions_with_a_score_are_learnt_from() {
    // A search needs a large stack.
    let builder = std::thread::Builder::new().stack_size(SEARCH_STACK);
    let thread = builder.spawn(|| {
        filters_hold::<International>();
        filters_hold::<Brazilian>();
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn a_man_up_is_a_man_before_training() {
    for hidden in [16, 32] {
        let shape = Shape {
            variant: Brazilian::VARIANT,
            hidden,
        };
        let health = Health::new::<Brazilian>().mean(&Model::new(shape, 1));
        assert!((0.8..1.2).contains(&health), "{health}");
    }
}
