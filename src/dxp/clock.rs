//! Both sides' clocks, kept by arrival: what a move message says about time is not used.

use super::message::Request;
use crate::board::Side;
use crate::search::Clock;
use std::time::Duration;

/// What each side has used so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    period: Duration,
    /// Moves of a period; `None` = one period for the whole game.
    moves: Option<u32>,
    used: [Duration; 2],
}

impl Clocks {
    pub(super) fn new(request: &Request) -> Self {
        Self {
            period: request.minutes.duration(),
            moves: (request.moves > 0).then_some(request.moves.into()),
            used: [Duration::ZERO; 2],
        }
    }

    /// Counts time for a move. Moves taken back keep their time.
    pub(super) fn charge(&mut self, side: Side, used: Duration) {
        self.used[side.index()] += used;
    }

    /// The clock of a side that has made so many moves and is to move.
    pub(super) fn before_move(&self, side: Side, made: u32) -> Clock {
        let periods = self.moves.map_or(1, |moves| 1 + made / moves);
        let granted = self.period.saturating_mul(periods);
        Clock {
            remaining: granted.saturating_sub(self.used[side.index()]),
            increment: Duration::ZERO,
            moves: self.moves.map(|moves| moves - made % moves),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dxp::Minutes;

    #[test]
    fn a_period_ends_with_its_moves() {
        let mut request = Request {
            name: String::new(),
            follower: Side::Black,
            minutes: Minutes::new(1.0).unwrap(),
            moves: 10,
            start: None,
        };
        let mut clocks = Clocks::new(&request);
        clocks.charge(Side::White, Duration::from_secs(50));
        let clock = clocks.before_move(Side::White, 9);
        assert_eq!((clock.remaining.as_secs(), clock.moves), (10, Some(1)));
        let clock = clocks.before_move(Side::White, 10);
        assert_eq!((clock.remaining.as_secs(), clock.moves), (70, Some(10)));
        let other = clocks.before_move(Side::Black, 0);
        assert_eq!(other.remaining.as_secs(), 60);
        request.moves = 0;
        let mut clocks = Clocks::new(&request);
        clocks.charge(Side::Black, Duration::from_secs(100));
        let clock = clocks.before_move(Side::Black, 99);
        assert_eq!((clock.remaining, clock.moves), (Duration::ZERO, None));
    }
}
