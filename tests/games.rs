//! Draws and histories in random games of few pieces; the judge is a recount over the whole record,
//! written from the rules text.

use crate::properties::{BUDGET, board};
use crate::random::{self, below};
use baige::board::Geometry;
use baige::game::{Counters, DrawRule, Game, Outcome};
use baige::notation::{parse_fen, parse_squares, write_squares};
use baige::position::{Move, Position};
use baige::prng::Prng;
use baige::rules::{Rules, Variant};
use baige::with_rules;
use std::collections::HashMap;
use std::fmt::Write;

/// The record of a game as the rules see it: every position on the board, the start first.
struct Record {
    positions: Vec<String>,
    /// Quiet king plies known to have been played before the start.
    before: usize,
}

/// Where the men are and how many pieces there are: what a quiet king move leaves as it was.
fn men_and_total(hub: &str) -> (Vec<(usize, char)>, usize) {
    let pieces = || hub.char_indices().skip(1).filter(|(_, c)| *c != 'e');
    let men = pieces().filter(|(_, c)| c.is_ascii_lowercase()).collect();
    (men, pieces().count())
}

/// Pieces against a lone king, if the position is such an ending: the stronger side has a king
/// among at most three pieces.
fn against_lone_king(hub: &str) -> Option<usize> {
    let number = |letter| hub.chars().skip(1).filter(|c| *c == letter).count();
    let sides = [(number('w'), number('W')), (number('b'), number('B'))];
    let cases = [(sides[0], sides[1]), (sides[1], sides[0])];
    cases
        .into_iter()
        .filter(|(weak, strong)| *weak == (0, 1) && strong.1 > 0)
        .map(|(_, strong)| strong.0 + strong.1)
        .filter(|pieces| *pieces <= 3)
        .min()
}

impl Record {
    fn now(&self) -> &String {
        &self.positions[self.positions.len() - 1]
    }

    /// Plies by kings without a capture, counted back from now.
    fn quiet_kings(&self) -> usize {
        let kinds: Vec<_> = self
            .positions
            .iter()
            .map(|hub| men_and_total(hub))
            .collect();
        let run = kinds
            .windows(2)
            .rev()
            .take_while(|pair| pair[0] == pair[1])
            .count();
        if run + 1 == self.positions.len() {
            run + self.before
        } else {
            run
        }
    }

    /// Plies since three, or since two or one, stand against a lone king without a break.
    fn lone_king(&self, three: bool) -> Option<usize> {
        let is_such =
            |hub: &&String| against_lone_king(hub).is_some_and(|pieces| (pieces == 3) == three);
        let run = self.positions.iter().rev().take_while(is_such).count();
        run.checked_sub(1)
    }

    fn occurrences(&self) -> usize {
        self.positions
            .iter()
            .filter(|hub| *hub == self.now())
            .count()
    }

    /// The draw rules that are met now.
    fn draws(&self, variant: Variant) -> Vec<DrawRule> {
        let (quiet, three, two) = match variant {
            Variant::Normal => (50, Some(32), Some(10)),
            Variant::Killer => (50, None, None),
            Variant::Brazilian => (30, None, Some(10)),
        };
        let over = |count: Option<usize>, limit: Option<usize>| {
            count.is_some_and(|count| limit.is_some_and(|limit| count >= limit))
        };
        [
            (DrawRule::Repetition, self.occurrences() >= 3),
            (DrawRule::QuietKings, self.quiet_kings() >= quiet),
            (
                DrawRule::ThreeAgainstKing,
                over(self.lone_king(true), three),
            ),
            (DrawRule::TwoAgainstKing, over(self.lone_king(false), two)),
        ]
        .into_iter()
        .filter_map(|(rule, met)| met.then_some(rule))
        .collect()
    }
}

/// Few pieces, put down at random.
fn ending<R: Rules>(prng: &mut Prng) -> Position<R> {
    const MATERIAL: [&str; 14] = [
        "WB", "WWB", "WwB", "WBB", "WBb", "WWWB", "WWwB", "WwwB", "WBBB", "WBBb", "WWBB", "WWBBb",
        "WWwwBBbb", "WWWBB",
    ];
    loop {
        let mut letters: Vec<char> = MATERIAL[below(prng, MATERIAL.len())].chars().collect();
        letters.resize(usize::from(R::Board::SQUARES), 'e');
        random::shuffle(prng, &mut letters);
        let side = ['W', 'B'][below(prng, 2)];
        let hub: String = std::iter::once(side).chain(letters).collect();
        // A man on its promotion row is no position: draw again.
        if let Ok(position) = parse_squares(&hub) {
            return position;
        }
    }
}

/// A move for games that last: mostly one that lets nothing be taken, often straight back.
fn choose<R: Rules>(prng: &mut Prng, game: &Game<R>) -> Option<Move> {
    let position = game.position();
    let mut moves = position.legal_moves();
    random::shuffle(prng, &mut moves);
    let back = game.moves().iter().rev().nth(1).and_then(|mine| {
        let ends = (mine.to(), mine.from());
        moves.iter().find(|mv| (mv.from(), mv.to()) == ends)
    });
    let safe = |mv: &&Move| {
        let next = position.after(**mv);
        !mv.is_promotion() && !next.can_capture(next.side())
    };
    let chosen = match below(prng, 8) {
        0 => moves.first(),
        1 | 2 => back.or(moves.first()),
        _ => moves.iter().find(safe).or(moves.first()),
    };
    chosen.copied()
}

