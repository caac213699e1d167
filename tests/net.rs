//! The net evaluation: its file, its arithmetic and its place in the search.

use crate::random;
use baige::board::Side;
use baige::engine::{Engine, Options};
use baige::eval::net::{
    HEADS, LARGEST_SKIP, NetError, NetFile, Odds, OutOfRange, Parameters, QA, SKIPS, Scaling,
    active_inputs, head, skip_features,
};
use baige::eval::{Accumulators, Evaluator, Weights, WeightsError, drawish_divisor};
use baige::game::Game;
use baige::notation::parse_fen;
use baige::position::Position;
use baige::prng::Prng;
use baige::rules::{Brazilian, International, Killer, Rules, Variant};
use baige::score::Score;
use baige::search::{Limits, Report};
use std::sync::Arc;
use std::sync::mpsc::channel;

/// A net of random numbers of ordinary size.
fn random_net(variant: Variant, hidden: usize, seed: u64) -> Parameters {
    let mut prng = Prng::new(seed);
    let mut up_to = |most: u64| (prng.below(2 * most + 1) as i64 - most as i64) as i16;
    let mut net = Parameters::zero(variant, hidden);
    net.first.iter_mut().for_each(|weight| *weight = up_to(200));
    net.first_bias
        .iter_mut()
        .for_each(|bias| *bias = up_to(500));
    for head in &mut net.heads {
        head.output
            .iter_mut()
            .for_each(|weight| *weight = up_to(40));
        head.bias = i32::from(up_to(30_000)) * 50;
        head.skip = [(); SKIPS].map(|()| i32::from(up_to(10_000)));
    }
    net
}

fn weights(net: Parameters) -> Weights {
    Weights::Net(Arc::new(NetFile {
        parameters: net,
        scaling: Scaling::default(),
        odds: Odds::default(),
    }))
}

fn evaluator<R: Rules>(net: Parameters) -> Evaluator<R> {
    Evaluator::new(&weights(net)).unwrap()
}

/// The value as the documentation has it, in wide numbers and the plainest way.
fn reference<R: Rules>(net: &Parameters, position: &Position<R>) -> Score {
    let us = position.side();
    let head = &net.heads[head::<R>(position.occupied().len())];
    let mut sum = i128::from(head.bias);
    for (number, view) in [us, !us].into_iter().enumerate() {
        for unit in 0..net.hidden {
            let mut value = i128::from(net.first_bias[unit]);
            for input in active_inputs(position, view) {
                value += i128::from(net.first[input * net.hidden + unit]);
            }
            assert!(value.abs() <= i128::from(i16::MAX));
            let active = value.clamp(0, QA.into());
            sum += active * active * i128::from(head.output[number * net.hidden + unit]);
        }
    }
    assert!(sum.abs() <= i128::from(i32::MAX));
    let mut value = sum * 400 / (255 * 255 * 64);
    let features = skip_features(position);
    let linear = features.iter().zip(&head.skip);
    value += linear
        .map(|(&count, &weight)| i128::from(count) * i128::from(weight))
        .sum::<i128>()
        / 64;
    let ahead = if value >= 0 { us } else { !us };
    value /= i128::from(drawish_divisor(position, ahead));
    Score::from_centimen(value.clamp(-100_000, 100_000) as i32)
}

fn for_all_variants(check: impl Fn(Variant)) {
    Variant::ALL.into_iter().for_each(check);
}

#[test]
fn files_read_back() {
    for_all_variants(|variant| {
        for hidden in [16, 32, 64, 128, 256] {
            let net = random_net(variant, hidden, 7);
            assert_eq!(Parameters::parse(&net.to_bytes()).as_ref(), Ok(&net));
            let mut scaling = Scaling::default();
            scaling.0[17] = 5;
            let file = NetFile {
                parameters: net,
                scaling,
                odds: Odds {
                    scales: [3; HEADS],
                    widths: [0, 1, 2, 3, 4, 5, 6, u16::MAX],
                },
            };
            assert_eq!(NetFile::parse(&file.to_bytes()), Ok(file));
        }
    });
}

