//! The log: on standard error or in a file, as quiet as asked.

use super::console;
use clap::Args;
use log::LevelFilter;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// How much to log and where.
#[derive(Args)]
pub(super) struct Options {
    /// Log to standard error what is set up; twice: every protocol line, too
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
    /// Log nothing
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Append the log to this file instead, every protocol line included
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,
}

/// Starts the logger. Hub clients read standard error as protocol, so there it is silent unless
/// asked; `BAIGE_LOG` (error, warn, info, debug) asks as well as an option.
pub(super) fn start(options: &Options, speaks_hub: bool) {
    let level = match options.verbose {
        _ if options.quiet => LevelFilter::Off,
        0 if options.log_file.is_some() => LevelFilter::Debug,
        0 if speaks_hub => LevelFilter::Off,
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    let mut builder = env_logger::Builder::new();
    builder.filter_level(level);
    if options.verbose == 0
        && !options.quiet
        && let Some(level) = std::env::var("BAIGE_LOG")
            .ok()
            .and_then(|name| name.parse().ok())
    {
        builder.filter_level(level);
    }
    if let Some(path) = &options.log_file {
        match open(path) {
            Ok(file) => _ = builder.target(env_logger::Target::Pipe(Box::new(file))),
            Err(error) => {
                if !speaks_hub {
                    console::complain(&format!("warning: no log file {}: {error}", path.display()));
                }
                builder.filter_level(LevelFilter::Off);
            }
        }
    }
    builder.init();
}

/// Opens a log file for appending. A pipe without a reader would never open.
fn open(path: &Path) -> io::Result<File> {
    if path.exists() && !path.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a regular file",
        ));
    }
    OpenOptions::new().append(true).create(true).open(path)
}
