//! Our engine plays over a connection: any number of games, as initiator or as follower.

use super::clock::Clocks;
use super::error::DxpError;
use super::message::{Reason, Request};
use super::moves::moves_made;
use super::peer::{Incoming, Peer};
use super::record::{Ending, GameRecord};
use crate::board::Side;
use crate::engine::Engine;
use crate::game::Outcome;
use crate::position::Move;
use crate::rules::Rules;
use crate::search::{Clock, Limits, Report};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Time between two looks at the network during our own turn.
const LOOK: Duration = Duration::from_millis(20);

/// How to play.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// In place of the game's clock, if it limits anything.
    pub limits: Limits,
    /// For an answer to a game request, and for the echo of a game end.
    pub timeout: Duration,
    /// How long a connection may be without a game.
    pub idle: Duration,
    /// How far over its clock the other side may think.
    pub margin: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            timeout: Duration::from_secs(10),
            idle: Duration::from_secs(300),
            margin: Duration::from_secs(60),
        }
    }
}

/// Games over one connection.
pub struct Session<'a, R: Rules> {
    peer: &'a mut Peer<R>,
    engine: &'a mut Engine<R>,
    settings: Settings,
    stop: &'a AtomicBool,
    name: String,
    played: u32,
    /// The other side does not react any more.
    is_lost: bool,
}

/// What became of our turn.
enum Turn {
    Move(Move),
    Incoming(Incoming),
}

impl<'a, R: Rules> Session<'a, R> {
    /// Plays as `name` over a connection without a game.
    pub fn new(
        peer: &'a mut Peer<R>,
        engine: &'a mut Engine<R>,
        name: &str,
        settings: Settings,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            peer,
            engine,
            settings,
            stop,
            name: name.to_owned(),
            played: 0,
            is_lost: false,
        }
    }

    /// The next game at the other side's request. [`DxpError::SessionOver`] and
    /// [`DxpError::Closed`] when there is none.
    pub fn follow(&mut self) -> Result<GameRecord<R>, DxpError> {
        let deadline = Instant::now() + self.settings.idle;
        let request = self.peer.await_request(deadline, self.stop)?;
        self.peer.accept()?;
        Ok(self.play(&request))
    }

    /// A game at our request. If it `is_last`, the session ends with it.
    pub fn initiate(
        &mut self,
        request: &Request,
        is_last: bool,
    ) -> Result<GameRecord<R>, DxpError> {
        let timeout = self.settings.timeout;
        self.peer
            .request_game(request, is_last, timeout, self.stop)?;
        Ok(self.play(request))
    }

    /// May another game follow? Not after the end of the session was told or heard, nor when a
    /// game broke off without the other side agreeing to its end.
    pub fn is_over(&self) -> bool {
        self.is_lost || self.peer.is_over()
    }

    fn play(&mut self, request: &Request) -> GameRecord<R> {
        self.played += 1;
        self.engine.new_game();
        let mut clocks = Clocks::new(request);
        let said = loop {
            match self.advance(&mut clocks) {
                Ok(None) => {}
                Ok(Some(ending)) => break ending,
                Err(error) => break self.broken(&error),
            }
        };
        let us = self.peer.us();
        let game = self.peer.game().clone();
        let mut players = [self.name.clone(), self.peer.name().to_owned()];
        if us == Side::Black {
            players.reverse();
        }
        let ending = Ending::of(&game, said);
        let number = self.played;
        GameRecord {
            number,
            players,
            us,
            game,
            ending,
        }
    }

    /// One move of either side, or what came in its place; the ending when the game is over.
    fn advance(&mut self, clocks: &mut Clocks) -> Result<Option<Ending>, DxpError> {
        let us = self.peer.us();
        let game = self.peer.game();
        let side = game.position().side();
        let clock = clocks.before_move(side, moves_made(game, side));
        if side == us
            && let Some(outcome) = game.outcome()
        {
            let reason = match outcome {
                Outcome::Draw(_) => Reason::Draw,
                Outcome::Win(winner, _) if winner == us => Reason::Win,
                Outcome::Win(..) => Reason::Loss,
            };
            let timeout = self.settings.timeout;
            if let Err(error) = self.peer.end_game(reason, false, timeout, self.stop) {
                // The result stands; whether more games can follow shows at the next one.
                log::warn!("{}: after a game end: {error}", self.peer.address());
            }
            return Ok(Some(Ending::Rules(outcome)));
        }
        let begin = Instant::now();
        let turn = if side == us {
            self.think(clock)?
        } else {
            let deadline = begin + clock.remaining + self.settings.margin;
            Turn::Incoming(self.peer.receive_move(deadline, self.stop)?)
        };
        clocks.charge(side, begin.elapsed());
        match turn {
            Turn::Move(mv) => self.peer.send_move(mv, begin.elapsed())?,
            Turn::Incoming(Incoming::End(end)) => {
                return Ok(Some(Ending::Told(!us, end.reason)));
            }
            Turn::Incoming(Incoming::WentBack(plies)) => {
                log::info!("{}: {plies} moves taken back", self.peer.address());
            }
            Turn::Incoming(Incoming::Move(..)) => {}
        }
        Ok(None)
    }

    /// Searches; what comes meanwhile may end the search.
    fn think(&mut self, clock: Clock) -> Result<Turn, DxpError> {
        let mut limits = self.settings.limits;
        if limits.is_endless() {
            limits.clock = Some(clock);
        }
        let (sender, reports) = channel();
        self.engine.go(self.peer.game(), limits, move |report| {
            // An error means that the game is over and nobody listens.
            let _ = sender.send(report);
        });
        let mut interruption = None;
        loop {
            match reports.recv_timeout(LOOK) {
                Ok(Report::Done(answer)) => {
                    if let Some(happened) = interruption {
                        return happened;
                    }
                    return answer.best.map(Turn::Move).ok_or(DxpError::Stopped);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(DxpError::Stopped),
                Err(RecvTimeoutError::Timeout) if interruption.is_none() => {
                    interruption = if self.stop.load(Relaxed) {
                        Some(Err(DxpError::Stopped))
                    } else {
                        self.look()
                    };
                    if interruption.is_some() {
                        self.engine.stop();
                    }
                }
                Ok(Report::Progress(_)) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What has come during our turn and ends it.
    fn look(&mut self) -> Option<Result<Turn, DxpError>> {
        match self.peer.poll() {
            // Back to where we are: nothing changes.
            Ok(None | Some(Incoming::WentBack(0))) => None,
            Ok(Some(incoming)) => Some(Ok(Turn::Incoming(incoming))),
            Err(error) => Some(Err(error)),
        }
    }

    /// The game cannot go on. If the connection can, it is ended in order.
    fn broken(&mut self, error: &DxpError) -> Ending {
        let address = self.peer.address().to_owned();
        if self.peer.game().outcome().is_none() {
            log::warn!("{address}: game broken off: {error}");
        }
        if error.is_broken_link() {
            self.is_lost = true;
            return Ending::Broken(error.to_string());
        }
        let is_last = matches!(error, DxpError::Stopped);
        let timeout = self.settings.timeout;
        let ended = self
            .peer
            .end_game(Reason::Unknown, is_last, timeout, self.stop);
        if let Err(error) = ended {
            log::info!("{address}: {error}");
            self.is_lost = true;
        }
        Ending::Broken(error.to_string())
    }
}
