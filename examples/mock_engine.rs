//! A Hub engine that misbehaves on purpose, for the tests of the match tool: `mock_engine MODE
//! [AFTER]`, the fault showing after so many moves. Without a fault it plays the first legal move.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own"
)]

use baige::game::Game;
use baige::notation::{hub_move, parse_move, parse_squares};
use baige::rules::International;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

/// All that can be wrong with it.
const MODES: &str = "good no-wait no-ready crash-at-start crash-at-init no-pong stall crash \
    illegal garbage bare-done double-done slow flood babble long-lines bytes stays again orphan";

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}

fn say(line: &str) {
    println!("{line}");
    // When nobody reads any more there is nobody to complain to.
    let _ = stdout().flush();
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "good".to_owned());
    let after: usize = arguments.next().map_or(3, |text| text.parse().unwrap_or(3));
    if !MODES.split_whitespace().any(|known| known == mode) {
        eprintln!("unknown mode {mode}; expected one of {MODES}");
        exit(2);
    }
    let mode = mode.as_str();
    if mode == "crash-at-start" {
        exit(3);
    }
    if mode == "orphan" {
        // A helper that outlives its parent, as a shell script's child does.
        let _ = Command::new("sleep").arg("98765").spawn();
    }
    let mut game = Game::<International>::default();
    let mut moves = 0;
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "hub" if mode == "no-wait" => forever(),
            "hub" => {
                say(&format!(
                    "id name=Mock-{mode} version=1 author=\"Baige developers\""
                ));
                say("param name=level value=1 type=int min=1 max=9");
                say("wait");
            }
            "init" if mode == "no-ready" => forever(),
            "init" if mode == "crash-at-init" => exit(4),
            "init" => say("ready"),
            "ping" if mode == "no-pong" => {}
            "ping" => say("pong"),
            "pos" => game = read(&line),
            "go" => {
                moves += 1;
                go(if moves > after { mode } else { "good" }, &game);
            }
            "quit" if mode == "stays" => forever(),
            "quit" => return,
            _ => {}
        }
    }
    if mode == "stays" {
        forever();
    }
}

/// The game in a `pos` line.
fn read(line: &str) -> Game<International> {
    let start = line
        .split_whitespace()
        .find_map(|part| part.strip_prefix("pos="))
        .and_then(|squares| parse_squares(squares).ok());
    let mut game = Game::new(start.unwrap_or_default(), 0);
    let moves = line.split_once("moves=\"").map_or("", |(_, moves)| moves);
    for text in moves.trim_end_matches('"').split_whitespace() {
        let Ok(mv) = parse_move(game.position(), text) else {
            break;
        };
        game.play(mv);
    }
    game
}

fn go(mode: &str, game: &Game<International>) {
    let moves = game.position().legal_moves();
    let best = moves.first().map(|mv| hub_move::<International>(*mv));
    let best = best.unwrap_or_default();
    match mode {
        "stall" => forever(),
        "crash" => exit(5),
        "illegal" => return say("done move=50-1"),
        "garbage" => return say("done move=hello"),
        "bare-done" => return say("done"),
        "again" => {
            let moves = game.moves();
            if let Some(&mv) = moves.len().checked_sub(2).and_then(|last| moves.get(last)) {
                let mv = hub_move::<International>(mv);
                return say(&format!("done move={mv}"));
            }
        }
        "slow" => sleep(Duration::from_millis(700)),
        "flood" => loop {
            say("info depth=1 mean-depth=1.0 score=0.00 nodes=1 time=0.000 nps=0.0 pv=32-28");
        },
        "babble" => {
            for number in 0..100_000 {
                eprintln!("complaint number {number} about nothing in particular");
            }
        }
        "long-lines" => say(&format!("info {}", "x".repeat(5_000_000))),
        "bytes" => {
            let _ = stdout().write_all(b"info \xff\xfe\0depth=\x01\n=\n\"\n\n");
        }
        _ => {}
    }
    say(&format!(
        "info depth=1 mean-depth=1.0 score=0.05 nodes=10 time=0.001 nps=0.01 pv={best}"
    ));
    say(&format!("done move={best}"));
    if mode == "double-done" {
        say(&format!("done move={best}"));
    }
}
