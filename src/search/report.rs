//! What a search tells while it runs and at its end.

use super::line::Line;
use crate::position::Move;
use crate::score::Score;
use std::time::Duration;

/// The state after an iteration.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Finished iterations, in plies.
    pub depth: u32,
    /// Mean ply of the leaves in tenths of a ply.
    pub mean_depth_tenths: u64,
    /// From the side to move at the root.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// The principal variation, never empty.
    pub line: Line,
    /// The further lines asked for, by score and then as found; as many as there are moves.
    pub others: Vec<Variation>,
}

/// A further line from the root.
#[derive(Clone, Debug)]
pub struct Variation {
    /// From the side to move at the root.
    pub score: Score,
    /// Never empty; begins with a move of its own.
    pub line: Line,
}

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play; none if there is no legal one.
    pub best: Option<Move>,
    /// The reply to think about meanwhile; none if the game is over after the best move.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// A message from a running search.
#[derive(Clone, Debug)]
pub enum Report {
    /// An iteration is finished.
    Progress(Box<Progress>),
    /// The search is over: the last message of each search.
    Done(Answer),
}
