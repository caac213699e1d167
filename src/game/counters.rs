//! The running counts behind the draw rules, part of the state: the referee and the search
//! keep the same ones.

use crate::board::{Bitboard, Geometry, Side};
use crate::position::{Move, Position};
use crate::prng::Prng;
use crate::rules::{DrawRules, LoneKing, Profile, Rules};
use std::fmt;

/// The rule by which a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawRule {
    /// The same position for the third time.
    Repetition,
    /// Too many king moves in a row without a capture.
    QuietKings,
    /// No capture for too long.
    NoCapture,
    /// No capture and no promotion in an ending of few pieces for too long.
    NoChange,
    /// Three pieces against one king for too long.
    ThreeAgainstKing,
    /// Three pieces against one king on the main road for too long.
    MainRoad,
    /// One or two pieces against one king for too long.
    TwoAgainstKing,
    /// King against king for too long.
    KingAgainstKing,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition => "third repetition",
            Self::QuietKings => "king moves only, without a capture",
            Self::NoCapture => "no capture",
            Self::NoChange => "no capture and no promotion in an ending",
            Self::ThreeAgainstKing => "three pieces against one king",
            Self::MainRoad => "three pieces against a king on the main road",
            Self::TwoAgainstKing => "two pieces or one against one king",
            Self::KingAgainstKing => "king against king",
        })
    }
}

/// An ending with a rule of its own: one side has a single king and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Ending {
    #[default]
    None,
    AgainstThree,
    AgainstTwo,
    AgainstOne,
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

/// Plies since the conditions of the counting rules arose, and whose reading counts. Counts end at
/// the top of their type, above every limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    quiet_kings: u16,
    lone_king: u8,
    /// Without a capture, or without capture and promotion, as the rules have it.
    still: u8,
    /// One more than the plies counted, so that 0 says that no count runs.
    main_road: u8,
    ending: Ending,
    profile: Profile,
}

impl Counters {
    /// The counts at the start of a game, with what is known of quiet king plies before it.
    pub fn start<R: Rules>(position: &Position<R>, quiet_kings: u16) -> Self {
        Self::start_under(position, quiet_kings, Profile::default())
    }

    /// The same under a reading of the rules.
    pub fn start_under<R: Rules>(
        position: &Position<R>,
        quiet_kings: u16,
        profile: Profile,
    ) -> Self {
        let (ending, lone_king) = arising(position, &R::draws(profile));
        Self {
            quiet_kings,
            lone_king,
            still: quiet_kings.min(u8::MAX.into()) as u8,
            main_road: u8::from(on_main_road(position)),
            ending,
            profile,
        }
    }

    /// Whose reading of the rules counts.
    #[inline]
    pub const fn profile(self) -> Profile {
        self.profile
    }

    /// The counts after a move from `before` to `after`.
    ///
    /// A man move or capture ends the run of quiet king plies. The lone-king count runs on
    /// through man moves and promotions, and through 2 v 1 becoming 1 v 1 where one rule covers
    /// both; it starts anew only when another kind of ending arises.
    #[inline]
    #[must_use]
    pub fn after<R: Rules>(self, mv: Move, after: &Position<R>) -> Self {
        let draws = R::draws(self.profile);
        let quiet = mv.is_king() && !mv.is_capture();
        let mut next = Self {
            quiet_kings: if quiet {
                self.quiet_kings.saturating_add(1)
            } else {
                0
            },
            profile: self.profile,
            ..Self::default()
        };
        if draws.no_capture != 0 || draws.no_change != [0; 2] {
            let ends = mv.is_capture() || draws.no_capture == 0 && mv.is_promotion();
            if !ends {
                next.still = self.still.saturating_add(1);
            }
        }
        if after.occupied().len() > 4 && !draws.three_against_king.or_more {
            return next;
        }
        let arisen;
        (next.ending, arisen) = arising(after, &draws);
        if next.ending != Ending::None {
            next.lone_king = if next.ending == self.ending {
                self.lone_king.saturating_add(1)
            } else {
                arisen
            };
        }
        if draws.main_road != 0 && on_main_road(after) {
            next.main_road = self.main_road.saturating_add(1);
        }
        next
    }

    /// Consecutive plies by kings without a capture.
    #[inline]
    pub const fn quiet_kings(self) -> u16 {
        self.quiet_kings
    }

    /// The rule of the ending with a lone king and its limit; none where the variant has none.
    #[inline]
    fn lone_rule(self, draws: &DrawRules) -> Option<(DrawRule, u16)> {
        let (rule, limit) = match self.ending {
            Ending::None => return None,
            Ending::AgainstThree => (DrawRule::ThreeAgainstKing, draws.three_against_king.plies),
            Ending::AgainstTwo => (DrawRule::TwoAgainstKing, draws.two_against_king.plies),
            Ending::AgainstOne => (DrawRule::KingAgainstKing, draws.king_against_king),
        };
        (limit != 0).then_some((rule, limit))
    }

