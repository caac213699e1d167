//! All integration tests in one binary: one link instead of many. Tables live in `data/`.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod analyse;
mod annotate;
mod bench;
mod brute;
mod cli;
mod conversation;
mod dxp;
mod dxp_process;
mod dxp_wire;
mod endgame;
mod games;
mod hub;
mod layers;
mod matchplay;
mod net;
mod notation;
mod openings;
mod pairs;
mod pdn;
mod perft;
mod properties;
mod random;
mod rules;
mod search;
mod selfplay;
mod sprt;
mod statistics;
mod table;
mod train_command;
mod training;
