//! What the results of a match say about the strength of the first player.
//!
//! Two games from one opening with colours swapped are not independent, pairs of them are, so
//! every interval comes from the variance between pairs (the "pentanomial": five results of a
//! pair). Without finished pairs the single games take their place (the "trinomial").

pub use super::elo::{Estimate, elo_of_score, score_of_elo};

use super::sample::Sample;
use std::f64::consts::FRAC_1_SQRT_2;
use std::fmt;

/// The result of a game for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The second player won.
    Loss,
    /// Neither won.
    Draw,
    /// The first player won.
    Win,
}

impl GameResult {
    /// 0, 1 or 2.
    pub const fn half_points(self) -> u8 {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }
}

/// Results of a match so far, from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Finished pairs of games with colours swapped in which the first player made 0, ½, 1, 1½
    /// and 2 points. Their games are among those above.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a finished game; its pair is counted by [`Self::add_pair`] when both are finished.
    pub const fn add_game(&mut self, result: GameResult) {
        match result {
            GameResult::Loss => self.losses += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Win => self.wins += 1,
        }
    }

    /// Counts a finished pair, not its games: they were counted when each of them ended.
    pub const fn add_pair(&mut self, one: GameResult, other: GameResult) {
        self.pairs[(one.half_points() + other.half_points()) as usize] += 1;
    }

    /// Finished games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Finished pairs.
    pub fn finished_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Counts the results of another match of the same player as well.
    pub fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, more) in self.pairs.iter_mut().zip(other.pairs) {
            *own += more;
        }
    }

    /// The same results from the other player's side.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        let [none, half, one, more, two] = self.pairs;
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: [two, more, one, half, none],
        }
    }

    /// The figures of these results.
    pub fn summary(&self) -> Summary {
        Summary::new(self)
    }
}

/// `+23 =127 -8`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// The figures of a match. Strength and superiority are taken from the finished pairs alone as
/// soon as there is one, score and draw rate from all games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The results these figures are made of.
    pub tally: Tally,
    /// Points a game, 0 to 1; ½ before the first game.
    pub score: f64,
    /// The share of drawn games, 0 to 1; 0 before the first game.
    pub draw_rate: f64,
    /// The difference in strength in logistic Elo.
    pub elo: Estimate,
    /// The difference in normalised Elo: 800/ln 10 times (score - ½) / standard deviation of a
    /// game, where the variance of a game is twice that of the mean of a pair.
    pub normalised_elo: Estimate,
    /// The likelihood that the first player is the stronger one, 0 to 1: the normal
    /// distribution at Σ(x - ½) / √Σ(x - ½)², x being the pairs' scores.
    pub superiority: f64,
}

impl Summary {
    /// The figures of these results.
    pub fn new(tally: &Tally) -> Self {
        let share = |part: f64, default| match tally.games() {
            0 => default,
            games => part / games as f64,
        };
        let points = tally.wins as f64 + tally.draws as f64 / 2.0;
        let singles = [tally.losses, tally.draws, tally.wins];
        let sample = if tally.finished_pairs() > 0 {
            Sample::new(&tally.pairs, FRAC_1_SQRT_2)
        } else {
            Sample::new(&singles, 1.0)
        };
        Self {
            tally: *tally,
            score: share(points, 0.5),
            draw_rate: share(tally.draws as f64, 0.0),
            elo: sample.elo(),
            normalised_elo: sample.normalised_elo(),
            superiority: sample.superiority(),
        }
    }
}

/// One line with all figures.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games {}, score {:.1} %, draws {:.1} %, Elo {}, normalised Elo {}, superiority {:.1} %",
            self.tally.games(),
            self.tally,
            100.0 * self.score,
            100.0 * self.draw_rate,
            self.elo,
            self.normalised_elo,
            100.0 * self.superiority
        )
    }
}
