//! Builds slices in an order in which everything a slice needs is there.

use super::material::Material;
use super::slice::{Slice, Slices};
use super::solve::Solver;
use super::verify::{Wrong, verify};
use crate::board::{Bitboard, Geometry};
use crate::rules::Rules;
use rayon::prelude::*;

/// What a builder tells while it works.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// So many more positions are solved.
    Solved(u64),
    /// So many more positions are checked.
    Checked(u64),
}

/// A pair of slices that is done.
#[derive(Clone, Debug)]
pub struct Built {
    /// Its materials: one if both sides have the same.
    pub materials: Vec<Material>,
    /// Wins, draws and losses for the mover of each.
    pub counts: Vec<[u64; 3]>,
}

/// The slices a leading material stands for.
pub(super) fn pair(material: Material) -> Vec<Material> {
    let swapped = material.swapped();
    if swapped == material {
        vec![material]
    } else {
        vec![material, swapped]
    }
}

/// Solves a material with either side to move, checks it and adds it to the known ones.
pub fn build<R: Rules>(
    known: &mut Slices<R>,
    material: Material,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<Built, Wrong> {
    let materials = pair(material);
    let slices: Vec<Slice<R>> = materials.iter().map(|m| Slice::new(*m)).collect();
    let last = slices.len() - 1;
    let solver = Solver {
        known,
        pair: [&slices[0], &slices[last]],
        bound: slices[0].bound,
    };
    for level in levels(&slices[0], last == 0) {
        let positions = level.len() as u64 * slices[0].index.block_size();
        level.into_par_iter().for_each(|men| solver.solve(men));
        tell(Event::Solved(positions * 2));
    }
    for slice in slices {
        known.insert(slice);
    }
    let mut counts = Vec::new();
    for material in &materials {
        let slice = known.get(*material).expect("put in just now");
        counts.push(verify(known, slice)?);
        tell(Event::Checked(slice.index.size()));
    }
    Ok(Built { materials, counts })
}

/// The men of all blocks, those first whose men are farthest: a step of a man leads from a level
/// to the one before. Of a block and its counterpart in the same slice, only one.
fn levels<R: Rules>(slice: &Slice<R>, is_own_counterpart: bool) -> Vec<Vec<[Bitboard; 2]>> {
    let rows = usize::from(R::Board::WIDTH);
    let mut levels = vec![Vec::new(); rows * usize::from(super::MAX_PIECES) + 1];
    for block in 0..slice.index.blocks() {
        let Some(men) = slice.index.men_of(block) else {
            continue;
        };
        let turned = [R::Board::turned(men[1]), R::Board::turned(men[0])];
        if is_own_counterpart && slice.index.block_of(turned) < block {
            continue;
        }
        let steps = |set: Bitboard| -> usize {
            let on_row = |(row, squares): (usize, &Bitboard)| row * (set & *squares).len() as usize;
            R::Board::ROWS.iter().enumerate().map(on_row).sum()
        };
        // How far the men still have to go: rows above the mover's men, below the opponent's.
        let to_go = steps(men[0]) + steps(turned[0]);
        levels[to_go].push(men);
    }
    levels
}
