//! What a variant is: a page of constants on top of a board geometry. The generator and the
//! game read the constants; only [`Variant`], the run-time name, tells variants apart.

mod brazilian;
mod international;
mod killer;

pub use brazilian::Brazilian;
pub use international::International;
pub use killer::Killer;

use crate::board::Geometry;
use std::fmt::{self, Debug};
use std::str::FromStr;

/// The facts of a variant. Articles cited in the pages: "100" the Chinese national rules for
/// 100 squares, "64" those for 64 squares, "FMJD" annex 1 of the world federation.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board it is played on.
    type Board: Geometry;
    /// Its run-time name.
    const VARIANT: Variant;
    /// Must a king whose last captured piece is a king stop right behind it?
    const STOP_BEHIND_CAPTURED_KING: bool;
    /// When a game that goes on is drawn.
    const DRAWS: DrawRules;

    /// Captures are compared by this value and only the highest are legal.
    fn capture_value(men: u32, kings: u32) -> u32;
}

/// When a game is drawn. Lengths are in plies; 0 = the variant has no such rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// The same position with the same side to move this many times.
    pub repetitions: usize,
    /// Consecutive plies by kings without a capture.
    pub quiet_kings: u16,
    /// Three pieces, a king among them, against one king.
    pub three_against_king: u16,
    /// One or two pieces, a king among them, against one king.
    pub two_against_king: u16,
}

/// A variant's name at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// International draughts, 10x10.
    Normal,
    /// Killer draughts, 10x10.
    Killer,
    /// Brazilian draughts, 8x8.
    Brazilian,
}

impl Variant {
    /// All variants, the classical one first.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Killer, Self::Brazilian];

    /// The name in the Hub protocol and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Killer => "killer",
            Self::Brazilian => "brazilian",
        }
    }

    /// All names, blank separated.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(" ")
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A variant name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant {0:?}; known are: {known}", known = Variant::names())]
pub struct UnknownVariant(String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        match name.to_ascii_lowercase().as_str() {
            "normal" | "international" | "standard" => Ok(Self::Normal),
            "killer" => Ok(Self::Killer),
            "brazilian" => Ok(Self::Brazilian),
            _ => Err(UnknownVariant(name.chars().take(40).collect())),
        }
    }
}

/// Runs generic code for a run-time variant: `with_rules!(variant, R => expression using R)`.
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $variant {
            $crate::rules::Variant::Normal => {
                type $rules = $crate::rules::International;
                $body
            }
            $crate::rules::Variant::Killer => {
                type $rules = $crate::rules::Killer;
                $body
            }
            $crate::rules::Variant::Brazilian => {
                type $rules = $crate::rules::Brazilian;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_unknown_ones_list_the_known() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(variant));
            with_rules!(variant, R => assert_eq!(R::VARIANT, variant));
        }
        assert_eq!("International".parse(), Ok(Variant::Normal));
        let error = "italian".parse::<Variant>().unwrap_err().to_string();
        assert!(
            error.contains("italian") && error.contains("normal killer brazilian"),
            "{error}"
        );
    }
}
