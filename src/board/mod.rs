//! The 64-bit board, ignorant of rules.

mod bitboard;
mod direction;
mod geometry;
mod layout;
mod piece;
mod square;

pub use bitboard::Bitboard;
pub use direction::Direction;
pub use geometry::{Eight, EightMirrored, Geometry, Rays, Ten};
pub use piece::{Piece, Side};
pub use square::Square;
