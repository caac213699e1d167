//! Games out of a text, one after the other, in the memory of one game.

use super::decode::decode;
use super::lines::Lines;
use super::problem::{MOST_DEPTH, MOST_PLIES, Problem, ProblemKind};
use super::record::{Line, Ply, Record};
use super::result::Outcome;
use super::tag;
use super::words::{SEPARATORS, Token, is_moveish, next, separated, without_number};
use crate::notation::excerpt;
use std::io::{self, BufRead};

/// A line longer than this is cut: no game has one.
const LONGEST_LINE: usize = 1 << 20;
/// A remark longer than this is cut.
const LONGEST_REMARK: usize = 1 << 20;

/// A game read, and what is wrong with its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Read {
    /// The game.
    pub record: Record,
    /// Faults in their order. The game is what could be made of it.
    pub problems: Vec<Problem>,
}

/// Reads games until the text ends.
pub struct Reader<B> {
    lines: Lines<B>,
    line: Vec<u8>,
    draft: Draft,
    /// Games finished and not handed out.
    ready: std::collections::VecDeque<Read>,
    is_over: bool,
}

impl<B: BufRead> Reader<B> {
    /// For a text from its beginning.
    pub fn new(source: B) -> Self {
        Self {
            lines: Lines::new(source),
            line: Vec::new(),
            draft: Draft::default(),
            ready: std::collections::VecDeque::new(),
            is_over: false,
        }
    }

    /// The next game; none at the end.
    pub fn read(&mut self) -> io::Result<Option<Read>> {
        while self.ready.is_empty() && !self.is_over {
            if self.lines.next(&mut self.line, LONGEST_LINE)? {
                let bytes = self
                    .line
                    .strip_prefix(b"\xef\xbb\xbf")
                    .unwrap_or(&self.line);
                let text = decode(bytes);
                self.draft.line(&text, self.lines.number(), &mut self.ready);
            } else {
                self.is_over = true;
                self.draft.finish(&mut self.ready);
            }
        }
        Ok(self.ready.pop_front())
    }
}

impl<B: BufRead> Iterator for Reader<B> {
    type Item = io::Result<Read>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

type Ready = std::collections::VecDeque<Read>;

/// A game half read.
#[derive(Default)]
struct Draft {
    read: Read,
    /// The lines of moves that are open: the main one, a variation of it, and so on.
    open: Vec<Line>,
    /// A remark that goes on, and where it began.
    remark: Option<(String, u64)>,
    /// The beginning of a move that blanks cut in two, and its line.
    part: Option<(String, u64)>,
    is_begun: bool,
}

impl Draft {
    fn problem(&mut self, line: u64, kind: ProblemKind) {
        self.read.problems.push(Problem { line, kind });
    }

    fn begin(&mut self, line: u64) {
        if !self.is_begun {
            self.is_begun = true;
            self.read.record.line = line;
        }
    }

    fn has_moves(&self) -> bool {
        let record = &self.read.record;
        record.end.is_some() || self.open.iter().any(|line| !line.plies.is_empty())
    }

