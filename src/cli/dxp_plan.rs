//! The options of `baige dxp` and what they amount to.

use super::{Misuse, position, variant};
use crate::board::Side;
use crate::dxp::{LinkOptions, Minutes, Request, Settings};
use crate::notation::write_squares;
use crate::position::Position;
use crate::rules::{Rules, Variant};
use crate::search::{Limits, MAX_THREADS, Table};
use clap::{ArgGroup, Args, ValueEnum};
use std::time::Duration;

/// Options of the command.
#[derive(Args)]
#[command(group = ArgGroup::new("way").required(true).args(["listen", "connect"]))]
pub(super) struct Options {
    /// Wait for other programs on this port (27531 if none is given; 0: a free one), on the
    /// loopback addresses unless an address is given
    #[arg(long, value_name = "[ADDR:]PORT", num_args = 0..=1, default_missing_value = "27531")]
    listen: Option<String>,
    /// Connect to a program that listens there
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<String>,
    /// Ask for the games; usual with --connect
    #[arg(long, conflicts_with = "follower")]
    initiator: bool,
    /// Play the games asked for; usual with --listen
    #[arg(long, alias = "follow")]
    follower: bool,
    /// Games to ask for [initiator; default: 1]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: Option<u32>,
    /// Our colour in the games we ask for [default: alternate, White first]
    #[arg(long, alias = "colour")]
    color: Option<Color>,
    /// Minutes for a game, or for --moves moves of each side; fractions (0.5, .05) are not read by all
    /// programs [initiator; default: 5]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    minutes: Option<f64>,
    /// Moves for which the minutes are; 0: for the whole game [initiator; default: 0]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u16).range(..=999))]
    moves: Option<u16>,
    /// Start position, as FEN or Hub position [initiator]
    #[arg(long)]
    fen: Option<String>,
    /// The game: normal or killer. The protocol does not tell it to the other side
    #[arg(long, default_value = "normal", value_parser = variant)]
    pub(super) variant: Variant,
    /// The name told to the other side
    #[arg(long, default_value = "Baige", value_parser = name)]
    pub(super) name: String,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub(super) threads: u16,
    /// log2 of the number of 16-byte table entries
    #[arg(long, value_name = "LOG2", default_value_t = 22,
        value_parser = clap::value_parser!(u32).range(Table::MIN_LOG2 as i64..=Table::MAX_LOG2 as i64))]
    pub(super) tt_size: u32,
    /// Seconds a move, whatever the clock says
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,
    /// Nodes a move, whatever the clock says
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each search in plies, whatever the clock says
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds between two messages of ours without an answer between them
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=10_000))]
    pause: u64,
    /// Seconds for connecting, sending, and for answers to game requests and game ends
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Seconds a connection may be without a game
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    idle: Duration,
    /// Seconds the other side may think beyond its clock
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    margin: Duration,
    /// When listening: end after one session
    #[arg(long, conflicts_with = "connect")]
    pub(super) once: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    White,
    Black,
    Alternate,
}

/// What is to be done.
pub(super) struct Plan {
    pub(super) way: Way,
    /// None = follow.
    pub(super) requests: Vec<Request>,
    pub(super) settings: Settings,
    pub(super) link: LinkOptions,
}

/// Who calls whom.
pub(super) enum Way {
    Listen(String),
    Connect(String),
}

/// Reads seconds for clap.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| (0.0..=1e7).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0 to 10000000".to_owned())
}

/// Reads a name for clap.
fn name(text: &str) -> Result<String, String> {
    let name = text.trim();
    let fits = (1..=32).contains(&name.len()) && name.chars().all(|c| (' '..='~').contains(&c));
    fits.then(|| name.to_owned())
        .ok_or_else(|| "expected 1 to 32 ASCII characters".to_owned())
}

/// What the options amount to.
pub(super) fn plan<R: Rules>(options: &Options) -> Result<Plan, Misuse> {
    let way = match (&options.listen, &options.connect) {
        (Some(address), _) => Way::Listen(address.clone()),
        (None, Some(address)) => Way::Connect(address.clone()),
        (None, None) => return Err(Misuse("expected --listen or --connect".to_owned())),
    };
    if let Way::Connect(address) = &way {
        let port = address.rsplit_once(':').map(|(_, port)| port.parse());
        if !matches!(port, Some(Ok(1..=u16::MAX))) {
            return Err(Misuse(format!("--connect {address:?}; expected HOST:PORT")));
        }
    }
    let asks = match way {
        Way::Listen(_) => options.initiator,
        Way::Connect(_) => !options.follower,
    };
    let requests = if asks {
        requests::<R>(options)?
    } else {
        refuse_for_follower(options)?;
        Vec::new()
    };
    Ok(Plan {
        way,
        requests,
        settings: Settings {
            limits: Limits {
                depth: options.depth,
                nodes: options.nodes,
                move_time: options.move_time,
                ..Limits::default()
            },
            timeout: options.timeout,
            idle: options.idle,
            margin: options.margin,
        },
        link: LinkOptions {
            pause: Duration::from_millis(options.pause),
            timeout: options.timeout,
        },
    })
}

fn refuse_for_follower(options: &Options) -> Result<(), Misuse> {
    let given = [
        ("--games", options.games.is_some()),
        ("--color", options.color.is_some()),
        ("--minutes", options.minutes.is_some()),
        ("--moves", options.moves.is_some()),
        ("--fen", options.fen.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => Err(Misuse(format!(
            "{option} is for the side that asks for the games; expected --initiator with it"
        ))),
    }
}

fn requests<R: Rules>(options: &Options) -> Result<Vec<Request>, Misuse> {
    let wanted = options.minutes.unwrap_or(5.0);
    let minutes = Minutes::new(wanted).ok_or_else(|| {
        Misuse(format!(
            "--minutes {wanted}; expected up to 999, or a fraction that fits in three \
             characters like 1.5 or .05"
        ))
    })?;
    let first = position::<R>(options.fen.as_deref())?.position;
    let start = (first != Position::default()).then(|| write_squares(&first));
    let request = |number: u32| Request {
        name: options.name.clone(),
        follower: match options.color.unwrap_or(Color::Alternate) {
            Color::White => Side::Black,
            Color::Alternate if number.is_multiple_of(2) => Side::Black,
            Color::Black | Color::Alternate => Side::White,
        },
        minutes,
        moves: options.moves.unwrap_or(0),
        start: start.clone(),
    };
    Ok((0..options.games.unwrap_or(1)).map(request).collect())
}
