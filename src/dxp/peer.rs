//! The program at the other end: games, moves and game ends as blocking calls. Whoever plays
//! through DXP, our own engine or the match tool, does it with these.

use super::error::DxpError;
use super::event::{Event, State};
use super::link::Link;
use super::machine::Machine;
use super::message::{End, Message, Reason, Refusal, Request};
use crate::board::Side;
use crate::game::Game;
use crate::position::Move;
use crate::rules::Rules;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What the other side did when a move was awaited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Incoming {
    /// A legal move, played already in [`Peer::game`], and the seconds it says it used.
    Move(Move, u16),
    /// It ended the game, told from its own view. The echo is sent.
    End(End),
    /// This many moves were taken back in [`Peer::game`]; the turn may have changed.
    WentBack(usize),
}

/// A connection with the game played over it. Every wait looks at `stop` at least each 50 ms.
pub struct Peer<R: Rules> {
    link: Link,
    machine: Machine<R>,
}

impl<R: Rules> Peer<R> {
    /// A connection without a game. `name` is told to the other side, 32 ASCII characters at
    /// most. `takes_back`: are moves taken back when the other side asks? If not, it is told that
    /// this is not supported.
    pub fn new(link: Link, name: &str, takes_back: bool) -> Self {
        let machine = Machine::new(name, takes_back);
        Self { link, machine }
    }

    /// The other side's address.
    pub fn address(&self) -> &str {
        self.link.peer()
    }

    /// The other side's name, empty before a game.
    pub fn name(&self) -> &str {
        self.machine.peer_name()
    }

    /// The game going on, or the last one.
    pub fn game(&self) -> &Game<R> {
        self.machine.game()
    }

    /// Our colour in it.
    pub fn us(&self) -> Side {
        self.machine.us()
    }

    /// Is it our turn in a game going on?
    pub fn is_our_turn(&self) -> bool {
        self.machine.is_our_turn()
    }

    /// Is a game going on?
    pub fn is_playing(&self) -> bool {
        self.machine.state() == State::Playing
    }

    /// Has one side told the end of the session?
    pub fn is_over(&self) -> bool {
        self.machine.is_over()
    }

    /// Asks for a game and waits for the answer; the name in the request is replaced by ours. If
    /// it `is_last`, our game end or echo will carry stop code 1.
    pub fn request_game(
        &mut self,
        request: &Request,
        is_last: bool,
        timeout: Duration,
        stop: &AtomicBool,
    ) -> Result<(), DxpError> {
        let message = self.machine.ask(request.clone(), is_last)?;
        let deadline = Instant::now() + timeout;
        let asked = self.link.send(&message);
        let result = asked.and_then(|()| self.await_answer(deadline, stop));
        if result.is_err() {
            self.machine.give_up();
        }
        result
    }