#[test]
fn every_damage_is_refused() {
    let good = random_net(Variant::Brazilian, 16, 3).to_bytes();
    for at in 0..good.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut bad = good.clone();
            bad[at] ^= flip;
            assert!(Weights::parse(&bad).is_err(), "byte {at} ^ {flip}");
            assert!(Parameters::parse(&bad).is_err(), "byte {at} ^ {flip}");
        }
    }
    for length in 0..good.len() {
        assert!(
            Weights::parse(&good[..length]).is_err(),
            "{length} bytes only"
        );
    }
    let longer = [&good[..], &[0]].concat();
    assert_eq!(Parameters::parse(&longer), Err(NetError::Longer(1)));
    assert_eq!(Parameters::parse(b""), Err(NetError::Magic));
}

#[test]
fn refusals_say_what_was_expected() {
    let good = random_net(Variant::Normal, 32, 3);
    let error = Evaluator::<Killer>::new(&weights(good.clone())).unwrap_err();
    assert_eq!(
        error,
        WeightsError::Variant {
            expected: Variant::Killer,
            found: Variant::Normal
        }
    );
    let refused = |change: &dyn Fn(&mut Parameters)| {
        let mut net = good.clone();
        change(&mut net);
        let error = Parameters::parse(&net.to_bytes()).unwrap_err();
        assert!(error.to_string().contains("expected"), "{error}");
        // Numbers that never were in a file are checked no less.
        let made = Evaluator::<International>::new(&weights(net));
        assert_eq!(made.unwrap_err(), WeightsError::Net(error.clone()));
        error
    };
    let hidden = refused(&|net| net.hidden = 24);
    assert_eq!(hidden, NetError::Range(OutOfRange::Hidden(24)));
    let unit = refused(&|net| net.first.iter_mut().for_each(|weight| *weight = 700));
    assert!(matches!(
        unit,
        NetError::Range(OutOfRange::Unit { unit: 0, .. })
    ));
    let sum = refused(&|net| net.heads[3].output.fill(600));
    assert!(matches!(
        sum,
        NetError::Range(OutOfRange::Head { head: 3, .. })
    ));
    let bias = refused(&|net| net.heads[2].bias = i32::MIN);
    assert!(matches!(
        bias,
        NetError::Range(OutOfRange::Head { head: 2, .. })
    ));
    for weight in [LARGEST_SKIP + 1, i32::MIN] {
        let skip = refused(&|net| net.heads[5].skip[1] = weight);
        assert_eq!(
            skip,
            NetError::Range(OutOfRange::Skip {
                head: 5,
                found: weight
            })
        );
    }
    refused(&|net| {
        net.first.pop();
    });
}

/// Sums at the edge of what is allowed: every unit and every head as far as it can go.
fn extreme(variant: Variant, sign: i16) -> Parameters {
    let mut net = Parameters::zero(variant, 256);
    let squares = net.inputs() as i16 / 4;
    let most = i16::MAX / squares;
    net.first.fill(sign * most);
    net.first_bias.fill(sign * (i16::MAX - most * squares));
    for (number, head) in net.heads.iter_mut().enumerate() {
        let sign = if number % 2 == 0 { sign } else { -sign };
        head.output[..33_024 / 129].fill(sign * 129);
        head.bias = i32::from(sign) * (i32::MAX - 65_025 * 129 * 256);
        head.skip = [i32::from(sign) * LARGEST_SKIP; SKIPS];
    }
    net
}

fn compare<R: Rules>(net: &Parameters, seed: u64) {
    net.check().unwrap();
    let evaluator = evaluator::<R>(net.clone());
    let mut prng = Prng::new(seed);
    for _ in 0..150 {
        let position = random::position::<R>(&mut prng);
        let score = reference(net, &position);
        assert_eq!(evaluator.evaluate(&position), score, "{position:?}");
    }
}

