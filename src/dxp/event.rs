//! Where a connection stands and what a message can bring.

use super::error::DxpError;
use super::message::{Answer, End, Message};
use crate::position::Move;

/// Where a connection stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Between games.
    Idle,
    /// We asked for a game and wait for the answer.
    Asked,
    /// The other side asked and waits for ours.
    Offered,
    /// A game is going on.
    Playing,
    /// We ended the game and wait for the echo.
    Ending,
}

/// What a message brought.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The other side asks for a game: to be accepted or refused.
    Offered,
    /// A request that makes no sense was refused.
    Declined(String),
    /// Our request was accepted: the game is on.
    Accepted,
    /// Our request was refused.
    Refused(Answer),
    /// A legal move, with the seconds used as the other side counts them.
    Moved(Move, u16),
    /// The other side ended the game.
    Ended(End),
    /// The echo of our own game end.
    Echoed(End),
    /// This many moves were taken back, at the other side's wish.
    WentBack(usize),
    /// The other side said something.
    Chat(String),
    /// A message without meaning here; ignored.
    Ignored(&'static str),
}

/// What to send, and what happened.
pub type Reaction = (Option<Message>, Event);

impl State {
    /// The error for something that has no place in this state.
    pub(super) fn refuses(self, found: &'static str) -> DxpError {
        let (state, expected) = match self {
            Self::Idle => ("no game is on", "a game request"),
            Self::Asked => ("a game request stands", "its answer"),
            Self::Offered => ("a game is offered", "our answer first"),
            Self::Playing => (
                "we are to move",
                "nothing but chat, a game end or a back request",
            ),
            Self::Ending => ("a game end stands", "its echo"),
        };
        DxpError::Unexpected {
            found,
            state,
            expected,
        }
    }
}
