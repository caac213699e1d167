//! Self-play: the same games from the same seed, whole shards or none, and nothing read that is
//! not what was written.

use baige::game::Game;
use baige::notation::parse_fen;
use baige::position::{MoveKey, Position};
use baige::prng::Prng;
use baige::rules::{Brazilian, International, Killer, Rules, Variant};
use baige::train::bytes::Reader;
use baige::train::game_record::GameRecord;
use baige::train::shard::{self, Header, ShardError};
use baige::with_rules;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn run(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("baige"))
        .arg("selfplay")
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Names and contents of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

#[test]
fn the_same_seed_gives_the_same_files_on_any_number_of_threads_and_machines() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let mut arguments = vec!["--out", out.to_str().unwrap(), "--games", "26"];
        arguments.extend(["--shard-games", "4", "--nodes", "150"]);
        arguments.extend(more);
        let output = run(&arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (files(&out), text(&output.stdout))
    };
    let (one, said) = play("one", &["--threads", "1", "--seed", "7"]);
    assert!(said.contains("7 shards made, 0 were there"), "{said}");
    assert_eq!(one.len(), 7);
    assert_eq!(one, play("two", &["--threads", "3", "--seed", "7"]).0);
    assert_ne!(one, play("three", &["--seed", "8"]).0);
    // Two machines, the second of which is started again.
    for (index, made) in [("0", "4"), ("1", "3"), ("1", "0")] {
        let more = ["--seed", "7", "--shard-index", index, "--shard-count", "2"];
        let (_, said) = play("four", &more);
        assert!(said.contains(&format!("{made} shards made")), "{said}");
    }
    assert_eq!(one, files(&folder.path().join("four")));
    let mut results = 0;
    for (name, bytes) in &one {
        let (header, games) = shard::parse::<International>(bytes).unwrap();
        assert_eq!((header.seed, header.nodes), (7, 150), "{name}");
        results += games.len();
        for game in &games {
            let thought = game
                .plies
                .iter()
                .filter(|(_, score)| score.is_some())
                .count();
            assert!(thought > 0 || game.plies.is_empty(), "{game:?}");
        }
    }
    assert!((15..=26).contains(&results), "{results}");
}

#[test]
fn every_variant_plays() {
    fn games<R: Rules>(folder: &Path) -> Vec<GameRecord<R>> {
        let path = folder.join("shard-000000.games");
        shard::read::<R>(&path).unwrap().1
    }
    let folder = tempfile::tempdir().unwrap();
    for variant in Variant::ALL {
        let out = folder.path().join(variant.name());
        let output = run(&[
            "--out",
            out.to_str().unwrap(),
            "--games",
            "20",
            "--nodes",
            "100",
            "--variant",
            variant.name(),
        ]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let count = with_rules!(variant, R => games::<R>(&out).len());
        assert!(count > 4, "{variant}: {count}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x");
    let arguments = [
        "--out",
        out.to_str().unwrap(),
        "--games",
        "60",
        "--shard-games",
        "3",
        "--nodes",
        "3000",
    ];
    let count = || std::fs::read_dir(&out).map_or(0, Iterator::count);
    for signal in ["INT", "KILL"] {
        let before = count();
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("baige"))
            .arg("selfplay")
            .args(arguments)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while count() < before + 3 && began.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &id])
            .status();
        assert!(sent.unwrap().success());
        let status = child.wait().unwrap();
        assert!(status.code() == Some(130) || signal == "KILL", "{status}");
        assert!(count() < 20, "ended before it could be interrupted");
    }
    let output = run(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let whole = folder.path().join("whole");
    let mut again = arguments;
    again[1] = whole.to_str().unwrap();
    assert!(run(&again).status.success());
    let mut found = files(&out);
    // A kill may leave the draft of the shard that was being written.
    found.retain(|name, _| {
        Path::new(name)
            .extension()
            .is_some_and(|kind| kind == "games")
    });
    assert_eq!(found, files(&whole));
    // Other games do not go into the same folder.
    let output = run(&[&arguments[..], &["--seed", "2"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("shard-000000.games: made with"), "{said}");
    let output = run(&[&arguments[..], &["--shard-index", "5"]].concat());
    assert_eq!(output.status.code(), Some(2));
}

fn header() -> Header {
    Header {
        variant: Variant::Normal,
        seed: 1,
        first: 0,
        games: 2,
        nodes: 10,
        weights: 3,
    }
}

/// A game of random moves, from a position with kings or from the start.
fn random_game(seed: u64) -> GameRecord<International> {
    let mut prng = Prng::new(seed);
    let start: Position<International> = match prng.below(2) {
        0 => Position::default(),
        _ => {
            parse_fen("B:WK46,K47,28,K1:BK5,K10,13,24,K23")
                .unwrap()
                .position
        }
    };
    let mut game = Game::new(start, 0);
    for _ in 0..prng.below(60) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[prng.below(moves.len() as u64) as usize]);
    }
    let scores = |at: usize| (at > 3).then(|| prng.clone().below(1_000) as i16 - 500);
    let moves = game.moves().iter().copied();
    GameRecord {
        start,
        plies: moves.zip((0..).map(scores)).collect(),
        points: (seed % 3) as u8,
    }
}

