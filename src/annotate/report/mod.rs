//! The page: one file that needs nothing else. Games are in it as JSON, each in an element of its
//! own that the script reads when the game is opened.

use super::game_report::{Counts, GameReport};
use crate::board::Geometry;
use crate::rules::{Rules, Variant};
use crate::with_rules;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// Parts of one script, in order.
const SCRIPTS: [&str; 5] = [
    include_str!("games.js"),
    include_str!("board.js"),
    include_str!("curve.js"),
    include_str!("moves.js"),
    include_str!("view.js"),
];

/// A game in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// Its number in the file.
    pub game: u64,
    white: String,
    black: String,
    event: String,
    round: String,
    date: String,
    result: String,
    counts: Counts,
}

impl Entry {
    /// What the list says of a game.
    pub fn of(game: u64, report: &GameReport) -> Self {
        let tag = |name: &str| {
            let found = report
                .tags
                .iter()
                .find(|(key, _)| key.eq_ignore_ascii_case(name));
            let value = found.map_or("", |(_, value)| value.as_str());
            // `?` and `????.??.??` stand for what is not known.
            let is_known = value.chars().any(|c| !matches!(c, '?' | '.' | ' '));
            if is_known {
                value.to_owned()
            } else {
                String::new()
            }
        };
        let mut counts = Counts::default();
        counts.add(report);
        Self {
            game,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            round: tag("Round"),
            date: tag("Date"),
            result: report.result.clone(),
            counts,
        }
    }
}

/// Calls back for each game in the order of the entries.
type Visit<'a> = &'a mut dyn FnMut(&GameReport) -> anyhow::Result<()>;

/// Writes the page: the entries, and for each the game that `games` visits.
pub fn write_page(
    out: &mut dyn Write,
    title: &str,
    entries: &[Entry],
    games: impl FnOnce(Visit) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let index = json!({"title": title, "boards": boards(), "games": entries});
    let mut rest = PAGE;
    let mut fill = |out: &mut dyn Write, mark: &str, text: &str| -> anyhow::Result<()> {
        if let Some((before, after)) = rest.split_once(mark) {
            out.write_all(before.as_bytes())?;
            out.write_all(text.as_bytes())?;
            rest = after;
        }
        Ok(())
    };
    fill(out, "/*style*/", STYLE)?;
    fill(out, "<!--index-->", &in_script(&index)?)?;
    fill(out, "<!--games-->", "")?;
    let mut number = 0;
    games(&mut |report| {
        let text = in_script(report)?;
        writeln!(
            out,
            "<script type=\"application/json\" id=\"game-{number}\">{text}</script>"
        )?;
        number += 1;
        Ok(())
    })?;
    fill(out, "/*script*/", &SCRIPTS.concat())?;
    Ok(out.write_all(rest.as_bytes())?)
}

/// JSON that can stand in a script element: nothing in it ends the element or begins a comment.
fn in_script(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)?
        .replace('<', "\\u003c")
        .replace('>', "\\u003e"))
}

/// The shape of each variant's board: its width, and row and file of the squares in the order of
/// their numbers.
fn boards() -> Value {
    let all = Variant::ALL.into_iter().map(|variant| {
        let board = with_rules!(variant, R => board::<<R as Rules>::Board>());
        (variant.name().to_owned(), board)
    });
    Value::Object(all.collect())
}

fn board<G: Geometry>() -> Value {
    let squares: Vec<[usize; 2]> = (1..=G::SQUARES)
        .filter_map(G::square)
        .map(|square| {
            let within = |lines: &[crate::board::Bitboard]| {
                lines.iter().position(|line| line.contains(square))
            };
            [
                within(&G::ROWS).unwrap_or_default(),
                within(&G::FILES).unwrap_or_default(),
            ]
        })
        .collect();
    json!({"width": G::WIDTH, "squares": squares})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Eight, Ten};

    #[test]
    fn the_page_has_all_marks_and_nothing_from_elsewhere() {
        let mut rest = PAGE;
        for mark in ["/*style*/", "<!--index-->", "<!--games-->", "/*script*/"] {
            rest = rest.split_once(mark).unwrap().1;
        }
        let all = [PAGE, STYLE, &SCRIPTS.concat()].concat();
        for outside in ["src=", "@import", "url(", "fetch(", "innerHTML"] {
            assert!(!all.contains(outside), "{outside}");
        }
        // The only address is the name of SVG.
        let addresses = all.matches("://").count();
        assert_eq!(addresses, all.matches("http://www.w3.org/2000/svg").count());
    }

    #[test]
    fn boards_have_their_corners() {
        let normal = board::<Ten>();
        assert_eq!(normal["width"], 10);
        assert_eq!(normal["squares"][0], json!([0, 1]));
        assert_eq!(normal["squares"][45], json!([9, 0]));
        assert_eq!(board::<Eight>()["squares"][31], json!([7, 6]));
    }

    #[test]
    fn text_cannot_leave_its_element() {
        let hostile = "</script><script>alert(1)</script><!-- \" \\ \u{2028}";
        let text = in_script(&hostile).unwrap();
        assert!(!text.contains(['<', '>']));
        let read: String = serde_json::from_str(&text).unwrap();
        assert_eq!(read, hostile);
    }
}
