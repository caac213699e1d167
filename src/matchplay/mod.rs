//! Matches: what they start from and what their results say.

mod elo;
mod likelihood;
pub mod openings;
mod sample;
pub mod sprt;
pub mod statistics;
