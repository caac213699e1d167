//! Frysk!: Frisian draughts with five men a side.

use super::{DrawRules, Frisian, Profile, Rules, Taken, Variant};
use crate::board::{Direction, Ten};

/// Frysk!
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frysk;

impl Rules for Frysk {
    type Board = Ten;
    const VARIANT: Variant = Variant::Frysk;
    const HOME_ROWS: usize = 1;
    const CAPTURES: &'static [Direction] = Frisian::CAPTURES;
    const KING_MOVE_LIMIT: u8 = Frisian::KING_MOVE_LIMIT;
    const KING_HOLDS_AGAINST: u32 = 1;

    #[inline(always)]
    fn capture_value(taken: Taken) -> u32 {
        Frisian::capture_value(taken)
    }

    #[inline(always)]
    fn draws(profile: Profile) -> DrawRules {
        Frisian::draws(profile)
    }
}
