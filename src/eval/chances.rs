//! What a score means for the result, for display only.

use super::net::{Odds, head};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

/// Chances to win, draw and lose for whom the score is.
pub(super) fn chances<R: Rules>(odds: &Odds, score: Score, position: &Position<R>) -> [f64; 3] {
    if score.is_decided() {
        return if score > Score::DRAW {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 0.0, 1.0]
        };
    }
    odds.chances(head::<R>(position.occupied().len()), score.centimen())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::International;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let position = Position::<International>::default();
        let chances = |score| chances(&Odds::default(), score, &position);
        let mut before = 0.0;
        for centimen in (-7_900..=7_900).step_by(50) {
            let score = Score::from_centimen(centimen);
            let [win, draw, loss] = chances(score);
            assert!((win + draw + loss - 1.0).abs() < 1e-12);
            assert!(win >= before && draw >= -1e-12 && loss >= 0.0);
            before = win;
            let turned = chances(-score);
            assert!((turned[0] - loss).abs() < 1e-12 && (turned[2] - win).abs() < 1e-12);
        }
        assert!(chances(Score::win_in(3))[0] > 0.999 && chances(Score::loss_in(4))[2] > 0.999);
    }
}
