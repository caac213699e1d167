//! Which games the tables know: those whose draws the counts of `Counters::bound` tell, and where
//! the pieces and the side to move are all there is to a position.

use crate::board::Geometry;
use crate::rules::{Profile, Rules, Variant};
use crate::with_rules;

/// Can tables be built for a variant? They follow the national rules.
#[inline]
pub fn can_build<R: Rules>() -> bool {
    let draws = R::draws(Profile::National);
    let one_count = draws.no_capture == 0
        && draws.no_change == [0; 2]
        && draws.king_against_king == 0
        && draws.main_road == 0;
    let any_pieces = !draws.three_against_king.kings_only && !draws.two_against_king.kings_only;
    let is_usual = R::KING_MOVE_LIMIT == 0 && !R::FIRST_KING_WINS && !R::NO_MOVE_WINS;
    // Slices are numbered along bits, which on a mirrored board run against the squares.
    let is_numbered = !R::Board::MIRRORED;
    one_count && any_pieces && is_usual && is_numbered && draws.quiet_kings != 0
}

/// Do tables hold under this reading of the rules?
#[inline]
pub(super) fn hold<R: Rules>(profile: Profile) -> bool {
    can_build::<R>() && R::draws(profile) == R::draws(Profile::National)
}

/// The names of the variants that can have tables.
pub fn buildable() -> String {
    let can = |variant: &Variant| with_rules!(*variant, R => can_build::<R>());
    let names: Vec<&str> = Variant::ALL
        .into_iter()
        .filter(can)
        .map(Variant::name)
        .collect();
    names.join(" ")
}
