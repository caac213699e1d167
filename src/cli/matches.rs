//! `baige match`: players, openings, limits; a table, PDN and JSON.

use super::evening::Evening;
use super::{Interrupted, Misuse, profile, variant};
use crate::board::Geometry;
use crate::hub::Patience;
use crate::matchplay::control;
use crate::matchplay::control::TimeControl;
use crate::matchplay::entrant::{Entrant, Kind};
use crate::matchplay::openings::{self, Opening};
use crate::matchplay::referee::Judge;
use crate::matchplay::runner::{Bench, Match, Seat, bench};
use crate::matchplay::schedule::{Meeting, Schedule};
use crate::matchplay::sprt::Sprt;
use crate::notation::hub_move;
use crate::rules::{Profile, Rules, Variant};
use crate::with_rules;
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Options of the command.
#[derive(Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(super) struct Options {
    /// The players: `self` (this engine), an engine command, `dxp:HOST:PORT`, or pairs like
    /// `name=Old cmd="./old hub" dir=FOLDER set.threads=2 nodes=500`; one alone plays against
    /// itself
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// Games for each two who meet; each opening with both colours if not given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Only the first player meets the others
    #[arg(long)]
    gauntlet: bool,
    /// Nodes for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each search, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Seconds for a move
    #[arg(long, value_name = "SECONDS", value_parser = above_zero)]
    move_time: Option<f64>,
    /// Seconds for the game, or for --moves moves
    #[arg(long, value_name = "SECONDS", value_parser = above_zero)]
    time: Option<f64>,
    /// Seconds added for each move
    #[arg(long, value_name = "SECONDS", requires = "time", value_parser = not_negative)]
    inc: Option<f64>,
    /// Moves to make with --time, which is then given anew
    #[arg(long, requires = "time", value_parser = clap::value_parser!(u32).range(1..))]
    moves: Option<u32>,
    /// Openings: a file of FENs or moves, one a line, or with columns white and black, moves, or fen
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in an order drawn from this number
    #[arg(long)]
    seed: Option<u64>,
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// Whose draw rules count: national or fmjd
    #[arg(long, default_value = "national", value_parser = profile)]
    rules: Profile,
    /// Games at once; one if a clock runs, else as many as there are cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    /// Milliseconds forgiven before a time loss is called
    #[arg(long, default_value_t = 200.0, value_name = "MS", value_parser = not_negative)]
    margin: f64,
    /// Seconds beyond its time, or for a move without one, until an engine counts as hung
    #[arg(long, default_value_t = 20.0, value_name = "SECONDS", value_parser = above_zero)]
    hang: f64,
    /// Seconds an engine may take to come up
    #[arg(long, default_value_t = 20.0, value_name = "SECONDS", value_parser = above_zero)]
    start_time: f64,
    /// Seconds an engine may take to leave when told to
    #[arg(long, default_value_t = 3.0, value_name = "SECONDS", value_parser = above_zero)]
    quit_time: f64,
    /// A game is won when both players' scores agree: at least so many men for so many moves each
    #[arg(long, value_name = "MEN:MOVES", value_parser = win_score)]
    win_score: Option<(i32, u32)>,
    /// A game is drawn when both players' scores stay within so many men for so many moves each,
    /// after so many moves
    #[arg(long, value_name = "MEN:MOVES:AFTER", value_parser = draw_score)]
    draw_score: Option<(i32, u32, u32)>,
    /// Stop when a test of the first player decides: E0,E1 or E0,E1,ALPHA,BETA in Elo, or with
    /// nelo: before it in normalised Elo
    #[arg(long, value_name = "TEST")]
    pub(super) sprt: Option<Sprt>,
    /// Write NAME.pdn, NAME.json and NAME.jsonl, and conversations of failed games
    #[arg(long, value_name = "NAME")]
    pub(super) out: Option<PathBuf>,
    /// Go on with the match in the files of --out
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// The event's name in the PDN
    #[arg(long, default_value = "Match", value_name = "NAME")]
    pub(super) event: String,
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.replace(',', ".").parse().ok();
    number
        .filter(|number| (0.0..=1e7).contains(number))
        .ok_or_else(|| "expected a number from 0 to 10000000".to_owned())
}

