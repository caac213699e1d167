//! The opening files hold what their README says.

use crate::table::rows;
use baige::notation::hub_move;
use baige::position::Position;
use baige::rules::International;
use std::collections::BTreeSet;

/// Left out of the usual match: both cost a man at once.
const LEFT_OUT: [(&str, &str); 2] = [("31-27", "16-21"), ("32-27", "16-21")];

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
    let text = include_str!("../openings/international/two-ply.tsv");
    let (heading, lines) = text.split_once('\n').unwrap();
    assert_eq!(heading, "white\tblack");
    let found = rows::<2>(lines);
    assert_eq!(found.len(), 79);
    let found: BTreeSet<_> = found
        .into_iter()
        .map(|[white, black]| (white.to_owned(), black.to_owned()))
        .collect();
    assert_eq!(found, expected);
}
