//! The `level` command: limits that add up over several lines until the next search.

use super::line::Argument;
use crate::notation::excerpt;
use crate::search::{Clock, Limits, Mode};
use std::time::Duration;

/// What the lines said so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<f64>,
    moves: Option<u32>,
    time: Option<f64>,
    increment: Option<f64>,
}

/// Longest time believed, in seconds.
const LONGEST: f64 = 1e9;

impl Level {
    /// This level with the arguments of one more line; unknown ones mean nothing.
    pub(super) fn with(mut self, arguments: &[Argument]) -> Result<Self, String> {
        for Argument { name, value } in arguments {
            match name.as_str() {
                // Negative limits are ignored, zero means the least there is.
                "depth" => self.depth = count(name, value)?.map(small).or(self.depth),
                "nodes" => self.nodes = count(name, value)?.or(self.nodes),
                "moves" => self.moves = count(name, value)?.map(small).filter(|&moves| moves > 0),
                "move-time" => self.move_time = Some(number(name, value)?),
                "time" => self.time = Some(number(name, value)?),
                "inc" => self.increment = Some(number(name, value)?),
                // `infinite` is what no limit at all means; beside a limit it changes nothing.
                _ => {}
            }
        }
        Ok(self)
    }

    /// As the search takes it. The increment counts before the move.
    pub(super) fn limits(self, mode: Mode) -> Limits {
        let clock = (self.time.is_some() || self.increment.is_some()).then(|| {
            let increment = seconds(self.increment.unwrap_or(0.0));
            let left = self.time.unwrap_or(0.0) + self.increment.unwrap_or(0.0);
            Clock {
                remaining: seconds(left),
                increment,
                moves: self.moves,
            }
        });
        Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            move_time: self.move_time.map(seconds),
            clock,
            mode,
            more_lines: 0,
        }
    }
}

fn small(count: u64) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

fn seconds(value: f64) -> Duration {
    Duration::from_secs_f64(value.clamp(0.0, LONGEST))
}

/// A number as clients print it: decimal comma, exponents, any size; but not `nan`.
fn number(name: &str, value: &str) -> Result<f64, String> {
    let number = value
        .replace(',', ".")
        .parse::<f64>()
        .ok()
        .filter(|number| !number.is_nan());
    number.ok_or_else(|| {
        format!(
            "bad level: {name} is {:?}; expected a number",
            excerpt(value)
        )
    })
}

/// A whole number, cut to what fits; nothing when it is negative.
fn count(name: &str, value: &str) -> Result<Option<u64>, String> {
    let value = number(name, value)?;
    // The conversion saturates.
    Ok((value >= 0.0).then_some(value as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::line::arguments;

    fn level(lines: &[&str]) -> Result<Limits, String> {
        let mut level = Level::default();
        for line in lines {
            level = level.with(&arguments(line).unwrap())?;
        }
        Ok(level.limits(Mode::Think))
    }

    #[test]
    fn forms_and_mixes() {
        let limits = level(&["depth=6 nodes=120", "move-time=0,05", "handicap=2 ply=7"]).unwrap();
        assert_eq!((limits.depth, limits.nodes), (Some(6), Some(120)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(50)));
        let clock = level(&["time=-0.9 inc=1.0"]).unwrap().clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs_f64(1.0 - 0.9));
        let clock = level(&["moves=75 time=180,000"]).unwrap().clock.unwrap();
        assert_eq!(
            (clock.remaining, clock.moves),
            (Duration::from_secs(180), Some(75))
        );
        assert_eq!(
            level(&["moves=0 time=1"]).unwrap().clock.unwrap().moves,
            None
        );
        assert!(level(&["infinite"]).unwrap().is_endless());
        assert!(level(&[]).unwrap().is_endless());
    }

    #[test]
    fn extreme_and_impossible_numbers() {
        let limits = level(&["depth=0 nodes=0 move-time=-3 time=1e-05"]).unwrap();
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        assert_eq!(limits.move_time, Some(Duration::ZERO));
        let huge = "99999999999999999999999";
        let limits = level(&[&format!(
            "depth={huge} nodes={huge} move-time=1e999 moves={huge}"
        )])
        .unwrap();
        assert_eq!(
            (limits.depth, limits.nodes),
            (Some(u32::MAX), Some(u64::MAX))
        );
        assert_eq!(
            level(&["move-time=-inf"]).unwrap().move_time,
            Some(Duration::ZERO)
        );
        assert_eq!(level(&["nodes=inf"]).unwrap().nodes, Some(u64::MAX));
        assert_eq!(level(&["depth=7", "depth=-1"]).unwrap().depth, Some(7));
        for bad in [
            "depth",
            "depth=abc",
            "time=nan",
            "move-time=1.2.3",
            "inc=--1",
        ] {
            assert!(level(&[bad]).is_err(), "{bad}");
        }
    }
}
