//! The other side of a conversation: an engine as a process, asked for moves.

use super::line::{quoted, split_command};
use super::question::{level_line, position_line, read_info, value_of};
use crate::child::{Child, CommandLine, Heard, StartError, Transcript};
use crate::game::Game;
use crate::notation::{excerpt, parse_move};
use crate::rules::{Rules, Variant};
use crate::search::Limits;
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Between two looks at whether to give up.
const SLICE: Duration = Duration::from_millis(50);

/// Not all engines answer `ping`: this much waiting, once, finds out.
const PONG: Duration = Duration::from_secs(5);

/// How long an engine may take, apart from its clock.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start to `wait` and from `init` to `ready`.
    pub start: Duration,
    /// Beyond its time for a move, or for a move without a time, until it counts as hung.
    pub hang: Duration,
    /// From `quit` to its end.
    pub quit: Duration,
}

/// Why an engine is of no use any more.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No process.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The process ended.
    #[error("the engine ended {during} ({how})")]
    Ended {
        /// What it was asked.
        during: &'static str,
        /// Exit status, as far as known.
        how: String,
    },
    /// No answer.
    #[error("no answer {during} within {seconds:.1} s")]
    Silent {
        /// What it was asked.
        during: &'static str,
        /// How long it had, in seconds.
        seconds: f64,
    },
    /// An answer that cannot be read.
    #[error("{line:?} where {expected} was expected")]
    Garbage {
        /// What came, cut.
        line: String,
        /// What should have come.
        expected: &'static str,
    },
    /// We were told to stop.
    #[error("interrupted")]
    Interrupted,
}

/// The answer to a `go`.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The move as written; none for a bare `done`.
    pub best: Option<String>,
    /// In centi-men from the mover, win scale as in the protocol; from the last info.
    pub score: Option<i32>,
    /// Plies, from the last info.
    pub depth: Option<u32>,
    /// Nodes, from the last info.
    pub nodes: Option<u64>,
    /// From the writing of the position to the reading of `done`.
    pub used: Duration,
}

/// An engine process that has answered `ready`.
pub struct Client {
    child: Child,
    name: String,
    declared: Vec<String>,
    transcript: Transcript,
    patience: Patience,
    answers_ping: bool,
    /// The last move it answered with in this game.
    last_answer: Option<String>,
}

impl Client {
    /// Starts an engine and brings it to `ready` for a variant with these parameters.
    pub fn start(
        command: &CommandLine,
        folder: Option<&Path>,
        variant: Variant,
        settings: &[(String, String)],
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<Self, ClientError> {
        let mut client = Self {
            child: Child::start(command, folder)?,
            name: String::new(),
            declared: Vec::new(),
            transcript: Transcript::default(),
            patience,
            answers_ping: true,
            last_answer: None,
        };
        client.introduce(variant, settings, stop)?;
        Ok(client)
    }

    fn introduce(
        &mut self,
        variant: Variant,
        settings: &[(String, String)],
        stop: &AtomicBool,
    ) -> Result<(), ClientError> {
        let patience = self.patience.start;
        self.tell("hub");
        self.listen("before wait", patience, stop, |client, word, rest| {
            match word {
                "id" => client.name = value_of(rest, "name").unwrap_or_default(),
                "param" => client.declared.extend(value_of(rest, "name")),
                _ => {}
            }
            (word == "wait").then_some(())
        })?;
        if self.declared.iter().any(|name| name == "variant") {
            self.tell(&format!("set-param name=variant value={variant}"));
        }
        for (name, value) in settings {
            if !self.declared.contains(name) {
                log::warn!("{}: no parameter {name:?}; it may be ignored", self.name);
            }
            let value = quoted(value);
            self.tell(&format!("set-param name={name} value={value}"));
        }
        self.tell("init");
        self.listen("after init", patience, stop, |client, word, rest| {
            if word == "error" {
                // A value that is refused is played with another one: that must not go unseen.
                let message = value_of(rest, "message").unwrap_or_else(|| rest.to_owned());
                log::warn!("{} says: {}", client.name, excerpt(&message));
            }
            (word == "ready").then_some(())
        })
    }

    /// The name the engine gave.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new game: what was learnt is to be forgotten, before any clock runs.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), ClientError> {
        self.transcript.shorten();
        self.last_answer = None;
        self.drain();
        self.tell("new-game");
        if !self.answers_ping {
            return Ok(());
        }
        self.tell("ping");
        let patience = self.patience.start.min(PONG);
        let answered = self.listen("after ping", patience, stop, |_, word, _| {
            (word == "pong").then_some(())
        });
        match answered {
            Err(ClientError::Silent { .. }) => {
                log::warn!("{} does not answer ping", self.name);
                self.answers_ping = false;
                Ok(())
            }
            other => other,
        }
    }

