//! Breakthrough: international draughts won by the first king.

use super::{DrawRules, Profile, Rules, Variant};
use crate::board::Ten;

/// Breakthrough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough;

impl Rules for Breakthrough {
    type Board = Ten;
    const VARIANT: Variant = Variant::Breakthrough;
    const FIRST_KING_WINS: bool = true;

    // No draw can arise: every ply moves a man or captures.
    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        DrawRules::REPETITION
    }
}
