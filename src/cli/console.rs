//! The only file that prints: standard output for results, standard error for the rest.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

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

/// The state of a long work: a bar with what is known so far on a terminal, lines elsewhere.
#[derive(Clone)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// So many games, some of them done before.
    pub(super) fn new(games: u64, done: u64) -> Self {
        Self::of("games", games, done)
    }

    /// So many of something else.
    pub(super) fn of(things: &str, all: u64, done: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
        let style =
            format!("{{msg}}{{wide_bar}} {{pos}}/{{len}} {things}, {{elapsed}}, {{eta}} left");
        bar.set_style(ProgressStyle::with_template(&style).expect("a template that is right"));
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(500));
        Self(bar)
    }

    /// A game is done. Where there is a bar, only what must not be missed gets a line.
    pub(super) fn game(
        &self,
        line: &str,
        is_important: bool,
        table: impl FnOnce() -> String,
    ) -> io::Result<()> {
        self.0.inc(1);
        if self.0.is_hidden() {
            return print(line);
        }
        self.0.set_message(table());
        if is_important {
            self.say(line)?;
        }
        Ok(())
    }

    /// So many more are done.
    pub(super) fn advance(&self, more: u64) {
        self.0.inc(more);
    }

    /// What is known now, before the bar.
    pub(super) fn tell(&self, message: String) {
        self.0.set_message(message);
    }

    /// A line beside the bar.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        self.0.suspend(|| print(line))
    }

    /// A line about the work beside the bar.
    pub(super) fn complain(&self, line: &str) {
        self.0.suspend(|| complain(line));
    }

    /// Does something while the bar is away: what it writes does not run into the bar.
    pub(super) fn beside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.suspend(work)
    }

    /// Away with the bar.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
