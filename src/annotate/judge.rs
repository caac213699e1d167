//! Every position of a game searched.

use super::ending;
use crate::endgame::Value;
use crate::engine::{self, Engine};
use crate::eval::Weights;
use crate::game::{Counters, Game, Outcome};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::score::Score;
use crate::search::{Limits, Report};
use anyhow::anyhow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// log2 of the entries of a judge's table: every game at hand has one.
const TABLE_LOG2: u32 = 20;

/// What is found in one position.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// For the side to move.
    pub(super) score: Score,
    /// Plies searched; 0 where nothing was to be searched.
    pub(super) depth: u32,
    /// The best line, empty if the game is over.
    pub(super) line: Vec<Move>,
    /// What the rules or the tables say for sure, in words.
    pub(super) ending: Option<String>,
}

/// Searches positions under the same limits.
pub(super) struct Judge<R: Rules> {
    engine: Engine<R>,
    limits: Limits,
}

impl<R: Rules> Judge<R> {
    pub(super) fn new(limits: Limits, weights: Option<&Weights>) -> anyhow::Result<Self> {
        let engine = Engine::new(engine::Options {
            table_log2: TABLE_LOG2,
            overhead: Duration::ZERO,
            weights: weights.cloned(),
            ..Default::default()
        })?;
        Ok(Self { engine, limits })
    }

    /// The expected result at a score: 1 a win, a half a draw.
    pub(super) fn expected(&self, score: Score, position: &Position<R>) -> f64 {
        let [win, draw, _] = self.engine.chances(score, position);
        win + draw / 2.0
    }

    /// The verdicts on all positions of a game, the start first; none if stopped. The last position
    /// is searched first: what is found there helps those before. `tell` hears of each.
    pub(super) fn verdicts(
        &mut self,
        mut game: Game<R>,
        stop: &AtomicBool,
        tell: &(dyn Fn(u64) + Sync),
    ) -> anyhow::Result<Option<Vec<Verdict>>> {
        self.engine.new_game();
        let mut found: Vec<Verdict> = Vec::with_capacity(game.moves().len() + 1);
        let mut played = None;
        loop {
            let next = found.last().zip(played);
            let verdict = self.verdict(&game, next, stop)?;
            if stop.load(Relaxed) {
                return Ok(None);
            }
            found.push(verdict);
            tell(1);
            played = game.undo();
            if played.is_none() {
                break;
            }
        }
        found.reverse();
        Ok(Some(found))
    }

    /// The verdict on the position on the board, before which `next` is known: the verdict on the
    /// position after it and the move that leads there.
    fn verdict(
        &mut self,
        game: &Game<R>,
        next: Option<(&Verdict, Move)>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Verdict> {
        let outcome = game.outcome();
        if let Some(over) =
            outcome.filter(|over| next.is_none() || matches!(over, Outcome::Win(..)))
        {
            return Ok(Verdict {
                score: match over {
                    Outcome::Win(..) if R::NO_MOVE_WINS => Score::win_in(0),
                    Outcome::Win(..) => Score::loss_in(0),
                    Outcome::Draw(_) => Score::DRAW,
                },
                depth: 0,
                line: Vec::new(),
                ending: Some(over.to_string()),
            });
        }
        let position = game.position();
        let mut verdict = match (next, position.legal_moves().as_slice()) {
            (Some((next, played)), [_]) => forced(next, played),
            _ => self.search(game, stop)?,
        };
        let counters = game.counters();
        if let Some(value) = self.engine.table_value(position, counters) {
            verdict.score = match value {
                Value::Draw => Score::DRAW,
                Value::Win(plies) => verdict.score.max(Score::table_win_in(plies.into())),
                Value::Loss(plies) => verdict.score.min(-Score::table_win_in(plies.into())),
            };
            let fresh = Counters::start(position, 0);
            let fresh = self.engine.table_value(position, fresh);
            let bound = counters.bound::<R>();
            verdict.ending = Some(ending::told(position.side(), value, fresh, bound));
        }
        Ok(verdict)
    }

    fn search(&mut self, game: &Game<R>, stop: &AtomicBool) -> anyhow::Result<Verdict> {
        let (sender, reports) = mpsc::channel();
        self.engine.go(game, self.limits, move |report| {
            // An error means that nobody listens any more.
            let _ = sender.send(report);
        });
        let mut last = None;
        let answer = loop {
            match reports.recv_timeout(Duration::from_millis(50)) {
                Ok(Report::Progress(progress)) => last = Some(progress),
                Ok(Report::Done(answer)) => break answer,
                Err(RecvTimeoutError::Timeout) => {
                    if stop.load(Relaxed) {
                        self.engine.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("the search broke off")),
            }
        };
        let (depth, line) = last.map_or_else(
            || (0, Vec::new()),
            |progress| (progress.depth, progress.line.to_vec()),
        );
        // The last iteration may have been cut off behind a better move than that of the line.
        let line = match answer.best {
            Some(best) if line.first() != Some(&best) => {
                [Some(best), answer.ponder].into_iter().flatten().collect()
            }
            _ => line,
        };
        Ok(Verdict {
            score: answer.score,
            depth,
            line,
            ending: None,
        })
    }
}

/// The verdict on a position with a sole legal move, from that on the next.
fn forced(next: &Verdict, played: Move) -> Verdict {
    let mut line = vec![played];
    line.extend(&next.line);
    Verdict {
        // A win is a ply farther away.
        score: Score::from_table((-next.score).centimen() as i16, 1),
        depth: next.depth,
        line,
        ending: None,
    }
}
