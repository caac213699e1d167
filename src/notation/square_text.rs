//! One square as text: a number, or on 8x8 a letter and a digit.

use crate::board::{Geometry, Square};

/// Reads `28`, `06` or, on the 8x8 board, `c3`.
pub fn parse_square<G: Geometry>(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [digit] if digit.is_ascii_digit() => G::square(digit - b'0'),
        [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8'] if G::WIDTH == 8 => {
            let (file, row) = (file.to_ascii_lowercase() - b'a', b'8' - rank);
            // Row 0 has its first dark square on file b, row 1 on file a.
            (file % 2 != row % 2)
                .then(|| G::square(row * G::ROW + file / 2 + 1))
                .flatten()
        }
        ref digits if digits.len() <= 4 && digits.iter().all(u8::is_ascii_digit) => {
            text.parse().ok().and_then(G::square)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Eight, Ten};

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
