//! Text to positions and moves and back: what is read, what is refused and how, and that no text
//! whatsoever does harm.

use crate::brute::Way;
use crate::properties::{board, identity};
use crate::random::{self, below};
use crate::table::rows;
use baige::board::{Geometry, Side};
use baige::notation::{
    FenError, MoveTextError, hub_move, parse_fen, parse_move, parse_position, parse_square,
    parse_squares, short_move, write_fen, write_squares,
};
use baige::position::{Move, Position};
use baige::prng::Prng;
use baige::rules::{International, Rules, Variant};
use baige::with_rules;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use std::fmt::Display;

/// Jumps after which the slow generator gives a position up.
const BUDGET: usize = 20_000;

/// An error a person can use: one line that says what was expected.
fn assert_helpful(error: &impl Display, text: &str) {
    let shown = error.to_string();
    assert!(
        !shown.trim().is_empty() && !shown.contains(char::is_control),
        "not one line: {shown:?} about {text:?}"
    );
    assert!(shown.contains("expected"), "{shown:?} about {text:?}");
    assert!(shown.len() < 600, "{} bytes about {text:?}", shown.len());
}

#[test]
fn fens_as_they_come() {
    fn check<R: Rules>(id: &str, text: &str, expected: &str) {
        match parse_position::<R>(text) {
            Ok(setup) => assert_eq!(write_fen(&setup.position), expected, "{id}"),
            Err(error) => {
                assert_eq!(expected, "reject", "{id}: {error}");
                assert_helpful(&error, text);
            }
        }
    }
    for [id, variant, text, expected] in rows(include_str!("data/fen_quirks.tsv")) {
        let variant: Variant = variant.parse().unwrap();
        with_rules!(variant, R => check::<R>(id, text, expected));
    }
}

#[test]
fn clocks_after_the_pieces() {
    let half_moves = |text: &str| {
        let setup = parse_fen::<International>(&format!("W:WK31:BK1{text}"));
        setup.map(|setup| setup.half_moves)
    };
    for (text, expected) in [("", 0), (":H0:F1", 0), (":H17:F9", 17), (":F9:H17", 17)] {
        assert_eq!(half_moves(text), Ok(expected), "{text}");
    }
    assert_eq!(half_moves(":H70000"), Ok(u16::MAX));
    for text in [":H", ":H-1", ":H1.5", ":F", ":Fx", ":H4294967296"] {
        assert!(
            matches!(half_moves(text), Err(FenError::Clock(_))),
            "{text}"
        );
    }
}

#[test]
fn both_position_forms_come_back_as_written() {
    fn check<R: Rules>() {
        let mut prng = Prng::new(0xF0F0 + R::VARIANT as u64);
        let (mut crowded, mut one_sided) = (0, 0);
        for _ in 0..10_000 {
            let hub = random::setup::<R>(&mut prng);
            let position = parse_squares::<R>(&hub).unwrap();
            assert_eq!(write_squares(&position), hub);
            let fen = write_fen(&position);
            assert!(!fen.contains([' ', '-']), "{fen}");
            for text in [
                &hub,
                &fen,
                &format!("[FEN \"{fen}\"]"),
                &format!(" {fen}. "),
            ] {
                let again = parse_position::<R>(text).unwrap().position;
                assert_eq!(again, position, "{text}");
                assert_eq!(again.key(), position.key(), "{text}");
            }
            crowded += usize::from(
                Side::BOTH
                    .iter()
                    .any(|side| position.pieces(*side).len() > 20),
            );
            one_sided += usize::from(Side::BOTH.iter().any(|s| position.pieces(*s).is_empty()));
        }
        assert!(one_sided > 100, "{one_sided}");
        assert!(crowded > 100 || R::Board::SQUARES == 32, "{crowded}");
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}

fn joined(numbers: &[u8], separator: &str) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    texts.join(separator)
}

/// Positions in which captures and, often, several of them with the same ends are to be found.
fn rich_positions<R: Rules>(seed: u64, number: usize) -> Vec<Position<R>> {
    let mut prng = Prng::new(seed + R::VARIANT as u64);
    let draw = || match below(&mut prng, 2) {
        0 => random::position::<R>(&mut prng),
        _ => random::hunt::<R>(&mut prng),
    };
    std::iter::repeat_with(draw)
        .filter(|position| position.can_capture(position.side()))
        .filter(|position| R::FIRST_KING_WINS || !position.kings(position.side()).is_empty())
        .take(number)
        .collect()
}

