//! Bytes to text: UTF-8, or else what Windows editors write.

use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;

/// A line as text. What is no UTF-8 is taken for cp1252, of which Latin-1 is a part.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn old_encodings_become_text() {
        assert_eq!(decode("°".as_bytes()), "°");
        assert_eq!(decode(b"40\xb0"), "40°");
        assert_eq!(decode(b"\x93a\x94\xa0"), "“a”\u{a0}");
    }
}
