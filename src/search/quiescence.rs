//! The end of the tree: captures are forced, so they are resolved to the last; a threatened
//! capture gets a look of one ply; men about to be crowned are crowned.

use super::MAX_PLY;
use super::node::cutoff;
use super::transposition::Entry;
use super::window::Window;
use super::worker::{Found, State, Worker};
use crate::board::Geometry;
use crate::position::Move;
use crate::rules::Rules;
use crate::score::Score;

impl<R: Rules> Worker<'_, R> {
    /// The score of a node where the search proper has ended.
    pub(super) fn quiescence(&mut self, state: &State<R>, ply: usize, window: Window) -> Found {
        self.enter()?;
        self.lines.clear(ply);
        let position = &state.position;
        let us = position.side();
        if position.can_capture(us) {
            return self.resolve_captures(state, ply, window);
        }
        if self.is_drawn(state) {
            return Ok(Score::DRAW);
        }
        if !position.has_moves() {
            self.leaf(ply);
            return Ok(Score::loss_in(ply));
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.evaluate(state, ply));
        }
        if self.threat_plies[ply] > 0 && position.can_capture(!us) {
            return self.node(state, ply, 1, window);
        }
        let mut known = None;
        if let Some(entry) = self.table.probe(state.table_key()) {
            if !window.is_open()
                && let Some(score) = cutoff(entry, 0, ply, window)
            {
                return Ok(score);
            }
            known = (entry.evaluation != Entry::NO_EVALUATION)
                .then(|| Score::from_centimen(entry.evaluation.into()));
        }
        self.leaf(ply);
        let stand = known.unwrap_or_else(|| self.evaluate(state, ply));
        if stand >= window.beta || !Self::can_crown(state) {
            return Ok(stand);
        }
        self.crown(state, ply, window, stand)
    }

    /// Some capture must be made: every one is tried, standing still is no choice.
    fn resolve_captures(&mut self, state: &State<R>, ply: usize, window: Window) -> Found {
        if ply >= MAX_PLY - 1 {
            return Ok(self.evaluate(state, ply));
        }
        if self.is_drawn(state) {
            return Ok(Score::DRAW);
        }
        let mut list = self.lists.take();
        state.position.captures(&mut list.moves);
        let found = self.try_all(state, ply, window, -Score::INFINITE, &list.moves);
        self.lists.give_back(list);
        found
    }

    /// Can a man of the side to move step on its promotion row?
    #[inline]
    fn can_crown(state: &State<R>) -> bool {
        let position = &state.position;
        let us = position.side();
        let goals = R::Board::promotion_row(us) & position.empty();
        crate::board::Direction::forward(us)
            .into_iter()
            .any(|direction| R::Board::step(position.men(us), direction).meets(goals))
    }

    fn crown(&mut self, state: &State<R>, ply: usize, window: Window, stand: Score) -> Found {
        let mut list = self.lists.take();
        state.position.generate(&mut list.moves);
        list.moves.retain(|mv| mv.is_promotion());
        let found = self.try_all(state, ply, window, stand, &list.moves);
        self.lists.give_back(list);
        found
    }

    /// The best of these moves and a score that is there already.
    fn try_all(
        &mut self,
        state: &State<R>,
        ply: usize,
        mut window: Window,
        known: Score,
        moves: &[Move],
    ) -> Found {
        let mut best = known;
        window.alpha = window.alpha.max(best);
        for &mv in moves {
            let next = state.after(mv);
            self.threat_plies[ply + 1] = self.threat_plies[ply];
            self.push(&next);
            let found = self.quiescence(&next, ply + 1, window.turned());
            self.pop();
            let score = -found?;
            if score > best {
                best = score;
                if score > window.alpha {
                    self.lines.extend(ply, mv);
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        Ok(best)
    }
}
