//! A small console on the terminal: a game against the engine, move by move.

use super::{Misuse, console, hub, position, profile, variant};
use crate::board::Side;
use crate::engine::{self, Engine};
use crate::game::Game;
use crate::hub::{Event, Mailbox, Parameters, is_command};
use crate::notation::{diagram, parse_move, parse_position, short_move, write_fen};
use crate::position::Move;
use crate::rules::{Profile, Rules, Variant};
use crate::search::{Limits, Progress, Report};
use crate::with_rules;
use anyhow::Context;
use clap::Args;
use std::io;
use std::time::Duration;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// Whose draw rules count: national or fmjd
    #[arg(long, default_value = "national", value_parser = profile)]
    rules: Profile,
    /// Where to start, as FEN or Hub position
    #[arg(long)]
    fen: Option<String>,
    /// Seconds the engine thinks for a move, 0.001 to 86400
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 2.0,
        allow_negative_numbers = true
    )]
    time: f64,
    /// The side you play: white, black, both or none
    #[arg(long, default_value = "white")]
    side: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: Variant::Normal,
            rules: Profile::default(),
            fen: None,
            time: 2.0,
            side: "white".to_owned(),
        }
    }
}

const HELP: &str = concat!(
    "  32-28, 28x19     play a move; where 1x25 is not clear, name squares on the way: 1x18x9x25\n",
    "  side SIDE        the side you play: white, black, both (no engine) or none (it plays both)\n",
    "  go               the engine plays the side to move, you the other\n",
    "  stop             while the engine thinks: it moves at once\n",
    "  undo             take back your last move, and the engine's reply with it\n",
    "  hint             what the engine would play\n",
    "  moves            all legal moves\n",
    "  time SECONDS     thinking time of the engine for a move\n",
    "  board            show the board: o O are White's men and kings, x X are Black's\n",
    "  fen, fen FEN     show the position as FEN, or set one up\n",
    "  new              a new game\n",
    "  quit\n",
    "A Hub command (hub, init, pos, level, go think, ...) ends the game and begins a Hub conversation."
);

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let mut mailbox = Mailbox::reading(io::stdin()).context("a thread to read the input")?;
    let turned_to_hub = with_rules!(options.variant, R => {
        Table::<R>::new(options, &mut mailbox)?.run()
    })?;
    if turned_to_hub {
        console::complain("The game ends here: this is a Hub conversation now, quit ends it.");
        let parameters = Parameters {
            variant: options.variant,
            ..Parameters::default()
        };
        hub::converse(parameters, &mut mailbox)?;
    }
    Ok(())
}

/// A game at the terminal.
struct Table<'a, R: Rules> {
    mailbox: &'a mut Mailbox,
    engine: Engine<R>,
    rules: Profile,
    game: Game<R>,
    engine_plays: [bool; 2],
    time: Duration,
}

enum Then {
    Go,
    Quit,
    Hub,
}

impl<'a, R: Rules> Table<'a, R> {
    fn new(options: &Options, mailbox: &'a mut Mailbox) -> anyhow::Result<Self> {
        let setup = position::<R>(options.fen.as_deref())?;
        let overhead = Duration::ZERO;
        Ok(Self {
            mailbox,
            engine: Engine::new(engine::Options {
                overhead,
                ..Default::default()
            })?,
            game: Game::new(setup.position, setup.half_moves).under(options.rules),
            rules: options.rules,
            engine_plays: engine_sides(&options.side).map_err(Misuse)?,
            time: seconds(&options.time.to_string()).map_err(Misuse)?,
        })
    }

