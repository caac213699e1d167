//! The beginning of a text from outside, fit for a message of one line.

/// The first 40 characters, control characters as blanks.
pub fn excerpt(text: &str) -> String {
    text.chars()
        .take(40)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
