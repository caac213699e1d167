//! One game of the engine against itself.

use super::game_record::GameRecord;
use super::starts;
use crate::board::Side;
use crate::endgame::Value;
use crate::game::Outcome;
use crate::prng::Prng;
use crate::rules::Rules;
use crate::search::{Limits, NoMemory, Solo};

/// A longer game is a draw, in plies.
const LONGEST: usize = 400;

/// Plies behind the moves by chance in which one of ten moves is by chance, too.
const LOOSE_PLIES: usize = 12;

/// Both sides have agreed for so many plies that the game is decided by this many centi-men.
const RESIGN: (usize, i32) = (6, 600);

/// A start worse than this for one side teaches nothing.
const HOPELESS: i32 = 300;

/// Plays a game of this seed with so many nodes a move; nothing if its start is hopeless.
/// Endgame tables end a game. One game of twenty is played on to the end however clear it is.
pub fn play<R: Rules>(
    solo: &mut Solo<R>,
    nodes: u64,
    seed: u64,
) -> Result<Option<GameRecord<R>>, NoMemory> {
    let mut prng = Prng::new(seed);
    // Seeds that follow each other give first numbers that have nothing to do with each other.
    let kind = starts::kind(&mut prng);
    let mut game = starts::start::<R>(kind, &mut prng);
    let is_checked = prng.below(20) == 0;
    let start = game.history().next().map_or(*game.position(), |(p, _)| *p);
    let given = game.moves().len();
    let mut scores: Vec<Option<i16>> = vec![None; given];
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    solo.new_game()?;
    let mut clear = 0;
    let points = loop {
        if let Some(outcome) = game.outcome() {
            break points(outcome);
        }
        if game.moves().len() >= LONGEST {
            break 1;
        }
        if !is_checked && let Some(value) = solo.table_value(&game) {
            let side = game.position().side();
            break match value {
                Value::Draw => 1,
                Value::Win(_) => won_by(side),
                Value::Loss(_) => won_by(!side),
            };
        }
        let is_loose = game.moves().len() < given + LOOSE_PLIES;
        if is_loose && prng.below(10) == 0 {
            let moves = game.position().legal_moves();
            game.play(moves[prng.below(moves.len() as u64) as usize]);
            scores.push(None);
            continue;
        }
        let answer = solo.think(&game, &limits, |_| {});
        let score = answer.score.centimen();
        if scores.len() == given && score.abs() > HOPELESS {
            return Ok(None);
        }
        let Some(best) = answer.best else { break 1 };
        let side = game.position().side();
        clear = if score.abs() >= RESIGN.1 {
            clear + 1
        } else {
            0
        };
        if clear >= RESIGN.0 && !is_checked {
            break won_by(if score > 0 { side } else { !side });
        }
        game.play(best);
        scores.push(Some(score as i16));
    };
    let moves = game.moves().iter().copied();
    Ok(Some(GameRecord {
        start,
        plies: moves.zip(scores).collect(),
        points,
    }))
}

const fn won_by(side: Side) -> u8 {
    match side {
        Side::White => 2,
        Side::Black => 0,
    }
}

const fn points(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(side, _) => won_by(side),
        Outcome::Draw(_) => 1,
    }
}
