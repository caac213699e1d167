//! The seven messages and how they are written. Reading them is in `decode.rs`.

use super::minutes::Minutes;
use crate::board::Side;
use arrayvec::ArrayVec;
use std::fmt;

/// Squares of the only board the protocol knows.
pub const BOARD_SQUARES: usize = 50;

/// Characters of a name.
pub(super) const NAME: usize = 32;

/// Longest text of a chat message, in bytes.
pub(super) const CHAT: usize = 126;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// R: a game is wanted.
    Request(Request),
    /// A: the answer to a request.
    Answer(Answer),
    /// M: a move.
    Move(MoveMade),
    /// E: the end of a game, and its echo.
    End(End),
    /// C: text for people.
    Chat(String),
    /// B: moves are to be taken back.
    Back(Back),
    /// K: the answer to B.
    BackAnswer(BackCode),
}

/// A game request, from the initiator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The initiator's name.
    pub name: String,
    /// The colour of the side that is asked.
    pub follower: Side,
    /// For the whole game, or for `moves` moves of each side.
    pub minutes: Minutes,
    /// 0 = no limit; up to 999.
    pub moves: u16,
    /// The first position in Hub form (`W` or `B`, then `w b W B e` for each square); `None` = the
    /// normal starting position.
    pub start: Option<String>,
}

/// The follower's answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The follower's name.
    pub name: String,
    /// Why not, or `None` for yes.
    pub refusal: Option<Refusal>,
}

/// Why a game is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The protocol version is not supported.
    Version,
    /// Not this game.
    ThisGame,
    /// No game at all.
    AnyGame,
}

/// A move, square numbers 1 to 50.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMade {
    /// Time used for it, whole seconds up to 9999.
    pub seconds: u16,
    /// From where.
    pub from: u8,
    /// To where.
    pub to: u8,
    /// Squares of the pieces taken, each once, in any order.
    pub captured: ArrayVec<u8, BOARD_SQUARES>,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won, as the sender sees it.
    pub reason: Reason,
    /// Does the session end, too?
    pub is_last: bool,
}

/// How a game ended, from the view of who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nothing is said about it.
    Unknown,
    /// I lose.
    Loss,
    /// Nobody wins.
    Draw,
    /// I win.
    Win,
}

/// Go back to where this side was to make this move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Back {
    /// The move's number, 1 for the first, up to 999.
    pub number: u16,
    /// The side to move then.
    pub side: Side,
}

/// The answer to a request to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackCode {
    /// Both go back.
    Agreed,
    /// Never.
    Unsupported,
    /// Not now.
    Refused,
}

impl Reason {
    /// The same end from the other side's view.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
            same => same,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Version => "protocol version not supported",
            Self::ThisGame => "not this game",
            Self::AnyGame => "no game at all",
        })
    }
}

impl Message {
    /// The bytes of the message with the zero byte at its end. Numbers too large for their field
    /// are cut to the largest that fits; text is cut and made ASCII.
    pub fn encode(&self) -> Vec<u8> {
        let mut text = match self {
            Self::Request(request) => encode_request(request),
            Self::Answer(Answer { name, refusal }) => {
                let code = match refusal {
                    None => 0,
                    Some(Refusal::Version) => 1,
                    Some(Refusal::ThisGame) => 2,
                    Some(Refusal::AnyGame) => 3,
                };
                format!("A{:NAME$}{code}", ascii(name, NAME))
            }
            Self::Move(mv) => encode_move(mv),
            Self::End(End { reason, is_last }) => {
                format!("E{}{}", *reason as u8, u8::from(*is_last))
            }
            Self::Chat(text) => format!("C{}", ascii(text, CHAT)),
            Self::Back(Back { number, side }) => {
                format!("B{:03}{}", (*number).min(999), colour(*side))
            }
            Self::BackAnswer(code) => format!("K{}", *code as u8),
        };
        text.push('\0');
        text.into_bytes()
    }
}

fn encode_request(request: &Request) -> String {
    let name = ascii(&request.name, NAME);
    let (colour, minutes) = (colour(request.follower), request.minutes);
    let moves = request.moves.min(999);
    let mut text = format!("R01{name:NAME$}{colour}{minutes}{moves:03}");
    match &request.start {
        None => text.push('A'),
        Some(squares) => {
            text.push('B');
            let letters = squares.chars().map(|letter| match letter {
                'b' => 'z',
                'B' => 'Z',
                other => other,
            });
            text.extend(letters);
        }
    }
    text
}

fn encode_move(mv: &MoveMade) -> String {
    let (seconds, count) = (mv.seconds.min(9999), mv.captured.len());
    let squares = mv.captured.iter().map(|square| format!("{square:02}"));
    let squares: String = squares.collect();
    format!("M{seconds:04}{:02}{:02}{count:02}{squares}", mv.from, mv.to)
}

const fn colour(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// Printable ASCII, no longer than this; anything else becomes a question mark.
fn ascii(text: &str, longest: usize) -> String {
    let printable = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    text.chars().take(longest).map(printable).collect()
}
