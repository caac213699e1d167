//! A variant's name at run time.

use std::fmt;
use std::str::FromStr;

/// A variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// International draughts, 10x10.
    Normal,
    /// Killer draughts, 10x10.
    Killer,
    /// Breakthrough, 10x10.
    Breakthrough,
    /// Frisian draughts, 10x10.
    Frisian,
    /// Losing draughts, 10x10.
    Losing,
    /// Frysk!, 10x10.
    Frysk,
    /// Brazilian draughts, 8x8.
    Brazilian,
    /// Russian draughts, 8x8.
    Russian,
    /// English draughts, 8x8.
    English,
    /// Italian draughts, 8x8.
    Italian,
    /// Pool checkers, 8x8.
    Pool,
    /// Czech draughts, 8x8.
    Czech,
}

impl Variant {
    /// All variants, those engines of the field know first.
    pub const ALL: [Self; 12] = [
        Self::Normal,
        Self::Killer,
        Self::Breakthrough,
        Self::Frisian,
        Self::Losing,
        Self::Frysk,
        Self::Brazilian,
        Self::Russian,
        Self::English,
        Self::Italian,
        Self::Pool,
        Self::Czech,
    ];

    /// The names, the one in the Hub protocol and on the command line first.
    const fn all_names(self) -> &'static [&'static str] {
        match self {
            Self::Normal => &["normal", "international", "standard"],
            Self::Killer => &["killer"],
            Self::Breakthrough => &["bt", "breakthrough"],
            Self::Frisian => &["frisian"],
            Self::Losing => &["losing", "antidraughts"],
            Self::Frysk => &["frysk"],
            Self::Brazilian => &["brazilian"],
            Self::Russian => &["russian"],
            Self::English => &["english", "american", "checkers"],
            Self::Italian => &["italian"],
            Self::Pool => &["pool"],
            Self::Czech => &["czech"],
        }
    }

    /// The name in the Hub protocol and on the command line.
    pub const fn name(self) -> &'static str {
        self.all_names()[0]
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

    /// Letters of either case; `frysk!` is `frysk`.
    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let wanted = text.strip_suffix('!').unwrap_or(text);
        let is_known = |variant: &Self| {
            let mut names = variant.all_names().iter();
            names.any(|name| name.eq_ignore_ascii_case(wanted))
        };
        let variant = Self::ALL.into_iter().find(is_known);
        variant.ok_or_else(|| UnknownVariant(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn names_read_back_and_unknown_ones_list_the_known() {
        for variant in Variant::ALL {
            for name in variant.all_names() {
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(name.to_uppercase().parse(), Ok(variant));
            }
        }
        assert_eq!("Frysk!".parse(), Ok(Variant::Frysk));
        let error = "turkish".parse::<Variant>().unwrap_err().to_string();
        assert!(
            error.contains("turkish") && error.contains("normal killer bt frisian losing"),
            "{error}"
        );
    }
}
