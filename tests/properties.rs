//! What must hold in every position, on random ones; the judge is the second generator in `brute`.

use crate::brute::{Board, Identity};
use crate::random::{self, below};
use crate::table::rows;
use baige::board::{Bitboard, Geometry, Side};
use baige::notation::{parse_fen, write_squares};
use baige::position::{Move, MoveList, Position};
use baige::prng::Prng;
use baige::rules::{Rules, Variant};
use baige::with_rules;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// Jumps after which the slow generator gives a random position up.
pub(crate) const BUDGET: usize = 150_000;

/// A position of the library as the slow generator has it.
pub(crate) fn board<R: Rules>(position: &Position<R>) -> Board {
    let run = |side| {
        let run = position.king_run(side);
        (run.count() > 0).then(|| (R::Board::number(run.square()), run.count()))
    };
    Board::new(&write_squares(position), R::VARIANT).with_runs(Side::BOTH.map(run))
}

/// A move of the library as the slow generator names it.
pub(crate) fn identity<R: Rules>(mv: Move) -> Identity {
    let number = R::Board::number;
    let taken = mv
        .captured()
        .fold(0, |set, square| set | 1 << number(square));
    (number(mv.from()), number(mv.to()), taken)
}

/// The moves of a position by identity; fails when one is listed twice.
fn by_identity<R: Rules>(position: &Position<R>, moves: &[Move]) -> BTreeMap<Identity, Move> {
    let map: BTreeMap<Identity, Move> = moves.iter().map(|mv| (identity::<R>(*mv), *mv)).collect();
    assert_eq!(map.len(), moves.len(), "a move twice: {position:?}");
    map
}

fn count(set: Bitboard) -> u32 {
    set.len()
}

/// Everything that can be said about one position; false when it is too rich for the slow judge.
fn examine<R: Rules>(position: &Position<R>, budget: usize) -> bool {
    let hub = write_squares(position);
    let board = board(position);
    let Some(ways) = board.ways(false, budget) else {
        return false;
    };
    assert_eq!(position.key(), position.recomputed_key(), "{hub}");
    let moves = position.legal_moves();
    let found = by_identity(position, &moves);
    let expected: BTreeMap<Identity, _> = ways.iter().map(|way| (way.identity(), way)).collect();
    assert!(
        found.keys().eq(expected.keys()),
        "{} {hub}\nfound    {:?}\nexpected {:?}",
        R::VARIANT,
        found.keys(),
        expected.keys()
    );
    let (us, them) = (position.side(), !position.side());
    for (id, mv) in &found {
        let way = expected[id];
        assert_eq!(
            (mv.is_king(), mv.is_promotion(), mv.is_capture()),
            (way.by_king, way.crowned, !way.taken.is_empty()),
            "{hub} {id:?}"
        );
        let next = position.after(*mv);
        assert_eq!(write_squares(&next), board.after(way).hub(), "{hub} {id:?}");
        assert_eq!(next.key(), next.recomputed_key(), "{hub} {id:?}");
        assert_eq!(count(next.pieces(us)), count(position.pieces(us)), "{hub}");
        assert_eq!(
            count(next.pieces(them)) + way.taken.len() as u32,
            count(position.pieces(them)),
            "{hub}"
        );
    }
    check_other_views(position, &board, &moves);
    check_mirrored(position, &found);
    true
}

/// The other questions about moves agree with the list.
fn check_other_views<R: Rules>(position: &Position<R>, board: &Board, moves: &MoveList) {
    assert_eq!(position.has_moves(), !moves.is_empty(), "{position:?}");
    let mut again = MoveList::new();
    position.generate(&mut again);
    assert_eq!(&again, moves, "{position:?}");
    for side in Side::BOTH {
        // Over its budget, the slow generator has seen captures enough.
        let some = board
            .captures(side == Side::White, false, BUDGET)
            .is_none_or(|ways| !ways.is_empty());
        assert_eq!(position.can_capture(side), some, "{side:?} {position:?}");
    }
    let mut captures = MoveList::new();
    position.captures(&mut captures);
    if position.can_capture(position.side()) {
        assert_eq!(&captures, moves, "{position:?}");
    } else {
        assert!(captures.is_empty(), "{position:?}");
    }
}

/// Turning the board round and exchanging the colours turns the moves round and nothing else.
fn check_mirrored<R: Rules>(position: &Position<R>, moves: &BTreeMap<Identity, Move>) {
    let mirrored = position.mirrored();
    assert_eq!(mirrored.key(), mirrored.recomputed_key());
    assert_eq!(mirrored.mirrored(), *position);
    let turn = |number: u8| R::Board::SQUARES + 1 - number;
    let turn_set = |set: u64| {
        (1..=R::Board::SQUARES)
            .filter(|number| set >> number & 1 != 0)
            .fold(0, |turned, number| turned | 1 << turn(number))
    };
    let found = by_identity(&mirrored, &mirrored.legal_moves());
    let expected: BTreeMap<Identity, bool> = moves
        .iter()
        .map(|((from, to, taken), mv)| {
            (
                (turn(*from), turn(*to), turn_set(*taken)),
                mv.is_promotion(),
            )
        })
        .collect();
    let found: BTreeMap<Identity, bool> = found
        .iter()
        .map(|(id, mv)| (*id, mv.is_promotion()))
        .collect();
    assert_eq!(found, expected, "{position:?}");
    let passed = position.passed();
    assert_eq!(passed.key(), passed.recomputed_key());
    assert!(passed.side() != position.side() && passed.passed() == *position);
}

#[test]
fn random_set_ups() {
    fn check<R: Rules>() {
        let mut prng = Prng::new(0x5E70 + R::VARIANT as u64);
        let mut keys = HashMap::new();
        let (total, mut too_rich) = (6_000, 0);
        for _ in 0..total {
            let position = match below(&mut prng, 4) {
                0 => random::hunt::<R>(&mut prng),
                _ => random::position(&mut prng),
            };
            too_rich += usize::from(!examine(&position, BUDGET));
            let other = *keys.entry(position.key()).or_insert(position);
            assert_eq!(other, position, "one key for two positions");
        }
        assert!(too_rich * 20 < total, "{too_rich} of {total} not examined");
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}

#[test]
fn random_games() {
    fn check<R: Rules>() {
        let mut prng = Prng::new(0x6A3E + R::VARIANT as u64);
        let mut keys = HashMap::new();
        let mut examined = 0;
        for _ in 0..30 {
            let mut position = Position::<R>::default();
            for _ in 0..160 {
                examined += usize::from(examine(&position, BUDGET));
                let other = *keys.entry(position.key()).or_insert(position);
                assert_eq!(other, position, "one key for two positions");
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.after(moves[below(&mut prng, moves.len())]);
            }
        }
        assert!(examined > 900, "only {examined} positions");
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}

/// Crowds of kings: the longest searches and lists found. Most take less than a millisecond; the
/// time allowed is generous, it tells an endless search from a long one on any machine.
#[test]
fn crowded_positions_are_searched_in_time() {
    for [variant, fen, moves] in rows(include_str!("data/crowded.tsv")) {
        let expected: usize = moves.parse().unwrap();
        let variant: Variant = variant.parse().unwrap();
        with_rules!(variant, R => {
            let position = parse_fen::<R>(fen).unwrap().position;
            let start = Instant::now();
            let moves = position.legal_moves();
            let time = start.elapsed();
            assert!(time < Duration::from_secs(1), "{variant} {fen}: {time:?}");
            assert_eq!(moves.len(), expected, "{variant} {fen}");
            assert!(examine(&position, 10_000_000), "{variant} {fen}");
        });
    }
}
