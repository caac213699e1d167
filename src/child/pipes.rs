//! The three streams of a child, each with a thread of its own, so that no wait is without end.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines kept while nobody listens; then the child waits, as at a full pipe.
const QUEUE: usize = 4_096;

/// Longer lines are cut: no protocol has them.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines and letters of standard error kept for a report.
const COMPLAINTS: usize = 100;
const COMPLAINT_LENGTH: u64 = 1_000;

/// What a child's output told.
#[derive(Debug)]
pub enum Heard {
    /// A line, without its end, and when it was read.
    Line(String, Instant),
    /// Nothing more will come.
    End,
}

type Tail = Arc<Mutex<VecDeque<String>>>;

pub(super) struct Pipes {
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    complaints: Tail,
    has_ended: bool,
}

type Streams = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

impl Pipes {
    pub(super) fn new(streams: Streams) -> io::Result<Self> {
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(io::Error::other("a stream of the program is not piped"));
        };
        let (to, lines) = channel();
        let (sink, from) = sync_channel(QUEUE);
        let complaints = Tail::default();
        let tail = Arc::clone(&complaints);
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        named("child-input").spawn(move || write(input, &lines))?;
        named("child-output").spawn(move || read(output, &sink))?;
        named("child-errors").spawn(move || watch(errors, &tail))?;
        Ok(Self {
            to: Some(to),
            from,
            complaints,
            has_ended: false,
        })
    }

    pub(super) fn tell(&mut self, line: &str) {
        if let Some(to) = &self.to {
            // It fails when the child has closed its input; its silence tells the rest.
            let _ = to.send(format!("{line}\n"));
        }
    }

    pub(super) fn close_input(&mut self) {
        self.to = None;
    }

    pub(super) fn hear(&mut self, wait: Duration) -> Option<Heard> {
        if self.has_ended {
            return None;
        }
        let heard = if wait.is_zero() {
            self.from.try_recv().ok()
        } else {
            self.from.recv_timeout(wait).ok()
        };
        self.has_ended = matches!(heard, Some(Heard::End));
        heard
    }

    pub(super) fn complaints(&self) -> Vec<String> {
        let tail = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        tail.iter().cloned().collect()
    }
}

fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input
            .write_all(line.as_bytes())
            .and_then(|()| input.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read(output: ChildStdout, sink: &SyncSender<Heard>) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    while let Some(line) = next_line(&mut output, LONGEST_LINE) {
        if sink.send(Heard::Line(line, Instant::now())).is_err() {
            return;
        }
    }
    // Nobody listens any more: no harm.
    let _ = sink.send(Heard::End);
}

fn watch(errors: ChildStderr, tail: &Tail) {
    let mut errors = BufReader::new(errors);
    while let Some(line) = next_line(&mut errors, COMPLAINT_LENGTH) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == COMPLAINTS {
            tail.pop_front();
        }
        tail.push_back(line);
    }
}

/// The next line without its end, cut at a length; nothing at the end of the stream.
fn next_line(input: &mut impl BufRead, longest: u64) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(longest).read_until(b'\n', &mut bytes);
    if !matches!(read, Ok(1..)) {
        return None;
    }
    let is_whole = bytes.last() == Some(&b'\n');
    if !is_whole && bytes.len() as u64 == longest {
        skip_line(input);
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn skip_line(input: &mut impl BufRead) {
    while let Ok(buffer) = input.fill_buf() {
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if used == 0 || end.is_some() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::next_line;

    #[test]
    fn lines_of_every_length_and_end() {
        let mut input = &b"one\r\ntwo\n\nabcdefghijkl\nlast"[..];
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 8) {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "two", "", "abcdefgh", "last"]);
    }
}
