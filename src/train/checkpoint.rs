//! A training run between two epochs, in a file. Written under another name and renamed when
//! whole, so a kill leaves the one before.

use super::adam::Adam;
use super::bytes::{Cut, Reader};
use super::fit::{Course, Epoch, State};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The first bytes, the version among them.
const MAGIC: &[u8; 8] = b"BAIGECP1";

/// Why a checkpoint cannot be gone on from.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Reading or writing.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else, or another version.
    #[error("not a checkpoint; expected a file that begins with BAIGECP1")]
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
    /// Of other options or games.
    #[error(
        "of another run, with other options or games; expected the same ones, another --out, or \
         no such file"
    )]
    OtherRun,
}

/// A number that tells runs apart: all options that matter and the checksum of the positions.
pub fn fingerprint(course: &Course, positions: u32) -> u32 {
    crc32fast::hash(format!("{course:?} {positions:08x}").as_bytes())
}

/// Writes a file whole or not at all: under another name beside it first.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".tmp");
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}

/// Keeps the state of a run.
pub fn write(path: &Path, run: u32, state: &State) -> Result<(), CheckpointError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(run.to_le_bytes());
    bytes.extend(state.adam.steps.to_le_bytes());
    bytes.extend((state.history.len() as u32).to_le_bytes());
    for epoch in &state.history {
        for figure in [epoch.training, epoch.validation, epoch.health] {
            bytes.extend(figure.to_bits().to_le_bytes());
        }
    }
    bytes.extend((state.weights.len() as u32).to_le_bytes());
    let lists = [
        &state.weights,
        &state.adam.mean,
        &state.adam.square,
        &state.best,
    ];
    for weight in lists.into_iter().flatten() {
        bytes.extend(weight.to_bits().to_le_bytes());
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    Ok(replace(path, &bytes)?)
}

/// The state of a run with this fingerprint; nothing if there is no such file.
pub fn read(path: &Path, run: u32, course: &Course) -> Result<Option<State>, CheckpointError> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
        Ok(bytes) => parse(&bytes, run, course).map(Some),
    }
}

/// A state from the bytes of its file.
pub fn parse(bytes: &[u8], run: u32, course: &Course) -> Result<State, CheckpointError> {
    if !bytes.starts_with(MAGIC) {
        return Err(CheckpointError::Magic);
    }
    let (all, checksum) = bytes.split_last_chunk().ok_or(Cut("the checksum"))?;
    let (found, expected) = (crc32fast::hash(all), u32::from_le_bytes(*checksum));
    if found != expected {
        return Err(CheckpointError::Checksum { found, expected });
    }
    let mut reader = Reader(all.get(MAGIC.len()..).ok_or(Cut("the checksum"))?);
    let found_run = reader.u32("the run")?;
    let steps = reader.u64("the steps")?;
    let mut history = Vec::new();
    for number in 1..=reader.u32("the epochs")? {
        let mut figure = || reader.u64("an epoch").map(f64::from_bits);
        history.push(Epoch {
            number,
            training: figure()?,
            validation: figure()?,
            health: figure()?,
        });
    }
    let count = reader.u32("the number of weights")? as usize;
    if found_run != run || count != course.shape.weights() {
        return Err(CheckpointError::OtherRun);
    }
    let mut list = || -> Result<Vec<f32>, Cut> {
        let bits = (0..count).map(|_| reader.u32("the weights").map(f32::from_bits));
        bits.collect()
    };
    let (weights, mean, square, best) = (list()?, list()?, list()?, list()?);
    Ok(State {
        weights,
        adam: Adam {
            mean,
            square,
            steps,
        },
        history,
        best,
    })
}
