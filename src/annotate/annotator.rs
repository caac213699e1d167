//! One game: played on the board, judged, written.

use super::game_report::{GameReport, MoveReport, PositionReport, Step};
use super::judge::{Judge, Verdict};
use super::remarks;
use super::review::{Review, review};
use crate::board::{Geometry, Side};
use crate::eval::Weights;
use crate::game::Game;
use crate::notation::{short_move, write_squares};
use crate::pdn::{self, Read, Record};
use crate::position::{Move, Position};
use crate::rules::{Rules, Variant};
use crate::score::Score;
use crate::search::Limits;
use crate::with_rules;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// A game done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Annotated {
    /// Its number in the file, from 1.
    pub game: u64,
    /// Its text, an empty line behind it.
    pub pdn: String,
    /// What is wrong with it, each with its line.
    pub faults: Vec<String>,
    /// What was found; nothing for a game without a start or of an unknown kind, whose text is as
    /// it was.
    pub report: Option<GameReport>,
}

/// Judges games of one variant.
pub(super) trait Annotate: Send {
    /// The game; none if stopped.
    fn annotate(
        &mut self,
        game: u64,
        read: Read,
        stop: &AtomicBool,
        tell: &(dyn Fn(u64) + Sync),
    ) -> anyhow::Result<Option<Annotated>>;
}

/// For games of this variant.
pub(super) fn annotator(
    variant: Variant,
    limits: Limits,
    weights: Option<&Weights>,
) -> anyhow::Result<Box<dyn Annotate>> {
    with_rules!(variant, R => Ok(Box::new(Judge::<R>::new(limits, weights)?)))
}

/// A game that cannot be played at all: its text as it was, and why.
pub(super) fn refused(game: u64, read: &Read, why: &str) -> Annotated {
    let mut faults: Vec<String> = read.problems.iter().map(ToString::to_string).collect();
    faults.push(format!("line {}: {why}", read.record.line));
    Annotated {
        game,
        pdn: pdn::write(&read.record, false),
        faults,
        report: None,
    }
}

impl<R: Rules> Annotate for Judge<R> {
    fn annotate(
        &mut self,
        number: u64,
        read: Read,
        stop: &AtomicBool,
        tell: &(dyn Fn(u64) + Sync),
    ) -> anyhow::Result<Option<Annotated>> {
        let mut record = read.record;
        let mut faults: Vec<String> = read.problems.iter().map(ToString::to_string).collect();
        // Moves of variations count, too: those that cannot be played are taken out.
        let wrong = pdn::normalise::<R>(&mut record);
        let (wrong, replay) = match (wrong, pdn::replay::<R>(&record)) {
            (Ok(wrong), Ok(replay)) => (wrong, replay),
            (Err(error), _) | (_, Err(error)) => {
                let read = Read {
                    record,
                    problems: read.problems,
                };
                return Ok(Some(refused(number, &read, &format!("FEN: {error}"))));
            }
        };
        faults.extend(wrong.iter().map(ToString::to_string));
        let mut game = Game::new(replay.start, 0);
        for mv in &replay.moves {
            game.play(*mv);
        }
        let Some(verdicts) = self.verdicts(game, stop, tell)? else {
            return Ok(None);
        };
        remarks::clear(&mut record);
        let report = self.report(
            &mut record,
            replay.start,
            &replay.moves,
            &verdicts,
            faults.clone(),
        );
        Ok(Some(Annotated {
            game: number,
            pdn: pdn::write(&record, replay.start.side() != R::FIRST),
            faults,
            report: Some(report),
        }))
    }
}

