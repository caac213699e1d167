//! Random positions and games from seeds: the same in every run.

use baige::board::Geometry;
use baige::notation::parse_squares;
use baige::position::Position;
use baige::prng::Prng;
use baige::rules::Rules;

/// A number from 0 up to, not including, `end`.
pub(crate) fn below(prng: &mut Prng, end: usize) -> usize {
    prng.below(end as u64) as usize
}

/// A legal set-up in Hub form: from a few pieces to a crowded board, from men only to kings only,
/// now and then one side without a piece.
pub(crate) fn setup<R: Rules>(prng: &mut Prng) -> String {
    let squares = usize::from(R::Board::SQUARES);
    let row = usize::from(R::Board::ROW);
    loop {
        let pieces = 1 + below(prng, squares);
        let kings = below(prng, 101);
        let white = [50, 50, 50, 20, 80, 95, 5, 0, 100][below(prng, 9)];
        let mut letters = vec!['e'; squares];
        for _ in 0..pieces {
            let at = below(prng, squares);
            let is_white = below(prng, 100) < white;
            let crowned = if is_white {
                at < row
            } else {
                at >= squares - row
            };
            if R::FIRST_KING_WINS && crowned {
                continue;
            }
            let kings = if R::FIRST_KING_WINS { 0 } else { kings };
            letters[at] = match (is_white, crowned || below(prng, 100) < kings) {
                (true, false) => 'w',
                (true, true) => 'W',
                (false, false) => 'b',
                (false, true) => 'B',
            };
        }
        if letters.iter().any(|letter| *letter != 'e') {
            let side = ['W', 'B'][below(prng, 2)];
            return std::iter::once(side).chain(letters).collect();
        }
    }
}

/// [`setup`] as a position.
pub(crate) fn position<R: Rules>(prng: &mut Prng) -> Position<R> {
    parse_squares(&setup::<R>(prng)).unwrap()
}

/// A few kings to move among many enemies with room behind them: long captures, many ways.
pub(crate) fn hunt<R: Rules>(prng: &mut Prng) -> Position<R> {
    if R::FIRST_KING_WINS {
        return position(prng);
    }
    let row = usize::from(R::Board::ROW);
    let squares = usize::from(R::Board::SQUARES);
    let white = below(prng, 2) == 0;
    let (king, mut prey) = if white {
        ('W', ['b', 'B'])
    } else {
        ('B', ['w', 'W'])
    };
    shuffle(prng, &mut prey);
    let mut letters = vec!['e'; squares];
    for _ in 0..below(prng, squares / 2) {
        // Inner rows only: no man there is one too far.
        let at = row + below(prng, squares - 2 * row);
        letters[at] = prey[usize::from(below(prng, 4) == 0)];
    }
    for _ in 0..=below(prng, 3) {
        letters[below(prng, squares)] = king;
    }
    let side = if white { 'W' } else { 'B' };
    let hub: String = std::iter::once(side).chain(letters).collect();
    parse_squares(&hub).unwrap()
}

/// The items in random order.
pub(crate) fn shuffle<T>(prng: &mut Prng, items: &mut [T]) {
    for end in (1..items.len()).rev() {
        items.swap(end, below(prng, end + 1));
    }
}
