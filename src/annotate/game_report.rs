//! A game looked through, as the page shows it and the file of a run keeps it.

use super::mark::Mark;
use super::shot::Shot;
use serde::{Deserialize, Serialize};

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The variant's name.
    pub variant: String,
    /// Tags in their order.
    pub tags: Vec<(String, String)>,
    /// The result as written; empty without one.
    pub result: String,
    /// The start, a letter a square as the Hub protocol has it.
    pub start: String,
    /// The start judged.
    pub first: PositionReport,
    /// Remarks before the first move.
    pub remarks: Vec<String>,
    /// The moves.
    pub moves: Vec<MoveReport>,
    /// What is wrong with the text.
    pub faults: Vec<String>,
}

/// A position judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PositionReport {
    /// From White, in centi-men.
    pub score: i32,
    /// The same as people read it.
    pub shown: String,
    /// White's expected result in thousandths: 1000 a win, 500 a draw.
    pub expected: u32,
    /// Plies searched.
    pub depth: u32,
}

/// A move on the board: numbers of squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// As people write it.
    pub text: String,
    /// Where from.
    pub from: u8,
    /// Where to.
    pub to: u8,
    /// What is taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<u8>,
    /// Does a man become a king?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub crowned: bool,
}

/// A move judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveReport {
    /// The move.
    pub step: Step,
    /// The position after it.
    pub after: PositionReport,
    /// Its mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What it costs of the expected result, in thousandths.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cost: u32,
    /// The shot it misses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<Shot>,
    /// What is to be said of it, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// A better line in its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<Step>,
    /// Others' remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_zero(cost: &u32) -> bool {
    *cost == 0
}

/// What was found in some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// Moves judged.
    pub moves: u64,
    /// Moves marked `?!`.
    pub dubious: u64,
    /// Moves marked `?`.
    pub mistakes: u64,
    /// Moves marked `??`.
    pub blunders: u64,
    /// Missed shots.
    pub missed: u64,
}

impl Counts {
    /// Adds a game's.
    pub fn add(&mut self, game: &GameReport) {
        self.moves += game.moves.len() as u64;
        for mv in &game.moves {
            self.missed += u64::from(mv.missed.is_some());
            match mv.mark {
                Some(Mark::Dubious) => self.dubious += 1,
                Some(Mark::Mistake) => self.mistakes += 1,
                Some(Mark::Blunder) => self.blunders += 1,
                None => {}
            }
        }
    }
}
