//! Late moves: less deep, and again in full if they turn out better than what is known.

use super::node::Outlook;
use super::window::Window;
use super::worker::{Found, State, Worker};
use crate::position::Move;
use crate::rules::Rules;

impl<R: Rules> Worker<'_, R> {
    /// A move after the first: is it better than what is known? First at reduced depth, then
    /// in full, then with the window open.
    pub(super) fn late(
        &mut self,
        next: &State<R>,
        ply: usize,
        depth: i32,
        reduction: i32,
        window: Window,
    ) -> Found {
        let alpha = Window::above(window.alpha).turned();
        let mut found = self.node(next, ply + 1, depth - reduction, alpha)?;
        if reduction > 0 && -found > window.alpha {
            found = self.node(next, ply + 1, depth, alpha)?;
        }
        if -found > window.alpha && -found < window.beta {
            found = self.node(next, ply + 1, depth, window.turned())?;
        }
        Ok(found)
    }

    /// Plies by which a late move is searched less deeply.
    #[inline]
    pub(super) fn reduction(
        &self,
        state: &State<R>,
        mv: Move,
        depth: i32,
        number: i32,
        outlook: &Outlook,
    ) -> i32 {
        let tuning = self.tuning;
        if depth < tuning.reduction_depth || mv.is_capture() || mv.is_promotion() {
            return 0;
        }
        let mut plies = self.reductions.plies(depth, number);
        let history = self.history.score(state.position.side(), mv);
        // Mostly less than a ply, and divisions are slow.
        if history.abs() >= tuning.reduction_history {
            plies -= history / tuning.reduction_history;
        }
        plies -= i32::from(outlook.asked.is_open()) + i32::from(outlook.is_threatened);
        plies += i32::from(!outlook.is_improving);
        plies.clamp(0, depth - 1)
    }
}

/// Depths and move numbers beyond this are taken for this.
const LARGEST: usize = 64;

/// Plies of reduction by depth and move number.
pub(super) struct Reductions {
    divisor: i32,
    table: Box<[[u8; LARGEST]; LARGEST]>,
}

impl Reductions {
    /// log2(depth) * log2(number), both in sixteenths, over a divisor.
    pub(super) fn new(divisor: i32) -> Self {
        let mut table: Box<[[u8; LARGEST]; LARGEST]> = bytemuck::allocation::zeroed_box();
        for (depth, row) in table.iter_mut().enumerate() {
            for (number, plies) in row.iter_mut().enumerate() {
                let product = log2_16(depth as i32) * log2_16(number as i32);
                *plies = (product / divisor).min(255) as u8;
            }
        }
        Self { divisor, table }
    }

    /// Makes it fit another divisor.
    pub(super) fn prepare(&mut self, divisor: i32) {
        if self.divisor != divisor {
            *self = Self::new(divisor);
        }
    }

    #[inline]
    fn plies(&self, depth: i32, number: i32) -> i32 {
        let place = |number: i32| (number as usize).min(LARGEST - 1);
        self.table[place(depth)][place(number)].into()
    }
}

/// log2 in sixteenths, linear between powers of two: the same on every machine.
fn log2_16(value: i32) -> i32 {
    let value = value.max(1);
    let whole = value.ilog2();
    whole as i32 * 16 + ((value << 4 >> whole) & 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_in_sixteenths() {
        assert_eq!(
            [1, 2, 3, 4, 6, 8, 64].map(log2_16),
            [0, 16, 24, 32, 40, 48, 96]
        );
    }
}
