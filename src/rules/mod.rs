//! What a variant is: a page of constants on top of a board geometry. The generator and the
//! game read the constants; only [`Variant`], the run-time name, tells variants apart.

mod brazilian;
mod breakthrough;
mod czech;
mod draws;
mod english;
mod frisian;
mod frysk;
mod international;
mod italian;
mod killer;
mod losing;
mod pool;
mod russian;
mod variant;

pub use brazilian::Brazilian;
pub use breakthrough::Breakthrough;
pub use czech::Czech;
pub use draws::{DrawRules, LoneKing, Profile, UnknownProfile};
pub use english::English;
pub use frisian::Frisian;
pub use frysk::Frysk;
pub use international::International;
pub use italian::Italian;
pub use killer::Killer;
pub use losing::Losing;
pub use pool::Pool;
pub use russian::Russian;
pub use variant::{UnknownVariant, Variant};

use crate::board::{Direction, Geometry, Side};
use std::fmt::Debug;

/// The facts of a variant; where a page is silent, those of international draughts. Articles
/// cited in the pages: "100" the Chinese national rules for 100 squares, "64" those for 64
/// squares, "FMJD" annex 1 of the world federation, others as the page says.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board it is played on.
    type Board: Geometry;
    /// Its run-time name.
    const VARIANT: Variant;
    /// Are squares written as letter and digit, like c3, or as numbers?
    const LETTER_SQUARES: bool = false;
    /// What stands between the squares of a capture.
    const CAPTURE_SIGN: char = 'x';
    /// Who moves first.
    const FIRST: Side = Side::White;
    /// Rows of men each side begins with.
    const HOME_ROWS: usize = Self::Board::WIDTH as usize / 2 - 1;
    /// The directions in which pieces capture.
    const CAPTURES: &'static [Direction] = &Direction::DIAGONAL;
    /// Do men capture in all these directions, or forwards only?
    const MEN_CAPTURE_BACKWARDS: bool = true;
    /// May a man take a king?
    const MEN_CAPTURE_KINGS: bool = true;
    /// Do kings move and capture over any distance, or to the next square?
    const FLYING_KINGS: bool = true;
    /// Does a man that reaches the last row in a capture go on as a king?
    const CROWNED_IN_PASSING: bool = false;
    /// Must a king whose last captured piece is a king stop right behind it?
    const STOP_BEHIND_CAPTURED_KING: bool = false;
    /// Is a capture that goes on always of higher value than one that ends? Where it is not, a
    /// king must choose a landing square from which it goes on if there is one.
    const LONGER_IS_BETTER: bool = true;
    /// Consecutive quiet moves by one king of a side with men; 0 = any number.
    const KING_MOVE_LIMIT: u8 = 0;
    /// Is the game won by the first king?
    const FIRST_KING_WINS: bool = false;
    /// A king mostly draws against this many pieces; for the evaluation, not a rule.
    const KING_HOLDS_AGAINST: u32 = 3;
    /// Has a side that cannot move won, not lost?
    const NO_MOVE_WINS: bool = false;

    /// Captures are compared by this value, 1 or more, and only the highest are legal. Most
    /// pieces; man and king count alike (100 6.12 and 6.13, FMJD 4.13 and 4.14).
    #[inline(always)]
    fn capture_value(taken: Taken) -> u32 {
        taken.men + taken.kings
    }

    /// When a game that goes on is drawn.
    fn draws(profile: Profile) -> DrawRules;
}

/// What a capture takes, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Men taken.
    pub men: u32,
    /// Kings taken.
    pub kings: u32,
    /// Is it made by a king?
    pub by_king: bool,
    /// A bit for each piece in the order taken, the last one lowest: 1 = a king. Only where short
    /// kings take kings, else 0.
    pub order: u32,
}

/// Runs generic code for a run-time variant: `with_rules!(variant, R => expression using R)`.
#[cfg(not(test))]
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        $crate::rules_named!($variant, $rules, $body,
            Normal International, Killer Killer, Breakthrough Breakthrough, Frisian Frisian,
            Losing Losing, Frysk Frysk, Brazilian Brazilian, Russian Russian, English English,
            Italian Italian, Pool Pool, Czech Czech)
    };
}

/// The same for the tests inside this library, which need no more: all games would be compiled a
/// second time for them.
#[cfg(test)]
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        $crate::rules_named!($variant, $rules, $body,
            Normal International, Killer Killer, Brazilian Brazilian;
            other => panic!("{other} is not compiled for tests inside the library"))
    };
}

/// What [`with_rules`] is made of.
#[doc(hidden)]
#[macro_export]
macro_rules! rules_named {
    ($variant:expr, $rules:ident, $body:expr, $($name:ident $page:ident),*
        $(; $other:ident => $else:expr)?) => {
        match $variant {
            $($crate::rules::Variant::$name => {
                type $rules = $crate::rules::$page;
                $body
            })*
            $($other => $else,)?
        }
    };
}
