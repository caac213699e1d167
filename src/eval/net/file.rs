//! Net files: binary, little-endian, versioned, with a checksum of each block and of the whole.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | format version, [`VERSION`] |
//! | 16 | name of the variant, filled up with zeros |
//! | 4 each | squares of the board, units of a view, heads, skip features, blocks |
//! | 12 each | one block's header: four letters, length in bytes, CRC-32 of its content |
//! | length | the block's content |
//! | 4 | CRC-32 of everything before |
//!
//! The blocks, in this order: `FRST` the weights from inputs to units, `BIAS` the units' biases,
//! `HEAD` each head's output weights, bias and skip weights, `DRAW` the factors of [`Scaling`],
//! `ODDS` the scales and widths of [`Odds`].

use super::error::NetError;
use super::odds::Odds;
use super::parameters::{HEADS, Head, Parameters, SKIPS, squares};
use super::reader::{Reader, checksum};
use super::scaling::{CLASSES, LARGEST_FACTOR, Scaling};
use crate::rules::Variant;

/// What net files begin with.
pub const MAGIC: [u8; 8] = *b"BaigeNet";
/// The version of the format that is read and written.
pub const VERSION: u32 = 1;
const NAME: usize = 16;
const TAGS: [[u8; 4]; 5] = [*b"FRST", *b"BIAS", *b"HEAD", *b"DRAW", *b"ODDS"];

/// The content of a net file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetFile {
    /// The net.
    pub parameters: Parameters,
    /// What is learned about drawish endings.
    pub scaling: Scaling,
    /// What is learned about results.
    pub odds: Odds,
}

impl Parameters {
    /// A file's bytes, with nothing learned of drawishness and results. Nothing is checked:
    /// [`Self::parse`] refuses what is out of range.
    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(self, &Scaling::default(), &Odds::default())
    }

    /// Reads a file's bytes; what it says of drawishness and results is left out.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetError> {
        Ok(NetFile::parse(bytes)?.parameters)
    }
}

impl NetFile {
    /// The file's bytes. Nothing is checked: [`Self::parse`] refuses what is out of range.
    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(&self.parameters, &self.scaling, &self.odds)
    }

    /// Reads a file's bytes and checks all there is to check.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetError> {
        let mut rest = Reader(bytes);
        if rest.take(MAGIC.len(), "its beginning").ok() != Some(&MAGIC) {
            return Err(NetError::Magic);
        }
        let version = rest.u32("its version")?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let variant = variant(rest.take(NAME, "its variant")?)?;
        rest.expect("squares", squares(variant))?;
        let hidden = rest.u32("its sizes")? as usize;
        rest.expect("heads", HEADS)?;
        rest.expect("skip features", SKIPS)?;
        rest.expect("blocks", TAGS.len())?;
        let [first, first_bias, heads, scaling, odds] = [
            rest.block(TAGS[0])?,
            rest.block(TAGS[1])?,
            rest.block(TAGS[2])?,
            rest.block(TAGS[3])?,
            rest.block(TAGS[4])?,
        ];
        let whole = &bytes[..bytes.len() - rest.0.len()];
        let found = rest.u32("its checksum")?;
        checksum("everything", whole, found)?;
        if !rest.0.is_empty() {
            return Err(NetError::Longer(rest.0.len()));
        }
        let parameters = Parameters {
            variant,
            hidden,
            first: numbers(first)?,
            first_bias: numbers(first_bias)?,
            heads: read_heads(heads)?,
        };
        parameters.check()?;
        Ok(Self {
            parameters,
            scaling: read_scaling(scaling)?,
            odds: read_odds(odds)?,
        })
    }
}

