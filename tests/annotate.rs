//! `baige annotate`: marks, missed shots, endings, what is kept of a game, bad input, resumption.

use crate::cli::{baige, text};
use baige::pdn::{Ply, Read, Reader, replay};
use baige::position::Position;
use baige::rules::{Brazilian, International, Rules};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with a file of games.
fn folder(games: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pdn"), games).unwrap();
    folder
}

fn annotate(folder: &Path, arguments: &[&str]) -> Output {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (games, out, html) = (file("games.pdn"), file("out.pdn"), file("report.html"));
    let mut all = vec!["annotate", &games, "-o", &out, "--html", &html];
    all.extend(arguments);
    baige(&all)
}

fn read(path: &Path) -> Vec<Read> {
    Reader::new(fs::read(path).unwrap().as_slice())
        .collect::<Result<_, _>>()
        .unwrap()
}

/// The games after a run of so many nodes a position that goes well.
fn annotated(games: &str, nodes: u32) -> (Vec<Read>, TempDir) {
    let folder = folder(games);
    let output = annotate(folder.path(), &["--nodes", &nodes.to_string()]);
    assert!(output.status.success(), "{output:?}");
    (read(&folder.path().join("out.pdn")), folder)
}

/// The first remark of a move, on one line.
fn remark(ply: &Ply) -> String {
    ply.remarks[0]
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The objects in the elements of a page, by the beginning of their names.
fn objects(page: &str, name: &str) -> Vec<Value> {
    let mark = format!("<script type=\"application/json\" id=\"{name}");
    let parts = page.split(&mark).skip(1);
    parts
        .map(|part| {
            let text = part.split_once('>').unwrap().1;
            serde_json::from_str(text.split_once("</script>").unwrap().0).unwrap()
        })
        .collect()
}

fn page(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("report.html")).unwrap()
}

/// White gives three men for nothing.
const BLUNDER: &str = "[Event \"a blunder\"]\n\n\
    1. 32-28 18-22 2. 37-32 12-18 3. 34-29 7-12 4. 28-23 19x26 5. 42-37 *\n";

#[test]
fn a_blunder_is_marked_and_the_better_line_shown() {
    let (games, folder) = annotated(BLUNDER, 8_000);
    let plies = &games[0].record.main.plies;
    let bad: Vec<usize> = (0..plies.len())
        .filter(|at| plies[*at].annotations.contains(&4))
        .collect();
    assert_eq!(bad, [6], "{plies:#?}");
    let remark = remark(&plies[6]);
    for part in ["[%eval -", "[%depth ", "blunder, costs", "; better "] {
        assert!(remark.contains(part), "{part} in {remark}");
    }
    let report = &objects(&page(&folder), "game-")[0];
    let mv = &report["moves"][6];
    assert_eq!(mv["mark"], "blunder");
    assert!(mv["cost"].as_u64().unwrap() >= 350, "{mv}");
    assert_ne!(mv["better"][0]["text"], "28-23");
    // From White: he is worse after it than before it.
    let expected = |at: usize| report["moves"][at]["after"]["expected"].as_u64().unwrap();
    assert!(expected(5) > expected(6) + 300, "{report}");
    assert!(mv["after"]["score"].as_i64().unwrap() < -80, "{mv}");
}

#[test]
fn a_missed_shot_is_named_and_one_played_too() {
    // Three men for five, one of them by a man that becomes a king.
    let fen = "W:W24,29,32,36,37,38,39,43,45,48:B4,8,9,10,13,16,17,18,19,22";
    let games = format!(
        "[FEN \"{fen}\"]\n\n1. 24-20 10-15 *\n\
         [FEN \"{fen}\"]\n\n1. 38-33 19x30 2. 39-34 30x28 3. 32x5 22-27 *\n"
    );
    let (games, _folder) = annotated(&games, 20_000);
    let missed = &games[0].record.main.plies[0];
    let told = remark(missed);
    assert!(told.contains("misses a shot: gives 3, wins 7"), "{told}");
    assert!(
        told.contains("better 38-33 19x30 39-34 30x28 32x5"),
        "{told}"
    );
    assert_eq!(missed.annotations, [4]);
    let played = &games[1].record.main.plies;
    let told = remark(&played[0]);
    assert!(told.contains("a shot: gives 3, wins 7"), "{told}");
    assert!(played[0].annotations.is_empty(), "{told}");
    assert!(
        played[1..]
            .iter()
            .all(|ply| !ply.remarks[0].contains("shot"))
    );
}