#[test]
fn game_counts_agree_with_a_recount() {
    fn check<R: Rules>(needed: &[DrawRule]) {
        let mut prng = Prng::new(0xD2A3 + R::VARIANT as u64);
        let mut met: HashMap<String, usize> = HashMap::new();
        for _ in 0..600 {
            let before = [0, 0, 0, 20, 45][below(&mut prng, 5)];
            let start = ending::<R>(&mut prng);
            let mut game = Game::new(start, before);
            let mut record = Record {
                positions: vec![write_squares(&start)],
                before: usize::from(before),
            };
            for _ in 0..110 {
                check_state(&game, &record, &mut met);
                // Played on past a draw: the counts have to hold there too.
                let Some(mv) = choose(&mut prng, &game) else {
                    break;
                };
                let now = (*game.position(), game.counters(), game.outcome());
                game.play(mv);
                assert_eq!(game.undo(), Some(mv));
                assert_eq!((*game.position(), game.counters(), game.outcome()), now);
                game.play(mv);
                record.positions.push(write_squares(game.position()));
            }
            unwind(game, &record);
        }
        for rule in needed {
            let times = met.get(&format!("{rule:?}")).copied().unwrap_or_default();
            assert!(times >= 20, "{rule:?} met {times} times: {met:?}");
        }
    }
    use DrawRule::{QuietKings, Repetition, ThreeAgainstKing, TwoAgainstKing};
    for variant in Variant::ALL {
        let needed: &[DrawRule] = match variant {
            Variant::Normal => &[Repetition, QuietKings, ThreeAgainstKing, TwoAgainstKing],
            Variant::Killer => &[Repetition, QuietKings],
            Variant::Brazilian => &[Repetition, QuietKings, TwoAgainstKing],
        };
        with_rules!(variant, R => check::<R>(needed));
    }
}

fn check_state<R: Rules>(game: &Game<R>, record: &Record, met: &mut HashMap<String, usize>) {
    let mut shown = format!("{} after {}:", R::VARIANT, record.before);
    for hub in &record.positions {
        let _ = write!(shown, "\n{hub}");
    }
    assert_eq!(game.occurrences(), record.occurrences(), "{shown}");
    assert_eq!(
        usize::from(game.counters().quiet_kings()),
        record.quiet_kings(),
        "{shown}"
    );
    let key = game.position().key();
    let same = game.repeatable_keys().filter(|other| *other == key).count();
    assert_eq!(same + 1, record.occurrences(), "{shown}");
    let draws = record.draws(R::VARIANT);
    let has_moves = board(game.position())
        .moves(BUDGET)
        .is_some_and(|moves| !moves.is_empty());
    match game.outcome() {
        None => assert!(has_moves && draws.is_empty(), "{draws:?} {shown}"),
        Some(Outcome::Win(side)) => {
            assert!(!has_moves && side != game.position().side(), "{shown}");
        }
        Some(Outcome::Draw(rule)) => {
            assert!(
                has_moves && draws.contains(&rule),
                "{rule:?} {draws:?} {shown}"
            );
            *met.entry(format!("{rule:?}")).or_default() += 1;
        }
    }
    // The counting rules by themselves, repetition apart.
    let counted = draws.iter().any(|rule| *rule != DrawRule::Repetition);
    assert_eq!(game.counters().expired::<R>().is_some(), counted, "{shown}");
}

/// The whole game taken back, position by position.
fn unwind<R: Rules>(mut game: Game<R>, record: &Record) {
    let history: Vec<String> = game
        .history()
        .map(|(position, _)| write_squares(position))
        .collect();
    assert_eq!(history, record.positions[..record.positions.len() - 1]);
    for hub in record.positions.iter().rev() {
        assert_eq!(&write_squares(game.position()), hub);
        game.undo();
    }
    assert_eq!(game.undo(), None);
    assert!(game.moves().is_empty());
    assert_eq!(&write_squares(game.position()), &record.positions[0]);
}

/// A clock read from a file can be any number.
#[test]
fn counts_of_any_size_are_harmless() {
    fn check<R: Rules>() {
        let position = parse_fen::<R>("W:WK1,K2:BK32,K31").unwrap().position;
        for before in [0, 1, 29, 30, 49, 50, 32_767, 32_768, u16::MAX] {
            let mut game = Game::new(position, before);
            let keys: Vec<u64> = (0..3)
                .map(|_| {
                    let key = game.counters().key::<R>();
                    game.play(game.position().legal_moves()[0]);
                    key
                })
                .collect();
            assert_eq!(keys.len(), 3);
            assert_eq!(Counters::start(&position, before).quiet_kings(), before);
        }
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}
