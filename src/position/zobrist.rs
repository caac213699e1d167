//! Random numbers for position keys, the same for every variant.

use super::KingRun;
use crate::board::{Side, Square};
use crate::prng::Prng;

const SEED: u64 = 0x6261_6967_6500_0001;

static KEYS: [[u64; 64]; 4] = keys();
/// Added when Black is to move.
pub(super) const SIDE_KEY: u64 = Prng::new(!SEED).next();

const fn keys() -> [[u64; 64]; 4] {
    let mut prng = Prng::new(SEED);
    let mut table = [[0; 64]; 4];
    let mut i = 0;
    while i < 256 {
        table[i / 64][i % 64] = prng.next();
        i += 1;
    }
    table
}

/// Key of a man.
#[inline]
pub(super) fn man(side: Side, square: Square) -> u64 {
    KEYS[side.index()][square.index() as usize]
}

/// Key of a king.
#[inline]
pub(super) fn king(side: Side, square: Square) -> u64 {
    KEYS[2 + side.index()][square.index() as usize]
}

/// Key of a run of king moves; 0 for none. Runs are rare, so the number is made when asked for.
#[inline]
pub(super) fn run(side: Side, run: KingRun) -> u64 {
    if run.count() == 0 {
        return 0;
    }
    let parts = [
        side.index() as u64,
        run.square().index().into(),
        run.count().into(),
    ];
    let packed = parts.into_iter().fold(1, |packed, part| packed << 8 | part);
    Prng::new(SEED ^ packed << 32).next()
}
