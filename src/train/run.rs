//! A run of self-play: shards on several threads, those that are there already left alone.

use super::selfplay::play;
use super::shard::{self, Header};
use crate::endgame::Endgame;
use crate::eval::{Evaluator, Weights};
use crate::prng::Prng;
use crate::rules::Rules;
use crate::search::{SEARCH_STACK, Solo};
use anyhow::{Context, anyhow, ensure};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Enough for some thousand nodes a move, and wiped for each game in no time.
const TABLE_LOG2: u32 = 14;

/// What is to be played, and which part of it here.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder of the shards.
    pub folder: PathBuf,
    /// Games of the whole run.
    pub games: u64,
    /// Games of a shard.
    pub shard_games: u32,
    /// Nodes for a move.
    pub nodes: u64,
    /// Decides all games.
    pub seed: u64,
    /// This machine makes the shards whose number leaves this rest when divided by that.
    pub part: (u64, u64),
    /// Threads.
    pub threads: usize,
    /// What plays.
    pub weights: Weights,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Yield {
    /// Games in the shards made now.
    pub games: u64,
    /// Moves with a score in them.
    pub scored: u64,
    /// Won by White, drawn, lost.
    pub results: [u64; 3],
    /// Shards made now, and found made already.
    pub shards: (u64, u64),
}

impl Plan {
    /// The shards of this machine: their numbers and headers.
    pub fn shards<R: Rules>(&self) -> Vec<(u64, Header)> {
        let each = u64::from(self.shard_games);
        (0..self.games.div_ceil(each))
            .filter(|number| number % self.part.1 == self.part.0)
            .map(|number| {
                let first = number * each;
                let games = each.min(self.games - first) as u32;
                let header = Header {
                    variant: R::VARIANT,
                    seed: self.seed,
                    first,
                    games,
                    nodes: self.nodes,
                    weights: self.weights.checksum(),
                };
                (number, header)
            })
            .collect()
    }

    /// The file of a shard.
    pub fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("shard-{number:06}.games"))
    }

    /// Plays what is not there yet, until `stop`. `tell` hears of each game as it ends; a shard
    /// that is not whole when stopped is made anew next time.
    pub fn run<R: Rules>(
        &self,
        stop: &AtomicBool,
        mut tell: impl FnMut(u64),
    ) -> anyhow::Result<Yield> {
        let folder = self.folder.display();
        std::fs::create_dir_all(&self.folder).with_context(|| folder.to_string())?;
        let mut made = Yield::default();
        let mut missing = Vec::new();
        for (number, header) in self.shards::<R>() {
            let path = self.path(number);
            if path.exists() {
                check::<R>(&path, &header)?;
                made.shards.1 += 1;
                tell(header.games.into());
            } else {
                missing.push((number, header));
            }
        }
        let next = AtomicU64::new(0);
        let (sender, news) = channel();
        let failed = thread::scope(|scope| {
            for _ in 0..self.threads {
                let (sender, next, missing) = (sender.clone(), &next, &missing);
                let work = move || {
                    while !stop.load(Relaxed)
                        && let Some((number, header)) =
                            missing.get(next.fetch_add(1, Relaxed) as usize)
                    {
                        let part = self.shard::<R>(*number, header, stop, &sender);
                        if sender.send(News::Shard(part)).is_err() {
                            return;
                        }
                    }
                };
                let builder = thread::Builder::new().stack_size(SEARCH_STACK);
                builder
                    .spawn_scoped(scope, work)
                    .context("a thread to play on")?;
            }
            drop(sender);
            let mut failed = None;
            for item in news {
                match item {
                    News::Game => tell(1),
                    News::Shard(Ok(Some(part))) => made.add(&part),
                    News::Shard(Ok(None)) => {}
                    News::Shard(Err(error)) => {
                        stop.store(true, Relaxed);
                        failed.get_or_insert(error);
                    }
                }
            }
            anyhow::Ok(failed)
        })?;
        match failed {
            Some(error) => Err(error),
            None => Ok(made),
        }
    }

    /// Makes one shard; nothing if stopped on the way.
    fn shard<R: Rules>(
        &self,
        number: u64,
        header: &Header,
        stop: &AtomicBool,
        news: &Sender<News>,
    ) -> anyhow::Result<Option<Yield>> {
        let evaluator = Arc::new(Evaluator::<R>::new(&self.weights)?);
        let tables = Arc::new(Endgame::embedded());
        let mut solo = Solo::new(evaluator, TABLE_LOG2)?.with_tables(tables);
        let mut games = Vec::new();
        for game in header.first..header.first + u64::from(header.games) {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            games.extend(play(&mut solo, self.nodes, seed(self.seed, game))?);
            // Nobody counts any more: no harm.
            let _ = news.send(News::Game);
        }
        let path = self.path(number);
        let lost =
            shard::write(&path, header, &games).with_context(|| path.display().to_string())?;
        if lost > 0 {
            log::info!(
                "{}: {lost} games left out, their moves share keys",
                path.display()
            );
        }
        let mut part = Yield {
            shards: (1, 0),
            ..Yield::default()
        };
        for game in &games {
            part.games += 1;
            part.results[2 - usize::from(game.points)] += 1;
            part.scored += game
                .plies
                .iter()
                .filter(|(_, score)| score.is_some())
                .count() as u64;
        }
        Ok(Some(part))
    }
}

impl Yield {
    fn add(&mut self, part: &Self) {
        self.games += part.games;
        self.scored += part.scored;
        self.shards.0 += part.shards.0;
        for (sum, more) in self.results.iter_mut().zip(part.results) {
            *sum += more;
        }
    }
}

enum News {
    Game,
    Shard(anyhow::Result<Option<Yield>>),
}

/// The seed of a game: far from those of its neighbours.
fn seed(run: u64, game: u64) -> u64 {
    Prng::new(Prng::new(run).next() ^ game).next()
}

/// A shard that is there must be the one wanted.
fn check<R: Rules>(path: &Path, wanted: &Header) -> anyhow::Result<()> {
    let (found, _) = shard::read::<R>(path).with_context(|| path.display().to_string())?;
    ensure!(
        found == *wanted,
        anyhow!(
            "{}: made with {found:?}; expected {wanted:?}, or another folder",
            path.display()
        )
    );
    Ok(())
}
