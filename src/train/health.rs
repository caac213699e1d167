//! A check that costs nothing: what a net thinks of being one man up. Where a net is trained on
//! games of good players alone, lasting advantages are rare and the worth of a man drifts down
//! from generation to generation; below about half a man the play breaks.

use super::gradient::Scratch;
use super::lessons::is_quiet;
use super::model::{Model, centimen};
use super::samples::Samples;
use crate::board::Side;
use crate::position::Position;
use crate::prng::Prng;
use crate::rules::Rules;

/// Positions looked at.
const POSITIONS: usize = 2_000;

/// Decides which: the same for all nets.
const SEED: u64 = 12_011;

/// Positions in which one side is a man up.
#[derive(Clone, Debug)]
pub struct Health {
    /// 2 half points: the mover is the one; 0: the opponent is.
    samples: Samples,
}

impl Health {
    /// Quiet middle games reached by random moves, without kings: 12 men against 11 on the large
    /// board, 7 against 6 on the small one.
    pub fn new<R: Rules>() -> Self {
        let men = Position::<R>::default().men(Side::White).len() * 3 / 5;
        let mut prng = Prng::new(SEED);
        let mut samples = Samples::default();
        while samples.len() < POSITIONS {
            if let Some(position) = walk::<R>(men, &mut prng) {
                let us = position.side();
                let is_ahead = position.men(us).len() == men;
                samples.push(&position, if is_ahead { 2 } else { 0 }, 0);
            }
        }
        Self { samples }
    }

    /// The mean score of the side that is a man up, in men.
    pub fn mean(&self, model: &Model) -> f64 {
        let mut scratch = Scratch::new(model.shape);
        let sum: f64 = self
            .samples
            .list()
            .iter()
            .map(|sample| {
                let score = centimen(scratch.output(model, &self.samples, sample)) / 100.0;
                f64::from(if sample.points == 2 { score } else { -score })
            })
            .sum();
        sum / self.samples.len() as f64
    }
}

/// Random moves until one side has so many men and the other one less, if that happens.
fn walk<R: Rules>(men: u32, prng: &mut Prng) -> Option<Position<R>> {
    let mut position = Position::<R>::default();
    loop {
        let counts = Side::BOTH.map(|side| position.men(side).len());
        let has_kings = Side::BOTH
            .iter()
            .any(|side| !position.kings(*side).is_empty());
        let is_wanted = counts[0].max(counts[1]) == men && counts[0].min(counts[1]) + 1 == men;
        if is_wanted && !has_kings && is_quiet(&position) {
            return Some(position);
        }
        if has_kings || counts[0].min(counts[1]) + 1 < men {
            return None;
        }
        let moves = position.legal_moves();
        let at = prng.below(moves.len() as u64) as usize;
        position = position.after(*moves.get(at)?);
    }
}
