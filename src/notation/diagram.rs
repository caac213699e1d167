//! A board drawn with characters, square numbers beside it.

use crate::board::{Geometry, Piece, Side};
use crate::position::Position;
use crate::rules::Rules;
use std::fmt::Write;

/// The board from White's side: `o` `O` White's men and kings, `x` `X` Black's, `.` empty; each
/// line ends with the numbers of its squares.
pub fn diagram<R: Rules>(position: &Position<R>) -> String {
    let mut text = String::new();
    let per_row = R::Board::ROW;
    for row in 0..R::Board::WIDTH {
        for column in 0..per_row {
            let square = R::Board::square(row * per_row + column + 1);
            let letter = match square.and_then(|square| position.piece_at(square)) {
                Some(Piece {
                    side: Side::White,
                    is_king: false,
                }) => 'o',
                Some(Piece {
                    side: Side::White,
                    is_king: true,
                }) => 'O',
                Some(Piece {
                    side: Side::Black,
                    is_king: false,
                }) => 'x',
                Some(Piece {
                    side: Side::Black,
                    is_king: true,
                }) => 'X',
                None => '.',
            };
            let _ = if row % 2 == 0 {
                write!(text, "   {letter}")
            } else {
                write!(text, " {letter}  ")
            };
        }
        let first = row * per_row + 1;
        let gap = if row % 2 == 0 { "  " } else { "" };
        let _ = writeln!(text, "  {gap}{first:>2}-{}", first + per_row - 1);
    }
    text
}
