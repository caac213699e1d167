//! Two versions of this engine at fixed nodes: every opening once with each colour, which is all
//! there is to learn from it, since equal games repeat.

use super::control::TimeControl;
use super::entrant::Kind;
use super::openings::Opening;
use super::record::GameRecord;
use super::referee::Judge;
use super::runner::{Match, News, Seat, bench};
use super::schedule::{Meeting, Schedule};
use super::standings::Standings;
use super::statistics::Tally;
use crate::hub::{Parameters, Patience};
use crate::rules::Rules;
use anyhow::Context;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// A version of this engine.
#[derive(Clone, Debug)]
pub struct Duellist {
    /// The name it is known by.
    pub name: String,
    /// What it is made with.
    pub parameters: Parameters,
}

/// Two versions and what they play.
pub struct Duel<R: Rules> {
    /// The two.
    pub players: [Duellist; 2],
    /// Nodes for a move.
    pub nodes: u64,
    /// Openings, all different.
    pub openings: Vec<Opening<R>>,
    /// Most games; never more than two an opening.
    pub games: u64,
    /// Games at once.
    pub threads: usize,
}

impl<R: Rules> Duel<R> {
    /// Plays until `tell`, asked after each game with the results of the first player so far,
    /// says it is enough, or until there are no games left or `stop` is set. Games that were
    /// still running then do not count. An error if a game fails.
    pub fn play(
        self,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Tally, &GameRecord) -> ControlFlow<()>,
    ) -> anyhow::Result<Tally> {
        let control = TimeControl {
            nodes: Some(self.nodes),
            ..TimeControl::default()
        };
        let wait = Duration::from_secs(20);
        let patience = Patience {
            start: wait,
            hang: wait,
            quit: wait,
        };
        let seats = self.players.map(|player| Seat {
            name: player.name,
            kind: Kind::Engine(Box::new(player.parameters)),
            control,
        });
        let kinds = seats.each_ref().map(|seat| (seat.kind.clone(), control));
        let bench = bench::<R>(&kinds, patience, stop).map_err(|(player, failure)| {
            anyhow::anyhow!("{}: {}", seats[player].name, failure.text)
        })?;
        let games = self.games.min(2 * self.openings.len() as u64);
        let plan = Match {
            seats: seats.into(),
            schedule: Schedule::new(2, Meeting::RoundRobin, self.openings.len(), games, None),
            openings: self.openings,
            judge: Judge::default(),
            patience,
            concurrency: self.threads,
        };
        let mut standings = Standings::new(2, &plan.schedule);
        let mut enough = false;
        let mut failed = None;
        let ended = AtomicBool::new(false);
        let played = plan.run(
            bench,
            |_| ended.load(Relaxed),
            stop,
            |news| match news {
                News::Remark(text) => log::warn!("{text}"),
                News::Game(record, _) => {
                    if record.reason.is_failure() {
                        failed.get_or_insert(format!("{} {}", record.reason, record.detail));
                        ended.store(true, Relaxed);
                    }
                    if !enough {
                        standings.add(&record);
                        enough = tell(&tally(&standings), &record).is_break();
                        ended.fetch_or(enough, Relaxed);
                    }
                }
            },
        );
        played.context("threads to play on")?;
        if let Some(failure) = failed {
            anyhow::bail!("a game ended by a failure: {failure}");
        }
        Ok(tally(&standings))
    }
}

/// Results of the first player.
fn tally(standings: &Standings) -> Tally {
    standings
        .pairings()
        .next()
        .map_or(Tally::default(), |(_, tally)| *tally)
}
