//! Frisian draughts, by the Official Rules for Frisian Draughts of 2011 ("FRI").

use super::{DrawRules, LoneKing, Profile, Rules, Taken, Variant};
use crate::board::{Direction, Ten};

/// Frisian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frisian;

impl Rules for Frisian {
    type Board = Ten;
    const VARIANT: Variant = Variant::Frisian;
    const CAPTURES: &'static [Direction] = &Direction::EIGHT;
    const KING_MOVE_LIMIT: u8 = 3; // FRI 17
    const KING_HOLDS_AGAINST: u32 = 1;

    /// A king is worth less than two men and more than any other excess (FRI 11): two a king and
    /// one a man, then fewer kings, then a capture by a king (FRI 12).
    #[inline(always)]
    fn capture_value(taken: Taken) -> u32 {
        (taken.men + 2 * taken.kings) * 128 + (63 - taken.kings) * 2 + u32::from(taken.by_king)
    }

    // FRI knows no count of quiet king moves; the repetition is that of the sites' engines.
    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        DrawRules {
            two_against_king: LoneKing::kings(14), // FRI 18: 7 moves each
            king_against_king: 4,                  // FRI 21.1, read as 2 moves each
            ..DrawRules::REPETITION
        }
    }
}
