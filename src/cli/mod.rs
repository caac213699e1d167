//! The command line: what was typed becomes what it means once, here.

mod analyse;
mod analyse_source;
mod analyse_view;
mod annotate;
mod annotate_games;
mod bench;
mod console;
mod dxp;
mod dxp_plan;
mod endgame;
mod evening;
mod gate;
mod hub;
mod logging;
mod matches;
mod openings;
mod pdn;
mod perft;
mod play;
mod selfplay;
mod train;
mod weights;

use crate::notation::{FenError, Setup, parse_position};
use crate::rules::{Rules, Variant};
use clap::{Parser, Subcommand};
use std::io::ErrorKind;
use std::process::ExitCode;

/// A draughts engine: international 10x10 draughts and its sister games.
///
/// Without a command it speaks the Hub protocol, or opens a small console when started on a
/// terminal.
#[derive(Parser)]
#[command(name = "baige", version, args_conflicts_with_subcommands = false)]
struct Args {
    #[command(flatten)]
    logging: logging::Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak the Hub protocol (version 2) on standard input and output
    #[command(alias = "HUB")]
    Hub(hub::Options),
    /// Play another program through DXP, the protocol of draughts programs over TCP
    Dxp(dxp_plan::Options),
    /// Play against the engine on the terminal
    Play(play::Options),
    /// Search a position and show what is found
    #[command(alias = "analyze")]
    Analyse(analyse::Options),
    /// Look through games of a PDN file: scores, better lines, marks for mistakes, missed shots; as
    /// PDN and as a page to look at. A run that was cut off goes on where it was
    Annotate(annotate::Options),
    /// Play matches between this engine and others
    Match(Box<matches::Options>),
    /// Count the leaves of the move tree
    Perft(perft::Options),
    /// Search fixed positions to a fixed depth: nodes a second, and a node count that changes only
    /// when the play changes
    Bench(bench::Options),
    /// Build, list and ask endgame tables
    Endgame(endgame::Options),
    /// Make openings for matches
    Openings(openings::Options),
    /// Check, convert and count games in PDN files
    Pdn(pdn::Options),
    /// Play games against itself, to learn from
    Selfplay(selfplay::Options),
    /// Train a net on games of selfplay
    Train(train::Options),
    /// Play a candidate against what was accepted last until a test decides. Exit code 0 accepted,
    /// 3 not accepted
    Gate(gate::Options),
    /// Check or seal a weights file
    Weights(weights::Options),
}

/// Runs the program for these arguments, the first being its name. 0 done, 1 failed, 2 not
/// understood, 3 a candidate that was not accepted, 130 interrupted.
pub fn run(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> ExitCode {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            // Help and version come this way too. An output that is gone is no error.
            return match error.print() {
                Err(failed) if failed.kind() != ErrorKind::BrokenPipe => ExitCode::FAILURE,
                _ => ExitCode::from(error.exit_code() as u8),
            };
        }
    };
    let speaks_hub = match args.command {
        None => !console::is_interactive(),
        Some(Command::Hub(_)) => true,
        _ => false,
    };
    logging::start(&args.logging, speaks_hub);
    let result = match args.command {
        None if speaks_hub => hub::run(&hub::Options::default()),
        None => play::run(&play::Options::default()),
        Some(Command::Hub(options)) => hub::run(&options),
        Some(Command::Dxp(options)) => dxp::run(&options),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Analyse(options)) => analyse::run(&options),
        Some(Command::Annotate(options)) => annotate::run(&options),
        Some(Command::Match(options)) => matches::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Endgame(options)) => endgame::run(&options),
        Some(Command::Openings(options)) => openings::run(&options),
        Some(Command::Pdn(options)) => pdn::run(&options),
        Some(Command::Selfplay(options)) => selfplay::run(&options),
        Some(Command::Train(options)) => train::run(&options),
        Some(Command::Gate(options)) => gate::run(&options),
        Some(Command::Weights(options)) => weights::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<NotAccepted>() => ExitCode::from(3),
        Err(error) => {
            console::complain(&format!("error: {error:#}"));
            ExitCode::from(exit_code(&error))
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn exit_code(error: &anyhow::Error) -> u8 {
    if error.is::<Misuse>() {
        2
    } else if error.is::<Interrupted>() {
        130
    } else {
        1
    }
}

/// The user ended the work before its time; what was done is kept. Exit code 130.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
struct Interrupted;

/// A candidate did not pass its gate; its verdict was printed. Exit code 3.
#[derive(Debug, thiserror::Error)]
#[error("not accepted")]
struct NotAccepted;

/// An argument that makes no sense: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Misuse(String);

/// A position given on the command line, or the start.
fn position<R: Rules>(text: Option<&str>) -> Result<Setup<R>, Misuse> {
    let start = Setup {
        position: crate::position::Position::default(),
        half_moves: 0,
    };
    text.map_or(Ok(start), |text| {
        parse_position(text).map_err(|error: FenError| {
            Misuse(format!(
                "position {:?}: {error}",
                text.chars().take(120).collect::<String>()
            ))
        })
    })
}

/// Reads the name of a reading of the draw rules for clap.
fn profile(name: &str) -> Result<crate::rules::Profile, crate::rules::UnknownProfile> {
    name.parse()
}

/// Reads a variant's name for clap.
fn variant(name: &str) -> Result<Variant, crate::rules::UnknownVariant> {
    name.parse()
}
