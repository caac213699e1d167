//! Lines of a file, whatever ends them: LF, CR LF or CR alone.

use std::io::{self, BufRead};

/// Splits bytes into lines and counts them.
pub(super) struct Lines<B> {
    source: B,
    /// The last line ended with CR: an LF right behind belongs to it.
    after_cr: bool,
    number: u64,
}

impl<B: BufRead> Lines<B> {
    pub(super) fn new(source: B) -> Self {
        Self {
            source,
            after_cr: false,
            number: 0,
        }
    }

    /// The number of the line read last, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Puts the next line without its end into `line`; false when there is none. What is beyond
    /// `limit` bytes of a line is left out.
    pub(super) fn next(&mut self, line: &mut Vec<u8>, limit: usize) -> io::Result<bool> {
        line.clear();
        let mut is_there = false;
        loop {
            let mut bytes = match self.source.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if self.after_cr && bytes.first() == Some(&b'\n') {
                self.after_cr = false;
                self.source.consume(1);
                continue;
            }
            if bytes.is_empty() {
                self.number += u64::from(is_there);
                return Ok(is_there);
            }
            self.after_cr = false;
            is_there = true;
            let end = bytes
                .iter()
                .position(|&byte| byte == b'\n' || byte == b'\r');
            let length = end.unwrap_or(bytes.len());
            self.after_cr = end.is_some_and(|end| bytes[end] == b'\r');
            bytes = &bytes[..length];
            let room = limit.saturating_sub(line.len());
            line.extend_from_slice(&bytes[..length.min(room)]);
            self.source.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                self.number += 1;
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn every_kind_of_end_and_a_last_line_without() {
        let text: &[u8] = b"a\r\n\r\nb\rc\n\nd\r";
        for size in 1..12 {
            let mut lines = Lines::new(BufReader::with_capacity(size, text));
            let (mut line, mut all) = (Vec::new(), Vec::new());
            while lines.next(&mut line, 100).unwrap() {
                all.push(String::from_utf8(line.clone()).unwrap());
            }
            assert_eq!(all, ["a", "", "b", "c", "", "d"], "{size}");
            assert_eq!(lines.number(), 6);
        }
        let mut lines = Lines::new(&b"abcdef\ng"[..]);
        let mut line = Vec::new();
        assert!(lines.next(&mut line, 3).unwrap());
        assert_eq!(line, b"abc");
        assert!(lines.next(&mut line, 3).unwrap());
        assert_eq!(line, b"g");
        assert!(!lines.next(&mut line, 3).unwrap());
    }
}
