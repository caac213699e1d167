//! Portable draughts notation: games as text, read with all the liberties found in files.
//!
//! [`Reader`] takes a text apart into [`Record`]s, one game at a time, and tells what is wrong
//! with it; [`variant`] and [`replay`] put the moves on the board; [`write()`] makes text again.

mod decode;
mod game_type;
mod lines;
mod problem;
mod read;
mod record;
mod replay;
mod result;
mod tag;
mod words;
mod wrapped;
mod write;

pub use game_type::{GameTypeError, game_type, has_two_points};
pub use problem::{Problem, ProblemKind};
pub use read::{Read, Reader};
pub use record::{Line, Ply, Record, Tag};
pub use replay::{Fault, Replay, StartError, normalise, replay, start, variant};
pub use result::Outcome;
pub use wrapped::Wrapped;
pub use write::write;
