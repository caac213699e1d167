//! Leaf counts agreed on by independent programs, and the ways of counting against each other.

use crate::table::rows;
use baige::notation::parse_fen;
use baige::position::{Perft, Position, perft};
use baige::rules::{Brazilian, International, Killer, Rules};
use rayon::ThreadPoolBuilder;
use std::io::Write;

/// Rows with more leaves than this are left out unless `BAIGE_PERFT_CAP` says otherwise.
const CAP: u64 = 110_000_000;

const BULK: Perft = Perft {
    bulk: true,
    all_paths: false,
};
const EVERY_LEAF: Perft = Perft {
    bulk: false,
    all_paths: false,
};

fn cap() -> u64 {
    std::env::var("BAIGE_PERFT_CAP").map_or(CAP, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("BAIGE_PERFT_CAP={text}; expected a number of leaves"))
    })
}

/// Counts every row of a table within the cap in bulk and leaf by leaf. `at_least` rows must
/// have been counted at the default cap, so that a table or filter gone wrong is noticed.
fn check<R: Rules>(table: &str, at_least: usize) {
    let cap = cap();
    let (mut counted, mut left_out, mut leaves_in_all) = (0, 0, 0);
    for [name, fen, depth, leaves] in rows(table) {
        let position = parse_fen::<R>(fen).unwrap().position;
        let depth: u32 = depth.parse().unwrap();
        let leaves: u64 = leaves.parse().unwrap();
        if leaves > cap {
            left_out += 1;
            continue;
        }
        for how in [BULK, EVERY_LEAF] {
            let found = perft(&position, depth, how);
            assert_eq!(found, leaves, "{name} {fen} depth {depth} {how:?}");
        }
        counted += 1;
        leaves_in_all += leaves;
    }
    // Straight to the stream: what is left out should be seen even when the test passes.
    let _ = writeln!(
        std::io::stderr(),
        "perft {}: {counted} rows, {leaves_in_all} leaves; {left_out} rows over {cap} left out",
        R::VARIANT
    );
    assert!(cap < CAP || counted >= at_least, "only {counted} rows");
}

#[test]
fn normal_table() {
    check::<International>(include_str!("data/perft/normal.tsv"), 95);
}

#[test]
fn killer_table() {
    check::<Killer>(include_str!("data/perft/killer.tsv"), 91);
}

#[test]
fn brazilian_table() {
    check::<Brazilian>(include_str!("data/perft/brazilian.tsv"), 74);
}

/// Older tables count a capture once for each path: ten more leaves at eight plies.
#[test]
fn all_paths_count_more() {
    let start = Position::<International>::default();
    for bulk in [true, false] {
        let count = |all_paths| perft(&start, 8, Perft { bulk, all_paths });
        assert_eq!(count(false), 6_483_961);
        assert_eq!(count(true), 6_483_971);
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    fn check<R: Rules>(table: &str) {
        let pool = |threads| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap()
        };
        let (one, four) = (pool(1), pool(4));
        for [name, fen, depth, leaves] in rows(table) {
            // Above three plies the work is split; few leaves suffice to see it split wrongly.
            let leaves: u64 = leaves.parse().unwrap();
            let depth: u32 = depth.parse().unwrap();
            if leaves > 300_000 || depth < 3 {
                continue;
            }
            let position = parse_fen::<R>(fen).unwrap().position;
            for (bulk, all_paths) in [(true, false), (false, false), (true, true), (false, true)] {
                let how = Perft { bulk, all_paths };
                let single = one.install(|| perft(&position, depth, how));
                let parallel = four.install(|| perft(&position, depth, how));
                assert_eq!(single, parallel, "{name} {fen} depth {depth} {how:?}");
            }
        }
    }
    check::<International>(include_str!("data/perft/normal.tsv"));
    check::<Killer>(include_str!("data/perft/killer.tsv"));
    check::<Brazilian>(include_str!("data/perft/brazilian.tsv"));
}