#[test]
fn arithmetic_is_exact_up_to_the_extremes() {
    for hidden in [16, 32, 48, 128] {
        compare::<International>(&random_net(Variant::Normal, hidden, 1), 1);
        compare::<Killer>(&random_net(Variant::Killer, hidden, 2), 2);
        compare::<Brazilian>(&random_net(Variant::Brazilian, hidden, 3), 3);
    }
    for sign in [1, -1] {
        compare::<International>(&extreme(Variant::Normal, sign), 4);
        compare::<Brazilian>(&extreme(Variant::Brazilian, sign), 5);
    }
}

/// Along random games, and going back and forth as a search does, the units that are kept are
/// those that would be computed anew.
#[test]
fn incremental_is_fresh() {
    fn walk<R: Rules>(
        evaluator: &Evaluator<R>,
        accumulators: &mut Accumulators,
        prng: &mut Prng,
        position: &Position<R>,
        ply: usize,
        most: &mut (u32, bool),
    ) {
        const PLIES: usize = 160;
        if ply >= PLIES {
            return;
        }
        // As in a search, some nodes are left without a value.
        if prng.below(4) > 0 {
            let score = evaluator.evaluate_at(position, accumulators, ply);
            assert_eq!(score, evaluator.evaluate(position), "{position:?}");
        }
        let moves = position.legal_moves();
        let children = if moves.is_empty() {
            0
        } else {
            1 + u64::from(prng.below(30) == 0)
        };
        for _ in 0..children {
            let mv = moves[prng.below(moves.len() as u64) as usize];
            most.0 = most.0.max(mv.captured().len());
            most.1 |= mv.is_promotion();
            let next = position.after(mv);
            walk(evaluator, accumulators, prng, &next, ply + 1, most);
        }
    }
    fn check<R: Rules>(seed: u64) {
        let mut prng = Prng::new(seed);
        let mut accumulators = Accumulators::new();
        let mut most = (0, false);
        for round in 0..200 {
            let hidden = [16, 32, 64][round % 3];
            let evaluator = evaluator::<R>(random_net(R::VARIANT, hidden, seed + round as u64));
            evaluator.prepare(&mut accumulators, 161);
            let start = match round % 4 {
                0 => Position::default(),
                _ => random::position::<R>(&mut prng),
            };
            walk(
                &evaluator,
                &mut accumulators,
                &mut prng,
                &start,
                0,
                &mut most,
            );
        }
        assert!(most.0 >= 4 && most.1, "{most:?}");
    }
    check::<International>(1);
    check::<Killer>(2);
    check::<Brazilian>(3);
}

#[test]
fn both_sides_are_seen_alike() {
    fn check<R: Rules>(seed: u64) {
        let evaluator = evaluator::<R>(random_net(R::VARIANT, 32, seed));
        let mut prng = Prng::new(seed);
        for _ in 0..500 {
            let position = random::position::<R>(&mut prng);
            let turned = position.mirrored();
            assert_eq!(skip_features(&position), skip_features(&turned));
            for side in Side::BOTH {
                let inputs = |position, side| {
                    let mut inputs: Vec<usize> = active_inputs::<R>(position, side).collect();
                    inputs.sort_unstable();
                    inputs
                };
                assert_eq!(inputs(&position, side), inputs(&turned, !side));
            }
            assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&turned));
        }
    }
    check::<International>(1);
    check::<Killer>(2);
    check::<Brazilian>(3);
}

