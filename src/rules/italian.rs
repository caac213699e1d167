//! Italian draughts: short kings, men capture forwards and no kings, h1 dark.

use super::{DrawRules, Profile, Rules, Taken, Variant};
use crate::board::EightMirrored;

/// Italian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Italian;

impl Rules for Italian {
    type Board = EightMirrored;
    const VARIANT: Variant = Variant::Italian;
    const MEN_CAPTURE_BACKWARDS: bool = false;
    const MEN_CAPTURE_KINGS: bool = false;
    const FLYING_KINGS: bool = false;
    const KING_HOLDS_AGAINST: u32 = 1;

    /// Most pieces, then by a king, then most kings, then the way that meets a king earlier.
    #[inline(always)]
    fn capture_value(taken: Taken) -> u32 {
        let (pieces, kings) = (taken.men + taken.kings, taken.kings);
        // The first jump is the highest bit of `order`, so an earlier king is the larger number.
        let order = taken.order << (16 - pieces.min(16));
        (pieces << 22) | u32::from(taken.by_king) << 21 | kings << 16 | order
    }

    #[inline(always)]
    fn draws(profile: Profile) -> DrawRules {
        DrawRules {
            repetitions: match profile {
                Profile::National => 3,
                Profile::Fmjd => 4, // Italian federation 9.3
            },
            quiet_kings: 80, // Italian federation 10.4: 40 moves each
            ..DrawRules::REPETITION
        }
    }
}
