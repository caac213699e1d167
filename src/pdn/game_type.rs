//! The standard's numbers of games (PDN 3.0, tag `GameType`).

use crate::rules::Variant;

/// The number of a variant, where there is one.
pub const fn game_type(variant: Variant) -> Option<u32> {
    match variant {
        Variant::Normal => Some(20),
        Variant::English => Some(21),
        Variant::Italian => Some(22),
        Variant::Pool => Some(23),
        Variant::Russian => Some(25),
        Variant::Brazilian => Some(26),
        Variant::Czech => Some(29),
        Variant::Frisian => Some(40),
        // Not in the standard: a site's own.
        Variant::Breakthrough => Some(96),
        Variant::Frysk => Some(97),
        Variant::Losing => Some(98),
        Variant::Killer => None,
    }
}

/// Is a win worth two points in the results of this variant's games?
pub const fn has_two_points(variant: Variant) -> bool {
    matches!(variant, Variant::Normal)
}

/// The game a `GameType` tag names: its number, whatever the other fields say.
pub(super) fn variant_of(tag: &str) -> Result<Variant, GameTypeError> {
    let number = tag.split(',').next().unwrap_or_default().trim();
    let error = || GameTypeError(tag.chars().take(40).collect());
    let number: u32 = number.parse().map_err(|_| error())?;
    Variant::ALL
        .into_iter()
        .find(|variant| game_type(*variant) == Some(number))
        .ok_or_else(error)
}

/// A game that is not played here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("GameType {0:?}; expected one of {known}", known = known())]
pub struct GameTypeError(String);

fn known() -> String {
    let named = |variant: Variant| game_type(variant).map(|number| format!("{number} ({variant})"));
    let all: Vec<String> = Variant::ALL.into_iter().filter_map(named).collect();
    all.join(", ")
}
