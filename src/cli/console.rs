//! The only file that prints: standard output for results, standard error for the rest.

use std::io::{self, IsTerminal, Write};

/// Is a person sitting at both ends?
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A line of the command's result.
pub(super) fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{text}")?;
    output.flush()
}

/// Text without an end of line: a prompt.
pub(super) fn prompt(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    write!(output, "{text}")?;
    output.flush()
}

/// A line about the work, not part of the result. That it cannot be written stops nothing.
pub(super) fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Standard output for a protocol.
pub(super) fn output() -> io::Stdout {
    io::stdout()
}