#[test]
fn endings_are_judged_by_the_tables_and_the_rules() {
    let games = "[FEN \"W:WK6,K28:BK16\"]\n\n1. 6-1 16-49 *\n\
                 [FEN \"W:WK28,K32,K33:BK15\"]\n\n1. 33-39 15-4 *\n\
                 [FEN \"W:WK28,K32,K33:BK15\"]\n\n1. 32-38 *\n\
                 [FEN \"W:W28:B23\"]\n\n1. 28x19 *\n";
    let (games, folder) = annotated(games, 2_000);
    let ply = |game: usize, ply: usize| &games[game].record.main.plies[ply];
    let told = |game, at| remark(ply(game, at));
    for (game, expected) in [
        (0, "drawn by the 5-move rule"),
        (
            1,
            "blunder, costs 50 %; drawn by the 16-move rule; better 32-38",
        ),
        (2, "White wins by the endgame tables"),
        (3, "[%eval #0] White wins: Black has no move"),
    ] {
        assert!(told(game, 0).contains(expected), "{}", told(game, 0));
    }
    assert!(!told(0, 1).contains("drawn"), "told once: {}", told(0, 1));
    assert_eq!(ply(1, 0).annotations, [4]);
    let reports = objects(&page(&folder), "game-");
    let expected: Vec<&Value> = reports
        .iter()
        .map(|game| &game["moves"][0]["after"]["expected"])
        .collect();
    assert_eq!(expected, [500, 500, 1000, 1000]);
}

fn last_position<R: Rules>(read: &Read) -> (Vec<String>, Position<R>) {
    let replay = replay::<R>(&read.record).unwrap();
    assert_eq!(replay.fault, None);
    let mut position = replay.start;
    let mut texts = Vec::new();
    for mv in replay.moves {
        texts.push(baige::notation::short_move(&position, mv));
        position = position.after(mv);
    }
    (texts, position)
}

#[test]
fn what_was_in_a_game_comes_back_in_order() {
    let games = "[Event \"e\"]\n[Zebra \"z \\\"q\\\"\"]\n[GameType \"20\"]\n[Aardvark \"é\"]\n\n\
        {before} 1. 34-29! $13 {one} {[%clock w0:14:56 B0:15:00]} (1. 32-28 19-23 {in it}) 19-24 \
        2. 29-23 {two} 18x29 3. 40-34 29x40 1-1\n\
        [GameType \"26\"]\n1. c3-b4 1/2-1/2\n";
    let (after, folder) = annotated(games, 500);
    let before = read(&folder.path().join("games.pdn"));
    for (old, new) in before.iter().zip(&after) {
        assert_eq!(new.problems, []);
        let (old, new) = (&old.record, &new.record);
        assert_eq!(new.tags[..old.tags.len()], old.tags);
        assert_eq!(new.tags.len(), old.tags.len() + 1);
        assert_eq!(new.tag("Annotator"), Some(baige::annotate::ANNOTATOR));
        assert_eq!(new.main.remarks, old.main.remarks);
        assert_eq!(new.end, old.end);
        for (old, new) in old.main.plies.iter().zip(&new.main.plies) {
            let (ours, theirs) = new.remarks.split_last().unwrap();
            assert!(ours.starts_with("[%eval "), "{ours}");
            assert_eq!(theirs, old.remarks);
            assert_eq!(new.mark, old.mark);
            assert_eq!(new.annotations[..old.annotations.len()], old.annotations);
            assert_eq!(new.variations.len(), old.variations.len());
        }
    }
    let same = last_position::<International>(&before[0]);
    assert_eq!(last_position(&after[0]), same);
    assert_eq!(same.0.len(), 6);
    assert_eq!(
        last_position::<Brazilian>(&before[1]),
        last_position(&after[1])
    );
    // A second time: our own remarks are made anew, not added.
    let once = fs::read(folder.path().join("out.pdn")).unwrap();
    fs::write(folder.path().join("games.pdn"), &once).unwrap();
    assert!(
        annotate(folder.path(), &["--nodes", "500"])
            .status
            .success()
    );
    let twice = fs::read(folder.path().join("out.pdn")).unwrap();
    assert_eq!(text(&twice), text(&once));
}

