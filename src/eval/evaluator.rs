//! The face of the evaluation, whatever is behind it.

use super::chances::chances;
use super::feature_sum::FeatureSum;
use super::net::{Accumulators, Net, NetError, Odds};
use super::{Weights, WeightsError};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

/// Values positions of one variant, by features or by a net.
#[derive(Debug)]
pub struct Evaluator<R: Rules>(Kind<R>);

#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one for all threads, and the search reads it without a detour"
)]
enum Kind<R: Rules> {
    Features(FeatureSum<R>),
    Net(Net<R>),
}

impl<R: Rules> Evaluator<R> {
    /// An evaluator with these weights, if they are for this variant and no sum can overflow.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.expect_variant(R::VARIANT)?;
        Ok(Self(match weights {
            Weights::Features(weights) => Kind::Features(FeatureSum::new(weights)),
            Weights::Net(file) => Kind::Net(Net::new(file).map_err(NetError::Range)?),
        }))
    }

    /// The evaluator built into the program.
    pub fn embedded() -> Result<Self, WeightsError> {
        Self::new(Weights::embedded(R::VARIANT)?)
    }

    /// The score for the side to move. Meant for quiet positions.
    #[inline]
    pub fn evaluate(&self, position: &Position<R>) -> Score {
        match &self.0 {
            Kind::Features(features) => features.evaluate(position),
            Kind::Net(net) => net.evaluate(position),
        }
    }

    /// The same score with less work, if positions close to this one were valued at this ply or
    /// the two before since [`Self::prepare`].
    #[inline]
    pub fn evaluate_at(
        &self,
        position: &Position<R>,
        accumulators: &mut Accumulators,
        ply: usize,
    ) -> Score {
        match &self.0 {
            Kind::Features(features) => features.evaluate(position),
            Kind::Net(net) => net.evaluate_at(position, accumulators, ply),
        }
    }

    /// Makes accumulators ready for plies below this number. Due before each search, as they may
    /// have served another evaluator.
    pub fn prepare(&self, accumulators: &mut Accumulators, plies: usize) {
        if let Kind::Net(net) = &self.0 {
            accumulators.prepare(net, plies);
        }
    }

    /// Estimated chances to win, draw and lose for the side to move, at this score. For display
    /// only: it is made with real numbers.
    pub fn chances(&self, score: Score, position: &Position<R>) -> [f64; 3] {
        match &self.0 {
            Kind::Features(_) => chances(&Odds::default(), score, position),
            Kind::Net(net) => chances(&net.odds, score, position),
        }
    }
}
