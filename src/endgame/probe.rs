//! The tables as play uses them: slices are read when first asked for, then looked up without a
//! lock. A slice that turns out damaged is as if it were not there.

use super::file::{Archive, Entry, FileError};
use super::fit::hold;
use super::material::Material;
use super::placed::Placed;
use super::slice::{Slice, Slices};
use super::value::Value;
use crate::board::Side;
use crate::game::{Counters, DrawRule};
use crate::position::{Move, MoveList, Position};
use crate::rules::{Rules, Variant};
use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The tables of normal draughts to four pieces that come with the program.
static NORMAL: &[u8] = include_bytes!("../../weights/endgame/normal.egt");

/// Most memory worth spending on a file, in bytes.
const LARGEST: u64 = 1 << 30;

/// Why a file or folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Not readable.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// Not usable.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: FileError,
    },
}

/// Where a slice is to be had, and the slice once it was asked for.
#[derive(Debug)]
struct Source<R: Rules> {
    archive: Arc<Archive>,
    entry: Entry,
    slice: OnceLock<Option<Slice<R>>>,
}

/// The tables at hand.
#[derive(Debug)]
pub struct Endgame<R: Rules> {
    sources: Vec<Option<Source<R>>>,
    /// Most pieces of a slice at hand.
    largest: u32,
    /// Most pieces looked up.
    most: u32,
}

impl<R: Rules> Endgame<R> {
    /// No tables.
    pub fn none() -> Self {
        Self {
            sources: (0..Slices::<R>::PLACES).map(|_| None).collect(),
            largest: 0,
            most: u32::MAX,
        }
    }

    /// The tables that come with the program; none for most variants.
    pub fn embedded() -> Self {
        let mut tables = Self::none();
        if R::VARIANT == Variant::Normal {
            match Archive::open::<R>(Cow::Borrowed(NORMAL)) {
                Ok(archive) => tables.add(archive),
                Err(error) => log::error!("built-in endgame tables: {error}"),
            }
        }
        tables
    }

    /// With positions of at most so many pieces looked up.
    #[must_use]
    pub fn at_most(self, pieces: u8) -> Self {
        Self {
            most: pieces.into(),
            ..self
        }
    }

    /// Adds the slices of a file, in place of those of the same material.
    pub fn add(&mut self, archive: Archive) {
        let archive = Arc::new(archive);
        for entry in archive.entries() {
            self.largest = self.largest.max(entry.material.pieces().into());
            self.sources[Slices::<R>::place(entry.material)] = Some(Source {
                archive: Arc::clone(&archive),
                entry: entry.clone(),
                slice: OnceLock::new(),
            });
        }
    }

    /// Adds all files of this variant in a folder, `VARIANT-*.egt`. Those that cannot be used are
    /// handed to `refuse`.
    pub fn add_folder(&mut self, folder: &Path, mut refuse: impl FnMut(TableError)) {
        match table_files::<R>(folder) {
            Ok(paths) => {
                for path in paths {
                    match open_file::<R>(&path) {
                        Ok(archive) => self.add(archive),
                        Err(error) => refuse(error),
                    }
                }
            }
            Err(error) => refuse(error),
        }
    }

    /// Most pieces of a position that may be found; 0 = nothing is.
    #[inline]
    pub fn pieces(&self) -> u32 {
        self.largest.min(self.most)
    }

    fn slice(&self, material: Material) -> Option<&Slice<R>> {
        let source = self.sources.get(Slices::<R>::place(material))?.as_ref()?;
        let read = || match source.archive.read(&source.entry) {
            Ok(mut slice) => {
                // Five pieces take 1.6 GB with their distances, a quarter without.
                if material.pieces() > 4 {
                    slice.pack();
                }
                Some(slice)
            }
            Err(error) => {
                log::error!("endgame table left out: {error}");
                None
            }
        };
        source.slice.get_or_init(read).as_ref()
    }