impl<R: Rules> Judge<R> {
    /// What was found in a game; its remarks go into the record.
    fn report(
        &self,
        record: &mut Record,
        start: Position<R>,
        moves: &[Move],
        verdicts: &[Verdict],
        faults: Vec<String>,
    ) -> GameReport {
        let mut report = GameReport {
            variant: R::VARIANT.name().to_owned(),
            tags: Vec::new(),
            result: record.end.clone().unwrap_or_default(),
            start: write_squares(&start),
            first: self.position_report(&start, &verdicts[0]),
            remarks: record.main.remarks.clone(),
            moves: Vec::with_capacity(moves.len()),
            faults,
        };
        let mut position = start;
        // A shot is told once, not at each of its moves.
        let mut shot_until = 0;
        for (at, &mv) in moves.iter().enumerate() {
            let (before, after) = (&verdicts[at], &verdicts[at + 1]);
            let mut review = review(self, &position, mv, (before, after), at == 0);
            if at < shot_until {
                review.shot = None;
            }
            shot_until = review.shot.map_or(shot_until, |shot| at + shot.plies);
            let next = position.after(mv);
            let ply = &mut record.main.plies[at];
            let told = MoveReport {
                step: step(&position, mv),
                after: self.position_report(&next, after),
                mark: review.mark,
                cost: thousandths(review.cost),
                missed: review.missed,
                notes: notes(&review),
                better: steps(&position, &review.better),
                remarks: ply.remarks.clone(),
            };
            let better = shown(position.side(), before.score);
            remarks::add(ply, &told, &better);
            report.moves.push(told);
            position = next;
        }
        remarks::sign(record);
        report.tags = record
            .tags
            .iter()
            .map(|tag| (tag.name.clone(), tag.value.clone()))
            .collect();
        report
    }

    fn position_report(&self, position: &Position<R>, verdict: &Verdict) -> PositionReport {
        let is_white = position.side() == Side::White;
        let expected = self.expected(verdict.score, position);
        PositionReport {
            score: from_white(position.side(), verdict.score).centimen(),
            shown: shown(position.side(), verdict.score),
            expected: thousandths(if is_white { expected } else { 1.0 - expected }),
            depth: verdict.depth,
        }
    }
}

fn thousandths(part: f64) -> u32 {
    (part * 1000.0).round() as u32
}

fn from_white(side: Side, score: Score) -> Score {
    if side == Side::White { score } else { -score }
}

/// A score from White: men, or `#5` for a win by White in 5 moves and `#-5` for one by Black.
fn shown(side: Side, score: Score) -> String {
    let score = from_white(side, score);
    match score.plies_to_end() {
        // The game is over: the side to move has lost.
        Some(0) if side == Side::White => "#-0".to_owned(),
        Some(plies) => {
            let sign = if plies < 0 { "-" } else { "" };
            format!("#{sign}{}", plies.unsigned_abs().div_ceil(2))
        }
        None if score == Score::DRAW => "0.00".to_owned(),
        None => format!("{:+.2}", f64::from(score.centimen()) / 100.0),
    }
}

/// What is to be said of a move.
fn notes(review: &Review) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(mark) = review.mark {
        notes.push(format!(
            "{}, costs {:.0} %",
            mark.name(),
            100.0 * review.cost
        ));
    }
    let shots = [
        ("misses a shot", review.missed),
        ("allows a shot", review.allowed),
        ("a shot", review.shot),
    ];
    for (name, shot) in shots {
        if let Some(shot) = shot {
            notes.push(format!("{name}: gives {}, wins {}", shot.given, shot.won));
        }
    }
    notes.extend(review.ending.clone());
    notes
}

fn step<R: Rules>(position: &Position<R>, mv: Move) -> Step {
    let number = R::Board::number;
    Step {
        text: short_move(position, mv),
        from: number(mv.from()),
        to: number(mv.to()),
        taken: mv.captured().map(number).collect(),
        crowned: mv.is_promotion(),
    }
}

fn steps<R: Rules>(start: &Position<R>, line: &[Move]) -> Vec<Step> {
    let mut position = *start;
    let step = |&mv: &Move| {
        let step = step(&position, mv);
        position = position.after(mv);
        step
    };
    line.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_white_and_wins_in_moves() {
        let men = Score::from_centimen(-35);
        assert_eq!(shown(Side::White, men), "-0.35");
        assert_eq!(shown(Side::Black, men), "+0.35");
        assert_eq!(shown(Side::Black, Score::DRAW), "0.00");
        assert_eq!(shown(Side::White, Score::win_in(1)), "#1");
        assert_eq!(shown(Side::Black, Score::win_in(5)), "#-3");
        assert_eq!(shown(Side::White, Score::loss_in(4)), "#-2");
        assert_eq!(shown(Side::White, Score::loss_in(0)), "#-0");
        assert_eq!(shown(Side::Black, Score::loss_in(0)), "#0");
    }
}
