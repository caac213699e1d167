//! What a player may use for its moves, and the clock that counts it. Times in seconds.

use crate::search::{Clock, Limits};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The limits of a player's moves; those given hold together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// Nodes for a move.
    pub nodes: Option<u64>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Seconds for a move.
    pub move_time: Option<f64>,
    /// Seconds for the game, or for `moves` moves.
    pub time: Option<f64>,
    /// Seconds added for each move.
    pub inc: f64,
    /// Moves to make with `time`, which is then given anew.
    pub moves: Option<u32>,
}

impl TimeControl {
    /// Does a clock decide? If not, times are of no account and not recorded.
    pub const fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.time.is_some()
    }

    /// Is there any limit at all?
    pub const fn is_limited(&self) -> bool {
        self.is_timed() || self.nodes.is_some() || self.depth.is_some()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.move_time.map(|time| format!("{time} s/move")));
        parts.extend(self.time.map(|time| {
            let moves = self
                .moves
                .map_or(String::new(), |moves| format!("{moves}/"));
            format!("{moves}{time}+{} s", self.inc)
        }));
        f.write_str(&parts.join(", "))
    }
}

/// A player's clock in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideClock {
    control: TimeControl,
    /// Seconds left, before the increment of the next move.
    left: f64,
    moves_left: Option<u32>,
}

impl SideClock {
    pub(super) fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: control.time.unwrap_or(0.0),
            moves_left: control.moves,
        }
    }

    /// What the next search is allowed.
    pub(super) fn limits(&self) -> Limits {
        let TimeControl {
            nodes,
            depth,
            move_time,
            ..
        } = self.control;
        Limits {
            nodes,
            depth,
            move_time: move_time.map(seconds),
            clock: self.control.time.map(|_| Clock {
                remaining: seconds(self.left + self.control.inc),
                increment: seconds(self.control.inc),
                moves: self.moves_left,
            }),
            ..Limits::default()
        }
    }

    /// Seconds until the flag falls, if a clock runs.
    pub(super) fn usable(&self) -> Option<f64> {
        let game = self.control.time.map(|_| self.left + self.control.inc);
        match (self.control.move_time, game) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// A move was made: the seconds it took beyond what was usable, if any.
    pub(super) fn spend(&mut self, used: f64) -> f64 {
        let over = self.usable().map_or(0.0, |usable| (used - usable).max(0.0));
        if let Some(base) = self.control.time {
            self.left = (self.left + self.control.inc - used).max(0.0);
            if let Some(moves) = &mut self.moves_left {
                *moves = moves.saturating_sub(1);
                if *moves == 0 {
                    *moves = self.control.moves.unwrap_or(1);
                    self.left += base;
                }
            }
        }
        over
    }
}

/// A time that is not negative.
pub fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value.max(0.0)).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increments_periods_and_overruns() {
        let mut clock = SideClock::new(TimeControl {
            time: Some(2.0),
            inc: 0.5,
            moves: Some(2),
            ..TimeControl::default()
        });
        assert_eq!(clock.usable(), Some(2.5));
        let limits = clock.limits().clock.unwrap();
        assert_eq!((limits.remaining, limits.moves), (seconds(2.5), Some(2)));
        assert!(clock.spend(1.0).abs() < 1e-9);
        assert_eq!(clock.usable(), Some(2.0));
        assert!((clock.spend(2.25) - 0.25).abs() < 1e-9);
        assert_eq!(clock.usable(), Some(2.5), "a new period");
        let mut clock = SideClock::new(TimeControl {
            move_time: Some(0.1),
            ..TimeControl::default()
        });
        assert!((clock.spend(0.15) - 0.05).abs() < 1e-9);
        assert_eq!(SideClock::new(TimeControl::default()).usable(), None);
    }
}
