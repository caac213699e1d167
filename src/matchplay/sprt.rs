//! Stopping a match as soon as its results decide between two strengths.
//!
//! The sequential probability ratio test (A. Wald, *Sequential Tests of Statistical Hypotheses*,
//! 1945) with the generalised likelihood ratio: under either hypothesis the most likely
//! distribution of pair results that has its strength (M. Van den Bergh, *A Practical
//! Introduction to the GSPRT*, and *Normalized Elo*).

use super::elo::{NORMALISED_SCALE, score_of_elo};
use super::likelihood::{Distribution, with_mean, with_t};
use super::statistics::Tally;
use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;

/// Bounds beyond this are a mistake, in either kind of Elo.
const LARGEST: f64 = 400.0;

/// Chance of either error when none is given.
const USUAL_ERROR: f64 = 0.05;

/// Pair results that did not occur count as this many, for nothing is impossible after a few.
const UNSEEN: f64 = 1e-3;

/// The scale of the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Model {
    /// Logistic Elo: the mean score.
    #[default]
    Logistic,
    /// Normalised Elo: the mean score in standard deviations of a game, so that the length of a
    /// test does not depend on how often games are drawn.
    Normalised,
}

impl Model {
    const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "elo",
            Self::Normalised => "nelo",
        }
    }
}

/// What the results so far decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Nothing yet.
    GoOn,
    /// The first player is no stronger than `elo0`.
    AcceptH0,
    /// The first player is at least `elo1` stronger.
    AcceptH1,
}

/// Why a test makes no sense.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A bound out of range.
    #[error("bound {0} Elo; expected a number from -{LARGEST} to {LARGEST}")]
    Bound(f64),
    /// Bounds in the wrong order.
    #[error("bounds {0} and {1} Elo; expected the lower one first")]
    Order(f64, f64),
    /// A chance of error.
    #[error("error chance {0}; expected a number above 0 and below 0.5")]
    Chance(f64),
    /// The wrong number of parts, or one that is no number.
    #[error(
        "{0:?}; expected E0,E1 or E0,E1,ALPHA,BETA in Elo, or nelo: before it for normalised Elo"
    )]
    Form(String),
}

/// A test between "`elo0` stronger" (H0) and "`elo1` stronger" (H1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    model: Model,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// A test: bounds in Elo of the model, `alpha` the chance to accept H1 when H0 is true,
    /// `beta` the chance to accept H0 when H1 is true. An error unless
    /// -400 ≤ `elo0` < `elo1` ≤ 400 and both chances lie between 0 and ½.
    pub fn new(
        model: Model,
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        for elo in [elo0, elo1] {
            if !(-LARGEST..=LARGEST).contains(&elo) {
                return Err(SprtError::Bound(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        for chance in [alpha, beta] {
            // Not-a-number is no chance either.
            if !(chance > 0.0 && chance < 0.5) {
                return Err(SprtError::Chance(chance));
            }
        }
        Ok(Self {
            model,
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The scale of the bounds.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted: ln(β/(1-α)), ln((1-β)/α).
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// How much more likely the finished pairs are under H1 than under H0, as a natural
    /// logarithm: finite, 0 before the first pair.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.finished_pairs() == 0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|n| (n as f64).max(UNSEEN));
        let size: f64 = counts.iter().sum();
        let shares = counts.map(|n| n / size);
        let h0 = self.most_likely(&shares, self.elo0);
        let h1 = self.most_likely(&shares, self.elo1);
        let ratios = h1.iter().zip(h0).map(|(h1, h0)| (h1 / h0).ln());
        counts.iter().zip(ratios).map(|(n, ratio)| n * ratio).sum()
    }

    fn most_likely(&self, shares: &Distribution, elo: f64) -> Distribution {
        match self.model {
            Model::Logistic => with_mean(shares, score_of_elo(elo)),
            // The mean of two games has 1/√2 of the deviation of one.
            Model::Normalised => with_t(shares, SQRT_2 * elo / NORMALISED_SCALE),
        }
    }

    /// What these results decide.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let llr = self.llr(tally);
        let (lower, upper) = self.bounds();
        if llr <= lower {
            Verdict::AcceptH0
        } else if llr >= upper {
            Verdict::AcceptH1
        } else {
            Verdict::GoOn
        }
    }
}

/// `E0,E1` or `E0,E1,ALPHA,BETA`, the chances being 0.05 if not given; in logistic Elo, which
/// `elo:` before it may say, or after `nelo:` in normalised Elo.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let form = || SprtError::Form(text.chars().take(60).collect());
        let (model, numbers) = match text.split_once(':') {
            None => (Model::Logistic, text),
            Some((name, rest)) => {
                let models = [Model::Logistic, Model::Normalised];
                let named = models.into_iter().find(|model| model.name() == name.trim());
                (named.ok_or_else(form)?, rest)
            }
        };
        let numbers: Result<Vec<f64>, _> = numbers.split(',').map(|n| n.trim().parse()).collect();
        match numbers.map_err(|_| form())?[..] {
            [elo0, elo1] => Self::new(model, elo0, elo1, USUAL_ERROR, USUAL_ERROR),
            [elo0, elo1, alpha, beta] => Self::new(model, elo0, elo1, alpha, beta),
            _ => Err(form()),
        }
    }
}

/// In the form that [`FromStr`] reads.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.model.name();
        let (elo0, elo1, alpha, beta) = (self.elo0, self.elo1, self.alpha, self.beta);
        write!(f, "{name}:{elo0},{elo1},{alpha},{beta}")
    }
}
