//! A search on the thread that asks, without workers to wake: for games by the thousand.

use super::controller::Shared;
use super::limits::Limits;
use super::node::without_moves;
use super::report::{Answer, Progress};
use super::transposition::{NoMemory, Table};
use super::tuning::Tuning;
use super::worker::{Memory, State, Worker};
use crate::endgame::{Endgame, Value};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Stack a thread needs to search, in bytes: frames of the deepest line fit many times over.
pub const SEARCH_STACK: usize = 8 << 20;

/// A searcher for limits by nodes and depth.
pub struct Solo<R: Rules> {
    shared: Shared,
    memory: Memory,
    table: Table,
    table_log2: u32,
    evaluator: Arc<Evaluator<R>>,
    tables: Option<Arc<Endgame<R>>>,
    tuning: Tuning,
}

impl<R: Rules> Solo<R> {
    /// With a table of this many entries (log2).
    pub fn new(evaluator: Arc<Evaluator<R>>, table_log2: u32) -> Result<Self, NoMemory> {
        Ok(Self {
            shared: Shared::new(),
            memory: Memory::new(),
            table: Table::new(table_log2)?,
            table_log2,
            evaluator,
            tables: None,
            tuning: Tuning::default(),
        })
    }

    /// The same with other numbers of the search.
    #[must_use]
    pub fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// The same with endgame tables to look into.
    #[must_use]
    pub fn with_tables(self, tables: Arc<Endgame<R>>) -> Self {
        Self {
            tables: Some(tables),
            ..self
        }
    }

    /// What the endgame tables say of the position on the board.
    pub fn table_value(&self, game: &Game<R>) -> Option<Value> {
        let tables = self.tables.as_ref()?;
        tables.value(game.position(), game.counters())
    }

    /// Forgets everything learnt: the next game is searched as by a new searcher.
    pub fn new_game(&mut self) -> Result<(), NoMemory> {
        self.table = Table::new(self.table_log2)?;
        self.memory.history.clear();
        Ok(())
    }

    /// The best move by so many nodes and plies; clocks are not looked at. `report` hears of each
    /// finished iteration. The calling thread's
    /// stack must have [`SEARCH_STACK`] bytes.
    pub fn think(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        report: impl FnMut(Progress),
    ) -> Answer {
        let root = State {
            position: *game.position(),
            counters: game.counters(),
        };
        let moves = root.position.legal_moves().into_vec();
        if moves.is_empty() {
            return Answer {
                best: None,
                ponder: None,
                score: without_moves::<R>(0),
                nodes: 0,
            };
        }
        self.table.grow_older();
        self.shared.stop.store(false, Relaxed);
        self.shared.publish_nodes(0, 0);
        let earlier: Vec<u64> = game.repeatable_keys().collect();
        let node_limit = limits.nodes.map_or(u64::MAX, |nodes| nodes.max(1));
        let mut worker = Worker::new(
            0,
            (&self.evaluator, &self.table, &self.shared, &self.tuning),
            &mut self.memory,
            (&earlier, root.position.key()),
            (node_limit, None),
        );
        worker.tables = self.tables.as_deref();
        let best = worker.deepen(&root, moves, limits, report);
        let nodes = worker.nodes;
        best.answer(nodes)
    }
}
