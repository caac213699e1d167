//! What the user allowed a search.

use std::time::Duration;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// To play a move: a sole move is answered at once.
    #[default]
    Think,
    /// On the opponent's time: no clock runs until the ponder hit, and the answer waits for it.
    Ponder,
    /// To learn about the position.
    Analyse,
}

/// A game clock before the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left, the increment of this move included.
    pub remaining: Duration,
    /// Added for each further move.
    pub increment: Duration,
    /// Moves to make with it, this one included; `None` = the rest of the game.
    pub moves: Option<u32>,
}

/// Limits of one search; the first one reached ends it. None at all = until stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The game clock to share out.
    pub clock: Option<Clock>,
    /// What for.
    pub mode: Mode,
    /// Lines besides the best one, each the best without the moves of those before it.
    pub more_lines: u8,
}

impl Limits {
    /// Without any limit the answer waits for a stop even when nothing is left to search.
    pub fn is_endless(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
            && self.clock.is_none()
    }
}
