//! What is kept of a game: who played, how it ended and why.

use super::message::Reason;
use crate::board::Side;
use crate::game::{Game, Outcome};
use crate::rules::Rules;
use std::fmt;

/// A game that is over, finished or not.
#[derive(Clone, Debug)]
pub struct GameRecord<R: Rules> {
    /// 1 for the first game of the session.
    pub number: u32,
    /// Names of White and Black.
    pub players: [String; 2],
    /// Our colour.
    pub us: Side,
    /// The moves.
    pub game: Game<R>,
    /// How it ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// One side said so, from its own view.
    Told(Side, Reason),
    /// It broke off: a bad message, a time-out, a lost connection.
    Broken(String),
}

/// Points of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// This side won, 2-0.
    Win(Side),
    /// 1-1.
    Draw,
    /// Nobody knows.
    Unknown,
}

impl Ending {
    /// How the game ended, given what was said or what happened. The rules come first: a game
    /// that is over is not decided by words.
    pub(super) fn of<R: Rules>(game: &Game<R>, said: Self) -> Self {
        let Some(outcome) = game.outcome() else {
            return said;
        };
        let ruled = Self::Rules(outcome);
        let differs = matches!(said, Self::Told(_, reason) if reason != Reason::Unknown)
            && said.score() != ruled.score();
        if differs {
            log::warn!("the other side says: {said}; by the rules: {outcome}");
        }
        ruled
    }

    /// Who got the points.
    pub const fn score(&self) -> Score {
        match *self {
            Self::Rules(Outcome::Draw(_)) | Self::Told(_, Reason::Draw) => Score::Draw,
            Self::Rules(Outcome::Win(side, _)) | Self::Told(side, Reason::Win) => Score::Win(side),
            Self::Told(Side::White, Reason::Loss) => Score::Win(Side::Black),
            Self::Told(Side::Black, Reason::Loss) => Score::Win(Side::White),
            Self::Told(_, Reason::Unknown) | Self::Broken(_) => Score::Unknown,
        }
    }
}

/// `2-0` for a win of White.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Side::White) => "2-0",
            Self::Win(Side::Black) => "0-2",
            Self::Draw => "1-1",
            Self::Unknown => "*",
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Told(side, reason) => {
                let what = match reason {
                    Reason::Unknown => "ends the game without a result",
                    Reason::Loss => "gives the game up",
                    Reason::Draw => "says draw",
                    Reason::Win => "says that it wins",
                };
                write!(f, "{side:?} {what}")
            }
            Self::Broken(why) => write!(f, "broken off: {why}"),
        }
    }
}

/// One line, the same on both sides of a game that both saw to its end.
impl<R: Rules> fmt::Display for GameRecord<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = &self.players;
        let (score, plies) = (self.ending.score(), self.game.moves().len());
        let (number, ending) = (self.number, &self.ending);
        write!(
            f,
            "game {number}: white {white}, black {black}, {score}, {plies} plies, {ending}"
        )
    }
}
