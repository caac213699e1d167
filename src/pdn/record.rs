//! A game as its text has it: tags in their order, moves as written, remarks and variations.

/// A tag of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Its name as written.
    pub name: String,
    /// Its value without quotes.
    pub value: String,
}

/// A move as written, with what stands behind it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ply {
    /// The move without blanks and marks.
    pub text: String,
    /// The line it stands on, from 1.
    pub line: u64,
    /// Its mark: `!`, `?`, `!?` and so on; empty without one.
    pub mark: String,
    /// Numeric annotations: the numbers behind `$`.
    pub annotations: Vec<u16>,
    /// Remarks behind it.
    pub remarks: Vec<String>,
    /// Other moves in its place, each line with what follows.
    pub variations: Vec<Line>,
}

/// A line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Remarks before the first move.
    pub remarks: Vec<String>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The line it begins on, from 1.
    pub line: u64,
    /// Its tags.
    pub tags: Vec<Tag>,
    /// The main line.
    pub main: Line,
    /// The result at its end as written; none if it just stops.
    pub end: Option<String>,
}

impl Record {
    /// The value of the first tag of this name, in any case of letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name.eq_ignore_ascii_case(name))
            .map(|tag| tag.value.as_str())
    }

    /// Sets a tag, in its place if it is there.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let found = self
            .tags
            .iter_mut()
            .find(|tag| tag.name.eq_ignore_ascii_case(name));
        match found {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag {
                name: name.to_owned(),
                value: value.to_owned(),
            }),
        }
    }
}
