//! From a clock to a budget: pure arithmetic, no clock is read here.

use super::limits::{Clock, Limits};
use std::time::Duration;

/// Time for one move. `soft` is the aim, checked between iterations; `hard` is never passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Start no further iteration after this, give or take the stability of the best move.
    pub soft: Duration,
    /// Stop in the middle of anything.
    pub hard: Duration,
}

/// How a budget is made.
#[derive(Clone, Copy, Debug)]
pub struct Planning {
    /// Time lost per move between engine and clock.
    pub overhead: Duration,
    /// Does the engine also think on the opponent's time?
    pub ponders: bool,
}

/// No budget is larger: a hundred days.
const FOREVER: Duration = Duration::from_secs(8_640_000);

/// The budget of a search with `pieces` on the board, if time limits it at all.
///
/// A game clock is divided by the number of moves still expected (30 with a full board, 14 near
/// the end, or what the control says if less), after the overhead of the moves to come is kept
/// back; most of an increment is spent, as it comes back. Both parts never exceed what is left.
pub fn budget(limits: &Limits, pieces: u32, planning: Planning) -> Option<Budget> {
    let fixed = limits.move_time.map(|time| {
        let time = time
            .min(FOREVER)
            .saturating_sub(planning.overhead.min(time / 20));
        Budget {
            soft: time,
            hard: time,
        }
    });
    let shared = limits.clock.map(|clock| share(clock, pieces, planning));
    match (fixed, shared) {
        (Some(a), Some(b)) => Some(Budget {
            soft: a.soft.min(b.soft),
            hard: a.hard.min(b.hard),
        }),
        (a, b) => a.or(b),
    }
}

fn share(clock: Clock, pieces: u32, planning: Planning) -> Budget {
    let expected = 10 + pieces.min(40) / 2;
    let moves = clock
        .moves
        .map_or(expected, |moves| moves.clamp(1, expected));
    let remaining = clock.remaining.min(FOREVER);
    let increment = clock.increment.min(FOREVER);
    // Nothing may touch the last bit of the clock: the answer still has to travel.
    let last = planning.overhead.max(remaining / 20);
    let usable = remaining.saturating_sub(last);
    if moves == 1 {
        return Budget {
            soft: usable.mul_f64(0.8),
            hard: usable,
        };
    }
    // In sudden death a move costs the way to the GUI even when nothing is thought: keep that
    // back for a game much longer than expected. What comes back as increment need not be, but
    // then the clock would hover just above nothing, where one busy moment of the machine is fatal.
    let to_come = if clock.moves.is_none() {
        40
    } else {
        moves.min(20)
    };
    let cost = planning.overhead.saturating_sub(increment);
    let kept_back = (cost * to_come)
        .max(planning.overhead * 4)
        .min(remaining.mul_f64(0.92));
    let spendable = usable.saturating_sub(kept_back);
    let bonus = if planning.ponders { 1.2 } else { 1.0 };
    let share = spendable / moves + increment.min(spendable).mul_f64(0.8);
    let soft = share.mul_f64(bonus).min(spendable.mul_f64(0.7));
    let hard = (soft * 4).min(spendable.mul_f64(0.8));
    Budget { soft, hard }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: Planning = Planning {
        overhead: Duration::from_millis(10),
        ponders: false,
    };

    fn clock(remaining: f64, increment: f64, moves: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_secs_f64(remaining),
            increment: Duration::from_secs_f64(increment),
            moves,
        };
        budget(
            &Limits {
                clock: Some(clock),
                ..Limits::default()
            },
            40,
            PLAN,
        )
        .unwrap()
    }

    #[test]
    fn nothing_is_spent_that_is_not_there() {
        for remaining in [0.0, 1e-6, 0.003, 0.02, 0.3, 1.0, 60.0, 7200.0, 1e9] {
            for increment in [0.0, 0.02, 1.0, 1e9] {
                for moves in [None, Some(0), Some(1), Some(2), Some(75), Some(u32::MAX)] {
                    let budget = clock(remaining, increment, moves);
                    assert!(budget.soft <= budget.hard);
                    let spared = (remaining * 0.04).min(1e6);
                    assert!(
                        budget.hard.as_secs_f64() <= remaining - spared,
                        "{remaining} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn sudden_death_lasts_for_a_long_game() {
        // What a move takes at least, the way to the GUI and back included: on a busy machine and
        // on a quiet one. The longest game of a thousand had 206 moves.
        for (least, moves_at_least) in [(0.003, 160), (0.001_5, 240)] {
            let (mut left, mut moves) = (1.0, 0);
            while left > 0.006 {
                let clock = Clock {
                    remaining: Duration::from_secs_f64(left),
                    increment: Duration::ZERO,
                    moves: None,
                };
                let pieces = 40 - moves.min(34);
                let limits = Limits {
                    clock: Some(clock),
                    ..Limits::default()
                };
                let soft = budget(&limits, pieces, PLAN).unwrap().soft.as_secs_f64();
                left -= soft + least;
                moves += 1;
            }
            assert!(moves > moves_at_least, "{least}: {moves}");
        }
    }

    #[test]
    fn increments_leave_something_on_the_clock() {
        let mut left = 0.2;
        for _ in 0..300 {
            let budget = clock(left + 0.02, 0.02, None);
            // Every move takes as long as it may at most, and half a millisecond of the way.
            left += 0.02 - budget.hard.as_secs_f64() - 0.0005;
            assert!(left > 0.02, "{left}");
        }
        assert!(left < 0.1, "{left}");
    }

    #[test]
    fn increments_are_used_and_the_first_limit_counts() {
        let with = clock(10.0, 1.0, None).soft;
        let without = clock(10.0, 0.0, None).soft;
        assert!(
            with > without + Duration::from_millis(600),
            "{with:?} {without:?}"
        );
        let both = Limits {
            move_time: Some(Duration::from_millis(50)),
            clock: Some(Clock {
                remaining: Duration::from_secs(100),
                increment: Duration::ZERO,
                moves: None,
            }),
            ..Limits::default()
        };
        assert!(budget(&both, 40, PLAN).unwrap().hard <= Duration::from_millis(50));
        assert_eq!(budget(&Limits::default(), 40, PLAN), None);
    }
}
