//! What can go wrong between two programs.

use super::message::Refusal;
use crate::notation::SquaresError;
use std::io;

/// Why a message, a game or a connection came to its end.
#[derive(Debug, thiserror::Error)]
pub enum DxpError {
    /// A message without a known first letter.
    #[error("message {0:?}; expected one that begins with R, A, M, E, C, B or K")]
    Letter(String),
    /// A message of the wrong size.
    #[error("{kind} of {found} bytes; expected {expected}")]
    Length {
        /// Which message.
        kind: &'static str,
        /// Its bytes, without the zero byte.
        found: usize,
        /// What fits.
        expected: &'static str,
    },
    /// A field that does not hold what it should.
    #[error("{field} {found:?}; expected {expected}")]
    Field {
        /// Which field.
        field: &'static str,
        /// What came.
        found: String,
        /// What fits.
        expected: &'static str,
    },
    /// A game request of another protocol version.
    #[error("protocol version {0:?}; expected 01")]
    Version(String),
    /// A game request with a position that is none.
    #[error("position of the game request: {0}")]
    Position(#[from] SquaresError),
    /// No zero byte for too long.
    #[error("a message without an end after {0} bytes; expected a zero byte")]
    TooLong(usize),
    /// A well-formed move that cannot be played.
    #[error("illegal move {found}; expected one of {legal}")]
    Illegal {
        /// What came, in Hub form.
        found: String,
        /// Some or all that could have come.
        legal: String,
    },
    /// A message that has no place where it came.
    #[error("{found} while {state}; expected {expected}")]
    Unexpected {
        /// What came.
        found: &'static str,
        /// What was going on.
        state: &'static str,
        /// What fits.
        expected: &'static str,
    },
    /// The other program does not want this game.
    #[error("{name:?} refused the game: {code}")]
    Refused {
        /// Its name.
        name: String,
        /// Why.
        code: Refusal,
    },
    /// The connection was closed by the other side.
    #[error("connection closed by the other side")]
    Closed,
    /// Nothing came in time.
    #[error("time-out waiting for {0}")]
    TimedOut(&'static str),
    /// Stop code 1.
    #[error("the other side ended the session")]
    SessionOver,
    /// The caller's stop flag was set.
    #[error("stopped")]
    Stopped,
    /// The network.
    #[error("{context}: {error}")]
    Io {
        /// What was tried.
        context: String,
        /// What happened.
        error: io::Error,
    },
}

impl DxpError {
    /// Wraps an error of the network.
    pub(super) fn io(context: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let context = context.into();
        move |error| Self::Io { context, error }
    }

    /// Is it a fault in what was sent to us, after which the connection can still be used?
    pub const fn is_bad_message(&self) -> bool {
        !matches!(
            self,
            Self::Refused { .. }
                | Self::Closed
                | Self::TimedOut(_)
                | Self::SessionOver
                | Self::Stopped
                | Self::Io { .. }
        )
    }

    /// Is the connection of no more use?
    pub const fn is_broken_link(&self) -> bool {
        matches!(self, Self::Closed | Self::Io { .. })
    }
}
