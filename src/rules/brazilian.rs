//! Brazilian draughts: the international rules on 64 squares.

use super::{DrawRules, LoneKing, Profile, Rules, Variant};
use crate::board::Eight;

/// Brazilian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Eight;
    const VARIANT: Variant = Variant::Brazilian;
    const LETTER_SQUARES: bool = true; // PDN type 26, "A0"

    #[inline(always)]
    fn draws(profile: Profile) -> DrawRules {
        match profile {
            Profile::National => DrawRules {
                repetitions: 3,  // 64 12.3.1
                quiet_kings: 30, // 64 12.3.4.1: 15 moves each
                // None for three against one besides the 15-move rule.
                two_against_king: LoneKing::any(10), // 64 12.3.4.2: 5 moves each
                ..DrawRules::REPETITION
            },
            Profile::Fmjd => DrawRules::FMJD_64,
        }
    }
}
