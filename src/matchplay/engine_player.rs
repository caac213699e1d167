//! This engine as a player, in our own process.

use super::player::{Act, Failure, FailureKind, Part, Player, Reply, Turn};
use crate::engine::{Engine, Options};
use crate::game::Game;
use crate::rules::Rules;
use crate::search::{Answer, Report};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

pub(super) struct EnginePlayer<R: Rules> {
    engine: Engine<R>,
    answers: (Sender<Found>, Receiver<Found>),
}

/// The depth reached, in plies, and the answer: once a search.
type Found = (u32, Answer);

impl<R: Rules> EnginePlayer<R> {
    pub(super) fn new(options: Options) -> Result<Self, Failure> {
        let engine = Engine::new(options).map_err(|error| Failure {
            kind: FailureKind::Start,
            text: format!("{error:#}"),
        })?;
        Ok(Self {
            engine,
            answers: channel(),
        })
    }
}

impl<R: Rules> Player<R> for EnginePlayer<R> {
    fn new_game(&mut self, _: &Game<R>, _: &Part, _: &AtomicBool) -> Result<(), Failure> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, game: &Game<R>, turn: &Turn, stop: &AtomicBool) -> Result<Reply, Failure> {
        let began = Instant::now();
        let sender = self.answers.0.clone();
        let mut depth = 0;
        self.engine
            .go(game, turn.limits, move |report| match report {
                // Not sent: waking this thread for each iteration would cost a tenth of short searches.
                Report::Progress(progress) => depth = progress.depth,
                // We hold the other end as long as the engine lives.
                Report::Done(answer) => _ = sender.send((depth, answer)),
            });
        let mut interrupted = false;
        loop {
            match self.answers.1.recv_timeout(Duration::from_millis(50)) {
                Ok(_) if interrupted => {
                    return Err(Failure {
                        kind: FailureKind::Interrupted,
                        text: String::new(),
                    });
                }
                Ok((depth, answer)) => {
                    return Ok(Reply {
                        act: answer.best.map_or(Act::Nothing, Act::Move),
                        score: Some(answer.score.centimen()),
                        depth: Some(depth),
                        nodes: Some(answer.nodes),
                        used: began.elapsed(),
                    });
                }
                Err(RecvTimeoutError::Timeout) => {
                    if stop.load(Relaxed) && !interrupted {
                        interrupted = true;
                        self.engine.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure {
                        kind: FailureKind::Crash,
                        text: "the search ended without an answer".to_owned(),
                    });
                }
            }
        }
    }

    fn own_name(&self) -> String {
        "Baige".to_owned()
    }
}
