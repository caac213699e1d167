//! Moves as text, understood by matching the legal moves: `32-28`, `28x19`, the Hub form with
//! captured squares in any order `28x19x23`, the full path `47x38x24x13x36`, letter squares
//! with or without a sign between them.

use super::excerpt;
use super::square_text::{parse_square, write_square};
use crate::board::{Bitboard, Geometry, Square};
use crate::position::{Move, Position, path};
use crate::rules::Rules;
use std::fmt::Write;

/// Why a text is no move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// Not the form of a move.
    #[error("bad move {0:?}; expected something like 32-28 or 28x19")]
    Form(String),
    /// Well formed, but not to be played here.
    #[error("illegal move {0}; expected one of {1}")]
    Illegal(String, String),
    /// More than one legal move fits.
    #[error("ambiguous move {0}; expected one of {1}")]
    Ambiguous(String, String),
}

/// The legal move a text stands for.
pub fn parse_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, MoveTextError> {
    let text = text.trim();
    let shown = excerpt(text);
    let squares = split::<R::Board>(text).ok_or_else(|| MoveTextError::Form(shown.clone()))?;
    let (&[from, second], rest) = squares
        .split_first_chunk::<2>()
        .ok_or_else(|| MoveTextError::Form(shown.clone()))?;
    let moves = position.legal_moves();
    let fits = |to: Square| {
        moves
            .iter()
            .copied()
            .filter(move |mv| (mv.from(), mv.to()) == (from, to))
    };
    let mut found: Vec<Move>;
    let mut stops = Vec::new();
    let mut is_named = false;
    if rest.is_empty() {
        found = fits(second).collect();
    } else {
        let named: Bitboard = rest.iter().copied().collect();
        let is_set = named.len() as usize == rest.len();
        found = fits(second)
            .filter(|mv| is_set && mv.captured() == named)
            .collect();
        is_named = !found.is_empty();
        // The squares may also be those the piece passes, in order.
        let (&to, between) = rest.split_last().unwrap_or((&second, &[]));
        stops.push(second);
        stops.extend_from_slice(between);
        for mv in fits(to) {
            if !found.contains(&mv) && path::find(position, mv, &stops).is_some() {
                found.push(mv);
            }
        }
    }
    // With all its stops named, a way is that of one move; others may pass the same squares.
    if found.len() > 1 && !is_named {
        let whole = |mv: &Move| path::is_whole(position, *mv, &stops);
        let exact: Vec<Move> = found.iter().copied().filter(whole).collect();
        if exact.len() == 1 {
            found = exact;
        }
    }
    match found.as_slice() {
        &[mv] => Ok(mv),
        [] => Err(MoveTextError::Illegal(shown, list::<R>(&moves))),
        several => Err(MoveTextError::Ambiguous(shown, list::<R>(several))),
    }
}

/// The squares of a move in the order written; nothing for anything that is no move.
fn split<G: Geometry>(text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let is_square = |pair: &[u8]| matches!(pair, [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit());
    let pairs = text.as_bytes().chunks(2);
    if (4..=104).contains(&text.len()) && pairs.clone().all(is_square) {
        let square = |pair| parse_square::<G>(std::str::from_utf8(pair).ok()?);
        return pairs.map(square).collect();
    }
    for part in text.split(['-', 'x', 'X', ':', '×', '*']) {
        if squares.len() > 52 {
            return None;
        }
        squares.push(parse_square::<G>(part.trim())?);
    }
    Some(squares)
}

fn list<R: Rules>(moves: &[Move]) -> String {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|mv| (mv.from(), mv.to(), mv.captured().0));
    if moves.is_empty() {
        return "no move: the game is over".to_owned();
    }
    let mut text = String::new();
    for (at, mv) in moves.iter().enumerate() {
        // A line that can be read, also where captures are long.
        if at == 12 || text.len() > 300 {
            let _ = write!(text, " and {} more", moves.len() - at);
            break;
        }
        let gap = if at == 0 { "" } else { " " };
        let _ = write!(text, "{gap}{}", hub_move::<R>(*mv));
    }
    text
}

/// The Hub form: from, to, and for a capture the captured squares ascending.
pub fn hub_move<R: Rules>(mv: Move) -> String {
    let number = R::Board::number;
    let mut text = String::new();
    let separator = if mv.is_capture() { 'x' } else { '-' };
    let _ = write!(text, "{}{separator}{}", number(mv.from()), number(mv.to()));
    let mut captured: Vec<u8> = mv.captured().map(number).collect();
    captured.sort_unstable();
    for square in captured {
        let _ = write!(text, "x{square}");
    }
    text
}

/// The form people read: from and to, or the full path where these do not tell the move.
pub fn short_move<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let twins = position
        .legal_moves()
        .iter()
        .filter(|other| (other.from(), other.to()) == (mv.from(), mv.to()))
        .count();
    let separator = if mv.is_capture() {
        R::CAPTURE_SIGN
    } else {
        '-'
    };
    let mut squares = vec![mv.from()];
    if twins > 1 {
        squares.extend(path::find(position, mv, &[]).unwrap_or_default());
    }
    squares.push(mv.to());
    let squares: Vec<String> = squares.into_iter().map(write_square::<R>).collect();
    squares.join(&separator.to_string())
}

impl MoveTextError {
    /// Is it a well-formed move that cannot be played?
    pub const fn is_illegal(&self) -> bool {
        !matches!(self, Self::Form(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use crate::rules::International;

    fn position(fen: &str) -> Position<International> {
        parse_fen(fen).unwrap().position
    }

    fn read(fen: &str, text: &str) -> Result<String, MoveTextError> {
        parse_move(&position(fen), text).map(hub_move::<International>)
    }

    #[test]
    fn quiet_and_capture_forms() {
        let start = "W:W31-50:B1-20";
        assert_eq!(read(start, "32-28").unwrap(), "32-28");
        assert_eq!(read(start, " 032-28 ").unwrap(), "32-28");
        let exchange = "W:W28,32:B8,23";
        for text in ["28x19", "28-19", "28X19x23", "28:19", "28x19x23"] {
            assert_eq!(read(exchange, text).unwrap(), "28x19x23", "{text}");
        }
        for bad in [
            "", "28", "28x", "x19", "28x19x", "28x99", "hello", "28 19", "é-1",
        ] {
            assert!(
                matches!(read(exchange, bad), Err(MoveTextError::Form(_))),
                "{bad}"
            );
        }
        assert!(matches!(
            read(exchange, "32-27"),
            Err(MoveTextError::Illegal(..))
        ));
        assert!(matches!(
            read(exchange, "28x19x8"),
            Err(MoveTextError::Illegal(..))
        ));
    }

    #[test]
    fn captures_that_share_both_ends_need_their_path() {
        let fen = "W:WK1,49:B12,13,19,20";
        let error = read(fen, "1x25").unwrap_err();
        assert!(matches!(error, MoveTextError::Ambiguous(..)));
        assert!(
            error.to_string().contains("1x25x12x13x20 1x25x12x19x20"),
            "{error}"
        );
        assert_eq!(read(fen, "1x25x20x13x12").unwrap(), "1x25x12x13x20");
        assert_eq!(read(fen, "1x18x9x25").unwrap(), "1x25x12x13x20");
        assert_eq!(read(fen, "1x23x14x25").unwrap(), "1x25x12x19x20");
        assert_eq!(read(fen, "1x9x25").unwrap(), "1x25x12x13x20");
        let position = position(fen);
        for mv in position.legal_moves() {
            let text = short_move(&position, mv);
            assert_eq!(parse_move(&position, &text), Ok(mv), "{text}");
        }
    }
}
