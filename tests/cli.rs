//! The executable as users run it.

use assert_cmd::Command;
use std::process::Output;

pub(crate) fn baige(arguments: &[&str]) -> Output {
    baige_with_input(arguments, "")
}

pub(crate) fn baige_with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::cargo_bin("baige").expect("the executable");
    command
        .args(arguments)
        .write_stdin(input)
        .env_remove("BAIGE_LOG");
    command.output().expect("it runs")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn hub_needs_no_argument_and_keeps_quiet() {
    for arguments in [&[][..], &["hub"], &["HUB"]] {
        let output = baige_with_input(arguments, "hub\r\nhello\nquit\n");
        assert!(output.status.success());
        let lines = text(&output.stdout);
        assert!(lines.starts_with("id name=Baige "), "{lines}");
        assert!(
            lines.ends_with("\nwait\n") && !lines.contains('\r'),
            "{lines}"
        );
        assert_eq!(text(&output.stderr), "");
    }
    // The end of input ends the process, an open search too.
    let output = baige_with_input(&[], "init\ngo analyze\n");
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn hub_settings_come_from_the_command_line_too() {
    let output = baige_with_input(&["hub", "--name", "B 2", "--set", "tt-size=12"], "hub\n");
    let lines = text(&output.stdout);
    assert!(
        lines.starts_with("id name=\"B 2\" ") && lines.contains("tt-size value=12 "),
        "{lines}"
    );
    let output = baige(&["hub", "--set", "threads=0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("from 1 to 256"));
}

#[test]
fn perft_ends_with_the_count_alone() {
    let output = baige(&["perft", "5"]);
    assert_eq!(text(&output.stdout), "27117\n");
    assert!(text(&output.stderr).contains("leaves a second"));
    let output = baige(&["perft", "--divide", "--threads", "2", "4"]);
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().count(), 10);
    assert_eq!(lines.lines().last(), Some("4265"));
    let sum: u64 = lines
        .lines()
        .take(9)
        .map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 4265);
    let fen = [
        "perft",
        "--variant",
        "killer",
        "--fen",
        "W:WK46:B37,K23",
        "1",
        "--divide",
    ];
    assert_eq!(text(&baige(&fen).stdout), "46x19x23x37 1\n1\n");
    assert_eq!(
        text(&baige(&["perft", "--variant", "brazilian", "--no-bulk", "0"]).stdout),
        "1\n"
    );
}

#[test]
fn analyse_shows_board_depths_and_best_move() {
    let output = baige(&["analyse", "W:W28,32:B8,23", "--depth", "4"]);
    assert!(output.status.success());
    let lines = text(&output.stdout);
    assert!(
        lines.contains("White to move") && lines.ends_with("best move 28x19\n"),
        "{lines}"
    );
    assert_eq!(
        lines
            .lines()
            .filter(|line| line.contains("  28x19"))
            .count(),
        4,
        "{lines}"
    );
    let hub_form = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    assert!(text(&baige(&["analyse", hub_form, "--nodes", "500"]).stdout).contains("best move"));
    let over = baige(&["analyse", "B:W50:B"]);
    assert!(over.status.success());
    assert!(text(&over.stdout).ends_with("White wins: Black has no move\n"));
}

#[test]
fn bad_input_gets_one_line_and_code_two() {
    for arguments in [
        &["analyse", "W:W51:B1"][..],
        &["analyse", "?:W31:B1"],
        &["analyse", "hello"],
        &["analyse", ""],
        &["analyse", "W:W31:B1", "--time", "-1"],
        &["analyse", "W:W31:B1", "--time", "nan"],
        &["perft", "--fen", "W:W31,31:B1", "1"],
    ] {
        let output = baige(arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(
            message.starts_with("error: ") && message.contains("expected"),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    for arguments in [
        &["perft"][..],
        &["perft", "-1"],
        &["perft", "x"],
        &["perft", "--variant", "turkish", "1"],
        &["perft", "--threads", "0", "1"],
        &["analyse", "--depth", "0"],
        &["analyse", "--threads", "257"],
        &["nonsense"],
    ] {
        let output = baige(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("error: "));
    }
    let output = baige(&["weights", "Cargo.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("not a weights file"));
}

#[test]
fn the_console_plays_a_game_by_its_commands() {
    let input = "help\nmoves\nside both\n32-28\nundo\n32-28\nboard\n99-1\nfen\ntime 0.01\nhint\ngo\n\
        fen W:W28,32:B8,23\n28x19\nside white\nundo\nnew\nside nobody\nquit\n";
    let output = baige_with_input(&["play", "--time", "0.01"], input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    for part in [
        "31-26 31-27 32-27 32-28",
        "Black (x) to move",
        "bad move \"99-1\"",
        "B:W28,31,33",
        "Baige: ",
        "expected white, black, both or none",
    ] {
        assert!(lines.contains(part), "{part} in {lines}");
    }
    // Hub commands typed there begin a conversation.
    let output = baige_with_input(&["play"], "32-28\nhub\nquit\n");
    assert!(text(&output.stdout).ends_with("\nwait\n"));
}

#[test]
fn weights_are_checked_and_sealed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("käse 文.weights");
    let name = path.to_str().unwrap();
    let text_of = std::fs::read_to_string("weights/normal.weights").unwrap();
    std::fs::write(&path, text_of.replacen("\nking ", "\nking 1", 1)).unwrap();
    let output = baige(&["weights", name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("checksum"),
        "{}",
        text(&output.stderr)
    );
    assert!(baige(&["weights", name, "--seal"]).status.success());
    assert!(baige(&["weights", name]).status.success());
    let set = format!("set-param name=weights value=\"{name}\"\ninit\nlevel depth=1\ngo\nping\n");
    let output = baige_with_input(&[], &set);
    assert!(
        text(&output.stdout).starts_with("ready\n"),
        "{}",
        text(&output.stdout)
    );
    // Sealing nonsense is refused and leaves the file alone.
    std::fs::write(&path, "nonsense\n").unwrap();
    assert_eq!(baige(&["weights", name, "--seal"]).status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "nonsense\n");
}

#[test]
fn a_log_is_written_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let output = baige_with_input(
        &["--log-file", log.to_str().unwrap(), "hub"],
        "ping\nquit\n",
    );
    assert!(output.status.success() && output.stderr.is_empty());
    let written = std::fs::read_to_string(&log).unwrap();
    assert!(
        written.contains("< ping") && written.contains("> pong"),
        "{written}"
    );
    let output = baige_with_input(
        &["--log-file", "/no/such/folder/log", "hub"],
        "ping\nquit\n",
    );
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "pong\n");
}

#[test]
fn help_reads_well() {
    let help = text(&baige(&["--help"]).stdout);
    for command in ["hub", "dxp", "play", "analyse", "perft", "bench", "weights"] {
        assert!(help.contains(command), "{help}");
        let own = baige(&[command, "--help"]);
        assert!(own.status.success() && text(&own.stdout).contains("Usage: baige"));
    }
    assert!(text(&baige(&["--version"]).stdout).starts_with("baige 0."));
}
