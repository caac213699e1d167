//! Finding the best move: iterative deepening principal variation search on one or more threads
//! that share a transposition table ("lazy SMP").

mod controller;
mod history;
mod huge_pages;
mod limits;
mod line;
mod node;
mod order;
mod prune;
mod quiescence;
mod reduce;
mod report;
mod root;
mod solo;
mod tables;
mod time;
mod transposition;
mod tuning;
mod window;
mod worker;

pub use controller::{Controller, NoController, Settings};
pub use limits::{Clock, Limits, Mode};
pub use line::Line;
pub use report::{Answer, Progress, Report, Variation};
pub use solo::{SEARCH_STACK, Solo};
pub use time::{Budget, Planning, budget};
pub use transposition::{NoMemory, Table};
pub use tuning::{Tunable, Tuning, TuningError};

/// Deepest ply below the root. Recursion ends here, whatever the extensions.
pub const MAX_PLY: usize = 128;

/// Deepest iteration.
pub const MAX_DEPTH: u32 = 99;

/// Most threads that can be asked for.
pub const MAX_THREADS: usize = 256;
