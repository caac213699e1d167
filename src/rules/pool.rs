//! Pool checkers: Russian draughts, but a man is crowned at the end of its move only.

use super::{DrawRules, Profile, Rules, Taken, Variant};
use crate::board::{Eight, Side};

/// Pool checkers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool;

impl Rules for Pool {
    type Board = Eight;
    const VARIANT: Variant = Variant::Pool;
    const FIRST: Side = Side::Black; // PDN type 23
    const LONGER_IS_BETTER: bool = false;

    /// Any complete capture may be chosen.
    #[inline(always)]
    fn capture_value(_: Taken) -> u32 {
        1
    }

    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        DrawRules {
            quiet_kings: 30, // rule 26 of the American pool checkers association
            ..DrawRules::REPETITION
        }
    }
}
