//! Killer draughts: international, but a king that takes a king last stops right behind it.

use super::{DrawRules, International, Rules, Variant};
use crate::board::Ten;

/// Killer draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Killer;

impl Rules for Killer {
    type Board = Ten;
    const VARIANT: Variant = Variant::Killer;
    const STOP_BEHIND_CAPTURED_KING: bool = true; // Freeling's rule
    // No text of its own: two kings win against one, so the counts for few pieces do not apply.
    const DRAWS: DrawRules = DrawRules {
        three_against_king: 0,
        two_against_king: 0,
        ..International::DRAWS
    };

    #[inline]
    fn capture_value(men: u32, kings: u32) -> u32 {
        International::capture_value(men, kings)
    }
}