    /// Until the end; says whether a Hub conversation begins.
    fn run(mut self) -> anyhow::Result<bool> {
        let version = env!("CARGO_PKG_VERSION");
        console::print(&format!(
            "Baige {version}, {}. Type help for help.\n",
            R::VARIANT
        ))?;
        self.show()?;
        loop {
            // Whoever types while the engine plays both sides is heard between two moves.
            let is_interrupted = self.engine_plays == [true; 2] && self.mailbox.has_more();
            let is_engines_turn = self.engine_plays[self.side().index()];
            if self.game.outcome().is_none() && is_engines_turn && !is_interrupted {
                if let Some((mv, progress)) = self.think()? {
                    self.announce("Baige", mv, progress.as_deref())?;
                    self.game.play(mv);
                    self.show()?;
                    continue;
                }
                return Ok(false);
            }
            console::prompt("> ")?;
            let line = match self.mailbox.wait() {
                Event::Line(bytes) => String::from_utf8_lossy(&bytes).trim().to_owned(),
                Event::EndOfInput => return Ok(false),
                Event::TooLong | Event::Search(_) => continue,
            };
            match self.obey(&line) {
                Ok(Then::Go) => {}
                Ok(Then::Quit) => return Ok(false),
                Ok(Then::Hub) => {
                    self.mailbox.put_back(Event::Line(line.into_bytes()));
                    return Ok(true);
                }
                Err(error) if error.is::<io::Error>() => return Err(error),
                Err(error) => console::print(&format!("{error:#}"))?,
            }
        }
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Then> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => console::print(HELP)?,
            "quit" | "exit" => return Ok(Then::Quit),
            "board" => self.show()?,
            "fen" if rest.is_empty() => console::print(&write_fen(self.game.position()))?,
            "fen" => {
                let setup = parse_position(rest)?;
                self.game = Game::new(setup.position, setup.half_moves).under(self.rules);
                self.show()?;
            }
            "new" => {
                self.game = Game::default().under(self.rules);
                self.engine.new_game();
                self.tell_sides()?;
                self.show()?;
            }
            "moves" => {
                let mut moves = self.game.position().legal_moves();
                moves.sort_by_key(|mv| (mv.from(), mv.to()));
                let names = moves.iter().map(|mv| short_move(self.game.position(), *mv));
                console::print(&names.collect::<Vec<_>>().join(" "))?;
            }
            "undo" => self.undo()?,
            "time" => {
                self.time = seconds(rest).map_err(Misuse)?;
                console::print(&format!("{} seconds a move", self.time.as_secs_f64()))?;
            }
            "side" => {
                self.engine_plays = engine_sides(rest).map_err(Misuse)?;
                self.tell_sides()?;
            }
            "go" if rest.is_empty() => {
                if let Some(over) = self.game.outcome() {
                    anyhow::bail!("the game is over ({over}); undo or new");
                }
                self.engine_plays = [self.side() == Side::White, self.side() == Side::Black];
                self.tell_sides()?;
            }
            "hint" => {
                if let Some((mv, progress)) = self.think()? {
                    self.announce("hint", mv, progress.as_deref())?;
                }
            }
            _ if is_command(line) => return Ok(Then::Hub),
            _ => {
                if let Some(over) = self.game.outcome() {
                    anyhow::bail!("the game is over ({over}); undo or new");
                }
                let mv = parse_move(self.game.position(), line)?;
                self.game.play(mv);
                self.show()?;
            }
        }
        Ok(Then::Go)
    }

    /// Takes back the person's last move, and the engine's after it.
    fn undo(&mut self) -> io::Result<()> {
        if self.game.undo().is_none() {
            return console::print("no move to take back");
        }
        while self.engine_plays[self.side().index()] && self.game.undo().is_some() {}
        if self.engine_plays[self.side().index()] {
            // The engine made the first move: it would only repeat it.
            self.engine_plays = [false; 2];
        }
        self.show()
    }

    /// The engine's move, and what it saw. What is typed meanwhile waits.
    fn think(&mut self) -> anyhow::Result<Option<(Move, Option<Box<Progress>>)>> {
        if let Some(over) = self.game.outcome() {
            anyhow::bail!("the game is over ({over}); undo or new");
        }
        let sender = self.mailbox.sender();
        let limits = Limits {
            move_time: Some(self.time),
            ..Limits::default()
        };
        self.engine.go(&self.game, limits, move |report| {
            let _ = sender.send(Event::Search(report));
        });
        let mut seen = None;
        let mut typed = Vec::new();
        let answer = loop {
            match self.mailbox.wait() {
                Event::Search(Report::Progress(progress)) => seen = Some(progress),
                Event::Search(Report::Done(answer)) => break answer,
                Event::Line(line) if line.trim_ascii() == b"stop" => self.engine.stop(),
                other => {
                    // Nobody waits for the move any more.
                    let is_quit = matches!(&other, Event::Line(line)
                        if [&b"quit"[..], b"exit"].contains(&line.trim_ascii()));
                    if is_quit || matches!(other, Event::EndOfInput) && typed.is_empty() {
                        self.engine.stop();
                    }
                    typed.push(other);
                }
            }
        };
        for event in typed.into_iter().rev() {
            self.mailbox.put_back(event);
        }
        Ok(answer.best.map(|mv| (mv, seen)))
    }

    fn announce(&self, who: &str, mv: Move, progress: Option<&Progress>) -> io::Result<()> {
        let name = short_move(self.game.position(), mv);
        let seen = progress.map_or_else(String::new, |progress| {
            format!(
                " (score {} for the side to move, depth {})",
                progress.score, progress.depth
            )
        });
        console::print(&format!("{who}: {name}{seen}\n"))
    }

    fn tell_sides(&self) -> io::Result<()> {
        console::print(match self.engine_plays {
            [false, false] => "You play both sides.",
            [false, true] => "You play White (o, kings O), Baige plays Black (x, kings X).",
            [true, false] => "You play Black (x, kings X), Baige plays White (o, kings O).",
            [true, true] => "Baige plays both sides.",
        })
    }

    fn show(&self) -> io::Result<()> {
        let mover = if self.side() == Side::White {
            "White (o)"
        } else {
            "Black (x)"
        };
        let state = match self.game.outcome() {
            Some(outcome) => outcome.to_string(),
            None => format!("{mover} to move"),
        };
        console::print(&format!("{}\n{state}", diagram(self.game.position())))
    }

    fn side(&self) -> Side {
        self.game.position().side()
    }
}

/// Which sides the engine plays when the person plays these.
fn engine_sides(person: &str) -> Result<[bool; 2], String> {
    match person.to_ascii_lowercase().as_str() {
        "white" => Ok([false, true]),
        "black" => Ok([true, false]),
        "both" => Ok([false, false]),
        "none" => Ok([true, true]),
        _ => Err(format!(
            "side {person:?}; expected white, black, both or none"
        )),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let value = text.replace(',', ".").parse::<f64>().ok();
    let value = value.filter(|value| (0.001..=86_400.0).contains(value));
    let value =
        value.ok_or_else(|| format!("time {text:?}; expected seconds from 0.001 to 86400"))?;
    Ok(Duration::from_secs_f64(value))
}
