//! Owns the table and the worker threads: go, stop, ponder hit, new game.
//!
//! Workers are long-lived threads that wait for jobs. Worker 0 watches limits, reports and
//! answers; the others search the same root and help through the table alone.

use super::MAX_THREADS;
use super::limits::{Limits, Mode};
use super::node::without_moves;
use super::report::{Answer, Report};
use super::solo::SEARCH_STACK;
use super::time::{Planning, budget};
use super::transposition::{NoMemory, Table};
use super::tuning::Tuning;
use super::worker::{Memory, State, Worker};
use crate::endgame::Endgame;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::position::Move;
use crate::rules::Rules;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a controller is made with.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// log2 of the number of 16-byte table entries.
    pub table_log2: u32,
    /// The numbers of the search.
    pub tuning: Tuning,
}

/// What the threads of one controller share.
pub(super) struct Shared {
    pub(super) stop: AtomicBool,
    pondering: AtomicBool,
    nodes: Box<[Padded]>,
    /// Nanoseconds from `epoch` to the moment the clock of this search began to run.
    started: AtomicU64,
    epoch: Instant,
    /// Wakes a worker that has finished but must not answer yet.
    change: Mutex<()>,
    changed: Condvar,
}

/// A counter on a cache line of its own.
#[repr(align(64))]
#[derive(Default)]
struct Padded(AtomicU64);

