//! Matches: what they start from, how they are played, and what their results say.

pub mod control;
pub mod duel;
mod dxp_player;
mod elo;
mod engine_player;
pub mod entrant;
mod hub_player;
mod likelihood;
pub mod openings;
pub mod pdn;
pub mod player;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
mod sample;
pub mod schedule;
mod solo_player;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod store;
