//! The units of the positions on the way from the root to a node, kept for their neighbours.

use super::changes::Pieces;
use super::inference::{Block, Net};
use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

/// For each ply the units of the last position that was valued there, with its pieces.
///
/// A position's units are made, when first asked for, from the nearest of these: the parent's or
/// grandparent's, those of a sibling at the same ply, or the bare biases, which are the units of
/// an empty board. What differs is seen by comparing pieces, so nothing has to be undone when the
/// search goes back, no matter which plies it left out, and a position can never be given the
/// units of another.
#[derive(Debug, Default)]
pub struct Accumulators {
    pieces: Vec<Pieces>,
    /// White's view, then Black's, for each ply.
    units: Vec<Block>,
    /// Blocks of a view.
    blocks: usize,
}

impl Accumulators {
    /// None yet, in no memory.
    pub const fn new() -> Self {
        Self {
            pieces: Vec::new(),
            units: Vec::new(),
            blocks: 0,
        }
    }

    /// Room for so many plies of searches with this net, each as on an empty board.
    pub(in crate::eval) fn prepare<R: Rules>(&mut self, net: &Net<R>, plies: usize) {
        self.blocks = net.blocks;
        self.pieces.clear();
        self.pieces.resize(plies, Pieces::default());
        self.units.clear();
        for _ in 0..2 * plies {
            self.units.extend_from_slice(&net.bias);
        }
    }

    /// Sees to it that this ply has the units of this position.
    #[inline]
    pub(super) fn reach<R: Rules>(&mut self, net: &Net<R>, position: &Position<R>, ply: usize) {
        let pieces = Pieces::of(position);
        let distance = |ply: usize| self.pieces[ply].distance(&pieces);
        // A parent a step away is as near as there is; then come a brother and the grandparent.
        let mut nearest = ply.saturating_sub(1);
        let mut least = distance(nearest);
        if least > 2 {
            for other in [ply, ply.saturating_sub(2)] {
                let distance = distance(other);
                if distance < least {
                    (nearest, least) = (other, distance);
                }
            }
        }
        // The bare biases are an empty board's.
        let near = (position.occupied().len() >= least).then_some(nearest);
        let before = near.map_or(Pieces::default(), |near| self.pieces[near]);
        self.pieces[ply] = pieces;
        let step = Step {
            near,
            before,
            after: pieces,
            ply,
        };
        match self.blocks {
            2 => self.change::<R, 2>(net, &step),
            4 => self.change::<R, 4>(net, &step),
            _ => self.change::<R, 1>(net, &step),
        }
    }

    /// The units of a ply by those of another one and what differs, `N` blocks at a time: as many
    /// as stay in registers.
    #[inline(always)]
    fn change<R: Rules, const N: usize>(&mut self, net: &Net<R>, step: &Step) {
        let blocks = net.blocks;
        for view in Side::BOTH {
            let to = self.at(step.ply, view);
            for at in (0..blocks).step_by(N) {
                let before = match step.near {
                    Some(near) => &self.units[self.at(near, view) + at..][..N],
                    None => &net.bias[at..][..N],
                };
                let units: [Block; N] = std::array::from_fn(|i| before[i]);
                let weights = (net.first.as_slice(), blocks, at);
                let after = (step.after).change::<R, N>(&step.before, view, weights, units);
                self.units[to + at..][..N].copy_from_slice(&after);
            }
        }
    }

    #[inline]
    fn at(&self, ply: usize, view: Side) -> usize {
        (2 * ply + view.index()) * self.blocks
    }

    /// The units of a view at this ply.
    #[inline]
    pub(super) fn view(&self, ply: usize, view: Side) -> &[Block] {
        let at = self.at(ply, view);
        &self.units[at..at + self.blocks]
    }
}

/// From which ply's pieces, if any, to those of which ply.
struct Step {
    near: Option<usize>,
    before: Pieces,
    after: Pieces,
    ply: usize,
}
