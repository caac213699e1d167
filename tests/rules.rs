//! Positions and games from the rules, move by move.

use crate::random;
use crate::table::rows;
use baige::game::{DrawRule, Game, Outcome};
use baige::notation::{hub_move, parse_fen, parse_move};
use baige::position::{Move, Position};
use baige::prng::Prng;
use baige::rules::{Profile, Rules, Variant};
use baige::with_rules;

fn position<R: Rules>(fen: &str) -> Position<R> {
    parse_fen(fen).unwrap().position
}

/// All legal moves in Hub form, sorted as text.
fn moves_text<R: Rules>(position: &Position<R>) -> Vec<String> {
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|mv| hub_move::<R>(*mv))
        .collect();
    moves.sort();
    moves
}

/// A list from a table, sorted as text; `-` is the empty one.
fn listed(text: &str) -> Vec<&str> {
    let mut moves: Vec<&str> = text.split(' ').filter(|mv| *mv != "-").collect();
    moves.sort_unstable();
    moves
}

#[test]
fn tricky_positions_have_exactly_these_moves() {
    fn check<R: Rules>(table: &str, number: usize) {
        let rows = rows(table);
        assert_eq!(rows.len(), number);
        for [fen, what, moves] in rows {
            let found = moves_text(&position::<R>(fen));
            assert_eq!(found, listed(moves), "{} {what}: {fen}", R::VARIANT);
        }
    }
    let tables = crate::tables!("data/tricky");
    let numbers = [24, 10, 4, 17, 3, 4, 8, 14, 8, 6, 3, 2];
    for ((variant, table), number) in Variant::ALL.into_iter().zip(tables).zip(numbers) {
        with_rules!(variant, R => check::<R>(table, number));
    }
}

fn rule_named(name: &str) -> DrawRule {
    match name {
        "Repetition" => DrawRule::Repetition,
        "QuietKings" => DrawRule::QuietKings,
        "ThreeAgainstKing" => DrawRule::ThreeAgainstKing,
        "TwoAgainstKing" => DrawRule::TwoAgainstKing,
        "KingAgainstKing" => DrawRule::KingAgainstKing,
        "NoCapture" => DrawRule::NoCapture,
        "NoChange" => DrawRule::NoChange,
        "MainRoad" => DrawRule::MainRoad,
        _ => panic!("{name} in a table"),
    }
}

#[test]
fn games_end_at_this_ply_and_not_before() {
    fn check<R: Rules>(profile: Profile, fen: &str, moves: &str, ply: &str, rule: &str) {
        let what = format!("{} {profile} {fen} {rule}", R::VARIANT);
        let mut game = Game::new(position::<R>(fen), 0).under(profile);
        let ends_at: Option<usize> = ply.parse().ok();
        assert_eq!(game.outcome(), None, "{what}");
        for (played, text) in (1..).zip(moves.split(' ')) {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv);
            let is_over = ends_at == Some(played);
            let right = match game.outcome() {
                None => !is_over,
                Some(Outcome::Win(winner, _)) => {
                    let moved = !game.position().side();
                    is_over && rule == "Win" && (winner == moved) != R::NO_MOVE_WINS
                }
                Some(Outcome::Draw(found)) => is_over && rule != "Win" && found == rule_named(rule),
            };
            assert!(
                right,
                "{what}: {:?} after {text}, ply {played}",
                game.outcome()
            );
            if is_over {
                return;
            }
        }
        assert_eq!(ends_at, None, "{what}: the moves end too early");
    }
    let rows = rows(include_str!("data/draws.tsv"));
    assert!(rows.len() >= 35);
    for [variant, rule_set, fen, moves, ply, rule] in rows {
        let variant: Variant = variant.parse().unwrap();
        // Rules of federations are the other reading on 64 squares; elsewhere both agree.
        let profile = if rule_set.starts_with("fmjd") {
            Profile::Fmjd
        } else {
            Profile::National
        };
        with_rules!(variant, R => check::<R>(profile, fen, moves, ply, rule));
    }
}

#[test]
fn rule_positions() {
    fn check<R: Rules>(id: &str, fen: &str, question: &str, expected: &str) {
        let start = position::<R>(fen);
        match question {
            "moves" => assert_eq!(moves_text(&start), listed(expected), "{id}"),
            "count" => assert_eq!(start.legal_moves().len().to_string(), expected, "{id}"),
            "draw" => {
                let (rule, ply) = expected.split_once(' ').unwrap();
                play_quietly(id, start, rule_named(rule), ply.parse().unwrap());
            }
            won => {
                let mut game = Game::new(start, 0);
                game.play(parse_move(&start, won).unwrap());
                let outcome = game.outcome().map(|outcome| outcome.to_string());
                assert_eq!(outcome.as_deref(), Some(expected), "{id}");
            }
        }
    }
    for [id, variant, fen, question, expected] in rows(include_str!("data/rules.tsv")) {
        let variant: Variant = variant.parse().unwrap();
        with_rules!(variant, R => check::<R>(id, fen, question, expected));
    }
}

/// Some game in which nothing is taken or crowned and no position repeats: it has to end by
/// exactly this rule after exactly this many plies.
fn play_quietly<R: Rules>(id: &str, start: Position<R>, rule: DrawRule, plies: usize) {
    let mut game = Game::new(start, 0);
    // A bad first move cannot be mended late in the game: many short attempts, not one long.
    let found = (0..200).any(|seed| {
        let mut prng = Prng::new(seed);
        let mut budget = 1_000;
        go_on(&mut game, plies, rule, &mut prng, &mut budget)
    });
    assert!(found, "{id}: no quiet game of {plies} plies from {start:?}");
    for ply in (0..plies).rev() {
        game.undo();
        assert_eq!(game.outcome(), None, "{id}: drawn at ply {ply}");
    }
}

/// Depth-first, as the lone king may walk into a dead end.
fn go_on<R: Rules>(
    game: &mut Game<R>,
    plies: usize,
    rule: DrawRule,
    prng: &mut Prng,
    budget: &mut u32,
) -> bool {
    if plies == 0 {
        assert_eq!(game.outcome(), Some(Outcome::Draw(rule)), "{rule:?}");
        return true;
    }
    if *budget == 0 {
        return false;
    }
    *budget -= 1;
    let position = *game.position();
    let is_quiet = |mv: &Move| {
        let next = position.after(*mv);
        // Men may move where the rule counts them: only the 25-move rule does not.
        let counts = mv.is_king() || rule != DrawRule::QuietKings && !mv.is_promotion();
        counts && !mv.is_capture() && !next.can_capture(next.side()) && next.has_moves()
    };
    let mut moves: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(is_quiet)
        .collect();
    random::shuffle(prng, &mut moves);
    for mv in moves {
        game.play(mv);
        if game.occurrences() == 1 && go_on(game, plies - 1, rule, prng, budget) {
            return true;
        }
        game.undo();
    }
    false
}

#[test]
fn every_name_has_its_page() {
    for variant in Variant::ALL {
        with_rules!(variant, R => assert_eq!(R::VARIANT, variant));
    }
}
