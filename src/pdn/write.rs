//! A game as text: tags, an empty line, moves in lines of at most 80 letters.

use super::record::{Line, Record};
use super::tag;
use super::wrapped::Wrapped;
use crate::board::Side;
use std::fmt::Write;

/// The text of a game, an empty line behind it. `first` makes the first move.
pub fn write(record: &Record, first: Side) -> String {
    let mut text = String::new();
    for tag in &record.tags {
        let _ = writeln!(text, "{}", tag::write(tag));
    }
    text.push('\n');
    let mut words = Wrapped::default();
    write_line(&record.main, usize::from(first == Side::Black), &mut words);
    words.word(record.end.as_deref().unwrap_or("*"));
    let _ = writeln!(text, "{}\n", words.into_text());
    text
}

/// Moves from this half move on: even ones are White's.
fn write_line(line: &Line, first: usize, words: &mut Wrapped) {
    write_remarks(&line.remarks, words);
    let mut is_number_due = true;
    for (at, ply) in line.plies.iter().enumerate() {
        let half = first + at;
        if half.is_multiple_of(2) {
            words.word(&format!("{}.", half / 2 + 1));
        } else if is_number_due {
            words.word(&format!("{}...", half / 2 + 1));
        }
        words.word(&format!("{}{}", ply.text, ply.mark));
        for number in &ply.annotations {
            words.word(&format!("${number}"));
        }
        write_remarks(&ply.remarks, words);
        for variation in &ply.variations {
            words.word("(");
            write_line(variation, half, words);
            words.word(")");
        }
        is_number_due = !(ply.remarks.is_empty() && ply.variations.is_empty());
    }
}

fn write_remarks(remarks: &[String], words: &mut Wrapped) {
    for remark in remarks {
        // A remark cannot hold what ends it.
        let remark = remark.replace('}', ")");
        let mut parts: Vec<String> = remark.split_whitespace().map(str::to_owned).collect();
        match parts.as_mut_slice() {
            [] => parts.push("{}".to_owned()),
            [first, ..] => {
                first.insert(0, '{');
                let last = parts.len() - 1;
                parts[last].push('}');
            }
        }
        for part in parts {
            words.word(&part);
        }
    }
}
