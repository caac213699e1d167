//! Baige, a draughts engine.
//!
//! Knowledge flows one way, each module knowing only those before it; `tests/layers.rs` holds
//! the order:
//!
//! [`score`] [`prng`] [`child`] → [`board`] → [`rules`] → [`position`] → [`notation`] [`game`] →
//! [`eval`] [`endgame`] [`pdn`] → [`search`] → [`engine`] → [`hub`] [`dxp`] → [`matchplay`]
//! [`train`] [`annotate`] → [`cli`]

pub mod annotate;
pub mod board;
pub mod child;
pub mod cli;
pub mod dxp;
pub mod endgame;
pub mod engine;
pub mod eval;
pub mod game;
pub mod hub;
pub mod matchplay;
pub mod notation;
pub mod pdn;
pub mod position;
pub mod prng;
pub mod rules;
pub mod score;
pub mod search;
pub mod train;
