//! Files of games: what is in them, told from what is wrong with them.

use crate::cli::{baige, baige_with_input, text};
use baige::pdn::{Outcome, Read, Reader, has_two_points, normalise, replay, start, variant, write};
use baige::rules::{International, Rules, Variant};
use baige::with_rules;
use std::io::BufReader;
use std::path::Path;

fn read(text: &[u8]) -> Vec<Read> {
    Reader::new(BufReader::with_capacity(7, text))
        .collect::<Result<_, _>>()
        .unwrap()
}

fn sample(name: &str) -> Vec<Read> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdn");
    let mut found: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let file = path.file_name().unwrap().to_str().unwrap();
            file.starts_with(name)
        })
        .collect();
    assert_eq!(found.len(), 1, "{name}");
    read(&std::fs::read(found.remove(0)).unwrap())
}

/// Plies that can be played, with the variant found, if all is right.
fn plies(read: &Read) -> (Variant, usize) {
    assert_eq!(read.problems, [], "{:?}", read.record);
    let variant = variant(&read.record, None).unwrap();
    with_rules!(variant, R => {
        let replay = replay::<R>(&read.record).unwrap();
        assert_eq!(replay.fault, None);
        (variant, replay.moves.len())
    })
}

fn outcome(read: &Read) -> Option<Outcome> {
    let end = read.record.end.as_deref().or(read.record.tag("Result"));
    end.and_then(Outcome::parse)
}

/// The plies and the result of each game of a file.
type Games = &'static [(usize, Option<Outcome>)];

/// What each sample holds.
const SAMPLES: &[(&str, Games)] = &[
    ("p01", &[(24, Some(Outcome::Open))]),
    ("p02", &[(16, Some(Outcome::White))]),
    ("p03", &[(16, Some(Outcome::White))]),
    ("p04", &[(4, Some(Outcome::Draw))]),
    ("p05", &[(24, Some(Outcome::Open))]),
    ("p06", &[(20, Some(Outcome::Open))]),
    ("p07", &[(20, Some(Outcome::Draw))]),
    ("p08", &[(18, Some(Outcome::Black))]),
    ("p10", &[(14, Some(Outcome::Open))]),
    ("p09", &[(16, Some(Outcome::Open))]),
    ("p11", &[(16, Some(Outcome::Open))]),
    ("p12", &[(6, Some(Outcome::Open))]),
    ("p13", &[(5, None)]),
    ("p14", &[(16, None)]),
    (
        "p15",
        &[(16, Some(Outcome::Open)), (24, Some(Outcome::Draw))],
    ),
    ("p16", &[(24, Some(Outcome::Black))]),
    ("p17", &[(16, Some(Outcome::Open))]),
    ("p18", &[(16, Some(Outcome::Open))]),
    ("p19", &[(16, None)]),
    ("p20", &[(24, Some(Outcome::White))]),
    ("p21", &[(16, Some(Outcome::Open))]),
    ("p22", &[(4, Some(Outcome::Open))]),
    ("p23", &[(1, Some(Outcome::Open))]),
    ("p24", &[(16, Some(Outcome::White))]),
];

#[test]
fn samples_hold_what_they_should() {
    for (name, games) in SAMPLES {
        let found: Vec<_> = sample(name)
            .iter()
            .map(|read| (plies(read).1, outcome(read)))
            .collect();
        assert_eq!(found.as_slice(), *games, "{name}");
    }
}

#[test]
fn remarks_marks_and_variations_are_kept() {
    let read = &sample("p12")[0];
    let main = &read.record.main;
    assert_eq!(main.remarks, ["opening remark, before move one"]);
    let marks: Vec<&str> = main.plies.iter().map(|ply| ply.mark.as_str()).collect();
    assert_eq!(marks, ["!", "?!", "?", "!?", "", ""]);
    assert_eq!(main.plies[1].annotations, [6]);
    assert_eq!(main.plies[4].annotations, [1, 13]);
    let remark = &main.plies[3].remarks[0];
    assert_eq!(
        remark,
        "two\nline comment with digits 1-1 and 2-0 and * inside"
    );

    let read = &sample("p13")[0];
    let outer = &read.record.main.plies[1].variations;
    assert_eq!(outer.len(), 1);
    let texts = |plies: &[baige::pdn::Ply]| -> Vec<String> {
        plies.iter().map(|ply| ply.text.clone()).collect()
    };
    assert_eq!(texts(&outer[0].plies), ["17-22", "28x17", "11x22", "39-33"]);
    assert_eq!(
        texts(&outer[0].plies[2].variations[0].plies),
        ["12x21", "31-26"]
    );

    let clocks = &sample("p11")[0].record.main.plies;
    assert_eq!(clocks[0].remarks, ["[%clock w0:14:56 B0:15:00]"]);
    assert_eq!(sample("p19")[0].record.tag("Result"), Some("4-6"));
    assert_eq!(
        sample("p17")[0].record.tag("Event"),
        Some("40° opén dë test")
    );
    assert_eq!(sample("p18")[0].record.tag("event"), Some("?"));
}