#[test]
fn the_linear_part_counts_by_hand() {
    let features = |fen: &str| {
        let position = parse_fen::<International>(fen).unwrap().position;
        skip_features(&position)
    };
    // Two men on White's left against one there.
    let ahead = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0];
    assert_eq!(features("W:W32,28:B18"), ahead);
    let behind = [-1, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0];
    assert_eq!(features("B:W32,28:B18"), behind);
    // On the long road White's king reaches 41, 37 and, next to the enemy, 32; Black's reaches
    // sixteen squares, one of them next to the enemy.
    let kings = [0, 0, 0, 2 - 15, 1 - 1, 0, 1, 0, 0, 0, 0];
    assert_eq!(features("W:WK46:BK28"), kings);
    let three = features("W:WK46,K47,K48:BK5");
    assert_eq!((three[1], three[2], three[7]), (0, 2, 1));
    // One, two and three steps from the last row against two steps; then the enemy on 1 stands
    // in the way of 7 and 11.
    let free = [2, 0, 0, 0, 0, 0, 1, 0, 1, 1 - 1, 1];
    assert_eq!(features("W:W7,11,20:B36"), free);
    let barred = [1, 0, 0, 0, 0, -1, 1, 0, 0, -1, 1];
    assert_eq!(features("W:W7,11,20:B36,1"), barred);
}

#[test]
fn a_net_without_units_counts_material() {
    let mut net = Parameters::zero(Variant::Normal, 32);
    for head in &mut net.heads {
        (head.skip[0], head.skip[1], head.skip[2]) = (100 * 64, 250 * 64, 200 * 64);
    }
    let score = |net: &Parameters, fen: &str| {
        let position = parse_fen(fen).unwrap().position;
        let score = evaluator::<International>(net.clone()).evaluate(&position);
        score.centimen()
    };
    assert_eq!(score(&net, "W:W31-50:B1-20"), 0);
    assert_eq!(score(&net, "W:W28,32:B18"), 100);
    assert_eq!(score(&net, "B:W28,32:B18"), -100);
    assert_eq!(score(&net, "W:WK46,31,32,33,34:B18,19"), 450);
    assert_eq!(score(&net, "B:WK46,K47,31,32,33,34:B18,19"), -650);
    // A king against three pieces holds the draw: an eighth is left.
    assert_eq!(score(&net, "W:WK46,K47,K48:BK5"), 400 / 8);
    // The heads by pieces: 5 and 6 are in different ones, odd 64ths fall off on both sides.
    net.heads[1].skip[6] = 64 * 7 + 63;
    assert_eq!(score(&net, "W:W31,32,33:B18,19"), 100);
    assert_eq!(score(&net, "W:W31,32,33,34:B18,19"), 207);
    net.heads[1].skip[6] = -63;
    assert_eq!(score(&net, "W:W31,32,33:B17,18,19"), 0);
    // What is learned about an ending: five men against two, at half.
    let mut scaling = Scaling::default();
    let position = parse_fen("W:W31,32,33,34,35:B18,19").unwrap().position;
    scaling.0[Scaling::class::<International>(&position, Side::White)] = 32;
    let file = NetFile {
        parameters: Parameters {
            heads: vec![net.heads[0].clone(); HEADS],
            ..net
        },
        scaling,
        odds: Odds::default(),
    };
    let evaluator = Evaluator::<International>::new(&Weights::Net(Arc::new(file))).unwrap();
    assert_eq!(evaluator.evaluate(&position).centimen(), 150);
}

#[test]
fn heads_part_a_full_board_in_eight() {
    assert_eq!(
        [0, 1, 5, 6, 35, 36, 40, 50].map(head::<International>),
        [0, 0, 0, 1, 6, 7, 7, 7]
    );
    assert_eq!(
        [0, 1, 3, 4, 21, 22, 24, 32].map(head::<Brazilian>),
        [0, 0, 0, 1, 6, 7, 7, 7]
    );
}

