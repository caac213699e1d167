//! What the verdicts on two positions say of the move between them.

use super::judge::{Judge, Verdict};
use super::mark::Mark;
use super::shot::Shot;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// A better line is shown for moves that cost so much of the expected result.
const WORSE: f64 = 0.05;
/// Most plies of a better line that are shown.
const LONGEST: usize = 16;

/// A move judged.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Review {
    /// What it costs of the expected result, 0 to 1.
    pub(super) cost: f64,
    /// Its mark.
    pub(super) mark: Option<Mark>,
    /// The better line, from the same position; empty if the move is as good.
    pub(super) better: Vec<Move>,
    /// The shot this line begins with, which the move does not have.
    pub(super) missed: Option<Shot>,
    /// The shot the move begins.
    pub(super) shot: Option<Shot>,
    /// The shot the move allows, if it costs enough for a mark.
    pub(super) allowed: Option<Shot>,
    /// What is known for sure after it, where that was not known before.
    pub(super) ending: Option<String>,
}

/// Judges a move by the verdicts on the positions before and after it. What is known for sure from
/// the start is told at the first move.
pub(super) fn review<R: Rules>(
    judge: &Judge<R>,
    position: &Position<R>,
    played: Move,
    (before, after): (&Verdict, &Verdict),
    is_first: bool,
) -> Review {
    let expected = |score| judge.expected(score, position);
    let is_best = before.line.first() == Some(&played);
    let cost = if is_best {
        0.0
    } else {
        (expected(before.score) - expected(-after.score)).max(0.0)
    };
    let mark = Mark::of(cost);
    let mut line = vec![played];
    line.extend(&after.line);
    let shot = Shot::find(position, &line);
    let next = position.after(played);
    let mut review = Review {
        cost,
        mark,
        shot,
        allowed: mark.and_then(|_| Shot::find(&next, &after.line)),
        ending: after
            .ending
            .clone()
            .filter(|_| is_first || after.ending != before.ending),
        ..Review::default()
    };
    if cost >= WORSE {
        let best = Shot::find(position, &before.line);
        let interest = shot.map_or(0, Shot::interest);
        review.missed = best.filter(|best| mark.is_some() && best.interest() > interest);
        let kept = review
            .missed
            .map_or(LONGEST, |shot| shot.plies.max(LONGEST));
        review.better = before.line.iter().copied().take(kept).collect();
    }
    review
}
