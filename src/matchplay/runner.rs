//! Many games at once: threads that take fixtures from one queue, each with players of its own.

use super::control::TimeControl;
use super::dxp_player::DxpPlayer;
use super::engine_player::EnginePlayer;
use super::entrant::Kind;
use super::hub_player::HubPlayer;
use super::openings::Opening;
use super::player::{Failure, Part, Player, Reply, Turn};
use super::record::GameRecord;
use super::referee::{self, Judge, Verdict};
use super::schedule::{Fixture, Schedule};
use super::solo_player::{MOST_NODES, SoloPlayer};
use crate::game::Game;
use crate::hub::Patience;
use crate::notation::hub_move;
use crate::rules::Rules;
use crate::search::SEARCH_STACK;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A player as the runner starts it.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The name in results.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What it may use.
    pub control: TimeControl,
}

/// A match ready to be played.
pub struct Match<R: Rules> {
    /// The players.
    pub seats: Vec<Seat>,
    /// The openings.
    pub openings: Vec<Opening<R>>,
    /// The games.
    pub schedule: Schedule,
    /// How they are judged.
    pub judge: Judge,
    /// How long engines may be silent.
    pub patience: Patience,
    /// Games at once.
    pub concurrency: usize,
}

/// What the runner tells while it works.
#[derive(Debug)]
pub enum News {
    /// A game is over; the conversation, if a program failed.
    Game(Box<GameRecord>, Option<String>),
    /// Something worth knowing that belongs to no game.
    Remark(String),
}

type Boxed<R> = Box<dyn Player<R>>;

/// Players that are up, by their number.
pub struct Bench<R: Rules>(Vec<Option<Boxed<R>>>);

impl<R: Rules> Bench<R> {
    /// The names the players give themselves.
    pub fn own_names(&self) -> Vec<String> {
        let name =
            |player: &Option<Boxed<R>>| player.as_ref().map_or(String::new(), |p| p.own_name());
        self.0.iter().map(name).collect()
    }
}

/// Starts each player once: a match whose players cannot even start is not begun.
pub fn bench<R: Rules>(
    players: &[(Kind, TimeControl)],
    patience: Patience,
    stop: &AtomicBool,
) -> Result<Bench<R>, (usize, Failure)> {
    let mut bench = Vec::new();
    for (number, (kind, control)) in players.iter().enumerate() {
        let player =
            start::<R>(kind, control, patience, stop).map_err(|failure| (number, failure))?;
        bench.push(Some(player));
    }
    Ok(Bench(bench))
}

fn start<R: Rules>(
    kind: &Kind,
    control: &TimeControl,
    patience: Patience,
    stop: &AtomicBool,
) -> Result<Boxed<R>, Failure> {
    Ok(match kind {
        Kind::Engine(parameters) => {
            let options = parameters.options();
            let is_short = control.nodes.is_some_and(|nodes| nodes <= MOST_NODES);
            if is_short && !control.is_timed() && options.threads == 1 {
                Box::new(SoloPlayer::<R>::new(&options)?)
            } else {
                Box::new(EnginePlayer::<R>::new(options)?)
            }
        }
        Kind::Hub {
            command,
            folder,
            settings,
        } => Box::new(HubPlayer::start::<R>(
            command,
            folder.as_deref(),
            settings,
            patience,
            stop,
        )?),
        Kind::Dxp(place) => Box::new(DxpPlayer::<R>::start(place, patience, stop)?),
    })
}

impl<R: Rules> Match<R> {
    /// Plays all games but those to be left out. `tell` hears of each as it ends, on the calling
    /// thread, and may set `stop`: running games are then given up and do not count. An error if
    /// there cannot be as many threads as games at once.
    pub fn run(
        &self,
        bench: Bench<R>,
        leave_out: impl Fn(u64) -> bool + Sync,
        stop: &AtomicBool,
        mut tell: impl FnMut(News),
    ) -> std::io::Result<()> {
        let fixtures = self
            .schedule
            .fixtures()
            .filter(|fixture| !leave_out(fixture.game));
        let queue = Mutex::new(fixtures);
        let (sender, news) = channel();
        let mut bench = Some(bench.0);
        let mut failed = Ok(());
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let mut worker = Worker {
                    plan: self,
                    bench: bench
                        .take()
                        .unwrap_or_else(|| self.seats.iter().map(|_| None).collect()),
                    stop,
                    news: sender.clone(),
                };
                let queue = &queue;
                let work = move || {
                    while !stop.load(Relaxed) {
                        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                        if next.and_then(|fixture| worker.game(&fixture)).is_none() {
                            break;
                        }
                    }
                    worker.leave();
                };
                let builder = thread::Builder::new().stack_size(SEARCH_STACK);
                if let Err(error) = builder.spawn_scoped(scope, work) {
                    stop.store(true, Relaxed);
                    failed = Err(error);
                    break;
                }
            }
            drop(sender);
            for item in news {
                tell(item);
            }
        });
        failed
    }
}