    /// The value of a position whose mover cannot capture, under the counts so far. Of positions
    /// with more than four pieces only who wins: the distance is 1.
    #[inline]
    pub fn quiet(&self, position: &Position<R>, counters: Counters) -> Option<Value> {
        if !hold::<R>(counters.profile()) {
            return None;
        }
        let placed = Placed::of(position);
        let slice = self.slice(Material::of(&placed))?;
        let value = slice.get(slice.index.of(&placed));
        let bound = counters.bound::<R>();
        if !slice.has_distances() {
            return (bound.count == 0).then_some(value);
        }
        // A game set up with quiet king moves before it may be drawn by that count, too, although
        // another one bounds play: then only what needs no help from men is known.
        let behind = bound.rule != DrawRule::QuietKings && counters.quiet_kings() > bound.count;
        let limit = R::draws(counters.profile()).quiet_kings;
        let left = limit.saturating_sub(counters.quiet_kings());
        if behind && limit != 0 && u16::from(value.distance()) > left {
            return None;
        }
        Some(value.under(bound))
    }

    /// The value of any position under the counts so far, captures played out.
    pub fn value(&self, position: &Position<R>, counters: Counters) -> Option<Value> {
        let us = position.side();
        let is_known = hold::<R>(counters.profile())
            && position.occupied().len() <= self.pieces()
            && !position.pieces(!us).is_empty();
        if !is_known {
            return None;
        }
        if position.pieces(us).is_empty() {
            return Some(Value::Loss(0));
        }
        if counters.expired(position).is_some() && position.has_moves() {
            return Some(Value::Draw);
        }
        if !position.can_capture(us) {
            return self.quiet(position, counters);
        }
        let mut captures = MoveList::new();
        position.captures(&mut captures);
        let mut best: Option<Value> = None;
        for mv in captures {
            let value = self.by_move(position, counters, mv)?;
            if best.is_none_or(|best| value.rank() > best.rank()) {
                best = Some(value);
            }
        }
        best
    }

    /// The value of a legal move for the side that makes it.
    pub fn by_move(&self, position: &Position<R>, counters: Counters, mv: Move) -> Option<Value> {
        let next = position.after(mv);
        let after = counters.after(mv, &next);
        let value = self.value(&next, after)?;
        Some(match after.bound::<R>().count {
            0 => value.by_conversion(),
            _ => value.one_ply_before(),
        })
    }

    /// The value of the position and the moves among these that keep it: of winning moves the
    /// nearest, of losing ones the farthest. Nothing if one of them is not in the tables.
    pub fn choose(
        &self,
        position: &Position<R>,
        counters: Counters,
        moves: &[Move],
    ) -> Option<(Value, Vec<Move>)> {
        if position.occupied().len() > self.pieces() {
            return None;
        }
        let valued = moves
            .iter()
            .map(|mv| Some((self.by_move(position, counters, *mv)?, *mv)));
        let valued: Vec<(Value, Move)> = valued.collect::<Option<_>>()?;
        let best = valued
            .iter()
            .map(|(value, _)| *value)
            .max_by_key(|value| value.rank())?;
        let kept = valued
            .iter()
            .filter(|(value, _)| value.rank() == best.rank());
        Some((best, kept.map(|(_, mv)| *mv).collect()))
    }

    /// Could the mover capture? Then [`Self::quiet`] does not answer.
    #[inline]
    pub fn is_quiet(position: &Position<R>) -> bool {
        let us: Side = position.side();
        !position.can_capture(us)
    }
}

/// The table files of this variant in a folder, by name.
pub fn table_files<R: Rules>(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let io = |error| TableError::Io {
        path: folder.to_owned(),
        error,
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let is_ours = name.is_some_and(|name| name.starts_with(&format!("{}-", R::VARIANT)));
        if is_ours && path.extension().is_some_and(|kind| kind == "egt") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a file and looks at all its checksums.
pub fn open_file<R: Rules>(path: &Path) -> Result<Archive, TableError> {
    let io = |error| TableError::Io {
        path: path.to_owned(),
        error,
    };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(io)?;
    file.take(LARGEST).read_to_end(&mut bytes).map_err(io)?;
    let archive = Archive::open::<R>(Cow::Owned(bytes));
    archive
        .and_then(|archive| archive.check().map(|()| archive))
        .map_err(|error| TableError::File {
            path: path.to_owned(),
            error,
        })
}
