//! Russian draughts: a man that reaches the last row in a capture goes on as a king.

use super::{DrawRules, LoneKing, Profile, Rules, Taken, Variant};
use crate::board::Eight;

/// Russian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Russian;

impl Rules for Russian {
    type Board = Eight;
    const VARIANT: Variant = Variant::Russian;
    const LETTER_SQUARES: bool = true; // PDN type 25, "A0"
    const CAPTURE_SIGN: char = ':';
    const LONGER_IS_BETTER: bool = false;
    const CROWNED_IN_PASSING: bool = true;

    /// Any complete capture may be chosen.
    #[inline(always)]
    fn capture_value(_: Taken) -> u32 {
        1
    }

    #[inline(always)]
    fn draws(profile: Profile) -> DrawRules {
        match profile {
            Profile::National => DrawRules {
                repetitions: 3, // 64 12.3.1
                no_capture: 60, // 64 12.3.5.1: 30 moves each
                three_against_king: LoneKing {
                    by_strong_side: true,
                    ..LoneKing::kings(36) // 64 12.3.5.2: 18 moves of the stronger side
                },
                ..DrawRules::REPETITION
            },
            Profile::Fmjd => DrawRules::FMJD_64,
        }
    }
}
