//! Text to positions and moves, and back.

mod diagram;
mod excerpt;
mod fen;
mod king_runs;
mod move_text;
mod square_text;
mod squares;

pub use diagram::diagram;
pub use excerpt::excerpt;
pub use fen::{FenError, Setup, parse_fen, write_fen};
pub use king_runs::{KingRunError, read_wolf};
pub use move_text::{MoveTextError, hub_move, parse_move, short_move};
pub use square_text::{parse_square, write_square};
pub use squares::{SquaresError, parse_squares, write_squares};

use crate::rules::Rules;

/// A position in either text form: PDN FEN, or Hub's one letter a square.
pub fn parse_position<R: Rules>(text: &str) -> Result<Setup<R>, FenError> {
    let trimmed = text.trim();
    let is_hub = trimmed.len() > 5 && trimmed.chars().all(|c| "wWbBe".contains(c));
    if is_hub {
        Ok(Setup {
            position: parse_squares(trimmed)?,
            half_moves: 0,
        })
    } else {
        parse_fen(trimmed)
    }
}
