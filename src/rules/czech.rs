//! Czech draughts: flying kings, men capture forwards, a capture by a king comes first.

use super::{DrawRules, Profile, Rules, Taken, Variant};
use crate::board::Eight;

/// Czech draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Czech;

impl Rules for Czech {
    type Board = Eight;
    const VARIANT: Variant = Variant::Czech;
    const LETTER_SQUARES: bool = true; // PDN type 29, "A0"
    const LONGER_IS_BETTER: bool = false;
    const MEN_CAPTURE_BACKWARDS: bool = false;

    /// A king captures before a man does, else any complete capture may be chosen.
    #[inline(always)]
    fn capture_value(taken: Taken) -> u32 {
        1 + u32::from(taken.by_king)
    }

    // No text of its rules was at hand: the limits are those of Brazilian draughts, the nearest
    // game on this board, without its counts for few pieces.
    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        DrawRules {
            quiet_kings: 30,
            ..DrawRules::REPETITION
        }
    }
}
