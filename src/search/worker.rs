//! What one search thread owns, and the questions every node asks: stop? drawn?

use super::MAX_PLY;
use super::controller::Shared;
use super::history::History;
use super::line::Lines;
use super::order::Pool;
use super::reduce::Reductions;
use super::time::Budget;
use super::transposition::Table;
use super::tuning::Tuning;
use crate::endgame::Endgame;
use crate::eval::{Accumulators, Evaluator};
use crate::game::Counters;
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::score::Score;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// What a thread keeps from search to search.
pub(super) struct Memory {
    pub(super) history: History,
    reductions: Reductions,
    lines: Lines,
    lists: Pool,
    path: Vec<u64>,
    accumulators: Accumulators,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            history: History::new(),
            reductions: Reductions::new(Tuning::default().reduction_divisor),
            lines: Lines::new(),
            // A node and the shallow look it takes at itself each hold one.
            lists: Pool::new(2 * MAX_PLY),
            path: Vec::with_capacity(1024),
            accumulators: Accumulators::new(),
        }
    }
}

/// One thread in one search.
pub(super) struct Worker<'a, R: Rules> {
    pub(super) id: usize,
    pub(super) evaluator: &'a Evaluator<R>,
    /// None: none are at hand, or the root is in them and drawn.
    pub(super) tables: Option<&'a Endgame<R>>,
    pub(super) table: &'a Table,
    pub(super) shared: &'a Shared,
    pub(super) tuning: &'a Tuning,
    pub(super) history: &'a mut History,
    pub(super) reductions: &'a Reductions,
    pub(super) lines: &'a mut Lines,
    pub(super) lists: &'a mut Pool,
    accumulators: &'a mut Accumulators,
    /// Keys of the positions that can be repeated, oldest first: the game's, then the line's.
    path: &'a mut Vec<u64>,
    /// How many of `path` come from the game, the root included.
    game_keys: usize,
    /// One-ply threat searches left at each ply.
    pub(super) threat_plies: [u8; MAX_PLY + 1],
    pub(super) evaluations: [Score; MAX_PLY + 1],
    pub(super) nodes: u64,
    /// Sum of the plies of all leaves, and their number.
    pub(super) leaf_plies: u64,
    pub(super) leaves: u64,
    node_limit: u64,
    /// Only the reporting worker watches the clock.
    budget: Option<Budget>,
    /// An answer must exist before a search may be cut short.
    pub(super) may_stop: bool,
}

/// The search was told to end: nothing found in this node counts.
#[derive(Debug)]
pub(super) struct Stopped;

pub(super) type Found = Result<Score, Stopped>;

/// Nodes between two looks at the clock and the stop flag.
const WATCH: u64 = 512;

/// Nodes the first iteration may take even when told to stop.
const FIRST_ITERATION_NODES: u64 = 20_000;

/// A position with its counts, as the tree hands it down.
#[derive(Clone, Copy)]
pub(super) struct State<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) counters: Counters,
}

impl<R: Rules> State<R> {
    #[inline]
    pub(super) fn after(&self, mv: Move) -> Self {
        let position = self.position.after(mv);
        Self {
            position,
            counters: self.counters.after(mv, &position),
        }
    }

    /// The key under which results are stored: counts included where they matter.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        self.position.key() ^ self.counters.key::<R>()
    }
}

impl<'a, R: Rules> Worker<'a, R> {
    /// Gets ready for a search from a root with these earlier keys, the latest first.
    pub(super) fn new(
        id: usize,
        resources: (&'a Evaluator<R>, &'a Table, &'a Shared, &'a Tuning),
        memory: &'a mut Memory,
        keys: (&[u64], u64),
        limits: (u64, Option<Budget>),
    ) -> Self {
        let (evaluator, table, shared, tuning) = resources;
        let Memory {
            history,
            reductions,
            lines,
            lists,
            path,
            accumulators,
        } = memory;
        reductions.prepare(tuning.reduction_divisor);
        evaluator.prepare(accumulators, MAX_PLY + 1);
        let (earlier, root) = keys;
        path.clear();
        path.extend(earlier.iter().rev());
        path.push(root);
        path.reserve(MAX_PLY + 1);
        Self {
            id,
            evaluator,
            tables: None,
            table,
            shared,
            tuning,
            history,
            reductions,
            lines,
            lists,
            accumulators,
            game_keys: path.len(),
            path,
            threat_plies: [0; MAX_PLY + 1],
            evaluations: [Score::DRAW; MAX_PLY + 1],
            nodes: 0,
            leaf_plies: 0,
            leaves: 0,
            node_limit: limits.0,
            budget: limits.1,
            may_stop: false,
        }
    }

    /// The time budget that holds now: none while pondering.
    pub(super) fn running_budget(&self) -> Option<Budget> {
        self.budget.filter(|_| !self.shared.is_pondering())
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.shared.elapsed()
    }

    /// Counts a node; says whether the search has to end.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(WATCH) || self.nodes >= self.node_limit {
            self.watch()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn watch(&mut self) -> Result<(), Stopped> {
        self.shared.publish_nodes(self.id, self.nodes);
        if !self.may_stop && self.nodes < FIRST_ITERATION_NODES {
            return Ok(());
        }
        if self.id == 0 {
            let out_of_nodes = self.shared.total_nodes() >= self.node_limit;
            let out_of_time = self
                .running_budget()
                .is_some_and(|budget| self.elapsed() >= budget.hard);
            if out_of_nodes && !self.shared.is_pondering() || out_of_time {
                self.shared.stop.store(true, Relaxed);
            }
        }
        if self.shared.stop.load(Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// A leaf at this ply, for the mean depth.
    #[inline]
    pub(super) fn leaf(&mut self, ply: usize) {
        self.leaf_plies += ply as u64;
        self.leaves += 1;
    }

    #[inline]
    pub(super) fn push(&mut self, state: &State<R>) {
        self.path.push(state.position.key());
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.path.pop();
    }

    /// Is the node drawn by repetition or by a counting rule? A position that occurred in the
    /// line itself counts as drawn at its second occurrence, one from the game at its third.
    #[inline]
    pub(super) fn is_drawn(&self, state: &State<R>) -> bool {
        let reach = usize::from(state.counters.quiet_kings());
        if reach >= 4 {
            let repetitions = R::draws(state.counters.profile()).repetitions;
            let key = state.position.key();
            let last = self.path.len() - 1;
            let mut seen = 0;
            let mut back = 4;
            while back <= reach && back <= last {
                let at = last - back;
                if self.path[at] == key {
                    seen += 1;
                    if at + 1 >= self.game_keys || seen + 1 >= repetitions {
                        return true;
                    }
                }
                back += 2;
            }
        }
        state.counters.expired(&state.position).is_some() && state.position.has_moves()
    }

    /// The score of the position at this ply without looking ahead. Captures come first, so this
    /// is asked in quiet positions only, but for the root and the deepest ply.
    #[inline]
    pub(super) fn evaluate(&mut self, state: &State<R>, ply: usize) -> Score {
        self.evaluator
            .evaluate_at(&state.position, self.accumulators, ply)
    }
}
