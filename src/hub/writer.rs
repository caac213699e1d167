//! The one place that writes to the GUI: whole lines, flushed at once, some with a pause before.

use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A Python client that waits with `select` on a buffered pipe loses a line that arrives in
/// one read with the line before; this pause keeps the lines it waits for apart.
const PAUSE: Duration = Duration::from_micros(2_300);

/// Writes lines.
pub(super) struct Writer<W: Write> {
    output: W,
    last: Option<Instant>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(output: W) -> Self {
        Self { output, last: None }
    }

    /// A line at once.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        log::debug!("> {text}");
        let ascii = text
            .chars()
            .map(|c| if c.is_ascii() && c != '\n' { c } else { '?' });
        let mut bytes: Vec<u8> = ascii.map(|c| c as u8).collect();
        bytes.push(b'\n');
        self.output.write_all(&bytes)?;
        self.output.flush()?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// A line at least two milliseconds after the one before.
    pub(super) fn spaced_line(&mut self, text: &str) -> io::Result<()> {
        if let Some(rest) = self.last.and_then(|last| PAUSE.checked_sub(last.elapsed())) {
            std::thread::sleep(rest);
        }
        self.line(text)
    }

    /// The one kind of complaint there is. Quotes and equals signs have no place in a value.
    pub(super) fn error(&mut self, message: &str) -> io::Result<()> {
        let clean: String = message
            .chars()
            .take(400)
            .map(|c| match c {
                '"' => '\'',
                '=' => ' ',
                c if c.is_control() => ' ',
                c => c,
            })
            .collect();
        self.line(&format!("error message=\"{clean}\""))
    }
}
