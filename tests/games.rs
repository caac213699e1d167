//! Draws and histories in random games of few pieces; the judge is a recount over the whole record,
//! written from the rules text.

use crate::properties::{BUDGET, board};
use crate::random::{self, below};
use baige::board::{Geometry, Side};
use baige::game::{Counters, DrawRule, Game, Outcome};
use baige::notation::{parse_fen, parse_squares, write_squares};
use baige::position::{Move, Position};
use baige::prng::Prng;
use baige::rules::{Profile, Rules, Variant};
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
    let squares = hub.split('[').next().unwrap_or(hub);
    let pieces = || squares.char_indices().skip(1).filter(|(_, c)| *c != 'e');
    let men = pieces().filter(|(_, c)| c.is_ascii_lowercase()).collect();
    (men, pieces().count())
}

/// Men and kings of either side.
fn material(hub: &str) -> [(usize, usize); 2] {
    let squares = hub.split('[').next().unwrap_or(hub);
    let number = |letter| squares.chars().skip(1).filter(|c| *c == letter).count();
    [(number('w'), number('W')), (number('b'), number('B'))]
}

/// Men and kings against a lone king, if the position is such an ending: the stronger side has a
/// king.
fn against_lone_king(hub: &str) -> Option<(usize, usize)> {
    let sides = material(hub);
    let cases = [(sides[0], sides[1]), (sides[1], sides[0])];
    cases
        .into_iter()
        .filter(|(weak, strong)| *weak == (0, 1) && strong.1 > 0)
        .map(|(_, strong)| strong)
        .min_by_key(|strong| strong.0 + strong.1)
}

