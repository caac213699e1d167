//! Lines from the GUI as commands.

use super::level::Level;
use super::line::{Argument, arguments, split_command};
use crate::search::Mode;

/// What a GUI can ask for.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Hub,
    SetParam {
        name: String,
        value: String,
    },
    Init,
    /// No squares = the starting position.
    Pos {
        squares: Option<String>,
        /// Quiet moves in a row of kings, as a site tells them in Frisian draughts.
        king_runs: String,
        moves: String,
    },
    Level(Vec<Argument>),
    Go(Mode),
    Stop,
    PonderHit,
    Ping,
    NewGame,
    Quit,
}

const WORDS: [&str; 11] = [
    "hub",
    "set-param",
    "init",
    "pos",
    "level",
    "go",
    "stop",
    "ponder-hit",
    "ping",
    "new-game",
    "quit",
];

/// Does this line begin with a command word of the protocol?
pub fn is_command(line: &str) -> bool {
    split_command(line).is_some_and(|(word, _)| WORDS.contains(&word))
}

/// Reads a line: nothing for one that is blank or unknown, both of which are to be ignored.
pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
    let Some((word, rest)) = split_command(line).filter(|(word, _)| WORDS.contains(word)) else {
        return Ok(None);
    };
    // These carry nothing we need: whatever stands behind them does not matter.
    let simple = match word {
        "hub" => Some(Command::Hub),
        "init" => Some(Command::Init),
        "stop" => Some(Command::Stop),
        "ponder-hit" => Some(Command::PonderHit),
        "ping" => Some(Command::Ping),
        "new-game" => Some(Command::NewGame),
        "quit" => Some(Command::Quit),
        _ => None,
    };
    if simple.is_some() {
        return Ok(simple);
    }
    let arguments = arguments(rest).map_err(|error| format!("bad {word}: {error}"))?;
    let last = |name: &str| {
        let found = arguments
            .iter()
            .rev()
            .find(|argument| argument.name == name);
        found.map(|argument| argument.value.clone())
    };
    Ok(Some(match word {
        "set-param" => Command::SetParam {
            name: last("name").ok_or("bad set-param: expected name and value")?,
            value: last("value").ok_or("bad set-param: expected name and value")?,
        },
        "pos" => {
            let squares = last("pos").filter(|squares| squares != "start");
            Command::Pos {
                squares,
                king_runs: last("wolf").unwrap_or_default(),
                moves: last("moves").unwrap_or_default(),
            }
        }
        "level" => {
            // Only to refuse here what could not be used later.
            Level::default().with(&arguments)?;
            Command::Level(arguments)
        }
        _ => Command::Go(if last("analyze").is_some() || last("analyse").is_some() {
            Mode::Analyse
        } else if last("ponder").is_some() {
            Mode::Ponder
        } else {
            Mode::Think
        }),
    }))
}