    /// The line of moves being read.
    fn current(&mut self) -> &mut Line {
        if self.open.is_empty() {
            self.open.push(Line::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn line(&mut self, text: &str, number: u64, ready: &mut Ready) {
        let mut rest = text;
        if let Some((remark, began)) = &mut self.remark {
            if tag::begins(text) && text.trim_start().starts_with("[Event ") {
                // The next game: the remark was never closed.
                let began = *began;
                self.problem(began, ProblemKind::OpenRemark);
                self.end_remark();
            } else if let Some((last, behind)) = text.split_once('}') {
                extend(remark, last);
                self.end_remark();
                rest = behind;
            } else {
                extend(remark, text);
                return;
            }
        }
        if rest.starts_with('%') {
            return;
        }
        while tag::begins(rest) {
            if self.has_moves() {
                self.finish(ready);
            }
            self.begin(number);
            let Some((tag, behind)) = tag::parse(rest) else {
                self.problem(number, ProblemKind::Tag(excerpt(rest.trim())));
                return;
            };
            self.read.record.tags.push(tag);
            rest = behind;
        }
        while let Some((token, behind)) = next(rest) {
            rest = behind;
            self.token(token, number, ready);
        }
    }

    fn token(&mut self, token: Token, line: u64, ready: &mut Ready) {
        let is_ended = self.read.record.end.is_some() && self.open.len() <= 1;
        match token {
            Token::Remark { text, is_open } => {
                self.begin(line);
                self.remark = Some((text.to_owned(), line));
                if !is_open {
                    self.end_remark();
                }
            }
            Token::Open if self.open.len() > MOST_DEPTH => {
                self.problem(line, ProblemKind::Depth);
            }
            Token::Open => {
                self.flush_part();
                if self.current().plies.is_empty() {
                    self.problem(line, ProblemKind::Variation);
                }
                self.open.push(Line::default());
            }
            Token::Close => {
                self.flush_part();
                if self.open.len() > 1 {
                    self.close();
                } else {
                    self.problem(line, ProblemKind::Closing(')'));
                }
            }
            Token::Brace => self.problem(line, ProblemKind::Closing('}')),
            Token::Mark(mark) => match self.current().plies.last_mut() {
                Some(ply) => ply.mark.push_str(mark),
                None => self.problem(line, ProblemKind::Word(mark.to_owned())),
            },
            Token::Annotation(number) => match self.current().plies.last_mut() {
                Some(ply) => ply.annotations.push(number),
                None => self.problem(line, ProblemKind::Word(format!("${number}"))),
            },
            Token::Word(word) => {
                let word = if self.part.is_some() {
                    word
                } else {
                    without_number(word)
                };
                if word.is_empty() {
                    return;
                }
                if is_ended {
                    if Outcome::parse(word).is_some() {
                        // The result once more.
                        return;
                    }
                    self.finish(ready);
                }
                self.begin(line);
                self.word(word, line);
            }
        }
    }

    fn word(&mut self, word: &str, line: u64) {
        let (text, line) = match self.part.take() {
            Some((part, began)) if part.ends_with(SEPARATORS) || word.starts_with(SEPARATORS) => {
                (part + word, began)
            }
            Some((part, began)) => {
                self.problem(began, ProblemKind::Word(part));
                (without_number(word).to_owned(), line)
            }
            None => (word.to_owned(), line),
        };
        if text.is_empty() {
            return;
        }
        if self.open.len() <= 1 && Outcome::parse(&text).is_some() {
            self.read.record.end = Some(text);
        } else if !is_moveish(&text) {
            if Outcome::parse(&text).is_none() {
                self.problem(line, ProblemKind::Word(excerpt(&text)));
            }
        } else if text.ends_with(SEPARATORS) || is_square(&text) {
            self.part = Some((text, line));
        } else {
            self.ply(&separated(&text), line);
        }
    }

    fn ply(&mut self, text: &str, line: u64) {
        let plies = &mut self.current().plies;
        if plies.len() == MOST_PLIES {
            let is_told = self
                .read
                .problems
                .iter()
                .any(|problem| problem.kind == ProblemKind::Plies);
            if !is_told {
                self.problem(line, ProblemKind::Plies);
            }
            return;
        }
        plies.push(Ply {
            text: text.to_owned(),
            line,
            ..Ply::default()
        });
    }

    /// Whatever began a move and got no further is none.
    fn flush_part(&mut self) {
        if let Some((part, line)) = self.part.take() {
            self.problem(line, ProblemKind::Word(part));
        }
    }

    fn end_remark(&mut self) {
        if let Some((text, _)) = self.remark.take() {
            let line = self.current();
            let text = text.trim().to_owned();
            match line.plies.last_mut() {
                Some(ply) => ply.remarks.push(text),
                None => line.remarks.push(text),
            }
        }
    }

    /// Ends a variation: it belongs to the last move of the line around it.
    fn close(&mut self) {
        if let Some(variation) = self.open.pop()
            && let Some(ply) = self.open.last_mut().and_then(|line| line.plies.last_mut())
        {
            ply.variations.push(variation);
        }
    }

    /// Ends the game, if there is one.
    fn finish(&mut self, ready: &mut Ready) {
        self.flush_part();
        if let Some((_, began)) = &self.remark {
            let began = *began;
            self.problem(began, ProblemKind::OpenRemark);
            self.end_remark();
        }
        let last = self.open.last().and_then(|line| line.plies.last());
        let at = last.map_or(self.read.record.line, |ply| ply.line);
        if self.open.len() > 1 {
            self.problem(at, ProblemKind::OpenVariation);
        }
        while self.open.len() > 1 {
            self.close();
        }
        let mut done = std::mem::take(self);
        if done.is_begun || !done.read.problems.is_empty() {
            done.read.record.main = done.open.pop().unwrap_or_default();
            ready.push_back(done.read);
        }
    }
}

/// A square alone: a move may follow, blanks between.
fn is_square(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    text.len() - digits.len() <= 1
        && !digits.is_empty()
        && digits.len() <= 2
        && digits.chars().all(|c| c.is_ascii_digit())
}

fn extend(remark: &mut String, text: &str) {
    if remark.len() < LONGEST_REMARK {
        remark.push('\n');
        remark.push_str(text);
    }
}
