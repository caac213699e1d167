//! The score of a position by a search of a fixed size.

use crate::engine::{Engine, Options};
use crate::game::Game;
use crate::rules::Rules;
use crate::score::Score;
use crate::search::{Limits, Mode, Report};
use std::sync::mpsc;

/// log2 of the table entries. The size belongs to the result.
const TABLE_LOG2: u32 = 18;

/// An engine on one thread that starts every search from an empty table: its scores depend on
/// the position and the nodes alone.
pub struct Judge<R: Rules>(Engine<R>);

impl<R: Rules> Judge<R> {
    /// An engine with the built-in weights; an error without memory for it.
    pub fn new() -> anyhow::Result<Self> {
        let table_log2 = TABLE_LOG2;
        let options = Options {
            table_log2,
            ..Options::default()
        };
        Engine::new(options).map(Self)
    }

    /// The score from the side to move after this many nodes.
    pub fn score(&mut self, game: &Game<R>, nodes: u64) -> Score {
        let (sender, reports) = mpsc::channel();
        let limits = Limits {
            nodes: Some(nodes),
            mode: Mode::Analyse,
            ..Limits::default()
        };
        self.0.new_game();
        self.0.go(game, limits, move |report| {
            // The receiver is there until the answer has come.
            let _ = sender.send(report);
        });
        let answer = reports.into_iter().find_map(|report| match report {
            Report::Done(answer) => Some(answer),
            Report::Progress(_) => None,
        });
        answer.expect("every search ends with its answer").score
    }
}
