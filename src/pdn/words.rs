//! The words of a line of moves.

/// A word, remark or sign of a game's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A remark that ends on this line, or goes on if `is_open`.
    Remark { text: &'a str, is_open: bool },
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `!`, `?` and what is made of them.
    Mark(&'a str),
    /// `$n`.
    Annotation(u16),
    /// A stray `}`.
    Brace,
    /// Anything between blanks.
    Word(&'a str),
}

/// The next token of a line and what is behind it.
pub(super) fn next(line: &str) -> Option<(Token<'_>, &str)> {
    let line = line.trim_start();
    let first = line.chars().next()?;
    let rest = &line[first.len_utf8()..];
    Some(match first {
        '{' => match rest.split_once('}') {
            Some((text, rest)) => (
                Token::Remark {
                    text,
                    is_open: false,
                },
                rest,
            ),
            None => (
                Token::Remark {
                    text: rest,
                    is_open: true,
                },
                "",
            ),
        },
        '}' => (Token::Brace, rest),
        ';' => (
            Token::Remark {
                text: rest,
                is_open: false,
            },
            "",
        ),
        '[' => {
            let end = rest.find(']').map_or(line.len(), |end| end + 2);
            let (text, rest) = line.split_at(end);
            (
                Token::Remark {
                    text,
                    is_open: false,
                },
                rest,
            )
        }
        '(' => match rest.split_once(')') {
            Some((mark, rest)) if is_mark(mark) => (Token::Mark(mark), rest),
            _ => (Token::Open, rest),
        },
        ')' => (Token::Close, rest),
        '$' => {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            match rest[..end].parse() {
                Ok(number) => (Token::Annotation(number), &rest[end..]),
                Err(_) => (Token::Word(&line[..=end]), &rest[end..]),
            }
        }
        '!' | '?' => {
            let (mark, rest) = split(line, |c| !matches!(c, '!' | '?'));
            (Token::Mark(mark), rest)
        }
        // Closes nothing, and is no part of a word.
        ']' => (Token::Word(&line[..1]), rest),
        _ => {
            let ends = |c: char| c.is_whitespace() || "{}();$!?[]".contains(c);
            let (word, rest) = split(line, ends);
            (Token::Word(word), rest)
        }
    })
}

fn split(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

fn is_mark(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, '!' | '?'))
}

/// A word without the move number before it: `12.34-29` is `34-29`, `12...` nothing.
pub(super) fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.trim_start_matches(['.', '…']);
    if rest.len() < digits.len() {
        rest
    } else {
        word
    }
}

/// Signs between the squares of a move.
pub(super) const SEPARATORS: [char; 6] = ['-', 'x', 'X', ':', '×', '*'];

/// Does a word look like a move, or like a part of one: squares and separators only?
pub(super) fn is_moveish(word: &str) -> bool {
    let is_square = |c: char| c.is_ascii_digit() || matches!(c, 'a'..='h' | 'A'..='H');
    word.chars()
        .all(|c| is_square(c) || SEPARATORS.contains(&c))
        && word.chars().any(|c| c.is_ascii_digit())
}

/// Letter squares without anything between them, `a3b4`, get a separator.
pub(super) fn separated(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let pairs = letters.chunks(2);
    let is_bare = letters.len() >= 4
        && letters.len().is_multiple_of(2)
        && pairs
            .clone()
            .all(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit());
    if is_bare {
        let squares: Vec<String> = pairs.map(|pair| pair.iter().collect()).collect();
        squares.join("-")
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs() {
        let mut rest = "1.34-29!{a} 2... (?) $6 (17-22) ;to the end ( {";
        let mut found = Vec::new();
        while let Some((token, behind)) = next(rest) {
            found.push(token);
            rest = behind;
        }
        let remark = |text, is_open| Token::Remark { text, is_open };
        let expected = [
            Token::Word("1.34-29"),
            Token::Mark("!"),
            remark("a", false),
            Token::Word("2..."),
            Token::Mark("?"),
            Token::Annotation(6),
            Token::Open,
            Token::Word("17-22"),
            Token::Close,
            remark("to the end ( {", false),
        ];
        assert_eq!(found, expected);
        assert_eq!(next("{open"), Some((remark("open", true), "")));
        assert_eq!(next("$x"), Some((Token::Word("$"), "x")));
        assert_eq!(next(" \u{a0} "), None);
        assert_eq!(next("]x"), Some((Token::Word("]"), "x")));
    }

    #[test]
    fn numbers_before_moves_and_bare_letters() {
        for (word, left) in [
            ("1.", ""),
            ("12...", ""),
            ("1.34-29", "34-29"),
            ("34-29", "34-29"),
            ("...", ""),
            ("7…", ""),
        ] {
            assert_eq!(without_number(word), left, "{word}");
        }
        assert_eq!(separated("a3b4"), "a3-b4");
        assert_eq!(separated("c3e5g7"), "c3-e5-g7");
        assert_eq!(separated("a3-b4"), "a3-b4");
        assert!(is_moveish("a3:c5") && is_moveish("32x") && !is_moveish("x") && !is_moveish("won"));
    }
}
