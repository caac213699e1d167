//! The engine's side of a conversation: what was typed becomes calls, reports become lines.

use super::command::{self, Command};
use super::level::Level;
use super::mailbox::{Event, Mailbox};
use super::params::Parameters;
use super::writer::Writer;
use crate::engine::Engine;
use crate::eval::WeightsError;
use crate::game::Game;
use crate::notation::{hub_move, parse_move, parse_squares, read_wolf};
use crate::position::Move;
use crate::rules::Rules;
use crate::score::Score;
use crate::search::{Answer, Mode, Progress, Report, Table};
use std::io::{self, Write};
use std::time::Duration;

/// How a session ends.
pub(super) enum End {
    Quit,
    /// Another variant was asked for: begin again with these.
    Restart(Box<Parameters>),
}

/// One conversation about one variant.
pub(super) struct Session<'a, R: Rules, W: Write> {
    parameters: Parameters,
    mailbox: &'a mut Mailbox,
    writer: &'a mut Writer<W>,
    engine: Option<Engine<R>>,
    game: Game<R>,
    /// The text of the position and moves that made the game.
    told: (Option<String>, String, String),
    level: Level,
    is_searching: bool,
    is_hasty: bool,
}

/// With less than this on a clock that is not added to, every move counts its milliseconds: no
/// info lines then, since the answer would have to keep its distance from the last one.
const HASTE: Duration = Duration::from_millis(500);

/// An increment that pays for that distance.
const PAYING_INCREMENT: Duration = Duration::from_millis(5);

impl<'a, R: Rules, W: Write> Session<'a, R, W> {
    pub(super) fn new(
        parameters: Parameters,
        mailbox: &'a mut Mailbox,
        writer: &'a mut Writer<W>,
    ) -> Self {
        Self {
            parameters,
            mailbox,
            writer,
            engine: None,
            game: Game::default(),
            told: <_>::default(),
            level: Level::default(),
            is_searching: false,
            is_hasty: false,
        }
    }

