//! A DamExchange engine as a player: it is asked for games as the follower, and told the other
//! player's moves.

use super::entrant::DxpPlace;
use super::player::{Act, Failure, FailureKind, Part, Player, Reply, Turn};
use crate::child::{Child, Transcript};
use crate::dxp::{DxpError, End, Incoming, Link, LinkOptions, Minutes, Peer, Reason, Request};
use crate::game::Game;
use crate::hub::Patience;
use crate::notation::{hub_move, write_squares};
use crate::position::Position;
use crate::rules::Rules;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The name shown to the engine.
const NAME: &str = "Baige match";

/// How long an engine that has seen the last move may take to say that the game is over.
const LAST_WORD: Duration = Duration::from_secs(2);

/// A minute of the request holds this many moves when each move has its own time: more than a
/// side makes in a game.
const MOVES_OF_A_GAME: f64 = 60.0;

pub(super) struct DxpPlayer<R: Rules> {
    place: DxpPlace,
    patience: Patience,
    child: Option<Child>,
    peer: Option<Peer<R>>,
    name: String,
    transcript: Transcript,
}

impl From<&DxpError> for Failure {
    fn from(error: &DxpError) -> Self {
        let kind = match error {
            DxpError::TimedOut(_) => FailureKind::Hang,
            DxpError::Stopped => FailureKind::Interrupted,
            DxpError::Closed | DxpError::Io { .. } | DxpError::SessionOver => FailureKind::Crash,
            _ => FailureKind::Protocol,
        };
        let text = error.to_string();
        Self { kind, text }
    }
}

