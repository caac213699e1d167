//! The results so far: of each pairing, of each player, and how their time went.

use super::record::{GameRecord, Usage};
use super::schedule::{Fixture, Schedule};
use super::statistics::{GameResult, Tally};
use std::collections::{BTreeMap, HashMap};

/// Results of a match, from records that may come in any order.
#[derive(Clone, Debug)]
pub struct Standings {
    pairings: Vec<(usize, usize)>,
    tallies: Vec<Tally>,
    fixtures: HashMap<u64, (usize, u64)>,
    /// Result for the first player of the first game of a pair whose second is not finished.
    halves: HashMap<u64, GameResult>,
    usage: Vec<Usage>,
    failures: Vec<BTreeMap<String, u64>>,
    reasons: BTreeMap<String, u64>,
    /// Time of all games and that part of it in which players thought, in seconds.
    seconds: (f64, f64),
}

impl Standings {
    /// Nothing played yet.
    pub fn new(players: usize, schedule: &Schedule) -> Self {
        let pairings = schedule.pairings().to_vec();
        Self {
            tallies: vec![Tally::default(); pairings.len()],
            pairings,
            fixtures: schedule
                .fixtures()
                .map(
                    |Fixture {
                         game,
                         pairing,
                         pair,
                         ..
                     }| (game, (pairing, pair)),
                )
                .collect(),
            halves: HashMap::new(),
            usage: vec![Usage::default(); players],
            failures: vec![BTreeMap::new(); players],
            reasons: BTreeMap::new(),
            seconds: (0.0, 0.0),
        }
    }

    /// Adds a game of the schedule.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(&(pairing, pair)) = self.fixtures.get(&record.game) else {
            return;
        };
        let result = match record.points_of(self.pairings[pairing].0) {
            0 => GameResult::Loss,
            1 => GameResult::Draw,
            _ => GameResult::Win,
        };
        let tally = &mut self.tallies[pairing];
        tally.add_game(result);
        match self.halves.remove(&pair) {
            Some(other) => tally.add_pair(other, result),
            None => _ = self.halves.insert(pair, result),
        }
        for (player, usage) in [record.white, record.black].into_iter().zip(&record.usage) {
            let sum = &mut self.usage[player];
            sum.moves += usage.moves;
            sum.seconds += usage.seconds;
            sum.nodes += usage.nodes;
            sum.beyond += usage.beyond;
            sum.longest = sum.longest.max(usage.longest);
            sum.most_beyond = sum.most_beyond.max(usage.most_beyond);
            self.seconds.1 += usage.seconds;
        }
        self.seconds.0 += record.seconds;
        *self.reasons.entry(record.reason.to_string()).or_default() += 1;
        if let Some(culprit) = record.culprit() {
            let kind = record.reason.to_string();
            *self.failures[culprit].entry(kind).or_default() += 1;
        }
    }

    /// Games finished.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// The pairings with the results of their first players.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        self.pairings.iter().copied().zip(&self.tallies)
    }

    /// All results of a player.
    pub fn of_player(&self, player: usize) -> Tally {
        let mut sum = Tally::default();
        for ((first, second), tally) in self.pairings() {
            if first == player {
                sum.merge(tally);
            } else if second == player {
                sum.merge(&tally.reversed());
            }
        }
        sum
    }

    /// How a player used its time, and its failures by their kind.
    pub fn conduct(&self, player: usize) -> (&Usage, &BTreeMap<String, u64>) {
        (&self.usage[player], &self.failures[player])
    }

    /// How games ended.
    pub fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// The part of the games' time in which no player was asked anything, 0 to 1.
    pub fn own_share(&self) -> f64 {
        let (all, thought) = self.seconds;
        if all > 0.0 {
            ((all - thought) / all).max(0.0)
        } else {
            0.0
        }
    }
}