impl Shared {
    pub(super) fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            nodes: (0..MAX_THREADS).map(|_| Padded::default()).collect(),
            started: AtomicU64::new(0),
            epoch: Instant::now(),
            change: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    pub(super) fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    pub(super) fn publish_nodes(&self, id: usize, nodes: u64) {
        self.nodes[id].0.store(nodes, Relaxed);
    }

    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.0.load(Relaxed)).sum()
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.epoch
            .elapsed()
            .saturating_sub(Duration::from_nanos(self.started.load(Relaxed)))
    }

    fn start_clock(&self) {
        self.started
            .store(self.epoch.elapsed().as_nanos() as u64, Relaxed);
    }

    /// Changes a flag under the lock, so that nobody misses it between looking and sleeping.
    fn set(&self, flag: &AtomicBool, value: bool) {
        let _guard = self.lock();
        flag.store(value, Relaxed);
        self.changed.notify_all();
    }

    /// Sleeps until a stop, or until pondering ends if `until_hit`.
    fn wait(&self, until_hit: bool) {
        let mut guard = self.lock();
        while !self.stop.load(Relaxed) && (!until_hit || self.is_pondering()) {
            guard = self
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.change.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why there is no controller.
#[derive(Debug, thiserror::Error)]
pub enum NoController {
    /// No table.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// Not one search thread.
    #[error("no search thread can be started: {0}")]
    Thread(#[from] std::io::Error),
}

type Sink = Box<dyn FnMut(Report) + Send>;

/// One search as a worker gets it.
struct Job<R: Rules> {
    root: State<R>,
    earlier_keys: Arc<[u64]>,
    moves: Vec<Move>,
    limits: Limits,
    planning: Planning,
    table: Arc<Table>,
    evaluator: Arc<Evaluator<R>>,
    tables: Option<Arc<Endgame<R>>>,
    tuning: Tuning,
    forget: bool,
    /// Worker 0 reports here and waits for as many helpers.
    lead: Option<(Sink, Receiver<()>, usize)>,
    finished: Sender<()>,
}

/// Runs searches one at a time.
pub struct Controller<R: Rules> {
    shared: Arc<Shared>,
    table: Option<Arc<Table>>,
    evaluator: Arc<Evaluator<R>>,
    tables: Option<Arc<Endgame<R>>>,
    workers: Vec<(Sender<Job<R>>, JoinHandle<()>)>,
    settings: Settings,
    forget: bool,
}

impl<R: Rules> Controller<R> {
    /// Threads and table for these settings; too many threads are as many as allowed.
    pub fn new(evaluator: Arc<Evaluator<R>>, settings: Settings) -> Result<Self, NoController> {
        let mut controller = Self {
            shared: Arc::new(Shared::new()),
            table: Some(Arc::new(Table::new(settings.table_log2)?)),
            evaluator,
            tables: None,
            workers: Vec::new(),
            settings,
            forget: false,
        };
        controller.add_worker()?;
        controller.set_threads(settings.threads);
        Ok(controller)
    }

    fn add_worker(&mut self) -> std::io::Result<()> {
        let id = self.workers.len();
        let (jobs, inbox) = channel();
        let shared = Arc::clone(&self.shared);
        let handle = std::thread::Builder::new()
            .name(format!("search-{id}"))
            .stack_size(SEARCH_STACK)
            .spawn(move || work::<R>(id, &shared, &inbox))?;
        self.workers.push((jobs, handle));
        Ok(())
    }

    /// Ends all workers from this one on.
    fn end_workers(&mut self, first: usize) {
        self.stop();
        for (jobs, handle) in self.workers.drain(first..) {
            drop(jobs);
            // A worker that panicked has been reported by its own panic message.
            let _ = handle.join();
        }
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Another number of threads, or as many as can be had. Only between searches.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, MAX_THREADS);
        if threads < self.workers.len() {
            self.end_workers(threads);
        }
        while self.workers.len() < threads {
            if let Err(error) = self.add_worker() {
                log::warn!("no {threads} threads, only {}: {error}", self.workers.len());
                break;
            }
        }
    }

    /// A table of another size, empty. If memory does not hold it, the old size comes back,
    /// empty too. Only between searches.
    pub fn set_table(&mut self, log2: u32) -> Result<(), NoMemory> {
        if log2 == self.settings.table_log2 {
            return Ok(());
        }
        // The old one goes first: both together may be too much.
        self.table = None;
        match Table::new(log2) {
            Ok(table) => {
                self.settings.table_log2 = log2;
                self.table = Some(Arc::new(table));
                Ok(())
            }
            Err(error) => {
                self.renew_table();
                Err(error)
            }
        }
    }

    /// An empty table in place of the old one: fresh memory costs nothing until it is used,
    /// while wiping would touch every page of a table that may be mostly unused. Should memory
    /// have run short meanwhile, a smaller one serves until there is more.
    fn renew_table(&mut self) {
        self.table = None;
        let sizes = (Table::MIN_LOG2..=self.settings.table_log2).rev();
        self.table = sizes.map(Table::new).find_map(Result::ok).map(Arc::new);
    }

    /// What values positions.
    pub fn evaluator(&self) -> &Evaluator<R> {
        &self.evaluator
    }

    /// Other weights. Only between searches.
    pub fn set_evaluator(&mut self, evaluator: Arc<Evaluator<R>>) {
        self.evaluator = evaluator;
        self.new_game();
    }

    /// The endgame tables in use.
    pub fn tables(&self) -> Option<&Endgame<R>> {
        self.tables.as_deref()
    }

    /// Endgame tables to look into. Only between searches.
    pub fn set_tables(&mut self, tables: Arc<Endgame<R>>) {
        self.tables = Some(tables);
        self.new_game();
    }

    /// Forgets everything learnt. Only between searches.
    pub fn new_game(&mut self) {
        self.forget = true;
        self.renew_table();
    }

    /// Starts a search of the game's position; `sink` hears of its progress and, once, of its
    /// end. Only between searches.
    pub fn go(&mut self, game: &Game<R>, limits: Limits, planning: Planning, mut sink: Sink) {
        let root = State {
            position: *game.position(),
            counters: game.counters(),
        };
        let moves = root.position.legal_moves().into_vec();
        if moves.is_empty() {
            let score = without_moves::<R>(0);
            sink(Report::Done(Answer {
                best: None,
                ponder: None,
                score,
                nodes: 0,
            }));
            return;
        }
        let threads = self.threads();
        let table = self.table.get_or_insert_with(|| {
            // Reached only when not even the smallest table could be had a moment ago.
            Arc::new(Table::new(Table::MIN_LOG2).expect("16 KiB of memory"))
        });
        table.grow_older();
        self.shared.stop.store(false, Relaxed);
        self.shared
            .pondering
            .store(limits.mode == Mode::Ponder, Relaxed);
        self.shared
            .nodes
            .iter()
            .for_each(|count| count.0.store(0, Relaxed));
        self.shared.start_clock();
        let earlier_keys: Arc<[u64]> = game.repeatable_keys().collect();
        let (finished, helpers) = channel();
        // One thread is enough for a sole move.
        let active = if moves.len() == 1 && limits.mode == Mode::Think {
            1
        } else {
            threads
        };
        let mut lead = Some((sink, helpers, active - 1));
        for (jobs, _) in &self.workers[..active] {
            let job = Job {
                root,
                earlier_keys: Arc::clone(&earlier_keys),
                moves: moves.clone(),
                limits,
                planning,
                table: Arc::clone(table),
                evaluator: Arc::clone(&self.evaluator),
                tables: self.tables.clone(),
                tuning: self.settings.tuning,
                forget: self.forget,
                lead: lead.take(),
                finished: finished.clone(),
            };
            jobs.send(job)
                .expect("a worker lives as long as its controller");
        }
        self.forget = self.forget && active < threads;
    }

    /// Ends the running search soon; its answer still comes. Nothing when idle.
    pub fn stop(&self) {
        self.shared.set(&self.shared.stop, true);
    }

    /// The expected move was played: the clock runs from now. Nothing unless pondering.
    pub fn ponder_hit(&self) {
        if self.shared.is_pondering() {
            self.shared.start_clock();
            self.shared.set(&self.shared.pondering, false);
        }
    }
}

impl<R: Rules> Drop for Controller<R> {
    fn drop(&mut self) {
        self.end_workers(0);
    }
}

/// The life of a worker thread.
fn work<R: Rules>(id: usize, shared: &Shared, inbox: &Receiver<Job<R>>) {
    let mut memory = Memory::new();
    while let Ok(job) = inbox.recv() {
        if job.forget {
            memory.history.clear();
        }
        job.run(id, shared, &mut memory);
    }
}

impl<R: Rules> Job<R> {
    fn run(self, id: usize, shared: &Shared, memory: &mut Memory) {
        let Self {
            root,
            moves,
            limits,
            table,
            evaluator,
            tables,
            tuning,
            finished,
            lead,
            ..
        } = self;
        let pieces = root.position.occupied().len();
        let keys = (&*self.earlier_keys, root.position.key());
        let node_limit = limits.nodes.map_or(u64::MAX, |nodes| nodes.max(1));
        let bounds = (node_limit, budget(&limits, pieces, self.planning));
        let mut worker = Worker::new(
            id,
            (&evaluator, &table, shared, &tuning),
            memory,
            keys,
            bounds,
        );
        worker.tables = tables.as_deref();
        let is_sole = moves.len() == 1 && limits.mode == Mode::Think;
        let Some((mut sink, helpers, helper_count)) = lead else {
            worker.deepen(&root, moves, &limits, |_| {});
            shared.publish_nodes(id, worker.nodes);
            // The table must have no owner but the controller between searches: another
            // size takes the place of the old one, not room beside it.
            drop(table);
            let _ = finished.send(());
            return;
        };
        let best = worker.deepen(&root, moves, &limits, |progress| {
            sink(Report::Progress(Box::new(progress)));
        });
        shared.publish_nodes(id, worker.nodes);
        if limits.mode == Mode::Ponder || limits.is_endless() && !is_sole {
            shared.wait(!limits.is_endless());
        }
        shared.set(&shared.stop, true);
        drop(finished);
        for _ in 0..helper_count {
            // An error means that a helper is gone: there is nothing to wait for.
            let _ = helpers.recv();
        }
        let answer = best.answer(shared.total_nodes());
        drop((table, evaluator));
        sink(Report::Done(answer));
    }
}