#[test]
fn moves_come_back_as_written() {
    fn check<R: Rules>() {
        let mut prng = Prng::new(0x3A0E + R::VARIANT as u64);
        let mut positions = rich_positions::<R>(0x717C, 1_500);
        positions.extend((0..1_000).map(|_| random::position::<R>(&mut prng)));
        let crowded = rows(include_str!("data/crowded.tsv"));
        let crowded = crowded
            .iter()
            .filter(|[name, _, _]| *name == R::VARIANT.name());
        positions.extend(crowded.map(|[_, fen, _]| parse_fen(fen).unwrap().position));
        let mut twins = 0;
        for position in &positions {
            let moves = position.legal_moves();
            for &mv in &moves {
                let short = short_move(position, mv);
                assert_eq!(parse_move(position, &short), Ok(mv), "{short} {position:?}");
                let hub = hub_move::<R>(mv);
                assert_eq!(parse_move(position, &hub), Ok(mv), "{hub} {position:?}");
                check_shuffled(&mut prng, position, mv);
                twins += usize::from(check_ends(position, &moves, mv));
            }
        }
        // Without flying kings they hardly ever do.
        let often = R::FLYING_KINGS && !R::FIRST_KING_WINS;
        assert!(twins > 20 || !often, "only {twins} moves share their ends");
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}

/// The Hub form with the captured squares in any order, and the marks people write.
fn check_shuffled<R: Rules>(prng: &mut Prng, position: &Position<R>, mv: Move) {
    let number = R::Board::number;
    let mut taken: Vec<u8> = mv.captured().map(number).collect();
    random::shuffle(prng, &mut taken);
    let ends = [number(mv.from()), number(mv.to())];
    let text = joined(
        &[&ends[..], &taken].concat(),
        ["x", "-", ":", "X"][below(prng, 4)],
    );
    assert_eq!(parse_move(position, &text), Ok(mv), "{text} {position:?}");
}

/// From and to alone: the move, or an error that names all it could be. True in that case.
fn check_ends<R: Rules>(position: &Position<R>, moves: &[Move], mv: Move) -> bool {
    let (from, to, _) = identity::<R>(mv);
    let text = joined(&[from, to], "x");
    let twins: Vec<String> = moves
        .iter()
        .filter(|other| (other.from(), other.to()) == (mv.from(), mv.to()))
        .map(|other| hub_move::<R>(*other))
        .collect();
    match parse_move(position, &text) {
        // Where a short capture may be chosen, that is what is written without stops.
        Ok(read) if twins.len() > 1 => assert!(
            !R::LONGER_IS_BETTER && read.captured().len() == 1,
            "{text} {position:?}"
        ),
        Ok(read) => assert_eq!(read, mv, "{text} {position:?}"),
        Err(error) => {
            assert!(matches!(error, MoveTextError::Ambiguous(..)), "{error}");
            assert!(
                error.is_illegal() && twins.len() > 1,
                "{error} {position:?}"
            );
            assert_helpful(&error, &text);
            let shown = error.to_string();
            for twin in twins.iter().take(12) {
                assert!(shown.contains(twin), "{twin} is not in: {shown}");
            }
        }
    }
    twins.len() > 1
}

/// Every way over the board, each square touched written out, is one move and no other; with
/// squares left out it is still that move or one of several.
#[test]
fn paths_over_the_board_are_understood() {
    fn check<R: Rules>() {
        let mut prng = Prng::new(0x9A7B + R::VARIANT as u64);
        let mut paths = 0;
        for position in rich_positions::<R>(0x9A7B, 1_000) {
            let Some(ways) = board(&position).ways(true, BUDGET) else {
                continue;
            };
            let step = 1 + ways.len() / 40;
            for way in ways.iter().skip(below(&mut prng, step)).step_by(step) {
                check_path(&mut prng, &position, way);
                paths += 1;
            }
        }
        assert!(paths > 700, "only {paths} paths");
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}

fn check_path<R: Rules>(prng: &mut Prng, position: &Position<R>, way: &Way) {
    let text = |path: &[u8]| joined(&[&[way.from], path].concat(), "x");
    let full = text(&way.path);
    let read = parse_move(position, &full).map(identity::<R>);
    assert_eq!(read, Ok(way.identity()), "{full} {position:?}");
    let (to, touched) = way.path.split_last().unwrap();
    let mut some: Vec<u8> = touched
        .iter()
        .copied()
        .filter(|_| below(prng, 2) == 0)
        .collect();
    some.push(*to);
    let part = text(&some);
    match parse_move(position, &part) {
        // What is left may be the whole way of a shorter capture.
        Ok(mv) if !R::LONGER_IS_BETTER && some.len() < way.path.len() => {
            let (from, end, _) = identity::<R>(mv);
            assert_eq!((from, end), (way.from, *to), "{part} {position:?}");
        }
        Ok(mv) => assert_eq!(identity::<R>(mv), way.identity(), "{part} {position:?}"),
        Err(error) => assert!(
            matches!(error, MoveTextError::Ambiguous(..)),
            "{error} {position:?}"
        ),
    }
}

/// A square on which a piece stays makes a way impossible: illegal, not some other capture.
#[test]
fn false_paths_are_refused() {
    fn check<R: Rules>() {
        let mut prng = Prng::new(0xFA15 + R::VARIANT as u64);
        let mut refused = 0;
        for position in rich_positions::<R>(0xFA15, 400) {
            let moves = position.legal_moves();
            let mv = moves[below(&mut prng, moves.len())];
            let (from, to, taken) = identity::<R>(mv);
            for (number, letter) in (1..).zip(write_squares(&position).chars().skip(1)) {
                if letter == 'e' || number == from || taken >> number & 1 != 0 {
                    continue;
                }
                let path = short_move(&position, mv);
                let square = |text| R::Board::number(parse_square::<R::Board>(text).unwrap());
                let path: Vec<u8> = path.split(R::CAPTURE_SIGN).map(square).collect();
                let mut squares = [&path[..path.len() - 1], &[number, to]].concat();
                let last = squares.len() - 1;
                random::shuffle(&mut prng, &mut squares[1..last]);
                let text = joined(&squares, "x");
                let read = parse_move(&position, &text);
                let Err(error @ MoveTextError::Illegal(..)) = read else {
                    panic!("{text} read as {read:?} in {}", write_fen(&position));
                };
                assert_helpful(&error, &text);
                refused += 1;
            }
        }
        assert!(refused > 500, "only {refused}");
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}

/// Reads a text in every way there is. What is understood has to come back when written; what is
/// not has to be refused in a helpful manner.
fn read_everything<R: Rules>(text: &str, positions: &[Position<R>]) {
    match parse_squares::<R>(text) {
        Ok(position) => assert_eq!(write_squares(&position), text),
        Err(error) => assert_helpful(&error, text),
    }
    for read in [parse_fen::<R>(text), parse_position::<R>(text)] {
        match read {
            Ok(setup) => {
                let again = parse_fen::<R>(&write_fen(&setup.position));
                assert_eq!(
                    again.map(|setup| setup.position),
                    Ok(setup.position),
                    "{text:?}"
                );
                assert_eq!(setup.position.key(), setup.position.recomputed_key());
            }
            Err(error) => assert_helpful(&error, text),
        }
    }
    for position in positions {
        match parse_move(position, text) {
            Ok(mv) => assert!(position.legal_moves().contains(&mv), "{text:?}"),
            Err(error) => {
                assert_helpful(&error, text);
                let is_form = matches!(error, MoveTextError::Form(_));
                assert_eq!(error.is_illegal(), !is_form);
            }
        }
    }
}

fn read_in_all_variants(text: &str) {
    for variant in Variant::ALL {
        with_rules!(variant, R => {
            let mut positions = rich_positions::<R>(0xA11, 2);
            positions.push(Position::default());
            read_everything::<R>(text, &positions);
        });
    }
}

/// Characters that mean something here, and some that hurt careless readers.
const ALPHABET: &[char] = &[
    'W', 'B', 'w', 'b', 'e', 'K', 'k', 'H', 'F', ':', ',', '-', 'x', '.', ' ', '?', '[', ']', '"',
    '0', '1', '2', '3', '5', '9', 'a', 'h', '\n', '\r', '\t', '\0', '×', '*', 'é', '\u{1b}',
    '\u{85}', '\u{a0}', '\u{2028}', '\u{201c}', '\u{feff}', '😀',
];

/// A text that was right before some characters of it were changed.
fn damaged() -> impl Strategy<Value = String> {
    let texts = vec![
        "W:W31-50:B1-20".to_owned(),
        "B:WK3,13,20:B4,K8,14.".to_owned(),
        "[FEN \"W:W31-50:B1-20:H12:F7\"]".to_owned(),
        "W:We3,g3,Kf8:Bc5,e5".to_owned(),
        format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)),
        format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "W".repeat(12)),
        "32-28".to_owned(),
        "1-50".to_owned(),
        "28x19x23x14".to_owned(),
        "c3:e5".to_owned(),
    ];
    let edits = proptest::collection::vec((any::<u16>(), 0..3_u8, any::<u16>()), 0..6);
    (proptest::sample::select(texts), edits).prop_map(|(text, edits)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, kind, letter) in edits {
            let at = usize::from(at) % (chars.len() + 1);
            let letter = ALPHABET[usize::from(letter) % ALPHABET.len()];
            match kind {
                0 => chars.insert(at, letter),
                1 if at < chars.len() => drop(chars.remove(at)),
                _ if at < chars.len() => chars[at] = letter,
                _ => {}
            }
        }
        chars.into_iter().collect()
    })
}

fn from_alphabet() -> impl Strategy<Value = String> {
    let letters = proptest::collection::vec(proptest::sample::select(ALPHABET), 0..70);
    letters.prop_map(|letters| letters.into_iter().collect())
}

proptest! {
    // No file of past failures beside the sources: those worth keeping become rows of tables.
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_does_harm(text in prop_oneof![
        any::<String>(),
        from_alphabet(),
        damaged(),
        Just("1x".repeat(100_000)),
        Just("W".repeat(100_000)),
        Just(format!("W:W1{}:B2", ",1".repeat(50_000))),
    ]) {
        read_in_all_variants(&text);
    }

    #[test]
    fn nor_does_a_damaged_one(text in damaged()) {
        read_in_all_variants(&text);
    }
}
