//! The file of a run: a heading line, then a line a game, written at once, so that a run that is cut
//! off at any moment goes on with the games that are not in it. The files asked for are made of it
//! at the end.

use super::annotator::Annotated;
use super::report::{Entry, write_page};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The games of a run that are done.
pub struct Store {
    path: PathBuf,
    file: File,
    /// Where the line of each game begins.
    lines: BTreeMap<u64, u64>,
    end: u64,
}

impl Store {
    /// Begins a run, or goes on with one of the same heading. The file stands beside `out`. Each game
    /// that is done already is handed to `found`.
    pub fn open(
        out: &Path,
        heading: &Value,
        mut found: impl FnMut(&Annotated),
    ) -> anyhow::Result<Self> {
        let path = beside(out, "annotate");
        let name = path.display().to_string();
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .with_context(|| name.clone())?;
        file.try_lock()
            .with_context(|| format!("{name} is in use by another run"))?;
        let mut store = Self {
            path,
            file,
            lines: BTreeMap::new(),
            end: 0,
        };
        let mut lines = BufReader::new(store.file.try_clone()?);
        let mut text = String::new();
        for number in 1.. {
            text.clear();
            let read = lines.read_line(&mut text).with_context(|| name.clone())?;
            if !text.ends_with('\n') {
                // The writing of the last line was cut off: that game is done again.
                break;
            }
            if number == 1 {
                let before: Value = serde_json::from_str(&text)
                    .with_context(|| format!("{name}:1: expected the heading of a run"))?;
                ensure!(
                    before == *heading,
                    "{name} is of a run with other games or settings: {before}; now it is {heading}. \
                     Expected the same, or that file removed"
                );
            } else {
                let game: Annotated = serde_json::from_str(&text)
                    .with_context(|| format!("{name}:{number}: expected a game"))?;
                store.lines.insert(game.game, store.end);
                found(&game);
            }
            store.end += read as u64;
        }
        store.file.set_len(store.end)?;
        if store.end == 0 {
            store.append(&heading.to_string())?;
        }
        Ok(store)
    }

    fn append(&mut self, line: &str) -> anyhow::Result<()> {
        let line = format!("{line}\n");
        let name = || self.path.display().to_string();
        self.file
            .seek(SeekFrom::Start(self.end))
            .with_context(name)?;
        self.file.write_all(line.as_bytes()).with_context(name)?;
        self.end += line.len() as u64;
        Ok(())
    }

    /// Is this game done?
    pub fn has(&self, game: u64) -> bool {
        self.lines.contains_key(&game)
    }

    /// Keeps a game.
    pub fn add(&mut self, game: &Annotated) -> anyhow::Result<()> {
        let at = self.end;
        self.append(&serde_json::to_string(game)?)?;
        self.lines.insert(game.game, at);
        Ok(())
    }

    /// All games in the order of their numbers, one at a time.
    fn for_each(
        &self,
        mut visit: impl FnMut(Annotated) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for &at in self.lines.values() {
            let name = || self.path.display().to_string();
            let mut file = &self.file;
            file.seek(SeekFrom::Start(at)).with_context(name)?;
            let mut line = String::new();
            BufReader::new(file.take(self.end - at))
                .read_line(&mut line)
                .with_context(name)?;
            visit(serde_json::from_str(&line).with_context(name)?)?;
        }
        Ok(())
    }

    /// Writes the games as PDN.
    pub fn write_pdn(&self, path: &Path) -> anyhow::Result<()> {
        whole(path, |out| {
            self.for_each(|game| Ok(out.write_all(game.pdn.as_bytes())?))
        })
    }

    /// Writes the page.
    pub fn write_page(&self, path: &Path, title: &str) -> anyhow::Result<()> {
        let mut entries = Vec::new();
        self.for_each(|game| {
            entries.extend(game.report.map(|report| Entry::of(game.game, &report)));
            Ok(())
        })?;
        whole(path, |out| {
            write_page(out, title, &entries, |visit| {
                self.for_each(|game| match &game.report {
                    Some(report) => visit(report),
                    None => Ok(()),
                })
            })
        })
    }

    /// Everything is written: away with the file.
    pub fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}

/// A name with something behind it: it may contain dots of its own.
fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Writes a file so that it is there as a whole or not at all.
fn whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let draft = beside(path, "new");
    let written = File::create(&draft)
        .map_err(anyhow::Error::from)
        .and_then(|file| {
            let mut out = BufWriter::new(file);
            write(&mut out)?;
            out.into_inner()
                .map_err(std::io::IntoInnerError::into_error)?
                .sync_all()?;
            Ok(fs::rename(&draft, path)?)
        });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.with_context(|| path.display().to_string())
}
