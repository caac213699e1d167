//! Endings that material does not win: the score shrinks where a flying king holds the draw.

use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

/// By how much a score is divided when this side is ahead.
///
/// A side with a king rarely loses against so few pieces as the variant says, and equal kings with
/// a man more or less are drawish.
#[inline]
pub fn divisor<R: Rules>(position: &Position<R>, ahead: Side) -> i32 {
    let (kings, defending_kings) = (position.kings(ahead), position.kings(!ahead));
    if defending_kings.is_empty() {
        return 1;
    }
    let pieces = position.pieces(ahead).len();
    let lone = position.pieces(!ahead).len() == 1;
    if R::KING_HOLDS_AGAINST >= 2 && lone && pieces <= 2 {
        return 16;
    }
    if pieces <= R::KING_HOLDS_AGAINST {
        return 8;
    }
    if R::NO_MOVE_WINS {
        return 1;
    }
    let men = |side: Side| position.men(side).len() as i32;
    let are_even = kings.len() == defending_kings.len() && (men(ahead) - men(!ahead)).abs() <= 1;
    1 + i32::from(are_even)
}
