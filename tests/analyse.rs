//! `baige analyse`: where positions come from, and what is shown.

use crate::cli::{baige, baige_with_input, text};
use serde_json::Value;

/// The objects of an analysis as JSON, the last one first taken apart.
fn objects(arguments: &[&str], input: &str) -> Vec<Value> {
    let all = [&["analyse", "--json", "--nodes", "3000"], arguments].concat();
    let output = baige_with_input(&all, input);
    assert!(output.status.success(), "{output:?}");
    let lines = text(&output.stdout);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn last(arguments: &[&str]) -> Value {
    objects(arguments, "").pop().unwrap()
}

#[test]
fn json_tells_every_depth_and_the_answer() {
    let found = objects(&["W:W28,32:B8,23"], "");
    let (best, depths) = found.split_last().unwrap();
    assert!(!depths.is_empty());
    for (at, depth) in depths.iter().enumerate() {
        assert_eq!(depth["type"], "depth");
        assert_eq!(depth["depth"], at as u64 + 1);
        assert_eq!(depth["line"][0], "28x19");
    }
    assert_eq!(best["type"], "best");
    assert_eq!(best["move"], "28x19");
    assert_eq!(best["hub"], "28x19x23");
    assert!(best["score"].as_i64().unwrap() > 100, "{best}");
    let chances = &best["chances"];
    let sum: f64 = ["win", "draw", "loss"]
        .map(|name| chances[name].as_f64().unwrap())
        .iter()
        .sum();
    assert!((sum - 1.0).abs() < 0.01, "{best}");
    let over = objects(&["W:W:B3"], "");
    assert_eq!(over[0]["type"], "over");
    let won = last(&["W:W28:B23"]);
    assert_eq!(
        (&won["score"], &won["plies_to_end"]),
        (&9999.into(), &1.into())
    );
}

#[test]
fn scores_from_white() {
    let mover = last(&["B:W28,32:B8,12,13,23"]);
    let white = last(&["B:W28,32:B8,12,13,23", "--score-from", "white"]);
    let score = mover["score"].as_i64().unwrap();
    assert!(score > 50);
    assert_eq!(white["score"].as_i64(), Some(-score));
}

#[test]
fn positions_by_moves_hub_and_files() {
    let start = last(&["--moves", "32-28 19-23 28x19 14x23"]);
    let hub = "Wbbbbbbbbbbbbbebbbbebeebeeeeeeewewwwwwwwwwwwwwwwwww";
    assert_eq!(start["fen"], last(&["--hub", hub])["fen"], "{start}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    let games = "[A \"1\"]\n1. 34-29 *\n[A \"2\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 50-49 *\n\
                 [GameType \"26\"]\n1. c3-b4 *\n";
    std::fs::write(&file, games).unwrap();
    let name = file.to_str().unwrap();
    let at = |place: &str| last(&["--pdn", &format!("{name}{place}")])["fen"].clone();
    assert_eq!(at(":2:5"), start["fen"]);
    assert_eq!(at(":1"), at(""));
    assert_eq!(at(":2:1"), last(&[])["fen"]);
    assert_eq!(at(":3:1"), last(&["--variant", "brazilian"])["fen"]);
    for (place, expected) in [
        (":2", "illegal move 50-49"),
        (":2:6", "illegal move 50-49"),
        (":1:3", "move 3; expected 1 to 2"),
        (":1:0", "expected 1 to 2"),
        (":4", "game 4; expected 1 to 3"),
        ("x", "games.pdnx"),
    ] {
        let output = baige(&["analyse", "--pdn", &format!("{name}{place}")]);
        let told = text(&output.stderr);
        assert!(
            !output.status.success() && told.contains(expected),
            "{place}: {told}"
        );
    }
    for arguments in [
        &["analyse", "--moves", "32-28 1-2"][..],
        &["analyse", "--hub", "Wb"],
        &["analyse", "--hub", hub, "W:W1:B2"],
        &["analyse", "--infinite", "--time", "1"],
    ] {
        let output = baige(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn many_positions_an_answer_a_line() {
    let input = "W:W28,32:B8,23\n\n# a remark\nnonsense\nB:W28,32:B8,12,13,23\n";
    let output = baige_with_input(&["analyse", "-", "--depth", "3"], input);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(
        told.contains("line 4: position \"nonsense\": side to move"),
        "{told}"
    );
    assert!(told.contains("1 lines without a position"), "{told}");
    let shown = text(&output.stdout);
    let lines: Vec<Vec<&str>> = shown
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(lines.len(), 2, "{shown}");
    assert_eq!(lines[0][..2], ["W:W28,32:B8,23", "28x19"]);
    assert_eq!(lines[0][3], "3");
    assert!(lines[0][4].starts_with("28x19"), "{shown}");
    let found = objects(&["-"], "W:W28,32:B8,23\nW:W28,32:B8,23\n");
    assert_eq!(found.len(), 2);
    for name in ["fen", "depth", "line", "move", "score", "nodes"] {
        assert_eq!(found[0][name], found[1][name], "{name}");
    }
}
