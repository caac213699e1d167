//! Leaf counts agreed on by independent programs, and the ways of counting against each other.

use crate::table::rows;
use baige::notation::parse_fen;
use baige::position::{Perft, Position, perft};
use baige::rules::{International, Rules, Variant};
use baige::with_rules;
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
        // One by one only where that takes no more than a moment.
        let hows = [BULK, EVERY_LEAF];
        let number = if leaves > CAP / 5 { 1 } else { 2 };
        for how in hows.into_iter().take(number) {
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
fn all_tables() {
    let tables = crate::tables!("data/perft");
    let numbers = [95, 91, 129, 65, 97, 66, 74, 64, 75, 98, 69, 62];
    for ((variant, table), number) in Variant::ALL.into_iter().zip(tables).zip(numbers) {
        with_rules!(variant, R => check::<R>(table, number));
    }
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
    for (variant, table) in Variant::ALL.into_iter().zip(crate::tables!("data/perft")) {
        with_rules!(variant, R => check::<R>(table));
    }
}
