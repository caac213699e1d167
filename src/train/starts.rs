//! Where self-play games start: far enough from each other and from good play that a lasting
//! advantage is seen as often as an equal game.

use crate::board::{Bitboard, Geometry, Side, Square};
use crate::game::Game;
use crate::position::Position;
use crate::prng::Prng;
use crate::rules::Rules;

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The usual start and some moves by chance.
    Usual,
    /// The same with a man of one side taken off.
    Handicap,
    /// A few pieces set down by chance.
    Ending,
}

/// A kind by chance: eight games of ten usual, one with a handicap, one an ending.
pub fn kind(prng: &mut Prng) -> Kind {
    match prng.below(10) {
        0 => Kind::Handicap,
        1 => Kind::Ending,
        _ => Kind::Usual,
    }
}

/// A game that is not over, with 4 to 20 moves made by chance (endings: none).
pub fn start<R: Rules>(kind: Kind, prng: &mut Prng) -> Game<R> {
    loop {
        let position = match kind {
            Kind::Usual => Position::default(),
            Kind::Handicap => handicap(prng),
            Kind::Ending => ending(prng),
        };
        let mut game = Game::new(position, 0);
        let plies = match kind {
            Kind::Ending => 0,
            _ => 4 + prng.below(17),
        };
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[prng.below(moves.len() as u64) as usize]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn pick(set: Bitboard, prng: &mut Prng) -> Square {
    let at = prng.below(u64::from(set.len())) as usize;
    set.into_iter()
        .nth(at)
        .expect("a set that is not empty has as many squares as its length")
}

fn handicap<R: Rules>(prng: &mut Prng) -> Position<R> {
    let start = Position::<R>::default();
    let side = Side::BOTH[prng.below(2) as usize];
    let mut men = [start.men(Side::White), start.men(Side::Black)];
    men[side.index()] = men[side.index()] - pick(start.men(side), prng).into();
    Position::new(men, [Bitboard::EMPTY; 2], start.side())
        .expect("a start position without one of its men is a position")
}

/// 4 to 12 pieces, both sides nearly as strong, every third one a king.
fn ending<R: Rules>(prng: &mut Prng) -> Position<R> {
    loop {
        let (mut men, mut kings) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2]);
        let each = 2 + prng.below(5);
        let more = prng.below(2) as usize;
        for side in Side::BOTH {
            let extra = prng.below(3) / 2 * u64::from(side.index() == more);
            for _ in 0..each + extra {
                let taken = men[0] | men[1] | kings[0] | kings[1];
                let free = R::Board::BOARD - taken;
                if !R::FIRST_KING_WINS && prng.below(3) == 0 {
                    kings[side.index()] |= pick(free, prng).into();
                } else {
                    let free = free - R::Board::promotion_row(side);
                    men[side.index()] |= pick(free, prng).into();
                }
            }
        }
        let side = Side::BOTH[prng.below(2) as usize];
        if let Ok(position) = Position::new(men, kings, side) {
            return position;
        }
    }
}
