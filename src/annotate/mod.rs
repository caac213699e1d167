//! Games of a file looked through by the engine: every position searched, moves marked by what they
//! cost, endings judged by tables; written as PDN with remarks, and as a page to look at.
//!
//! [`run`] takes games and hands out an [`Annotated`] for each; [`Store`] keeps these so that a run
//! that is cut off goes on where it was, and makes the files of them at the end.

mod annotator;
mod ending;
mod game_report;
mod judge;
mod mark;
mod remarks;
mod report;
mod review;
mod runner;
mod shot;
mod store;

pub use annotator::Annotated;
pub use game_report::{Counts, GameReport, MoveReport, PositionReport, Step};
pub use mark::Mark;
pub use remarks::ANNOTATOR;
pub use report::{Entry, write_page};
pub use runner::{Plan, run};
pub use shot::Shot;
pub use store::Store;
