//! What was found, as remarks in a game's text: `{[%eval -1.20][%depth 14] blunder, costs 45 %;
//! better 27-21 16x27 (+0.35)}`, and numeric annotations for marks.

use super::game_report::MoveReport;
use super::mark::Mark;
use crate::pdn::{Ply, Record};
use std::fmt::Write;

/// The value of the tag `Annotator` in games of ours.
pub const ANNOTATOR: &str = concat!("Baige ", env!("CARGO_PKG_VERSION"));
/// All our remarks begin so.
const BEGINNING: &str = "[%eval";

/// Takes out what an earlier run put in: a game annotated twice has the remarks of the second.
pub(super) fn clear(record: &mut Record) {
    let is_ours = record
        .tag("Annotator")
        .is_some_and(|name| name.starts_with("Baige "));
    if !is_ours {
        return;
    }
    for ply in &mut record.main.plies {
        ply.remarks.retain(|remark| !remark.starts_with(BEGINNING));
        let is_mark = |number: &u16| Mark::ALL.iter().any(|mark| mark.number() == *number);
        ply.annotations.retain(|number| !is_mark(number));
    }
}

/// Adds a move's remark behind those that are there. `better` is the score of the better line.
pub(super) fn add(ply: &mut Ply, told: &MoveReport, better: &str) {
    if let Some(mark) = told.mark
        && !ply.annotations.contains(&mark.number())
    {
        ply.annotations.push(mark.number());
    }
    let mut text = format!("{BEGINNING} {}]", told.after.shown);
    if told.after.depth > 0 {
        let _ = write!(text, "[%depth {}]", told.after.depth);
    }
    let mut notes = told.notes.clone();
    if !told.better.is_empty() {
        let line: Vec<&str> = told.better.iter().map(|step| step.text.as_str()).collect();
        notes.push(format!("better {} ({better})", line.join(" ")));
    }
    if !notes.is_empty() {
        let _ = write!(text, " {}", notes.join("; "));
    }
    ply.remarks.push(text);
}

/// Says who did it, unless somebody else annotated the game before.
pub(super) fn sign(record: &mut Record) {
    let is_free = record
        .tag("Annotator")
        .is_none_or(|name| name.trim().is_empty() || name.starts_with("Baige "));
    if is_free {
        record.set_tag("Annotator", ANNOTATOR);
    }
}
