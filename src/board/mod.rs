//! The 64-bit board, ignorant of rules.

mod bitboard;
mod geometry;
mod piece;
mod square;

pub use bitboard::Bitboard;
pub use geometry::{Direction, Eight, Geometry, Rays, Ten};
pub use piece::{Piece, Side};
pub use square::Square;
