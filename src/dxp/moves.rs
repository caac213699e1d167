//! Moves as the protocol tells them: from, to and the set of captured squares.

use super::error::DxpError;
use super::message::{Back, MoveMade};
use crate::board::{Bitboard, Geometry, Side};
use crate::game::Game;
use crate::notation::hub_move;
use crate::position::{Move, Position};
use crate::rules::Rules;
use std::fmt::Write;

/// The side that began.
pub(super) fn first_side<R: Rules>(game: &Game<R>) -> Side {
    let now = game.position().side();
    let is_even = game.moves().len().is_multiple_of(2);
    if is_even { now } else { !now }
}

/// How many moves a side has made.
pub(super) fn moves_made<R: Rules>(game: &Game<R>, side: Side) -> u32 {
    let plies = game.moves().len() as u32;
    if side == first_side(game) {
        plies.div_ceil(2)
    } else {
        plies / 2
    }
}

/// A move of ours as a message.
pub(super) fn told<R: Rules>(mv: Move, seconds: u16) -> MoveMade {
    MoveMade {
        seconds,
        from: R::Board::number(mv.from()),
        to: R::Board::number(mv.to()),
        captured: mv.captured().map(R::Board::number).collect(),
    }
}

/// The legal move that a message tells.
pub(super) fn find<R: Rules>(position: &Position<R>, made: &MoveMade) -> Result<Move, DxpError> {
    let square = R::Board::square;
    let captured: Bitboard = made.captured.iter().filter_map(|&at| square(at)).collect();
    let is_meant = |mv: &&Move| {
        (Some(mv.from()), Some(mv.to())) == (square(made.from), square(made.to))
            && mv.captured() == captured
            && captured.len() as usize == made.captured.len()
    };
    let legal = position.legal_moves();
    legal.iter().find(is_meant).copied().ok_or_else(|| {
        let separator = if made.captured.is_empty() { '-' } else { 'x' };
        let mut found = format!("{}{separator}{}", made.from, made.to);
        for at in &made.captured {
            let _ = write!(found, "x{at}");
        }
        error(position, found)
    })
}

/// What to say about a move that is not legal here.
pub(super) fn illegal<R: Rules>(position: &Position<R>, mv: Move) -> DxpError {
    error(position, hub_move::<R>(mv))
}

fn error<R: Rules>(position: &Position<R>, found: String) -> DxpError {
    let moves = position.legal_moves();
    let mut legal: Vec<String> = moves.iter().map(|mv| hub_move::<R>(*mv)).collect();
    legal.sort();
    if legal.len() > 12 {
        let more = legal.len() - 12;
        legal.truncate(12);
        legal.push(format!("and {more} more"));
    } else if legal.is_empty() {
        legal.push("no move: the game is over".to_owned());
    }
    let legal = legal.join(" ");
    DxpError::Illegal { found, legal }
}

/// Moves played before move `back.number` of its side. Numbers are counted as on paper: up by one
/// after each move of Black, also when Black began.
pub(super) fn ply(first: Side, back: Back) -> Option<usize> {
    let number = usize::from(back.number).checked_sub(1)?;
    (2 * number + back.side.index()).checked_sub(first.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_count_as_on_paper() {
        let (white, black) = (Side::White, Side::Black);
        for (first, number, side, plies) in [
            (white, 1, white, Some(0)),
            (white, 1, black, Some(1)),
            (white, 5, black, Some(9)),
            (black, 1, black, Some(0)),
            (black, 2, white, Some(1)),
            (black, 1, white, None),
            (white, 0, white, None),
        ] {
            assert_eq!(
                ply(first, Back { number, side }),
                plies,
                "{first:?} {number} {side:?}"
            );
        }
    }
}
