//! `baige endgame`: build the endgame tables, list them, ask them.

use super::{Misuse, console, position, variant};
use crate::endgame::{self, Built, Endgame, Event, MAX_PIECES, Material, Slices, Value};
use crate::game::Counters;
use crate::notation::short_move;
use crate::rules::{Rules, Variant};
use crate::with_rules;
use anyhow::Context;
use clap::{Args, Subcommand};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the tables of all material up to so many pieces; what is there already is kept
    Build(Build),
    /// Show the tables that are there, their sizes and whether they are sound
    List(Place),
    /// Show value, distance and best line of a position
    Probe(Probe),
}

#[derive(Args)]
struct Place {
    /// The game: normal, killer, bt, frisian, losing, frysk, brazilian, russian,
    /// english, italian, pool or czech
    #[arg(long, default_value = "normal", value_parser = variant)]
    variant: Variant,
    /// The folder of the tables; the user's data folder if not given
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

#[derive(Args)]
struct Build {
    #[command(flatten)]
    place: Place,
    /// Most pieces
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=MAX_PIECES as i64))]
    pieces: u8,
    /// Threads; as many as there are cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Also write all tables with up to four pieces into this one file
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
}

#[derive(Args)]
struct Probe {
    #[command(flatten)]
    place: Place,
    /// The position, as FEN or Hub position
    fen: String,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    match &options.task {
        Task::Build(build) => with_rules!(build.place.variant, R => make::<R>(build)),
        Task::List(place) => with_rules!(place.variant, R => list::<R>(place)),
        Task::Probe(probe) => with_rules!(probe.place.variant, R => ask::<R>(probe)),
    }
}

impl Place {
    fn folder(&self) -> anyhow::Result<PathBuf> {
        let found = self.dir.clone().or_else(crate::engine::tables_folder);
        Ok(found.ok_or_else(|| Misuse("no home folder; expected --dir FOLDER".to_owned()))?)
    }
}

fn make<R: Rules>(options: &Build) -> anyhow::Result<()> {
    if !endgame::can_build::<R>() {
        let (found, known) = (R::VARIANT, endgame::buildable());
        let text = format!("--variant {found}: no tables can be built; expected one of {known}");
        return Err(Misuse(text).into());
    }
    let folder = options.place.folder()?;
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = options.threads {
        pool = pool.num_threads(threads.into());
    }
    let pool = pool.build().context("threads to build with")?;
    pool.install(|| make_all::<R>(options, &folder))
}

fn make_all<R: Rules>(options: &Build, folder: &Path) -> anyhow::Result<()> {
    let materials: Vec<Material> = (2..=options.pieces).flat_map(Material::all).collect();
    let positions = |material: &Material| {
        let sides = 2 - u64::from(*material == material.swapped());
        sides * endgame::Index::<R>::new(*material).size()
    };
    // Each position is solved and checked.
    let progress =
        console::Progress::of("steps", materials.iter().map(|m| 2 * positions(m)).sum(), 0);
    let mut known = Slices::<R>::new();
    for (done, material) in materials.iter().enumerate() {
        progress.tell(format!("{material}, {done} of {} slices ", materials.len()));
        if endgame::path_of::<R>(folder, *material).exists() {
            match endgame::load(&mut known, folder, *material) {
                Ok(()) => {
                    progress.advance(2 * positions(material));
                    pack_large(&mut known, *material);
                    continue;
                }
                Err(error) => progress.say(&format!("built anew: {error}"))?,
            }
        }
        let advance = |event| match event {
            Event::Solved(positions) | Event::Checked(positions) => progress.advance(positions),
        };
        let built = endgame::build_file(&mut known, folder, *material, &advance)?;
        progress.say(&counts(&built))?;
        pack_large(&mut known, *material);
    }
    progress.finish();
    write_manifest::<R>(folder)?;
    if let Some(path) = &options.pack {
        let small = materials.iter().filter(|material| material.pieces() <= 4);
        let both = small.flat_map(|m| [Some(*m), (*m != m.swapped()).then(|| m.swapped())]);
        let slices: Vec<_> = both.flatten().filter_map(|m| known.get(m)).collect();
        endgame::save(path, &endgame::write(&slices))?;
    }
    console::print(&format!(
        "{} slices in {}",
        materials.len(),
        folder.display()
    ))?;
    Ok(())
}

