//! The root: iterative deepening over a list of root moves, aspiration, the decision to go on.

use super::line::Line;
use super::report::{Answer, Progress, Variation};
use super::window::Window;
use super::worker::{State, Stopped, Worker};
use super::{Limits, MAX_DEPTH, Mode};
use crate::position::Move;
use crate::rules::Rules;
use crate::score::Score;

/// Nodes spent on a sole move, for a score and a line to report.
const SOLE_MOVE_NODES: u64 = 20_000;

/// What a search at the root has found.
#[derive(Clone)]
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
        limits: &Limits,
        mut report: impl FnMut(Progress),
    ) -> Best {
        if limits.more_lines == 0 {
            self.keep_table_moves(root, &mut moves);
        }
        let is_sole = moves.len() == 1 && limits.mode == Mode::Think;
        let mut best = Best {
            score: self.evaluate(root, 0),
            line: Line::new(),
            depth: 0,
        };
        best.line.push(moves[0]);
        let mut others: Vec<Best> = Vec::new();
        for &mv in moves[1..].iter().take(limits.more_lines.into()) {
            let mut other = best.clone();
            other.line.clear();
            other.line.push(mv);
            others.push(other);
        }
        let mut stability = 0;
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=max_depth {
            // Helpers leave out depths in a pattern of their own: not all do the same.
            if depth > 1 && depth < max_depth && skips(self.id, depth) {
                continue;
            }
            self.may_stop = depth > 1;
            let previous = best.line[0];
            let settled = (!others.is_empty()).then(|| best.clone());
            let finished = self.aspire(root, &mut moves, depth, &mut best).is_ok();
            if !finished {
                break;
            }
            best.depth = depth;
            if self
                .find_others(root, &mut moves, depth, &mut others)
                .is_err()
            {
                // Lines of different depths do not compare.
                best = settled.unwrap_or(best);
                break;
            }
            sort_lines(&mut best, &mut others, &mut moves);
            report(self.progress(&best, &others));
            stability = if best.line[0] == previous {
                (stability + 1).min(5)
            } else {
                0
            };
            let out_of_nodes = is_sole && self.nodes >= SOLE_MOVE_NODES;
            let is_decided = others.iter().chain([&best]).all(Self::is_decided);
            if out_of_nodes || is_decided || self.is_time_up(stability) {
                break;
            }
        }
        if best.depth == 0 {
            best.depth = 1;
            report(self.progress(&best, &[]));
        }
        best
    }

    /// The further lines at this depth: each from the moves the lines before it have left over.
    fn find_others(
        &mut self,
        root: &State<R>,
        moves: &mut [Move],
        depth: u32,
        others: &mut [Best],
    ) -> Result<(), Stopped> {
        for (number, other) in (1..).zip(others) {
            self.aspire(root, &mut moves[number..], depth, other)?;
            other.depth = depth;
        }
        Ok(())
    }

    fn progress(&self, best: &Best, others: &[Best]) -> Progress {
        self.shared.publish_nodes(self.id, self.nodes);
        Progress {
            depth: best.depth,
            mean_depth_tenths: self.leaf_plies * 10 / self.leaves.max(1),
            score: best.score,
            nodes: self.shared.total_nodes(),
            time: self.elapsed(),
            line: best.line.clone(),
            others: others.iter().map(Best::variation).collect(),
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

/// Orders all lines by score and, among equals, as they were found; and the root's moves likewise.
fn sort_lines(best: &mut Best, others: &mut Vec<Best>, moves: &mut [Move]) {
    if others.is_empty() {
        return;
    }
    let mut all: Vec<Best> = std::iter::once(best.clone())
        .chain(others.drain(..))
        .collect();
    all.sort_by_key(|line| std::cmp::Reverse(line.score));
    for (mv, line) in moves.iter_mut().zip(&all) {
        *mv = line.line[0];
    }
    others.extend(all.drain(1..));
    best.clone_from(&all[0]);
}

impl Best {
    fn variation(&self) -> Variation {
        Variation {
            score: self.score,
            line: self.line.clone(),
        }
    }

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
