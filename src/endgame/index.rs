//! Position ↔ number within a slice.
//!
//! Men come first, each side ranked by its farthest man, so that a man's step leads to a higher
//! block of the same slice and blocks can be solved one by one, from the highest down. Within a
//! block of fixed men the kings are ranked over the squares left. Places of one kind of piece are
//! ranked as combinations in colexicographic order; men of both sides on one square are numbers
//! without a position.

use super::material::Material;
use super::placed::Placed;
use crate::board::{Bitboard, Geometry, Square};
use crate::rules::Rules;
use once_cell::sync::Lazy;
use std::marker::PhantomData;

/// Most pieces of one kind.
const MOST: usize = 6;

/// `CHOOSE[n][k]`: ways to choose `k` of `n`.
pub(super) static CHOOSE: [[u64; MOST + 2]; 51] = choose();

const fn choose() -> [[u64; MOST + 2]; 51] {
    let mut table = [[0; MOST + 2]; 51];
    let mut n = 0;
    while n <= 50 {
        table[n][0] = 1;
        let mut k = 1;
        while k < MOST + 2 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// All sets of `k` numbers below 50 as bits, in colexicographic order: those of fewer numbers
/// come first, so one list serves every `n`.
static SUBSETS: [Lazy<Vec<u64>>; 5] = [
    Lazy::new(|| subsets(0)),
    Lazy::new(|| subsets(1)),
    Lazy::new(|| subsets(2)),
    Lazy::new(|| subsets(3)),
    Lazy::new(|| subsets(4)),
];

fn subsets(k: usize) -> Vec<u64> {
    // The next larger number with as many bits (Gosper, HAKMEM item 175).
    let next = |set: &u64| {
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        (lowest != 0).then(|| ripple | (((set ^ ripple) >> 2) / lowest))
    };
    let first = (1 << k) - 1;
    std::iter::successors(Some(first), next)
        .take_while(|set| set >> 50 == 0)
        .collect()
}

/// The number of a set of numbers among all sets of its size.
#[inline]
fn rank(numbers: impl Iterator<Item = u32>) -> u64 {
    numbers
        .zip(1..)
        .map(|(number, k): (u32, usize)| CHOOSE[number as usize][k])
        .sum()
}

/// The numbering of one slice.
#[derive(Clone, Copy, Debug)]
pub struct Index<R: Rules> {
    material: Material,
    /// Ways to place the men of either side alone.
    men: [u64; 2],
    /// Ways to place the kings of either side once the men stand.
    kings: [u64; 2],
    rules: PhantomData<R>,
}

impl<R: Rules> Index<R> {
    const SQUARES: usize = R::Board::SQUARES as usize;
    const MAN_SQUARES: usize = Self::SQUARES - R::Board::ROW as usize;

    /// The numbering for this material.
    pub fn new(material: Material) -> Self {
        let [own, their] = material.kings.map(usize::from);
        let free = Self::SQUARES - usize::from(material.men[0] + material.men[1]);
        Self {
            material,
            men: material
                .men
                .map(|k| CHOOSE[Self::MAN_SQUARES][usize::from(k)]),
            kings: [CHOOSE[free][own], CHOOSE[free - own][their]],
            rules: PhantomData,
        }
    }

    /// What it numbers.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// Numbers in use, from 0.
    pub const fn size(&self) -> u64 {
        self.blocks() * self.block_size()
    }

    /// Ways to place the men.
    pub const fn blocks(&self) -> u64 {
        self.men[0] * self.men[1]
    }

    /// Positions in a block.
    pub const fn block_size(&self) -> u64 {
        self.kings[0] * self.kings[1]
    }

    /// The block in which the men stand so.
    #[inline]
    pub fn block_of(&self, men: [Bitboard; 2]) -> u64 {
        let last = R::Board::SQUARES - 1;
        let order = |square: Square| R::Board::ORDER[square.index() as usize];
        // The mover's men count from the far end: the lowest bit is the farthest man.
        let (mut own, mut k) = (0, men[0].len() as usize);
        for square in men[0] {
            own += CHOOSE[usize::from(last - order(square))][k];
            k -= 1;
        }
        own * self.men[1] + rank(men[1].map(|square| order(square).into()))
    }

    /// The men of a block, unless two stand on one square.
    pub fn men_of(&self, block: u64) -> Option<[Bitboard; 2]> {
        let last = R::Board::SQUARES - 1;
        let set = |rank: u64, k: u8| SUBSETS[usize::from(k)][rank as usize];
        let square = |order: u8| R::Board::square(order + 1).expect("a square of the board");
        let own = Bitboard(set(block / self.men[1], self.material.men[0]));
        let their = Bitboard(set(block % self.men[1], self.material.men[1]));
        let own: Bitboard = own.map(|bit| square(last - bit.index())).collect();
        let their: Bitboard = their.map(|bit| square(bit.index())).collect();
        own.is_disjoint(their).then_some([own, their])
    }

    /// The number of a position with this material.
    #[inline]
    pub fn of(&self, placed: &Placed<R>) -> u64 {
        let men = placed.men[0] | placed.men[1];
        self.block_of(placed.men) * self.block_size() + self.kings_of(men, placed.kings)
    }

    /// The number of the kings' places within a block with men on these squares.
    #[inline]
    pub(super) fn kings_of(&self, men: Bitboard, [own, their]: [Bitboard; 2]) -> u64 {
        place::<R>(own, men) * self.kings[1] + place::<R>(their, men | own)
    }

    /// The kings' places with this number.
    #[inline]
    pub(super) fn kings_at(&self, free: &[Square], number: u64) -> [Bitboard; 2] {
        let set = |rank: u64, k: u8| Bitboard(SUBSETS[usize::from(k)][rank as usize]);
        let own = set(number / self.kings[1], self.material.kings[0]);
        let their = set(number % self.kings[1], self.material.kings[1]);
        let mut kings = [Bitboard::EMPTY; 2];
        for bit in own {
            kings[0] |= free[usize::from(bit.index())].into();
        }
        for bit in their {
            let mut at = bit.index();
            for taken in own {
                at += u8::from(at >= taken.index());
            }
            kings[1] |= free[usize::from(at)].into();
        }
        kings
    }

    /// The positions with these numbers, those without one left out.
    pub fn range(&self, from: u64, to: u64) -> impl Iterator<Item = (u64, Placed<R>)> {
        let size = self.block_size();
        let blocks = from / size..to.div_ceil(size);
        blocks.flat_map(move |block| {
            let men = self.men_of(block);
            let free: Vec<Square> = men
                .map(|men| (R::Board::BOARD - men[0] - men[1]).collect())
                .unwrap_or_default();
            let numbers = from.max(block * size)..to.min((block + 1) * size);
            numbers.filter_map(move |number| {
                let men = men?;
                Some((
                    number,
                    Placed::new(men, self.kings_at(&free, number % size)),
                ))
            })
        })
    }

    /// The position with this number, if there is one.
    pub fn placed(&self, number: u64) -> Option<Placed<R>> {
        let men = self.men_of(number / self.block_size())?;
        let free: Vec<Square> = (R::Board::BOARD - men[0] - men[1]).collect();
        Some(Placed::new(
            men,
            self.kings_at(&free, number % self.block_size()),
        ))
    }
}

/// The number of a set among those of its size on the squares not taken.
#[inline]
fn place<R: Rules>(set: Bitboard, taken: Bitboard) -> u64 {
    let number = |square: Square| {
        let below = taken & Bitboard((1 << square.index()) - 1);
        u32::from(R::Board::ORDER[square.index() as usize]) - below.len()
    };
    rank(set.map(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Brazilian, International};

    fn check<R: Rules>(pieces: u8, step: u64) -> u64 {
        let mut positions = 0;
        let both = |material: Material| [material, material.swapped()];
        for material in Material::all(pieces).into_iter().flat_map(both) {
            let index = Index::<R>::new(material);
            for number in (0..index.size()).step_by(step as usize) {
                if let Some(placed) = index.placed(number) {
                    assert_eq!(Material::of(&placed), material);
                    assert_eq!(index.of(&placed), number, "{material}");
                    let is_counted =
                        material == material.leading() || material != material.swapped();
                    positions += u64::from(is_counted);
                }
            }
        }
        positions
    }

    #[test]
    fn numbers_and_positions_match_and_positions_are_as_many_as_computed_elsewhere() {
        assert_eq!(
            check::<International>(2, 1),
            8_845 + duplicates::<International>(2)
        );
        assert_eq!(check::<Brazilian>(2, 1), 3_488 + duplicates::<Brazilian>(2));
        check::<International>(4, 9_973);
        check::<Brazilian>(5, 99_991);
    }

    /// Slices that are their own counterpart come up twice in the loop above.
    fn duplicates<R: Rules>(pieces: u8) -> u64 {
        let same = Material::all(pieces)
            .into_iter()
            .filter(|m| *m == m.swapped());
        same.map(|m| {
            let index = Index::<R>::new(m);
            (0..index.size())
                .filter(|number| index.placed(*number).is_some())
                .count() as u64
        })
        .sum()
    }
}
