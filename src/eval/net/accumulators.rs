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
        let (mut nearest, mut least) = (ply, self.pieces[ply].distance(&pieces));
        for before in 1..=ply.min(2) {
            let distance = self.pieces[ply - before].distance(&pieces);
            if distance < least {
                (nearest, least) = (ply - before, distance);
            }
        }
        if position.occupied().len() < least {
            for view in Side::BOTH {
                let at = self.at(ply, view);
                self.units[at..at + net.blocks].copy_from_slice(&net.bias);
            }
            self.pieces[ply] = Pieces::default();
            nearest = ply;
        } else if nearest != ply {
            let from = self.at(nearest, Side::White);
            let to = self.at(ply, Side::White);
            self.units.copy_within(from..from + 2 * self.blocks, to);
        }
        if least > 0 {
            let changes = Changes::between::<R>(&self.pieces[nearest], &pieces);
            for view in Side::BOTH {
                let at = self.at(ply, view);
                changes.apply(net, view, &mut self.units[at..at + net.blocks]);
            }
        }
        self.pieces[ply] = pieces;
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