    /// Asks for a move. `allowed` is the time to the end of its clock; an engine that takes
    /// longer is told to stop, and its answer still counts as one.
    pub fn think<R: Rules>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        allowed: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Thought, ClientError> {
        // An engine that says `done` twice may do so when the next question is out already. Nobody
        // can make the same move twice running, so such an answer is known.
        let earlier = self.last_answer.take();
        let earlier = earlier.filter(|text| parse_move(game.position(), text).is_err());
        let position = position_line(game);
        let level = level_line(limits);
        self.drain();
        let began = Instant::now();
        self.tell(&position);
        self.tell(&level);
        self.tell("go think");
        let mut thought = Thought::default();
        if let Some(allowed) = allowed {
            match self.answer(began, allowed, stop, earlier.as_deref(), &mut thought) {
                Err(ClientError::Silent { .. }) => self.tell("stop"),
                other => return self.keep(other, thought),
            }
        }
        let hang = self.patience.hang;
        let answered = self.answer(began, hang, stop, earlier.as_deref(), &mut thought);
        let answered = answered.map_err(|error| match error {
            ClientError::Silent { during, .. } => ClientError::Silent {
                during,
                seconds: began.elapsed().as_secs_f64(),
            },
            other => other,
        });
        self.keep(answered, thought)
    }

    /// What was answered, kept for the next time. If nothing but the earlier answer came again,
    /// it was meant.
    fn keep(
        &mut self,
        answered: Result<(), ClientError>,
        thought: Thought,
    ) -> Result<Thought, ClientError> {
        match answered {
            Err(ClientError::Silent { .. }) if thought.best.is_some() => {}
            other => other?,
        }
        self.last_answer.clone_from(&thought.best);
        Ok(thought)
    }

    fn answer(
        &mut self,
        began: Instant,
        wait: Duration,
        stop: &AtomicBool,
        earlier: Option<&str>,
        thought: &mut Thought,
    ) -> Result<(), ClientError> {
        let found = self.listen_timed("after go", wait, stop, |client, word, rest, at| {
            match word {
                "info" => read_info(rest, thought),
                "done" => {
                    thought.used = at.duration_since(began);
                    let is_again = thought.best.is_some();
                    thought.best = value_of(rest, "move");
                    if !is_again && thought.best.is_some() && thought.best.as_deref() == earlier {
                        client.transcript.add('!', "the last answer again:");
                        return None;
                    }
                    return Some(thought.best.is_some() || rest.trim().is_empty());
                }
                _ => {}
            }
            None
        })?;
        if found {
            Ok(())
        } else {
            Err(ClientError::Garbage {
                line: "done without a move, but not bare".to_owned(),
                expected: "done move=...",
            })
        }
    }

    /// Ends the engine: by `quit` if it obeys in time, else by force. Whether it obeyed.
    pub fn quit(&mut self) -> bool {
        self.tell("quit");
        let (_, by_itself) = self.child.finish(self.patience.quit);
        by_itself
    }

    /// The conversation of the present game and what came on standard error.
    pub fn record(&mut self) -> String {
        self.drain();
        let mut text = self.transcript.text();
        let complaints = self.child.complaints();
        if !complaints.is_empty() {
            let _ = writeln!(text, "last lines of its standard error:");
            for line in complaints {
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }

    fn tell(&mut self, line: &str) {
        log::debug!("{} > {}", self.name, excerpt(line));
        self.transcript.add('>', line);
        self.child.tell(line);
    }

    /// Reads what nobody asked for, but no longer than a moment.
    fn drain(&mut self) {
        let until = Instant::now() + Duration::from_millis(200);
        while Instant::now() < until
            && let Some(Heard::Line(line, _)) = self.child.hear(Duration::ZERO)
        {
            if split_command(&line).is_some_and(|(word, _)| word == "done") {
                self.transcript.add('!', "a done that answers no go:");
            }
            self.transcript.add('<', &line);
        }
    }

    fn listen(
        &mut self,
        during: &'static str,
        wait: Duration,
        stop: &AtomicBool,
        mut read: impl FnMut(&mut Self, &str, &str) -> Option<()>,
    ) -> Result<(), ClientError> {
        self.listen_timed(during, wait, stop, |client, word, rest, _| {
            read(client, word, rest)
        })
    }

    /// Hands out lines until `read` has what it wants.
    fn listen_timed<T>(
        &mut self,
        during: &'static str,
        wait: Duration,
        stop: &AtomicBool,
        mut read: impl FnMut(&mut Self, &str, &str, Instant) -> Option<T>,
    ) -> Result<T, ClientError> {
        let until = Instant::now() + wait;
        loop {
            if stop.load(Relaxed) {
                return Err(ClientError::Interrupted);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.child.hear(left.min(SLICE)) {
                Some(Heard::Line(line, at)) => {
                    log::debug!("{} < {}", self.name, excerpt(&line));
                    self.transcript.add('<', &line);
                    if let Some((word, rest)) = split_command(&line)
                        && let Some(found) = read(self, word, rest, at)
                    {
                        return Ok(found);
                    }
                    // A flood must not keep the clock from being looked at.
                    if Instant::now() >= until {
                        return Err(silent(during, wait));
                    }
                }
                Some(Heard::End) => return Err(self.ended(during)),
                None if left.is_zero() => {
                    return Err(if self.child.exit_status(Duration::ZERO).is_some() {
                        self.ended(during)
                    } else {
                        silent(during, wait)
                    });
                }
                None => {}
            }
        }
    }

    fn ended(&mut self, during: &'static str) -> ClientError {
        let status = self.child.exit_status(Duration::from_millis(500));
        ClientError::Ended {
            during,
            how: status.map_or("its output is closed".to_owned(), |status| {
                status.to_string()
            }),
        }
    }
}

fn silent(during: &'static str, wait: Duration) -> ClientError {
    let seconds = wait.as_secs_f64();
    ClientError::Silent { during, seconds }
}
