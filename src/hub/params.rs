//! The parameters of the engine: kind, range and present value.

use super::line::quoted;
use crate::endgame::MAX_PIECES;
use crate::engine::{self, Options};
use crate::eval::Weights;
use crate::notation::excerpt;
use crate::rules::{Profile, Variant};
use crate::search::{MAX_THREADS, Table, Tuning};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Word for the weights built into the program.
const BUILT_IN: &str = "embedded";

/// All parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The game.
    pub variant: Variant,
    /// Whose reading of the draw rules counts.
    pub rules: Profile,
    /// Search threads, 1 to 256.
    pub threads: usize,
    /// log2 of the number of table entries of 16 bytes.
    pub tt_size: u32,
    /// Will the GUI let the engine think on the opponent's time?
    pub ponder: bool,
    /// Time lost per move between engine and clock, in milliseconds.
    pub move_overhead: u32,
    /// The name shown to the GUI.
    pub name: String,
    /// A weights file and its content; none = built in.
    pub weights: Option<(String, Weights)>,
    /// A folder of endgame tables; empty = the user's own.
    pub endgame_path: String,
    /// Lines shown, 1 to 20.
    pub lines: u32,
    /// Most pieces looked up in endgame tables, 0 to [`MAX_PIECES`].
    pub bb_size: u32,
    /// The numbers of the search: for trying others in a match, no parameter of the protocol.
    pub tuning: Tuning,
}

impl Default for Parameters {
    fn default() -> Self {
        let options = Options::default();
        Self {
            variant: Variant::Normal,
            rules: Profile::default(),
            threads: options.threads,
            tt_size: options.table_log2,
            ponder: false,
            move_overhead: options.overhead.as_millis() as u32,
            name: "Baige".to_owned(),
            weights: None,
            endgame_path: String::new(),
            bb_size: MAX_PIECES.into(),
            lines: 1,
            tuning: options.tuning,
        }
    }
}

const NAMES: [&str; 11] = [
    "variant",
    "rules",
    "threads",
    "tt-size",
    "ponder",
    "move-overhead",
    "weights",
    "endgame-path",
    "bb-size",
    "lines",
    "name",
];

const THREADS: (u64, u64) = (1, MAX_THREADS as u64);
const TT_SIZE: (u64, u64) = (Table::MIN_LOG2 as u64, Table::MAX_LOG2 as u64);
const BB_SIZE: (u64, u64) = (0, MAX_PIECES as u64);
const LINES: (u64, u64) = (1, 20);
const MOVE_OVERHEAD: (u64, u64) = (0, 10_000);

impl Parameters {
    /// The `id` line.
    pub(super) fn id_line(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let name = quoted(&self.name);
        format!("id name={name} version={version} author=\"Baige developers\" country=China")
    }

    /// The `param` lines. The variant's values stand last in their line, as one client needs.
    pub(super) fn declarations(&self) -> Vec<String> {
        let int = |name, value: u64, (min, max): (u64, u64)| {
            format!("param name={name} value={value} type=int min={min} max={max}")
        };
        let string =
            |name, value: &str| format!("param name={name} value={} type=string", quoted(value));
        // Some clients split lines at equal signs or know only ASCII.
        let fits = |path: &str| {
            path.chars()
                .all(|c| c == ' ' || c.is_ascii_graphic() && c != '=')
        };
        let weights = match &self.weights {
            None => BUILT_IN,
            Some((path, _)) if fits(path) => path,
            Some(_) => "file",
        };
        let folder = match &*self.endgame_path {
            path if fits(path) => path,
            _ => "folder",
        };
        vec![
            format!(
                "param name=variant value={} type=enum values=\"{}\"",
                self.variant,
                Variant::names()
            ),
            format!(
                "param name=rules value={} type=enum values=\"national fmjd\"",
                self.rules
            ),
            int("threads", self.threads as u64, THREADS),
            int("tt-size", self.tt_size.into(), TT_SIZE),
            format!("param name=ponder value={} type=bool", self.ponder),
            int("move-overhead", self.move_overhead.into(), MOVE_OVERHEAD),
            string("weights", weights),
            string("endgame-path", folder),
            int("bb-size", self.bb_size.into(), BB_SIZE),
            int("lines", self.lines.into(), LINES),
            string("name", &self.name),
        ]
    }

    /// Is there a parameter of this name?
    pub fn knows(name: &str) -> bool {
        NAMES.contains(&name)
    }

    /// Sets a parameter. Unknown names are no concern of ours; a value that cannot be used is
    /// an error and changes nothing.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "variant" => self.variant = value.parse().map_err(|error| format!("{error}"))?,
            "rules" => self.rules = value.parse().map_err(|error| format!("{error}"))?,
            "threads" => self.threads = int(name, value, THREADS)? as usize,
            "tt-size" => self.tt_size = int(name, value, TT_SIZE)? as u32,
            "move-overhead" => self.move_overhead = int(name, value, MOVE_OVERHEAD)? as u32,
            "ponder" => self.ponder = boolean(name, value)?,
            "name" => self.name = display_name(value)?,
            "lines" => self.lines = int(name, value, LINES)? as u32,
            "bb-size" => self.bb_size = int(name, value, BB_SIZE)? as u32,
            "endgame-path" if value.is_empty() || Path::new(value).is_dir() => {
                value.clone_into(&mut self.endgame_path);
            }
            "endgame-path" => {
                let found = excerpt(value);
                return Err(format!("bad value {found:?} for {name}; expected a folder"));
            }
            "weights" if value.is_empty() || value == BUILT_IN => self.weights = None,
            "weights" => {
                let content = engine::read_weights(Path::new(value));
                let content = content.map_err(|error| format!("{error:#}"))?;
                if content.variant() != self.variant {
                    let (found, expected) = (content.variant(), self.variant);
                    return Err(format!(
                        "weights file {value}: for {found}; expected {expected}"
                    ));
                }
                self.weights = Some((value.to_owned(), content));
            }
            _ => {}
        }
        Ok(())
    }

    /// The engine's part of the parameters.
    pub fn options(&self) -> Options {
        Options {
            threads: self.threads,
            table_log2: self.tt_size,
            overhead: Duration::from_millis(self.move_overhead.into()),
            ponders: self.ponder,
            weights: self.weights.as_ref().map(|(_, content)| content.clone()),
            tables: (!self.endgame_path.is_empty()).then(|| PathBuf::from(&self.endgame_path)),
            table_pieces: self.bb_size as u8,
            tuning: self.tuning,
        }
    }
}

fn int(name: &str, value: &str, (min, max): (u64, u64)) -> Result<u64, String> {
    let number = value
        .parse()
        .ok()
        .filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| {
        format!(
            "bad value {:?} for {name}; expected a whole number from {min} to {max}",
            excerpt(value)
        )
    })
}

fn boolean(name: &str, value: &str) -> Result<bool, String> {
    let error = || {
        format!(
            "bad value {:?} for {name}; expected true or false",
            excerpt(value)
        )
    };
    value.parse().map_err(|_| error())
}

fn display_name(value: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_graphic() && c != '=' && c != '"' || c == ' ';
    let name = value.trim();
    if name.is_empty() || name.len() > 60 || !name.chars().all(fits) {
        let found = excerpt(value);
        return Err(format!(
            "bad value {found:?} for name; expected 1 to 60 ASCII characters"
        ));
    }
    Ok(name.to_owned())
}