#[test]
fn written_and_read_again_is_the_same_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdn");
    let mut seen = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        for mut game in read(&std::fs::read(&path).unwrap()) {
            let Ok(variant) = variant(&game.record, None) else {
                continue;
            };
            with_rules!(variant, R => {
                let before = replay::<R>(&game.record).unwrap();
                if before.fault.is_some() {
                    continue;
                }
                assert_eq!(normalise::<R>(&mut game.record).unwrap(), [], "{path:?}");
                let second_begins = start::<R>(&game.record).unwrap().side() != R::FIRST;
                let text = write(&game.record, second_begins);
                assert!(text.lines().all(|line| line.chars().count() <= 80 || line.starts_with('[')));
                let again = read(text.as_bytes());
                assert_eq!(again.len(), 1, "{text}");
                assert_eq!(again[0].problems, [], "{text}");
                assert_eq!(again[0].record.tags, game.record.tags);
                assert_eq!(replay::<R>(&again[0].record).unwrap().moves, before.moves);
                assert_eq!(write(&again[0].record, second_begins), text);
                seen += 1;
            });
        }
    }
    assert!(seen >= 20, "{seen}");
}

#[test]
fn faults_are_told_with_their_lines_and_the_next_game_is_read() {
    let text = "[Event \"a\"]\n[White \"x]\n\n1. 32-28 19-23\n2. 28x19 14x23 3. 50-49 18-22\n*\n\n\
                [Event \"b\"]\n\n1. 32-28 { never closed\n19-23\n[Event \"c\"]\n\n1. 32-28 (17-21 \
                nonsense ) ) $ 18-23 } 0-2\n31-27 2-0\n(1-2) 33";
    let games = read(text.as_bytes());
    let told: Vec<Vec<String>> = games
        .iter()
        .map(|game| game.problems.iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(told.len(), 5, "{told:?}");
    assert_eq!(
        told[0],
        ["line 2: tag \"[White \\\"x]\"; expected [Name \"value\"]"]
    );
    let played = replay::<International>(&games[0].record).unwrap();
    assert_eq!(played.moves.len(), 4);
    let fault = played.fault.unwrap();
    assert_eq!((fault.line, fault.ply), (5, 5));
    assert!(
        fault
            .to_string()
            .starts_with("line 5: move 5: illegal move 50-49"),
        "{fault}"
    );
    assert_eq!(
        told[1],
        ["line 10: a remark that begins here has no end; expected }"]
    );
    assert_eq!(games[1].record.main.plies.len(), 1);
    for (fault, part) in told[2]
        .iter()
        .zip(["\"nonsense\"", ") closes", "\"$\"", "} closes"])
    {
        assert!(
            fault.starts_with("line 1") && fault.contains(part),
            "{fault}"
        );
    }
    assert_eq!(games[2].record.end.as_deref(), Some("0-2"));
    // A game without tags right behind a result.
    assert_eq!(games[3].record.main.plies[0].text, "31-27");
    assert_eq!(games[3].record.end.as_deref(), Some("2-0"));
    assert_eq!(games[3].record.main.plies[0].variations.len(), 1);
    assert!(told[4][0].contains("\"33\""), "{:?}", told[4]);
    let games = read(b"(1-2) 32-28 *");
    let told = games[0].problems[0].to_string();
    assert!(
        told.starts_with("line 1: a variation before the first move"),
        "{told}"
    );
}

#[test]
fn forms_of_moves_and_results() {
    let text = "1.32 - 28 19- 23 2.28 x19 14x23 3. 37-32 10 -14 1/2-1/2";
    let games = read(text.as_bytes());
    assert_eq!(plies(&games[0]), (Variant::Normal, 6));
    assert_eq!(outcome(&games[0]), Some(Outcome::Draw));
    let games = read(b"1. c3b4 f6e5 2. b4-c5 d6:b4 3. a3xc5 0-1");
    assert_eq!(plies(&games[0]), (Variant::Brazilian, 5));
    assert_eq!(outcome(&games[0]), Some(Outcome::Black));
    for (outcome, two, one) in [
        (Outcome::White, "2-0", "1-0"),
        (Outcome::Draw, "1-1", "1/2-1/2"),
        (Outcome::Black, "0-2", "0-1"),
        (Outcome::Open, "*", "*"),
    ] {
        assert_eq!(outcome.text(has_two_points(Variant::Normal)), two);
        assert_eq!(outcome.text(has_two_points(Variant::Brazilian)), one);
        assert_eq!(Outcome::parse(two), Some(outcome));
    }
    let games = read(b"[GameType \"99\"]\n1. 32-28 *");
    let error = variant(&games[0].record, None).unwrap_err().to_string();
    assert!(error.contains("20 (normal)"), "{error}");
    assert_eq!(
        variant(&games[0].record, Some(Variant::Killer)),
        Ok(Variant::Killer)
    );
    assert_eq!(read(b""), []);
    assert_eq!(read(b"\xef\xbb\xbf\r\n \r% only a remark\n"), []);
}

#[test]
fn any_bytes_are_read_to_their_end() {
    let mut prng = baige::prng::Prng::new(7);
    let words: &[&[u8]] = &[
        b"32-28",
        b"(",
        b")",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\n",
        b"\r\n",
        b"1.",
        b"*",
        b"2-0",
        b"$3",
        b";",
        b"\"",
        b"[Event \"x\"]",
        b"!?",
        b"\xff",
        b"%",
        b" ",
        b"x",
        b"a3",
    ];
    for _ in 0..400 {
        let mut text = Vec::new();
        for _ in 0..prng.below(60) {
            text.extend_from_slice(words[prng.below(words.len() as u64) as usize]);
            if prng.below(2) == 0 {
                text.push(b' ');
            }
        }
        for game in read(&text) {
            for variant in Variant::ALL {
                with_rules!(variant, R => check::<R>(&game));
            }
        }
    }
    let deep = "32-28 ".to_owned() + &"(32-28 ".repeat(5000);
    let games = read(deep.as_bytes());
    assert!(games[0].problems.len() > 1000);
    let _ = write(&games[0].record, false);
}

fn check<R: Rules>(game: &Read) {
    let mut record = game.record.clone();
    if let Ok(replay) = replay::<R>(&record) {
        let faults = normalise::<R>(&mut record).unwrap();
        assert_eq!(record.main.plies.len(), replay.moves.len());
        assert!(replay.fault.is_none() || !faults.is_empty());
        let _ = write(&record, start::<R>(&record).unwrap().side() != R::FIRST);
    }
}

#[test]
fn the_command_checks_converts_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (bad, good) = (path("bad.pdn"), path("good.pdn"));
    let games = "[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n[White \"B\"]\n\n\
                 1. 32-28 19-23\n2. 37-31 *\n\n[White \"C\"]\n[GameType \"99\"]\n1. 32-28 *\n";
    std::fs::write(&bad, games).unwrap();

    let output = baige(&["pdn", "check", &bad]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stdout);
    for expected in [
        "bad.pdn: game 2: line 7: move 3: illegal move 37-31",
        "game 3: line 9: GameType \"99\"; expected one of 20 (normal)",
    ] {
        assert!(told.contains(expected), "{told}");
    }
    assert!(
        told.ends_with("\n3 games, 6 plies, 2 games with faults\n"),
        "{told}"
    );

    let output = baige(&["pdn", "convert", &bad, "-o", &good]);
    assert_eq!(output.status.code(), Some(1));
    let written = std::fs::read_to_string(&good).unwrap();
    let first = "[White \"A\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n\
                 1. 32-28 19-23 2. 28x19 14x23 2-0\n";
    assert!(written.starts_with(first), "{written}");
    assert!(written.contains("\n1. 32-28 19-23 *\n"), "{written}");
    assert!(!written.contains("\"C\""), "{written}");

    let output = baige_with_input(&["pdn", "check", "-"], &written);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = text(&baige(&["pdn", "stats", &bad, &good]).stdout);
    let normal = ["normal", "4", "1", "2", "0", "0", "2", "3.0", "4"];
    let line = table.lines().nth(1).unwrap();
    assert_eq!(line.split_whitespace().collect::<Vec<_>>(), normal);
    assert!(
        table.contains("1 games of a kind or start that is not known"),
        "{table}"
    );

    let output = baige(&["pdn", "check", "/no/such/file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("/no/such/file: "),
        "{output:?}"
    );
    assert_eq!(baige(&["pdn", "check"]).status.code(), Some(2));
}