fn above_zero(text: &str) -> Result<f64, String> {
    not_negative(text)?;
    not_negative(text)
        .ok()
        .filter(|number| *number >= 0.001)
        .ok_or_else(|| "expected a number from 0.001".to_owned())
}

fn parts<const N: usize>(text: &str, form: &str) -> Result<[f64; N], String> {
    let numbers: Option<Vec<f64>> = text
        .split(':')
        .map(|part| not_negative(part).ok())
        .collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("expected {form}, like 3.5:4 or 0.1:8:40"))
}

fn win_score(text: &str) -> Result<(i32, u32), String> {
    let [men, moves] = parts(text, "MEN:MOVES")?;
    if men < 0.01 || moves < 1.0 {
        return Err("expected at least 0.01 men and one move".to_owned());
    }
    Ok(((men * 100.0) as i32, moves as u32))
}

fn draw_score(text: &str) -> Result<(i32, u32, u32), String> {
    let [men, moves, after] = parts(text, "MEN:MOVES:AFTER")?;
    if moves < 1.0 {
        return Err("expected at least one move".to_owned());
    }
    Ok(((men * 100.0) as i32, moves as u32, after as u32))
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    with_rules!(options.variant, R => play::<R>(options))
}

fn play<R: Rules>(options: &Options) -> anyhow::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    {
        let (stop, interrupted) = (Arc::clone(&stop), Arc::clone(&interrupted));
        ctrlc::set_handler(move || {
            interrupted.store(true, Relaxed);
            stop.store(true, Relaxed);
        })
        .context("a handler for interruptions")?;
    }
    let entrants = entrants(options)?;
    let is_repeatable = entrants.iter().all(|(entrant, control)| {
        let is_ours = matches!(&entrant.kind, Kind::Engine(own) if own.threads == 1);
        is_ours && !control.is_timed()
    });
    let openings = match (&options.openings, options.games) {
        (Some(path), _) => read_openings::<R>(path)?,
        (None, Some(games)) if is_repeatable => openings::enough_for::<R>(games)?,
        (None, _) => openings::built_in::<R>(),
    };
    if is_repeatable && options.games.unwrap_or(0) > 2 * openings.len() as u64 {
        let number = openings.len();
        log::warn!(
            "{number} openings for more games than twice that: players limited by nodes or depth \
             repeat their games, and bounds and tests count them as new ones"
        );
    }
    let players: Vec<(Kind, TimeControl)> = entrants
        .iter()
        .map(|(entrant, control)| (entrant.kind.clone(), *control))
        .collect();
    let patience = Patience {
        start: control::seconds(options.start_time),
        hang: control::seconds(options.hang),
        quit: control::seconds(options.quit_time),
    };
    let bench = match bench::<R>(&players, patience, &stop) {
        Ok(bench) => bench,
        Err(_) if interrupted.load(Relaxed) => return Err(Interrupted.into()),
        Err((player, failure)) => {
            anyhow::bail!(
                "player {:?}: {}",
                options.players[player % options.players.len()],
                failure.text
            )
        }
    };
    let seats = seats(entrants, &bench);
    let meeting = if options.gauntlet {
        Meeting::Gauntlet
    } else {
        Meeting::RoundRobin
    };
    let games = options.games.unwrap_or(2 * openings.len() as u64);
    let timed = seats.iter().any(|seat| seat.control.is_timed());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Match {
        schedule: Schedule::new(seats.len(), meeting, openings.len(), games, options.seed),
        judge: Judge {
            rules: options.rules,
            margin: options.margin / 1000.0,
            win: options.win_score,
            draw: options.draw_score,
        },
        patience,
        concurrency: options
            .concurrency
            .map_or(if timed { 1 } else { cores }, usize::from),
        seats,
        openings,
    };
    Evening::new(options, &plan)?.play(bench, &stop)?;
    if interrupted.load(Relaxed) {
        return Err(Interrupted.into());
    }
    Ok(())
}

