//! The values of one slice in memory, and all slices found so far.

use super::MAX_PIECES;
use super::index::Index;
use super::material::Material;
use super::placed::Placed;
use super::value::Value;
use crate::game::Bound;
use crate::rules::Rules;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// All positions of one material with one side to move.
#[derive(Debug)]
pub struct Slice<R: Rules> {
    /// The numbering.
    pub index: Index<R>,
    /// The rule that bounds play.
    pub bound: Bound,
    cells: Cells,
}

#[derive(Debug)]
enum Cells {
    /// A byte a position.
    Bytes(Box<[AtomicU8]>),
    /// Two bits a position, four to the byte, lowest first: win, draw, loss without distance.
    Outcomes(Box<[u8]>),
}

impl<R: Rules> Slice<R> {
    /// A slice of draws to be filled in.
    pub fn new(material: Material) -> Self {
        let index = Index::new(material);
        let bytes = bytemuck::allocation::zeroed_slice_box(index.size() as usize);
        Self {
            index,
            bound: material.bound::<R>(),
            cells: Cells::Bytes(bytes),
        }
    }

    /// The value of the position with this number.
    #[inline]
    pub fn get(&self, number: u64) -> Value {
        let at = number as usize;
        match &self.cells {
            Cells::Bytes(bytes) => Value::from_byte(bytes[at].load(Relaxed)),
            Cells::Outcomes(packed) => match packed[at / 4] >> (at % 4 * 2) & 3 {
                0 => Value::Draw,
                1 => Value::Loss(1),
                _ => Value::Win(1),
            },
        }
    }

    /// Writes the value of a position, in a slice with distances.
    pub(super) fn set(&self, number: u64, value: Value) {
        self.bytes()[number as usize].store(value.to_byte(), Relaxed);
    }

    /// Does it have distances?
    pub const fn has_distances(&self) -> bool {
        matches!(self.cells, Cells::Bytes(_))
    }

    /// The bytes of a slice with distances.
    #[inline]
    pub(super) fn bytes(&self) -> &[AtomicU8] {
        match &self.cells {
            Cells::Bytes(bytes) => bytes,
            Cells::Outcomes(_) => &[],
        }
    }

    /// Gives up the distances for a quarter of the memory.
    pub fn pack(&mut self) {
        let outcome = |value: Value| match value {
            Value::Draw => 0,
            Value::Loss(_) => 1,
            Value::Win(_) => 2,
        };
        let four = |cells: &[AtomicU8]| {
            let bits = cells
                .iter()
                .zip(0..)
                .map(|(cell, at)| outcome(Value::from_byte(cell.load(Relaxed))) << (2 * at));
            bits.sum()
        };
        self.cells = Cells::Outcomes(self.bytes().chunks(4).map(four).collect());
    }
}

/// Slices by material.
#[derive(Debug)]
pub struct Slices<R: Rules>(Box<[Option<Slice<R>>]>);

impl<R: Rules> Slices<R> {
    /// None yet.
    pub fn new() -> Self {
        Self((0..Self::PLACES).map(|_| None).collect())
    }

    const STEP: usize = MAX_PIECES as usize + 1;
    pub(super) const PLACES: usize = Self::STEP.pow(4);

    #[inline]
    pub(super) fn place(material: Material) -> usize {
        let Material { men, kings } = material;
        let counts = [men[0], men[1], kings[0], kings[1]];
        counts
            .iter()
            .fold(0, |place, count| place * Self::STEP + usize::from(*count))
    }

    /// The slice of a material.
    #[inline]
    pub fn get(&self, material: Material) -> Option<&Slice<R>> {
        self.0.get(Self::place(material))?.as_ref()
    }

    /// Puts a slice in its place.
    pub fn insert(&mut self, slice: Slice<R>) {
        let place = Self::place(slice.index.material());
        self.0[place] = Some(slice);
    }

    /// The slice of a material, to change.
    pub fn get_mut(&mut self, material: Material) -> Option<&mut Slice<R>> {
        self.0.get_mut(Self::place(material))?.as_mut()
    }

    /// The value for the mover with nothing counted yet, and the rule it is bounded by; a mover
    /// without pieces has lost. None if there is no such slice.
    #[inline]
    pub fn value(&self, placed: &Placed<R>) -> Option<(Value, Option<Bound>)> {
        let material = Material::of(placed);
        if material.men[0] + material.kings[0] == 0 {
            return Some((Value::Loss(0), None));
        }
        let slice = self.get(material)?;
        Some((slice.get(slice.index.of(placed)), Some(slice.bound)))
    }
}

impl<R: Rules> Default for Slices<R> {
    fn default() -> Self {
        Self::new()
    }
}
