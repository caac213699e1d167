//! A position as one letter a square: `W`/`B` for the side to move, then the squares in number
//! order as `w b W B e` (man, man, king, king, empty), as the Hub protocol has it.

use crate::board::{Bitboard, Geometry, Piece, Side};
use crate::position::{Position, SetupError};
use crate::rules::Rules;

/// Why a text is no position in this form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SquaresError {
    /// Wrong number of characters.
    #[error("{found} characters where the side to move and {expected} squares were expected")]
    Length {
        /// Squares of the variant's board.
        expected: u8,
        /// What came.
        found: usize,
    },
    /// The first character.
    #[error("side to move {0:?}; expected W or B")]
    Side(char),
    /// Any other character.
    #[error("{found:?} on square {square}; expected one of w b W B e")]
    Character {
        /// Where.
        square: usize,
        /// What came.
        found: char,
    },
    /// Pieces that cannot stand so.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a position.
pub fn parse_squares<R: Rules>(text: &str) -> Result<Position<R>, SquaresError> {
    let expected = R::Board::SQUARES;
    let found = text.chars().count();
    if found != usize::from(expected) + 1 {
        return Err(SquaresError::Length { expected, found });
    }
    let mut chars = text.chars();
    let side = match chars.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        other => return Err(SquaresError::Side(other.unwrap_or(' '))),
    };
    let (mut men, mut kings) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2]);
    for (number, found) in (1..).zip(chars) {
        let square = R::Board::square(number).map_or(Bitboard::EMPTY, Bitboard::from);
        match found {
            'w' => men[0] |= square,
            'b' => men[1] |= square,
            'W' => kings[0] |= square,
            'B' => kings[1] |= square,
            'e' => {}
            _ => {
                return Err(SquaresError::Character {
                    square: number.into(),
                    found,
                });
            }
        }
    }
    Ok(Position::new(men, kings, side)?)
}

/// Writes a position.
pub fn write_squares<R: Rules>(position: &Position<R>) -> String {
    let side = if position.side() == Side::White {
        'W'
    } else {
        'B'
    };
    let squares = (1..=R::Board::SQUARES).map(|number| {
        match R::Board::square(number).and_then(|square| position.piece_at(square)) {
            Some(Piece {
                side: Side::White,
                is_king: false,
            }) => 'w',
            Some(Piece {
                side: Side::White,
                is_king: true,
            }) => 'W',
            Some(Piece {
                side: Side::Black,
                is_king: false,
            }) => 'b',
            Some(Piece {
                side: Side::Black,
                is_king: true,
            }) => 'B',
            None => 'e',
        }
    });
    std::iter::once(side).chain(squares).collect()
}
