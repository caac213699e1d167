//! International draughts on 100 squares.

use super::{DrawRules, Rules, Variant};
use crate::board::Ten;

/// International draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct International;

impl Rules for International {
    type Board = Ten;
    const VARIANT: Variant = Variant::Normal;
    const STOP_BEHIND_CAPTURED_KING: bool = false;
    const DRAWS: DrawRules = DrawRules {
        repetitions: 3,         // 100 12.3.1, FMJD 6.1
        quiet_kings: 50,        // 100 12.3.2, FMJD 6.2: 25 moves each
        three_against_king: 32, // 100 12.3.3, FMJD 6.3: 16 moves each
        two_against_king: 10,   // 100 12.3.4, FMJD 6.4: 5 moves each
    };

    /// Most pieces; man and king count alike (100 6.12 and 6.13, FMJD 4.13 and 4.14).
    #[inline]
    fn capture_value(men: u32, kings: u32) -> u32 {
        men + kings
    }
}
