//! The most likely distribution of pair results under a constraint.
//!
//! The method of Lagrange multipliers for "largest Σ wᵢ ln pᵢ with Σ pᵢ = 1 and Σ pᵢ aᵢ = 0" gives
//! pᵢ = wᵢ / (1 + θ aᵢ) with one number θ to find (A. Owen, *Empirical Likelihood Ratio Confidence
//! Intervals for a Single Functional*, 1988; M. Van den Bergh, *A Practical Introduction to the
//! GSPRT*).

/// Mean score a game of the five pair results.
const SCORES: Distribution = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Rounds of [`with_t`] at most; some five are usual.
const ROUNDS: usize = 150;

/// How far a mean score may be off. The likelihood is at its maximum, so it is off by the square.
const PRECISION: f64 = 1e-11;

/// One number for each pair result: probabilities, or shares of the pairs, all above 0.
pub(super) type Distribution = [f64; 5];

/// The most likely distribution for these shares whose mean score is `mean`, 0 < `mean` < 1.
pub(super) fn with_mean(shares: &Distribution, mean: f64) -> Distribution {
    tilt(shares, &SCORES.map(|x| x - mean))
}

/// The most likely distribution for these shares whose mean score lies `t` standard deviations
/// above one half, -2 ≤ `t` ≤ 2.
///
/// The standard deviation of p is the smallest of its tangents s/2 + Σ pᵢ (xᵢ - c)² / 2s, taken
/// on where c and s are mean and deviation of p. With a tangent in its place the constraint is
/// linear, and what is most likely under it is the answer if it has the mean c = ½ + t s. So one
/// number s is left to find. For the smallest and the largest s that any distribution with this
/// t-value has, the mean lies above and below c, which brackets it. (If nearly all results are
/// alike two maxima of the likelihood can be found, equal but for some hundredths in the
/// logarithm; either serves.)
pub(super) fn with_t(shares: &Distribution, t: f64) -> Distribution {
    if t < 0.0 {
        return turned(&with_t(&turned(shares), -t));
    }
    // The smallest deviation: results ½ and ¾ only; the largest: 0 and 1 only.
    let (mut low, mut high) = (t / (4.0 * (1.0 + t * t)), 0.5 / t.hypot(1.0));
    let (_, mut s) = moments(shares);
    let mut before: Option<(f64, f64)> = None;
    let mut found = *shares;
    for round in 0..ROUNDS {
        // Every third round halves, so the bracket shrinks whatever the other two do.
        if round % 3 == 2 || !(s > low && s < high) {
            s = f64::midpoint(low, high);
        }
        let c = 0.5 + t * s;
        found = tilt(shares, &tangent(t, c, s));
        let (mean, deviation) = moments(&found);
        let miss = mean - c;
        if miss.abs() < PRECISION || high - low < PRECISION * high {
            break;
        }
        *(if miss > 0.0 { &mut low } else { &mut high }) = s;
        let next = match before {
            // Where the line through the last two points is zero.
            Some((old, old_miss)) => s - miss * (s - old) / (miss - old_miss),
            None => deviation,
        };
        before = Some((s, miss));
        s = next;
    }
    found
}

/// The same from the other player's side.
fn turned(distribution: &Distribution) -> Distribution {
    let mut turned = *distribution;
    turned.reverse();
    turned
}

/// Mean and standard deviation of the score.
pub(super) fn moments(p: &Distribution) -> (f64, f64) {
    let average = |value: &dyn Fn(f64) -> f64| -> f64 {
        p.iter().zip(SCORES).map(|(p, x)| p * value(x)).sum()
    };
    let mean = average(&|x| x);
    (mean, average(&|x| (x - mean).powi(2)).sqrt())
}

/// "The mean is `t` deviations above one half" as Σ pᵢ aᵢ = 0, exact where p has these moments.
fn tangent(t: f64, mean: f64, deviation: f64) -> Distribution {
    SCORES.map(|x| x - 0.5 - t * (deviation + (x - mean).powi(2) / deviation) / 2.0)
}

/// The pᵢ = wᵢ / (1 + θ aᵢ) with Σ pᵢ aᵢ = 0; the `a` have both signs. That sum falls from
/// infinity to minus infinity as θ goes from one end to the other, so its zero is bracketed:
/// Newton's steps, and halving where one leads outside.
fn tilt(shares: &Distribution, a: &Distribution) -> Distribution {
    let largest = a.iter().fold(0.0_f64, |most, a| most.max(*a));
    let least = a.iter().fold(0.0_f64, |least, a| least.min(*a));
    let (mut low, mut high) = (-1.0 / largest, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (w, a) in shares.iter().zip(a) {
            let term = a / (1.0 + theta * a);
            sum += w * term;
            slope -= w * term * term;
        }
        *(if sum > 0.0 { &mut low } else { &mut high }) = theta;
        let newton = theta - sum / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        let is_settled = (next - theta).abs() <= 1e-15 * (high - low).max(theta.abs());
        if is_settled || next <= low || next >= high {
            break;
        }
        theta = next;
    }
    let mut found = *shares;
    for (p, a) in found.iter_mut().zip(a) {
        *p /= 1.0 + theta * a;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prng::Prng;

    /// Shares from smooth to nearly all in one or two results.
    fn shares(prng: &mut Prng) -> Distribution {
        let spread = 1 + prng.below(14) as i32;
        let weights = SCORES.map(|_| (prng.below(1_000_001) as f64 / 1e6).powi(spread) + 1e-6);
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    #[test]
    fn constraints_hold() {
        let mut prng = Prng::new(1);
        for _ in 0..20_000 {
            let shares = shares(&mut prng);
            let mean = (1 + prng.below(998)) as f64 / 1000.0;
            let found = with_mean(&shares, mean);
            assert!(
                (found.iter().sum::<f64>() - 1.0).abs() < 1e-6,
                "{shares:?} {mean}"
            );
            assert!((moments(&found).0 - mean).abs() < 1e-6, "{shares:?} {mean}");
            let t = (prng.below(4001) as f64 - 2000.0) / 1000.0;
            let found = with_t(&shares, t);
            let (mean, deviation) = moments(&found);
            assert!(
                (found.iter().sum::<f64>() - 1.0).abs() < 1e-6,
                "{shares:?} {t} {found:?}"
            );
            assert!(
                (mean - 0.5 - t * deviation).abs() < 1e-6,
                "{shares:?} {t} {found:?}"
            );
        }
    }
}
