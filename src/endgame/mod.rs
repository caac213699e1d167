//! Endgame tables: the value of every position of few pieces under the draw rules, with the
//! distance to the next move that starts the count of the rule anew.
//!
//! A position's *distance* is the number of plies, the last one included, until the side that wins
//! has won or the count of the rule that bounds play ([`crate::game::Counters::bound`]) starts
//! anew in a position that is still won. With `n` plies counted and a limit of `l`, a win at
//! distance `d` is a win if `n + d <= l` and a draw otherwise: the tables are exact at any count.
//! The argument is in `docs/endgame-format.md`.

mod block;
mod build;
mod file;
mod fit;
mod folder;
mod index;
mod material;
mod placed;
mod probe;
mod slice;
mod solve;
mod value;
mod verify;

pub use build::{Built, Event, build};
pub use file::{Archive, Entry, FileError, write};
pub use fit::{buildable, can_build};
pub use folder::{BuildError, build_file, load, path_of, save};
pub use index::Index;
pub use material::Material;
pub use placed::Placed;
pub use probe::{Endgame, TableError, open_file, table_files};
pub use slice::{Slice, Slices};
pub use value::Value;
pub use verify::Wrong;

/// Most pieces a table can be built for.
pub const MAX_PIECES: u8 = 5;