    /// The rule whose count is full, if any.
    #[inline]
    pub fn expired<R: Rules>(self, position: &Position<R>) -> Option<DrawRule> {
        let draws = &R::draws(self.profile);
        if let Some((rule, limit)) = self.lone_rule(draws)
            && u16::from(self.lone_king) >= limit
        {
            return Some(rule);
        }
        if draws.main_road != 0 && u16::from(self.main_road) > draws.main_road {
            return Some(DrawRule::MainRoad);
        }
        if draws.quiet_kings != 0 && self.quiet_kings >= draws.quiet_kings {
            return Some(DrawRule::QuietKings);
        }
        let still = u16::from(self.still);
        if draws.no_capture != 0 && still >= draws.no_capture {
            return Some(DrawRule::NoCapture);
        }
        let limit = no_change(position, draws);
        (limit != 0 && still >= limit).then_some(DrawRule::NoChange)
    }

    /// The rule that bounds play from here: the one of the ending if there is one, else that of
    /// quiet king moves.
    #[inline]
    pub fn bound<R: Rules>(self) -> Bound {
        let draws = &R::draws(self.profile);
        let quiet = (DrawRule::QuietKings, draws.quiet_kings);
        let lone = self.lone_rule(draws);
        let (rule, limit) = lone.unwrap_or(quiet);
        Bound {
            rule,
            count: lone.map_or(self.quiet_kings, |_| self.lone_king.into()),
            limit,
        }
    }

    /// What to mix into a position's key so that a value found under one count is not used
    /// under another where counts matter: in the lone-king endings always, for long runs in the
    /// second half of the allowed run.
    #[inline]
    pub fn key<R: Rules>(self) -> u64 {
        let draws = &R::draws(self.profile);
        let quiet = late(self.quiet_kings, draws.quiet_kings);
        let lone = if self.lone_rule(draws).is_some() {
            u64::from(self.lone_king) + 1
        } else {
            0
        };
        let longest = draws.no_capture.max(draws.no_change[0]);
        let still = late(self.still.into(), longest);
        let road = u64::from(self.main_road);
        if quiet | lone | still | road == 0 {
            0
        } else {
            Prng::new(road << 56 | still << 48 | quiet << 32 | lone).next()
        }
    }
}

/// A count in the second half of its limit, else 0.
#[inline]
fn late(count: u16, limit: u16) -> u64 {
    if limit != 0 && count > limit / 2 {
        count.into()
    } else {
        0
    }
}

/// The side of a lone king, if the other has a king too: two men against a king are not yet an
/// ending with a rule.
#[inline]
fn lone_king<R: Rules>(position: &Position<R>) -> Option<Side> {
    let is_lone = |side: &Side| {
        position.men(*side) == Bitboard::EMPTY
            && position.kings(*side).len() == 1
            && !position.kings(!*side).is_empty()
    };
    let weaker = |side: &Side| position.pieces(!*side).len();
    Side::BOTH.into_iter().filter(is_lone).max_by_key(weaker)
}

/// The kind of ending a position is, and the plies its count begins with.
fn arising<R: Rules>(position: &Position<R>, draws: &DrawRules) -> (Ending, u8) {
    let Some(lone) = lone_king(position) else {
        return (Ending::None, 0);
    };
    let covers = |rule: &LoneKing| !rule.kings_only || position.men(!lone).is_empty();
    let number = position.pieces(!lone).len();
    let (ending, rule) = match number {
        1 if draws.king_against_king != 0 => return (Ending::AgainstOne, 0),
        1 | 2 => (Ending::AgainstTwo, &draws.two_against_king),
        3 => (Ending::AgainstThree, &draws.three_against_king),
        _ if draws.three_against_king.or_more => (Ending::AgainstThree, &draws.three_against_king),
        _ => return (Ending::None, 0),
    };
    if !covers(rule) {
        return (Ending::None, 0);
    }
    let first = rule.by_strong_side && position.side() != lone;
    (ending, first.into())
}

/// Does a lone king on the main road stand against three pieces?
fn on_main_road<R: Rules>(position: &Position<R>) -> bool {
    lone_king(position).is_some_and(|lone| {
        position.pieces(!lone).len() == 3 && position.kings(lone).meets(R::Board::MAIN_ROAD)
    })
}

/// The limit of the count without a capture or promotion that this position has; 0 = none.
#[inline]
fn no_change<R: Rules>(position: &Position<R>, draws: &DrawRules) -> u16 {
    let [few, many] = draws.no_change;
    let both_have_kings = Side::BOTH
        .into_iter()
        .all(|side| !position.kings(side).is_empty());
    if few | many == 0 || !both_have_kings {
        return 0;
    }
    match position.occupied().len() {
        4 | 5 => few,
        6 | 7 => many,
        _ => 0,
    }
}
