//! An engine: weights and controller, "choose a move in this game". It has methods and callbacks;
//! the words of protocols are others' business.

use crate::endgame::{Endgame, MAX_PIECES, Value};
use crate::eval::{Evaluator, Weights};
use crate::game::{Counters, Game};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;
use crate::search::{Controller, Limits, Planning, Report, Settings, Tuning};
use anyhow::Context;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What an engine is made with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Search threads; more than the machine has cores are cut down to that.
    pub threads: usize,
    /// log2 of the number of 16-byte table entries.
    pub table_log2: u32,
    /// Time lost per move between engine and clock.
    pub overhead: Duration,
    /// Does it also think on the opponent's time?
    pub ponders: bool,
    /// Weights in place of the built-in ones.
    pub weights: Option<Weights>,
    /// Endgame tables beside the built-in ones; none = the user's own folder.
    pub tables: Option<PathBuf>,
    /// Most pieces looked up in endgame tables; 0 = none are used.
    pub table_pieces: u8,
    /// The numbers of the search.
    pub tuning: Tuning,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            table_log2: 22,
            overhead: Duration::from_millis(10),
            ponders: false,
            weights: None,
            tables: None,
            table_pieces: MAX_PIECES,
            tuning: Tuning::default(),
        }
    }
}

/// Far above any sensible weights file, in bytes.
const LARGEST_WEIGHTS: u64 = 16 << 20;

/// Reads a weights file.
pub fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let bytes = read_weights_file(path)?;
    Weights::parse(&bytes).with_context(|| format!("weights file {}", path.display()))
}

/// The bytes of a file that could hold weights, unread.
pub fn read_weights_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = || format!("weights file {}", path.display());
    // Opening a pipe would wait for a writer, reading a device need not end.
    let is_file = std::fs::metadata(path).with_context(name)?.is_file();
    anyhow::ensure!(is_file, "{}: not a regular file", name());
    let file = std::fs::File::open(path).with_context(name)?;
    let mut bytes = Vec::new();
    file.take(LARGEST_WEIGHTS + 1)
        .read_to_end(&mut bytes)
        .with_context(name)?;
    let is_small = bytes.len() as u64 <= LARGEST_WEIGHTS;
    anyhow::ensure!(is_small, "{}: larger than {LARGEST_WEIGHTS} bytes", name());
    Ok(bytes)
}

/// An engine for one variant.
pub struct Engine<R: Rules> {
    controller: Controller<R>,
    options: Options,
}

impl<R: Rules> Engine<R> {
    /// Threads, table and weights. If memory does not hold the table, an error.
    pub fn new(options: Options) -> anyhow::Result<Self> {
        let evaluator = Arc::new(evaluator::<R>(options.weights.as_ref())?);
        let settings = Settings {
            threads: sensible(options.threads),
            table_log2: options.table_log2,
            tuning: options.tuning,
        };
        let mut controller = Controller::new(evaluator, settings)?;
        controller.set_tables(Arc::new(tables(&options)));
        let (threads, size) = (controller.threads(), options.table_log2);
        log::info!(
            "engine for {}: {threads} threads, table of 2^{size} entries",
            R::VARIANT
        );
        Ok(Self {
            controller,
            options,
        })
    }

    /// Takes over other options. Each that cannot be had gives an error and stays as it was.
    /// Only between searches.
    pub fn change(&mut self, options: Options, mut complain: impl FnMut(anyhow::Error)) {
        let old = std::mem::replace(&mut self.options, options);
        self.controller.set_threads(sensible(self.options.threads));
        if let Err(error) = self.controller.set_table(self.options.table_log2) {
            self.options.table_log2 = old.table_log2;
            let kept = format!("tt-size stays {}", old.table_log2);
            complain(anyhow::Error::new(error).context(kept));
        }
        if (&self.options.tables, self.options.table_pieces) != (&old.tables, old.table_pieces) {
            self.controller.set_tables(Arc::new(tables(&self.options)));
        }
        if self.options.weights != old.weights {
            match evaluator::<R>(self.options.weights.as_ref()) {
                Ok(evaluator) => self.controller.set_evaluator(Arc::new(evaluator)),
                Err(error) => {
                    self.options.weights = old.weights;
                    complain(error.context("the weights stay as they were"));
                }
            }
        }
    }

    /// Search threads in use.
    pub fn threads(&self) -> usize {
        self.controller.threads()
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets everything learnt from earlier searches. Only between searches.
    pub fn new_game(&mut self) {
        self.controller.new_game();
    }

    /// Starts a search; `sink` hears of its progress and, once, of its end. Only between searches.
    pub fn go(
        &mut self,
        game: &Game<R>,
        limits: Limits,
        sink: impl FnMut(Report) + Send + 'static,
    ) {
        let planning = Planning {
            overhead: self.options.overhead,
            ponders: self.options.ponders,
        };
        self.controller.go(game, limits, planning, Box::new(sink));
    }

    /// Estimated chances to win, draw and lose for the side to move at this score.
    pub fn chances(&self, score: Score, position: &Position<R>) -> [f64; 3] {
        self.controller.evaluator().chances(score, position)
    }

    /// What the endgame tables say of a position under these counts, if they know it.
    pub fn table_value(&self, position: &Position<R>, counters: Counters) -> Option<Value> {
        self.controller.tables()?.value(position, counters)
    }

    /// Ends the running search soon; its answer still comes. Nothing when idle.
    pub fn stop(&self) {
        self.controller.stop();
    }

    /// The expected move was played. Nothing unless pondering.
    pub fn ponder_hit(&self) {
        self.controller.ponder_hit();
    }
}

/// An evaluator with these weights, or the built-in ones.
pub fn evaluator<R: Rules>(weights: Option<&Weights>) -> anyhow::Result<Evaluator<R>> {
    Ok(match weights {
        Some(weights) => Evaluator::new(weights)?,
        None => Evaluator::embedded().context("built-in weights")?,
    })
}

/// The folder in which a user's own endgame tables are: `baige/endgame` among the user's data.
pub fn tables_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = set("XDG_DATA_HOME").map(PathBuf::from);
    let home = || {
        set("HOME")
            .or_else(|| set("USERPROFILE"))
            .map(PathBuf::from)
    };
    let data = data.or_else(|| Some(home()?.join(".local").join("share")))?;
    Some(data.join("baige").join("endgame"))
}

/// The tables these options name. Files that cannot be used are told of and left out.
pub fn tables<R: Rules>(options: &Options) -> Endgame<R> {
    if options.table_pieces == 0 {
        return Endgame::none();
    }
    let mut tables = Endgame::embedded().at_most(options.table_pieces);
    let own = tables_folder().filter(|folder| folder.is_dir());
    if let Some(folder) = options.tables.clone().or(own) {
        tables.add_folder(&folder, |error| {
            log::warn!("endgame table left out: {error}");
        });
    }
    tables
}

/// As many threads as asked for, but no more than can run at once.
fn sensible(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    if threads > cores {
        log::warn!("{threads} threads asked for, {cores} used: more cannot run at once here");
    }
    threads.clamp(1, cores)
}
