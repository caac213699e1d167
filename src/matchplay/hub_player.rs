//! A Hub engine in a process of its own as a player.

use super::player::{Act, Failure, FailureKind, Part, Player, Reply, Turn};
use crate::child::CommandLine;
use crate::game::Game;
use crate::hub::{Client, ClientError, Patience};
use crate::notation::parse_move;
use crate::rules::Rules;
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub(super) struct HubPlayer {
    client: Client,
}

impl HubPlayer {
    pub(super) fn start<R: Rules>(
        command: &CommandLine,
        folder: Option<&Path>,
        settings: &[(String, String)],
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<Self, Failure> {
        let client = Client::start(command, folder, R::VARIANT, settings, patience, stop);
        let client = client.map_err(|error| Failure {
            // Whatever went wrong here, it did not come up.
            kind: match Failure::from(&error).kind {
                FailureKind::Interrupted => FailureKind::Interrupted,
                _ => FailureKind::Start,
            },
            text: error.to_string(),
        })?;
        Ok(Self { client })
    }
}

impl From<&ClientError> for Failure {
    fn from(error: &ClientError) -> Self {
        let kind = match error {
            ClientError::Start(_) => FailureKind::Start,
            ClientError::Ended { .. } => FailureKind::Crash,
            ClientError::Silent { .. } => FailureKind::Hang,
            ClientError::Garbage { .. } => FailureKind::Protocol,
            ClientError::Interrupted => FailureKind::Interrupted,
        };
        let text = error.to_string();
        Self { kind, text }
    }
}

impl<R: Rules> Player<R> for HubPlayer {
    fn new_game(&mut self, _: &Game<R>, _: &Part, stop: &AtomicBool) -> Result<(), Failure> {
        self.client.new_game(stop).map_err(|error| (&error).into())
    }

    fn think(&mut self, game: &Game<R>, turn: &Turn, stop: &AtomicBool) -> Result<Reply, Failure> {
        let thought = self
            .client
            .think(game, &turn.limits, turn.allowed, stop)
            .map_err(|error| Failure::from(&error))?;
        let act = match &thought.best {
            None => Act::Nothing,
            Some(text) => match parse_move(game.position(), text) {
                Ok(mv) => Act::Move(mv),
                Err(error) => Act::Illegal(error.to_string()),
            },
        };
        Ok(Reply {
            act,
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            used: thought.used,
        })
    }

    fn own_name(&self) -> String {
        self.client.name().to_owned()
    }

    fn record(&mut self) -> Option<String> {
        Some(self.client.record())
    }

    fn quit(&mut self) -> bool {
        self.client.quit()
    }
}