struct Worker<'a, R: Rules> {
    plan: &'a Match<R>,
    bench: Vec<Option<Boxed<R>>>,
    stop: &'a AtomicBool,
    news: Sender<News>,
}

impl<R: Rules> Worker<'_, R> {
    /// Plays one game; nothing if it was interrupted.
    fn game(&mut self, fixture: &Fixture) -> Option<()> {
        let plan = self.plan;
        let opening = &plan.openings[fixture.opening];
        let numbers = [fixture.white, fixture.black];
        let mut players = numbers.map(|number| self.take(number));
        let [white, black] = &mut players;
        let controls = numbers.map(|number| plan.seats[number].control);
        let verdict = referee::play(
            opening,
            [white.as_mut(), black.as_mut()],
            controls,
            &plan.judge,
            self.stop,
        )?;
        let record = record(fixture, opening, &verdict);
        let conversation = record
            .reason
            .is_failure()
            .then(|| self.conversation(numbers, &mut players, &record));
        for ((number, player), is_broken) in numbers.into_iter().zip(players).zip(verdict.broken) {
            // A broken one is dropped, and its process killed with that.
            self.bench[number] = (!is_broken).then_some(player);
        }
        // Nobody listens any more when the caller is gone; then we end as well.
        self.news
            .send(News::Game(Box::new(record), conversation))
            .ok()
    }

    fn take(&mut self, number: usize) -> Boxed<R> {
        if let Some(player) = self.bench[number].take() {
            return player;
        }
        let seat = &self.plan.seats[number];
        start::<R>(&seat.kind, &seat.control, self.plan.patience, self.stop)
            .unwrap_or_else(|failure| Box::new(Absent(failure)))
    }

    fn conversation(
        &self,
        numbers: [usize; 2],
        players: &mut [Boxed<R>; 2],
        record: &GameRecord,
    ) -> String {
        let mut text = format!(
            "game {}: {}, {} {}\n{}\n",
            record.game + 1,
            record.result(R::VARIANT),
            record.reason,
            record.detail,
            record.moves.join(" ")
        );
        for (number, player) in numbers.into_iter().zip(players) {
            if let Some(lines) = player.record() {
                let _ = write!(text, "\n--- {}\n{lines}", self.plan.seats[number].name);
            }
        }
        text
    }

    /// The end of this worker's part: its players are asked to leave.
    fn leave(&mut self) {
        for (number, player) in self.bench.iter_mut().enumerate() {
            if let Some(mut player) = player.take()
                && !player.quit()
            {
                let name = &self.plan.seats[number].name;
                let remark =
                    format!("{name} did not end by itself at the end of the match: killed");
                let _ = self.news.send(News::Remark(remark));
            }
        }
    }
}

fn record<R: Rules>(fixture: &Fixture, opening: &Opening<R>, verdict: &Verdict<R>) -> GameRecord {
    GameRecord {
        game: fixture.game,
        date: jiff::Timestamp::now().strftime("%Y.%m.%d").to_string(),
        white: fixture.white,
        black: fixture.black,
        opening: opening.name.clone(),
        fen: opening.fen(),
        given: opening.moves.len(),
        moves: verdict
            .game
            .moves()
            .iter()
            .map(|mv| hub_move::<R>(*mv))
            .collect(),
        notes: verdict.notes.clone(),
        points: verdict.points,
        reason: verdict.reason.clone(),
        detail: verdict.detail.clone(),
        usage: verdict.usage,
        seconds: verdict.seconds,
    }
}

/// A player that did not come up: it loses its game.
struct Absent(Failure);

impl<R: Rules> Player<R> for Absent {
    fn new_game(&mut self, _: &Game<R>, _: &Part, _: &AtomicBool) -> Result<(), Failure> {
        Err(self.0.clone())
    }

    fn think(&mut self, _: &Game<R>, _: &Turn, _: &AtomicBool) -> Result<Reply, Failure> {
        Err(self.0.clone())
    }

    fn own_name(&self) -> String {
        String::new()
    }
}