/// The players with their limits; one alone is doubled.
fn entrants(options: &Options) -> anyhow::Result<Vec<(Entrant, TimeControl)>> {
    let mut common = TimeControl {
        nodes: options.nodes,
        depth: options.depth,
        move_time: options.move_time,
        time: options.time,
        inc: options.inc.unwrap_or(0.0),
        moves: options.moves,
    };
    let mut entrants = Vec::new();
    for text in &options.players {
        let entrant: Entrant = text
            .parse()
            .map_err(|error| Misuse(format!("player {text:?}: {error}")))?;
        entrants.push(entrant);
    }
    if let [only] = entrants.as_slice() {
        entrants.push(only.clone());
    }
    if !common.is_limited() && entrants.iter().any(|entrant| !entrant.control.is_limited()) {
        common.move_time = Some(0.1);
    }
    if options.sprt.is_some() && entrants.len() != 2 {
        return Err(Misuse(format!(
            "--sprt with {} players; expected two",
            entrants.len()
        ))
        .into());
    }
    let mut controlled = Vec::new();
    for entrant in entrants {
        let control = entrant.control_within(&common);
        if control.time.is_none() && (control.inc > 0.0 || control.moves.is_some()) {
            let text = &entrant.text;
            let misuse = format!("player {text:?}: inc and moves belong to a time; expected one");
            return Err(Misuse(misuse).into());
        }
        if matches!(entrant.kind, Kind::Dxp(_)) {
            expect_for_dxp(&entrant, &control, options.variant)?;
        }
        controlled.push((entrant, control));
    }
    Ok(controlled)
}

/// What DamExchange has no words for.
fn expect_for_dxp(
    entrant: &Entrant,
    control: &TimeControl,
    variant: Variant,
) -> Result<(), Misuse> {
    let wrong = |expected: &str| {
        Err(Misuse(format!(
            "player {:?} through DamExchange; expected {expected}",
            entrant.text
        )))
    };
    if !control.is_timed() || control.nodes.is_some() || control.depth.is_some() {
        return wrong("--time or --move-time as its only limit");
    }
    if !with_rules!(variant, R => <R as Rules>::Board::WIDTH == 10) {
        return wrong("a game on 100 squares");
    }
    Ok(())
}

fn read_openings<R: Rules>(path: &Path) -> anyhow::Result<Vec<Opening<R>>> {
    let name = path.display().to_string();
    // Opening a pipe would wait for a writer, and a device need not end.
    let is_file = std::fs::metadata(path)
        .with_context(|| name.clone())?
        .is_file();
    anyhow::ensure!(is_file, "{name}: not a regular file; expected openings");
    let bytes = std::fs::read(path).with_context(|| name.clone())?;
    let text = String::from_utf8_lossy(&bytes);
    openings::read::<R>(&text, &name).map_err(Into::into)
}

/// Everybody gets a name that nobody else has.
fn seats<R: Rules>(entrants: Vec<(Entrant, TimeControl)>, bench: &Bench<R>) -> Vec<Seat> {
    let mut seats: Vec<Seat> = Vec::new();
    for ((entrant, control), own_name) in entrants.into_iter().zip(bench.own_names()) {
        let wanted = entrant.name.unwrap_or(own_name);
        let wanted = if wanted.trim().is_empty() {
            "engine".to_owned()
        } else {
            wanted
        };
        let is_taken = |name: &str| seats.iter().any(|seat| seat.name == name);
        let mut name = wanted.clone();
        let mut number = 1;
        while is_taken(&name) {
            number += 1;
            name = format!("{wanted} {number}");
        }
        seats.push(Seat {
            name,
            kind: entrant.kind,
            control,
        });
    }
    seats
}

/// What must be the same when a match is gone on with.
pub(super) fn heading<R: Rules>(options: &Options, plan: &Match<R>) -> Value {
    let mut openings = crc32fast::Hasher::new();
    for opening in &plan.openings {
        openings.update(opening.fen().as_bytes());
        for mv in &opening.moves {
            openings.update(hub_move::<R>(*mv).as_bytes());
        }
        openings.update(b"\n");
    }
    let players: Vec<Value> = plan
        .seats
        .iter()
        .zip(options.players.iter().cycle())
        .map(|(seat, text)| json!({"name": seat.name, "player": text, "control": seat.control}))
        .collect();
    json!({
        "variant": R::VARIANT.name(),
        "rules": options.rules.name(),
        "players": players,
        "meeting": if options.gauntlet { "gauntlet" } else { "round-robin" },
        "openings": {"number": plan.openings.len(), "crc32": format!("{:08x}", openings.finalize())},
        "seed": options.seed,
        "margin_ms": options.margin,
        "win_score": options.win_score,
        "draw_score": options.draw_score,
    })
}
