//! What is wrong with the text of a game.

/// A fault in a game's text, with its line. The rest of the game is read all the same.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Problem {
    /// The line, from 1.
    pub line: u64,
    /// What it is.
    pub kind: ProblemKind,
}

/// The kinds of faults.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProblemKind {
    /// A remark that the next game or the end of the file cuts off.
    #[error("a remark that begins here has no end; expected }}")]
    OpenRemark,
    /// A variation that the next game or the end of the file cuts off.
    #[error("a variation has no end; expected )")]
    OpenVariation,
    /// A bracket that closes nothing.
    #[error("{0} closes nothing; expected it behind its opening bracket only")]
    Closing(char),
    /// A variation of nothing.
    #[error("a variation before the first move; expected it behind the move it replaces")]
    Variation,
    /// Variations inside each other beyond all sense.
    #[error("variations {} deep; expected at most that", MOST_DEPTH)]
    Depth,
    /// A tag that is none.
    #[error("tag {0:?}; expected [Name \"value\"]")]
    Tag(String),
    /// Anything else.
    #[error("{0:?}; expected a move, a number, a remark or a result")]
    Word(String),
    /// More moves than any game has.
    #[error("more than {} moves in a line; the rest is left out", MOST_PLIES)]
    Plies,
}

/// Variations go this deep.
pub(super) const MOST_DEPTH: usize = 64;
/// A line has so many plies.
pub(super) const MOST_PLIES: usize = 20_000;
