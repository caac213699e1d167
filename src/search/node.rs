//! An inner node: principal variation search with a table, pruning of clear cases, reductions
//! of late moves, and extension of forced ones.

use super::MAX_PLY;
use super::order::{Ordered, Ranking};
use super::transposition::{Bound, Entry};
use super::window::Window;
use super::worker::{Found, State, Worker};
use crate::position::MoveKey;
use crate::rules::Rules;
use crate::score::Score;

/// What is known about a node before its moves are tried.
pub(super) struct Outlook {
    /// As the node was asked.
    pub(super) asked: Window,
    /// None while captures are on.
    pub(super) evaluation: Option<Score>,
    /// Would the opponent capture if it were his move?
    pub(super) is_threatened: bool,
    pub(super) is_improving: bool,
}

impl<R: Rules> Worker<'_, R> {
    /// The score of a node searched to `depth` plies: exact inside the window, else a bound.
    pub(super) fn node(
        &mut self,
        state: &State<R>,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> Found {
        if depth <= 0 {
            return self.quiescence(state, ply, window);
        }
        self.enter()?;
        self.lines.clear(ply);
        if self.is_drawn(state) {
            return Ok(Score::DRAW);
        }
        if let Some(score) = self.table_score(state, ply) {
            self.leaf(ply);
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.evaluate(state, ply));
        }
        // Nothing found here can be better than winning at once or worse than having lost.
        let window = Window {
            alpha: window
                .alpha
                .max(-Score::win_in(ply + usize::from(R::NO_MOVE_WINS))),
            beta: window
                .beta
                .min(Score::win_in(ply + usize::from(!R::NO_MOVE_WINS))),
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let key = state.table_key();
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && !window.is_open()
            && let Some(score) = cutoff(entry, depth, ply, window)
        {
            return Ok(score);
        }

        let us = state.position.side();
        let must_capture = state.position.can_capture(us);
        if !must_capture && !state.position.has_moves() {
            self.leaf(ply);
            return Ok(without_moves::<R>(ply));
        }
        let outlook = self.outlook(state, ply, entry, window, must_capture);
        if let Some(score) = self.prune(state, ply, depth, window, &outlook)? {
            return Ok(score);
        }
        let mut ordered = self.lists.take();
        state.position.generate(&mut ordered.moves);
        let best_known = entry.map_or(MoveKey::NONE, |entry| entry.best);
        let is_forced = ordered.moves.len() == 1;
        let untried = best_known == MoveKey::NONE && depth >= self.tuning.no_table_move_depth;
        let depth = depth - i32::from(untried && !is_forced);
        let ranking = Ranking {
            best: best_known,
            side: us,
            ply,
        };
        let found = self.try_moves(state, ply, depth, window, (&mut ordered, ranking), &outlook);
        self.lists.give_back(ordered);
        found
    }

    fn outlook(
        &mut self,
        state: &State<R>,
        ply: usize,
        entry: Option<Entry>,
        window: Window,
        must_capture: bool,
    ) -> Outlook {
        let us = state.position.side();
        let is_threatened = state.position.can_capture(!us);
        let known = entry.and_then(Entry::evaluated);
        let evaluation =
            (!must_capture).then(|| known.unwrap_or_else(|| self.evaluate(state, ply)));
        // While captures are on, the evaluation of two plies before stands in.
        let before = if ply >= 2 {
            self.evaluations[ply - 2]
        } else {
            Score::DRAW
        };
        self.evaluations[ply] = evaluation.unwrap_or(before);
        let is_improving = evaluation.is_some_and(|evaluation| evaluation > before);
        Outlook {
            asked: window,
            evaluation,
            is_threatened,
            is_improving,
        }
    }

    fn try_moves(
        &mut self,
        state: &State<R>,
        ply: usize,
        depth: i32,
        mut window: Window,
        (ordered, ranking): (&mut Ordered, Ranking),
        outlook: &Outlook,
    ) -> Found {
        let is_forced = ordered.moves.len() == 1;
        let mut best = -Score::INFINITE;
        let mut best_move = MoveKey::NONE;
        let mut number = 0;
        let least = self.least_moves(state, depth, window, outlook);
        while let Some(mv) = if number < least {
            ordered.best(ranking, self.history)
        } else {
            ordered.any()
        } {
            number += 1;
            let may_skip = number > least && !mv.is_promotion() && !best.is_decided();
            if may_skip && !state.position.offers(mv) {
                continue;
            }
            let next = state.after(mv);
            // A forced move costs no depth, as long as the line is not much longer than meant.
            let depth_below = depth - 1 + i32::from(is_forced && ply < 2 * depth_limit(depth));
            let threats = self.tuning.threat_plies as u8;
            self.threat_plies[ply + 1] = threats.min(self.threat_budget(ply, depth));
            self.push(&next);
            let found = if number == 1 {
                self.node(&next, ply + 1, depth_below, window.turned())
            } else {
                let reduction = self.reduction(state, mv, depth, number, outlook);
                self.late(&next, ply, depth_below, reduction, window)
            };
            self.pop();
            let score = -found?;
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                best_move = mv.key();
                if outlook.asked.is_open() {
                    self.lines.extend(ply, mv);
                }
                if score >= window.beta {
                    if !mv.is_capture() {
                        let tried = ordered.tried();
                        let side = state.position.side();
                        self.history.reward(side, ply, depth, mv, tried);
                    }
                    break;
                }
                window.alpha = score;
            }
        }
        let found = (best, best_move);
        self.remember(state, ply, depth, found, outlook.asked, outlook.evaluation);
        Ok(best)
    }

    /// Stores what was found in a node by this window.
    #[inline]
    pub(super) fn remember(
        &self,
        state: &State<R>,
        ply: usize,
        depth: i32,
        (score, best): (Score, MoveKey),
        asked: Window,
        evaluation: Option<Score>,
    ) {
        let bound = if score >= asked.beta {
            Bound::Lower
        } else if score > asked.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let evaluation = evaluation.map_or(Entry::NO_EVALUATION, |score| score.centimen() as i16);
        let entry = Entry {
            best,
            score: score.to_table(ply),
            evaluation,
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.table.store(state.table_key(), entry);
    }

    /// How many threat searches the quiescence below may still make: the full number below a
    /// real node, one less below such a search itself.
    #[inline]
    fn threat_budget(&self, ply: usize, depth: i32) -> u8 {
        if depth > 1 {
            self.tuning.threat_plies as u8
        } else {
            self.threat_plies[ply].saturating_sub(1)
        }
    }
}

/// The score of a side that cannot move at this ply.
#[inline]
pub(super) fn without_moves<R: Rules>(ply: usize) -> Score {
    if R::NO_MOVE_WINS {
        Score::win_in(ply)
    } else {
        Score::loss_in(ply)
    }
}

/// A stored result that answers the question already.
#[inline]
pub(super) fn cutoff(entry: Entry, depth: i32, ply: usize, window: Window) -> Option<Score> {
    let score = Score::from_table(entry.score, ply);
    let is_deep = i32::from(entry.depth) >= depth;
    let answers = match entry.bound {
        Bound::None => false,
        Bound::Exact => is_deep,
        // A proven win or loss holds at any depth.
        Bound::Lower => score >= window.beta && (is_deep || score.is_decided()),
        Bound::Upper => score <= window.alpha && (is_deep || score.is_decided()),
    };
    answers.then_some(score)
}

/// Lines may grow to this ply by forced moves.
fn depth_limit(depth: i32) -> usize {
    (depth.max(0) as usize + 16).min(MAX_PLY / 2)
}
