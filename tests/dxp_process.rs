//! `baige dxp` as users run it: two processes play each other.

use assert_cmd::Command as Assert;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A process that does not outlive its test.
struct Process {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_baige"))
            .arg("dxp")
            .args(arguments)
            .env_remove("BAIGE_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// A listener with further options, and `HOST:PORT` of it.
    fn listen(address: &str, arguments: &[&str]) -> (Self, String) {
        let mut process = Self::start(&[&["--listen", address], arguments].concat());
        let mut line = String::new();
        process.lines.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").expect(&line);
        let address = address.to_owned();
        (process, address)
    }

    /// The rest of the output, and whether the process ended well.
    fn finish(mut self) -> (Vec<String>, bool) {
        let mut text = String::new();
        self.lines.read_to_string(&mut text).unwrap();
        let lines = text.lines().map(str::to_owned).collect();
        (lines, self.child.wait().unwrap().success())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn games(lines: &[String]) -> Vec<&String> {
    let games = lines.iter().filter(|line| line.starts_with("game "));
    games.collect()
}

/// Runs `baige dxp` to its end: exit code and standard error.
fn fails(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Assert::cargo_bin("baige").unwrap();
    let output = command.arg("dxp").args(arguments).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), message)
}

#[test]
fn twenty_games_end_cleanly_with_the_same_results_on_both_sides() {
    let (listener, address) = Process::listen(
        "127.0.0.1:0",
        &["--once", "--depth", "2", "--name", "Follower"],
    );
    let caller = Process::start(&[
        "--connect",
        &address,
        "--games",
        "20",
        "--depth",
        "3",
        "--minutes",
        "0.5",
        "--pause",
        "10",
        "--name",
        "Caller",
    ]);
    let (ours, well) = caller.finish();
    assert!(well, "{ours:?}");
    let (theirs, well) = listener.finish();
    assert!(well, "{theirs:?}");
    assert_eq!(games(&ours).len(), 20);
    assert_eq!(games(&ours), games(&theirs));
    assert!(ours[0].starts_with("game 1: white Caller, black Follower, "));
    assert!(ours[1].starts_with("game 2: white Follower, black Caller, "));
    let numbers = |line: &str| {
        let [won, drawn, lost] = ["+", "=", "-"].map(|sign| {
            let (_, rest) = line.split_once(sign).unwrap();
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().unwrap()
        });
        (won, drawn, lost)
    };
    let (won, drawn, lost) = numbers(ours.last().unwrap());
    assert_eq!(won + drawn + lost, 20, "{ours:?}");
    assert_eq!(numbers(theirs.last().unwrap()), (lost, drawn, won));
}

#[test]
fn a_listener_may_ask_and_a_caller_follow() {
    let position = "W:W28,32,33,38:B8,13,19,23";
    let (listener, address) = Process::listen(
        "127.0.0.1:0",
        &[
            "--initiator",
            "--once",
            "--games",
            "2",
            "--color",
            "black",
            "--fen",
            position,
            "--nodes",
            "500",
            "--variant",
            "killer",
        ],
    );
    let caller = Process::start(&[
        "--connect",
        &address,
        "--follower",
        "--move-time",
        "0.01",
        "--variant",
        "killer",
    ]);
    let (theirs, well) = caller.finish();
    assert!(well, "{theirs:?}");
    let (ours, well) = listener.finish();
    assert!(well, "{ours:?}");
    assert_eq!(games(&ours).len(), 2);
    assert_eq!(games(&ours), games(&theirs));
}

#[test]
fn a_listener_goes_on_after_a_session_and_after_a_bad_one() {
    let (mut listener, address) = Process::listen("127.0.0.1:0", &["--depth", "1"]);
    for _ in 0..2 {
        let quick = ["--connect", &address, "--depth", "1", "--moves", "30"];
        let (lines, well) = Process::start(&quick).finish();
        assert!(well, "{lines:?}");
        // Somebody who only looks in.
        drop(std::net::TcpStream::connect(&address).unwrap());
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert!(listener.child.try_wait().unwrap().is_none());
}

#[test]
fn what_cannot_be_is_told_in_one_line() {
    for arguments in [
        &["--listen", "0", "--variant", "brazilian"][..],
        &["--listen", "70000"],
        &["--listen", "0", "--games", "2"],
        &["--listen", "0", "--minutes", "5"],
        &["--connect", "localhost"],
        &["--connect", "localhost:0"],
        &["--connect", "localhost:1", "--minutes", "1.25"],
        &["--connect", "localhost:1", "--minutes", "-1"],
        &["--connect", "localhost:1", "--fen", "W:W51:B1"],
    ] {
        let (code, message) = fails(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {message}");
        assert!(
            message.starts_with("error: ") && message.contains("expected"),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    for arguments in [
        &[][..],
        &["--listen", "0", "--connect", "localhost:1"],
        &["--connect", "localhost:1", "--once"],
        &["--connect", "localhost:1", "--initiator", "--follower"],
        &["--connect", "localhost:1", "--games", "0"],
        &[
            "--connect",
            "localhost:1",
            "--name",
            "a name of more than thirty-two letters",
        ],
        &["--connect", "localhost:1", "--margin", "nan"],
    ] {
        let (code, message) = fails(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {message}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let port = address.rsplit_once(':').unwrap().1;
    for arguments in [["--listen", &address], ["--listen", port]] {
        let (code, message) = fails(&arguments);
        assert_eq!(code, Some(1), "{message}");
        assert!(
            message.starts_with("error: listening on 127.0.0.1:"),
            "{message}"
        );
    }
    drop(taken);
    let (code, message) = fails(&["--connect", &address]);
    assert_eq!(code, Some(1), "{message}");
    assert!(message.starts_with("error: connecting to "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}
