//! The running counts behind the draw rules, part of the state: the referee and the search
//! keep the same ones.

use crate::board::{Bitboard, Side};
use crate::position::{Move, Position};
use crate::prng::Prng;
use crate::rules::{DrawRules, Rules};
use std::fmt;

/// The rule by which a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawRule {
    /// The same position for the third time.
    Repetition,
    /// Too many king moves in a row without a capture.
    QuietKings,
    /// Three pieces against one king for too long.
    ThreeAgainstKing,
    /// One or two pieces against one king for too long.
    TwoAgainstKing,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition => "third repetition",
            Self::QuietKings => "king moves only, without a capture",
            Self::ThreeAgainstKing => "three pieces against one king",
            Self::TwoAgainstKing => "two pieces or one against one king",
        })
    }
}

/// An ending with a rule of its own: one side has a single king and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum LoneKing {
    #[default]
    None,
    AgainstThree,
    AgainstTwo,
}

/// Plies since the conditions of the counting rules arose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    quiet_kings: u16,
    lone_king: u16,
    ending: LoneKing,
}

impl Counters {
    /// The counts at the start of a game, with what is known of quiet king plies before it.
    pub fn start<R: Rules>(position: &Position<R>, quiet_kings: u16) -> Self {
        Self {
            quiet_kings,
            lone_king: 0,
            ending: ending(position),
        }
    }

    /// The counts after a move from `before` to `after`.
    ///
    /// A man move or capture ends the run of quiet king plies. The lone-king count runs on
    /// through man moves and promotions, and through 2 v 1 becoming 1 v 1; it starts anew only
    /// when another kind of ending arises.
    #[inline]
    #[must_use]
    pub fn after<R: Rules>(self, mv: Move, after: &Position<R>) -> Self {
        let quiet = mv.is_king() && !mv.is_capture();
        let quiet_kings = if quiet {
            self.quiet_kings.saturating_add(1)
        } else {
            0
        };
        if after.occupied().len() > 4 {
            return Self {
                quiet_kings,
                ..Self::default()
            };
        }
        let ending = ending(after);
        let goes_on = ending == self.ending && ending != LoneKing::None;
        let lone_king = if goes_on {
            self.lone_king.saturating_add(1)
        } else {
            0
        };
        Self {
            quiet_kings,
            lone_king,
            ending,
        }
    }

    /// Consecutive plies by kings without a capture.
    #[inline]
    pub const fn quiet_kings(self) -> u16 {
        self.quiet_kings
    }

    /// The rule whose count is full, if any.
    #[inline]
    pub fn expired<R: Rules>(self) -> Option<DrawRule> {
        let DrawRules {
            quiet_kings,
            three_against_king,
            two_against_king,
            ..
        } = R::DRAWS;
        let (limit, rule) = match self.ending {
            LoneKing::None => (0, DrawRule::QuietKings),
            LoneKing::AgainstThree => (three_against_king, DrawRule::ThreeAgainstKing),
            LoneKing::AgainstTwo => (two_against_king, DrawRule::TwoAgainstKing),
        };
        if limit != 0 && self.lone_king >= limit {
            Some(rule)
        } else {
            (quiet_kings != 0 && self.quiet_kings >= quiet_kings).then_some(DrawRule::QuietKings)
        }
    }

    /// What to mix into a position's key so that a value found under one count is not used
    /// under another where counts matter: in the lone-king endings always, for quiet king
    /// plies in the second half of the allowed run.
    #[inline]
    pub fn key<R: Rules>(self) -> u64 {
        let quiet = if R::DRAWS.quiet_kings != 0 && self.quiet_kings > R::DRAWS.quiet_kings / 2 {
            u64::from(self.quiet_kings)
        } else {
            0
        };
        let ruled = match self.ending {
            LoneKing::None => false,
            LoneKing::AgainstThree => R::DRAWS.three_against_king != 0,
            LoneKing::AgainstTwo => R::DRAWS.two_against_king != 0,
        };
        let lone = if ruled {
            u64::from(self.lone_king) + 1
        } else {
            0
        };
        if quiet | lone == 0 {
            0
        } else {
            Prng::new(quiet << 32 | lone).next()
        }
    }
}

/// The kind of ending a position is. The other side needs a king too: two men against a king
/// are not yet such an ending.
fn ending<R: Rules>(position: &Position<R>) -> LoneKing {
    let lone =
        |side: Side| position.men(side) == Bitboard::EMPTY && position.kings(side).len() == 1;
    let mut found = LoneKing::None;
    for side in Side::BOTH {
        if lone(side) && !position.kings(!side).is_empty() {
            match position.pieces(!side).len() {
                1 | 2 => return LoneKing::AgainstTwo,
                3 => found = LoneKing::AgainstThree,
                _ => {}
            }
        }
    }
    found
}
