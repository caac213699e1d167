//! What was said in a conversation, for the report of a game that went wrong.

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::Instant;

/// Memory for the lines kept, in bytes; the oldest after the beginning go first.
const ROOM: usize = 8 << 20;

/// Lines of the beginning that are always kept: the introduction.
const BEGINNING: usize = 100;

/// A conversation with the time of each line.
#[derive(Debug)]
pub struct Transcript {
    began: Instant,
    first: Vec<String>,
    rest: VecDeque<String>,
    size: usize,
    dropped: u64,
}

impl Default for Transcript {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            first: Vec::new(),
            rest: VecDeque::new(),
            size: 0,
            dropped: 0,
        }
    }
}

impl Transcript {
    /// Something said: `<` by the other program, `>` by us, anything else a remark.
    pub fn add(&mut self, who: char, line: &str) {
        let seconds = self.began.elapsed().as_secs_f64();
        let entry = format!("{seconds:10.4} {who} {line}");
        if self.first.len() < BEGINNING {
            self.first.push(entry);
            return;
        }
        self.size += entry.len();
        self.rest.push_back(entry);
        while self.size > ROOM
            && let Some(oldest) = self.rest.pop_front()
        {
            self.size -= oldest.len();
            self.dropped += 1;
        }
    }

    /// Forgets all but the beginning: a new game has begun.
    pub fn shorten(&mut self) {
        self.rest.clear();
        self.size = 0;
        self.dropped = 0;
    }

    /// The whole, a line each.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.first {
            let _ = writeln!(text, "{line}");
        }
        if self.dropped > 0 {
            let _ = writeln!(text, "({} lines left out)", self.dropped);
        }
        for line in &self.rest {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut transcript = Transcript::default();
        let long = "x".repeat(100_000);
        for number in 0..300 {
            transcript.add('<', &format!("line{number} {long}"));
        }
        let text = transcript.text();
        assert!(text.contains("line0 ") && text.contains("line299 "));
        assert!(!text.contains("line150 ") && text.contains("lines left out)"));
        transcript.shorten();
        assert!(transcript.text().contains("line0 ") && !transcript.text().contains("line299 "));
    }
}
