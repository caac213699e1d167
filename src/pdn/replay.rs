//! A game's text played on the board.

use super::game_type::{GameTypeError, variant_of};
use super::record::{Line, Record};
use crate::notation::{FenError, MoveTextError, parse_fen, parse_move, short_move};
use crate::position::{Move, Position};
use crate::rules::{Rules, UnknownVariant, Variant};
use crate::with_rules;

/// A game's main line as moves.
#[derive(Clone, Debug)]
pub struct Replay<R: Rules> {
    /// Where it starts.
    pub start: Position<R>,
    /// The moves, up to the first that cannot be played.
    pub moves: Vec<Move>,
    /// That one.
    pub fault: Option<Fault>,
}

/// A move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: move {ply}: {error}")]
pub struct Fault {
    /// Its line in the text.
    pub line: u64,
    /// Its number, from 1, every move of each side counted.
    pub ply: usize,
    /// What is wrong with it.
    pub error: MoveTextError,
}

/// Why a game cannot be played at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// Its start.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// Its kind.
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    /// Its kind by name.
    #[error("Variant: {0}")]
    Variant(#[from] UnknownVariant),
}

/// Plays the main line.
pub fn replay<R: Rules>(record: &Record) -> Result<Replay<R>, FenError> {
    let start = start::<R>(record)?;
    let mut position = start;
    let mut moves = Vec::with_capacity(record.main.plies.len());
    let mut fault = None;
    for (at, ply) in record.main.plies.iter().enumerate() {
        match parse_move(&position, &ply.text) {
            Ok(mv) => {
                moves.push(mv);
                position = position.after(mv);
            }
            Err(error) => {
                fault = Some(Fault {
                    line: ply.line,
                    ply: at + 1,
                    error,
                });
                break;
            }
        }
    }
    Ok(Replay {
        start,
        moves,
        fault,
    })
}

/// Where a game starts.
pub fn start<R: Rules>(record: &Record) -> Result<Position<R>, FenError> {
    match record.tag("FEN") {
        Some(fen) if !fen.trim().is_empty() => Ok(parse_fen(fen)?.position),
        _ => Ok(Position::default()),
    }
}

/// Which game is played: as told, by the tags `Variant` and `GameType`, or else the first whose
/// rules let all moves be played, or most of them.
pub fn variant(record: &Record, told: Option<Variant>) -> Result<Variant, StartError> {
    if let Some(variant) = told {
        return Ok(variant);
    }
    let named = |name| record.tag(name).filter(|value| !value.trim().is_empty());
    if let Some(name) = named("Variant") {
        return Ok(name.trim().parse()?);
    }
    if let Some(game_type) = named("GameType") {
        return Ok(variant_of(game_type)?);
    }
    let mut best = (Variant::Normal, 0);
    for variant in Variant::ALL {
        let (plies, is_whole) = with_rules!(variant, R => match replay::<R>(record) {
            Ok(replay) => (replay.moves.len() + 1, replay.fault.is_none()),
            Err(_) => (0, false),
        });
        if is_whole {
            return Ok(variant);
        }
        if plies > best.1 {
            best = (variant, plies);
        }
    }
    Ok(best.0)
}

/// Gives all moves of a game their usual form, from a start that [`start`] finds. The main line
/// ends before the first move that cannot be played; variations with such a move are taken out
/// and told with their line.
pub fn normalise<R: Rules>(record: &mut Record) -> Result<Vec<Fault>, FenError> {
    let position = start::<R>(record)?;
    let mut faults = Vec::new();
    if let Some((at, fault)) = normalise_line(&position, 0, &mut record.main, &mut faults) {
        record.main.plies.truncate(at);
        faults.push(fault);
    }
    faults.sort_by_key(|fault| fault.line);
    Ok(faults)
}

/// The number of the first move in a line that cannot be played, if there is one; moves before it
/// are in their usual form.
fn normalise_line<R: Rules>(
    start: &Position<R>,
    first: usize,
    line: &mut Line,
    faults: &mut Vec<Fault>,
) -> Option<(usize, Fault)> {
    let mut position = *start;
    for (at, ply) in line.plies.iter_mut().enumerate() {
        let mv = match parse_move(&position, &ply.text) {
            Ok(mv) => mv,
            Err(error) => {
                let fault = Fault {
                    line: ply.line,
                    ply: first + at + 1,
                    error,
                };
                return Some((at, fault));
            }
        };
        ply.text = short_move(&position, mv);
        ply.variations.retain_mut(|variation| {
            let fault = normalise_line(&position, first + at, variation, faults);
            let is_right = fault.is_none();
            faults.extend(fault.map(|(_, fault)| fault));
            is_right
        });
        position = position.after(mv);
    }
    None
}
