//! English draughts, American checkers: short kings, men capture forwards, dark moves first.
//! Articles "WCDF" are those of the world checkers and draughts federation.

use super::{DrawRules, Profile, Rules, Taken, Variant};
use crate::board::{Eight, Side};

/// English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct English;

impl Rules for English {
    type Board = Eight;
    const VARIANT: Variant = Variant::English;
    const FIRST: Side = Side::Black;
    const LONGER_IS_BETTER: bool = false;
    const MEN_CAPTURE_BACKWARDS: bool = false;
    const FLYING_KINGS: bool = false;
    const KING_HOLDS_AGAINST: u32 = 1;

    /// Any complete capture may be chosen.
    #[inline(always)]
    fn capture_value(_: Taken) -> u32 {
        1
    }

    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        DrawRules {
            repetitions: 3,  // WCDF 1.32.1
            quiet_kings: 80, // WCDF 1.32.2: no man moved, nothing taken for 40 moves each
            ..DrawRules::REPETITION
        }
    }
}
