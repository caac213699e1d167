//! Baige, a draughts engine.
//!
//! Knowledge flows one way, each module knowing only what stands before it:
//!
//! `score prng` → [`board`] → [`rules`] → [`position`]

pub mod board;
pub mod engine;
pub mod eval;
pub mod game;
pub mod hub;
pub mod notation;
pub mod position;
pub mod prng;
pub mod rules;
pub mod score;
pub mod search;