    /// Until `quit`, the end of input, or another variant.
    pub(super) fn run(mut self) -> io::Result<End> {
        loop {
            let end = match self.mailbox.wait() {
                Event::EndOfInput => Some(End::Quit),
                Event::Search(report) => {
                    self.tell(report)?;
                    None
                }
                Event::TooLong => {
                    self.writer
                        .error("a line of more than 4 MiB; expected a command")?;
                    None
                }
                Event::Line(bytes) => self.obey_line(&String::from_utf8_lossy(&bytes))?,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    fn obey_line(&mut self, line: &str) -> io::Result<Option<End>> {
        log::debug!("< {}", line.chars().take(2_000).collect::<String>());
        match command::parse(line) {
            Ok(Some(command)) => self.obey(command),
            Ok(None) => Ok(None),
            Err(message) => {
                self.writer.error(&message)?;
                Ok(None)
            }
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<Option<End>> {
        match command {
            Command::Ping => self.writer.spaced_line("pong")?,
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(engine) = &self.engine {
                    engine.ponder_hit();
                }
            }
            Command::Quit => return Ok(Some(End::Quit)),
            idle => return self.obey_when_idle(idle),
        }
        Ok(None)
    }

    /// Commands that first end a running search, with its `done`.
    fn obey_when_idle(&mut self, command: Command) -> io::Result<Option<End>> {
        self.finish_search()?;
        match command {
            Command::Hub => self.introduce()?,
            Command::SetParam { name, value } => {
                let mut changed = self.parameters.clone();
                match changed.set(&name, &value) {
                    Ok(()) => {
                        self.parameters = changed;
                        if self.game.counters().profile() != self.parameters.rules {
                            self.game = self.game.clone().under(self.parameters.rules);
                        }
                    }
                    Err(message) => self.writer.error(&message)?,
                }
                // Before the first init nothing exists that would have to be given up.
                if self.engine.is_none() && self.parameters.variant != R::VARIANT {
                    return Ok(Some(End::Restart(Box::new(self.parameters.clone()))));
                }
            }
            Command::Init => {
                if self.parameters.variant != R::VARIANT {
                    let again = Event::Line(b"init".to_vec());
                    self.mailbox.put_back(again);
                    return Ok(Some(End::Restart(Box::new(self.parameters.clone()))));
                }
                self.prepare()?;
                self.writer.spaced_line("ready")?;
            }
            Command::Pos {
                squares,
                king_runs,
                moves,
            } => match self.set_up(squares.as_deref(), &king_runs, &moves) {
                Ok(game) => {
                    self.game = game;
                    self.told = (squares, king_runs, moves);
                    self.level = Level::default();
                }
                Err(message) => self.writer.error(&message)?,
            },
            Command::Level(arguments) => match self.level.with(&arguments) {
                Ok(level) => self.level = level,
                Err(message) => self.writer.error(&message)?,
            },
            Command::Go(mode) => self.go(mode)?,
            Command::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Command::Ping | Command::Stop | Command::PonderHit | Command::Quit => {}
        }
        Ok(None)
    }

    /// The game that a `pos` command tells, or why it tells none. Most clients send the whole
    /// game each time: when it only goes on, what is known of it is not read again.
    fn set_up(&self, squares: Option<&str>, runs: &str, moves: &str) -> Result<Game<R>, String> {
        let same_start = squares == self.told.0.as_deref() && runs == self.told.1;
        let more = moves
            .strip_prefix(&self.told.2)
            .filter(|more| same_start && (more.is_empty() || more.starts_with(' ')));
        let mut game = match (more, squares) {
            (Some(_), _) => self.game.clone(),
            (None, None) => Game::default(),
            (None, Some(text)) => {
                let start = parse_squares::<R>(text);
                let mut start = start.map_err(|error| format!("bad position: {error}"))?;
                if R::KING_MOVE_LIMIT != 0 {
                    let counted = read_wolf(start, runs);
                    start = counted.map_err(|error| format!("bad position: {error}"))?;
                }
                Game::new(start, 0)
            }
        };
        if game.counters().profile() != self.parameters.rules {
            game = game.under(self.parameters.rules);
        }
        for text in more.unwrap_or(moves).split_whitespace() {
            let mv = parse_move(game.position(), text).map_err(|error| {
                format!("{error} (move {} of the list)", game.moves().len() + 1)
            })?;
            game.play(mv);
        }
        Ok(game)
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.writer.spaced_line(&self.parameters.id_line())?;
        for line in self.parameters.declarations() {
            self.writer.spaced_line(&line)?;
        }
        // The line a client waits for longest, and on a busy machine misses most easily.
        std::thread::sleep(Duration::from_millis(5));
        self.writer.spaced_line("wait")
    }

    /// Makes the engine, or takes over changed parameters. What cannot be had gives an error
    /// line, and the parameter goes back to what is in force.
    fn prepare(&mut self) -> io::Result<()> {
        let wanted = self.parameters.options();
        let mut complaints = Vec::new();
        if let Some(engine) = &mut self.engine {
            engine.change(wanted, |error| complaints.push(error));
        } else {
            self.engine = self.first_engine(&mut complaints);
        }
        if let Some(engine) = &self.engine {
            self.parameters.tt_size = engine.options().table_log2;
            self.parameters.threads = engine.threads();
            if engine.options().weights.is_none() {
                self.parameters.weights = None;
            }
        }
        for error in complaints {
            self.writer.error(&format!("{error:#}"))?;
        }
        Ok(())
    }

    /// An engine with what can be had of the parameters: built-in weights, and a table of the
    /// usual size or ever smaller ones, take the place of those that cannot. Not the largest
    /// table that would fit: that would leave no memory to anybody else.
    fn first_engine(&self, complaints: &mut Vec<anyhow::Error>) -> Option<Engine<R>> {
        let mut options = self.parameters.options();
        let wanted = options.table_log2;
        let usual = Parameters::default().tt_size;
        loop {
            match Engine::new(options.clone()) {
                Ok(engine) => {
                    if options.table_log2 < wanted {
                        let used = options.table_log2;
                        complaints.push(anyhow::anyhow!(
                            "no memory for tt-size {wanted}; {used} is used"
                        ));
                    }
                    return Some(engine);
                }
                Err(error) if error.is::<WeightsError>() && options.weights.is_some() => {
                    options.weights = None;
                    complaints.push(error.context("the built-in weights are used"));
                }
                Err(_) if options.table_log2 > Table::MIN_LOG2 => {
                    options.table_log2 = (options.table_log2 - 1).min(usual);
                }
                Err(error) => {
                    complaints.push(error);
                    return None;
                }
            }
        }
    }

    fn go(&mut self, mode: Mode) -> io::Result<()> {
        self.prepare()?;
        let mut limits = std::mem::take(&mut self.level).limits(mode);
        limits.more_lines = (self.parameters.lines - 1) as u8;
        let sender = self.mailbox.sender();
        let Some(engine) = &mut self.engine else {
            return self.writer.spaced_line("done");
        };
        self.is_searching = true;
        self.is_hasty = limits.mode != Mode::Analyse
            && limits
                .clock
                .is_some_and(|clock| clock.remaining < HASTE && clock.increment < PAYING_INCREMENT);
        engine.go(&self.game, limits, move |report| {
            // An error means that the session is over and nobody listens.
            let _ = sender.send(Event::Search(report));
        });
        Ok(())
    }

    fn stop(&self) {
        if let Some(engine) = self.engine.as_ref().filter(|_| self.is_searching) {
            engine.stop();
        }
    }

    /// Ends a running search and waits for its `done`; what is typed meanwhile is kept in order.
    fn finish_search(&mut self) -> io::Result<()> {
        self.stop();
        let mut typed = Vec::new();
        while self.is_searching {
            match self.mailbox.arriving() {
                Event::Search(report) => self.tell(report)?,
                other => typed.push(other),
            }
        }
        for event in typed {
            self.mailbox.keep(event);
        }
        Ok(())
    }

    fn tell(&mut self, report: Report) -> io::Result<()> {
        match report {
            Report::Progress(_) if self.is_hasty => Ok(()),
            Report::Progress(progress) => self.tell_lines(&progress),
            Report::Done(answer) => {
                self.is_searching = false;
                let line = self.done_line(answer);
                self.writer.spaced_line(&line)
            }
        }
    }

    /// A finished depth: the best line last, as there are clients that read no other. Further
    /// lines, and the numbers of all, only where they were asked for.
    fn tell_lines(&mut self, progress: &Progress) -> io::Result<()> {
        let info = |score, line: &[Move]| info_line::<R>(progress, score, line);
        for (number, other) in (2..)
            .zip(&progress.others)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
        {
            let text = info(other.score, &other.line);
            self.writer.line(&format!("{text} multipv={number}"))?;
        }
        let mut text = info(progress.score, &progress.line);
        if self.parameters.lines > 1 {
            text.push_str(" multipv=1");
        }
        self.writer.line(&text)
    }

    fn done_line(&self, answer: Answer) -> String {
        let Some(best) = answer.best else {
            return "done".to_owned();
        };
        let mut line = format!("done move={}", hub_move::<R>(best));
        // Nothing to ponder on when the game is over after the move.
        let mut after = self.game.clone();
        after.play(best);
        if let Some(reply) = answer.ponder.filter(|_| after.outcome().is_none()) {
            line.push_str(" ponder=");
            line.push_str(&hub_move::<R>(reply));
        }
        line
    }
}

/// The seven fields in the order on which one client's regular expression insists.
fn info_line<R: Rules>(progress: &Progress, score: Score, line: &[Move]) -> String {
    let seconds = progress.time.as_secs_f64();
    let millions = if seconds > 0.0 {
        progress.nodes as f64 / seconds / 1e6
    } else {
        0.0
    };
    let moves: Vec<String> = line.iter().map(|mv| hub_move::<R>(*mv)).collect();
    format!(
        "info depth={} mean-depth={}.{} score={} nodes={} time={seconds:.3} nps={millions:.2} pv={}",
        progress.depth,
        progress.mean_depth_tenths / 10,
        progress.mean_depth_tenths % 10,
        score,
        progress.nodes,
        super::line::quoted(&moves.join(" ")),
    )
}