fn to_bytes(parameters: &Parameters, scaling: &Scaling, odds: &Odds) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let put = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u32).to_le_bytes());
    put(&mut bytes, VERSION as usize);
    let mut name = [0; NAME];
    let letters = parameters.variant.name().as_bytes();
    name[..letters.len()].copy_from_slice(letters);
    bytes.extend(name);
    let (board, hidden) = (squares(parameters.variant), parameters.hidden);
    for size in [board, hidden, parameters.heads.len(), SKIPS, TAGS.len()] {
        put(&mut bytes, size);
    }
    let mut heads = Vec::new();
    for head in &parameters.heads {
        heads.extend(head.output.iter().flat_map(|number| number.to_le_bytes()));
        heads.extend(head.bias.to_le_bytes());
        heads.extend(head.skip.iter().flat_map(|number| number.to_le_bytes()));
    }
    let small = |list: &[i16]| list.iter().flat_map(|n| n.to_le_bytes()).collect();
    let contents: [Vec<u8>; TAGS.len()] = [
        small(&parameters.first),
        small(&parameters.first_bias),
        heads,
        scaling.0.to_vec(),
        [odds.scales, odds.widths]
            .as_flattened()
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect(),
    ];
    for (tag, content) in TAGS.iter().zip(contents) {
        bytes.extend(tag);
        put(&mut bytes, content.len());
        bytes.extend(crc32fast::hash(&content).to_le_bytes());
        bytes.extend(content);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn variant(name: &[u8]) -> Result<Variant, NetError> {
    let end = name.iter().position(|&byte| byte == 0);
    let (letters, fill) = name.split_at(end.unwrap_or(name.len()));
    // The very name, not one of its synonyms: a file has one way to say a thing.
    Variant::ALL
        .into_iter()
        .find(|variant| variant.name().as_bytes() == letters && fill.iter().all(|&b| b == 0))
        .ok_or_else(|| NetError::UnknownVariant(String::from_utf8_lossy(name).into_owned()))
}

/// Pairs of bytes as numbers; an odd byte is a damaged file.
fn numbers(bytes: &[u8]) -> Result<Vec<i16>, NetError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if rest.is_empty() {
        Ok(pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    } else {
        Err(NetError::Cut("a number"))
    }
}

fn read_heads(bytes: &[u8]) -> Result<Vec<Head>, NetError> {
    let linear = 4 * (1 + SKIPS);
    let each = bytes.len() / HEADS;
    if !bytes.len().is_multiple_of(HEADS) || each < linear {
        return Err(NetError::Cut("a head"));
    }
    let head = |bytes: &[u8]| {
        let (output, linear) = bytes.split_at(each - linear);
        let mut rest = Reader(linear);
        let bias = rest.i32("a head")?;
        let mut skip = [0; SKIPS];
        for weight in &mut skip {
            *weight = rest.i32("a head")?;
        }
        let output = numbers(output)?;
        Ok(Head { output, bias, skip })
    };
    bytes.chunks_exact(each).map(head).collect()
}

fn read_scaling(bytes: &[u8]) -> Result<Scaling, NetError> {
    let size = |found: usize| NetError::Size {
        what: "drawishness factors",
        found: found as u32,
        expected: CLASSES as u32,
    };
    let factors = bytes.try_into().map_err(|_| size(bytes.len()))?;
    match bytes.iter().find(|&&factor| factor > LARGEST_FACTOR) {
        Some(&factor) => Err(NetError::Factor(factor)),
        None => Ok(Scaling(factors)),
    }
}

fn read_odds(bytes: &[u8]) -> Result<Odds, NetError> {
    let (numbers, rest) = bytes.as_chunks::<2>();
    let numbers: Vec<u16> = numbers
        .iter()
        .map(|&pair| u16::from_le_bytes(pair))
        .collect();
    let (scales, widths) = numbers.split_at(numbers.len() / 2);
    let odds = || {
        Some(Odds {
            scales: scales.try_into().ok()?,
            widths: widths.try_into().ok()?,
        })
    };
    match odds().filter(|_| rest.is_empty()) {
        None => Err(NetError::Size {
            what: "bytes of odds",
            found: bytes.len() as u32,
            expected: 4 * HEADS as u32,
        }),
        Some(odds) if odds.scales.contains(&0) => Err(NetError::Scale),
        Some(odds) => Ok(odds),
    }
}