#[test]
fn faulty_games_are_told_and_the_rest_goes_on() {
    let games = "[Event \"1\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 50-49 3-8 *\n\
                 [Event \"2\"]\n[FEN \"W:W99:B1\"]\n1. 32-28 *\n\
                 [Event \"3\"]\n[GameType \"99\"]\n1. 32-28 *\n\
                 [Event \"4\"]\n1. 34-29 19-24 *\n";
    let folder = folder(games);
    let output = annotate(folder.path(), &["--nodes", "300", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    for part in [
        "games.pdn: game 1: line 2: move 5: illegal move 50-49; expected one of",
        "games.pdn: game 2: line 3: FEN: square \"99\"",
        "games.pdn: game 3: line 6: GameType \"99\"; expected one of",
        "3 games with faults",
    ] {
        assert!(told.contains(part), "{part} in\n{told}");
    }
    assert!(!told.contains("game 4"), "{told}");
    let after = read(&folder.path().join("out.pdn"));
    let plies: Vec<usize> = after.iter().map(|g| g.record.main.plies.len()).collect();
    assert_eq!(plies, [4, 1, 1, 2]);
    let page = page(&folder);
    let games = objects(&page, "game-");
    assert_eq!(games.len(), 2);
    assert!(games[0]["faults"][0].as_str().unwrap().contains("50-49"));
    assert_eq!(objects(&page, "index")[0]["games"][1]["game"], 4);
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["games.pdn", "out.pdn", "report.html"]);
}

#[test]
fn options_that_make_no_sense() {
    let folder = folder("1. 32-28 *\n1. 31-26 *\n");
    let nodes = ["--nodes", "100"];
    for (arguments, code, expected) in [
        (&[][..], 2, "--time"),
        (&["--time", "-1"], 2, "--time -1; expected seconds"),
        (&["--nodes", "0"], 2, "0"),
        (
            &["--nodes", "9", "--game", "3"],
            2,
            "--game 3; expected 1 to 2",
        ),
        (
            &["--nodes", "9", "--game", "2..1"],
            2,
            "expected 3, 5..8 or 10..",
        ),
        (
            &["--nodes", "9", "--weights", "none"],
            1,
            "weights file none",
        ),
    ] {
        let output = annotate(folder.path(), arguments);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{expected} in {told}");
        assert!(!folder.path().join("out.pdn").exists());
    }
    let output = baige(&[&["annotate", "no-such.pdn"][..], &nodes].concat());
    assert!(text(&output.stderr).contains("no-such.pdn: "));
    let here = folder.path().to_str().unwrap();
    let output = baige(&[&["annotate", "games.pdn", "-o", here][..], &nodes].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("not a file; expected one to write"));
    let empty = folder.path().join("empty.pdn");
    fs::write(&empty, "\n").unwrap();
    let output = baige(&[&["annotate", empty.to_str().unwrap()][..], &nodes].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no game; expected tags or moves"));
    // Standard output if no file is named, and only the games asked for.
    let games = folder.path().join("games.pdn");
    let chosen = ["annotate", games.to_str().unwrap(), "--game", "2.."];
    let output = baige(&[&chosen[..], &nodes].concat());
    assert!(output.status.success());
    let shown = text(&output.stdout);
    assert!(
        shown.contains("1. 31-26 {") && !shown.contains("32-28 {"),
        "{shown}"
    );
}

#[test]
fn a_run_that_was_killed_goes_on_to_the_same_files() {
    let mut games = String::new();
    for round in 1..=8 {
        let _ = write!(
            games,
            "[Round \"{round}\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 *\n"
        );
    }
    let (whole, cut) = (folder(&games), folder(&games));
    let nodes = ["--nodes", "30000"];
    assert!(annotate(whole.path(), &nodes).status.success());
    let state = cut.path().join("out.pdn.annotate");
    let file = |name: &str| cut.path().join(name);
    let mut child = Command::new(env!("CARGO_BIN_EXE_baige"))
        .arg("annotate")
        .arg(file("games.pdn"))
        .arg("-o")
        .arg(file("out.pdn"))
        .arg("--html")
        .arg(file("report.html"))
        .args(nodes)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&state).map_or(0, |text| text.lines().count());
    let limit = Instant::now() + Duration::from_secs(120);
    while lines() < 3 {
        assert!(Instant::now() < limit && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!file("out.pdn").exists() && !file("report.html").exists());
    // A line half written, as a kill can leave it.
    let mut kept = fs::read_to_string(&state).unwrap();
    let done = kept.matches('\n').count() - 1;
    assert!((2..8).contains(&done));
    kept.truncate(kept.rfind('\n').unwrap() + 1);
    fs::write(&state, kept + "{\"game\":7,\"pd").unwrap();
    // Another run is not mixed with it.
    let output = annotate(cut.path(), &["--nodes", "20000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("other games or settings"));
    let output = annotate(cut.path(), &nodes);
    assert!(output.status.success(), "{output:?}");
    let told = text(&output.stderr);
    assert!(
        told.contains(&format!("{done} games were done before")),
        "{told}"
    );
    assert!(!state.exists());
    for name in ["out.pdn", "report.html"] {
        let of = |folder: &TempDir| fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(of(&whole) == of(&cut), "{name}");
    }
}

#[test]
fn several_at_a_time_in_the_order_of_the_file() {
    let mut games = String::new();
    for round in 1..=9 {
        let moves = if round % 3 == 0 {
            "1. 34-30 20-25 2. 31-26"
        } else {
            "1. 32-28"
        };
        let _ = write!(games, "[Round \"{round}\"]\n{moves} *\n");
    }
    let folder = folder(&games);
    let output = annotate(folder.path(), &["--depth", "5", "--threads", "3"]);
    assert!(output.status.success(), "{output:?}");
    let shown = text(&output.stdout);
    assert!(shown.starts_with("9 games, 15 moves: "), "{shown}");
    let after = read(&folder.path().join("out.pdn"));
    let rounds: Vec<&str> = after
        .iter()
        .map(|g| g.record.tag("Round").unwrap())
        .collect();
    assert_eq!(rounds, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
}

#[test]
fn hostile_text_stays_text() {
    let hostile = "</script><script>hacked=1</script><!--<img src=x onerror=hacked=1>";
    let games = format!("[White \"{hostile}\"]\n\n1. 32-28 {{{hostile}}} *\n");
    let (_, folder) = annotated(&games, 100);
    let page = page(&folder);
    assert!(!page.contains("hacked=1<") && !page.contains("<img"));
    let (game, index) = (&objects(&page, "game-")[0], &objects(&page, "index")[0]);
    assert_eq!(game["tags"][0][1], hostile);
    assert_eq!(game["moves"][0]["remarks"][0], hostile);
    assert_eq!(index["games"][0]["white"], hostile);
    // Index, game, and the script itself.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
}
