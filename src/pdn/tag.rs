//! Tags: `[Name "value"]`, with all that is found in their place.

use super::record::Tag;

const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// Could this line be one of tags?
pub(super) fn begins(line: &str) -> bool {
    let mut rest = line.trim_start().chars();
    rest.next() == Some('[') && rest.next().is_some_and(char::is_alphabetic)
}

/// The first tag of a text that [`begins`] with one, and the rest; nothing if it is none.
pub(super) fn parse(text: &str) -> Option<(Tag, &str)> {
    let inside = text.trim_start().strip_prefix('[')?;
    let name_end = inside.find(|c: char| c.is_whitespace() || is_quote(c) || c == ']')?;
    let (name, rest) = inside.split_at(name_end);
    let rest = rest.trim_start();
    let (value, after) = match rest.strip_prefix(is_quote) {
        Some(quoted) => cut_quoted(quoted)?,
        None => rest.split_once(']')?,
    };
    let tag = Tag {
        name: name.to_owned(),
        value: unescaped(value.trim_end_matches('\0')),
    };
    Some((tag, after))
}

/// The value up to the quote that a closing bracket follows.
fn cut_quoted(text: &str) -> Option<(&str, &str)> {
    text.char_indices().find_map(|(at, c)| {
        let is_escaped = text[..at].ends_with('\\') && !text[..at].ends_with("\\\\");
        if !is_quote(c) || is_escaped {
            return None;
        }
        let after = text[at + c.len_utf8()..].trim_start().strip_prefix(']')?;
        Some((&text[..at], after))
    })
}

fn unescaped(value: &str) -> String {
    if value.contains('\\') {
        value.replace("\\\"", "\"").replace("\\\\", "\\")
    } else {
        value.to_owned()
    }
}

/// The line of a tag.
pub(super) fn write(tag: &Tag) -> String {
    let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{} \"{value}\"]", tag.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, String)> {
        parse(text).map(|(tag, _)| (tag.name, tag.value))
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn tags_as_found() {
        assert_eq!(read("[Event \"a b\"]"), Some(pair("Event", "a b")));
        assert_eq!(read("  [Event       \"\" ]"), Some(pair("Event", "")));
        assert_eq!(read("[Event “x”]"), Some(pair("Event", "x")));
        assert_eq!(read("[Site\u{a0}\"?\"]"), Some(pair("Site", "?")));
        assert_eq!(read("[Round 3]"), Some(pair("Round", "3")));
        assert_eq!(read("[A \"say \"hi\" ]\"]"), Some(pair("A", "say \"hi")));
        assert_eq!(
            read("[A \"say \\\"hi\\\" \\\\\"]"),
            Some(pair("A", "say \"hi\" \\"))
        );
        assert_eq!(read("[A \"never closed"), None);
        let (_, rest) = parse("[A \"1\"][B \"2\"]").unwrap();
        assert_eq!(read(rest), Some(pair("B", "2")));
        for value in ["", "x", "a \"b\"", "back\\slash", "\\\""] {
            let tag = Tag {
                name: "N".into(),
                value: value.into(),
            };
            assert_eq!(read(&write(&tag)), Some(pair("N", value)), "{value}");
        }
    }
}
