//! `baige train` and `baige gate` from outside.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn run(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("baige"))
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit code and what was said of an error.
fn fails(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    (output.status.code(), text(&output.stderr))
}

/// Folders `a` and `b` of games, made once.
fn games() -> &'static Path {
    static GAMES: OnceLock<TempDir> = OnceLock::new();
    let made = GAMES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        for (name, games, seed) in [("a", "120", "3"), ("b", "40", "4")] {
            let out = folder.path().join(name);
            let out = out.to_str().unwrap();
            let arguments = ["selfplay", "--out", out, "--games", games, "--nodes", "60"];
            let output = run(&[&arguments[..], &["--shard-games", "30", "--seed", seed]].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        folder
    });
    made.path()
}

fn folder(name: &str) -> String {
    games().join(name).to_str().unwrap().to_owned()
}

const SMALL: [&str; 8] = [
    "--hidden", "16", "--batch", "700", "--seed", "5", "--decay", "1e-3",
];

#[test]
fn the_same_net_from_the_same_seed_on_any_threads() {
    let place = tempfile::tempdir().unwrap();
    let (a, b) = (folder("a"), folder("b"));
    let train = |name: &str, more: &[&str]| {
        let out = place.path().join(name);
        let arguments = ["train", "--games", &a, &b, "--out", out.to_str().unwrap()];
        let output = run(&[&arguments[..], &SMALL, &["--epochs", "3"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (std::fs::read(&out).unwrap(), text(&output.stdout))
    };
    let (one, said) = train("one", &["--threads", "1"]);
    for part in [
        " games, ",
        "epoch 3: loss",
        "validation",
        "a man up",
        "in integers",
        "checksum",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(one, train("two", &["--threads", "2"]).0);
    assert_ne!(one, train("three", &["--blend", "0.3"]).0);
    let (_, said) = train("four", &["--share-cap", "0.6", "--threads", "3"]);
    let numbers = |line: &str| -> Vec<f64> {
        let words = line.rsplit(": ").next().unwrap().split([' ', ',']);
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let kept: Vec<f64> = said.lines().take(2).map(|line| numbers(line)[2]).collect();
    let share = kept[0] / (kept[0] + kept[1]);
    // Whole games are kept or not, so the share is met but for a game or two.
    assert!((0.5..0.68).contains(&share), "{said}");
    // Done already: the same net without an epoch more.
    let (again, said) = train("one", &["--threads", "2"]);
    assert_eq!(one, again);
    assert!(
        said.contains("epoch 3: ") && said.contains("done before"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_ends_with_the_same_net() {
    let place = tempfile::tempdir().unwrap();
    let (a, out) = (folder("a"), place.path().join("net"));
    let arguments = ["train", "--games", &a, "--epochs", "25", "--out"];
    let arguments = |out: &Path| -> Vec<String> {
        let out = out.to_str().unwrap();
        let all = [&arguments[..], &[out, "--threads", "1"], &SMALL];
        all.concat().into_iter().map(str::to_owned).collect()
    };
    let checkpoint = place.path().join("net.checkpoint");
    for signal in ["INT", "KILL"] {
        let before = std::fs::read(&checkpoint).ok();
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("baige"))
            .args(arguments(&out))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while std::fs::read(&checkpoint).ok() == before && began.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(2));
        }
        let id = child.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &id])
            .status();
        assert!(sent.unwrap().success());
        let status = child.wait().unwrap();
        assert!(status.code() == Some(130) || signal == "KILL", "{status}");
        assert!(!out.exists(), "ended before it could be interrupted");
    }
    let all = |out: &Path| {
        let words = arguments(out);
        let output = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(all(&out).contains("done before"));
    let whole = place.path().join("whole");
    assert!(!all(&whole).contains("done before"));
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&whole).unwrap());
    // Other options do not go on from there.
    let other = [
        &arguments(&out)[..],
        &["--blend".to_owned(), "0.3".to_owned()],
    ]
    .concat();
    let (code, said) = fails(&other.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(code == Some(1) && said.contains("of another run"), "{said}");
}

#[test]
fn what_cannot_be_trained_on_has_one_clear_error() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("net");
    let out = out.to_str().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (a, none, empty, wrong) = (folder("a"), path("none"), path("empty"), path("wrong"));
    std::fs::create_dir(&empty).unwrap();
    std::fs::create_dir(&wrong).unwrap();
    std::fs::write(place.path().join("wrong/x.games"), "no games").unwrap();
    for (folder, more, code, part) in [
        (&none, &[][..], 1, "folder of games"),
        (&empty, &[], 1, "no file *.games"),
        (&wrong, &[], 1, "not a file of games"),
        (&a, &["--variant", "killer"], 1, "expected killer"),
        (&a, &["--hidden", "20"], 2, "multiple of 16"),
        (&a, &["--blend", "1.5"], 2, "from 0 to 1"),
        (&a, &["--rate", "0"], 2, "above 0"),
        (&a, &["--epochs", "0"], 2, "--epochs"),
        (&a, &["--share-cap", "0.4"], 2, "add up to 1"),
        (&a, &["--variant", "chess"], 2, "unknown variant"),
    ] {
        let arguments = ["train", "--out", out, "--games", folder];
        let (found, said) = fails(&[&arguments[..], more].concat());
        assert_eq!(found, Some(code), "{more:?}: {said}");
        assert!(said.contains(part), "{part}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        assert!(code == 2 || said.trim().lines().count() == 1, "{said}");
    }
    let nowhere = path("no/such/net");
    let (code, said) = fails(&["train", "--games", &a, "--out", &nowhere, "--epochs", "1"]);
    assert!(code == Some(1) && said.contains("checkpoint"), "{said}");
    assert!(!Path::new(out).exists());
}

/// Weights that give men away.
fn bad_weights(place: &Path) -> String {
    let path = place.join("bad.weights");
    let good = include_str!("../weights/normal.weights");
    let lines = good.lines().map(|line| match line.strip_prefix("man ") {
        Some(_) => "man -100 -100\n".to_owned(),
        None => format!("{line}\n"),
    });
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    let path = path.to_str().unwrap().to_owned();
    assert!(run(&["weights", "--seal", &path]).status.success());
    path
}

#[test]
fn the_gate_lets_the_better_one_in_and_keeps_the_worse_one_out() {
    let place = tempfile::tempdir().unwrap();
    let bad = bad_weights(place.path());
    let record = place.path().join("record.tsv");
    let record = record.to_str().unwrap();
    let gate = |candidate: &str, accepted: &str, more: &[&str]| {
        let arguments = [
            "gate", candidate, accepted, "--nodes", "60", "--sprt", "0,200",
        ];
        let output = run(&[&arguments[..], &["--record", record], more].concat());
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (code, said, error) = gate("embedded", &bad, &["--games", "400"]);
    assert_eq!((code, error.as_str()), (Some(0), ""), "{said}");
    assert!(said.contains("accepted") && said.contains("H1"), "{said}");
    let (code, said, error) = gate(&bad, "embedded", &["--games", "400"]);
    assert_eq!((code, error.as_str()), (Some(3), ""), "{said}");
    assert!(said.contains("rejected") && said.contains("H0"), "{said}");
    let (code, said, _) = gate("embedded", &bad, &["--games", "2"]);
    assert_eq!(code, Some(3), "{said}");
    let lines = std::fs::read_to_string(record).unwrap();
    let lines: Vec<Vec<&str>> = lines
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(
        lines.iter().all(|line| line.len() == lines[0].len()),
        "{lines:?}"
    );
    let verdicts: Vec<(&str, &str)> = lines.iter().map(|line| (line[1], line[2])).collect();
    let expected = [
        ("accepted", "H1"),
        ("rejected", "H0"),
        ("rejected", "undecided"),
    ];
    assert_eq!(verdicts[1..], expected);
    for (arguments, code, part) in [
        (["embedded", "embedded"], 2, "the same"),
        (["/no/such/net", "embedded"], 1, "/no/such/net"),
        (["embedded", record], 1, "record.tsv"),
    ] {
        let (found, said) = fails(&[&["gate"], &arguments[..]].concat());
        assert_eq!(found, Some(code), "{said}");
        assert!(said.contains(part), "{said}");
    }
    let (code, said) = fails(&["gate", "embedded", &bad, "--sprt", "5,0"]);
    assert!(
        code == Some(2) && said.contains("lower one first"),
        "{said}"
    );
}
