//! The Hub protocol: transcripts, races, noise.

use crate::conversation::{Conversation, play};
use baige::prng::Prng;
use std::time::{Duration, Instant};

macro_rules! transcripts {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            play(include_str!(concat!("data/hub/", stringify!($name), ".txt")));
        }
    )*};
}

transcripts! {
    handshake site_worker python_clients history_styles ponder_races variants frisian lines parameters levels
    game_over noise moves
}

const START: &str = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn end_of_input_ends_a_search_at_once() {
    let talk = Conversation::start();
    talk.send("go think");
    talk.line();
    let start = Instant::now();
    talk.hang_up();
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn one_done_for_each_go_whatever_the_order() {
    let talk = Conversation::start();
    let mut prng = Prng::new(62);
    talk.send("init");
    assert_eq!(talk.answer(), "ready");
    let mut searches = 0;
    for _ in 0..600 {
        match prng.below(9) {
            0 | 1 => talk.send("stop"),
            2 => talk.send("ponder-hit"),
            3 => talk.send("level move-time=0.002"),
            4 => talk.send(START),
            5 => talk.send("new-game"),
            6 => std::thread::sleep(Duration::from_micros(prng.below(3_000))),
            _ => {
                let mode = ["think", "ponder", "analyze"][prng.below(3) as usize];
                talk.send(&format!("go {mode}"));
                searches += 1;
            }
        }
    }
    talk.send("stop");
    for _ in 0..searches {
        assert!(talk.answer().starts_with("done move="));
    }
    talk.expect_silence(100);
    talk.end();
}

#[test]
fn noise_changes_nothing() {
    let talk = Conversation::start();
    talk.send("pos start moves=\"32-28 19-23\"");
    let mut prng = Prng::new(99);
    let alphabet: Vec<char> = "abgop=\"\"  \t\0-019xW\u{e9}\u{1}".chars().collect();
    for _ in 0..3_000 {
        let length = prng.below(40) as usize;
        let noise: String = (0..length)
            .map(|_| alphabet[prng.below(alphabet.len() as u64) as usize])
            .collect();
        talk.send(&noise);
    }
    for word in ["pos", "level", "set-param", "go\0", "init2"] {
        for tail in [
            "=",
            "= =",
            "\"",
            "pos=",
            "pos=\"",
            "name",
            "name=threads value=\"",
            "\0",
        ] {
            if word != "pos" || tail != "name" {
                talk.send(&format!("{word} {tail}"));
            }
        }
    }
    talk.send_bytes(b"pos pos=\xff\xfe\x80");
    talk.send_bytes(&vec![b'x'; 1 << 20]);
    talk.send(&format!("pos pos={}", "w".repeat(1 << 20)));
    talk.send(&format!("pos moves=\"{}\"", "1-2 ".repeat(5_000)));
    talk.send("ping");
    let mut complaints = 0;
    loop {
        let line = talk.answer();
        if line == "pong" {
            break;
        }
        assert!(line.starts_with("error message=\""), "{line}");
        complaints += 1;
    }
    assert!(complaints > 10);
    talk.send("level depth=3");
    talk.send("go analyze");
    let done = talk.lines_to_done().pop();
    // Only the position with the two moves has this one legal reply.
    assert_eq!(
        done.as_deref().map(|line| line.split(' ').nth(1)),
        Some(Some("move=28x19x23"))
    );
    talk.end();
}

/// With little left and nothing coming back, the answer does not wait behind info lines.
#[test]
fn no_info_lines_in_haste() {
    let talk = Conversation::start();
    talk.send("init");
    assert_eq!(talk.answer(), "ready");
    for (level, mode, has_infos) in [
        ("time=0.4", "think", false),
        ("time=0.4 inc=0.001", "think", false),
        ("time=0.4 inc=0.02", "think", true),
        ("time=0.6", "think", true),
        ("time=0.4", "analyze", true),
        ("move-time=0.01", "think", true),
    ] {
        talk.send(START);
        talk.send(&format!("level {level}"));
        talk.send(&format!("go {mode}"));
        let lines = talk.lines_to_done();
        let infos = lines
            .iter()
            .filter(|line| line.starts_with("info "))
            .count();
        assert_eq!(infos > 0, has_infos, "{level} {mode}: {lines:?}");
    }
    talk.end();
}

/// A game told again with a move more, another move, or fewer is the game told, not a mixture.
#[test]
fn a_game_that_goes_on_is_the_same_as_one_told_at_once() {
    let lists = [
        "32-28",
        "32-28 19-23",
        "32-28 19-23 28x19x23",
        "32-28 19-2",
        "32-28 19-23 28x19x23 14x23x19",
        "32-28 19-23 28x19x23 13x24x19",
        "32-28 19-23",
        "32-28 19-233",
        "",
        "31-26",
        "32-28 19-23 28x19x23 14x23x19 33-28",
    ];
    let answer = |talk: &Conversation, moves: &str| {
        talk.send("new-game");
        talk.send(&format!("pos pos=start moves=\"{moves}\""));
        talk.send("level depth=4");
        talk.send("go think");
        // Time and speed differ from run to run.
        let words = |line: &String| -> Vec<String> {
            let kept = line
                .split(' ')
                .filter(|word| !word.starts_with("time=") && !word.starts_with("nps="));
            kept.map(str::to_owned).collect()
        };
        talk.lines_to_done().iter().map(words).collect::<Vec<_>>()
    };
    let going_on = Conversation::start();
    going_on.send("init");
    assert_eq!(going_on.answer(), "ready");
    let mut before = "";
    for moves in lists {
        let at_once = Conversation::start();
        at_once.send("init");
        assert_eq!(at_once.answer(), "ready");
        // After a list that cannot be read the game stays as it was.
        at_once.send(&format!("pos pos=start moves=\"{before}\""));
        assert_eq!(answer(&going_on, moves), answer(&at_once, moves), "{moves}");
        if !moves.contains("19-2 ") && !moves.ends_with("19-2") && !moves.ends_with("233") {
            before = moves;
        }
        at_once.end();
    }
    going_on.end();
}

#[test]
fn histories_of_thousands_of_moves() {
    let talk = Conversation::start();
    let kings = format!("pos pos=W{}W{}B", "e".repeat(40), "e".repeat(8));
    let moves = "41-46 50-45 46-41 45-50 ".repeat(1_250);
    talk.send(&format!("{kings} moves=\"{moves}\""));
    talk.send("level depth=4");
    talk.send("go think");
    assert!(
        talk.lines_to_done()
            .pop()
            .is_some_and(|line| line.starts_with("done move="))
    );
    talk.end();
}

#[test]
fn stop_is_quick_and_answers_come_apart() {
    let talk = Conversation::start();
    talk.send("set-param name=threads value=2");
    talk.send("init");
    assert_eq!(talk.answer(), "ready");
    for _ in 0..20 {
        talk.send("go analyze");
        std::thread::sleep(Duration::from_millis(5));
        let start = Instant::now();
        talk.send("stop");
        talk.lines_to_done();
        assert!(start.elapsed() < Duration::from_secs(2));
    }
    talk.end();
}
