//! What a score means for the result: an ordered logit, for display only.

use super::net::{HEADS, head};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

/// Centi-men by which the odds of a result change e-fold.
const SCALE: f64 = 150.0;
/// The score that makes a win as likely as none, in centi-men, by the head for the number of
/// pieces: the fewer there are, the more it takes.
const WIDTHS: [f64; HEADS] = [300.0, 220.0, 180.0, 150.0, 120.0, 100.0, 90.0, 80.0];

/// Chances to win, draw and lose for whom the score is. With the logistic function L, the win has
/// `L((score - width) / scale)` and the loss `L((-score - width) / scale)`.
pub(super) fn chances<R: Rules>(score: Score, position: &Position<R>) -> [f64; 3] {
    if score.is_decided() {
        return if score > Score::DRAW {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 0.0, 1.0]
        };
    }
    let width = WIDTHS[head::<R>(position.occupied().len())];
    let logistic = |value: f64| 1.0 / (1.0 + libm::exp(-value / SCALE));
    let centimen = f64::from(score.centimen());
    let (win, loss) = (logistic(centimen - width), logistic(-centimen - width));
    [win, 1.0 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::International;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let position = Position::<International>::default();
        let mut before = 0.0;
        for centimen in (-7_900..=7_900).step_by(50) {
            let score = Score::from_centimen(centimen);
            let [win, draw, loss] = chances(score, &position);
            assert!((win + draw + loss - 1.0).abs() < 1e-12);
            assert!(win >= before && draw >= -1e-12 && loss >= 0.0);
            before = win;
            let turned = chances(-score, &position);
            assert!((turned[0] - loss).abs() < 1e-12 && (turned[2] - win).abs() < 1e-12);
        }
        let chance = |score: Score, which: usize| chances(score, &position)[which];
        assert!(chance(Score::win_in(3), 0) > 0.999 && chance(Score::loss_in(4), 2) > 0.999);
    }
}
