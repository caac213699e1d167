//! `baige dxp`: games against another program through the `DamExchange` protocol.

use super::dxp_plan::{Options, Plan, Way, plan};
use super::{Misuse, console};
use crate::board::Geometry;
use crate::dxp::{
    Door, DxpError, Ending, GameRecord, Link, Listener, Peer, Request, Score, Session,
};
use crate::engine::{self, Engine};
use crate::rules::Rules;
use crate::with_rules;
use anyhow::Context;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the called side has to close, too.
const FAREWELL: Duration = Duration::from_secs(2);

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    with_rules!(options.variant, R => {
        if <R as Rules>::Board::WIDTH != 10 {
            let text = format!("--variant {}: this protocol knows the 10x10 board only; \
                expected a game on 100 squares", options.variant);
            return Err(Misuse(text).into());
        }
        let plan = plan::<R>(options)?;
        play::<R>(options, &plan)
    })
}

fn play<R: Rules>(options: &Options, plan: &Plan) -> anyhow::Result<()> {
    let never = AtomicBool::new(false);
    match &plan.way {
        Way::Connect(address) => {
            let mut engine = engine::<R>(options)?;
            let link = Link::connect(address, plan.link)?;
            let mut peer = Peer::new(link, &options.name, true);
            let result = session(&mut peer, &mut engine, options, plan);
            peer.close(FAREWELL, &never);
            result
        }
        Way::Listen(text) => {
            let listener = listener(text)?;
            let mut engine = engine::<R>(options)?;
            for address in listener.addresses() {
                console::print(&format!("listening on {address}"))?;
            }
            let door = Door::open(listener, &options.name, plan.link)?;
            while let Some(link) = door.next(&never) {
                let mut peer = Peer::new(link, &options.name, true);
                let address = peer.address().to_owned();
                let result = session(&mut peer, &mut engine, options, plan);
                if options.once {
                    peer.close(FAREWELL, &never);
                    return result;
                }
                door.dismiss(peer.into_link());
                match result {
                    Ok(()) => log::info!("{address}: session over"),
                    // An output that is gone ends the program; nothing from the network does.
                    Err(error) if error.is::<std::io::Error>() => return Err(error),
                    Err(error) => log::warn!("{address}: session over: {error:#}"),
                }
            }
            Ok(())
        }
    }
}

fn engine<R: Rules>(options: &Options) -> anyhow::Result<Engine<R>> {
    Engine::new(engine::Options {
        threads: options.threads.into(),
        table_log2: options.tt_size,
        ..Default::default()
    })
}

/// `PORT` on the loopback addresses, `ADDR:PORT` on that one; a name may have several.
fn listener(text: &str) -> anyhow::Result<Listener> {
    if let Ok(port) = text.parse() {
        return Ok(Listener::loopback(port)?);
    }
    let is_pair = text
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if !is_pair {
        let text = format!("--listen {text:?}; expected PORT or ADDR:PORT, PORT up to 65535");
        return Err(Misuse(text).into());
    }
    let found = text.to_socket_addrs();
    let addresses: Vec<SocketAddr> = found.with_context(|| format!("--listen {text}"))?.collect();
    Ok(Listener::bind(&addresses)?)
}

/// Games of one session, counted.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    unknown: u32,
    broken: u32,
}

impl Tally {
    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost + self.unknown
    }

    fn add<R: Rules>(&mut self, record: &GameRecord<R>) {
        self.broken += u32::from(matches!(record.ending, Ending::Broken(_)));
        *match record.ending.score() {
            Score::Win(side) if side == record.us => &mut self.won,
            Score::Win(_) => &mut self.lost,
            Score::Draw => &mut self.drawn,
            Score::Unknown => &mut self.unknown,
        } += 1;
    }

    fn line(&self) -> String {
        let (games, won, drawn, lost) = (self.games(), self.won, self.drawn, self.lost);
        let unknown = match self.unknown {
            0 => String::new(),
            unknown => format!(" *{unknown}"),
        };
        format!("total: {games} games, +{won} ={drawn} -{lost}{unknown}")
    }
}

/// All games of one connection, a line for each, and the total.
fn session<R: Rules>(
    peer: &mut Peer<R>,
    engine: &mut Engine<R>,
    options: &Options,
    plan: &Plan,
) -> anyhow::Result<()> {
    let stop = AtomicBool::new(false);
    let mut tally = Tally::default();
    let mut session = Session::new(peer, engine, &options.name, plan.settings, &stop);
    let result = if plan.requests.is_empty() {
        follow(&mut session, &mut tally)
    } else {
        initiate(&mut session, &plan.requests, &mut tally)
    };
    if tally.games() > 0 {
        console::print(&tally.line())?;
    }
    result?;
    let (broken, games) = (tally.broken, tally.games());
    anyhow::ensure!(broken == 0, "{broken} of {games} games broken off");
    Ok(())
}

/// Games for as long as the other side asks for them.
fn follow<R: Rules>(session: &mut Session<'_, R>, tally: &mut Tally) -> anyhow::Result<()> {
    while !session.is_over() {
        let record = match session.follow() {
            Ok(record) => record,
            Err(DxpError::SessionOver | DxpError::Closed) => break,
            Err(error) => return Err(error.into()),
        };
        tell(&record, tally)?;
    }
    Ok(())
}

/// The games we ask for.
fn initiate<R: Rules>(
    session: &mut Session<'_, R>,
    requests: &[Request],
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let wanted = requests.len() as u32;
    for (request, number) in requests.iter().zip(1..) {
        let context = || format!("game {number} of {wanted}");
        anyhow::ensure!(!session.is_over(), "{}: the session is over", context());
        let record = session.initiate(request, number == wanted);
        tell(&record.with_context(context)?, tally)?;
    }
    Ok(())
}

fn tell<R: Rules>(record: &GameRecord<R>, tally: &mut Tally) -> anyhow::Result<()> {
    tally.add(record);
    Ok(console::print(&record.to_string())?)
}
