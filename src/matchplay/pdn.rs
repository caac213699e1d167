//! Games of a match as PDN.

use super::control::TimeControl;
use super::record::{GameRecord, Note, Reason};
use crate::notation::{FenError, MoveTextError, parse_fen, parse_move, short_move};
use crate::pdn::{Wrapped, game_type};
use crate::position::Position;
use crate::rules::Rules;
use std::fmt::Write;

/// What a game's tags need to know of the match.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The event's name.
    pub event: &'a str,
    /// The players' names and controls, by their number.
    pub players: &'a [(String, TimeControl)],
}

/// Why a record is no game.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Its start.
    #[error("start of game {0}: {1}")]
    Start(u64, FenError),
    /// One of its moves.
    #[error("move {1} of game {0}: {2}")]
    Move(u64, usize, MoveTextError),
}

/// The game, tags first, an empty line behind it.
pub fn write_game<R: Rules>(record: &GameRecord, heading: &Heading) -> Result<String, RecordError> {
    let setup =
        parse_fen::<R>(&record.fen).map_err(|error| RecordError::Start(record.game, error))?;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // PDN has no way to write a quote inside a tag.
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('"', "'"));
    };
    let (white, black) = (
        &heading.players[record.white],
        &heading.players[record.black],
    );
    tag("Event", heading.event);
    tag("Date", &record.date);
    tag("Round", &(record.game + 1).to_string());
    tag("White", &white.0);
    tag("Black", &black.0);
    tag("Result", record.result(R::VARIANT));
    if let Some(number) = game_type(R::VARIANT) {
        tag("GameType", &number.to_string());
    }
    tag("Variant", R::VARIANT.name());
    if setup.position != Position::default() {
        tag("FEN", &record.fen);
    }
    tag("Opening", &record.opening);
    tag("WhiteTimeControl", &white.1.to_string());
    tag("BlackTimeControl", &black.1.to_string());
    tag("Termination", &termination(record));
    text.push('\n');
    let mut line = Wrapped::default();
    let mut position = setup.position;
    let mut number = 1;
    for (ply, move_text) in record.moves.iter().enumerate() {
        let mv = parse_move(&position, move_text)
            .map_err(|error| RecordError::Move(record.game, ply + 1, error))?;
        if position.side() == R::FIRST {
            line.word(&format!("{number}."));
        } else {
            if ply == 0 {
                line.word(&format!("{number}..."));
            }
            number += 1;
        }
        line.word(&short_move(&position, mv));
        match ply
            .checked_sub(record.given)
            .and_then(|at| record.notes.get(at))
        {
            None => line.word("{book}"),
            Some(note) => match comment(note).as_str() {
                "{}" => {}
                comment => line.word(comment),
            },
        }
        position = position.after(mv);
    }
    line.word(record.result(R::VARIANT));
    let _ = writeln!(text, "{}", line.into_text());
    Ok(text)
}

fn termination(record: &GameRecord) -> String {
    let by = match (&record.reason, record.culprit()) {
        (_, Some(player)) if player == record.white => " of White",
        (_, Some(_)) => " of Black",
        (Reason::Resigned, _) if record.points == 2 => " of Black",
        (Reason::Resigned, _) => " of White",
        _ => "",
    };
    let detail = if record.detail.is_empty() {
        String::new()
    } else {
        format!(": {}", record.detail)
    };
    format!("{}{by}{detail}", record.reason)
}

/// `{+0.12/15 0.101s}`: the score in men from the mover, the depth in plies, the time.
fn comment(note: &Note) -> String {
    let mut parts = Vec::new();
    let depth = note
        .depth
        .map_or(String::new(), |depth| format!("/{depth}"));
    match note.score {
        Some(score) => parts.push(format!("{:+.2}{depth}", f64::from(score) / 100.0)),
        None if !depth.is_empty() => parts.push(depth),
        None => {}
    }
    parts.extend(note.time.map(|time| format!("{time:.3}s")));
    format!("{{{}}}", parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matchplay::record::Usage;
    use crate::rules::International;

    #[test]
    fn a_game_from_a_position_with_a_comment_a_move() {
        let record = GameRecord {
            game: 4,
            date: "2026.11.30".into(),
            white: 1,
            black: 0,
            opening: "a \"name\"".into(),
            fen: "B:W28,32:B8,19,23".into(),
            given: 1,
            moves: vec!["23-29".into(), "28-22".into()],
            notes: vec![Note {
                score: Some(-1234),
                depth: Some(7),
                time: Some(0.0104),
            }],
            points: 0,
            reason: Reason::IllegalMove,
            detail: "bad move \"x\"".into(),
            usage: [Usage::default(); 2],
            seconds: 1.0,
        };
        let players = [
            ("A".to_owned(), TimeControl::default()),
            ("B".to_owned(), TimeControl::default()),
        ];
        let heading = Heading {
            event: "test",
            players: &players,
        };
        let text = write_game::<International>(&record, &heading).unwrap();
        for expected in [
            "[Round \"5\"]",
            "[White \"B\"]",
            "[Result \"0-2\"]",
            "[GameType \"20\"]",
            "[FEN \"B:W28,32:B8,19,23\"]",
            "[Opening \"a 'name'\"]",
            "[Termination \"illegal move of White: bad move 'x'\"]",
            "\n1... 23-29 {book} 2. 28-22 {-12.34/7 0.010s} 0-2\n",
        ] {
            assert!(text.contains(expected), "{expected} in\n{text}");
        }
        let bad = GameRecord {
            moves: vec!["32-28".into()],
            ..record
        };
        let error = write_game::<International>(&bad, &heading).unwrap_err();
        assert!(error.to_string().starts_with("move 1 of game 4"), "{error}");
    }
}
