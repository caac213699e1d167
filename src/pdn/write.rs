//! A game as text: tags, an empty line, moves in lines of at most 80 letters.

use super::record::{Line, Record};
use super::tag;
use super::wrapped::Wrapped;
use std::fmt::Write;

/// The text of a game, an empty line behind it. `second_begins`: the side that moves second in the
/// usual start makes the first move.
pub fn write(record: &Record, second_begins: bool) -> String {
    let mut text = String::new();
    for tag in &record.tags {
        let _ = writeln!(text, "{}", tag::write(tag));
    }
    text.push('\n');
    let mut words = Wrapped::default();
    write_line(&record.main, usize::from(second_begins), &mut words);
    words.word(record.end.as_deref().unwrap_or("*"));
    let _ = writeln!(text, "{}\n", words.into_text());
    text
}

/// Moves from this half move on: even ones are those of the side that usually begins.
fn write_line(line: &Line, first: usize, words: &mut Wrapped) {
    write_remarks(&line.remarks, words);
    for (at, ply) in line.plies.iter().enumerate() {
        let half = first + at;
        if half.is_multiple_of(2) {
            words.word(&format!("{}.", half / 2 + 1));
        } else if at == 0 {
            // Nowhere else, though the standard would let it stand behind a remark: readers in use
            // lose their way at such numbers of two digits.
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
    }
}

fn write_remarks(remarks: &[String], words: &mut Wrapped) {
    for remark in remarks {
        // A remark cannot hold what ends it.
        let remark = remark.replace('}', ")");
        let mut parts = parts(&remark);
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

/// The words of a remark. What stands for programs, `[%clock w0:14:56 B0:15:00]`, stays in one piece
/// if a line holds it.
fn parts(remark: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in remark.split_whitespace() {
        let open = parts
            .last_mut()
            .filter(|last| last.rfind("[%") > last.rfind(']') && last.len() + word.len() < 70);
        match open {
            Some(open) => {
                open.push(' ');
                open.push_str(word);
            }
            None => parts.push(word.to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn what_programs_read_stays_in_one_piece() {
        assert_eq!(
            parts("a  b [%eval\n0.35][%depth 4] c [%clock w1 B2]."),
            ["a", "b", "[%eval 0.35][%depth 4]", "c", "[%clock w1 B2]."]
        );
        assert!(parts(&format!("[%{}", "x ".repeat(100))).len() > 2);
        assert!(parts(" ").is_empty());
    }
}
