//! A game: where it started, what was played, whether and why it is over.

mod counters;

pub use counters::{Bound, Counters, DrawRule};

use crate::board::Side;
use crate::position::{Move, Position};
use crate::rules::{Profile, Rules};
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Side, Victory),
    /// A draw rule.
    Draw(DrawRule),
}

/// What wins a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// The opponent cannot move.
    OpponentBlocked,
    /// The winner itself cannot move, in losing draughts.
    OwnBlocked,
    /// The first king, in breakthrough.
    FirstKing,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side| match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        match *self {
            Self::Win(side, how) => {
                write!(f, "{} wins: ", name(side))?;
                match how {
                    Victory::OpponentBlocked => write!(f, "{} has no move", name(!side)),
                    Victory::OwnBlocked => write!(f, "{} has no move", name(side)),
                    Victory::FirstKing => f.write_str("the first king"),
                }
            }
            Self::Draw(rule) => write!(f, "draw: {rule}"),
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    /// Every position so far with its counts, the start first; never empty.
    states: Vec<(Position<R>, Counters)>,
    moves: Vec<Move>,
}

impl<R: Rules> Game<R> {
    /// A game from a position, after `quiet_kings` plies by kings without a capture.
    pub fn new(start: Position<R>, quiet_kings: u16) -> Self {
        Self {
            states: vec![(start, Counters::start(&start, quiet_kings))],
            moves: Vec::new(),
        }
    }

    /// The same game, its draws by this reading of the rules.
    #[must_use]
    pub fn under(self, profile: Profile) -> Self {
        let (start, counters) = self.states[0];
        let quiet_kings = counters.quiet_kings();
        let first = (start, Counters::start_under(&start, quiet_kings, profile));
        let mut game = Self {
            states: vec![first],
            moves: Vec::with_capacity(self.moves.len()),
        };
        for mv in self.moves {
            game.play(mv);
        }
        game
    }

    /// The position on the board.
    pub fn position(&self) -> &Position<R> {
        &self.state().0
    }

    /// The counts of the draw rules.
    pub fn counters(&self) -> Counters {
        self.state().1
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position before each move and the move.
    pub fn history(&self) -> impl Iterator<Item = (&Position<R>, Move)> {
        self.states
            .iter()
            .map(|(position, _)| position)
            .zip(self.moves.iter().copied())
    }

    /// Keys of the positions before this one that could come again, the latest first.
    pub fn repeatable_keys(&self) -> impl Iterator<Item = u64> {
        let reach = usize::from(self.counters().quiet_kings());
        self.states
            .iter()
            .rev()
            .skip(1)
            .take(reach)
            .map(|(position, _)| position.key())
    }

    /// Plays a legal move; whoever calls has it from [`Position::legal_moves`].
    pub fn play(&mut self, mv: Move) {
        debug_assert!(
            self.position().legal_moves().contains(&mv),
            "an illegal move"
        );
        let (position, counters) = *self.state();
        let next = position.after(mv);
        self.states.push((next, counters.after(mv, &next)));
        self.moves.push(mv);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.states.pop();
        Some(mv)
    }

    /// How often the position on the board has occurred, now included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let reach = usize::from(self.counters().quiet_kings());
        let before = self.states.iter().rev().skip(1).take(reach);
        1 + before.filter(|(position, _)| position == now).count()
    }

    /// Whether the game is over. A side without a legal move has lost (in losing draughts, won),
    /// whatever the counts say: a win by the last allowed move stands.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let (us, counters) = (position.side(), self.counters());
        if !position.has_moves() {
            return Some(if R::NO_MOVE_WINS {
                Outcome::Win(us, Victory::OwnBlocked)
            } else if R::FIRST_KING_WINS && !position.kings(!us).is_empty() {
                Outcome::Win(!us, Victory::FirstKing)
            } else {
                Outcome::Win(!us, Victory::OpponentBlocked)
            });
        }
        if self.occurrences() >= R::draws(counters.profile()).repetitions {
            return Some(Outcome::Draw(DrawRule::Repetition));
        }
        counters.expired(position).map(Outcome::Draw)
    }

    fn state(&self) -> &(Position<R>, Counters) {
        self.states
            .last()
            .expect("a game has a start position and undo never takes it")
    }
}

impl<R: Rules> Default for Game<R> {
    fn default() -> Self {
        Self::new(Position::default(), 0)
    }
}
