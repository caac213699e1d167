//! Table files: slices in compressed blocks, everything under checksums. The layout is in
//! `docs/endgame-format.md`.

use super::MAX_PIECES;
use super::index::Index;
use super::material::Material;
use super::slice::Slice;
use crate::board::Side;
use crate::rules::{DrawRules, Profile, Rules};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rayon::prelude::*;
use std::borrow::Cow;
use std::sync::atomic::Ordering::Relaxed;

const MAGIC: &[u8; 8] = b"baige-eg";
const FORMAT: u8 = 1;
/// Positions in a compressed block.
const BLOCK: u64 = 1 << 18;
/// Effort of the compressor, 0 to 10.
const EFFORT: u8 = 9;

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Not such a file.
    #[error("no endgame table; expected a file that begins with \"baige-eg\"")]
    Foreign,
    /// Of a later program.
    #[error("format {0}; expected format {FORMAT}")]
    Format(u8),
    /// For another game.
    #[error("for {found}; expected {expected}")]
    Variant {
        /// The variant it is for.
        found: String,
        /// The variant asked for.
        expected: &'static str,
    },
    /// Built under other draw rules.
    #[error("built under draw rules of {found:?} plies; expected {expected:?}")]
    Rules {
        /// The limits in the file.
        found: [u16; 3],
        /// The limits of this program.
        expected: [u16; 3],
    },
    /// Cut off.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes its head announces.
        expected: usize,
    },
    /// Altered.
    #[error("damaged {0}; expected its checksum to fit")]
    Damaged(String),
}

/// A slice in a file.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What it covers.
    pub material: Material,
    /// Offset and length of each block in the file, and its checksum.
    blocks: Vec<(usize, usize, u32)>,
}

impl Entry {
    /// Compressed size, in bytes.
    pub fn packed(&self) -> usize {
        self.blocks.iter().map(|block| block.1).sum()
    }
}

/// A file's content, its head read.
#[derive(Debug)]
pub struct Archive {
    bytes: Cow<'static, [u8]>,
    entries: Vec<Entry>,
}

fn limits<R: Rules>() -> [u16; 3] {
    let DrawRules {
        quiet_kings,
        three_against_king,
        two_against_king,
        ..
    } = R::draws(Profile::National);
    [
        quiet_kings,
        three_against_king.plies,
        two_against_king.plies,
    ]
}

/// A file of these slices, all with distances.
pub fn write<R: Rules>(slices: &[&Slice<R>]) -> Vec<u8> {
    let packed: Vec<Vec<Vec<u8>>> = slices.iter().map(|slice| pack(slice)).collect();
    let name = R::VARIANT.name();
    let mut head = MAGIC.to_vec();
    head.extend([FORMAT, name.len() as u8]);
    head.extend(name.as_bytes());
    head.extend(limits::<R>().iter().flat_map(|limit| limit.to_le_bytes()));
    head.extend((slices.len() as u16).to_le_bytes());
    for (slice, blocks) in slices.iter().zip(&packed) {
        let Material { men, kings } = slice.index.material();
        head.extend([men[0], men[1], kings[0], kings[1]]);
        for block in blocks {
            head.extend((block.len() as u32).to_le_bytes());
            head.extend(crc32fast::hash(block).to_le_bytes());
        }
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head.extend(packed.iter().flatten().flatten());
    head
}

/// The compressed blocks of a slice. Where the mover must capture the table is not asked: what
/// compresses best stands there, the value before.
fn pack<R: Rules>(slice: &Slice<R>) -> Vec<Vec<u8>> {
    let size = slice.index.size();
    let blocks = (0..size.div_ceil(BLOCK)).into_par_iter();
    let pack = |block: u64| {
        let (from, to) = (block * BLOCK, size.min((block + 1) * BLOCK));
        let mut bytes = vec![None; (to - from) as usize];
        for (number, placed) in slice.index.range(from, to) {
            if !placed.position().can_capture(Side::White) {
                bytes[(number - from) as usize] = Some(slice.get(number).to_byte());
            }
        }
        let mut last = bytes.iter().find_map(|byte| *byte).unwrap_or(0);
        let filled: Vec<u8> = bytes
            .iter()
            .map(|byte| {
                last = byte.unwrap_or(last);
                last
            })
            .collect();
        compress_to_vec(&filled, EFFORT)
    };
    blocks.map(pack).collect()
}

/// Takes fields from the front.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], FileError> {
        let field = self.bytes.get(self.at..self.at + length);
        let expected = self.at + length;
        let found = self.bytes.len();
        let field = field.ok_or(FileError::Length { found, expected })?;
        self.at = expected;
        Ok(field)
    }

    fn byte(&mut self) -> Result<u8, FileError> {
        Ok(self.take(1)?[0])
    }

    fn u16(&mut self) -> Result<u16, FileError> {
        let field = self.take(2)?;
        Ok(u16::from_le_bytes([field[0], field[1]]))
    }

    fn u32(&mut self) -> Result<u32, FileError> {
        let field = self.take(4)?;
        Ok(u32::from_le_bytes([field[0], field[1], field[2], field[3]]))
    }
}

