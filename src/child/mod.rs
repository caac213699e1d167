//! Another program as a child process: started from a command line, spoken to by lines, in a
//! process group of its own that is gone when the handle is.

mod command_line;
mod pipes;
mod transcript;

pub use command_line::{CommandLine, CommandLineError};
pub use pipes::Heard;
pub use transcript::Transcript;

use pipes::Pipes;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {program}: {error}")]
pub struct StartError {
    program: String,
    error: io::Error,
}

/// A running program. Dropping it kills the program and whatever it started in its group.
pub struct Child {
    group: Box<dyn ChildWrapper>,
    pipes: Pipes,
    ended: Option<ExitStatus>,
}

impl Child {
    /// Starts a program in a folder (ours if none is given), all three streams piped.
    pub fn start(command: &CommandLine, folder: Option<&Path>) -> Result<Self, StartError> {
        let program = command.program(folder);
        let failed = |error| StartError {
            program: program.display().to_string(),
            error,
        };
        if let Some(folder) = folder
            && !folder.is_dir()
        {
            let message = format!("{}: no such folder", folder.display());
            return Err(failed(io::Error::new(io::ErrorKind::NotFound, message)));
        }
        let mut wrap = CommandWrap::with_new(&program, |process| {
            process
                .args(command.arguments())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if let Some(folder) = folder {
                process.current_dir(folder);
            }
        });
        #[cfg(unix)]
        wrap.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::std::JobObject);
        let mut group = wrap.spawn().map_err(failed)?;
        let streams = (
            group.stdin().take(),
            group.stdout().take(),
            group.stderr().take(),
        );
        let pipes = Pipes::new(streams).map_err(failed)?;
        Ok(Self {
            group,
            pipes,
            ended: None,
        })
    }

    /// Sends a line. Never waits: a program that does not read is found out by its silence.
    pub fn tell(&mut self, line: &str) {
        self.pipes.tell(line);
    }

    /// The next line, or that the output has ended; nothing if none comes in this time.
    pub fn hear(&mut self, wait: Duration) -> Option<Heard> {
        self.pipes.hear(wait)
    }

    /// The last lines the program wrote on its standard error.
    pub fn complaints(&self) -> Vec<String> {
        self.pipes.complaints()
    }

    /// Closes its input and waits for its end, then uses force. How it ended, and whether by itself.
    pub fn finish(&mut self, patience: Duration) -> (Option<ExitStatus>, bool) {
        self.pipes.close_input();
        let until = Instant::now() + patience;
        while Instant::now() < until {
            if self.has_ended() {
                break;
            }
            // Output nobody reads must not be what keeps it from ending.
            while self.pipes.hear(Duration::ZERO).is_some() {}
            thread::sleep(Duration::from_millis(2));
        }
        let by_itself = self.has_ended();
        self.kill();
        (self.ended, by_itself)
    }

    /// How the program ended, if it has, waiting a moment for one whose output is closed.
    pub fn exit_status(&mut self, wait: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + wait;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.ended
    }

    fn has_ended(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = self.group.try_wait().ok().flatten();
        }
        self.ended.is_some()
    }

    /// Ends the whole group, also when its leader is gone and left others behind.
    fn kill(&mut self) {
        if let Err(error) = self.group.start_kill() {
            log::debug!("killing process group {}: {error}", self.group.id());
        }
        if self.ended.is_none() {
            self.ended = self.group.wait().ok();
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}