impl<R: Rules> DxpPlayer<R> {
    pub(super) fn start(
        place: &DxpPlace,
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<Self, Failure> {
        let mut player = Self {
            name: format!("{}:{}", place.host, place.port),
            place: place.clone(),
            patience,
            child: None,
            peer: None,
            transcript: Transcript::default(),
        };
        player.connect(stop)?;
        Ok(player)
    }

    /// A connection, to a newly started program where we start it.
    fn connect(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let failed = |text: String| Failure {
            kind: FailureKind::Start,
            text,
        };
        self.leave();
        let mut port = self.place.port;
        if let Some(command) = &self.place.command {
            port = free_port(&self.place.host).map_err(|error| failed(error.to_string()))?;
            let command = command.filled_in("port", &port.to_string());
            let child = Child::start(&command, self.place.folder.as_deref());
            self.child = Some(child.map_err(|error| failed(error.to_string()))?);
        }
        let host = &self.place.host;
        let address = if host.contains(':') {
            format!("[{host}]:{port}")
        } else {
            format!("{host}:{port}")
        };
        let until = Instant::now() + self.patience.start;
        let options = LinkOptions {
            timeout: self.patience.start,
            ..LinkOptions::default()
        };
        loop {
            match Link::connect(&address, options) {
                Ok(link) => {
                    self.peer = Some(Peer::new(link, NAME, false));
                    return Ok(());
                }
                Err(error) if Instant::now() >= until => return Err(failed(error.to_string())),
                Err(error) => {
                    let ended = self
                        .child
                        .as_mut()
                        .map(|child| child.exit_status(Duration::ZERO));
                    if let Some(Some(status)) = ended {
                        return Err(failed(format!("the engine ended ({status}); {error}")));
                    }
                }
            }
            if stop.load(Relaxed) {
                return Err((&DxpError::Stopped).into());
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    fn peer(&mut self) -> Result<&mut Peer<R>, Failure> {
        self.peer.as_mut().ok_or_else(|| (&DxpError::Closed).into())
    }

    /// Tells the opponent's last move, unless it is known already.
    fn tell_last_move(&mut self, game: &Game<R>, used: Duration) -> Result<(), Failure> {
        let peer = self.peer()?;
        let is_new = peer.is_our_turn() && game.position().side() != peer.us();
        if let Some(&mv) = game.moves().last().filter(|_| is_new) {
            let sent = peer.send_move(mv, used);
            self.transcript.add('>', &hub_move::<R>(mv));
            sent.map_err(|error| Failure::from(&error))?;
        }
        Ok(())
    }

    fn note(&mut self, heard: &Result<Incoming, DxpError>) {
        let line = match heard {
            Ok(Incoming::Move(mv, seconds)) => format!("{} ({seconds} s)", hub_move::<R>(*mv)),
            Ok(Incoming::End(end)) => format!("game end: {end:?}"),
            Ok(Incoming::WentBack(plies)) => format!("{plies} plies taken back"),
            Err(error) => error.to_string(),
        };
        self.transcript.add('<', &line);
    }

    /// Ends connection and program. The protocol has no word for that: many programs go on
    /// listening, which is no fault of theirs, and are ended by force.
    fn leave(&mut self) {
        if let Some(peer) = self.peer.take() {
            peer.close(Duration::from_millis(200), &AtomicBool::new(false));
        }
        if let Some(mut child) = self.child.take() {
            child.finish(self.patience.quit.min(LAST_WORD) / 4);
        }
    }
}

impl<R: Rules> Player<R> for DxpPlayer<R> {
    fn new_game(&mut self, game: &Game<R>, part: &Part, stop: &AtomicBool) -> Result<(), Failure> {
        if self.peer.as_ref().is_none_or(Peer::is_over) {
            self.connect(stop)?;
        }
        let position = game.position();
        let is_start = *position == Position::default();
        let request = Request {
            name: NAME.to_owned(),
            follower: part.side,
            minutes: minutes(
                part.control
                    .time
                    .unwrap_or_else(|| part.control.move_time.unwrap_or(1.0) * MOVES_OF_A_GAME),
            ),
            moves: part.control.moves.unwrap_or(0).min(999) as u16,
            start: (!is_start).then(|| write_squares(position)),
        };
        let timeout = self.patience.start;
        self.transcript = Transcript::default();
        self.transcript.add('>', &format!("{request:?}"));
        let peer = self.peer()?;
        peer.request_game(&request, false, timeout, stop)
            .map_err(|error| Failure::from(&error))?;
        self.name = peer.name().trim().to_owned();
        Ok(())
    }

    fn think(&mut self, game: &Game<R>, turn: &Turn, stop: &AtomicBool) -> Result<Reply, Failure> {
        let began = Instant::now();
        self.tell_last_move(game, turn.opponent_used)?;
        let hang = self.patience.hang;
        let deadline = began + turn.allowed.unwrap_or_default() + hang;
        let heard = self.peer()?.receive_move(deadline, stop);
        self.note(&heard);
        let act = match heard {
            Ok(Incoming::Move(mv, _)) => Act::Move(mv),
            Ok(Incoming::End(End { reason, .. })) => match reason {
                Reason::Loss => Act::Resign,
                Reason::Draw => Act::Draw,
                Reason::Win | Reason::Unknown => Act::Nothing,
            },
            Ok(Incoming::WentBack(_)) => Act::Illegal("moves taken back".to_owned()),
            Err(error @ DxpError::Illegal { .. }) => Act::Illegal(error.to_string()),
            Err(error) => return Err((&error).into()),
        };
        Ok(Reply {
            act,
            score: None,
            depth: None,
            nodes: None,
            used: began.elapsed(),
        })
    }

    fn end_game(
        &mut self,
        game: &Game<R>,
        points: Option<u8>,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        if !self.peer()?.is_playing() {
            return Ok(());
        }
        self.tell_last_move(game, Duration::ZERO)?;
        let peer = self.peer()?;
        if !peer.is_our_turn() && game.outcome().is_some() {
            // It is the engine's turn: it knows most rules itself, and should be the one to say so.
            let heard = peer.receive_move(Instant::now() + LAST_WORD, stop);
            self.note(&heard);
            match heard {
                Ok(Incoming::End(_)) => return Ok(()),
                Err(error) if error.is_broken_link() => return Err((&error).into()),
                _ => {}
            }
        }
        let reason = match points {
            Some(0) => Reason::Win,
            Some(1) => Reason::Draw,
            Some(_) => Reason::Loss,
            None => Reason::Unknown,
        };
        if !self.peer()?.is_playing() {
            return Ok(());
        }
        self.transcript.add('>', &format!("game end: {reason:?}"));
        let peer = self.peer()?;
        peer.end_game(reason, false, LAST_WORD, stop)
            .map_err(|error| (&error).into())
    }

    fn own_name(&self) -> String {
        self.name.clone()
    }

    fn record(&mut self) -> Option<String> {
        let complaints = self.child.as_ref().map_or(Vec::new(), Child::complaints);
        Some(format!(
            "{}{}",
            self.transcript.text(),
            complaints.join("\n")
        ))
    }

    fn quit(&mut self) -> bool {
        self.leave();
        true
    }
}

/// A port nobody listens on.
fn free_port(host: &str) -> std::io::Result<u16> {
    Ok(TcpListener::bind((host, 0))?.local_addr()?.port())
}

/// The longest time a request can hold that is no longer than this one.
fn minutes(seconds: f64) -> Minutes {
    let minutes = (seconds / 60.0).clamp(0.01, 999.0);
    let step = match minutes {
        ..1.0 => 100.0,
        1.0..10.0 => 10.0,
        _ => 1.0,
    };
    let fitting = ((minutes * step + 1e-9).floor() / step).max(0.01);
    Minutes::new(fitting).expect("a number of minutes with three digits at most")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_of_every_size() {
        for (seconds, expected) in [
            (0.1, 0.6),
            (6.0, 6.0),
            (61.0, 60.0),
            (100.0, 96.0),
            (1e9, 59_940.0),
            (725.0, 720.0),
        ] {
            let found = minutes(seconds).duration().as_secs_f64();
            assert!((found - expected).abs() < 1e-6, "{seconds}: {found}");
        }
        for hundredths in 1..100_000 {
            minutes(f64::from(hundredths) * 0.6);
        }
    }
}
