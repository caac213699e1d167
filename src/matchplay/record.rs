//! What is kept of a game.

use crate::pdn::{Outcome, has_two_points};
use crate::rules::Variant;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The loser has no move.
    NoMoves,
    /// A draw rule, by its name.
    DrawRule(String),
    /// The loser gave up.
    Resigned,
    /// Both players' scores showed the same winner for long enough.
    WinByScore,
    /// Both players' scores stayed near zero for long enough.
    DrawByScore,
    /// The loser took too long.
    TimeLoss,
    /// The loser's move was none.
    IllegalMove,
    /// The loser said it had no move, or that the game was over, though it was not.
    FalseEnd,
    /// The loser's program ended.
    Crash,
    /// The loser's program stopped answering.
    Hang,
    /// The loser's program did not come up.
    NoStart,
    /// The loser's program broke the protocol.
    Protocol,
}

impl Reason {
    /// Did the loser's program fail, rather than its play?
    pub const fn is_failure(&self) -> bool {
        matches!(
            self,
            Self::TimeLoss
                | Self::IllegalMove
                | Self::FalseEnd
                | Self::Crash
                | Self::Hang
                | Self::NoStart
                | Self::Protocol
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMoves => "no moves",
            Self::DrawRule(rule) => rule,
            Self::Resigned => "resignation",
            Self::WinByScore => "adjudicated win",
            Self::DrawByScore => "adjudicated draw",
            Self::TimeLoss => "time loss",
            Self::IllegalMove => "illegal move",
            Self::FalseEnd => "false claim that the game is over",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::NoStart => "no start",
            Self::Protocol => "protocol error",
        })
    }
}

/// What a player told with a move.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Note {
    /// Centi-men from the mover.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Seconds; only where a clock runs, so that games by nodes can be repeated exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

/// How a player used its time in a game, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Moves thought about.
    pub moves: u32,
    /// All of them together.
    pub seconds: f64,
    /// The longest.
    pub longest: f64,
    /// Sum of what they took beyond the time for a move, where there is one.
    pub beyond: f64,
    /// The most that one took beyond what it had.
    pub most_beyond: f64,
    /// Nodes, as told.
    pub nodes: u64,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The day it ended, as `2026.11.30`.
    pub date: String,
    /// The players by their number.
    pub white: usize,
    /// The players by their number.
    pub black: usize,
    /// Name of the opening.
    pub opening: String,
    /// The position the moves begin from.
    pub fen: String,
    /// Moves that were given.
    pub given: usize,
    /// All moves in Hub form.
    pub moves: Vec<String>,
    /// One for each move that was not given.
    pub notes: Vec<Note>,
    /// Half points of White: 2, 1, 0.
    pub points: u8,
    /// Why it ended.
    pub reason: Reason,
    /// More about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Time used by White and Black.
    pub usage: [Usage; 2],
    /// From the first question to the end, in seconds.
    pub seconds: f64,
}

impl GameRecord {
    /// The player to blame for a failure.
    pub fn culprit(&self) -> Option<usize> {
        let loser = match self.points {
            0 => self.white,
            2 => self.black,
            _ => return None,
        };
        self.reason.is_failure().then_some(loser)
    }

    /// The result as PDN has it.
    pub const fn result(&self, variant: Variant) -> &'static str {
        let outcome = match self.points {
            2 => Outcome::White,
            1 => Outcome::Draw,
            _ => Outcome::Black,
        };
        outcome.text(has_two_points(variant))
    }

    /// Half points of a player who took part.
    pub const fn points_of(&self, player: usize) -> u8 {
        if player == self.white {
            self.points
        } else {
            2 - self.points
        }
    }
}
