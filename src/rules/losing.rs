//! Losing draughts: international, but whoever cannot move has won.

use super::{DrawRules, Profile, Rules, Variant};
use crate::board::Ten;

/// Losing draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Losing;

impl Rules for Losing {
    type Board = Ten;
    const VARIANT: Variant = Variant::Losing;
    const NO_MOVE_WINS: bool = true;
    const KING_HOLDS_AGAINST: u32 = 0;

    // The sites that play it know no other draw.
    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        DrawRules::REPETITION
    }
}
