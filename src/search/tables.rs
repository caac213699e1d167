//! Endgame tables in the search: inside the tree they end a line, at the root they choose.

use super::worker::{State, Worker};
use crate::endgame::{Endgame, Value};
use crate::position::Move;
use crate::rules::Rules;
use crate::score::Score;

impl<R: Rules> Worker<'_, R> {
    /// The score of a node the tables know.
    #[inline]
    pub(super) fn table_score(&self, state: &State<R>, ply: usize) -> Option<Score> {
        let tables = self.tables?;
        if state.position.occupied().len() > tables.pieces() || !Endgame::is_quiet(&state.position)
        {
            return None;
        }
        Some(match tables.quiet(&state.position, state.counters)? {
            Value::Draw => Score::DRAW,
            Value::Win(plies) => Score::table_win_in(ply + usize::from(plies)),
            Value::Loss(0) => Score::loss_in(ply),
            Value::Loss(plies) => -Score::table_win_in(ply + usize::from(plies)),
        })
    }

    /// Of the root's moves those worth searching: those that win soonest or lose latest. Where
    /// the game is drawn, all that keep it so, and the search goes without tables: it shall find
    /// what is hardest to answer.
    pub(super) fn keep_table_moves(&mut self, root: &State<R>, moves: &mut Vec<Move>) {
        let chosen = self
            .tables
            .and_then(|tables| tables.choose(&root.position, root.counters, moves));
        if let Some((value, kept)) = chosen {
            *moves = kept;
            if value == Value::Draw {
                self.tables = None;
            }
        }
    }
}
