//! Which games `baige annotate` looks through.

use super::Misuse;
use crate::pdn::{Read, Reader};
use anyhow::Context;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Games by their numbers: from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chosen {
    from: u64,
    to: Option<u64>,
}

impl FromStr for Chosen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error = || format!("{text:?}; expected 3, 5..8 or 10..");
        let number = |text: &str| {
            let number: Option<u64> = text.trim().parse().ok();
            number.filter(|number| *number > 0).ok_or_else(error)
        };
        let Some((from, to)) = text.split_once("..") else {
            let from = number(text)?;
            return Ok(Self {
                from,
                to: Some(from),
            });
        };
        let from = if from.trim().is_empty() {
            1
        } else {
            number(from)?
        };
        let to = match to.trim() {
            "" => None,
            to => Some(number(to)?),
        };
        if to.is_some_and(|to| to < from) {
            return Err(error());
        }
        Ok(Self { from, to })
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) if to == self.from => write!(f, "{to}"),
            Some(to) => write!(f, "{}..{to}", self.from),
            None => write!(f, "{}..", self.from),
        }
    }
}

/// A file of games, looked at once.
pub(super) struct Source {
    /// For people.
    pub(super) name: String,
    /// Of all its bytes.
    pub(super) checksum: u32,
    /// Games in it.
    pub(super) games: u64,
    /// The numbers of those chosen.
    pub(super) chosen: BTreeSet<u64>,
    /// Positions in those.
    pub(super) positions: u64,
    bytes: Bytes,
}

enum Bytes {
    File(PathBuf),
    /// Standard input, which cannot be read twice.
    Held(Vec<u8>),
}

impl Source {
    /// Counts the games of a file and picks those chosen, all if none are.
    pub(super) fn open(path: &Path, chosen: &[Chosen]) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let bytes = if path == Path::new("-") {
            let mut held = Vec::new();
            io::stdin().lock().read_to_end(&mut held)?;
            Bytes::Held(held)
        } else {
            Bytes::File(path.to_owned())
        };
        let mut source = Self {
            name: path
                .file_name()
                .map_or_else(|| name.clone(), |name| name.to_string_lossy().into_owned()),
            checksum: 0,
            games: 0,
            chosen: BTreeSet::new(),
            positions: 0,
            bytes,
        };
        source.checksum = source.sum().with_context(|| name.clone())?;
        let is_chosen = |game: u64| {
            let fits = |range: &Chosen| range.from <= game && range.to.is_none_or(|to| game <= to);
            chosen.is_empty() || chosen.iter().any(fits)
        };
        let (mut games, mut positions, mut numbers) = (0, 0, BTreeSet::new());
        for game in Reader::new(source.reader()?) {
            let Read { record, .. } = game.with_context(|| name.clone())?;
            games += 1;
            if is_chosen(games) {
                numbers.insert(games);
                positions += record.main.plies.len() as u64 + 1;
            }
        }
        anyhow::ensure!(games > 0, "{name}: no game; expected tags or moves");
        (source.games, source.positions, source.chosen) = (games, positions, numbers);
        let is_there =
            |range: &&Chosen| range.from <= games && range.to.is_none_or(|to| to <= games);
        if let Some(wrong) = chosen.iter().find(|range| !is_there(range)) {
            let told = format!("--game {wrong}; expected 1 to {games}, the games of {name}");
            return Err(Misuse(told).into());
        }
        Ok(source)
    }

    fn reader(&self) -> io::Result<Box<dyn BufRead + Send + '_>> {
        Ok(match &self.bytes {
            Bytes::File(path) => Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)),
            Bytes::Held(bytes) => Box::new(bytes.as_slice()),
        })
    }

    fn sum(&self) -> io::Result<u32> {
        let mut reader = self.reader()?;
        let mut sum = crc32fast::Hasher::new();
        loop {
            let bytes = reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(sum.finalize());
            }
            sum.update(bytes);
            let length = bytes.len();
            reader.consume(length);
        }
    }

    /// The games chosen, in their order.
    pub(super) fn read(
        &self,
    ) -> io::Result<impl Iterator<Item = io::Result<(u64, Read)>> + Send + '_> {
        let games = (1..).zip(Reader::new(self.reader()?));
        Ok(games.filter_map(|(number, game)| match game {
            Ok(game) if self.chosen.contains(&number) => Some(Ok((number, game))),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::Chosen;

    #[test]
    fn choices_of_games() {
        for text in ["3", "5..8", "10.."] {
            let chosen: Chosen = text.parse().unwrap();
            assert_eq!(chosen.to_string(), text);
        }
        assert_eq!("..4".parse::<Chosen>().unwrap().to_string(), "1..4");
        for text in ["", "0", "x", "8..5", "1..x", "-1", "..0"] {
            assert!(text.parse::<Chosen>().unwrap_err().contains("expected 3"));
        }
    }
}
