//! A stream of bytes cut into messages at its zero bytes.

use super::error::DxpError;
use std::collections::VecDeque;

/// Longest message understood, in bytes. The protocol's own bound is 127, but chat may run over.
pub const LONGEST_MESSAGE: usize = 1024;

/// Bytes go in as they come, messages come out.
#[derive(Debug, Default)]
pub struct Framer {
    bytes: VecDeque<u8>,
    /// Inside a message that is too long: skip to its end.
    skips: bool,
}

impl Framer {
    /// Takes bytes as they were read.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// The next whole message without its zero byte; `None` when it is not there yet. Empty
    /// messages are passed over. A message that grows too long is an error once, then it is
    /// skipped to its end.
    pub fn next_message(&mut self) -> Result<Option<Vec<u8>>, DxpError> {
        loop {
            let Some(end) = self.bytes.iter().position(|&byte| byte == 0) else {
                if self.bytes.len() > LONGEST_MESSAGE || self.skips {
                    self.bytes.clear();
                    return self.too_long().map_or(Ok(None), Err);
                }
                return Ok(None);
            };
            let mut message: Vec<u8> = self.bytes.drain(..=end).collect();
            message.pop();
            if std::mem::take(&mut self.skips) {
                continue;
            }
            if message.len() > LONGEST_MESSAGE {
                return Err(DxpError::TooLong(LONGEST_MESSAGE));
            }
            if !message.is_empty() {
                return Ok(Some(message));
            }
        }
    }

    /// The first complaint about this message.
    fn too_long(&mut self) -> Option<DxpError> {
        let is_first = !std::mem::replace(&mut self.skips, true);
        is_first.then_some(DxpError::TooLong(LONGEST_MESSAGE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_message_is_bounded_and_told_once() {
        let mut framer = Framer::default();
        let mut errors = 0;
        for _ in 0..100 {
            framer.push(&[b'x'; 512]);
            errors += usize::from(framer.next_message().is_err());
            assert!(framer.bytes.len() <= LONGEST_MESSAGE + 512);
        }
        assert_eq!(errors, 1);
        framer.push(b"rest\0E00\0");
        assert_eq!(framer.next_message().unwrap().unwrap(), b"E00");
        // One that comes whole is no better.
        framer.push(&[b'x'; LONGEST_MESSAGE + 1]);
        framer.push(b"\0\0\0K0\0");
        assert!(framer.next_message().is_err());
        assert_eq!(framer.next_message().unwrap().unwrap(), b"K0");
        assert!(framer.next_message().unwrap().is_none());
        framer.push(&[b'C'; LONGEST_MESSAGE]);
        framer.push(b"\0");
        let longest = framer.next_message().unwrap().unwrap();
        assert_eq!(longest.len(), LONGEST_MESSAGE);
    }
}
