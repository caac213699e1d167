//! Folders of self-play games become positions, divided by game into those trained on and those
//! that only judge.

use super::lessons;
use super::samples::Samples;
use super::shard;
use crate::rules::Rules;
use anyhow::{Context, ensure};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// One game of so many is kept for validation.
const VALIDATION: u64 = 20;

/// What was found.
#[derive(Debug)]
pub struct Gathered {
    /// Trained on.
    pub training: Samples,
    /// From games of which nothing was trained on.
    pub validation: Samples,
    /// What each folder gave, in the order asked for.
    pub folders: Vec<Folder>,
    /// A number that tells these positions from others.
    pub checksum: u32,
}

/// What a folder gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Games in it.
    pub games: usize,
    /// Positions to learn from in them.
    pub positions: usize,
    /// Of these, left after the cap.
    pub kept: usize,
}

/// Positions and, game by game, its hash and how many of them are its.
#[derive(Default)]
struct Games {
    samples: Samples,
    games: Vec<(u64, usize)>,
}

/// Reads all `*.games` of the folders. No folder gives more than the share `cap` (above 0, at
/// most 1) of all positions: games beyond it are left out by chance, the same ones every time.
/// `tell` hears of each file read. Runs on the current rayon pool; the result does not depend on
/// its size.
pub fn gather<R: Rules>(
    folders: &[PathBuf],
    cap: f64,
    tell: &(dyn Fn() + Sync),
) -> anyhow::Result<Gathered> {
    ensure!(
        cap * folders.len() as f64 >= 1.0,
        "a share of {cap} for each of {} folders; expected shares that add up to 1",
        folders.len()
    );
    let read: Vec<Games> = folders
        .iter()
        .map(|folder| read_folder::<R>(folder, tell))
        .collect::<anyhow::Result<_>>()?;
    let sizes: Vec<usize> = read.iter().map(|games| games.samples.len()).collect();
    let limit = limit(&sizes, cap);
    let (mut training, mut validation) = (Samples::default(), Samples::default());
    let mut found = Vec::new();
    for (path, folder) in folders.iter().zip(read) {
        let positions = folder.samples.len();
        let (mut at, mut kept) = (0, 0);
        for &(hash, count) in &folder.games {
            // The high part of the hash decides whether, the rest of a division what for.
            if (hash >> 32) as f64 * positions as f64 <= limit as f64 * f64::from(u32::MAX) {
                let to = if hash % VALIDATION == 0 {
                    &mut validation
                } else {
                    &mut training
                };
                to.extend(&folder.samples, at..at + count);
                kept += count;
            }
            at += count;
        }
        found.push(Folder {
            path: path.clone(),
            games: folder.games.len(),
            positions,
            kept,
        });
    }
    for (samples, what) in [(&training, "training"), (&validation, "validation")] {
        ensure!(
            !samples.is_empty(),
            "no position for {what}; expected more games, one of {VALIDATION} is for validation"
        );
    }
    let mut hasher = crc32fast::Hasher::new();
    training.hash(&mut hasher);
    validation.hash(&mut hasher);
    Ok(Gathered {
        training,
        validation,
        folders: found,
        checksum: hasher.finalize(),
    })
}

/// The files of games in a folder, by name.
pub fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = || format!("folder of games {}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(name)? {
        let path = entry.with_context(name)?.path();
        if path.extension().is_some_and(|kind| kind == "games") {
            files.push(path);
        }
    }
    ensure!(
        !files.is_empty(),
        "{}: no file *.games; expected those `baige selfplay` writes",
        name()
    );
    files.sort();
    Ok(files)
}

fn read_folder<R: Rules>(folder: &Path, tell: &(dyn Fn() + Sync)) -> anyhow::Result<Games> {
    let parts: Vec<Games> = files(folder)?
        .par_iter()
        .map(|path| {
            let (_, games) = shard::read::<R>(path).with_context(|| path.display().to_string())?;
            let mut part = Games::default();
            for game in &games {
                let count = lessons::add(game, &mut part.samples);
                part.games.push((lessons::game_hash(game), count));
            }
            tell();
            Ok(part)
        })
        .collect::<anyhow::Result<_>>()?;
    let mut whole = Games::default();
    for part in parts {
        whole.samples.extend(&part.samples, 0..part.samples.len());
        whole.games.extend(part.games);
    }
    Ok(whole)
}

/// The most positions a folder may give so that none has more than its share of what is left:
/// the largest L with L <= cap * sum of min(size, L).
fn limit(sizes: &[usize], cap: f64) -> usize {
    let fits = |limit: usize| {
        let sum: usize = sizes.iter().map(|&size| size.min(limit)).sum();
        limit as f64 <= cap * sum as f64
    };
    let largest = sizes.iter().copied().max().unwrap_or(0);
    // Once it does not fit it never does again: the sum grows ever more slowly.
    let (mut low, mut high) = (0, largest + 1);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::limit;

    #[test]
    fn no_folder_has_more_than_its_share() {
        assert_eq!(limit(&[700], 1.0), 700);
        assert_eq!(limit(&[700, 100], 1.0), 700);
        // 100 and 100 of 500: the third may have 200 of then 400.
        assert_eq!(limit(&[300, 100, 100], 0.5), 200);
        assert_eq!(limit(&[300, 300], 0.5), 300);
        assert_eq!(limit(&[300, 10, 300], 0.4), 20);
        assert_eq!(limit(&[0, 0], 0.5), 0);
    }
}
