//! Killer draughts: international, but a king that takes a king last stops right behind it.

use super::{DrawRules, International, Profile, Rules, Variant};
use crate::board::Ten;

/// Killer draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Killer;

impl Rules for Killer {
    type Board = Ten;
    const VARIANT: Variant = Variant::Killer;
    const STOP_BEHIND_CAPTURED_KING: bool = true; // Freeling's rule
    const KING_HOLDS_AGAINST: u32 = 1;

    // No text of its own: two kings win against one, so the counts for few pieces do not apply.
    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        DrawRules {
            quiet_kings: International::DRAWS.quiet_kings,
            ..DrawRules::REPETITION
        }
    }
}
