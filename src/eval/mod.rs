//! What a position is worth to the side to move, without looking ahead.

mod chances;
mod drawish;
mod evaluator;
mod feature_sum;
mod feature_weights;
mod features;
pub mod net;
mod weights;

pub use drawish::divisor as drawish_divisor;
pub use evaluator::Evaluator;
pub use feature_sum::phase;
pub use feature_weights::FeatureWeights;
pub use features::{FEATURES, features};
pub use net::Accumulators;
pub use weights::{Weights, WeightsError};