    fn await_answer(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<(), DxpError> {
        loop {
            match self.wait(deadline, stop, "the answer to a game request")? {
                Event::Accepted => return Ok(()),
                Event::Refused(answer) => {
                    let code = answer.refusal.unwrap_or(Refusal::ThisGame);
                    let name = answer.name;
                    return Err(DxpError::Refused { name, code });
                }
                _ if self.is_over() => return Err(DxpError::SessionOver),
                _ => {}
            }
        }
    }

    /// Waits for a game request that makes sense; others are refused meanwhile. To be followed by
    /// [`Self::accept`] or [`Self::refuse`].
    pub fn await_request(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Request, DxpError> {
        loop {
            if let Some(request) = self.machine.offer() {
                return Ok(request.clone());
            }
            if self.is_over() {
                return Err(DxpError::SessionOver);
            }
            self.wait(deadline, stop, "a game request")?;
        }
    }

    /// Accepts the game offered.
    pub fn accept(&mut self) -> Result<(), DxpError> {
        let message = self.machine.accept()?;
        self.link.send(&message)
    }

    /// Refuses the game offered.
    pub fn refuse(&mut self, refusal: Refusal) -> Result<(), DxpError> {
        let message = self.machine.refuse(refusal)?;
        self.link.send(&message)
    }

    /// Plays a move of ours and tells it with the time it took.
    pub fn send_move(&mut self, mv: Move, used: Duration) -> Result<(), DxpError> {
        let seconds = used.as_secs_f64().round().min(9999.0) as u16;
        let message = self.machine.play(mv, seconds)?;
        self.link.send(&message)
    }

    /// Waits for the other side's move, or whatever comes in its place. After a bad message
    /// ([`DxpError::is_bad_message`]) or a time-out the game is still on, to be ended by
    /// [`Self::end_game`].
    pub fn receive_move(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Incoming, DxpError> {
        loop {
            let event = self.wait(deadline, stop, "a move")?;
            if let Some(incoming) = incoming(&event) {
                return Ok(incoming);
            }
        }
    }

    /// What has come during our own turn; waits a few milliseconds at most.
    pub fn poll(&mut self) -> Result<Option<Incoming>, DxpError> {
        let Some(bytes) = self.link.poll()? else {
            return Ok(None);
        };
        Ok(incoming(&self.take(&bytes)?))
    }

    /// Ends the game, told from our view, and waits for the echo.
    pub fn end_game(
        &mut self,
        reason: Reason,
        is_last: bool,
        timeout: Duration,
        stop: &AtomicBool,
    ) -> Result<(), DxpError> {
        let message = self.machine.end(reason, is_last)?;
        let deadline = Instant::now() + timeout;
        let mut result = self.link.send(&message);
        while result.is_ok() && self.machine.state() == State::Ending {
            result = match self.wait(deadline, stop, "the echo of a game end") {
                // Any other message has come instead: the game is over all the same.
                Err(error) if error.is_bad_message() => Ok(()),
                other => other.map(|_| ()),
            };
        }
        if result.is_err() {
            self.machine.give_up();
        }
        result
    }

    /// Sends text for people. Sparingly: some programs lose a move that comes close to it.
    pub fn chat(&mut self, text: &str) -> Result<(), DxpError> {
        self.link.send(&Message::Chat(text.to_owned()))
    }

    /// The connection, when no more games are wanted.
    pub fn into_link(self) -> Link {
        self.link
    }

    /// Says good-bye and waits for the other side to close, too: what was sent last arrives.
    pub fn close(mut self, timeout: Duration, stop: &AtomicBool) {
        self.link.finish_sending();
        let deadline = Instant::now() + timeout;
        while Instant::now() < deadline {
            match self.link.receive(deadline, stop, "the other side to close") {
                Err(error) if !error.is_bad_message() => break,
                _ => {}
            }
        }
    }

    fn wait(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
        what: &'static str,
    ) -> Result<Event, DxpError> {
        let bytes = self.link.receive(deadline, stop, what)?;
        self.take(&bytes)
    }

    /// A message through the state machine, its reply sent.
    fn take(&mut self, bytes: &[u8]) -> Result<Event, DxpError> {
        let (reply, event) = self.machine.receive(bytes)?;
        let address = self.link.peer();
        match &event {
            Event::Chat(text) => log::info!("{address} says {text:?}"),
            Event::Declined(why) => log::warn!("{address}: game request refused: {why}"),
            Event::Ignored(what) => log::info!("{address}: {what} ignored"),
            Event::Moved(..) | Event::Accepted | Event::Offered => self.link.was_answered(),
            _ => {}
        }
        let sent = reply.map_or(Ok(()), |reply| self.link.send(&reply));
        match sent {
            // What it told holds, even if it does not wait for the echo.
            Err(error) if matches!(event, Event::Ended(_)) => {
                log::info!("{}: no echo: {error}", self.link.peer());
                Ok(event)
            }
            sent => sent.map(|()| event),
        }
    }
}

fn incoming(event: &Event) -> Option<Incoming> {
    match *event {
        Event::Moved(mv, seconds) => Some(Incoming::Move(mv, seconds)),
        Event::Ended(end) => Some(Incoming::End(end)),
        Event::WentBack(plies) => Some(Incoming::WentBack(plies)),
        _ => None,
    }
}
