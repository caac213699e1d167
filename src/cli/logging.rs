//! The log: on standard error or in a file, as quiet as asked.

use super::console;
use clap::Args;
use log::LevelFilter;
use std::fs::OpenOptions;
use std::path::PathBuf;

/// How much to log and where.
#[derive(Args)]
pub(super) struct Options {
    /// Log more to standard error: once the life of the program, twice every protocol line
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
    /// Log nothing
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Append the log to a file instead
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
        && let Ok(filter) = std::env::var("BAIGE_LOG")
    {
        builder.parse_filters(&filter);
    }
    if let Some(path) = &options.log_file {
        match OpenOptions::new().append(true).create(true).open(path) {
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
