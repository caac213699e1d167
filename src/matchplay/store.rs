//! The files of a match. `NAME.jsonl` is the match: a heading line, then a line a game, written at
//! once; `NAME.pdn` and `NAME.json` are made from it, and `NAME-failures/` holds conversations.

use super::pdn::{Heading, write_game};
use super::record::GameRecord;
use crate::rules::Rules;
use anyhow::{Context, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The files of one match.
pub struct Store {
    base: PathBuf,
    log: File,
    pdn: File,
    /// Where the line of each game begins in the log.
    lines: BTreeMap<u64, u64>,
    /// The first game that is not yet in the PDN file, which has games in their order.
    next_in_pdn: u64,
}

impl Store {
    /// Begins a match: none of its files may exist.
    pub fn create(base: &Path, heading: &Value) -> anyhow::Result<Self> {
        for extension in ["jsonl", "pdn", "json"] {
            let path = with_extension(base, extension)?;
            ensure!(
                !path.exists(),
                "{} exists; expected another --out, or --resume to go on with that match",
                path.display()
            );
        }
        if let Some(folder) = base.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let mut store = Self::open(base, true)?;
        store.begin(heading)?;
        Ok(store)
    }

    fn begin(&mut self, heading: &Value) -> anyhow::Result<()> {
        let line = format!("{heading}\n");
        self.log
            .write_all(line.as_bytes())
            .with_context(|| self.name("jsonl"))
    }

    /// Is there a match of this name?
    pub fn exists(base: &Path) -> bool {
        with_extension(base, "jsonl").is_ok_and(|path| path.exists())
    }

    /// Goes on with a match: the heading must be the same. Each finished game is handed out.
    pub fn resume<R: Rules>(
        base: &Path,
        heading: &Value,
        pdn_heading: &Heading,
        mut found: impl FnMut(&GameRecord),
    ) -> anyhow::Result<Self> {
        let mut store = Self::open(base, false)?;
        let name = store.name("jsonl");
        let mut lines = BufReader::new(store.log.try_clone()?);
        let mut end = 0;
        let mut text = String::new();
        for number in 1.. {
            text.clear();
            let read = lines.read_line(&mut text).with_context(|| name.clone())?;
            if !text.ends_with('\n') {
                // The writing of the last line was cut off: that game is played again.
                break;
            }
            if number == 1 {
                let before: Value = serde_json::from_str(&text)
                    .with_context(|| format!("{name}:1: expected the heading of a match"))?;
                agree(&before, heading).with_context(|| name.clone())?;
            } else {
                let record: GameRecord = serde_json::from_str(&text)
                    .with_context(|| format!("{name}:{number}: expected the record of a game"))?;
                check(&record, pdn_heading.players.len())
                    .with_context(|| format!("{name}:{number}"))?;
                let is_new = store.lines.insert(record.game, end).is_none();
                ensure!(
                    is_new,
                    "{name}:{number}: game {} a second time",
                    record.game
                );
                found(&record);
            }
            end += read as u64;
        }
        store.log.set_len(end).with_context(|| name.clone())?;
        store.log.seek(SeekFrom::End(0))?;
        if end == 0 {
            // It was cut off before it had begun.
            store.begin(heading)?;
        }
        store.append_pdn::<R>(pdn_heading)?;
        Ok(store)
    }

    fn open(base: &Path, is_new: bool) -> anyhow::Result<Self> {
        let open = |extension: &str, options: &mut OpenOptions| {
            let path = with_extension(base, extension)?;
            options
                .open(&path)
                .with_context(|| path.display().to_string())
        };
        let mut log_options = OpenOptions::new();
        log_options.read(true).write(true).create_new(is_new);
        let mut pdn_options = OpenOptions::new();
        pdn_options.write(true).create(true).truncate(true);
        let failures = failures_folder(base)?;
        ensure!(
            !failures.exists() || failures.is_dir(),
            "{}: not a folder; expected room for conversations",
            failures.display()
        );
        let log = open("jsonl", &mut log_options)?;
        let in_use = || format!("{}.jsonl is in use by another match", base.display());
        log.try_lock().with_context(in_use)?;
        Ok(Self {
            base: base.to_owned(),
            log,
            pdn: open("pdn", &mut pdn_options)?,
            lines: BTreeMap::new(),
            next_in_pdn: 0,
        })
    }

    /// Has this game been played?
    pub fn has(&self, game: u64) -> bool {
        self.lines.contains_key(&game)
    }

    /// Keeps a finished game.
    pub fn add<R: Rules>(&mut self, record: &GameRecord, heading: &Heading) -> anyhow::Result<()> {
        let at = self.log.stream_position()?;
        let line = format!("{}\n", serde_json::to_string(record)?);
        self.log
            .write_all(line.as_bytes())
            .with_context(|| self.name("jsonl"))?;
        self.lines.insert(record.game, at);
        self.append_pdn::<R>(heading)
    }

    /// Writes the games whose turn it is to the PDN file.
    fn append_pdn<R: Rules>(&mut self, heading: &Heading) -> anyhow::Result<()> {
        while let Some(&at) = self.lines.get(&self.next_in_pdn) {
            self.copy_to_pdn::<R>(at, heading)?;
            self.next_in_pdn += 1;
        }
        Ok(())
    }

    fn copy_to_pdn<R: Rules>(&mut self, at: u64, heading: &Heading) -> anyhow::Result<()> {
        let record = self.read(at)?;
        let text = write_game::<R>(&record, heading).with_context(|| self.name("jsonl"))?;
        writeln!(self.pdn, "{text}").with_context(|| self.name("pdn"))
    }

    fn read(&mut self, at: u64) -> anyhow::Result<GameRecord> {
        let name = self.name("jsonl");
        let mut line = String::new();
        self.log.seek(SeekFrom::Start(at))?;
        BufReader::new(Read::by_ref(&mut self.log))
            .read_line(&mut line)
            .with_context(|| name.clone())?;
        self.log.seek(SeekFrom::End(0))?;
        serde_json::from_str(&line).with_context(|| name)
    }

    /// All games in their order, one at a time.
    pub fn for_each(
        &mut self,
        mut visit: impl FnMut(&GameRecord) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let places: Vec<u64> = self.lines.values().copied().collect();
        for at in places {
            visit(&self.read(at)?)?;
        }
        Ok(())
    }

    /// The end of the match or of this part of it: games behind a gap go to the PDN file, too,
    /// and the summary is written. A later resumption makes the PDN file anew.
    pub fn finish<R: Rules>(&mut self, heading: &Heading, summary: &Value) -> anyhow::Result<()> {
        let rest: Vec<u64> = self
            .lines
            .range(self.next_in_pdn..)
            .map(|(_, at)| *at)
            .collect();
        for at in rest {
            self.copy_to_pdn::<R>(at, heading)?;
        }
        self.pdn.flush()?;
        let (path, draft) = (
            with_extension(&self.base, "json")?,
            with_extension(&self.base, "json.new")?,
        );
        let text = format!("{}\n", serde_json::to_string_pretty(summary)?);
        fs::write(&draft, text).with_context(|| draft.display().to_string())?;
        fs::rename(&draft, &path).with_context(|| path.display().to_string())
    }

    /// Keeps the conversation of a game in which a program failed. Where it is.
    pub fn keep_conversation(&self, game: u64, text: &str) -> anyhow::Result<PathBuf> {
        let folder = failures_folder(&self.base)?;
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let path = folder.join(format!("game-{:06}.log", game + 1));
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        Ok(path)
    }

    fn name(&self, extension: &str) -> String {
        format!("{}.{extension}", self.base.display())
    }
}

/// The name with something behind it: it may contain dots of its own.
fn with_extension(base: &Path, extension: &str) -> anyhow::Result<PathBuf> {
    let name = base.file_name();
    let mut name = name
        .with_context(|| format!("{}: expected a name for files", base.display()))?
        .to_owned();
    name.push(".");
    name.push(extension);
    Ok(base.with_file_name(name))
}

fn failures_folder(base: &Path) -> anyhow::Result<PathBuf> {
    let mut name = with_extension(base, "")?
        .file_stem()
        .unwrap_or_default()
        .to_owned();
    name.push("-failures");
    Ok(base.with_file_name(name))
}

/// Could this record be one of ours? Files can be edited.
fn check(record: &GameRecord, players: usize) -> anyhow::Result<()> {
    let (white, black) = (record.white, record.black);
    ensure!(
        white.max(black) < players && white != black,
        "players {white} and {black}; expected two different ones of {players}"
    );
    let points = record.points;
    ensure!(points <= 2, "{points} half points; expected 0, 1 or 2");
    let (given, all) = (record.given, record.moves.len());
    ensure!(
        given <= all,
        "{given} given moves of {all}; expected no more than all"
    );
    Ok(())
}

/// Are both headings of the same match? If not, in what they differ.
fn agree(before: &Value, now: &Value) -> anyhow::Result<()> {
    if let (Some(before), Some(now)) = (before.as_object(), now.as_object()) {
        for key in before.keys().chain(now.keys()) {
            let (old, new) = (before.get(key), now.get(key));
            let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
            ensure!(
                old == new,
                "the match was begun with {key} = {}, now it is {}; expected the same",
                show(old),
                show(new)
            );
        }
    }
    ensure!(before == now, "another match; expected the same settings");
    Ok(())
}
