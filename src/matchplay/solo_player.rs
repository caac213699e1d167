//! This engine as a player on the thread of its game: nobody to wake, so a short search costs
//! nothing but itself. For limits by nodes that are small enough not to be interrupted.

use super::player::{Act, Failure, FailureKind, Part, Player, Reply, Turn};
use crate::engine::{Options, evaluator, tables};
use crate::game::Game;
use crate::rules::Rules;
use crate::search::Solo;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// More nodes than this take longer than one wants to wait after Ctrl-C.
pub(super) const MOST_NODES: u64 = 500_000;

pub(super) struct SoloPlayer<R: Rules> {
    solo: Solo<R>,
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure {
        kind: FailureKind::Start,
        text: format!("{error:#}"),
    }
}

impl<R: Rules> SoloPlayer<R> {
    pub(super) fn new(options: &Options) -> Result<Self, Failure> {
        let evaluator = evaluator::<R>(options.weights.as_ref()).map_err(failed)?;
        let solo = Solo::new(Arc::new(evaluator), options.table_log2).map_err(failed)?;
        Ok(Self {
            solo: solo
                .tuned(options.tuning)
                .with_tables(Arc::new(tables(options))),
        })
    }
}

impl<R: Rules> Player<R> for SoloPlayer<R> {
    fn new_game(&mut self, _: &Game<R>, _: &Part, _: &AtomicBool) -> Result<(), Failure> {
        self.solo.new_game().map_err(failed)
    }

    fn think(&mut self, game: &Game<R>, turn: &Turn, _: &AtomicBool) -> Result<Reply, Failure> {
        let began = Instant::now();
        let mut depth = None;
        let answer = self.solo.think(game, &turn.limits, |progress| {
            depth = Some(progress.depth);
        });
        Ok(Reply {
            act: answer.best.map_or(Act::Nothing, Act::Move),
            score: Some(answer.score.centimen()),
            depth,
            nodes: Some(answer.nodes),
            used: began.elapsed(),
        })
    }

    fn own_name(&self) -> String {
        "Baige".to_owned()
    }
}
