//! Openings drawn at random, all from one seed, that leave the game within given scores.

use super::{Band, Judge, Opening, enumerate::ordered_moves, is_even};
use crate::board::Side;
use crate::notation::write_squares;
use crate::position::{Move, Position};
use crate::prng::Prng;
use crate::rules::Rules;
use crate::score::Score;
use anyhow::Context;
use rayon::prelude::*;
use std::collections::HashSet;
use std::marker::PhantomData;

/// Draws without a new position after which there are hardly any left.
const FRUITLESS_DRAWS: u32 = 20_000;

/// New positions without one in the band after which there are hardly any.
const FRUITLESS_POSITIONS: usize = 5_000;

/// Positions evaluated between two looks at how many are still wanted, per thread.
const SHARE: usize = 16;

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// Length of the openings.
    pub plies: u32,
    /// How many, at least one.
    pub count: usize,
    /// Decides which.
    pub seed: u64,
    /// The scores to keep, and the nodes of the search that finds them; none = openings in which
    /// no man is lost at once, unsearched.
    pub band: Option<(Band, u64)>,
    /// Evaluations at a time; the result is the same for all numbers.
    pub threads: usize,
}

/// A drawn opening.
#[derive(Clone, Debug)]
pub struct Drawn<R: Rules> {
    /// The opening.
    pub opening: Opening<R>,
    /// From the side to move after it, if there was a search.
    pub score: Option<Score>,
}

/// Draws openings: every move uniform over the legal ones, all final positions different and
/// without a capture for either side. Fewer than wanted, with a warning in the log, when there
/// are hardly any more; an error when there is none at all, or no memory or threads to search
/// with.
pub fn draw<R: Rules>(wanted: &Draw) -> anyhow::Result<Vec<Drawn<R>>> {
    let mut walks = Walks::new(wanted.plies, wanted.seed);
    let drawn = match wanted.band {
        Some((band, nodes)) => within(band, nodes, wanted, &mut walks)?,
        None => walks
            .filter(|opening| is_even(opening.game().position()))
            .map(|opening| Drawn {
                opening,
                score: None,
            })
            .take(wanted.count)
            .collect(),
    };
    let (found, plies, count) = (drawn.len(), wanted.plies, wanted.count);
    anyhow::ensure!(found > 0, "no such opening of {plies} plies found");
    if found < count {
        log::warn!("{found} openings, not {count}: there are hardly more like these");
    }
    Ok(drawn)
}

/// The first of the walks with a score in the band, as many as are wanted or can be found.
fn within<R: Rules>(
    band: Band,
    nodes: u64,
    wanted: &Draw,
    walks: &mut Walks<R>,
) -> anyhow::Result<Vec<Drawn<R>>> {
    let threads = wanted.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.context("threads to evaluate openings with")?;
    let judges: anyhow::Result<Vec<_>> = (0..threads).map(|_| Judge::new()).collect();
    let mut judges = judges?;
    let mut kept = Vec::new();
    let mut fruitless = 0;
    loop {
        let batch: Vec<_> = walks.take(SHARE * threads).collect();
        if batch.is_empty() {
            return Ok(kept);
        }
        let scores = pool.install(|| scores(&mut judges, &batch, nodes));
        // Counted one by one in the order drawn, so the size of a batch makes no difference.
        for (opening, score) in batch.into_iter().zip(scores) {
            if kept.len() == wanted.count || fruitless == FRUITLESS_POSITIONS {
                return Ok(kept);
            }
            fruitless += 1;
            if band.contains(score) {
                fruitless = 0;
                let score = Some(score);
                kept.push(Drawn { opening, score });
            }
        }
        log::info!("{} of {} openings between {band}", kept.len(), wanted.count);
    }
}

/// The scores of these openings, the work shared out among the judges.
fn scores<R: Rules>(judges: &mut [Judge<R>], openings: &[Opening<R>], nodes: u64) -> Vec<Score> {
    let shares = openings.par_chunks(openings.len().div_ceil(judges.len()));
    let work = judges.par_iter_mut().zip(shares);
    work.flat_map_iter(|(judge, share)| {
        let score = |opening: &Opening<R>| judge.score(&opening.game(), nodes);
        share.iter().map(score).collect::<Vec<_>>()
    })
    .collect()
}

/// Random openings with new, quiet final positions; ends when there are hardly any left.
struct Walks<R> {
    plies: u32,
    prng: Prng,
    seen: HashSet<String>,
    rules: PhantomData<R>,
}

impl<R: Rules> Walks<R> {
    fn new(plies: u32, seed: u64) -> Self {
        Self {
            plies,
            prng: Prng::new(seed),
            seen: HashSet::new(),
            rules: PhantomData,
        }
    }

    /// Random moves and where they lead; nothing if the game ends before.
    fn walk(&mut self) -> Option<(Vec<Move>, Position<R>)> {
        let mut position = Position::default();
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal = ordered_moves(&position);
            let at = self.prng.below(legal.len() as u64) as usize;
            let mv = *legal.get(at)?;
            moves.push(mv);
            position = position.after(mv);
        }
        Some((moves, position))
    }
}

impl<R: Rules> Iterator for Walks<R> {
    type Item = Opening<R>;

    fn next(&mut self) -> Option<Opening<R>> {
        for _ in 0..FRUITLESS_DRAWS {
            let Some((moves, position)) = self.walk() else {
                continue;
            };
            let is_quiet = !Side::BOTH.iter().any(|side| position.can_capture(*side));
            if is_quiet && position.has_moves() && self.seen.insert(write_squares(&position)) {
                return Some(Opening::from_start(moves));
            }
        }
        None
    }
}
