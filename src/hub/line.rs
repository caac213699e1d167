//! One line: a command and `name=value` pairs, values quoted where they hold blanks.

use crate::notation::excerpt;

/// Why a line cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum LineError {
    #[error("a quote is not closed")]
    OpenQuote,
    #[error("{0:?} where a name was expected")]
    Name(String),
    #[error("no value after {0}")]
    Value(String),
    #[error("control character in {0:?}")]
    Control(String),
}

/// A pair, or a flag with an empty value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) value: String,
}

#[derive(Debug, PartialEq)]
enum Token {
    Word(String),
    Quoted(String),
    Equals,
}

/// The command word of a line, if it has one, and the rest of it.
pub(super) fn split_command(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_matches(is_blank);
    if line.is_empty() {
        return None;
    }
    Some(line.split_once(is_blank).unwrap_or((line, "")))
}

/// The arguments behind a command word.
pub(super) fn arguments(text: &str) -> Result<Vec<Argument>, LineError> {
    let mut tokens = tokens(text)?.into_iter().peekable();
    let mut arguments = Vec::new();
    while let Some(token) = tokens.next() {
        let name = match token {
            Token::Word(word) => word,
            Token::Quoted(text) => return Err(LineError::Name(excerpt(&text))),
            Token::Equals => return Err(LineError::Name("=".to_owned())),
        };
        let mut value = String::new();
        if tokens.next_if_eq(&Token::Equals).is_some() {
            value = match tokens.next() {
                Some(Token::Word(text) | Token::Quoted(text)) => text,
                Some(Token::Equals) | None => return Err(LineError::Value(excerpt(&name))),
            };
        }
        arguments.push(Argument { name, value });
    }
    Ok(arguments)
}

fn tokens(text: &str) -> Result<Vec<Token>, LineError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '=' => {
                tokens.push(Token::Equals);
                &rest[1..]
            }
            '"' => {
                let (inside, behind) = rest[1..].split_once('"').ok_or(LineError::OpenQuote)?;
                tokens.push(Token::Quoted(inside.to_owned()));
                behind
            }
            _ => {
                let end = rest
                    .find(|c| is_blank(c) || c == '=' || c == '"')
                    .unwrap_or(rest.len());
                let word = &rest[..end];
                if word.chars().any(char::is_control) {
                    return Err(LineError::Control(excerpt(word)));
                }
                tokens.push(Token::Word(word.to_owned()));
                &rest[end..]
            }
        };
        rest = rest.trim_start_matches(is_blank);
    }
    Ok(tokens)
}

/// Blank, tab, carriage return.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

/// A value as we write it: quoted only when it must be, as one client trips over quotes.
pub(super) fn quoted(value: &str) -> String {
    if value.is_empty() || value.contains(is_blank) {
        format!("\"{value}\"")
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let arguments = arguments(text).unwrap();
        arguments
            .into_iter()
            .map(|argument| (argument.name, argument.value))
            .collect()
    }

    #[test]
    fn pairs_flags_and_quotes() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            read(" a=1\tb = \"x = y\"c \r"),
            [pair("a", "1"), pair("b", "x = y"), pair("c", "")]
        );
        assert_eq!(
            read("a=\"\" think=true"),
            [pair("a", ""), pair("think", "true")]
        );
        assert_eq!(read(""), []);
    }

    #[test]
    fn malformed_lines() {
        for bad in [
            "=", "a=", "\"a\"", "a=\"b", "a==b", "=a", "a = = b", "a\0b=1",
        ] {
            assert!(arguments(bad).is_err(), "{bad:?}");
        }
        assert_eq!(split_command("  go\tthink \r"), Some(("go", "think")));
        assert_eq!(split_command(" \t\r"), None);
    }
}
