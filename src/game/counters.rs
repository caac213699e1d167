//! The running counts behind the draw rules, part of the state: the referee and the search
//! keep the same ones.

use crate::board::{Bitboard, Side};
use crate::position::{Move, Position};
use crate::prng::Prng;
use crate::rules::Rules;
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

/// A counting rule as it stands in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The rule.
    pub rule: DrawRule,
    /// Plies counted so far.
    pub count: u16,
    /// Plies at which the game is drawn; 0 = never.
    pub limit: u16,
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

    /// The rule of the ending with a lone king and its limit; none where the variant has none.
    #[inline]
    fn lone_rule<R: Rules>(self) -> Option<(DrawRule, u16)> {
        let (rule, limit) = match self.ending {
            LoneKing::None => return None,
            LoneKing::AgainstThree => (DrawRule::ThreeAgainstKing, R::DRAWS.three_against_king),
            LoneKing::AgainstTwo => (DrawRule::TwoAgainstKing, R::DRAWS.two_against_king),
        };
        (limit != 0).then_some((rule, limit))
    }

    /// The rule whose count is full, if any.
    #[inline]
    pub fn expired<R: Rules>(self) -> Option<DrawRule> {
        let limit = R::DRAWS.quiet_kings;
        self.lone_rule::<R>()
            .filter(|(_, limit)| self.lone_king >= *limit)
            .map(|(rule, _)| rule)
            .or((limit != 0 && self.quiet_kings >= limit).then_some(DrawRule::QuietKings))
    }

    /// The rule that bounds play from here: the one of the ending if there is one, else that of
    /// quiet king moves.
    #[inline]
    pub fn bound<R: Rules>(self) -> Bound {
        let quiet = (DrawRule::QuietKings, R::DRAWS.quiet_kings);
        let lone = self.lone_rule::<R>();
        let (rule, limit) = lone.unwrap_or(quiet);
        Bound {
            rule,
            count: lone.map_or(self.quiet_kings, |_| self.lone_king),
            limit,
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
        let lone = if self.lone_rule::<R>().is_some() {
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
