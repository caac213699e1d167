//! Bytes to messages. Lengths, digits and letters are checked here; whether a message makes sense
//! where it came is for the state machine.

use super::error::DxpError;
use super::message::{
    Answer, BOARD_SQUARES, Back, BackCode, CHAT, End, Message, MoveMade, NAME, Reason, Refusal,
    Request,
};
use super::minutes::Minutes;
use crate::board::Side;
use crate::notation::excerpt;

/// Fields of a message from left to right. The length is checked before, so none is missing.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, width: usize) -> &'a [u8] {
        let (field, rest) = self.0.split_at(width.min(self.0.len()));
        self.0 = rest;
        field
    }

    /// A number of exactly this many digits, at most four.
    fn number(&mut self, field: &'static str, width: usize) -> Result<u16, DxpError> {
        let bytes = self.take(width);
        let is_number = bytes.len() == width && bytes.iter().all(u8::is_ascii_digit);
        if !is_number {
            return Err(wrong(field, bytes, "digits"));
        }
        let digits = bytes.iter().map(|byte| u16::from(byte - b'0'));
        Ok(digits.fold(0, |number, digit| number * 10 + digit))
    }

    fn square(&mut self, field: &'static str) -> Result<u8, DxpError> {
        let bytes = self.0;
        let number = self.number(field, 2)?;
        if (1..=BOARD_SQUARES).contains(&usize::from(number)) {
            Ok(number as u8)
        } else {
            Err(wrong(field, &bytes[..2], "a number from 01 to 50"))
        }
    }

    fn colour(&mut self, field: &'static str) -> Result<Side, DxpError> {
        match self.take(1) {
            b"W" => Ok(Side::White),
            b"Z" => Ok(Side::Black),
            other => Err(wrong(field, other, "W or Z")),
        }
    }

    fn name(&mut self) -> String {
        readable(self.take(NAME)).trim().to_owned()
    }
}

fn wrong(field: &'static str, found: &[u8], expected: &'static str) -> DxpError {
    let found = excerpt(&readable(found));
    DxpError::Field {
        field,
        found,
        expected,
    }
}

/// Text of the other side in characters that are safe to print.
pub(super) fn readable(bytes: &[u8]) -> String {
    let printable = |&byte: &u8| match byte {
        b' '..=b'~' => char::from(byte),
        _ => '?',
    };
    bytes.iter().map(printable).collect()
}

impl Message {
    /// Reads a message without its zero byte.
    pub fn decode(bytes: &[u8]) -> Result<Self, DxpError> {
        let Some((letter, rest)) = bytes.split_first() else {
            return Err(DxpError::Letter(String::new()));
        };
        let mut fields = Fields(rest);
        let length = |kind: &'static str, fits: bool, expected: &'static str| {
            let found = bytes.len();
            let error = DxpError::Length {
                kind,
                found,
                expected,
            };
            if fits { Ok(()) } else { Err(error) }
        };
        match letter {
            b'R' => {
                if let Some(version) = rest.get(..2).filter(|version| version != b"01") {
                    return Err(DxpError::Version(readable(version)));
                }
                let expected = "43 with A or 94 with B and 50 squares at its end";
                let with_board = 43 + 1 + BOARD_SQUARES;
                let fits = match bytes.get(42) {
                    Some(b'B') => bytes.len() == with_board,
                    _ => bytes.len() == 43,
                };
                length("game request", fits, expected)?;
                request(&mut fields).map(Self::Request)
            }
            b'A' => {
                length("answer", bytes.len() == 34, "34")?;
                let name = fields.name();
                let refusal = match fields.take(1) {
                    b"0" => None,
                    b"1" => Some(Refusal::Version),
                    b"2" => Some(Refusal::ThisGame),
                    b"3" => Some(Refusal::AnyGame),
                    other => return Err(wrong("answer code", other, "0, 1, 2 or 3")),
                };
                Ok(Self::Answer(Answer { name, refusal }))
            }
            b'M' => {
                length("move", bytes.len() >= 11, "at least 11")?;
                made(&mut fields).map(Self::Move)
            }
            b'E' => {
                length("game end", bytes.len() == 3, "3")?;
                end(&mut fields).map(Self::End)
            }
            b'C' => {
                let text = readable(&rest[..rest.len().min(CHAT)]);
                Ok(Self::Chat(text))
            }
            b'B' => {
                length("back request", bytes.len() == 5, "5")?;
                let number = fields.number("move number", 3)?;
                let side = fields.colour("colour of the back request")?;
                Ok(Self::Back(Back { number, side }))
            }
            b'K' => {
                length("back answer", bytes.len() == 2, "2")?;
                Ok(Self::BackAnswer(match fields.take(1) {
                    b"0" => BackCode::Agreed,
                    b"1" => BackCode::Unsupported,
                    b"2" => BackCode::Refused,
                    other => return Err(wrong("back answer", other, "0, 1 or 2")),
                }))
            }
            _ => Err(DxpError::Letter(excerpt(&readable(bytes)))),
        }
    }
}

/// Behind the letter; the version is known to be 01.
fn request(fields: &mut Fields<'_>) -> Result<Request, DxpError> {
    fields.take(2);
    let name = fields.name();
    let follower = fields.colour("colour of the follower")?;
    let minutes = Minutes::decode(fields.take(3))?;
    let moves = fields.number("moves", 3)?;
    let start = match fields.take(1) {
        b"A" => None,
        b"B" => Some(board(fields)?),
        other => return Err(wrong("position code", other, "A or B")),
    };
    Ok(Request {
        name,
        follower,
        minutes,
        moves,
        start,
    })
}

/// Side to move and squares, in Hub form.
fn board(fields: &mut Fields<'_>) -> Result<String, DxpError> {
    let mut text = match fields.colour("side to move")? {
        Side::White => "W",
        Side::Black => "B",
    }
    .to_owned();
    for &byte in fields.take(BOARD_SQUARES) {
        text.push(match byte {
            b'w' | b'W' | b'e' => char::from(byte),
            b'z' => 'b',
            b'Z' => 'B',
            other => return Err(wrong("square content", &[other], "one of w z W Z e")),
        });
    }
    Ok(text)
}

fn made(fields: &mut Fields<'_>) -> Result<MoveMade, DxpError> {
    let mut mv = MoveMade {
        seconds: fields.number("seconds used", 4)?,
        from: fields.square("from")?,
        to: fields.square("to")?,
        captured: arrayvec::ArrayVec::new(),
    };
    let count = fields.number("number of captured pieces", 2)?;
    if fields.0.len() != 2 * usize::from(count) {
        let expected = "two digits for each captured piece";
        return Err(wrong("captured squares", fields.0, expected));
    }
    for _ in 0..count {
        let square = fields.square("captured square")?;
        // Squares that differ are 50 at most, so there is room for each.
        if mv.captured.contains(&square) {
            let twice = format!("{square:02}");
            return Err(wrong("captured square", twice.as_bytes(), "each one once"));
        }
        mv.captured.push(square);
    }
    Ok(mv)
}

fn end(fields: &mut Fields<'_>) -> Result<End, DxpError> {
    let reason = match fields.take(1) {
        b"0" => Reason::Unknown,
        b"1" => Reason::Loss,
        b"2" => Reason::Draw,
        b"3" => Reason::Win,
        other => return Err(wrong("reason", other, "0, 1, 2 or 3")),
    };
    let is_last = match fields.take(1) {
        b"0" => false,
        b"1" => true,
        other => return Err(wrong("stop code", other, "0 or 1")),
    };
    Ok(End { reason, is_last })
}
