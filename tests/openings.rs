//! The opening files hold what their README says, and openings are read and made as documented.

use crate::cli::{baige, text};
use crate::table::rows;
use baige::board::Side;
use baige::matchplay::openings::{Band, Judge, Opening, built_in, enumerate, is_even, read, write};
use baige::notation::hub_move;
use baige::position::Position;
use baige::rules::{Brazilian, International, Killer, Rules, Variant};
use baige::with_rules;
use std::collections::BTreeSet;

const TWO_PLY: &str = include_str!("../openings/international/two-ply.tsv");
const THREE_PLY: &str = include_str!("../openings/international/three-ply.tsv");

/// Left out of the usual match: both cost a man at once.
const LEFT_OUT: [(&str, &str); 2] = [("31-27", "16-21"), ("32-27", "16-21")];

fn parse(text: &str) -> Vec<Opening<International>> {
    read(text, "test.tsv").unwrap()
}

fn complaint(text: &str) -> String {
    read::<International>(text, "test.tsv")
        .unwrap_err()
        .to_string()
}

fn after<R: Rules>(opening: &Opening<R>) -> Position<R> {
    *opening.game().position()
}

#[test]
fn two_ply_openings_are_all_there_are() {
    let start = Position::<International>::default();
    let mut expected = BTreeSet::new();
    for white in start.legal_moves() {
        for black in start.after(white).legal_moves() {
            expected.insert((
                hub_move::<International>(white),
                hub_move::<International>(black),
            ));
        }
    }
    for (white, black) in LEFT_OUT {
        assert!(expected.remove(&(white.to_owned(), black.to_owned())));
    }
    let (heading, lines) = TWO_PLY.split_once('\n').unwrap();
    assert_eq!(heading, "white\tblack");
    let found = rows::<2>(lines);
    assert_eq!(found.len(), 79);
    let found: BTreeSet<_> = found
        .into_iter()
        .map(|[white, black]| (white.to_owned(), black.to_owned()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn built_in_openings_are_the_two_ply_file_and_its_like() {
    assert_eq!(built_in::<International>(), parse(TWO_PLY));
    assert_eq!(built_in::<Killer>().len(), 79);
    let brazilian = built_in::<Brazilian>();
    assert_eq!(brazilian.len(), 47);
    let name = |opening: &Opening<Brazilian>| opening.name.clone();
    let lost = ["23-19 12-16".to_owned(), "24-19 12-16".to_owned()];
    assert!(brazilian.iter().map(name).all(|name| !lost.contains(&name)));
}

/// The files of a variant's two and three plies.
macro_rules! files {
    ($($variant:ident $folder:literal)*) => {
        [$((
            Variant::$variant,
            include_str!(concat!("../openings/", $folder, "/two-ply.tsv")),
            include_str!(concat!("../openings/", $folder, "/three-ply.tsv")),
        )),*]
    };
}

#[test]
fn the_files_of_other_games_are_fresh_enumerations() {
    let files = files!(
        Killer "killer" Breakthrough "bt" Frisian "frisian" Losing "losing" Frysk "frysk"
        Brazilian "brazilian" Russian "russian" English "english" Italian "italian" Pool "pool"
        Czech "czech"
    );
    assert_eq!(files.len() + 1, Variant::ALL.len());
    for (variant, two, three) in files {
        with_rules!(variant, R => {
            assert_eq!(write(&enumerate::<R>(2)), two, "{variant}");
            assert_eq!(write(&enumerate::<R>(3)), three, "{variant}");
        });
    }
}

#[test]
fn three_ply_file_is_a_fresh_enumeration() {
    let openings = enumerate::<International>(3);
    assert_eq!(write(&openings), THREE_PLY);
    assert_eq!(openings, parse(THREE_PLY));
    assert_eq!(openings.len(), 332);
    let positions: BTreeSet<u64> = openings.iter().map(|o| after(o).key()).collect();
    assert_eq!(positions.len(), 332);
    let output = baige(&["openings", "--plies", "3"]);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), THREE_PLY);
}

/// What the rule of pieces leaves out a search finds to cost about a man, and nothing else; with
/// some room for an evaluation that sees more than pieces.
#[test]
fn search_agrees_about_three_plies_that_lose_a_man() {
    let mut judge = Judge::<International>::new().unwrap();
    let mut seen = BTreeSet::new();
    let (mut even, mut disagreed) = (0, 0);
    let start = Position::<International>::default();
    for one in start.legal_moves() {
        for two in start.after(one).legal_moves() {
            let position = start.after(one).after(two);
            for three in position.legal_moves() {
                let position = position.after(three);
                even += u32::from(is_even(&position));
                if seen.insert(position.key()) {
                    let game = baige::game::Game::new(position, 0);
                    let score = judge.score(&game, 2_000).centimen().abs();
                    disagreed += u32::from((score < 70) != is_even(&position));
                }
            }
        }
    }
    assert_eq!((seen.len(), even), (447, 495));
    assert!(disagreed <= 5, "{disagreed}");
}

#[test]
fn drawn_openings_depend_on_the_seed_alone_and_lie_in_the_band() {
    let make = |seed, threads| {
        let output = baige(&[
            "openings",
            "--plies",
            "4",
            "--nodes",
            "500",
            "--band",
            "0.10:0.30",
            "--count",
            "8",
            "--seed",
            seed,
            "--threads",
            threads,
        ]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
        text(&output.stdout)
    };
    let table = make("7", "1");
    assert_eq!(table, make("7", "3"));
    assert_ne!(table, make("8", "1"));
    let (heading, lines) = table.split_once('\n').unwrap();
    assert_eq!(heading, "moves\tscore");
    let lines = rows::<2>(lines);
    let openings = parse(&table);
    assert_eq!((lines.len(), openings.len()), (8, 8));
    let band: Band = "0.1:0.3".parse().unwrap();
    let mut judge = Judge::new().unwrap();
    let mut positions = BTreeSet::new();
    // The other way round, so that nothing learnt on the way can help.
    for ([moves, shown], opening) in lines.into_iter().zip(openings).rev() {
        let score = judge.score(&opening.game(), 500);
        assert_eq!((moves, shown), (&*opening.name, &*score.to_string()));
        assert!(band.contains(score), "{moves} {score}");
        let position = after(&opening);
        assert_eq!(opening.moves.len(), 4);
        assert!(!Side::BOTH.iter().any(|side| position.can_capture(*side)));
        assert!(positions.insert(position.key()));
    }
}

#[test]
fn longer_openings_without_a_band_are_even_and_other_variants_have_theirs() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("openings.tsv");
    let path = file.to_str().unwrap();
    let arguments = [
        "openings",
        "--plies",
        "12",
        "--count",
        "20",
        "--variant",
        "brazilian",
    ];
    let output = baige(&[&arguments[..], &["-o", path]].concat());
    assert!(output.status.success() && output.stdout.is_empty());
    let table = std::fs::read_to_string(path).unwrap();
    assert!(table.starts_with("moves\n"));
    let openings = read::<Brazilian>(&table, path).unwrap();
    assert_eq!(openings.len(), 20);
    assert!(openings.iter().all(|opening| is_even(&after(opening))));
}

#[test]
fn when_there_are_no_more_fewer_are_written_with_a_warning() {
    let arguments = [
        "openings", "--plies", "2", "--band", "0:79", "--nodes", "10",
    ];
    let output = baige(&arguments);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("58 openings, not 100: there are hardly more"));
    let start = Position::<International>::default();
    let quiet = start.legal_moves().iter().fold(0, |count, one| {
        let position = start.after(*one);
        let replies = position.legal_moves();
        let is_quiet = |two| {
            let position = position.after(two);
            !Side::BOTH.iter().any(|side| position.can_capture(*side))
        };
        count + replies.iter().filter(|two| is_quiet(**two)).count()
    });
    assert_eq!(parse(&text(&output.stdout)).len(), quiet);
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, expected) in [
        (&["--plies", "0"][..], "0"),
        (&["--plies", "13"], "13"),
        (&[], "--plies"),
        (&["--plies", "4", "--band", "0.3:0.1"], "expected LO:HI"),
        (&["--plies", "4", "--band", "-1:2"], "expected LO:HI"),
        (&["--plies", "4", "--band", "nan:1"], "expected LO:HI"),
        (&["--plies", "4", "--band", "fair"], "balanced, or edge"),
        (
            &["--plies", "4", "--variant", "turkish"],
            "normal killer bt frisian losing frysk brazilian russian english italian pool czech",
        ),
        (&["--plies", "4", "--nodes", "5"], "--band"),
        (
            &["--plies", "3", "--count", "5"],
            "all openings of up to 3 plies",
        ),
    ] {
        let output = baige(&[&["openings"], arguments].concat());
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
    // There are nine first moves, and none is worth ten men.
    let few = [
        "openings", "--plies", "1", "--band", "10:20", "--nodes", "20", "--count", "1",
    ];
    let output = baige(&few);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no such opening of 1 plies found"));
}

