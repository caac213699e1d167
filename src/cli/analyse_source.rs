//! Where `baige analyse` takes its positions from.

use super::{Misuse, position};
use crate::game::Game;
use crate::notation::{parse_move, parse_squares};
use crate::pdn::{self, Read, Reader, Record};
use crate::rules::{Rules, Variant};
use anyhow::{Context, anyhow};
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

/// One position, or many.
#[derive(Args)]
pub(super) struct Source {
    /// The position, as FEN or Hub position; the start if not given; - for one a line from
    /// standard input
    fen: Option<String>,
    /// A Hub position: the side to move and a letter a square
    #[arg(long, value_name = "POSITION", conflicts_with = "fen")]
    hub: Option<String>,
    /// A game of a file, the first if not told; the position before its move of this number, each
    /// side's counted from 1, or at its end
    #[arg(long, value_name = "FILE[:GAME[:MOVE]]", conflicts_with_all = ["fen", "hub"])]
    pdn: Option<String>,
    /// Moves played from there, with blanks between
    #[arg(long)]
    moves: Option<String>,
}

/// A file, a game in it, a move of this.
struct Place<'a> {
    file: &'a str,
    game: u64,
    /// None: its end.
    ply: Option<usize>,
}

impl Source {
    pub(super) fn is_many(&self) -> bool {
        self.fen.as_deref() == Some("-")
    }

    fn place(&self) -> Option<Place<'_>> {
        let text = self.pdn.as_deref()?;
        let number = |text: &str| text.parse::<u64>().ok();
        let whole = Place {
            file: text,
            game: 1,
            ply: None,
        };
        let Some((before, last)) = text.rsplit_once(':') else {
            return Some(whole);
        };
        let Some(last) = number(last) else {
            return Some(whole);
        };
        Some(match before.rsplit_once(':') {
            Some((file, game)) if number(game).is_some() => Place {
                file,
                game: number(game).unwrap_or(1),
                ply: Some(last as usize),
            },
            _ => Place {
                file: before,
                game: last,
                ply: None,
            },
        })
    }

    /// The game of a file, if one is asked for.
    pub(super) fn record(&self) -> anyhow::Result<Option<Record>> {
        let Some(place) = self.place() else {
            return Ok(None);
        };
        let file = File::open(place.file).with_context(|| place.file.to_owned())?;
        let games = Reader::new(BufReader::new(file));
        let mut number = 0;
        for game in games {
            let Read { record, .. } = game.with_context(|| place.file.to_owned())?;
            number += 1;
            if number == place.game {
                return Ok(Some(record));
            }
        }
        Err(Misuse(format!(
            "--pdn {}: game {}; expected 1 to {number}, the games of the file",
            place.file, place.game
        ))
        .into())
    }

    /// The one position, with the moves that led there.
    pub(super) fn game<R: Rules>(&self, record: Option<&Record>) -> anyhow::Result<Game<R>> {
        let mut game = match (record, &self.hub) {
            (Some(record), _) => self.game_of_record(record)?,
            (None, Some(hub)) => {
                let position = parse_squares(hub.trim());
                let position = position.map_err(|error| Misuse(format!("--hub: {error}")))?;
                Game::new(position, 0)
            }
            (None, None) => {
                let setup = position::<R>(self.fen.as_deref())?;
                Game::new(setup.position, setup.half_moves)
            }
        };
        self.play_moves(&mut game)?;
        Ok(game)
    }

    fn game_of_record<R: Rules>(&self, record: &Record) -> anyhow::Result<Game<R>> {
        let ply = self.place().and_then(|place| place.ply);
        let replay = pdn::replay::<R>(record).map_err(|error| Misuse(format!("FEN: {error}")))?;
        let mut game = Game::new(replay.start, 0);
        let before = ply.map_or(usize::MAX, |ply| ply.saturating_sub(1));
        // What cannot be played keeps from all that comes after it.
        if let Some(fault) = replay.fault.filter(|_| before > replay.moves.len()) {
            return Err(anyhow!("{fault}"));
        }
        if ply == Some(0) || ply.is_some() && before > replay.moves.len() {
            let most = replay.moves.len() + 1;
            let ply = ply.unwrap_or_default();
            return Err(Misuse(format!("--pdn: move {ply}; expected 1 to {most}")).into());
        }
        for mv in replay.moves.into_iter().take(before) {
            game.play(mv);
        }
        Ok(game)
    }

    /// The position of a line.
    pub(super) fn game_of_line<R: Rules>(&self, line: &str) -> Result<Game<R>, Misuse> {
        let setup = position::<R>(Some(line))?;
        let mut game = Game::new(setup.position, setup.half_moves);
        self.play_moves(&mut game)?;
        Ok(game)
    }

    fn play_moves<R: Rules>(&self, game: &mut Game<R>) -> Result<(), Misuse> {
        let moves = self.moves.as_deref().unwrap_or_default();
        for (at, text) in moves.split_whitespace().enumerate() {
            let mv = parse_move(game.position(), text)
                .map_err(|error| Misuse(format!("--moves: move {}: {error}", at + 1)))?;
            game.play(mv);
        }
        Ok(())
    }
}

/// The game that is played: as told, or as a record says, or international draughts.
pub(super) fn variant(told: Option<Variant>, record: Option<&Record>) -> Result<Variant, Misuse> {
    match record {
        Some(record) => pdn::variant(record, told).map_err(|error| Misuse(error.to_string())),
        None => Ok(told.unwrap_or(Variant::Normal)),
    }
}

/// The lines of standard input with their numbers; empty ones and remarks after # are left out.
pub(super) fn read_lines() -> io::Result<Vec<(usize, String)>> {
    let mut found = Vec::new();
    for (at, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        let text = line.trim();
        if !text.is_empty() && !text.starts_with('#') {
            found.push((at + 1, text.to_owned()));
        }
    }
    Ok(found)
}
