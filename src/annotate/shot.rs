//! Shots: combinations that give material and win it back with interest.

use crate::board::Side;
use crate::position::{Move, Position};
use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// A shot in a line. Material in men, a king for three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// Material given.
    pub given: i32,
    /// Material won for it, kings made included.
    pub won: i32,
    /// Plies until then.
    pub plies: usize,
}

const KING: i32 = 3;

fn material<R: Rules>(position: &Position<R>, side: Side) -> i32 {
    position.men(side).len() as i32 + KING * position.kings(side).len() as i32
}

impl Shot {
    /// What the mover has more of in the end.
    pub const fn interest(self) -> i32 {
        self.won - self.given
    }

    /// The shot a line begins with, if it does: the mover is at least a man down on the way, every
    /// reply captures, and when nobody captures any more he is at least a man up. Where the line
    /// breaks off, sole captures go on.
    pub fn find<R: Rules>(start: &Position<R>, line: &[Move]) -> Option<Self> {
        let us = start.side();
        let (mut given, mut won) = (0, 0);
        let (mut position, mut is_down, mut found) = (*start, false, None);
        let mut line = line.iter().copied();
        for plies in 1.. {
            let next = line.next().or_else(|| sole_capture(&position));
            let Some(mv) = next else { break };
            if position.side() != us && !mv.is_capture() {
                break;
            }
            let after = position.after(mv);
            let change = |side| material(&position, side) - material(&after, side);
            // A king made is won, too.
            let (ours, theirs) = (change(us), change(!us));
            given += ours.max(0) + (-theirs).max(0);
            won += theirs.max(0) + (-ours).max(0);
            position = after;
            is_down |= given > won;
            let is_quiet = !position.can_capture(position.side());
            if is_quiet && is_down && won > given {
                found = Some(Self { given, won, plies });
            }
        }
        found
    }
}

/// The one legal move, if it captures.
fn sole_capture<R: Rules>(position: &Position<R>) -> Option<Move> {
    let moves = position.legal_moves();
    match moves.as_slice() {
        [mv] if mv.is_capture() => Some(*mv),
        _ => None,
    }
}
