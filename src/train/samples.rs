//! Positions as a net is trained on them: which inputs are on, what skips the units, and what
//! the game and the search said. About 65 bytes a position.

use crate::eval::drawish_divisor;
use crate::eval::net::{PLANES, SKIPS, Scaling, active_inputs, head, skip_features};
use crate::position::Position;
use crate::rules::Rules;
use std::ops::Range;

/// One position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Where its inputs begin in the list of all.
    begin: usize,
    /// Number of pieces, and so of inputs.
    pieces: u8,
    /// The head that values it.
    pub head: u8,
    /// Half points the mover made in the game: 0, 1 or 2.
    pub points: u8,
    /// What the search said, in centi-men.
    pub score: i16,
    /// What the engine divides a score of the net by when the mover is ahead, and when the
    /// opponent is.
    pub divisors: [u8; 2],
    /// The class of its material when the mover is ahead, and when the opponent is.
    classes: [u8; 2],
    /// The features that skip the units.
    pub skips: [i16; SKIPS],
}

impl Sample {
    /// What a net's output is divided by: more than 1 where the material does not win.
    #[inline]
    pub fn divisor(&self, output: f32) -> f32 {
        f32::from(self.divisors[usize::from(output < 0.0)])
    }

    /// The class of its material, whoever the output says is ahead.
    pub fn class(&self, output: f32) -> usize {
        self.classes[usize::from(output < 0.0)].into()
    }
}

/// Many of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Samples {
    /// Inputs of the mover's view. At most 200 there are, so a byte holds one.
    inputs: Vec<u8>,
    list: Vec<Sample>,
}

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them.
    pub fn list(&self) -> &[Sample] {
        &self.list
    }

    /// The inputs that are on in the mover's view. [`turned`] makes the opponent's of them.
    pub fn inputs(&self, sample: &Sample) -> &[u8] {
        &self.inputs[sample.begin..sample.begin + usize::from(sample.pieces)]
    }

    /// Adds a position with the mover's half points (0 to 2) and the score of its search.
    pub fn push<R: Rules>(&mut self, position: &Position<R>, points: u8, score: i16) {
        let begin = self.inputs.len();
        let inputs = active_inputs(position, position.side());
        self.inputs.extend(inputs.map(|input| input as u8));
        self.list.push(Sample {
            begin,
            pieces: (self.inputs.len() - begin) as u8,
            head: head::<R>(position.occupied().len()) as u8,
            points,
            score,
            divisors: [position.side(), !position.side()]
                .map(|ahead| drawish_divisor(position, ahead) as u8),
            classes: [position.side(), !position.side()]
                .map(|ahead| Scaling::class(position, ahead) as u8),
            skips: skip_features(position).map(|value| value as i16),
        });
    }

    /// Adds a part of others.
    pub fn extend(&mut self, others: &Self, part: Range<usize>) {
        for sample in &others.list[part] {
            let begin = self.inputs.len();
            self.inputs.extend(others.inputs(sample));
            self.list.push(Sample { begin, ..*sample });
        }
    }

    /// Mixes all that was learnt from into a checksum.
    pub(super) fn hash(&self, hasher: &mut crc32fast::Hasher) {
        hasher.update(&self.inputs);
        for sample in &self.list {
            let [low, high] = sample.score.to_le_bytes();
            hasher.update(&[sample.pieces, sample.points, low, high]);
        }
    }
}

/// The same piece in the other side's view: planes exchanged, the board turned.
#[inline]
pub fn turned(input: usize, squares: usize) -> usize {
    let (plane, square) = (input / squares, input % squares);
    (plane + PLANES / 2) % PLANES * squares + squares - 1 - square
}

/// [`turned`] for each input of a board with so many squares.
pub fn turned_table(squares: usize) -> Vec<u8> {
    let inputs = 0..PLANES * squares;
    inputs.map(|input| turned(input, squares) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;
    use crate::prng::Prng;
    use crate::rules::{Brazilian, International};

    fn check<R: Rules>() {
        let table = turned_table(R::Board::SQUARES.into());
        let mut prng = Prng::new(4);
        let mut position = Position::<R>::default();
        for _ in 0..400 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Position::default();
                continue;
            }
            position = position.after(moves[prng.below(moves.len() as u64) as usize]);
            let mut samples = Samples::default();
            samples.push(&position, 1, 0);
            let own = samples.inputs(&samples.list()[0]);
            let mut seen: Vec<usize> = own.iter().map(|&i| table[usize::from(i)].into()).collect();
            let mut other: Vec<usize> = active_inputs(&position, !position.side()).collect();
            seen.sort_unstable();
            other.sort_unstable();
            assert_eq!(seen, other);
        }
    }

    #[test]
    fn one_view_tells_the_other() {
        check::<International>();
        check::<Brazilian>();
    }
}