#[test]
fn games_and_shards_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.games");
    let games: Vec<GameRecord<International>> = (0..50).map(random_game).collect();
    let lost = shard::write(&path, &header(), &games).unwrap();
    let (found, back) = shard::read::<International>(&path).unwrap();
    assert_eq!(found, header());
    assert_eq!(back.len() + lost, games.len());
    assert!(lost < 5, "{lost}");
    assert!(back.iter().all(|game| games.contains(game)));
    assert!(matches!(
        shard::read::<Killer>(&path),
        Err(ShardError::Variant { .. })
    ));
    let bytes = std::fs::read(&path).unwrap();
    for cut in [0, 7, 8, 9, 11, 30, bytes.len() / 2, bytes.len() - 1] {
        assert!(
            shard::parse::<International>(&bytes[..cut]).is_err(),
            "{cut}"
        );
    }
    // Each changed byte is noticed, and each wrong content under a right checksum has its error.
    for at in (0..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(shard::parse::<International>(&changed).is_err(), "{at}");
    }
    let sealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut content = bytes[..bytes.len() - 4].to_vec();
        change(&mut content);
        content.extend(crc32fast::hash(&content).to_le_bytes());
        shard::parse::<International>(&content)
            .unwrap_err()
            .to_string()
    };
    assert!(sealed(&|content| content.push(0)).contains("behind the last game"));
    assert!(sealed(&|content| content.truncate(400)).contains("ends in the middle"));
    assert!(sealed(&|content| content[9] = b'x').contains("expected normal"));
}

#[test]
fn moves_that_share_a_key_are_not_written() {
    // Among hundreds of captures some share both ends and the four bits of the captured set.
    let crowded = include_str!("data/crowded.tsv").lines();
    let fens = crowded.filter_map(|line| line.strip_prefix("normal\t")?.split('\t').next());
    let hidden = |start: &Position<International>| {
        let moves = start.legal_moves();
        let first = |key: MoveKey| moves.iter().position(|mv| mv.key() == key);
        (0..moves.len()).find(|at| first(moves[*at].key()) != Some(*at))
    };
    let (start, hidden) = fens
        .map(|fen| parse_fen::<International>(fen).unwrap().position)
        .find_map(|start| Some((start, hidden(&start)?)))
        .expect("a position with such captures");
    let moves = start.legal_moves();
    let game = |at: usize| GameRecord {
        start,
        plies: vec![(moves[at], None)],
        points: 1,
    };
    let mut bytes = Vec::new();
    assert!(!game(hidden).write(&mut bytes));
    assert!(bytes.is_empty());
    assert!(game(0).write(&mut bytes));
    assert_eq!(GameRecord::read(&mut Reader(&bytes)), Ok(game(0)));
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = GameRecord::<International>::read(&mut Reader(&bytes));
        let _ = GameRecord::<Brazilian>::read(&mut Reader(&bytes));
        let mut sealed = b"BAIGEGM1\x06normal".to_vec();
        sealed.extend(&bytes);
        sealed.extend(crc32fast::hash(&sealed).to_le_bytes());
        let _ = shard::parse::<International>(&sealed);
    }
}