#[test]
fn openings_are_read_in_many_forms() {
    let table = "\u{feff}# from somewhere\r\nnote\tBlack\twhite\r\n\r\nx\t16-21\t31-26\r\n";
    let openings = parse(table);
    assert_eq!(openings.len(), 1);
    assert_eq!(openings[0].name, "31-26 16-21");
    assert_eq!(openings[0].moves.len(), 2);
    assert_eq!(openings, parse("31-26 16-21"));
    assert_eq!(openings, parse("score\tmoves\n0.1\t1. 31-26 16-21\n"));
    assert_eq!(openings, parse("1.31-26 1...16-21\n# end"));
    let fen = "W:WK46,31:BK5,20";
    let hub = format!("W{}", &"e".repeat(49)) + "w";
    for text in [
        fen.to_owned(),
        format!("fen\n{fen}\n"),
        format!("a\tfen\n\t{fen}:H3"),
    ] {
        let openings = parse(&text);
        assert_eq!(openings[0].name, "W:W31,K46:BK5,20");
        assert!(openings[0].moves.is_empty());
    }
    assert_eq!(
        parse(&format!("{fen}:H3"))[0]
            .game()
            .counters()
            .quiet_kings(),
        3
    );
    assert_eq!(parse(&hub.replacen('e', "b", 1)).len(), 1);
    // Letter squares look a little like positions.
    let brazilian = read::<Brazilian>("c3-d4 b6-a5\n", "x").unwrap();
    assert_eq!(brazilian[0].moves.len(), 2);
    // The same again is dropped, the same position by other moves is not.
    assert_eq!(parse("31-26 16-21\n1. 31-26 16-21\n").len(), 1);
    let turned = "31-26 20-25 32-28\n32-28 20-25 31-26\n";
    assert_eq!(parse(turned).len(), 2);
}

