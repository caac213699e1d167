//! What a search must find, keep to and do again.

use baige::engine::{Engine, Options};
use baige::game::Game;
use baige::notation::{hub_move, parse_fen, parse_move};
use baige::position::Move;
use baige::rules::{Brazilian, International, Killer, Rules};
use baige::search::{Answer, Clock, Limits, Mode, Progress, Report};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

fn engine<R: Rules>(threads: usize) -> Engine<R> {
    Engine::new(Options {
        threads,
        table_log2: 16,
        // What the search finds by itself; the tables are tested in `endgame.rs`.
        table_pieces: 0,
        ..Options::default()
    })
    .unwrap()
}

fn search<R: Rules>(
    engine: &mut Engine<R>,
    game: &Game<R>,
    limits: Limits,
) -> (Answer, Vec<Progress>) {
    let (sender, reports) = channel();
    engine.go(game, limits, move |report| sender.send(report).unwrap());
    let mut seen = Vec::new();
    for report in reports {
        match report {
            Report::Progress(progress) => {
                check_line(game, &progress.line);
                seen.push(*progress);
            }
            Report::Done(answer) => return (answer, seen),
        }
    }
    panic!("no answer")
}

/// Every line shown can be played.
fn check_line<R: Rules>(game: &Game<R>, line: &[Move]) {
    let mut position = *game.position();
    assert!(!line.is_empty());
    for &mv in line {
        assert!(
            position.legal_moves().contains(&mv),
            "{} in {position:?}",
            hub_move::<R>(mv)
        );
        position = position.after(mv);
    }
}