fn think<R: Rules>(engine: &mut Engine<R>, game: &Game<R>, limits: Limits) -> (u64, String) {
    let (sender, reports) = channel();
    engine.go(game, limits, move |report| sender.send(report).unwrap());
    let answer = reports
        .into_iter()
        .find_map(|report| match report {
            Report::Done(answer) => Some(answer),
            Report::Progress(_) => None,
        })
        .unwrap();
    (answer.nodes, format!("{answer:?}"))
}

#[test]
fn searches_with_a_net_repeat_and_keep_to_their_nodes() {
    fn check<R: Rules>() {
        let engine = |seed| {
            Engine::<R>::new(Options {
                table_log2: 14,
                weights: Some(weights(random_net(R::VARIANT, 32, seed))),
                ..Options::default()
            })
            .unwrap()
        };
        let (mut first, mut second) = (engine(5), engine(5));
        let mut prng = Prng::new(9);
        for _ in 0..4 {
            let game = Game::new(random::position::<R>(&mut prng), 0);
            for nodes in [1, 1_000, 30_000] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let answer = think(&mut first, &game, limits);
                assert_eq!(answer, think(&mut second, &game, limits));
                // One iteration is finished whatever the limit.
                assert!(answer.0 <= nodes.max(20_000), "{answer:?}");
            }
        }
        // Other weights leave nothing of the old ones behind.
        let mut third = engine(6);
        let options = second.options().clone();
        third.change(options, |error| panic!("{error}"));
        first.new_game();
        let limits = Limits {
            depth: Some(6),
            ..Limits::default()
        };
        let game = Game::<R>::default();
        let expected = think(&mut first, &game, limits);
        assert_eq!(think(&mut third, &game, limits), expected);
    }
    check::<International>();
    check::<Killer>();
    check::<Brazilian>();
}

#[test]
fn chances_are_told_for_a_score() {
    let evaluator = Evaluator::<International>::embedded().unwrap();
    let [win, draw, loss] = evaluator.chances(Score::from_centimen(200), &Position::default());
    assert!(
        win > draw && draw > loss && loss > 0.0,
        "{win} {draw} {loss}"
    );
}

#[test]
fn the_program_takes_nets_where_it_takes_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("random.net");
    let bytes = random_net(Variant::Brazilian, 32, 11).to_bytes();
    std::fs::write(&path, &bytes).unwrap();
    let file = path.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("baige").unwrap();
        let output = command.args(arguments).output().unwrap();
        let both = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(both).unwrap())
    };
    let (code, said) = run(&["weights", file]);
    assert!(
        code == Some(0) && said.contains("brazilian, a net of 32 units"),
        "{said}"
    );
    let (code, said) = run(&["weights", "--seal", file]);
    assert!(code == Some(1) && said.contains("expected text"), "{said}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let (code, said) = run(&["bench", "--depth", "4", "--weights", file]);
    assert!(code == Some(0) && said.contains("brazilian"), "{said}");
    let shards = folder.path().join("shards");
    let selfplay = [
        "selfplay",
        "--variant",
        "brazilian",
        "--games",
        "2",
        "--nodes",
        "50",
    ];
    let more = ["--weights", file, "--out", shards.to_str().unwrap()];
    let (code, said) = run(&[&selfplay[..], &more].concat());
    assert_eq!(code, Some(0), "{said}");
    let mut hub = assert_cmd::Command::cargo_bin("baige").unwrap();
    let setting = format!("set-param name=weights value=\"{file}\"\n");
    let hub = hub.arg("hub").write_stdin(format!(
        "hub\n{setting}set-param name=variant value=brazilian\n{setting}init\nquit\n"
    ));
    let said = String::from_utf8(hub.output().unwrap().stdout).unwrap();
    assert_eq!(said.matches("error").count(), 1, "{said}");
    assert!(said.contains("for brazilian; expected normal"), "{said}");
    assert!(said.trim_end().ends_with("ready"), "{said}");
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let (code, said) = run(&["weights", file]);
    assert!(
        code == Some(1) && said.contains("in the middle of"),
        "{said}"
    );
}
