//! A Hub conversation in process: lines in, lines out, transcripts from files.

use baige::hub::{Event, Mailbox, Parameters, run};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A running session.
pub(crate) struct Conversation {
    events: Sender<Event>,
    lines: Receiver<String>,
    session: Option<JoinHandle<io::Result<()>>>,
}

/// Longest wait for a line, far above what any test needs.
const PATIENCE: Duration = Duration::from_secs(60);

impl Conversation {
    pub(crate) fn start() -> Self {
        let mut mailbox = Mailbox::fed_with([]);
        let events = mailbox.sender();
        let (sender, lines) = channel();
        let output = LineSender {
            sender,
            partial: Vec::new(),
        };
        let session = std::thread::spawn(move || run(Parameters::default(), &mut mailbox, output));
        Self {
            events,
            lines,
            session: Some(session),
        }
    }

    pub(crate) fn send(&self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    pub(crate) fn send_bytes(&self, line: &[u8]) {
        let _ = self.events.send(Event::Line(line.to_vec()));
    }

    /// The next line, info lines checked for their form.
    pub(crate) fn line(&self) -> String {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
        if line.starts_with("info ") {
            check_info(&line);
        }
        line
    }

    /// The next line that is no info.
    pub(crate) fn answer(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    /// All lines up to and including the next `done`.
    pub(crate) fn lines_to_done(&self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with("done")) {
                return lines;
            }
        }
    }

    /// Nothing is said for a while.
    pub(crate) fn expect_silence(&self, milliseconds: u64) {
        let line = self.lines.recv_timeout(Duration::from_millis(milliseconds));
        assert_eq!(line.ok(), None, "silence expected");
    }

    /// `quit`, and nothing more is said.
    pub(crate) fn end(mut self) {
        self.send("quit");
        self.join();
        let rest: Vec<String> = self
            .lines
            .try_iter()
            .filter(|line| !line.starts_with("info "))
            .collect();
        assert_eq!(rest, Vec::<String>::new());
    }

    /// End of input, and the session ends.
    pub(crate) fn hang_up(mut self) {
        let _ = self.events.send(Event::EndOfInput);
        self.join();
    }

    fn join(&mut self) {
        let session = self.session.take().expect("a running session");
        session
            .join()
            .expect("no panic")
            .expect("an output that can be written");
    }
}

struct LineSender {
    sender: Sender<String>,
    partial: Vec<u8>,
}

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.partial)).expect("ASCII");
                assert!(
                    line.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
                    "{line:?}"
                );
                let _ = self.sender.send(line);
            } else {
                self.partial.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        assert!(self.partial.is_empty(), "flushed in the middle of a line");
        Ok(())
    }
}

/// The seven fields in their order, as plain numbers, and a sensible score.
fn check_info(line: &str) {
    let mut rest = line.strip_prefix("info ").expect("an info line");
    let mut field = |name: &str| {
        let (value, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = behind;
        value
            .strip_prefix(name)
            .unwrap_or_else(|| panic!("{name} in {line}"))
            .to_owned()
    };
    let plain = |text: &str, point: bool| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let fits = |c: char| c.is_ascii_digit() || point && c == '.';
        assert!(
            !digits.is_empty() && digits.chars().all(fits),
            "{text} in {line}"
        );
    };
    plain(&field("depth="), false);
    plain(&field("mean-depth="), true);
    let score = field("score=");
    plain(&score, true);
    plain(&field("nodes="), false);
    plain(&field("time="), true);
    plain(&field("nps="), true);
    let score: f64 = score.parse().expect("a number");
    assert!(
        score.abs() < 80.0
            || (89.0..90.0).contains(&score.abs())
            || (99.0..100.0).contains(&score.abs()),
        "{line}"
    );
    // The number of a line, where several are asked for, stands behind everything.
    let rest = rest.split_once(" multipv=").map_or(rest, |(rest, number)| {
        plain(number, false);
        rest
    });
    let pv = rest.strip_prefix("pv=").expect("pv last");
    assert_eq!(
        pv.contains(' '),
        pv.starts_with('"'),
        "quoted only when needed: {line}"
    );
    assert!(!pv.is_empty() && pv != "\"\"", "{line}");
}

/// Plays a transcript: `>` is sent, `<` is the next line, `<~` the next that is no info line
/// (`*` stands for anything), `!` asks for silence.
pub(crate) fn play(transcript: &str) {
    let talk = Conversation::start();
    for line in transcript
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(text) = line.strip_prefix("> ") {
            talk.send(text);
        } else if let Some(pattern) = line.strip_prefix("<~ ") {
            let found = talk.answer();
            assert!(matches(pattern, &found), "{found:?} for {pattern:?}");
        } else if let Some(pattern) = line.strip_prefix("< ") {
            let found = talk.line();
            assert!(matches(pattern, &found), "{found:?} for {pattern:?}");
        } else if line == "!" {
            talk.expect_silence(60);
        } else {
            panic!("{line:?} is no transcript line");
        }
    }
    talk.end();
}

fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|tail| {
            (0..=tail.len()).any(|at| tail.is_char_boundary(at) && matches(rest, &tail[at..]))
        }),
    }
}
