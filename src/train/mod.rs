//! Knowledge made from our own games: self-play and its records.

pub mod bytes;
pub mod game_record;
pub mod run;
pub mod selfplay;
pub mod shard;
pub mod starts;
