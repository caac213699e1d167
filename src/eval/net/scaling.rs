//! Learned drawishness: by how much a score shrinks with this material on the board.

use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

/// Classes of material of a side: men 0-2, 3-5, 6 and more, each with 0, 1, 2 and more kings.
const SIDE_CLASSES: usize = 9;
/// Classes of a position: those of the side ahead, for each of those of the side behind.
pub const CLASSES: usize = SIDE_CLASSES * SIDE_CLASSES;
/// The factor that leaves a score as it is.
pub const WHOLE: u8 = 64;
/// The largest factor: twice the score.
pub const LARGEST_FACTOR: u8 = 2 * WHOLE;

/// A factor for each class of material, in 64ths. It multiplies what the rules of
/// [`crate::eval::drawish_divisor`] leave of the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaling(pub [u8; CLASSES]);

impl Default for Scaling {
    /// Nothing learned: all scores stay whole.
    fn default() -> Self {
        Self([WHOLE; CLASSES])
    }
}

impl Scaling {
    /// The class of a position, with this side ahead.
    #[inline]
    pub fn class<R: Rules>(position: &Position<R>, ahead: Side) -> usize {
        side_class(position, ahead) * SIDE_CLASSES + side_class(position, !ahead)
    }

    /// The factor for a position, in 64ths.
    #[inline]
    pub fn factor<R: Rules>(&self, position: &Position<R>, ahead: Side) -> i32 {
        i32::from(self.0[Self::class(position, ahead)])
    }
}

#[inline]
fn side_class<R: Rules>(position: &Position<R>, side: Side) -> usize {
    let men = (position.men(side).len() / 3).min(2);
    let kings = position.kings(side).len().min(2);
    (men * 3 + kings) as usize
}
