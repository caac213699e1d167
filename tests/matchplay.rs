//! `baige match` as users run it, against engines that do what engines should not.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn baige() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("baige").to_path_buf()
}

/// The example engine; `cargo test` builds examples.
fn mock() -> PathBuf {
    let name = format!("examples/mock_engine{}", std::env::consts::EXE_SUFFIX);
    let path = baige().with_file_name(name);
    assert!(
        path.is_file(),
        "{} is missing; cargo build --examples",
        path.display()
    );
    path
}

fn run(arguments: &[&str]) -> Output {
    Command::new(baige())
        .arg("match")
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(base: &Path) -> Value {
    let text = std::fs::read_to_string(base.with_extension("json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Two games of the mock in this mode against this engine.
fn against_mock(mode: &str, more: &[&str]) -> (Value, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().join("m");
    let player = format!("cmd='\"{}\" {mode}' name=Mock", mock().display());
    let mut arguments = vec![
        "self",
        &player,
        "--games",
        "2",
        "--out",
        base.to_str().unwrap(),
    ];
    arguments.extend(["--start-time", "20", "--quit-time", "0.5"]);
    if more.is_empty() {
        arguments.extend(["--depth", "1", "--hang", "1"]);
    }
    arguments.extend(more);
    let output = run(&arguments);
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{mode}: {all}");
    (json(&base), all, folder)
}

fn reasons(result: &Value) -> Vec<&str> {
    let games = result["games"].as_array().unwrap();
    games
        .iter()
        .map(|game| game["reason"].as_str().unwrap())
        .collect()
}

#[test]
fn failures_are_named_and_the_match_goes_on() {
    for (mode, reason) in [
        ("stall", "hang"),
        ("crash", "crash"),
        ("illegal", "illegal move"),
        ("garbage", "illegal move"),
        ("bare-done", "false claim that the game is over"),
        ("flood", "hang"),
        ("again", "illegal move"),
    ] {
        let (result, all, folder) = against_mock(mode, &[]);
        assert_eq!(reasons(&result), [reason; 2], "{mode}: {all}");
        assert_eq!(result["players"][1]["failures"][reason], 2, "{mode}");
        assert_eq!(result["players"][0]["results"]["wins"], 2, "{mode}");
        let log = folder.path().join("m-failures/game-000001.log");
        let log = std::fs::read_to_string(log).unwrap();
        assert!(
            log.contains("> go think") && log.contains("< info depth=1"),
            "{mode}: {log}"
        );
        let pdn = std::fs::read_to_string(folder.path().join("m.pdn")).unwrap();
        let termination = format!("[Termination \"{reason} of ");
        assert_eq!(pdn.matches(&termination).count(), 2, "{mode}: {pdn}");
    }
}

#[test]
fn slow_engines_lose_on_time_and_stay() {
    let (result, all, _folder) = against_mock("slow", &["--move-time", "0.05", "--margin", "100"]);
    assert_eq!(reasons(&result), ["time loss"; 2], "{all}");
    let (result, all, _folder) = against_mock("slow", &["--move-time", "0.05", "--margin", "3000"]);
    assert!(!reasons(&result).contains(&"time loss"), "{all}");
}

#[test]
fn oddities_are_survived() {
    for mode in [
        "good",
        "no-pong",
        "babble",
        "long-lines",
        "bytes",
        "double-done",
    ] {
        let (result, all, _folder) =
            against_mock(&format!("{mode} 40"), &["--depth", "1", "--hang", "60"]);
        let failures = &result["players"][1]["failures"];
        assert_eq!(failures.as_object().unwrap().len(), 0, "{mode}: {all}");
        assert_eq!(result["games_played"], 2, "{mode}");
        assert_eq!(result["state"], "finished", "{mode}");
    }
}

#[test]
fn engines_that_do_not_come_up_are_told_at_once() {
    for (mode, part) in [
        ("no-wait", "no answer before wait within 1.0 s"),
        ("no-ready", "no answer after init within 1.0 s"),
        ("crash-at-start", "the engine ended before wait"),
        ("crash-at-init", "the engine ended after init"),
    ] {
        let player = format!("\"{}\" {mode}", mock().display());
        let output = run(&["self", &player, "--depth", "1", "--start-time", "1"]);
        let all = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{mode}: {all}");
        assert!(all.contains(part), "{mode}: {all}");
    }
    let output = run(&["self", "no-such-engine hub", "--depth", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let all = text(&output.stderr);
    assert!(all.contains("cannot start no-such-engine"), "{all}");
}

#[test]
fn wrong_options_exit_with_2() {
    for arguments in [
        &["self", "name=x", "--depth", "1"][..],
        &["self", "self", "self", "--depth", "1", "--sprt", "0,5"],
        &["self", "--depth", "0"],
        &["self", "--sprt", "5,0"],
        &["self", "--move-time", "-1"],
        &["self", "--draw-score", "1:2"],
        &["self", "--resume"],
        &["self", "--inc", "1"],
        &["self inc=1"],
        &["self moves=3", "--move-time", "0.1"],
        &["self", "--win-score", "0:0"],
        &["self", "--win-score", "5:0"],
        &["self", "--draw-score", "0:0:0"],
        &["self", "--variant", "chess"],
        &[],
    ] {
        let output = run(arguments);
        let all = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {all}");
        assert!(all.contains("error:"), "{arguments:?}: {all}");
    }
}

/// Processes whose command line contains this.
#[cfg(target_os = "linux")]
fn processes(part: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(line) = std::fs::read(entry.path().join("cmdline")) else {
            continue;
        };
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(part) {
            found.push(line);
        }
    }
    found
}

/// An engine that does not leave, and one that leaves a child of its own.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    // A copy under a name of its own, so that other tests' engines are not counted.
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("mock engine left");
    std::fs::copy(mock(), &copy).unwrap();
    let player = |mode: &str| format!("cmd=\"'{}' {mode}\"", copy.display());
    let arguments = ["--games", "2", "--depth", "1", "--quit-time", "0.5"];
    let stays = player("stays");
    let output = run(&[&["self", &stays][..], &arguments].concat());
    let all = text(&output.stdout);
    assert!(all.contains("Mock-stays did not end by itself"), "{all}");
    let orphan = player("orphan");
    let output = run(&[&["self", &orphan][..], &arguments].concat());
    assert!(output.status.success());
    assert_eq!(processes("mock engine left"), [""; 0]);
    assert_eq!(processes("sleep 98765"), [""; 0]);
}

/// Ctrl-C in the middle: what was played is kept, the engines are gone, and the match goes on
/// later as if nothing had happened. The same after a kill.
#[cfg(target_os = "linux")]
#[test]
fn interrupted_and_killed_matches_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("mock engine interrupted");
    std::fs::copy(mock(), &copy).unwrap();
    let player = format!("cmd=\"'{}' good\" name=Mock", copy.display());
    let base = folder.path().join("one.two");
    let arguments = [
        "match",
        "self",
        &player,
        "--nodes",
        "3000",
        "--games",
        "60",
        "--seed",
        "9",
        "--out",
        base.to_str().unwrap(),
        "--concurrency",
        "2",
    ];
    let log = folder.path().join("one.two.jsonl");
    let lines = || {
        std::fs::read_to_string(&log)
            .unwrap_or_default()
            .lines()
            .count()
    };
    for (round, signal) in ["INT", "KILL", "TERM"].into_iter().enumerate() {
        let mut command = Command::new(baige());
        command.args(arguments);
        if round > 0 {
            command.arg("--resume");
        }
        let before = lines();
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        while lines() < before.max(1) + 4 && began.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        Command::new("kill")
            .args([&format!("-{signal}"), &id])
            .status()
            .unwrap();
        let status = child.wait().unwrap();
        if signal != "KILL" {
            assert_eq!(status.code(), Some(130), "{signal}");
        }
        // After a kill the engines see the end of their input; that takes a moment.
        let began = Instant::now();
        while !processes("mock engine interrupted").is_empty()
            && began.elapsed() < Duration::from_secs(5)
        {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(processes("mock engine interrupted"), [""; 0], "{signal}");
    }
    let output = run(&[&arguments[1..], &["--resume"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let other = folder.path().join("whole");
    let mut whole = arguments[1..].to_vec();
    whole[9] = other.to_str().unwrap();
    assert!(run(&whole).status.success());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let without_date = |text: String| -> String {
        text.lines()
            .filter(|line| !line.starts_with("[Date "))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(
        without_date(read("one.two.pdn")),
        without_date(read("whole.pdn")),
        "no game lost, none twice, all the same"
    );
    assert_eq!(read("whole.pdn").matches("[Event ").count(), 60);
    // Another match under the same name is refused.
    let output = run(&[&arguments[1..], &["--resume", "--gauntlet"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("meeting"),
        "{}",
        text(&output.stderr)
    );
    let output = run(&arguments[1..]);
    assert!(
        text(&output.stderr).contains("--resume"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, seed: &str, concurrency: &str| {
        let base = folder.path().join(name);
        let output = run(&[
            "self nodes=400",
            "self nodes=200",
            "--games",
            "12",
            "--seed",
            seed,
            "--concurrency",
            concurrency,
            "--out",
            base.to_str().unwrap(),
        ]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read_to_string(base.with_extension("pdn")).unwrap()
    };
    let one = play("one", "5", "1");
    assert_eq!(one, play("two", "5", "2"));
    assert_ne!(one, play("three", "6", "2"));
    let table = json(&folder.path().join("one"));
    let count = |result: &str| one.matches(&format!("[Result \"{result}\"]")).count() as u64;
    let results = &table["pairings"][0];
    let (wins, draws) = (
        results["wins"].as_u64().unwrap(),
        results["draws"].as_u64().unwrap(),
    );
    let losses = results["losses"].as_u64().unwrap();
    assert_eq!(
        (wins + losses, draws),
        (count("2-0") + count("0-2"), count("1-1"))
    );
    assert_eq!(wins + draws + losses, 12);
}

/// What an engine complains of before the match is passed on; pipes are no openings.
#[test]
fn refused_values_and_odd_files() {
    let player = format!("cmd='\"{}\" hub' set.threads=x", baige().display());
    let output = run(&["self", &player, "--depth", "1", "--games", "2"]);
    let all = text(&output.stderr);
    assert!(
        all.contains("Baige says: bad value 'x' for threads"),
        "{all}"
    );
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path(), Path::new("/dev/zero"), Path::new("/nowhere")] {
        let openings = path.to_str().unwrap();
        let output = run(&["self", "--depth", "1", "--openings", openings]);
        let all = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{openings}: {all}");
        assert!(all.contains(openings), "{all}");
    }
    std::fs::write(folder.path().join("m-failures"), "").unwrap();
    let base = folder.path().join("m");
    let output = run(&["self", "--depth", "1", "--out", base.to_str().unwrap()]);
    assert!(text(&output.stderr).contains("m-failures: not a folder"));
}

/// A table of three; adjudication by scores.
#[test]
fn round_robin_and_adjudication() {
    let output = run(&[
        "self name=A nodes=300",
        "self name=B nodes=100",
        "self name=C nodes=30",
        "--games",
        "4",
        "--win-score",
        "1.5:2",
    ]);
    let all = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        all.contains("rank") && all.contains("adjudicated win"),
        "{all}"
    );
    for pairing in ["A v B: 4 games", "A v C: 4 games", "B v C: 4 games"] {
        assert!(all.contains(pairing), "{all}");
    }
}

/// Files that are damaged, edited, in use or in the way: one clear error, nothing lost.
#[test]
fn damaged_match_files() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().join("m");
    let log = folder.path().join("m.jsonl");
    let play = |more: &[&str]| {
        let mut arguments = vec!["self", "--depth", "1", "--games", "2", "--out"];
        arguments.push(base.to_str().unwrap());
        arguments.extend(more);
        let output = run(&arguments);
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(play(&[]).0, Some(0));
    let good = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    assert_eq!(lines.len(), 3);
    // Cut off anywhere in a line: that game is played again, and the whole is as before.
    for cut in [0, 5, lines[0].len() + 1, good.len() - 1] {
        std::fs::write(&log, &good[..cut]).unwrap();
        assert_eq!(
            play(&["--resume"]),
            (Some(0), String::new()),
            "cut at {cut}"
        );
        assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 3);
    }
    let edited = [
        ("no json\n".to_owned(), "m.jsonl:1: expected the heading"),
        (
            good.replace("\"white\":0", "\"white\":7"),
            "expected two different ones of 2",
        ),
        (
            good.replace("\"points\":", "\"points\":9"),
            "expected 0, 1 or 2",
        ),
        (
            good.replace("\"given\":2", "\"given\":2000"),
            "expected no more than all",
        ),
        (good.clone() + lines[1] + "\n", "a second time"),
        (good.replace("-2", "-99"), "m.jsonl"),
        (
            good.clone() + "{}\n",
            "m.jsonl:4: expected the record of a game",
        ),
    ];
    for (content, part) in edited {
        std::fs::write(&log, &content).unwrap();
        let (code, message) = play(&["--resume"]);
        assert_eq!(code, Some(1), "{part}: {message}");
        assert!(message.contains(part), "{part}: {message}");
        assert_eq!(
            std::fs::read_to_string(&log).unwrap(),
            content,
            "nothing changed"
        );
    }
    std::fs::write(&log, &good).unwrap();
    let held = std::fs::File::open(&log).unwrap();
    held.lock().unwrap();
    assert!(play(&["--resume"]).1.contains("in use by another match"));
    drop(held);
    for out in ["/", "..", "/proc/none/m"] {
        let output = run(&["self", "--depth", "1", "--games", "2", "--out", out]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{out}: {message}");
        assert!(message.starts_with("error: "), "{out}: {message}");
    }
}

/// DamExchange engines against all kinds of players, openings told as positions.
#[test]
fn dam_exchange_players() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{}'", baige().display());
    let dxp = |name: &str| {
        format!(
            "name={name} cmd=\"{command} dxp --listen {{port}} --depth 2 --tt-size 12\" time=60"
        )
    };
    let hub = format!("name=H cmd=\"{command} hub --set tt-size=12\" depth=2");
    for (round, players) in [
        [dxp("D"), dxp("E")],
        [dxp("D"), hub],
        ["self depth=2".to_owned(), dxp("D")],
    ]
    .iter()
    .enumerate()
    {
        let base = folder.path().join(format!("m{round}"));
        let output = run(&[
            &players[0],
            &players[1],
            "--games",
            "2",
            "--out",
            base.to_str().unwrap(),
        ]);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{all}");
        let result = json(&base);
        assert_eq!(result["games_played"], 2, "{all}");
        for player in result["players"].as_array().unwrap() {
            assert_eq!(player["failures"].as_object().unwrap().len(), 0, "{all}");
        }
        // Both games are searched to the same depth by the same engine: mirrored.
        let games = result["games"].as_array().unwrap();
        assert_eq!(games[0]["plies"], games[1]["plies"], "{all}");
    }
    // What the protocol cannot say is refused before anything starts.
    for limits in [
        &["--nodes", "100"][..],
        &["--time", "60", "--variant", "brazilian"],
    ] {
        let output = run(&[&["self", "dxp:127.0.0.1:1"][..], limits].concat());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
}

/// An engine that plays illegally, crashes or hangs in a `DamExchange` game.
#[test]
fn dam_exchange_failures() {
    use std::io::{Read, Write};
    let play = |fault: &'static str| {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = std::thread::spawn(move || {
            while let Ok((mut stream, _)) = listener.accept() {
                let mut bytes = [0; 256];
                // The request, then whatever comes.
                if stream.read(&mut bytes).unwrap_or(0) == 0 {
                    return;
                }
                if fault == "refuse" {
                    let _ = stream.write_all(format!("A{:32}2\0", "X").as_bytes());
                    continue;
                }
                let _ = stream.write_all(format!("A{:32}0\0", "X").as_bytes());
                std::thread::sleep(Duration::from_millis(150));
                match fault {
                    "illegal" => _ = stream.write_all(b"M0000500100\0"),
                    "garbage" => _ = stream.write_all(b"nonsense\0"),
                    "vanish" => continue,
                    _ => {}
                }
                // Silent from here on.
                while stream.read(&mut bytes).unwrap_or(0) > 0 {}
            }
        });
        let player = format!("name=X dxp=127.0.0.1:{port}");
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().join("m");
        let output = run(&[
            &player,
            "self depth=1",
            "--time",
            "1",
            "--games",
            "1",
            "--margin",
            "100",
            "--hang",
            "1",
            "--start-time",
            "2",
            "--out",
            base.to_str().unwrap(),
        ]);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{fault}: {all}");
        drop(server);
        let result = json(&base);
        let log = folder.path().join("m-failures/game-000001.log");
        assert!(log.is_file(), "{fault}: {all}");
        result["games"][0]["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(play("illegal"), "illegal move");
    assert_eq!(play("garbage"), "protocol error");
    assert_eq!(play("vanish"), "crash");
    assert_eq!(play("silent"), "hang");
    assert_eq!(play("refuse"), "protocol error");
}

/// Players by nodes repeat themselves, so no opening may come twice.
#[test]
fn no_game_is_played_twice_by_nodes() {
    let folder = tempfile::tempdir().unwrap();
    for games in [100, 400, 800] {
        let base = folder.path().join(games.to_string());
        let output = run(&[
            "self depth=1",
            "self depth=2",
            "--games",
            &games.to_string(),
            "--out",
            base.to_str().unwrap(),
        ]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
        let result = json(&base);
        let list = result["games"].as_array().unwrap();
        let openings: std::collections::HashSet<_> = list
            .iter()
            .map(|game| game["opening"].as_str().unwrap())
            .collect();
        assert_eq!(openings.len(), games / 2);
    }
    let output = run(&[
        "self",
        "--depth",
        "1",
        "--games",
        "20",
        "--openings",
        "tests/data/four-openings.txt",
    ]);
    assert!(
        text(&output.stderr).contains("4 openings for more games"),
        "{}",
        text(&output.stderr)
    );
}
