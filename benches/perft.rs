//! Speed of the move generator: leaves of the start position. `cargo bench`
#![allow(missing_docs, reason = "a benchmark has no public face")]

use baige::position::{Perft, Position, perft};
use baige::rules::{Brazilian, International, Killer, Rules};
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

#[divan::bench(types = [International, Killer, Brazilian], sample_count = 7, sample_size = 1)]
fn bulk<R: Rules>(bencher: divan::Bencher<'_, '_>) {
    run::<R>(bencher, true);
}

#[divan::bench(types = [International, Killer, Brazilian], sample_count = 7, sample_size = 1)]
fn every_leaf_made<R: Rules>(bencher: divan::Bencher<'_, '_>) {
    run::<R>(bencher, false);
}

/// Seven plies, one thread.
fn run<R: Rules>(bencher: divan::Bencher<'_, '_>, bulk: bool) {
    let how = Perft {
        bulk,
        all_paths: false,
    };
    let start = Position::<R>::default();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("one thread");
    let leaves = perft(&start, 7, how);
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| pool.install(|| perft(divan::black_box(&start), 7, how)));
}