impl Archive {
    /// Reads the head; the blocks' checksums are looked at when they are read.
    pub fn open<R: Rules>(bytes: Cow<'static, [u8]>) -> Result<Self, FileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::Foreign);
        }
        let mut reader = Reader {
            bytes: &bytes,
            at: MAGIC.len(),
        };
        let format = reader.byte()?;
        if format != FORMAT {
            return Err(FileError::Format(format));
        }
        let length = reader.byte()?.into();
        let found = String::from_utf8_lossy(reader.take(length)?).into_owned();
        let expected = R::VARIANT.name();
        if found != expected {
            return Err(FileError::Variant { found, expected });
        }
        let found = [reader.u16()?, reader.u16()?, reader.u16()?];
        let expected = limits::<R>();
        if found != expected {
            return Err(FileError::Rules { found, expected });
        }
        let slices = reader.u16()?;
        let mut entries = Vec::new();
        let damaged = || FileError::Damaged("head".to_owned());
        for _ in 0..slices {
            let counts = reader.take(4)?;
            let material = Material {
                men: [counts[0], counts[1]],
                kings: [counts[2], counts[3]],
            };
            let pieces: u32 = counts.iter().map(|count| u32::from(*count)).sum();
            if pieces > MAX_PIECES.into() || !material.is_contest() {
                return Err(damaged());
            }
            let number = Index::<R>::new(material).size().div_ceil(BLOCK);
            let mut blocks = Vec::new();
            for _ in 0..number {
                blocks.push((0, reader.u32()? as usize, reader.u32()?));
            }
            entries.push(Entry { material, blocks });
        }
        let sum = crc32fast::hash(&bytes[..reader.at]);
        if reader.u32()? != sum {
            return Err(damaged());
        }
        let mut at = reader.at;
        for block in entries.iter_mut().flat_map(|entry| &mut entry.blocks) {
            block.0 = at;
            at += block.1;
        }
        if at != bytes.len() {
            let found = bytes.len();
            return Err(FileError::Length {
                found,
                expected: at,
            });
        }
        Ok(Self { bytes, entries })
    }

    /// The slices in it.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Bytes of the whole.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Is it a file without a slice?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Looks at the checksums of all blocks.
    pub fn check(&self) -> Result<(), FileError> {
        let blocks = |entry: &Entry| 0..entry.blocks.len();
        for entry in &self.entries {
            blocks(entry).try_for_each(|block| self.block(entry, block).map(|_| ()))?;
        }
        Ok(())
    }

    fn block(&self, entry: &Entry, block: usize) -> Result<&[u8], FileError> {
        let (offset, length, sum) = entry.blocks[block];
        let packed = &self.bytes[offset..offset + length];
        let is_sound = crc32fast::hash(packed) == sum;
        let name = || format!("block {block} of {}", entry.material);
        is_sound
            .then_some(packed)
            .ok_or_else(|| FileError::Damaged(name()))
    }

    /// The slice of an entry; what stands at positions with captures means nothing.
    pub fn read<R: Rules>(&self, entry: &Entry) -> Result<Slice<R>, FileError> {
        let slice = Slice::<R>::new(entry.material);
        for (block, cells) in slice.bytes().chunks(BLOCK as usize).enumerate() {
            let packed = self.block(entry, block)?;
            let bytes = decompress_to_vec_with_limit(packed, cells.len())
                .ok()
                .filter(|bytes| bytes.len() == cells.len())
                .ok_or_else(|| FileError::Damaged(format!("content of {}", entry.material)))?;
            for (cell, byte) in cells.iter().zip(bytes) {
                cell.store(byte, Relaxed);
            }
        }
        Ok(slice)
    }
}