/// A position as the record keeps it: its squares, and how often a king has moved where that is
/// part of the position.
fn shown<R: Rules>(position: &Position<R>) -> String {
    let run = |side| {
        let run = position.king_run(side);
        (run.count() > 0).then(|| (R::Board::number(run.square()), run.count()))
    };
    let runs = Side::BOTH.map(run);
    let squares = write_squares(position);
    if runs == [None; 2] {
        squares
    } else {
        format!("{squares}{runs:?}")
    }
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

    /// Plies since all of the last positions have had this property; none if the last has not.
    fn since(&self, is_such: impl Fn(&str) -> bool) -> Option<usize> {
        let positions = self.positions.iter().rev();
        let run = positions.take_while(|hub| is_such(hub)).count();
        run.checked_sub(1)
    }

    /// Plies since so many men and kings of these stand against a lone king without a break.
    fn lone_king(&self, covers: impl Fn(usize, usize) -> bool) -> Option<usize> {
        self.since(|hub| against_lone_king(hub).is_some_and(|(men, kings)| covers(men, kings)))
    }

    /// Moves of the stronger side since it has three kings against one.
    fn moves_of_three_kings(&self) -> Option<usize> {
        let plies = self.lone_king(|men, kings| (men, kings) == (0, 3))?;
        let [(_, white), _] = material(self.now());
        let strong = if white == 3 { 'W' } else { 'B' };
        let last = self.positions.len() - 1;
        let to_move = |at: usize| self.positions[at].starts_with(strong);
        Some((last - plies..last).filter(|at| to_move(*at)).count())
    }

    /// Plies without a capture, and without a crowning if that counts, back from now.
    fn still(&self, crowning_counts: bool) -> usize {
        let change = |pair: &[String]| {
            let [before, after] = [material(&pair[0]), material(&pair[1])];
            let total = |sides: [(usize, usize); 2]| {
                sides.iter().map(|(men, kings)| men + kings).sum::<usize>()
            };
            let men = |sides: [(usize, usize); 2]| sides.iter().map(|(men, _)| men).sum::<usize>();
            total(before) != total(after) || crowning_counts && men(before) != men(after)
        };
        let run = self
            .positions
            .windows(2)
            .rev()
            .take_while(|pair| !change(pair))
            .count();
        if run + 1 == self.positions.len() {
            run + self.before
        } else {
            run
        }
    }

    fn occurrences(&self) -> usize {
        self.positions
            .iter()
            .filter(|hub| *hub == self.now())
            .count()
    }

    /// The draw rules that are met now.
    fn draws(&self, variant: Variant, profile: Profile) -> Vec<DrawRule> {
        use DrawRule::{
            KingAgainstKing, MainRoad, NoCapture, NoChange, QuietKings, Repetition,
            ThreeAgainstKing, TwoAgainstKing,
        };
        use Variant::{
            Brazilian, Breakthrough, Czech, English, Frisian, Frysk, Italian, Killer, Losing,
            Normal, Pool, Russian,
        };
        let is_fmjd_64 = profile == Profile::Fmjd && matches!(variant, Brazilian | Russian);
        let over = |count: Option<usize>, limit: usize| count.is_some_and(|count| count >= limit);
        let mut met = Vec::new();
        let mut note = |rule, is_met: bool| met.extend(is_met.then_some(rule));
        let times = match (variant, profile) {
            (Italian, Profile::Fmjd) => 4,
            _ => 3,
        };
        note(Repetition, self.occurrences() >= times);
        let quiet = match variant {
            Normal | Killer => 50,
            Brazilian | Pool | Czech => 30,
            Russian if is_fmjd_64 => 30,
            English | Italian => 80,
            Breakthrough | Frisian | Losing | Frysk | Russian => usize::MAX,
        };
        note(QuietKings, self.quiet_kings() >= quiet);
        let three = self.lone_king(|men, kings| men + kings == 3);
        let two = self.lone_king(|men, kings| men + kings <= 2);
        if variant == Normal {
            note(ThreeAgainstKing, over(three, 32));
        }
        if matches!(variant, Normal | Brazilian) || is_fmjd_64 {
            note(TwoAgainstKing, over(two, 10));
        }
        if matches!(variant, Frisian | Frysk) {
            let kings = self.lone_king(|men, kings| (men, kings) == (0, 2));
            note(TwoAgainstKing, over(kings, 14));
            note(
                KingAgainstKing,
                over(self.lone_king(|men, kings| (men, kings) == (0, 1)), 4),
            );
        }
        if variant == Russian && !is_fmjd_64 {
            note(NoCapture, self.still(false) >= 60);
            note(ThreeAgainstKing, over(self.moves_of_three_kings(), 18));
        }
        if is_fmjd_64 {
            let kings = self.lone_king(|men, kings| men == 0 && kings >= 3);
            note(ThreeAgainstKing, over(kings, 30));
            let [(white_men, white), (black_men, black)] = material(self.now());
            let limit = match white_men + white + black_men + black {
                4 | 5 => 60,
                6 | 7 => 120,
                _ => usize::MAX,
            };
            note(
                NoChange,
                white > 0 && black > 0 && self.still(true) >= limit,
            );
            let on_road = |hub: &str| {
                let road = [4, 8, 11, 15, 18, 22, 25, 29];
                let letter = |number: usize| hub.chars().nth(number).unwrap();
                let lone = match material(hub) {
                    [(0, 1), (men, kings)] if kings > 0 && men + kings == 3 => 'W',
                    [(men, kings), (0, 1)] if kings > 0 && men + kings == 3 => 'B',
                    _ => return false,
                };
                road.into_iter().any(|number| letter(number) == lone)
            };
            note(MainRoad, over(self.since(on_road), 10));
        }
        met
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
    fn check<R: Rules>(profile: Profile, needed: &[DrawRule]) {
        let mut prng = Prng::new(0xD2A3 + R::VARIANT as u64);
        let mut met: HashMap<String, usize> = HashMap::new();
        for _ in 0..400 {
            let before = [0, 0, 0, 20, 45][below(&mut prng, 5)];
            let start = ending::<R>(&mut prng);
            let mut game = Game::new(start, before).under(profile);
            let mut record = Record {
                positions: vec![shown(&start)],
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
                record.positions.push(shown(game.position()));
            }
            unwind(game, &record);
        }
        for rule in needed {
            let times = met.get(&format!("{rule:?}")).copied().unwrap_or_default();
            assert!(times >= 20, "{rule:?} met {times} times: {met:?}");
        }
    }
    use DrawRule::{
        KingAgainstKing, MainRoad, NoCapture, QuietKings, Repetition, ThreeAgainstKing,
        TwoAgainstKing,
    };
    for variant in Variant::ALL {
        // The rules met often in such games.
        let needed: &[DrawRule] = match variant {
            Variant::Normal => &[Repetition, QuietKings, ThreeAgainstKing, TwoAgainstKing],
            Variant::Killer | Variant::Pool | Variant::Czech => &[Repetition, QuietKings],
            Variant::English | Variant::Italian | Variant::Losing => &[Repetition],
            Variant::Brazilian => &[Repetition, QuietKings, TwoAgainstKing],
            Variant::Frisian | Variant::Frysk => &[TwoAgainstKing, KingAgainstKing],
            Variant::Russian => &[Repetition, NoCapture, ThreeAgainstKing],
            // Nothing but men, who never come back.
            Variant::Breakthrough => continue,
        };
        with_rules!(variant, R => check::<R>(Profile::National, needed));
        match variant {
            Variant::Brazilian | Variant::Russian => {
                let needed = &[Repetition, QuietKings, TwoAgainstKing, MainRoad];
                with_rules!(variant, R => check::<R>(Profile::Fmjd, needed));
            }
            Variant::Italian => with_rules!(variant, R => check::<R>(Profile::Fmjd, &[Repetition])),
            _ => {}
        }
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
    let draws = record.draws(R::VARIANT, game.counters().profile());
    let has_moves = board(game.position())
        .moves(BUDGET)
        .is_some_and(|moves| !moves.is_empty());
    match game.outcome() {
        None => assert!(has_moves && draws.is_empty(), "{draws:?} {shown}"),
        Some(Outcome::Win(side, _)) => {
            let us = game.position().side();
            assert!(!has_moves && (side == us) == R::NO_MOVE_WINS, "{shown}");
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
    assert_eq!(
        game.counters().expired(game.position()).is_some(),
        counted,
        "{shown}"
    );
}

/// The whole game taken back, position by position.
fn unwind<R: Rules>(mut game: Game<R>, record: &Record) {
    let history: Vec<String> = game
        .history()
        .map(|(position, _)| shown(position))
        .collect();
    assert_eq!(history, record.positions[..record.positions.len() - 1]);
    for hub in record.positions.iter().rev() {
        assert_eq!(&shown(game.position()), hub);
        game.undo();
    }
    assert_eq!(game.undo(), None);
    assert!(game.moves().is_empty());
    assert_eq!(&shown(game.position()), &record.positions[0]);
}

/// A clock read from a file can be any number.
#[test]
fn counts_of_any_size_are_harmless() {
    fn check<R: Rules>() {
        let Ok(setup) = parse_fen::<R>("W:WK1,K2:BK32,K31") else {
            assert!(R::FIRST_KING_WINS, "{}", R::VARIANT);
            return;
        };
        let position = setup.position;
        for before in [0, 1, 29, 30, 49, 50, 32_767, 32_768, u16::MAX] {
            let mut game = Game::new(position, before);
            let keys: Vec<u64> = (0..3)
                .map(|_| {
                    let key = game.counters().key::<R>();
                    let moves = game.position().legal_moves();
                    moves.first().into_iter().for_each(|mv| game.play(*mv));
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
