//! Openings: the short beginnings games of a match start from.

mod band;
mod draw;
mod enumerate;
mod judge;
mod read;

pub use band::{Band, BandError};
pub use draw::{Draw, Drawn, draw};
pub use enumerate::{enumerate, is_even};
pub use judge::Judge;
pub use read::{OpeningsError, read};

use crate::game::Game;
use crate::notation::{Setup, hub_move, write_fen};
use crate::position::{Move, Position};
use crate::rules::Rules;
use std::fmt::Write;

/// Where a game starts and the moves that are made for both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening<R: Rules> {
    /// The moves in Hub form, blank separated, like `31-26 16-21`; without moves, the FEN.
    pub name: String,
    /// The position before the moves.
    pub start: Setup<R>,
    /// Legal moves, one after the other.
    pub moves: Vec<Move>,
}

impl<R: Rules> Opening<R> {
    /// Moves from the starting position.
    fn from_start(moves: Vec<Move>) -> Self {
        Self {
            name: move_list::<R>(&moves),
            start: start(),
            moves,
        }
    }

    /// The position before the moves.
    pub fn fen(&self) -> String {
        let fen = write_fen(&self.start.position);
        match self.start.half_moves {
            0 => fen,
            plies => format!("{fen}:H{plies}"),
        }
    }

    /// A game in which the moves have been made.
    pub fn game(&self) -> Game<R> {
        let mut game = Game::new(self.start.position, self.start.half_moves);
        for &mv in &self.moves {
            game.play(mv);
        }
        game
    }
}

/// The openings a match is played from if none are given: all of two plies in which no man is
/// lost at once. For international draughts these are the 79 of the usual match.
pub fn built_in<R: Rules>() -> Vec<Opening<R>> {
    enumerate(2)
}

/// Openings for so many games with both colours and no opening twice: those of two plies, those
/// of three, or random ones of six, in which no man is lost at once; the same ones each time.
/// For players that play alike each time, whose repeated games would tell nothing new.
pub fn enough_for<R: Rules>(games: u64) -> anyhow::Result<Vec<Opening<R>>> {
    let needed = usize::try_from(games.div_ceil(2)).unwrap_or(usize::MAX);
    for plies in [2, 3] {
        let all = enumerate(plies);
        if all.len() >= needed {
            return Ok(all);
        }
    }
    let drawn = draw(&Draw {
        plies: 6,
        count: needed,
        seed: 1,
        band: None,
        threads: 1,
    })?;
    Ok(drawn.into_iter().map(|drawn| drawn.opening).collect())
}

/// A table of openings from the starting position as [`read`] reads it, with the column `moves`.
pub fn write<R: Rules>(openings: &[Opening<R>]) -> String {
    let mut text = "moves\n".to_owned();
    for opening in openings {
        let _ = writeln!(text, "{}", opening.name);
    }
    text
}

/// The same for drawn openings, with the column `score` where they have one: in men, from the
/// side to move after the opening.
pub fn write_drawn<R: Rules>(drawn: &[Drawn<R>]) -> String {
    let has_scores = drawn.iter().any(|drawn| drawn.score.is_some());
    let mut text = if has_scores {
        "moves\tscore\n"
    } else {
        "moves\n"
    }
    .to_owned();
    for Drawn { opening, score } in drawn {
        text.push_str(&opening.name);
        if let Some(score) = score {
            let _ = write!(text, "\t{score}");
        }
        text.push('\n');
    }
    text
}

fn start<R: Rules>() -> Setup<R> {
    Setup {
        position: Position::default(),
        half_moves: 0,
    }
}

fn move_list<R: Rules>(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|mv| hub_move::<R>(*mv)).collect();
    moves.join(" ")
}
