//! When a game that goes on is drawn.

use std::fmt;
use std::str::FromStr;

/// Whose reading of the draw rules is played. On 100 squares both agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Profile {
    /// The Chinese national rules; in games these do not treat, the usual rules of the game.
    #[default]
    National,
    /// The federation of the game: for 64 squares section 7.2 of the world federation's rules.
    Fmjd,
}

impl Profile {
    /// Both.
    pub const ALL: [Self; 2] = [Self::National, Self::Fmjd];

    /// The name in the Hub protocol and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::National => "national",
            Self::Fmjd => "fmjd",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name of a reading that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules {0:?}; expected national or fmjd")]
pub struct UnknownProfile(String);

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        let known = |profile: &Self| profile.name().eq_ignore_ascii_case(name);
        let profile = Self::ALL.into_iter().find(known);
        profile.ok_or_else(|| UnknownProfile(name.chars().take(40).collect()))
    }
}

/// When a game is drawn. Lengths are in plies; 0 = the variant has no such rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// The same position with the same side to move this many times.
    pub repetitions: usize,
    /// Consecutive plies by kings without a capture.
    pub quiet_kings: u16,
    /// Plies without a capture, by men or kings.
    pub no_capture: u16,
    /// Plies without a capture or promotion while both sides have kings, with 4 or 5 and with 6
    /// or 7 pieces on the board.
    pub no_change: [u16; 2],
    /// Three pieces, a king among them, against one king.
    pub three_against_king: LoneKing,
    /// Two pieces, a king among them, against one king.
    pub two_against_king: LoneKing,
    /// King against king; 0 = as two against one.
    pub king_against_king: u16,
    /// Three pieces, a king among them, against one king that stands on the main road.
    pub main_road: u16,
}

/// A rule for endings against one king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoneKing {
    /// Plies at which the game is drawn; 0 = no such rule.
    pub plies: u16,
    /// Are the stronger side's pieces kings all?
    pub kings_only: bool,
    /// Do more pieces count as these?
    pub or_more: bool,
    /// Are the stronger side's moves counted? Then its first move counts for two plies when it
    /// begins, so that the limit is reached with its move.
    pub by_strong_side: bool,
}

impl LoneKing {
    /// A rule for any pieces, a king among them.
    pub(super) const fn any(plies: u16) -> Self {
        Self {
            plies,
            kings_only: false,
            or_more: false,
            by_strong_side: false,
        }
    }

    /// A rule for kings alone.
    pub(super) const fn kings(plies: u16) -> Self {
        Self {
            kings_only: true,
            ..Self::any(plies)
        }
    }
}

impl DrawRules {
    /// Nothing but the third repetition.
    pub(super) const REPETITION: Self = Self {
        repetitions: 3,
        quiet_kings: 0,
        no_capture: 0,
        no_change: [0; 2],
        three_against_king: LoneKing::any(0),
        two_against_king: LoneKing::any(0),
        king_against_king: 0,
        main_road: 0,
    };

    /// The world federation's rules for 64 squares.
    pub(super) const FMJD_64: Self = Self {
        repetitions: 3,       // FMJD-64 7.2.3
        quiet_kings: 30,      // 7.2.5: 15 moves each
        no_change: [60, 120], // 7.2.6: 30 and 60 moves each; pieces counted on the whole board
        three_against_king: LoneKing {
            or_more: true,
            ..LoneKing::kings(30) // 7.2.4: 15 moves each
        },
        main_road: 10, // 7.2.7: 5 moves each; begins anew off the road
        two_against_king: LoneKing::any(10), // 7.2.8: 5 moves each
        ..Self::REPETITION
    };
}
