//! Knowledge flows one way: what a file of `src/` names under `crate::` stands before it here.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The layers, lowest first. Modules of one layer do not name each other.
const LAYERS: &[&[&str]] = &[
    &["score", "prng", "child"],
    &["board"],
    &["rules"],
    &["position"],
    &["notation", "game"],
    &["eval", "endgame", "book", "pdn"],
    &["search"],
    &["engine"],
    &["hub", "dxp"],
    &["matchplay", "train", "annotate"],
    &["cli"],
];

/// The crate's roots, which may name everything.
const ROOTS: [&str; 2] = ["lib", "main"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The lines of a source that are part of the program, numbered: without comments and tests.
/// rustfmt puts an item's closing brace under its beginning, which tells where it ends.
fn program(source: &str) -> Vec<(usize, &str)> {
    let mut lines = (1..).zip(source.lines());
    let mut kept = Vec::new();
    while let Some((number, line)) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let indent = line.len() - line.trim_start().len();
            let mut item = lines.by_ref().map(|(_, line)| line);
            let first = item.find(|line| !line.trim().starts_with("#["));
            if first.is_some_and(|first| !first.ends_with([';', '}'])) {
                item.find(|line| matches!(line.get(indent..), Some("}" | "};")));
            }
        } else if !line.trim().starts_with("//") {
            kept.push((number, line));
        }
    }
    kept
}

/// The modules named under `crate::` in a program, each with the line where the path begins.
fn named(program: &[(usize, &str)]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, (number, line)) in program.iter().enumerate() {
        for (start, prefix) in line.match_indices("crate::") {
            let mut rest = line[start + prefix.len()..].to_owned();
            if rest.starts_with('{') {
                let more = program[at + 1..].iter().map(|(_, line)| *line);
                rest.extend(more);
            }
            found.extend(first_names(&rest).into_iter().map(|name| {
                // Macros stand at the root of the crate: the only one belongs to the rules.
                let is_macro = ["with_rules", "rules_named"].contains(&name.as_str());
                (*number, if is_macro { "rules".into() } else { name })
            }));
        }
    }
    found
}

/// The first name of a path, or of each path of a `{...}` group.
fn first_names(rest: &str) -> Vec<String> {
    let is_letter = |c: &char| c.is_alphanumeric() || *c == '_';
    let name = |text: &str| text.chars().take_while(is_letter).collect::<String>();
    if !rest.starts_with('{') {
        return vec![name(rest)];
    }
    let mut names = Vec::new();
    let (mut depth, mut begins) = (0, false);
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && "{,".contains(letter) {
            begins = true;
        } else if begins && is_letter(&letter) {
            names.push(name(&rest[at..]));
            begins = false;
        }
    }
    names
}

/// What is wrong with a file of this module, one message for each line.
fn violations(module: &str, file: &str, source: &str) -> Vec<String> {
    if ROOTS.contains(&module) {
        return Vec::new();
    }
    let Some(own) = layer(module) else {
        return vec![format!("{file}: module {module} has no layer")];
    };
    named(&program(source))
        .into_iter()
        .filter(|(_, name)| name != module && layer(name).is_none_or(|other| other >= own))
        .map(|(line, name)| format!("{file}:{line}: {module} names {name}"))
        .collect()
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in directory.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn knowledge_flows_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    assert!(paths.len() > 20, "{} files", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let inside = path.strip_prefix(&root).unwrap();
        let first = Path::new(inside.components().next().unwrap().as_os_str());
        let module = first.file_stem().unwrap().to_str().unwrap();
        // Files of tests only, beside the code they test.
        if inside.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        let source = read_to_string(&path).unwrap();
        wrong.extend(violations(module, &inside.display().to_string(), &source));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_wrong_import_is_caught() {
    let source = "\
//! Comments may say crate::search.
use crate::board::Side;
use crate::{
    position::{Move, Position},
    search::Limits,
};
use crate::game::Game;

fn f() -> crate::engine::Engine {
    crate::with_rules!(x, R => crate::nowhere::g())
}

#[cfg(test)]
use crate::cli::Args;

#[cfg(test)]
mod tests {
    use crate::hub::Session;
    fn g() {
        crate::cli::h();
    }
}

use crate::dxp::Link;
";
    let expected = [
        "f.rs:3: notation names search",
        "f.rs:7: notation names game",
        "f.rs:9: notation names engine",
        "f.rs:10: notation names nowhere",
        "f.rs:24: notation names dxp",
    ];
    assert_eq!(violations("notation", "f.rs", source), expected);
    assert_eq!(
        violations("rules", "f.rs", "crate::with_rules!(v, R => x)"),
        [""; 0]
    );
    assert_eq!(
        violations("board", "f.rs", "crate::with_rules!(v, R => x)").len(),
        1
    );
    assert_eq!(
        violations("extra", "f.rs", ""),
        ["f.rs: module extra has no layer"]
    );
    assert_eq!(violations("main", "main.rs", source), [""; 0]);
}
