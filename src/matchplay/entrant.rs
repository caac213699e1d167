//! A player as people describe it: `self`, an engine command, `dxp:HOST:PORT`, or a list of
//! `key=value` pairs.

use super::control::TimeControl;
use crate::child::{CommandLine, CommandLineError};
use crate::hub::Parameters;
use crate::search::Tuning;
use std::path::PathBuf;
use std::str::FromStr;

/// What kind of player it is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// This engine, in our own process.
    Engine(Box<Parameters>),
    /// A Hub engine as a process.
    Hub {
        /// How it is started.
        command: CommandLine,
        /// The folder it is started in.
        folder: Option<PathBuf>,
        /// Parameters set before `init`.
        settings: Vec<(String, String)>,
    },
    /// A DamExchange engine.
    Dxp(DxpPlace),
}

/// Where a DamExchange engine is found.
#[derive(Clone, Debug)]
pub struct DxpPlace {
    /// How it is started, with `{port}` where it is to listen; none if it runs already.
    pub command: Option<CommandLine>,
    /// The folder it is started in.
    pub folder: Option<PathBuf>,
    /// Where it listens.
    pub host: String,
    /// Its port; one that is free is chosen for each start of a command.
    pub port: u16,
}

/// A player before the match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name it shall have; its own if none is given.
    pub name: Option<String>,
    /// What it is.
    pub kind: Kind,
    /// What it may use; what is left open is the match's.
    pub control: TimeControl,
    /// Does the description name an increment?
    has_increment: bool,
    /// The text it came from.
    pub text: String,
}

/// Why a text describes no player.
#[derive(Debug, thiserror::Error)]
pub enum EntrantError {
    /// Words.
    #[error(transparent)]
    Words(#[from] CommandLineError),
    /// A key nobody knows.
    #[error(
        "unknown key {0:?}; known are: cmd dir name dxp nodes depth move-time time inc moves set.PARAMETER tune.NUMBER"
    )]
    Key(String),
    /// A value.
    #[error("{key}={value:?}; expected {expected}")]
    Value {
        /// Its key.
        key: String,
        /// What came.
        value: String,
        /// What should have come.
        expected: String,
    },
    /// A parameter.
    #[error("{0}")]
    Parameter(String),
    /// Neither a command nor anything else that plays.
    #[error(
        "{0:?} names no player; expected self, cmd=\"COMMAND\" or dxp=HOST:PORT among its pairs"
    )]
    Nobody(String),
}

const KEYS: [&str; 10] = [
    "cmd",
    "dir",
    "name",
    "dxp",
    "nodes",
    "depth",
    "move-time",
    "time",
    "inc",
    "moves",
];

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let words = CommandLine::words(text)?;
        let pair = |word: &str| -> Option<(String, String)> {
            let (key, value) = word.split_once('=')?;
            let is_key = KEYS.contains(&key) || key.starts_with("set.") || key.starts_with("tune.");
            is_key.then(|| (key.to_owned(), value.to_owned()))
        };
        let is_plain = words
            .first()
            .is_some_and(|word| word != "self" && pair(word).is_none());
        let mut draft = Draft::default();
        if is_plain {
            match text.trim().strip_prefix("dxp:") {
                Some(address) => draft.dxp = Some(address.to_owned()),
                None => draft.cmd = Some(text.to_owned()),
            }
        } else {
            for word in &words {
                if word == "self" {
                    draft.is_self = true;
                } else {
                    let (key, value) = pair(word).ok_or_else(|| EntrantError::Key(word.clone()))?;
                    draft.set(&key, &value)?;
                }
            }
        }
        draft.finish(text)
    }
}

#[derive(Default)]
struct Draft {
    is_self: bool,
    cmd: Option<String>,
    dir: Option<PathBuf>,
    dxp: Option<String>,
    name: Option<String>,
    control: TimeControl,
    has_increment: bool,
    settings: Vec<(String, String)>,
    tuning: Option<Tuning>,
}

