//! A match while it is played: its files, its results, its display.

use super::console;
use super::matches::{Options, heading};
use crate::matchplay::control::TimeControl;
use crate::matchplay::pdn::Heading;
use crate::matchplay::record::GameRecord;
use crate::matchplay::report;
use crate::matchplay::runner::{Bench, Match, News, Seat};
use crate::matchplay::sprt::Verdict;
use crate::matchplay::standings::Standings;
use crate::matchplay::store::Store;
use crate::rules::{Rules, Variant};
use anyhow::Context;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The state of a match.
pub(super) struct Evening<'a, R: Rules> {
    options: &'a Options,
    plan: &'a Match<R>,
    heading: Value,
    players: Vec<(String, TimeControl)>,
    standings: Standings,
    store: Option<Store>,
    games: Vec<Value>,
}

impl<'a, R: Rules> Evening<'a, R> {
    pub(super) fn new(options: &'a Options, plan: &'a Match<R>) -> anyhow::Result<Self> {
        let players: Vec<(String, TimeControl)> = plan
            .seats
            .iter()
            .map(|seat| (seat.name.clone(), seat.control))
            .collect();
        let mut evening = Self {
            options,
            plan,
            heading: heading(options, plan),
            players,
            standings: Standings::new(plan.seats.len(), &plan.schedule),
            store: None,
            games: Vec::new(),
        };
        if let Some(base) = &options.out {
            let players = evening.players.clone();
            let pdn = Heading {
                event: &options.event,
                players: &players,
            };
            let exists = options.resume && Store::exists(base);
            evening.store = Some(if exists {
                let standings = &mut evening.standings;
                Store::resume::<R>(base, &evening.heading, &pdn, |record| standings.add(record))?
            } else {
                Store::create(base, &evening.heading)?
            });
        }
        Ok(evening)
    }

    pub(super) fn play(mut self, bench: Bench<R>, stop: &AtomicBool) -> anyhow::Result<()> {
        let total = self.plan.schedule.games();
        let played = self.standings.games();
        if played > 0 {
            console::print(&format!("{played} games were played before"))?;
        }
        let progress = console::Progress::new(total, played);
        let done: HashSet<u64> = match &self.store {
            Some(store) => (0..total).filter(|game| store.has(*game)).collect(),
            None => HashSet::new(),
        };
        if self.is_decided() {
            stop.store(true, Relaxed);
        }
        let began = Instant::now();
        let mut failed = None;
        let plan = self.plan;
        let started = plan.run(
            bench,
            |game| done.contains(&game),
            stop,
            |news| {
                if let Err(error) = self.hear(news, &progress) {
                    failed.get_or_insert(error);
                }
                if failed.is_some() || self.is_decided() {
                    stop.store(true, Relaxed);
                }
            },
        );
        progress.finish();
        let seconds = began.elapsed().as_secs_f64();
        self.close()?;
        started.context("a thread to play on")?;
        if let Some(error) = failed {
            return Err(error);
        }
        let sprt = self.options.sprt.as_ref();
        console::print(&format!(
            "\n{}{}{:.2} games a second",
            report::table(&self.plan.seats, &self.standings, sprt),
            report::conduct(&self.plan.seats, &self.standings),
            (self.standings.games() - played) as f64 / seconds.max(1e-9)
        ))?;
        Ok(())
    }

    /// Has the test decided?
    fn is_decided(&self) -> bool {
        let Some(sprt) = &self.options.sprt else {
            return false;
        };
        let first = self.standings.pairings().next();
        first.is_some_and(|(_, tally)| sprt.verdict(tally) != Verdict::GoOn)
    }

    fn hear(&mut self, news: News, progress: &console::Progress) -> anyhow::Result<()> {
        let (record, conversation) = match news {
            News::Remark(text) => return Ok(progress.say(&text)?),
            News::Game(record, conversation) => (record, conversation),
        };
        self.standings.add(&record);
        let mut line = game_line(&record, R::VARIANT, &self.plan.seats);
        if let Some(store) = &mut self.store {
            let heading = Heading {
                event: &self.options.event,
                players: &self.players,
            };
            store.add::<R>(&record, &heading)?;
            if let Some(text) = conversation {
                // The game is kept whatever becomes of this.
                let _ = match store.keep_conversation(record.game, &text) {
                    Ok(path) => write!(line, "; conversation in {}", path.display()),
                    Err(error) => write!(line, "; conversation not kept: {error:#}"),
                };
            }
        } else {
            self.games.push(short(&record, R::VARIANT));
        }
        let state = if self.plan.seats.len() == 2 {
            let tally = self.standings.pairings().next().map(|(_, tally)| *tally);
            tally.map_or(String::new(), |tally| format!("  {tally}"))
        } else {
            String::new()
        };
        let sprt = self.options.sprt.as_ref();
        progress.game(
            &format!("{line}{state}"),
            record.reason.is_failure(),
            || report::table(&self.plan.seats, &self.standings, sprt),
        )?;
        Ok(())
    }

    /// The files' last words.
    fn close(&mut self) -> anyhow::Result<()> {
        let state = if self.is_decided() {
            "decided"
        } else if self.standings.games() == self.plan.schedule.games() {
            "finished"
        } else {
            "interrupted"
        };
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        let mut games = Vec::new();
        store.for_each(|record| {
            games.push(short(record, R::VARIANT));
            Ok(())
        })?;
        let summary = report::json(
            &self.heading,
            &self.plan.seats,
            &self.standings,
            self.options.sprt.as_ref(),
            &games,
            state,
        );
        let heading = Heading {
            event: &self.options.event,
            players: &self.players,
        };
        store.finish::<R>(&heading, &summary)
    }
}

/// The game in a line.
fn game_line(record: &GameRecord, variant: Variant, seats: &[Seat]) -> String {
    let mut line = format!(
        "game {}: {} v {} {} ({}, {} plies)",
        record.game + 1,
        seats[record.white].name,
        seats[record.black].name,
        record.result(variant),
        record.reason,
        record.moves.len()
    );
    if let Some(culprit) = record.culprit() {
        let _ = write!(line, " by {}", seats[culprit].name);
    }
    if !record.detail.is_empty() {
        let _ = write!(line, ": {}", record.detail);
    }
    line
}

fn short(record: &GameRecord, variant: Variant) -> Value {
    json!({
        "game": record.game + 1,
        "white": record.white,
        "black": record.black,
        "opening": record.opening,
        "result": record.result(variant),
        "reason": record.reason.to_string(),
        "failed": record.culprit(),
        "detail": record.detail,
        "plies": record.moves.len(),
    })
}
