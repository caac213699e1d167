//! Endgame tables against a slow solver that shares nothing with the builder: values at every
//! count, found by trying all moves again and again with one ply more to go.

use crate::cli::{baige, text};
use crate::table::rows;
use baige::board::{Bitboard, Geometry, Side};
use baige::endgame::{
    Archive, Endgame, FileError, Material, Placed, Slices, Value, build, build_file, load, path_of,
    write,
};
use baige::game::{Counters, Game, Outcome};
use baige::position::{Move, Position};
use baige::rules::{Brazilian, International, Killer, Rules};
use std::borrow::Cow;
use std::collections::HashMap;

/// All positions with White to move and this material.
fn positions<R: Rules>(material: Material) -> Vec<Position<R>> {
    let Material { men, kings } = material;
    let mut partial = vec![([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2])];
    let kinds = [
        (0, false, men[0]),
        (1, false, men[1]),
        (0, true, kings[0]),
        (1, true, kings[1]),
    ];
    for (side, is_king, number) in kinds {
        for nth in 0..number {
            let mut longer = Vec::new();
            for (men, kings) in partial {
                let taken = men[0] | men[1] | kings[0] | kings[1];
                for square in R::Board::BOARD - taken {
                    let (mut men, mut kings) = (men, kings);
                    let set = if is_king {
                        &mut kings[side]
                    } else {
                        &mut men[side]
                    };
                    // In rising order, so that each set comes once.
                    if nth > 0 && set.into_iter().any(|other| other > square) {
                        continue;
                    }
                    *set |= square.into();
                    longer.push((men, kings));
                }
            }
            partial = longer;
        }
    }
    let all = partial.into_iter();
    all.filter_map(|(men, kings)| Position::new(men, kings, Side::White).ok())
        .collect()
}

/// What a move leads to: a position by its number, and whether the count begins anew.
type Step = (usize, bool);

/// Values of all positions to so many pieces, with their distances.
fn solve<R: Rules>(pieces: u8) -> Vec<(Position<R>, Value)> {
    let all: Vec<Position<R>> = (2..=pieces)
        .flat_map(Material::all)
        .flat_map(|m| {
            if m == m.swapped() {
                vec![m]
            } else {
                vec![m, m.swapped()]
            }
        })
        .flat_map(positions::<R>)
        .collect();
    let numbers: HashMap<u64, usize> = all.iter().map(Position::key).zip(0..).collect();
    let limits: Vec<u16> = all
        .iter()
        .map(|p| Counters::start(p, 0).bound::<R>().limit)
        .collect();
    // None: the opponent has nothing left and has lost.
    let steps: Vec<Vec<Option<Step>>> = all
        .iter()
        .map(|position| {
            let start = Counters::start(position, 0);
            let step = |mv| {
                let next = position.after(mv);
                let anew = start.after(mv, &next).bound::<R>().count == 0;
                let is_over = next.pieces(next.side()).is_empty();
                (!is_over).then(|| (numbers[&next.mirrored().key()], anew))
            };
            position.legal_moves().into_iter().map(step).collect()
        })
        .collect();
    // Outcomes with a fresh count: 1 won, 0 drawn, -1 lost. Found again and again until they stay,
    // each time from what is known of the positions after a conversion.
    let mut fresh = vec![0i8; all.len()];
    loop {
        let mut distances = vec![None; all.len()];
        let nothing: Vec<i8> = steps
            .iter()
            .map(|s| if s.is_empty() { -1 } else { 0 })
            .collect();
        note(&nothing, 0, &mut distances);
        let mut now = nothing.clone();
        for left in 1..=*limits.iter().max().unwrap() {
            let value = |(at, moves): (usize, &Vec<Option<Step>>)| {
                if left > limits[at] {
                    return now[at];
                }
                let after = |step: &Option<Step>| match step {
                    None => 1,
                    Some((next, true)) => -fresh[*next],
                    Some((next, false)) => -now[*next],
                };
                moves.iter().map(after).max().unwrap_or(-1)
            };
            let next: Vec<i8> = steps.iter().enumerate().map(value).collect();
            note(&next, left as u8, &mut distances);
            let is_settled = next == now && left > 1;
            now = next;
            if is_settled {
                break;
            }
        }
        if now == fresh {
            let value = |(position, (outcome, distance)): (_, (&i8, &Option<u8>))| {
                let value = match (outcome, distance) {
                    (1, Some(plies)) => Value::Win(*plies),
                    (-1, Some(plies)) => Value::Loss(*plies),
                    _ => Value::Draw,
                };
                (position, value)
            };
            return all
                .into_iter()
                .zip(now.iter().zip(&distances))
                .map(value)
                .collect();
        }
        fresh = now;
    }
}

/// The first number of plies at which a position is decided is its distance.
fn note(outcomes: &[i8], plies: u8, distances: &mut [Option<u8>]) {
    for (outcome, distance) in outcomes.iter().zip(distances) {
        if *outcome != 0 && distance.is_none() {
            *distance = Some(plies);
        }
    }
}

