//! Shots: positions in which giving something away wins more.
//!
//! ```sh
//! cargo run --release --features tools --example shots -- find --games data/games/gen-0 > tests/data/shots.fen
//! cargo run --release --features tools --example shots -- solve tests/data/shots.fen
//! ```
//!
//! `find` goes through positions of self-play games. A shot is a quiet move that offers something
//! to take, that a search of 1000 nodes does not value and one of `--search` nodes does. It is
//! kept if a search of `--verify` nodes plays it, too, with at least a man to the good, and if
//! every other move, searched to a twentieth of these nodes, is worth at least 0.7 men less.
//!
//! `solve` counts the positions in which a search finds the move, with a score of half a man or
//! more.

#![allow(clippy::print_stdout, reason = "its output")]

use anyhow::Context;
use baige::eval::Evaluator;
use baige::game::Game;
use baige::notation::{hub_move, parse_fen, parse_move, write_fen};
use baige::position::Position;
use baige::rules::International;
use baige::search::{Answer, Limits, SEARCH_STACK, Solo};
use baige::train::{gather, shard};
use clap::{Parser, Subcommand};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

type Engine = Solo<International>;

#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    command: Command,
    /// A weights file in place of the embedded weights
    #[arg(long, global = true)]
    weights: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Look for shots in games
    Find {
        /// A folder of self-play games
        #[arg(long)]
        games: PathBuf,
        /// How many
        #[arg(long, default_value_t = 120)]
        count: usize,
        /// Nodes of the search that finds
        #[arg(long, default_value_t = 300_000)]
        search: u64,
        /// Nodes of the search that confirms
        #[arg(long, default_value_t = 10_000_000)]
        verify: u64,
        /// One position of so many is looked at
        #[arg(long, default_value_t = 7)]
        every: usize,
    },
    /// Solve a file of shots
    Solve {
        /// FEN, move and score in centi-men
        file: PathBuf,
        /// Nodes for each position
        #[arg(long, value_delimiter = ',', default_values_t = [100_000, 1_000_000, 10_000_000])]
        nodes: Vec<u64>,
    },
}

fn think(engine: &mut Engine, position: Position<International>, nodes: u64) -> Answer {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    engine.think(&Game::new(position, 0), &limits, |_| {})
}

struct Shot {
    fen: String,
    best: String,
    score: i32,
}

/// The shot in a position, if there is one.
fn shot(
    quick: &mut Engine,
    deep: &mut Engine,
    position: Position<International>,
    (search, verify): (u64, u64),
) -> anyhow::Result<Option<Shot>> {
    let us = position.side();
    if position.can_capture(us) || position.can_capture(!us) || position.occupied().len() < 14 {
        return Ok(None);
    }
    quick.new_game()?;
    let first = think(quick, position, 1_000).score.centimen();
    let second = think(quick, position, search);
    let rise = second.score.centimen() - first;
    let Some(best) = second.best else {
        return Ok(None);
    };
    let next = position.after(best);
    if rise < 80 || second.score.centimen() < 80 || !next.can_capture(!us) {
        return Ok(None);
    }
    deep.new_game()?;
    let third = think(deep, position, verify);
    let score = third.score.centimen();
    if third.best != Some(best) || score < 100 || score < first + 70 {
        return Ok(None);
    }
    for mv in position.legal_moves() {
        if mv != best {
            let reply = think(deep, position.after(mv), verify / 20);
            if -reply.score.centimen() > score - 70 {
                return Ok(None);
            }
        }
    }
    Ok(Some(Shot {
        fen: write_fen(&position),
        best: hub_move::<International>(best),
        score,
    }))
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let evaluator = Arc::new(match &options.weights {
        Some(path) => Evaluator::new(&baige::engine::read_weights(path)?)?,
        None => Evaluator::embedded()?,
    });
    let engine = |log2| Engine::new(Arc::clone(&evaluator), log2);
    let pool = rayon::ThreadPoolBuilder::new().stack_size(SEARCH_STACK);
    let pool = pool.build()?;
    match options.command {
        Command::Find {
            games,
            count,
            search,
            verify,
            every,
        } => pool.install(|| find(&engine, &games, count, (search, verify), every)),
        Command::Solve { file, nodes } => {
            let text = std::fs::read_to_string(&file).context("the shots")?;
            pool.install(|| solve(&engine, &text, &nodes))
        }
    }
}

type Maker<'a> = &'a (dyn Fn(u32) -> Result<Engine, baige::search::NoMemory> + Sync);

fn find(
    engine: Maker,
    games: &std::path::Path,
    count: usize,
    effort: (u64, u64),
    every: usize,
) -> anyhow::Result<()> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    for file in gather::files(games)? {
        let (_, records) = shard::read::<International>(&file)?;
        for record in records {
            let mut game = Game::new(record.start, 0);
            for (mv, _) in record.plies {
                if seen.insert(game.position().key()) && seen.len().is_multiple_of(every) {
                    positions.push(*game.position());
                }
                game.play(mv);
            }
        }
    }
    let found = AtomicUsize::new(0);
    let makers = || Ok::<_, anyhow::Error>((engine(18)?, engine(22)?));
    let shots = positions.into_par_iter().map_init(makers, |engines, from| {
        let Ok((quick, deep)) = engines else {
            anyhow::bail!("no memory");
        };
        if found.load(Relaxed) >= count {
            return Ok(None);
        }
        let shot = shot(quick, deep, from, effort)?;
        found.fetch_add(usize::from(shot.is_some()), Relaxed);
        Ok(shot)
    });
    let shots: Vec<Option<Shot>> = shots.collect::<anyhow::Result<_>>()?;
    for shot in shots.into_iter().flatten().take(count) {
        println!("{}\t{}\t{}", shot.fen, shot.best, shot.score);
    }
    Ok(())
}

fn solve(engine: Maker, text: &str, nodes: &[u64]) -> anyhow::Result<()> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    for &limit in nodes {
        let solved = lines.par_iter().map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [fen, best, _] = columns[..] else {
                anyhow::bail!("{line:?}: expected FEN, move and score");
            };
            let position = parse_fen::<International>(fen)?.position;
            let best = parse_move(&position, best)?;
            let answer = think(&mut engine(22)?, position, limit);
            Ok(answer.best == Some(best) && answer.score.centimen() >= 50)
        });
        let solved: Vec<bool> = solved.collect::<anyhow::Result<_>>()?;
        let count = solved.iter().filter(|solved| **solved).count();
        println!("{limit} nodes: {count} of {}", lines.len());
    }
    Ok(())
}
