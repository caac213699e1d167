//! Quiet moves a king made in a row, as a site writes them: behind a FEN `:+0+328` (Black first;
//! White's king on 28 has made 3), with a Hub position `wolf="W28=3 B33=2"`.

use super::excerpt;
use crate::board::{Geometry, Side};
use crate::position::{KingRun, Position, SetupError};
use crate::rules::Rules;
use std::fmt::Write;

/// Why a text tells no king moves in a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KingRunError {
    /// Not the suffix of a FEN.
    #[error(
        "king moves {0:?}; expected +COUNT and a square for Black, then for White, like +0+328"
    )]
    Suffix(String),
    /// Not the argument of a Hub position.
    #[error("wolf {0:?}; expected W or B and a square, an equals sign, a count")]
    Wolf(String),
    /// No such king.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The position with the counts of a FEN's suffix.
pub(super) fn read_suffix<R: Rules>(
    mut position: Position<R>,
    text: &str,
) -> Result<Position<R>, KingRunError> {
    let error = || KingRunError::Suffix(excerpt(text));
    let mut parts = text.split('+').map(str::trim).skip(1);
    for side in [Side::Black, Side::White] {
        let part = parts.next().ok_or_else(error)?;
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) || part.len() > 3 {
            return Err(error());
        }
        let (count, square) = part.split_at(1);
        let count = count.parse().map_err(|_| error())?;
        let square = match square {
            "" if count == 0 => continue,
            number => number.parse().ok().and_then(R::Board::square),
        };
        let run = KingRun::new(square.ok_or_else(error)?, count);
        position = position.with_king_run(side, run)?;
    }
    if parts.next().is_some() {
        return Err(error());
    }
    Ok(position)
}

/// The suffix of a FEN, nothing if no king has moved last.
pub(super) fn suffix<R: Rules>(position: &Position<R>) -> String {
    let runs = [Side::Black, Side::White].map(|side| position.king_run(side));
    let mut text = String::new();
    if runs.iter().any(|run| run.count() > 0) {
        text.push(':');
        for run in runs {
            let _ = write!(text, "+{}", run.count());
            if run.count() > 0 {
                let _ = write!(text, "{:02}", R::Board::number(run.square()));
            }
        }
    }
    text
}

/// The position with the counts of a Hub position's `wolf`.
pub fn read_wolf<R: Rules>(
    mut position: Position<R>,
    text: &str,
) -> Result<Position<R>, KingRunError> {
    for word in text.split_whitespace() {
        let error = || KingRunError::Wolf(excerpt(word));
        let side = match word.chars().next() {
            Some('W' | 'w') => Side::White,
            Some('B' | 'b') => Side::Black,
            _ => return Err(error()),
        };
        let (square, count) = word[1..].split_once('=').ok_or_else(error)?;
        let square = square.parse().ok().and_then(R::Board::square);
        let count = count.parse().map_err(|_| error())?;
        let run = KingRun::new(square.ok_or_else(error)?, count);
        position = position.with_king_run(side, run)?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_fen, write_fen};
    use crate::rules::{Frisian, International};

    #[test]
    fn counts_are_read_and_written() {
        let fen = "W:WK28,32:BK6,7:+206+328";
        let position = parse_fen::<Frisian>(fen).unwrap().position;
        assert_eq!(write_fen(&position), fen);
        assert_eq!(position.king_run(Side::White).count(), 3);
        assert!(position.legal_moves().iter().all(|mv| !mv.is_king()));
        assert_eq!(position.key(), position.recomputed_key());
        let plain = parse_fen::<Frisian>("W:WK28,32:BK6,7:H0:F1:+0+0")
            .unwrap()
            .position;
        assert_eq!(write_fen(&plain), "W:WK28,32:BK6,7");
        assert_ne!(plain.key(), position.key());
        assert_eq!(read_wolf(plain, "W28=3 B6=2"), Ok(position));
        for bad in [
            "+", "+0", "+0+0+0", "+x+0", "+0+4", "+0+428", "+0+329", "+0+3999", "0+0",
        ] {
            let fen = format!("W:WK28,32:BK6,7:{bad}");
            assert!(parse_fen::<Frisian>(&fen).is_err(), "{bad}");
        }
        for bad in ["X28=1", "W28", "W28=4", "W28=x", "W32=1", "W=1", "\u{e9}=1"] {
            assert!(read_wolf(plain, bad).is_err(), "{bad}");
        }
        let error = parse_fen::<International>(fen).unwrap_err().to_string();
        assert!(error.contains("does not count"), "{error}");
    }
}