impl Draft {
    fn set(&mut self, key: &str, value: &str) -> Result<(), EntrantError> {
        let control = &mut self.control;
        match key {
            "cmd" => self.cmd = Some(value.to_owned()),
            "dir" => self.dir = Some(value.into()),
            "dxp" => self.dxp = Some(value.to_owned()),
            "name" => self.name = Some(value.to_owned()),
            "nodes" => control.nodes = Some(whole(key, value)?),
            "depth" => control.depth = Some(whole(key, value)? as u32),
            "moves" => control.moves = Some(whole(key, value)? as u32),
            "move-time" => control.move_time = Some(time(key, value)?),
            "time" => control.time = Some(time(key, value)?),
            "inc" => {
                control.inc = time(key, value)?;
                self.has_increment = true;
            }
            _ if key.starts_with("tune.") => {
                let number = value.parse().map_err(|_| EntrantError::Value {
                    key: key.to_owned(),
                    value: value.to_owned(),
                    expected: "a whole number".to_owned(),
                })?;
                let tuning = self.tuning.get_or_insert_default();
                let set = tuning.set(&key["tune.".len()..], number);
                set.map_err(|error| EntrantError::Parameter(format!("tune.{error}")))?;
            }
            _ => match key.strip_prefix("set.") {
                Some("variant") => {
                    let text = "set.variant; expected --variant, for the whole match";
                    return Err(EntrantError::Parameter(text.to_owned()));
                }
                Some(name) => self.settings.push((name.to_owned(), value.to_owned())),
                None => return Err(EntrantError::Key(key.to_owned())),
            },
        }
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Entrant, EntrantError> {
        if self.tuning.is_some() && !self.is_self {
            let text = "tune.NUMBER is for self, this engine; expected set.PARAMETER for another";
            return Err(EntrantError::Parameter(text.to_owned()));
        }
        let tuning = self.tuning.unwrap_or_default();
        let kind = match (self.is_self, self.cmd, self.dxp) {
            (true, None, None) => Kind::Engine(Box::new(parameters(&self.settings, tuning)?)),
            (false, Some(command), None) => {
                let command: CommandLine = command.parse()?;
                if command.asks_for("port") {
                    Kind::Dxp(DxpPlace {
                        command: Some(command),
                        folder: self.dir,
                        host: "127.0.0.1".to_owned(),
                        port: 0,
                    })
                } else {
                    Kind::Hub {
                        command,
                        folder: self.dir,
                        settings: self.settings,
                    }
                }
            }
            (false, None, Some(address)) => {
                let wrong = || EntrantError::Value {
                    key: "dxp".to_owned(),
                    value: address.clone(),
                    expected: "HOST:PORT".to_owned(),
                };
                let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
                Kind::Dxp(DxpPlace {
                    command: None,
                    folder: None,
                    host: host.trim_matches(['[', ']']).to_owned(),
                    port: port.parse().map_err(|_| wrong())?,
                })
            }
            _ => return Err(EntrantError::Nobody(text.to_owned())),
        };
        Ok(Entrant {
            name: self.name,
            kind,
            control: self.control,
            has_increment: self.has_increment,
            text: text.to_owned(),
        })
    }
}

impl Entrant {
    /// Its control, what it leaves open taken from the match. A player with a limit of its own
    /// takes none of the match's, but for the parts that belong to its clock.
    #[must_use]
    pub fn control_within(&self, common: &TimeControl) -> TimeControl {
        let mut own = self.control;
        if !own.is_limited() {
            let increment = if self.has_increment {
                own.inc
            } else {
                common.inc
            };
            let moves = own.moves.or(common.moves);
            return TimeControl {
                inc: increment,
                moves,
                ..*common
            };
        }
        if own.time.is_some() {
            own.moves = own.moves.or(common.moves);
            if !self.has_increment {
                own.inc = common.inc;
            }
        }
        own
    }
}

fn parameters(settings: &[(String, String)], tuning: Tuning) -> Result<Parameters, EntrantError> {
    // Games by thousands: a table that is set aside in no time.
    let mut parameters = Parameters {
        tt_size: 18,
        tuning,
        ..Parameters::default()
    };
    for (key, value) in settings {
        if !Parameters::knows(key) {
            return Err(EntrantError::Parameter(format!(
                "set.{key}; expected the name of a parameter"
            )));
        }
        parameters
            .set(key, value)
            .map_err(EntrantError::Parameter)?;
    }
    Ok(parameters)
}

fn whole(key: &str, value: &str) -> Result<u64, EntrantError> {
    let limit = if key == "nodes" { 1 << 50 } else { 1_000_000 };
    value
        .parse()
        .ok()
        .filter(|number| (1..=limit).contains(number))
        .ok_or_else(|| EntrantError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: format!("a whole number from 1 to {limit}"),
        })
}

