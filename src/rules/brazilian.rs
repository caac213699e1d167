//! Brazilian draughts: the international rules on 64 squares.

use super::{DrawRules, International, Rules, Variant};
use crate::board::Eight;

/// Brazilian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Eight;
    const VARIANT: Variant = Variant::Brazilian;
    const STOP_BEHIND_CAPTURED_KING: bool = false;
    const DRAWS: DrawRules = DrawRules {
        repetitions: 3,        // 64 12.3.1
        quiet_kings: 30,       // 64 12.3.4.1: 15 moves each
        three_against_king: 0, // none besides the 15-move rule
        two_against_king: 10,  // 64 12.3.4.2: 5 moves each
    };

    #[inline]
    fn capture_value(men: u32, kings: u32) -> u32 {
        International::capture_value(men, kings)
    }
}
