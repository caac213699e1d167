//! International draughts on 100 squares.

use super::{DrawRules, LoneKing, Profile, Rules, Variant};
use crate::board::Ten;

/// International draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct International;

impl International {
    /// The Chinese national rules and the world federation's agree.
    pub(super) const DRAWS: DrawRules = DrawRules {
        repetitions: 3,                        // 100 12.3.1, FMJD 6.1
        quiet_kings: 50,                       // 100 12.3.2, FMJD 6.2: 25 moves each
        three_against_king: LoneKing::any(32), // 100 12.3.3, FMJD 6.3: 16 moves each
        two_against_king: LoneKing::any(10),   // 100 12.3.4, FMJD 6.4: 5 moves each
        ..DrawRules::REPETITION
    };
}

impl Rules for International {
    type Board = Ten;
    const VARIANT: Variant = Variant::Normal;

    #[inline(always)]
    fn draws(_: Profile) -> DrawRules {
        Self::DRAWS
    }
}
