//! The signature of the search: node counts must be those recorded.

use assert_cmd::Command;

/// `baige bench --write` refreshes the record; a commit that changes it changes play.
#[test]
fn node_counts_are_those_recorded() {
    for line in include_str!("data/bench.txt").lines() {
        let (variant, nodes) = line.split_once(' ').expect("a variant and a number");
        let mut command = Command::cargo_bin("baige").expect("the executable");
        let output = command
            .args(["bench", "--variant", variant])
            .assert()
            .success();
        let output = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        assert!(
            output.ends_with(&format!("Bench: {nodes}\n")),
            "{variant}: {output}"
        );
    }
}
