//! A file of self-play games: what they were made with, then the games. Written under another
//! name and renamed when whole, so a file that is there is complete.

use super::bytes::{Cut, Reader};
use super::game_record::{GameRecord, RecordError};
use crate::rules::{Rules, Variant};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The first bytes of a file, its version among them.
const MAGIC: &[u8; 8] = b"BAIGEGM1";

/// A larger file is none of ours, in bytes.
const LARGEST: u64 = 1 << 30;

/// What the games of a shard were made with. The same header gives the same games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game.
    pub variant: Variant,
    /// Seed of the whole run.
    pub seed: u64,
    /// Number of the first game in the run.
    pub first: u64,
    /// Games tried; those with a hopeless start are left out.
    pub games: u32,
    /// Nodes for a move.
    pub nodes: u64,
    /// Checksum of the weights that played.
    pub weights: u32,
}

/// Why a file is no shard.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// Reading or writing.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else, or another version.
    #[error("not a file of games; expected one that begins with BAIGEGM1")]
    Magic,
    /// Changed since it was written.
    #[error("checksum {found:08x}; expected {expected:08x}")]
    Checksum {
        /// Of the file as it is.
        found: u32,
        /// What it says.
        expected: u32,
    },
    /// Too short.
    #[error(transparent)]
    Cut(#[from] Cut),
    /// A game of another variant.
    #[error("games of {found}; expected {expected}")]
    Variant {
        /// What it says, cut.
        found: String,
        /// What was asked for.
        expected: Variant,
    },
    /// A game that is none.
    #[error("game {0}: {1}")]
    Game(usize, RecordError),
    /// Bytes behind the last game.
    #[error("{0} bytes behind the last game; expected none")]
    Rest(usize),
}

/// Writes a whole shard. The number of games left out because they could not be read again.
pub fn write<R: Rules>(
    path: &Path,
    header: &Header,
    games: &[GameRecord<R>],
) -> Result<usize, ShardError> {
    let mut body = Vec::new();
    let mut written = 0_u32;
    for game in games {
        written += u32::from(game.write(&mut body));
    }
    let mut bytes = MAGIC.to_vec();
    let name = header.variant.name();
    bytes.push(name.len() as u8);
    bytes.extend(name.as_bytes());
    bytes.extend(header.seed.to_le_bytes());
    bytes.extend(header.first.to_le_bytes());
    bytes.extend(header.games.to_le_bytes());
    bytes.extend(header.nodes.to_le_bytes());
    bytes.extend(header.weights.to_le_bytes());
    bytes.extend(written.to_le_bytes());
    bytes.extend(body);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    let draft = path.with_extension("tmp");
    let mut file = File::create(&draft)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    Ok(games.len() - written as usize)
}

/// Reads a whole shard.
pub fn read<R: Rules>(path: &Path) -> Result<(Header, Vec<GameRecord<R>>), ShardError> {
    let file = fs::metadata(path)?;
    if !file.is_file() || file.len() > LARGEST {
        return Err(ShardError::Magic);
    }
    parse(&fs::read(path)?)
}

/// A shard from its bytes.
pub fn parse<R: Rules>(bytes: &[u8]) -> Result<(Header, Vec<GameRecord<R>>), ShardError> {
    let content = bytes.strip_prefix(MAGIC).ok_or(ShardError::Magic)?;
    let (all, checksum) = bytes.split_last_chunk().ok_or(Cut("the checksum"))?;
    let (found, expected) = (crc32fast::hash(all), u32::from_le_bytes(*checksum));
    if found != expected {
        return Err(ShardError::Checksum { found, expected });
    }
    let end = content.len().checked_sub(4).ok_or(Cut("the checksum"))?;
    let mut reader = Reader(&content[..end]);
    let length = reader.u8("the variant's name")?;
    let name = String::from_utf8_lossy(reader.bytes(length.into(), "the variant's name")?);
    let variant = name.parse().ok().filter(|variant| *variant == R::VARIANT);
    let header = Header {
        variant: variant.ok_or_else(|| ShardError::Variant {
            found: name.chars().take(40).collect(),
            expected: R::VARIANT,
        })?,
        seed: reader.u64("the seed")?,
        first: reader.u64("the first game")?,
        games: reader.u32("the number of games")?,
        nodes: reader.u64("the nodes")?,
        weights: reader.u32("the weights")?,
    };
    let count = reader.u32("the number of games")? as usize;
    let mut games = Vec::new();
    for number in 1..=count {
        let game = GameRecord::read(&mut reader);
        games.push(game.map_err(|error| ShardError::Game(number, error))?);
    }
    if reader.0.is_empty() {
        Ok((header, games))
    } else {
        Err(ShardError::Rest(reader.0.len()))
    }
}
