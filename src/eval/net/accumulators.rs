//! The units of the positions on the way from the root to a node, kept for their neighbours.

use super::changes::{Changes, Pieces};
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
        let changes = Changes::between::<R>(&before, &pieces);
        self.pieces[ply] = pieces;
        match self.blocks {
            2 => self.change_sized::<R, 2>(net, &changes, near, ply),
            4 => self.change_sized::<R, 4>(net, &changes, near, ply),
            8 => self.change_sized::<R, 8>(net, &changes, near, ply),
            _ => self.change(net, &changes, near, ply),
        }
    }

    /// The units of a ply by those of another one and what differs.
    #[inline]
    fn change_sized<R: Rules, const N: usize>(
        &mut self,
        net: &Net<R>,
        changes: &Changes,
        near: Option<usize>,
        ply: usize,
    ) {
        let (units, _) = self.units.as_chunks_mut::<N>();
        for view in 0..2 {
            let before = match near {
                Some(near) => units[2 * near + view],
                None => net.bias.as_chunks::<N>().0[0],
            };
            units[2 * ply + view] = changes.applied(&net.first, view, before);
        }
    }

    /// The same for any size.
    fn change<R: Rules>(
        &mut self,
        net: &Net<R>,
        changes: &Changes,
        near: Option<usize>,
        ply: usize,
    ) {
        for view in Side::BOTH {
            let to = self.at(ply, view);
            match near {
                Some(near) => {
                    let from = self.at(near, view);
                    self.units.copy_within(from..from + self.blocks, to);
                }
                None => self.units[to..to + self.blocks].copy_from_slice(&net.bias),
            }
            changes.apply(net, view, &mut self.units[to..to + self.blocks]);
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
