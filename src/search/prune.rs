//! Clear cases: nodes so far above beta or below alpha that a shallow look is enough.

use super::node::Outlook;
use super::window::Window;
use super::worker::{State, Stopped, Worker};
use crate::rules::Rules;
use crate::score::Score;

impl<R: Rules> Worker<'_, R> {
    /// The score of a clear case.
    pub(super) fn prune(
        &mut self,
        state: &State<R>,
        ply: usize,
        depth: i32,
        window: Window,
        outlook: &Outlook,
    ) -> Result<Option<Score>, Stopped> {
        let Some(evaluation) = outlook.evaluation else {
            return Ok(None);
        };
        if outlook.asked.is_open() || window.beta.is_decided() {
            return Ok(None);
        }
        let tuning = self.tuning;
        let is_safe = !outlook.is_threatened && !evaluation.is_decided();
        if is_safe && depth <= tuning.reverse_futility_depth {
            let plies = (depth - i32::from(outlook.is_improving)).max(1);
            let lowered = evaluation - tuning.reverse_futility * plies;
            if lowered >= window.beta {
                return Ok(Some(lowered));
            }
        }
        if depth >= tuning.probcut_depth && evaluation >= window.beta {
            let margin = tuning.probcut * depth;
            let raised = window.beta + margin;
            let shallow = depth * tuning.probcut_percent / 100;
            let score = self.node(state, ply, shallow, Window::below(raised))?;
            if score >= raised && !score.is_decided() {
                return Ok(Some(score - margin));
            }
        }
        Ok(None)
    }

    /// How many moves are worth a look. Later ones are left out but for those that promote a man
    /// or offer something to take: that is how combinations begin.
    #[inline]
    pub(super) fn least_moves(
        &self,
        state: &State<R>,
        depth: i32,
        window: Window,
        outlook: &Outlook,
    ) -> i32 {
        let tuning = self.tuning;
        let deepest = tuning.late_moves_depth.max(tuning.futility_depth);
        if depth > deepest || outlook.asked.is_open() || outlook.is_threatened {
            return i32::MAX;
        }
        let is_ending = state.position.occupied().len() < tuning.late_pieces as u32;
        let Some(evaluation) = outlook.evaluation.filter(|_| !is_ending) else {
            return i32::MAX;
        };
        let is_futile = depth <= tuning.futility_depth
            && evaluation + tuning.futility * depth <= window.alpha
            && !window.alpha.is_decided();
        if is_futile {
            1
        } else if depth <= tuning.late_moves_depth {
            tuning.late_moves + depth * depth - 1
        } else {
            i32::MAX
        }
    }
}
