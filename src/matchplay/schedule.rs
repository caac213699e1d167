//! Who meets whom, from which opening, with which colour.

use crate::prng::Prng;

/// How the players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Meeting {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
}

/// A game to be played. Players and openings by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub game: u64,
    /// Number of the pairing, and of the pair of games within the match.
    pub pairing: usize,
    /// Two games with the same number share players and opening, colours swapped.
    pub pair: u64,
    /// The players.
    pub white: usize,
    /// The players.
    pub black: usize,
    /// The opening.
    pub opening: usize,
}

/// All games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    openings: usize,
    games_each: u64,
    seed: Option<u64>,
}

impl Schedule {
    /// So many games for each two who meet. Openings come in their order, or in one drawn anew
    /// from the seed each time all have been used.
    pub fn new(
        players: usize,
        meeting: Meeting,
        openings: usize,
        games_each: u64,
        seed: Option<u64>,
    ) -> Self {
        let mut pairings = Vec::new();
        for first in 0..players {
            for second in first + 1..players {
                if first == 0 || meeting == Meeting::RoundRobin {
                    pairings.push((first, second));
                }
            }
        }
        Self {
            pairings,
            openings: openings.max(1),
            games_each,
            seed,
        }
    }

    /// The players of a pairing.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games_each * self.pairings.len() as u64
    }

    /// All games in the order they are begun: a round is one opening, played by each pairing
    /// with both colours.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        let rounds = self.games_each.div_ceil(2);
        let mut order: Vec<usize> = (0..self.openings).collect();
        (0..rounds)
            .flat_map(move |round| {
                let at = (round % self.openings as u64) as usize;
                if at == 0
                    && let Some(seed) = self.seed
                {
                    shuffle(&mut order, seed.wrapping_add(round));
                }
                let opening = order[at];
                let colours = if 2 * round + 1 < self.games_each {
                    2
                } else {
                    1
                };
                self.pairings
                    .iter()
                    .enumerate()
                    .flat_map(move |(pairing, &(first, second))| {
                        (0..colours)
                            .map(move |colour| (round, pairing, first, second, colour, opening))
                    })
            })
            .zip(0..)
            .map(|((round, pairing, first, second, colour, opening), game)| {
                let (white, black) = if colour == 0 {
                    (first, second)
                } else {
                    (second, first)
                };
                Fixture {
                    game,
                    pairing,
                    pair: round * self.pairings.len() as u64 + pairing as u64,
                    white,
                    black,
                    opening,
                }
            })
    }
}

/// Fisher and Yates.
fn shuffle(order: &mut [usize], seed: u64) {
    let mut prng = Prng::new(seed);
    for last in (1..order.len()).rev() {
        order.swap(last, prng.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn each_opening_with_both_colours_before_the_next_and_none_twice_too_early() {
        for (meeting, players, seed) in [
            (Meeting::RoundRobin, 2, None),
            (Meeting::RoundRobin, 4, Some(7)),
            (Meeting::Gauntlet, 4, Some(8)),
        ] {
            let schedule = Schedule::new(players, meeting, 5, 20, seed);
            let fixtures: Vec<Fixture> = schedule.fixtures().collect();
            assert_eq!(fixtures.len() as u64, schedule.games());
            let pairings = schedule.pairings().len();
            for (number, fixture) in fixtures.iter().enumerate() {
                assert_eq!(fixture.game, number as u64);
                let twin = &fixtures[number ^ 1];
                assert_eq!((twin.pair, twin.opening), (fixture.pair, fixture.opening));
                assert_eq!((twin.white, twin.black), (fixture.black, fixture.white));
                assert!(meeting == Meeting::RoundRobin || fixture.white.min(fixture.black) == 0);
            }
            // In each run through the openings each pairing meets each one twice.
            for run in fixtures.chunks(5 * 2 * pairings) {
                let mut seen = HashMap::new();
                for fixture in run {
                    *seen.entry((fixture.pairing, fixture.opening)).or_insert(0) += 1;
                }
                assert!(seen.values().all(|times| *times == 2) && seen.len() == 5 * pairings);
            }
        }
    }

    #[test]
    fn an_odd_number_and_another_seed() {
        let order = |seed| -> Vec<usize> {
            Schedule::new(2, Meeting::default(), 79, 5, Some(seed))
                .fixtures()
                .map(|fixture| fixture.opening)
                .collect()
        };
        assert_eq!(order(1).len(), 5);
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }
}