/// Larger slices are asked for outcomes alone while others are built.
fn pack_large<R: Rules>(known: &mut Slices<R>, material: Material) {
    for material in [material, material.swapped()] {
        if let Some(slice) = known.get_mut(material).filter(|_| material.pieces() > 4) {
            slice.pack();
        }
    }
}

/// A line for each slice: wins, draws and losses of the mover.
fn counts(built: &Built) -> String {
    let mut text = String::new();
    for (material, [won, drawn, lost]) in built.materials.iter().zip(&built.counts) {
        let end = if text.is_empty() { "" } else { "\n" };
        let _ = write!(text, "{end}{material}\t{won}\t{drawn}\t{lost}");
    }
    text
}

/// The names, sizes and checksums of all files of the variant.
fn write_manifest<R: Rules>(folder: &Path) -> anyhow::Result<()> {
    let mut text = String::from("# file\tbytes\tcrc32\n");
    for path in endgame::table_files::<R>(folder)? {
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let _ = writeln!(
            text,
            "{name}\t{}\t{:08x}",
            bytes.len(),
            crc32fast::hash(&bytes)
        );
    }
    let path = folder.join(format!("{}.manifest", R::VARIANT));
    Ok(endgame::save(&path, text.as_bytes())?)
}

fn list<R: Rules>(place: &Place) -> anyhow::Result<()> {
    let built_in = Endgame::<R>::embedded().pieces();
    console::print(&match built_in {
        0 => format!("built in: none for {}", R::VARIANT),
        pieces => format!("built in: {}, up to {pieces} pieces", R::VARIANT),
    })?;
    let folder = place.folder()?;
    let files = match endgame::table_files::<R>(&folder) {
        Err(error) if place.dir.is_some() => return Err(error.into()),
        files => files.unwrap_or_default(),
    };
    for path in files {
        let line = match endgame::open_file::<R>(&path) {
            Ok(archive) => {
                let slices = archive.entries().iter();
                let slices: Vec<_> = slices.map(|entry| entry.material.to_string()).collect();
                let size = archive.len();
                format!(
                    "{}: sound, {size} bytes, {}",
                    path.display(),
                    slices.join(" ")
                )
            }
            Err(error) => format!("{error}"),
        };
        console::print(&line)?;
    }
    Ok(())
}

fn ask<R: Rules>(options: &Probe) -> anyhow::Result<()> {
    let setup = position::<R>(Some(&options.fen))?;
    let mut tables = Endgame::<R>::embedded();
    let folder = options.place.folder()?;
    if options.place.dir.is_some() || folder.is_dir() {
        tables.add_folder(&folder, |error| {
            console::complain(&format!("left out: {error}"));
        });
    }
    let (mut position, mut counters) = (
        setup.position,
        Counters::start(&setup.position, setup.half_moves),
    );
    let Some(value) = tables.value(&position, counters) else {
        let pieces = position.occupied().len();
        anyhow::bail!(
            "no table of {} has this position of {pieces} pieces",
            R::VARIANT
        );
    };
    let bound = counters.bound::<R>();
    console::print(&match value {
        Value::Draw => "draw".to_owned(),
        Value::Win(plies) => format!("win, distance {plies} plies"),
        Value::Loss(plies) => format!("loss, distance {plies} plies"),
    })?;
    let Some(limit) = Some(bound.limit).filter(|limit| *limit != 0) else {
        return Ok(());
    };
    console::print(&format!(
        "bounded by: {}, {} of {limit} plies",
        bound.rule, bound.count
    ))?;
    let mut line = String::new();
    for _ in 0..limit {
        let moves = position.legal_moves();
        if value == Value::Draw || counters.expired(&position).is_some() {
            break;
        }
        let Some((_, kept)) = tables.choose(&position, counters, &moves) else {
            break;
        };
        let Some(&mv) = kept.first() else { break };
        let _ = write!(line, " {}", short_move(&position, mv));
        position = position.after(mv);
        counters = counters.after(mv, &position);
    }
    if !line.is_empty() {
        console::print(&format!("line:{line}"))?;
    }
    Ok(())
}
