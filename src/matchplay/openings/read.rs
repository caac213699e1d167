//! Openings from text.

use super::{Opening, start};
use crate::notation::{Setup, excerpt, parse_move, parse_position, write_fen};
use crate::rules::Rules;
use std::collections::HashSet;

/// What is wrong with a file of openings: where and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct OpeningsError {
    /// What the text was called.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was found and expected.
    pub problem: String,
}

/// What the lines consist of.
enum Layout {
    /// No heading: a position or a list of moves.
    Free,
    /// The column with a list of moves.
    Moves(usize),
    /// The columns with White's and Black's move.
    Pair(usize, usize),
    /// The column with a position.
    Fen(usize),
}

/// Reads openings; `file` names the text in errors.
///
/// Either tab-separated columns under a heading that names them, of which one of these is read,
/// the first that is there: `moves` (a list of moves from the starting position), `white` and
/// `black` (one move each), `fen` (a FEN or Hub position). Or lines without a heading, each a
/// position or a list of moves. Moves are separated by blanks and may be numbered. Empty lines
/// and those that begin with `#` are passed over; the heading may begin with it, too.
///
/// An opening that comes again is dropped with a warning in the log: published sets have some.
/// Errors: a position or move that is none, an opening after which the game is over, columns
/// that are missing, no opening at all.
pub fn read<R: Rules>(text: &str, file: &str) -> Result<Vec<Opening<R>>, OpeningsError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error = |line, problem| OpeningsError {
        file: file.to_owned(),
        line,
        problem,
    };
    let mut lines = (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| Some((number, content(line)?)))
        .peekable();
    let mut layout = Layout::Free;
    if let Some(&(number, line)) = lines.peek()
        && is_heading(line)
    {
        layout = heading(line).map_err(|problem| error(number, problem))?;
        lines.next();
    }
    let mut openings: Vec<Opening<R>> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in lines {
        let opening = opening(line, &layout).map_err(|problem| error(number, problem))?;
        let Setup {
            position,
            half_moves,
        } = &opening.start;
        if seen.insert((write_fen(position), *half_moves, opening.moves.clone())) {
            openings.push(opening);
        } else {
            let name = opening.name;
            log::warn!("{file}:{number}: {name} comes again and is left out");
        }
    }
    if openings.is_empty() {
        let last = text.lines().count().max(1);
        return Err(error(last, "no openings; expected at least one".into()));
    }
    Ok(openings)
}

/// What counts of a line: nothing of one that is empty or begins with `#`, except that the names
/// of columns may stand behind such a sign.
fn content(line: &str) -> Option<&str> {
    match line.strip_prefix('#') {
        Some(remark) => (remark.contains('\t') && is_heading(remark)).then_some(remark),
        None => (!line.trim().is_empty()).then_some(line),
    }
}

/// The names of the columns as they are compared.
fn names(line: &str) -> Vec<String> {
    let names = line
        .split('\t')
        .map(|name| name.trim().to_ascii_lowercase());
    names.collect()
}

fn is_heading(line: &str) -> bool {
    let known = ["moves", "white", "black", "fen"];
    names(line)
        .iter()
        .any(|name| known.contains(&name.as_str()))
}

fn heading(line: &str) -> Result<Layout, String> {
    let names = names(line);
    let at = |wanted: &str| names.iter().position(|name| name == wanted);
    let pair = at("white")
        .zip(at("black"))
        .map(|(w, b)| Layout::Pair(w, b));
    let moves = at("moves").map(Layout::Moves);
    let layout = moves.or(pair).or_else(|| at("fen").map(Layout::Fen));
    layout.ok_or_else(|| {
        let found = excerpt(line);
        format!("columns {found:?}; expected moves, or white and black, or fen")
    })
}

fn opening<R: Rules>(line: &str, layout: &Layout) -> Result<Opening<R>, String> {
    let field = |at: usize, name: &str| {
        let field = line.split('\t').nth(at).map(str::trim);
        let field = field.filter(|field| !field.is_empty());
        field.ok_or_else(|| format!("nothing in column {}; expected {name}", at + 1))
    };
    let opening = match *layout {
        Layout::Moves(at) => from_moves(field(at, "moves")?)?,
        Layout::Fen(at) => from_position(field(at, "a position")?)?,
        Layout::Pair(white, black) => {
            let (white, black) = (field(white, "White's move")?, field(black, "Black's move")?);
            from_moves(&format!("{white} {black}"))?
        }
        Layout::Free if is_position(line.trim()) => from_position(line)?,
        Layout::Free => from_moves(line)?,
    };
    match opening.game().outcome() {
        Some(over) => Err(format!("{over}; expected an opening to play on from")),
        None => Ok(opening),
    }
}

/// Does a text look like a position rather than moves?
fn is_position(text: &str) -> bool {
    let is_hub = text.len() > 5 && text.chars().all(|c| "wWbBe".contains(c));
    let after_side = text.strip_prefix(['W', 'w', 'B', 'b', '?']);
    let is_fen = after_side.is_some_and(|rest| rest.trim_start().starts_with(':'));
    is_hub || is_fen || text.starts_with(['[', '"'])
}

fn from_position<R: Rules>(text: &str) -> Result<Opening<R>, String> {
    let start: Setup<R> = parse_position(text).map_err(|error| error.to_string())?;
    Ok(Opening {
        name: write_fen(&start.position),
        start,
        moves: Vec::new(),
    })
}

fn from_moves<R: Rules>(text: &str) -> Result<Opening<R>, String> {
    let mut position = start::<R>().position;
    let mut moves = Vec::new();
    for word in text.split_whitespace().map(without_number) {
        if word.is_empty() {
            continue;
        }
        let ply = moves.len() + 1;
        let mv = parse_move(&position, word).map_err(|error| format!("move {ply}: {error}"))?;
        moves.push(mv);
        position = position.after(mv);
    }
    if moves.is_empty() {
        let found = excerpt(text);
        return Err(format!("{found:?}; expected moves like 32-28 19-23"));
    }
    Ok(Opening::from_start(moves))
}

/// `1.32-28` as `32-28`, and `1.` or `1...` as nothing.
fn without_number(word: &str) -> &str {
    match word.split_once('.') {
        Some((number, rest)) if number.parse::<u32>().is_ok() => rest.trim_start_matches('.'),
        _ => word,
    }
}