/// Slices to so many pieces, checked by the builder itself.
fn slices<R: Rules>(pieces: u8) -> Slices<R> {
    let mut known = Slices::new();
    for material in (2..=pieces).flat_map(Material::all) {
        build(&mut known, material, &|_| {}).unwrap();
    }
    known
}

fn archive<R: Rules>(known: &Slices<R>, pieces: u8) -> Vec<u8> {
    let both = |m: Material| [Some(m), (m != m.swapped()).then(|| m.swapped())];
    let materials = (2..=pieces)
        .flat_map(Material::all)
        .flat_map(both)
        .flatten();
    let slices: Vec<_> = materials.map(|m| known.get(m).unwrap()).collect();
    write(&slices)
}

fn tables<R: Rules>(bytes: Vec<u8>) -> Endgame<R> {
    let mut tables = Endgame::none();
    tables.add(Archive::open::<R>(Cow::Owned(bytes)).unwrap());
    tables
}

fn agrees<R: Rules>(pieces: u8) {
    let known = slices::<R>(pieces);
    let tables = tables::<R>(archive(&known, pieces));
    let expected = solve::<R>(pieces);
    let mut decided = 0;
    for (position, expected) in &expected {
        let (value, _) = known.value(&Placed::of(position)).unwrap();
        assert_eq!(value, *expected, "{position:?}");
        // What went through a file, with captures left out and played out again.
        let probed = tables.value(position, Counters::start(position, 0));
        assert_eq!(probed, Some(*expected), "{position:?}");
        decided += usize::from(value != Value::Draw);
    }
    assert!(decided * 5 > expected.len() && decided < expected.len());
}

#[test]
fn a_slow_solver_agrees_on_two_pieces() {
    agrees::<International>(2);
    agrees::<Killer>(2);
    agrees::<Brazilian>(2);
}

#[test]
#[ignore = "a minute for each variant"]
fn a_slow_solver_agrees_on_three_pieces() {
    agrees::<Brazilian>(3);
    agrees::<Killer>(3);
    agrees::<International>(3);
}

#[test]
fn the_built_in_tables_are_those_that_are_built() {
    let built = tables::<International>(archive(&slices::<International>(3), 3));
    let embedded = Endgame::<International>::embedded();
    assert_eq!(embedded.pieces(), 4);
    let some = (2..=3)
        .flat_map(Material::all)
        .flat_map(positions::<International>)
        .step_by(7);
    for position in some {
        let counters = Counters::start(&position, 0);
        assert_eq!(
            embedded.value(&position, counters),
            built.value(&position, counters)
        );
    }
}

/// Wins, draws and losses of each slice to three pieces, as in the table.
#[test]
fn counts_are_as_recorded() {
    let mut known = Slices::<International>::new();
    let recorded: HashMap<_, _> = rows::<4>(include_str!("data/endgame.tsv"))
        .into_iter()
        .map(|[slice, won, drawn, lost]| {
            let number = |text: &str| text.parse::<u64>().unwrap();
            (slice, [number(won), number(drawn), number(lost)])
        })
        .collect();
    for material in (2..=3).flat_map(Material::all) {
        let built = build(&mut known, material, &|_| {}).unwrap();
        for (material, counts) in built.materials.iter().zip(&built.counts) {
            assert_eq!(recorded[&*material.to_string()], *counts, "{material}");
        }
    }
}

/// From won positions the best moves against the longest defence win before any rule draws.
#[test]
fn best_play_wins_inside_the_limits() {
    let tables = Endgame::<International>::embedded();
    let won = Material::all(4).into_iter().flat_map(|m| [m, m.swapped()]);
    let mut games = 0;
    for material in won {
        let index = baige::endgame::Index::<International>::new(material);
        let step = (index.size() / 40).max(1) as usize;
        for number in (0..index.size()).step_by(step) {
            let Some(placed) = index.placed(number) else {
                continue;
            };
            let mut game = Game::new(placed.position(), 0);
            let value = tables.value(game.position(), game.counters()).unwrap();
            while game.outcome().is_none() && game.moves().len() < 200 {
                let moves = game.position().legal_moves();
                let (_, kept) = tables
                    .choose(game.position(), game.counters(), &moves)
                    .unwrap();
                game.play(kept[0]);
            }
            match (value, game.outcome()) {
                (Value::Win(_), Some(Outcome::Win(Side::White, _)))
                | (Value::Loss(_), Some(Outcome::Win(Side::Black, _))) => games += 1,
                (Value::Draw, outcome) => assert!(!matches!(outcome, Some(Outcome::Win(..)))),
                (value, outcome) => panic!("{placed:?}: {value:?}, but {outcome:?}"),
            }
        }
    }
    assert!(games > 400, "{games} decided games");
}

