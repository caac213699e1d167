//! The end of the tree: captures are forced, so they are resolved to the last; a threatened
//! capture gets a look of one ply; men about to be crowned are crowned.

use super::MAX_PLY;
use super::node::{cutoff, without_moves};
use super::transposition::Entry;
use super::window::Window;
use super::worker::{Found, State, Worker};
use crate::board::Geometry;
use crate::position::{Move, MoveKey};
use crate::rules::Rules;
use crate::score::Score;

impl<R: Rules> Worker<'_, R> {
    /// The score of a node where the search proper has ended.
    pub(super) fn quiescence(&mut self, state: &State<R>, ply: usize, window: Window) -> Found {
        self.enter()?;
        self.lines.clear(ply);
        if self.is_drawn(state) {
            return Ok(Score::DRAW);
        }
        let position = &state.position;
        let us = position.side();
        let must_capture = position.can_capture(us);
        if !must_capture && !position.has_moves() {
            self.leaf(ply);
            return Ok(without_moves::<R>(ply));
        }
        if !must_capture && let Some(score) = self.table_score(state, ply) {
            self.leaf(ply);
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.evaluate(state, ply));
        }
        if !must_capture && self.threat_plies[ply] > 0 && position.can_capture(!us) {
            return self.node(state, ply, 1, window);
        }
        let entry = self.table.probe(state.table_key());
        if let Some(entry) = entry
            && !window.is_open()
            && let Some(score) = cutoff(entry, 0, ply, window)
        {
            return Ok(score);
        }
        if must_capture {
            self.resolve_captures(state, ply, window)
        } else {
            self.leaf(ply);
            self.stand(state, ply, window, entry)
        }
    }

    /// Some capture must be made: every one is tried, standing still is no choice.
    fn resolve_captures(&mut self, state: &State<R>, ply: usize, window: Window) -> Found {
        let mut list = self.lists.take();
        state.position.captures(&mut list.moves);
        let found = self.try_all(state, ply, window, -Score::INFINITE, &list.moves);
        self.lists.give_back(list);
        let score = found?;
        self.remember(state, ply, 0, (score, MoveKey::NONE), window, None);
        Ok(score)
    }

    /// A quiet leaf: as it stands, or better by a man crowned.
    fn stand(
        &mut self,
        state: &State<R>,
        ply: usize,
        window: Window,
        entry: Option<Entry>,
    ) -> Found {
        let known = entry.and_then(Entry::evaluated);
        let stand = known.unwrap_or_else(|| self.evaluate(state, ply));
        let can_crown = Self::can_crown(state);
        let score = if can_crown && stand < window.beta {
            self.crown(state, ply, window, stand)?
        } else {
            stand
        };
        if known.is_none() {
            // Without a man to crown the score does not depend on what was asked.
            let asked = if can_crown { window } else { Window::FULL };
            self.remember(state, ply, 0, (score, MoveKey::NONE), asked, Some(stand));
        }
        Ok(score)
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
        let is_open = window.is_open();
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
                    if is_open {
                        self.lines.extend(ply, mv);
                    }
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