#[test]
fn errors_of_openings_name_file_line_and_what_was_expected() {
    for (text, expected) in [
        ("", "test.tsv:1: no openings; expected at least one"),
        ("# only\n\nwhite\tblack\n", "test.tsv:3: no openings"),
        (
            "white\tnote\n31-26\tx\n",
            "test.tsv:1: columns \"white note\"; expected moves, or white",
        ),
        (
            "white\tblack\n31-26\t16-21\n31-26\n",
            "test.tsv:3: nothing in column 2; expected Black's",
        ),
        (
            "moves\n31-26 16-22\n",
            "test.tsv:2: move 2: illegal move 16-22; expected one of 16-21",
        ),
        (
            "#\n\n31-26 hello\n",
            "test.tsv:3: move 2: bad move \"hello\"; expected something like",
        ),
        ("31-26\n1.\n", "test.tsv:2: \"1.\"; expected moves like"),
        (
            "fen\nW:W31\n",
            "test.tsv:2: 0 sections for Black; expected one",
        ),
        (
            "fen\nW:W31:B99\n",
            "test.tsv:2: square \"99\"; expected a number from 1 to 50",
        ),
        ("W:W31:B\nW:W:B1\n", "test.tsv:2: "),
    ] {
        let found = complaint(text);
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    assert!(complaint("W:W6:BK1\n").contains("expected an opening to play on from"));
}
