//! The root: iterative deepening over a list of root moves, aspiration, the decision to go on.

use super::line::Line;
use super::report::{Answer, Progress};
use super::window::Window;
use super::worker::{State, Stopped, Worker};
use super::{MAX_DEPTH, Mode};
use crate::position::Move;
use crate::rules::Rules;
use crate::score::Score;

/// Nodes spent on a sole move, for a score and a line to report.
const SOLE_MOVE_NODES: u64 = 20_000;

/// What a search at the root has found.
pub(super) struct Best {
    pub(super) score: Score,
    pub(super) line: Line,
    depth: u32,
}

impl<R: Rules> Worker<'_, R> {
    /// Deepens until a limit is reached. `report` hears of every finished iteration.
    pub(super) fn deepen(
        &mut self,
        root: &State<R>,
        mut moves: Vec<Move>,
        max_depth: u32,
        mode: Mode,
        mut report: impl FnMut(Progress),
    ) -> Best {
        self.keep_table_moves(root, &mut moves);
        let is_sole = moves.len() == 1 && mode == Mode::Think;
        let mut best = Best {
            score: self.evaluate(root, 0),
            line: Line::new(),
            depth: 0,
        };
        best.line.push(moves[0]);
        let mut stability = 0;
        let max_depth = max_depth.clamp(1, MAX_DEPTH);
        for depth in 1..=max_depth {
            // Helpers leave out depths in a pattern of their own: not all do the same.
            if depth > 1 && depth < max_depth && skips(self.id, depth) {
                continue;
            }
            self.may_stop = depth > 1;
            let previous = best.line[0];
            let finished = self.aspire(root, &mut moves, depth, &mut best).is_ok();
            if !finished {
                break;
            }
            best.depth = depth;
            report(self.progress(&best));
            stability = if best.line[0] == previous {
                (stability + 1).min(5)
            } else {
                0
            };
            let out_of_nodes = is_sole && self.nodes >= SOLE_MOVE_NODES;
            if out_of_nodes || Self::is_decided(&best) || self.is_time_up(stability) {
                break;
            }
        }
        if best.depth == 0 {
            best.depth = 1;
            report(self.progress(&best));
        }
        best
    }

    fn progress(&self, best: &Best) -> Progress {
        self.shared.publish_nodes(self.id, self.nodes);
        Progress {
            depth: best.depth,
            mean_depth_tenths: self.leaf_plies * 10 / self.leaves.max(1),
            score: best.score,
            nodes: self.shared.total_nodes(),
            time: self.elapsed(),
            line: best.line.clone(),
        }
    }

    /// A win or loss proven well inside the depth searched does not change any more.
    fn is_decided(best: &Best) -> bool {
        let plies = best.score.plies_to_end().map(i32::unsigned_abs);
        plies.is_some_and(|plies| plies + 4 <= best.depth)
    }

    /// Is the aim of the time budget reached? The longer the best move has stood, the earlier.
    fn is_time_up(&self, stability: u32) -> bool {
        let Some(budget) = self.running_budget().filter(|_| self.id == 0) else {
            return false;
        };
        let per_mille = if budget.soft == budget.hard {
            1000
        } else {
            1100 - 110 * stability
        };
        self.elapsed() * 1000 >= budget.soft * per_mille
    }

    /// One iteration, first with a narrow window round the last score.
    fn aspire(
        &mut self,
        root: &State<R>,
        moves: &mut [Move],
        depth: u32,
        best: &mut Best,
    ) -> Result<(), Stopped> {
        let expected = best.score;
        let (mut down, mut up) = (self.tuning.aspiration, self.tuning.aspiration);
        let mut window = Window::FULL;
        if depth >= self.tuning.aspiration_depth as u32 && !expected.is_decided() {
            window = Window {
                alpha: expected - down,
                beta: expected + up,
            };
        }
        loop {
            let score = self.root(root, moves, depth as i32, window, best)?;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                down *= 3;
                window.alpha = if down > 500 || score.is_decided() {
                    -Score::INFINITE
                } else {
                    expected - down
                };
            } else if score >= window.beta && window.beta < Score::INFINITE {
                up *= 3;
                window.beta = if up > 500 || score.is_decided() {
                    Score::INFINITE
                } else {
                    expected + up
                };
            } else {
                return Ok(());
            }
        }
    }

    /// All root moves; the best one comes to the front of the list and into `best`.
    fn root(
        &mut self,
        root: &State<R>,
        moves: &mut [Move],
        depth: i32,
        mut window: Window,
        best: &mut Best,
    ) -> Result<Score, Stopped> {
        let mut best_score = -Score::INFINITE;
        for i in 0..moves.len() {
            let mv = moves[i];
            let next = root.after(mv);
            self.threat_plies[1] = self.tuning.threat_plies as u8;
            self.push(&next);
            let found = if i == 0 {
                self.node(&next, 1, depth - 1, window.turned())
            } else {
                let null = Window::above(window.alpha).turned();
                match self.node(&next, 1, depth - 1, null) {
                    Ok(score) if -score > window.alpha => {
                        self.node(&next, 1, depth - 1, window.turned())
                    }
                    other => other,
                }
            };
            self.pop();
            let score = -found?;
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    self.lines.extend(0, mv);
                    best.line.clone_from(self.lines.at(0));
                    best.score = score;
                    moves[..=i].rotate_right(1);
                    if score >= window.beta {
                        return Ok(score);
                    }
                    window.alpha = score;
                } else if i == 0 {
                    // The expected move falls: what is known of it is this bound.
                    best.score = score;
                }
            }
        }
        Ok(best_score)
    }
}

impl Best {
    /// The answer, with a reply to ponder on unless the game is over or unknown after the move.
    pub(super) fn answer(&self, nodes: u64) -> Answer {
        Answer {
            best: self.line.first().copied(),
            ponder: self.line.get(1).copied(),
            score: self.score,
            nodes,
        }
    }
}

/// Every second helper starts with the even depths, the others with the odd ones, later ones in
/// longer steps.
fn skips(id: usize, depth: u32) -> bool {
    if id == 0 {
        return false;
    }
    let step = 1 + (id as u32 - 1) / 2 % 4;
    (depth / step + id as u32).is_multiple_of(2)
}