/// Seconds, up to a week.
fn time(key: &str, value: &str) -> Result<f64, EntrantError> {
    let least = if key == "inc" { 0.0 } else { 0.001 };
    value
        .parse()
        .ok()
        .filter(|seconds| (least..=604_800.0).contains(seconds))
        .ok_or_else(|| EntrantError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: format!("seconds from {least} to 604800"),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Entrant {
        text.parse().unwrap()
    }

    #[test]
    fn players_of_every_kind() {
        assert!(matches!(read("self").kind, Kind::Engine(_)));
        assert!(matches!(read("./scan hub").kind, Kind::Hub { .. }));
        assert!(matches!(read(r".\scan.exe").kind, Kind::Hub { .. }));
        assert!(matches!(
            read("'my engines/scan' hub").kind,
            Kind::Hub { .. }
        ));
        let Kind::Dxp(place) = read("dxp:[::1]:27531").kind else {
            panic!()
        };
        assert_eq!((place.host.as_str(), place.port), ("::1", 27531));
        let kind = read("cmd='scan dxp {port}' name=Old").kind;
        assert!(matches!(kind, Kind::Dxp(place) if place.command.is_some()));
        let entrant =
            read(r#"name="A B" cmd="'C:\my engines\scan.exe' hub" set.tt-size=20 nodes=500"#);
        assert_eq!(entrant.name.as_deref(), Some("A B"));
        assert_eq!(entrant.control.nodes, Some(500));
        let Kind::Hub { settings, .. } = entrant.kind else {
            panic!()
        };
        assert_eq!(settings, [("tt-size".to_owned(), "20".to_owned())]);
        let Kind::Engine(parameters) = read("self set.tt-size=20 set.threads=2").kind else {
            panic!()
        };
        assert_eq!((parameters.tt_size, parameters.threads), (20, 2));
        let Kind::Engine(parameters) = read("self tune.aspiration=20").kind else {
            panic!()
        };
        let mut tuning = Tuning::default();
        tuning.set("aspiration", 20).unwrap();
        assert_eq!(parameters.tuning, tuning);
    }

    #[test]
    fn descriptions_of_nobody() {
        for (text, part) in [
            ("", "empty"),
            ("name=x", "names no player"),
            ("self cmd=x", "names no player"),
            ("self node=5", "unknown key"),
            ("self nodes=0", "from 1"),
            ("self set.tt-size=99", "tt-size"),
            ("self set.hash=5", "name of a parameter"),
            ("cmd=x set.variant=killer", "for the whole match"),
            ("self tune.aspiration=x", "a whole number"),
            ("self tune.aspiration=0", "from 1 to 500"),
            ("self tune.hope=5", "unknown number \"hope\""),
            ("cmd=x tune.aspiration=5", "for self"),
            ("dxp:nowhere", "HOST:PORT"),
            ("dxp=host:99999", "HOST:PORT"),
            ("self move-time=-1", "seconds"),
            ("cmd='a", "not closed"),
        ] {
            let error = text.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn odds_and_what_is_left_open() {
        let common = TimeControl {
            time: Some(60.0),
            inc: 0.5,
            ..TimeControl::default()
        };
        assert_eq!(read("self").control_within(&common), common);
        let half = read("self time=30").control_within(&common);
        assert_eq!((half.time, half.inc), (Some(30.0), 0.5));
        let half = read("self time=30 inc=0").control_within(&common);
        assert_eq!((half.time, half.inc), (Some(30.0), 0.0));
        let nodes = read("self nodes=100").control_within(&common);
        assert_eq!((nodes.time, nodes.nodes), (None, Some(100)));
    }
}
