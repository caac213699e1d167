//! PDN FEN: `W:W31-50:B1-20`, with the liberties found in files: sections in either order,
//! ranges, blanks, leading zeros, lower case, a final dot, the whole tag pasted, a site's
//! half-move clock, the side to move written twice, letter squares on 8x8, counts of king moves.

use super::excerpt;
use super::king_runs;
use super::square_text::{parse_square, write_square};
use super::squares::SquaresError;
use crate::board::{Bitboard, Geometry, Side, Square};
use crate::position::{Position, SetupError};
use crate::rules::Rules;

/// What a FEN tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// Plies since the last capture or man move (`:H` suffix), 0 when not told.
    pub half_moves: u16,
}

/// Why a text is no FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Nothing there.
    #[error("an empty FEN; expected something like W:W31-50:B1-20")]
    Empty,
    /// The part before the first colon.
    #[error("side to move {0:?}; expected W or B")]
    Side(String),
    /// `?` in its place.
    #[error("the FEN does not say who is to move; expected W or B instead of ?")]
    SideUnknown,
    /// A part that begins with neither colour.
    #[error("section {0:?}; expected W or B followed by squares")]
    Section(String),
    /// A colour without a section, or with two.
    #[error("{0} sections for {1}; expected one")]
    Sections(usize, &'static str),
    /// Something that is no square of the board.
    #[error("square {0:?}; expected {1}")]
    Square(String, &'static str),
    /// A range that is none.
    #[error("range {0:?}; expected the lower number first")]
    Range(String),
    /// A square named twice.
    #[error("square {0} is named twice; expected once")]
    Twice(u8),
    /// A clock that is no number.
    #[error("clock {0:?}; expected H or F and a number")]
    Clock(String),
    /// Counts of king moves.
    #[error(transparent)]
    KingRuns(#[from] king_runs::KingRunError),
    /// The Hub form.
    #[error(transparent)]
    Squares(#[from] SquaresError),
    /// Pieces that cannot stand so.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a FEN.
pub fn parse_fen<R: Rules>(text: &str) -> Result<Setup<R>, FenError> {
    let body = unwrap_tag(text.trim());
    let body = body.strip_suffix('.').unwrap_or(body).trim();
    if body.is_empty() {
        return Err(FenError::Empty);
    }
    let mut parts = body.split(':').map(str::trim);
    let side = match parts.next().unwrap_or_default() {
        "W" | "w" => Side::White,
        "B" | "b" => Side::Black,
        "?" => return Err(FenError::SideUnknown),
        other => return Err(FenError::Side(excerpt(other))),
    };
    let mut sections: [Vec<&str>; 2] = [Vec::new(), Vec::new()];
    let mut half_moves = 0;
    let mut runs = None;
    for part in parts {
        match part.chars().next() {
            Some('W' | 'w') => sections[0].push(part[1..].trim()),
            Some('B' | 'b') => sections[1].push(part[1..].trim()),
            Some('H' | 'h') => half_moves = clock(part)?,
            Some('F' | 'f') => _ = clock(part)?,
            Some('+') => runs = Some(part),
            _ => return Err(FenError::Section(excerpt(part))),
        }
    }
    drop_doubled_side(&mut sections, side);
    let (mut men, mut kings) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2]);
    for (owner, name) in [(0, "White"), (1, "Black")] {
        let &[list] = sections[owner].as_slice() else {
            return Err(FenError::Sections(sections[owner].len(), name));
        };
        read_pieces::<R::Board>(list, &mut men[owner], &mut kings[owner])?;
    }
    let mut position = Position::new(men, kings, side)?;
    if let Some(runs) = runs {
        position = king_runs::read_suffix(position, runs)?;
    }
    Ok(Setup {
        position,
        half_moves,
    })
}

/// The FEN inside a pasted `[FEN "..."]`, or the text as it is.
fn unwrap_tag(text: &str) -> &str {
    let inside = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .map(str::trim);
    inside
        .and_then(|tag| {
            tag.get(..3)
                .filter(|name| name.eq_ignore_ascii_case("fen"))
                .map(|_| &tag[3..])
        })
        .map_or(text, str::trim)
        .trim_matches(['"', '\u{201c}', '\u{201d}'])
        .trim()
}

/// `W:W:W31-50:B1-20`: some library wrote the side to move twice, which looks like an empty
/// section beside a full one.
fn drop_doubled_side(sections: &mut [Vec<&str>; 2], side: Side) {
    let own = &mut sections[side.index()];
    if own.len() == 2 && own[0].is_empty() {
        own.remove(0);
    }
}

fn clock(part: &str) -> Result<u16, FenError> {
    let number = part[1..]
        .trim()
        .parse::<u32>()
        .map_err(|_| FenError::Clock(excerpt(part)))?;
    Ok(number.min(u16::MAX.into()) as u16)
}

fn read_pieces<G: Geometry>(
    list: &str,
    men: &mut Bitboard,
    kings: &mut Bitboard,
) -> Result<(), FenError> {
    if list.is_empty() {
        return Ok(());
    }
    for item in list.split(',').map(str::trim) {
        let (is_king, squares) = match item.strip_prefix(['K', 'k']) {
            Some(rest) => (true, rest.trim()),
            None => (false, item),
        };
        let (first, last) = match squares.split_once('-') {
            Some((first, last)) => (square::<G>(first)?, square::<G>(last)?),
            None => (square::<G>(squares)?, square::<G>(squares)?),
        };
        let (first, last) = (G::number(first), G::number(last));
        if first > last {
            return Err(FenError::Range(excerpt(squares)));
        }
        for at in (first..=last).filter_map(G::square) {
            if (*men | *kings).contains(at) {
                return Err(FenError::Twice(G::number(at)));
            }
            *(if is_king { &mut *kings } else { &mut *men }) |= at.into();
        }
    }
    Ok(())
}

fn square<G: Geometry>(text: &str) -> Result<Square, FenError> {
    let expected = if G::WIDTH == 8 {
        "a number from 1 to 32 or a dark square like c3"
    } else {
        "a number from 1 to 50"
    };
    parse_square::<G>(text.trim()).ok_or_else(|| FenError::Square(excerpt(text), expected))
}

/// Writes a FEN in the short form: the game's own squares, White first, no blanks, no ranges; counts
/// of king moves only if there are any.
pub fn write_fen<R: Rules>(position: &Position<R>) -> String {
    let section = |side| {
        let mut items: Vec<(u8, String)> = position
            .pieces(side)
            .map(|square| {
                let number = R::Board::number(square);
                let prefix = if position.kings(side).contains(square) {
                    "K"
                } else {
                    ""
                };
                (number, format!("{prefix}{}", write_square::<R>(square)))
            })
            .collect();
        items.sort();
        items
            .into_iter()
            .map(|(_, item)| item)
            .collect::<Vec<_>>()
            .join(",")
    };
    let side = if position.side() == Side::White {
        'W'
    } else {
        'B'
    };
    let (white, black) = (section(Side::White), section(Side::Black));
    format!("{side}:W{white}:B{black}{}", king_runs::suffix(position))
}
