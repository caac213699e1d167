//! A game in a few hundred bytes: start, moves, scores, result. Games, not positions, are kept,
//! so that what is learnt from them can change later.

use super::bytes::{Cut, Reader};
use crate::board::{Bitboard, Geometry, Side};
use crate::position::{Move, MoveKey, Position, SetupError};
use crate::rules::Rules;

/// Stands in a file for a move nobody thought about.
const NO_SCORE: i16 = i16::MIN;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord<R: Rules> {
    /// Where it began.
    pub start: Position<R>,
    /// Each move with the score of the search, in centi-men from the mover; none for a move
    /// made by chance.
    pub plies: Vec<(Move, Option<i16>)>,
    /// Half points of White: 0, 1 or 2.
    pub points: u8,
}

/// Why bytes are no game.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Too few of them.
    #[error(transparent)]
    Cut(#[from] Cut),
    /// A start that cannot be.
    #[error("start of a game: {0}")]
    Setup(#[from] SetupError),
    /// A field out of range.
    #[error("{0} {1}; expected {2}")]
    Field(&'static str, u64, &'static str),
    /// A move that is none.
    #[error("move {0} of a game: no legal move has the key {1:#06x}")]
    Move(usize, u16),
}

impl<R: Rules> GameRecord<R> {
    /// Appends the game. Nothing is written, and `false` returned, if two legal moves somewhere
    /// share the key of the one made: such a game could not be read again.
    pub fn write(&self, bytes: &mut Vec<u8>) -> bool {
        let mut position = self.start;
        for (mv, _) in &self.plies {
            if find(&position, mv.key()) != Some(*mv) {
                return false;
            }
            position = position.after(*mv);
        }
        let is_usual = self.start == Position::default();
        bytes.push(self.points | u8::from(!is_usual) << 2);
        if !is_usual {
            bytes.push(self.start.side().index() as u8);
            for side in Side::BOTH {
                bytes.extend(squares::<R>(self.start.men(side)).to_le_bytes());
                bytes.extend(squares::<R>(self.start.kings(side)).to_le_bytes());
            }
        }
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for (mv, score) in &self.plies {
            bytes.extend(mv.key().0.to_le_bytes());
            bytes.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        true
    }

    /// Reads the next game, each move checked.
    pub fn read(bytes: &mut Reader) -> Result<Self, RecordError> {
        let flags = bytes.u8("a game")?;
        let points = flags & 3;
        if points > 2 || flags > 7 {
            return Err(RecordError::Field(
                "result",
                flags.into(),
                "0 to 2, or 4 to 6",
            ));
        }
        let start = if flags & 4 == 0 {
            Position::default()
        } else {
            read_start(bytes)?
        };
        let count = bytes.u16("the length of a game")?;
        let mut plies = Vec::with_capacity(count.into());
        let mut position = start;
        for number in 1..=usize::from(count) {
            let key = bytes.u16("a move")?;
            let score = bytes.i16("a score")?;
            let mv = find(&position, MoveKey(key)).ok_or(RecordError::Move(number, key))?;
            plies.push((mv, (score != NO_SCORE).then_some(score)));
            position = position.after(mv);
        }
        Ok(Self {
            start,
            plies,
            points,
        })
    }
}

fn read_start<R: Rules>(bytes: &mut Reader) -> Result<Position<R>, RecordError> {
    let side = match bytes.u8("the side to move")? {
        0 => Side::White,
        1 => Side::Black,
        other => return Err(RecordError::Field("side to move", other.into(), "0 or 1")),
    };
    let (mut men, mut kings) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2]);
    for side in [0, 1] {
        men[side] = set::<R>(bytes.u64("men")?)?;
        kings[side] = set::<R>(bytes.u64("kings")?)?;
    }
    Ok(Position::new(men, kings, side)?)
}

/// The first move with this key.
fn find<R: Rules>(position: &Position<R>, key: MoveKey) -> Option<Move> {
    position
        .legal_moves()
        .into_iter()
        .find(|mv| mv.key() == key)
}

/// A set with bit n - 1 for square n: the same whatever the layout in memory.
fn squares<R: Rules>(set: Bitboard) -> u64 {
    set.into_iter()
        .map(|square| 1 << (R::Board::number(square) - 1))
        .sum()
}

fn set<R: Rules>(bits: u64) -> Result<Bitboard, RecordError> {
    let mut set = Bitboard::EMPTY;
    for number in (1..=64u8).filter(|number| bits >> (number - 1) & 1 == 1) {
        let square = R::Board::square(number);
        let square = square.ok_or(RecordError::Field(
            "square",
            number.into(),
            "one of the board",
        ))?;
        set |= square.into();
    }
    Ok(set)
}
