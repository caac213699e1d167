//! How `baige analyse` shows what it finds: text, or an object of JSON a line.

use super::analyse::{Options, ScoreFrom};
use super::console;
use crate::board::Side;
use crate::game::{Game, Outcome};
use crate::notation::{diagram, hub_move, short_move, write_fen};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::score::Score;
use crate::search::{Answer, Progress};
use serde_json::{Value, json};
use std::fmt::Write;

/// One analysis.
pub(super) struct View<'a, R: Rules> {
    lines: Lines<'a, R>,
    fen: String,
    best: Option<Progress>,
}

/// Lines about a position.
pub(super) struct Lines<'a, R: Rules> {
    game: &'a Game<R>,
    score_from: ScoreFrom,
    json: bool,
}

const HEADING: &str = "depth   score        nodes   seconds  line";

impl<'a, R: Rules> View<'a, R> {
    pub(super) fn new(options: &Options, game: &'a Game<R>) -> Self {
        Self {
            lines: Lines::of(options, game),
            fen: write_fen(game.position()),
            best: None,
        }
    }

    /// The board, and what the rules say of it.
    pub(super) fn begin(&self) -> anyhow::Result<()> {
        let game = self.lines.game;
        let outcome = game.outcome();
        if self.lines.json {
            if let Some(over) = outcome {
                let object = json!({"type": "over", "fen": self.fen, "result": over.to_string()});
                console::print(&object.to_string())?;
            }
            return Ok(());
        }
        console::print(&diagram(game.position()))?;
        match outcome {
            Some(over @ Outcome::Win(..)) => return Ok(console::print(&over.to_string())?),
            Some(over) => console::print(&format!(
                "Over by the rules ({over}); searched all the same."
            ))?,
            None => {}
        }
        Ok(console::print(&format!(
            "{} to move\n\n{HEADING}",
            self.lines.mover()
        ))?)
    }

    /// A finished depth.
    pub(super) fn progress(&mut self, progress: &Progress) -> anyhow::Result<()> {
        let line = if self.lines.json {
            self.lines.object("depth", &self.fen, progress).to_string()
        } else {
            self.lines.depth(progress)
        };
        console::print(&line)?;
        self.best = Some(progress.clone());
        Ok(())
    }

    /// The answer, with the estimated chances of the side to move.
    pub(super) fn end(&self, answer: &Answer, chances: [f64; 3]) -> anyhow::Result<()> {
        let Some(best) = answer.best else {
            return Ok(());
        };
        if self.lines.json {
            let [win, draw, loss] = chances.map(|chance| (chance * 1000.0).round() / 1000.0);
            let mut object = self.lines.result(&self.fen, answer, self.best.as_ref());
            object["chances"] = json!({"win": win, "draw": draw, "loss": loss});
            return Ok(console::print(&object.to_string())?);
        }
        let [win, draw, loss] = chances.map(|chance| 100.0 * chance);
        let mover = self.lines.mover();
        Ok(console::print(&format!(
            "\n{mover} wins {win:.0} %, draws {draw:.0} %, loses {loss:.0} % by estimate\n\
             best move {}",
            short_move(self.lines.game.position(), best)
        ))?)
    }
}

impl<'a, R: Rules> Lines<'a, R> {
    pub(super) fn of(options: &Options, game: &'a Game<R>) -> Self {
        Self {
            game,
            score_from: options.score_from,
            json: options.json,
        }
    }

    fn mover(&self) -> &'static str {
        match self.game.position().side() {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// A score of the side to move as it is shown.
    fn shown(&self, score: Score) -> Score {
        match (self.score_from, self.game.position().side()) {
            (ScoreFrom::White, Side::Black) => -score,
            _ => score,
        }
    }

    /// A finished depth; the score is in men.
    fn depth(&self, progress: &Progress) -> String {
        let line = line_text(self.game.position(), &progress.line);
        let seconds = progress.time.as_secs_f64();
        let mut text = format!(
            "{:5}  {:>6} {:>12} {seconds:9.3}  {line}",
            progress.depth,
            self.shown(progress.score),
            progress.nodes
        );
        for other in &progress.others {
            let line = line_text(self.game.position(), &other.line);
            let score = self.shown(other.score).to_string();
            let _ = write!(text, "\n{score:>13}{:25}{line}", "");
        }
        text
    }

    /// The same as JSON.
    fn object(&self, kind: &str, fen: &str, progress: &Progress) -> Value {
        let mut object = json!({
            "type": kind,
            "fen": fen,
            "depth": progress.depth,
            "nodes": progress.nodes,
            "seconds": progress.time.as_secs_f64(),
            "line": moves(self.game.position(), &progress.line),
        });
        self.add_score(&mut object, progress.score);
        if !progress.others.is_empty() {
            let further = progress.others.iter().map(|other| {
                let mut line = json!({"line": moves(self.game.position(), &other.line)});
                self.add_score(&mut line, other.score);
                line
            });
            object["others"] = further.collect();
        }
        object
    }

    /// The answer as JSON: that of the last finished depth, with the move to play.
    fn result(&self, fen: &str, answer: &Answer, last: Option<&Progress>) -> Value {
        let mut object = last.map_or_else(
            || json!({"type": "best", "fen": fen}),
            |last| self.object("best", fen, last),
        );
        object["nodes"] = json!(answer.nodes);
        if let Some(best) = answer.best {
            object["move"] = json!(short_move(self.game.position(), best));
            object["hub"] = json!(hub_move::<R>(best));
        }
        self.add_score(&mut object, answer.score);
        object
    }

    /// Centi-men; and plies to the end if that is proven, below 0 for a loss.
    fn add_score(&self, object: &mut Value, score: Score) {
        let score = self.shown(score);
        object["score"] = json!(score.centimen());
        if let Some(plies) = score.plies_to_end() {
            object["plies_to_end"] = json!(plies);
        }
    }

    /// The answer in one line.
    pub(super) fn answer(&self, fen: &str, answer: &Answer, last: Option<&Progress>) -> String {
        if self.json {
            return self.result(fen, answer, last).to_string();
        }
        let position = self.game.position();
        let best = answer
            .best
            .map_or_else(|| "no move".to_owned(), |best| short_move(position, best));
        let line = last.map_or_else(String::new, |last| line_text(position, &last.line));
        let depth = last.map_or(0, |last| last.depth);
        format!(
            "{fen}\t{best}\t{}\t{depth}\t{line}",
            self.shown(answer.score)
        )
    }
}

/// A line of moves as people write it.
pub(super) fn line_text<R: Rules>(root: &Position<R>, line: &[Move]) -> String {
    let mut text = String::new();
    for word in moves(root, line) {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{word}");
    }
    text
}

fn moves<R: Rules>(root: &Position<R>, line: &[Move]) -> Vec<String> {
    let mut position = *root;
    let word = |&mv: &Move| {
        let text = short_move(&position, mv);
        position = position.after(mv);
        text
    };
    line.iter().map(word).collect()
}