fn game<R: Rules>(fen: &str) -> Game<R> {
    Game::new(parse_fen(fen).unwrap().position, 0)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn one_thread_does_the_same_twice() {
    let game = game::<International>(
        "W:W28,32,34,35,37,40,41,43,44,46,47,48,49,50:B1,2,3,4,5,9,10,12,14,16,17,20,21,24",
    );
    let mut first = engine(1);
    let (once, _) = search(&mut first, &game, depth(9));
    first.new_game();
    let (twice, _) = search(&mut first, &game, depth(9));
    let (other, _) = search(&mut engine(1), &game, depth(9));
    assert_eq!((once, once), (twice, other));
    let (exact, _) = search(&mut engine(1), &game, nodes(5_000));
    assert_eq!(exact.nodes, 5_000);
}

#[test]
fn wins_are_found_with_their_distance() {
    // The man is taken and Black has nothing left: won after one ply.
    let (answer, seen) = search(
        &mut engine(1),
        &game::<International>("W:W39:B44"),
        depth(4),
    );
    assert_eq!(answer.score.to_string(), "99.99");
    assert_eq!(seen.last().unwrap().score.plies_to_end(), Some(1));
    // Two for one, then a sole man is caught: announced and played distance agree.
    let mut game = game::<International>("W:WK5,K46:B36,2");
    let mut engine = engine(1);
    let (answer, _) = search(&mut engine, &game, depth(25));
    let plies = answer.score.plies_to_end().expect("a proven win");
    assert!(plies > 0);
    let mut left = plies;
    while game.outcome().is_none() {
        let (answer, _) = search(&mut engine, &game, depth(25));
        assert_eq!(
            answer.score.plies_to_end().map(i32::abs),
            Some(left),
            "{:?}",
            game.moves().len()
        );
        game.play(answer.best.unwrap());
        left -= 1;
    }
    assert_eq!(left, 0);
}

#[test]
fn ordinary_scores_stay_inside_eighty_men() {
    // Twenty kings against one man: as unequal as it gets without a proven win at depth 1.
    let game = game::<International>("B:WK31-50:B1");
    let (answer, _) = search(&mut engine(1), &game, depth(1));
    let men = answer.score.centimen().abs();
    assert!(
        men < 8_000 || answer.score.plies_to_end().is_some(),
        "{men}"
    );
}

#[test]
fn a_third_repetition_is_avoided_when_winning_and_worth_nothing() {
    // Three kings up; the position before the last move has occurred twice already.
    let mut game = game::<International>("W:WK1,K2,K3,32:BK50");
    for text in ["1-6", "50-45", "6-1", "45-50", "1-6", "50-45", "6-1"] {
        let mv = parse_move(game.position(), text).unwrap();
        game.play(mv);
    }
    // Black draws by going back for the third time.
    let (answer, _) = search(&mut engine(1), &game, depth(6));
    assert_eq!(hub_move::<International>(answer.best.unwrap()), "45-50");
    assert_eq!(answer.score.centimen(), 0);
    // A move earlier White, who is winning, does not go back.
    game.undo();
    let (answer, _) = search(&mut engine(1), &game, depth(6));
    assert_ne!(hub_move::<International>(answer.best.unwrap()), "6-1");
    assert!(answer.score.centimen() > 100, "{}", answer.score);
}

#[test]
fn counting_rules_bound_the_tree() {
    // King against king is drawn after five moves each: no score but zero is left at depth 12.
    let (answer, _) = search(
        &mut engine(1),
        &game::<International>("W:WK46:BK7"),
        depth(12),
    );
    assert_eq!(answer.score.centimen(), 0);
    // A run of 49 quiet king plies: one more quiet one is a draw whatever stands on the board.
    let setup = parse_fen::<International>("W:WK1,K2,K3,K4,36:BK50,15:H49").unwrap();
    let game = Game::new(setup.position, setup.half_moves);
    let (answer, seen) = search(&mut engine(1), &game, depth(5));
    let best = hub_move::<International>(answer.best.unwrap());
    assert!(
        best == "36-31" || seen.last().unwrap().score.plies_to_end().is_some(),
        "{best}"
    );
}

#[test]
fn limits_hold_from_the_first_iteration() {
    let mut engine = engine::<International>(2);
    for milliseconds in [1, 10, 50] {
        let limits = Limits {
            move_time: Some(Duration::from_millis(milliseconds)),
            ..Limits::default()
        };
        let start = Instant::now();
        let (answer, _) = search(&mut engine, &Game::default(), limits);
        assert!(answer.best.is_some());
        // Loose: the machine may be busy. The figures are measured elsewhere.
        assert!(start.elapsed() < Duration::from_millis(milliseconds + 1_000));
    }
    let clock = Clock {
        remaining: Duration::ZERO,
        increment: Duration::ZERO,
        moves: None,
    };
    let start = Instant::now();
    search(
        &mut engine,
        &Game::default(),
        Limits {
            clock: Some(clock),
            ..Limits::default()
        },
    );
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn a_sole_move_needs_no_time_and_a_lost_position_no_search() {
    let mut engine = engine::<Killer>(1);
    let sole = game::<Killer>("W:WK46:BK23");
    let start = Instant::now();
    let limits = Limits {
        move_time: Some(Duration::from_secs(30)),
        ..Limits::default()
    };
    let (answer, seen) = search(&mut engine, &sole, limits);
    assert_eq!(hub_move::<Killer>(answer.best.unwrap()), "46x19x23");
    assert!(!seen.is_empty() && start.elapsed() < Duration::from_secs(10));
    let lost = game::<Killer>("W:W46:B37,41");
    let analysis = Limits {
        mode: Mode::Analyse,
        ..Limits::default()
    };
    let (answer, seen) = search(&mut engine, &lost, analysis);
    assert!(answer.best.is_none() && seen.is_empty());
}

#[test]
fn crowds_of_kings_end_in_time() {
    // Positions with huge trees of captures: a stop comes through all the same.
    for fen in [
        "W:WK31-50:BK1-20",
        "W:WK28-50:BK1-23",
        "W:WK46,K47,K48,K49,K50:BK7,K8,K9,K10,K17,K18,K19,K20,K27,K28,K29,K30,K37,K38,K39",
        "B:WK26-50:BK1-20",
    ] {
        let start = Instant::now();
        let (answer, _) = search(&mut engine(2), &game::<International>(fen), nodes(200_000));
        assert!(answer.best.is_some(), "{fen}");
        assert!(start.elapsed() < Duration::from_secs(20), "{fen}");
    }
}

#[test]
fn the_evaluation_sees_both_sides_alike() {
    fn check<R: Rules>(seed: u64) {
        let evaluator = baige::eval::Evaluator::<R>::embedded().unwrap();
        let mut prng = baige::prng::Prng::new(seed);
        for _ in 0..200 {
            let mut game = Game::<R>::default();
            for _ in 0..prng.below(120) {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[prng.below(moves.len() as u64) as usize]);
                let position = game.position();
                let score = evaluator.evaluate(position);
                assert_eq!(
                    score,
                    evaluator.evaluate(&position.mirrored()),
                    "{position:?}"
                );
                assert!(!score.is_decided());
            }
        }
    }
    check::<International>(1);
    check::<Killer>(2);
    check::<Brazilian>(3);
}

/// Runs on a thread whose stack is large enough to search on.
fn with_search_stack(work: impl FnOnce() + Send + 'static) {
    let builder = std::thread::Builder::new().stack_size(baige::search::SEARCH_STACK);
    builder.spawn(work).unwrap().join().unwrap();
}

/// The searcher without threads of its own finds what the engine finds, node for node.
#[test]
fn solo_and_engine_agree() {
    use baige::eval::Evaluator;
    use baige::search::Solo;
    let compare = || {
        let evaluator = std::sync::Arc::new(Evaluator::<International>::embedded().unwrap());
        let mut solo = Solo::new(evaluator, 16).unwrap();
        let mut engine = engine::<International>(1);
        for fen in [
            "W:W31-50:B1-20",
            "W:W28,32,33,37,38,43,48:B12,13,16,18,19,23,24",
            "B:WK4,27:BK45,K50,12",
            "W:WK3:B",
        ] {
            let game = game(fen);
            for limits in [depth(7), nodes(3_000), nodes(1)] {
                solo.new_game().unwrap();
                engine.new_game();
                let (answer, _) = search(&mut engine, &game, limits);
                assert_eq!(
                    solo.think(&game, &limits, |_| {}),
                    answer,
                    "{fen} {limits:?}"
                );
                // What was learnt helps both alike.
                let (answer, _) = search(&mut engine, &game, limits);
                assert_eq!(
                    solo.think(&game, &limits, |_| {}),
                    answer,
                    "{fen} {limits:?} again"
                );
            }
        }
    };
    with_search_stack(compare);
}

/// Whatever the numbers of the search are, wins in sight are found, moves are legal and every
/// search ends.
#[test]
fn every_number_of_the_search_works_at_both_ends() {
    use baige::eval::Evaluator;
    use baige::search::{Solo, Tuning};
    fn check<R: Rules>(evaluator: Evaluator<R>, tuning: Tuning, what: &str) {
        let mut solo = Solo::new(std::sync::Arc::new(evaluator), 14).unwrap();
        solo = solo.tuned(tuning);
        let mut game = Game::<R>::default();
        while game.outcome().is_none() && game.moves().len() < 60 {
            let answer = solo.think(&game, &nodes(400), |progress| {
                check_line(&game, &progress.line);
            });
            game.play(answer.best.expect(what));
        }
    }
    let compare = || {
        let mut extremes = vec![("all defaults".to_owned(), Tuning::default())];
        for tunable in Tuning::ALL {
            for value in [tunable.least, tunable.largest] {
                let mut tuning = Tuning::default();
                tuning.set(tunable.name, value).unwrap();
                extremes.push((format!("{}={value}", tunable.name), tuning));
            }
        }
        for everything in [0, 1] {
            let mut tuning = Tuning::default();
            for tunable in Tuning::ALL {
                let ends = [tunable.least, tunable.largest];
                tuning.set(tunable.name, ends[everything]).unwrap();
            }
            extremes.push((format!("all at end {everything}"), tuning));
        }
        for (what, tuning) in extremes {
            let evaluator = Evaluator::<International>::embedded().unwrap();
            let mut solo = Solo::new(std::sync::Arc::new(evaluator), 14).unwrap();
            solo = solo.tuned(tuning);
            let won = game::<International>("W:W39:B44");
            let answer = solo.think(&won, &depth(4), |_| {});
            assert_eq!(answer.score.plies_to_end(), Some(1), "{what}");
            check::<International>(Evaluator::embedded().unwrap(), tuning, &what);
            check::<Brazilian>(Evaluator::embedded().unwrap(), tuning, &what);
        }
    };
    with_search_stack(compare);
}

/// Several lines: as many as asked for or as there are moves, each with a move of its own, by score;
/// and the best one is found as without the others.
#[test]
fn several_lines_are_ordered_and_the_best_one_is_played() {
    fn check<R: Rules>(fen: &str, asked: u8) {
        let game = game::<R>(fen);
        let moves = game.position().legal_moves();
        let limits = Limits {
            more_lines: asked - 1,
            ..depth(7)
        };
        let (answer, seen) = search(&mut engine(1), &game, limits);
        assert!(
            seen.len() == 7 || seen.last().unwrap().score.is_decided(),
            "{fen}"
        );
        for progress in &seen {
            let lines: Vec<_> = std::iter::once((progress.score, progress.line[0]))
                .chain(
                    progress
                        .others
                        .iter()
                        .map(|other| (other.score, other.line[0])),
                )
                .collect();
            assert_eq!(lines.len(), moves.len().min(asked.into()), "{fen}");
            assert!(
                lines.is_sorted_by(|one, two| one.0 >= two.0),
                "{fen} {lines:?}"
            );
            let mut first: Vec<_> = lines.iter().map(|(_, mv)| *mv).collect();
            assert!(first.iter().all(|mv| moves.contains(mv)));
            first.sort_by_key(|mv| (mv.from(), mv.to(), mv.captured().0));
            first.dedup();
            assert_eq!(first.len(), lines.len(), "{fen}: a move twice");
            for other in &progress.others {
                check_line(&game, &other.line);
            }
        }
        let last = seen.last().unwrap();
        assert_eq!(
            (answer.best, answer.score),
            (Some(last.line[0]), last.score)
        );
    }
    for asked in [2, 5, 20] {
        check::<International>("W:W31-50:B1-20", asked);
        check::<International>("W:W28,33,34,38,39,43,48:B12,13,17,18,19,23,24", asked);
        check::<International>("W:WK3:BK45", asked);
        check::<Killer>("B:WK31,K32:B1,2,K15", asked);
        check::<Brazilian>("W:W21,22:B10", asked);
    }
}
