//! The tree allocates nothing: a search fifty times as long asks for memory no more often than
//! its extra reports do. A binary of its own, for the allocator that counts.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use baige::engine::{Engine, Options};
use baige::game::Game;
use baige::notation::parse_fen;
use baige::rules::International;
use baige::search::{Limits, Report};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::mpsc::channel;

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Requests for memory during a search of so many nodes, and the iterations it reported.
fn requests(engine: &mut Engine<International>, fen: &str, nodes: u64) -> (usize, usize) {
    let game = Game::new(parse_fen(fen).unwrap().position, 0);
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (sender, reports) = channel();
    let region = Region::new(COUNTING);
    engine.go(&game, limits, move |report| {
        sender.send(matches!(report, Report::Done(_))).unwrap();
    });
    let iterations = reports.iter().take_while(|is_done| !is_done).count();
    let used = region.change();
    (used.allocations + used.reallocations, iterations)
}

#[test]
fn the_tree_allocates_nothing() {
    let options = Options {
        threads: 1,
        table_log2: 16,
        ..Options::default()
    };
    let mut engine = Engine::<International>::new(options).unwrap();
    for fen in [
        "W:W31-50:B1-20",
        // 54 quiet moves at the root, captures in plenty below.
        "W:WK46,K47,K48,K49,K50,K36,K26:BK1,K2,K3,K4,K5,K15,K25",
        // 316 captures.
        "W:WK1,K5,K6,K26,K36,K45,K46,K47,K48,K50:BK7,K8,K10,K14,K17,K18,K21,K23,K29,K30,K31,K39,K40,K41,K42,K43",
    ] {
        let (short, few) = requests(&mut engine, fen, 4_000);
        engine.new_game();
        let (long, many) = requests(&mut engine, fen, 200_000);
        engine.new_game();
        // A report is a message and a line of moves, and its channel grows by blocks.
        let allowed = 4 * many.saturating_sub(few) + 40;
        assert!(
            long <= short + allowed,
            "{fen}: {short} requests in 4000 nodes, {long} in 200 000 ({few} and {many} reports)"
        );
    }
}
