//! A folder of tables being built: one file for each pair of slices, so that a build that ends at
//! any moment goes on with the next pair.

use super::build::{Built, Event, build, pair};
use super::file::write;
use super::material::Material;
use super::probe::{TableError, open_file};
use super::slice::Slices;
use super::verify::{Wrong, restore};
use crate::rules::Rules;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why a build ended early.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A value does not follow from its successors.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// A file could not be written or read.
    #[error(transparent)]
    File(#[from] TableError),
}

/// Where the tables of a material are kept.
pub fn path_of<R: Rules>(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{}-{}.egt", R::VARIANT, material.leading()))
}

/// Reads the tables of a material, if its file is there and sound.
pub fn load<R: Rules>(
    known: &mut Slices<R>,
    folder: &Path,
    material: Material,
) -> Result<(), TableError> {
    let path = path_of::<R>(folder, material);
    let archive = open_file::<R>(&path)?;
    let mut slices = Vec::new();
    for wanted in pair(material) {
        let entry = archive
            .entries()
            .iter()
            .find(|entry| entry.material == wanted);
        let damaged = || super::FileError::Damaged(format!("list of slices without {wanted}"));
        let slice = entry
            .ok_or_else(damaged)
            .and_then(|entry| archive.read(entry));
        slices.push(slice.map_err(|error| TableError::File {
            path: path.clone(),
            error,
        })?);
    }
    for slice in slices {
        restore(known, &slice);
        known.insert(slice);
    }
    Ok(())
}

/// Builds the tables of a material and writes their file.
pub fn build_file<R: Rules>(
    known: &mut Slices<R>,
    folder: &Path,
    material: Material,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<Built, BuildError> {
    let built = build(known, material, tell)?;
    let slices: Vec<_> = built
        .materials
        .iter()
        .filter_map(|m| known.get(*m))
        .collect();
    save(&path_of::<R>(folder, material), &write(&slices))?;
    Ok(built)
}

/// Writes a file so that it is there as a whole or not at all.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    let mut beside = path.to_owned().into_os_string();
    beside.push(".new");
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written.map_err(|error| TableError::Io {
        path: path.to_owned(),
        error,
    })
}
