//! Endings that material does not win: the score shrinks where a flying king holds the draw.

use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

/// By how much a score is divided when this side is ahead.
///
/// A side with a king rarely loses: against three pieces or fewer it mostly draws (in killer
/// draughts two kings win against one, so there this does not hold), and equal kings with a man
/// more or less are drawish.
#[inline]
pub fn divisor<R: Rules>(position: &Position<R>, ahead: Side) -> i32 {
    let (kings, defending_kings) = (position.kings(ahead), position.kings(!ahead));
    if defending_kings.is_empty() {
        return 1;
    }
    let pieces = position.pieces(ahead).len();
    if !R::STOP_BEHIND_CAPTURED_KING {
        let lone = position.pieces(!ahead).len() == 1;
        if lone && pieces <= 2 {
            return 16;
        }
        if pieces <= 3 {
            return 8;
        }
    } else if pieces <= 1 {
        return 8;
    }
    let men = |side: Side| position.men(side).len() as i32;
    let are_even = kings.len() == defending_kings.len() && (men(ahead) - men(!ahead)).abs() <= 1;
    1 + i32::from(are_even)
}