#[test]
fn a_running_count_turns_wins_into_draws() {
    let tables = Endgame::<International>::embedded();
    let material = Material {
        men: [0, 0],
        kings: [3, 1],
    };
    let index = baige::endgame::Index::<International>::new(material);
    let is_far = |placed: &Placed<International>| {
        let position = placed.position();
        let value = tables.value(&position, Counters::start(&position, 0));
        matches!(value, Some(Value::Win(9..)))
    };
    let far = (0..index.size())
        .filter_map(|number| index.placed(number))
        .find(is_far);
    let mut position = far.unwrap().position();
    let mut counters = Counters::start(&position, 0);
    let limit = counters.bound::<International>().limit;
    // Shuffling to and fro costs the win as soon as too few plies are left, not a ply earlier.
    let mut seen_draw = false;
    while counters.expired(&position).is_none() {
        let left = limit - counters.bound::<International>().count;
        let fresh = tables
            .value(&position, Counters::start(&position, 0))
            .unwrap();
        let now = tables.value(&position, counters).unwrap();
        let is_late = u16::from(fresh.distance()) > left;
        assert_eq!(now, if is_late { Value::Draw } else { fresh });
        seen_draw |= is_late && fresh != Value::Draw;
        // The winner moves on without coming nearer, the loser holds out.
        let farthest = |mv: &Move| {
            let next = position.after(*mv);
            let value = tables.value(&next, Counters::start(&next, 0)).unwrap();
            (value != Value::Draw, value.distance())
        };
        let moves = position.legal_moves().into_iter();
        let quiet = moves.filter(|mv| !mv.is_capture());
        let Some(mv) = quiet.max_by_key(farthest) else {
            break;
        };
        position = position.after(mv);
        counters = counters.after(mv, &position);
    }
    assert!(seen_draw);
}

#[test]
fn bad_files_are_refused() {
    let good = archive(&slices::<International>(2), 2);
    let open = |bytes: Vec<u8>| {
        Archive::open::<International>(Cow::Owned(bytes)).and_then(|archive| archive.check())
    };
    assert_eq!(open(good.clone()), Ok(()));
    for length in 0..good.len() {
        assert!(
            open(good[..length].to_vec()).is_err(),
            "cut to {length} bytes"
        );
    }
    for at in 0..good.len() {
        let mut altered = good.clone();
        altered[at] ^= 1 << (at % 8);
        assert!(open(altered).is_err(), "byte {at} altered");
    }
    let longer = [good.as_slice(), b"x"].concat();
    assert!(matches!(open(longer), Err(FileError::Length { .. })));
    let other = Archive::open::<Killer>(Cow::Owned(good));
    assert!(matches!(other, Err(FileError::Variant { .. })));
}

#[test]
fn a_build_goes_on_from_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let materials: Vec<Material> = (2..=3).flat_map(Material::all).collect();
    let mut whole = Slices::<Brazilian>::new();
    for material in &materials {
        build_file(&mut whole, folder.path(), *material, &|_| {}).unwrap();
    }
    // A file cut off in the middle, as by a full disk, is told from a sound one.
    let last = path_of::<Brazilian>(folder.path(), materials[materials.len() - 1]);
    let bytes = std::fs::read(&last).unwrap();
    std::fs::write(&last, &bytes[..bytes.len() / 2]).unwrap();
    let mut again = Slices::<Brazilian>::new();
    for material in &materials {
        let path = path_of::<Brazilian>(folder.path(), *material);
        let loaded = load(&mut again, folder.path(), *material);
        assert_eq!(loaded.is_ok(), path != last);
        if loaded.is_err() {
            build_file(&mut again, folder.path(), *material, &|_| {}).unwrap();
        }
    }
    assert_eq!(std::fs::read(&last).unwrap(), bytes);
    for material in materials {
        let (one, other) = (whole.get(material).unwrap(), again.get(material).unwrap());
        for (number, _) in one.index.range(0, one.index.size()) {
            assert_eq!(one.get(number), other.get(number), "{material} {number}");
        }
    }
}

/// Games whose draws or states the tables do not know are refused by name, before anything is made.
#[test]
fn only_games_the_tables_know_are_built() {
    let folder = tempfile::tempdir().unwrap();
    let build = |variant: &str| {
        let dir = folder.path().join(variant);
        let place = ["--variant", variant, "--dir", dir.to_str().unwrap()];
        let output = baige(&[&["endgame", "build", "--pieces", "2"], &place[..]].concat());
        (output.status.code(), text(&output.stderr), dir.exists())
    };
    for variant in ["bt", "frisian", "losing", "frysk", "russian", "italian"] {
        let (code, told, made) = build(variant);
        assert_eq!((code, made), (Some(2), false), "{variant}: {told}");
        assert!(
            told.contains("expected one of normal killer brazilian"),
            "{told}"
        );
    }
    for variant in ["killer", "english", "pool", "czech"] {
        let (code, told, made) = build(variant);
        assert_eq!((code, made), (Some(0), true), "{variant}: {told}");
    }
}
