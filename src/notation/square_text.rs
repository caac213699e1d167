//! One square as text: a number, or on 8x8 a letter and a digit. Both are read, the one a game's
//! own notation has is written.

use crate::board::{Geometry, Square};
use crate::rules::Rules;

/// Reads `28`, `06` or, on the 8x8 board, `c3`.
pub fn parse_square<G: Geometry>(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [digit] if digit.is_ascii_digit() => G::square(digit - b'0'),
        [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8'] if G::WIDTH == 8 => {
            G::square_at(file.to_ascii_lowercase() - b'a', b'8' - rank)
        }
        ref digits if digits.len() <= 4 && digits.iter().all(u8::is_ascii_digit) => {
            text.parse().ok().and_then(G::square)
        }
        _ => None,
    }
}

/// Writes `28` or, in games with letter squares, `c3`.
pub fn write_square<R: Rules>(square: Square) -> String {
    let number = R::Board::number(square);
    if R::LETTER_SQUARES {
        let rank = R::Board::WIDTH - (number - 1) / R::Board::ROW;
        format!("{}{rank}", char::from(b'a' + R::Board::file(square)))
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Eight, EightMirrored, Ten};
    use crate::rules::{Brazilian, English};

    #[test]
    fn what_is_written_reads_back() {
        for number in 1..=32 {
            let square = Eight::square(number).unwrap();
            let text = write_square::<Brazilian>(square);
            assert_eq!(parse_square::<Eight>(&text), Some(square), "{text}");
            assert_eq!(write_square::<English>(square), number.to_string());
        }
        let mirrored = |text| parse_square::<EightMirrored>(text).map(EightMirrored::number);
        assert_eq!(mirrored("a8"), Some(1));
        assert_eq!(mirrored("b7"), Some(5));
        assert_eq!(mirrored("h1"), Some(32));
        assert_eq!(mirrored("b8"), None);
    }

    #[test]
    fn numbers_and_letters() {
        let number8 = |text| parse_square::<Eight>(text).map(Eight::number);
        assert_eq!(number8("b8"), Some(1));
        assert_eq!(number8("h8"), Some(4));
        assert_eq!(number8("a7"), Some(5));
        assert_eq!(number8("a1"), Some(29));
        assert_eq!(number8("G1"), Some(32));
        for bad in ["a8", "b1", "i1", "a9", "33", "", "x", "-1", "é", "00001"] {
            assert_eq!(number8(bad), None, "{bad}");
        }
        assert_eq!(parse_square::<Ten>("031").map(Ten::number), Some(31));
        assert_eq!(parse_square::<Ten>("a1"), None);
    }
}
