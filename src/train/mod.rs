//! Knowledge made from our own games: self-play, its records, and the nets trained on them.

pub mod adam;
pub mod bytes;
pub mod checkpoint;
pub mod fit;
pub mod game_record;
pub mod gather;
pub mod gradient;
pub mod health;
pub mod labels;
pub mod lessons;
pub mod model;
pub mod net_file;
pub mod outcome;
pub mod quantise;
pub mod run;
pub mod samples;
pub mod selfplay;
pub mod shard;
pub mod starts;
