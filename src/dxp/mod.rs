//! The `DamExchange` protocol, version 1, over TCP: two programs play each other, 10x10 only.
//!
//! [`Link`] carries messages, [`Machine`] knows what they mean, [`Peer`] joins both to blocking
//! calls, and [`Session`] lets our engine play through a peer. The protocol does not say which
//! game is played: both sides must be set up for the same variant.

mod clock;
mod decode;
mod door;
mod error;
mod event;
mod frame;
mod link;
mod listener;
mod machine;
mod message;
mod minutes;
mod moves;
mod peer;
mod record;
mod session;

pub use door::Door;
pub use error::DxpError;
pub use event::{Event, Reaction, State};
pub use frame::{Framer, LONGEST_MESSAGE};
pub use link::{Link, LinkOptions, USUAL_PAUSE};
pub use listener::Listener;
pub use machine::Machine;
pub use message::{
    Answer, BOARD_SQUARES, Back, BackCode, End, Message, MoveMade, Reason, Refusal, Request,
};
pub use minutes::Minutes;
pub use peer::{Incoming, Peer};
pub use record::{Ending, GameRecord, Score};
pub use session::{Session, Settings};

/// The port programs use unless told otherwise.
pub const USUAL_PORT: u16 = 27531;
