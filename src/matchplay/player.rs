//! What the referee knows of a player.

use super::control::TimeControl;
use crate::board::Side;
use crate::game::Game;
use crate::position::Move;
use crate::rules::Rules;
use crate::search::Limits;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A question for a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// What the search may use.
    pub limits: Limits,
    /// Time until the player has lost on time, the margin included; none without a clock.
    pub allowed: Option<Duration>,
    /// What the opponent used for its last move.
    pub opponent_used: Duration,
}

/// A player's part in a game.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its colour.
    pub side: Side,
    /// What it may use.
    pub control: TimeControl,
}

/// What a player did at its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// A legal move.
    Move(Move),
    /// Something that is none: what it was and what was expected.
    Illegal(String),
    /// It says that it has no move.
    Nothing,
    /// It gives up.
    Resign,
    /// It says that the game is drawn.
    Draw,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What it does.
    pub act: Act,
    /// In centi-men from the mover, if told.
    pub score: Option<i32>,
    /// Plies, if told.
    pub depth: Option<u32>,
    /// Nodes, if told.
    pub nodes: Option<u64>,
    /// How long it took.
    pub used: Duration,
}

/// How a player failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// It did not come up.
    Start,
    /// It is gone.
    Crash,
    /// It does not answer.
    Hang,
    /// It says what nobody can read.
    Protocol,
    /// We were told to stop; nobody's fault.
    Interrupted,
}

/// A failure and its story.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// What happened.
    pub text: String,
}

/// Somebody who plays.
pub trait Player<R: Rules>: Send {
    /// A game begins from the position on the board.
    fn new_game(&mut self, game: &Game<R>, part: &Part, stop: &AtomicBool) -> Result<(), Failure>;

    /// A move is asked for. The last move of the game, if any, is the opponent's.
    fn think(&mut self, game: &Game<R>, turn: &Turn, stop: &AtomicBool) -> Result<Reply, Failure>;

    /// The game is over; `points` are this player's half points (0, 1, 2), if it counts.
    fn end_game(
        &mut self,
        _game: &Game<R>,
        _points: Option<u8>,
        _stop: &AtomicBool,
    ) -> Result<(), Failure> {
        Ok(())
    }

    /// The name it gives itself.
    fn own_name(&self) -> String;

    /// The conversation of this game, where there is one.
    fn record(&mut self) -> Option<String> {
        None
    }

    /// The match is over for this player. Whether it went in peace.
    fn quit(&mut self) -> bool {
        true
    }
}
