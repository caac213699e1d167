//! Which positions of a game teach something: those a static evaluation can be right about.

use super::game_record::GameRecord;
use super::samples::Samples;
use crate::board::Side;
use crate::position::Position;
use crate::prng::Prng;
use crate::rules::Rules;

/// Scores beyond this, in centi-men, are as good as decided.
pub const DECIDED: i16 = 900;

/// So many plies from a full board are too much alike, whatever was played.
const OPENING: usize = 8;

/// A game that begins with so few pieces has no opening.
const ENDING: u32 = 12;

/// Behind this ply one position of two is left out: long endings would outweigh everything else.
const LATE: usize = 100;

/// A number that tells games apart: the same for the same start and moves.
pub fn game_hash<R: Rules>(game: &GameRecord<R>) -> u64 {
    let first = Prng::new(game.start.key()).next();
    game.plies.iter().fold(first, |hash, (mv, _)| {
        Prng::new(hash ^ u64::from(mv.key().0)).next()
    })
}

/// Adds the positions of a game that can be learnt from: neither side can capture, the move made
/// was found by a search (none by chance) and crowns no man, the score is below [`DECIDED`], and
/// the opening is over. The number added.
pub fn add<R: Rules>(game: &GameRecord<R>, samples: &mut Samples) -> usize {
    let before = samples.len();
    let mut position = game.start;
    let skipped = if game.start.occupied().len() <= ENDING {
        0
    } else {
        OPENING
    };
    let mut chance = Prng::new(game_hash(game));
    for (ply, (mv, score)) in game.plies.iter().enumerate() {
        let is_left_out = ply >= LATE && chance.below(2) == 0;
        if let Some(score) = *score
            && ply >= skipped
            && !is_left_out
            && score.abs() < DECIDED
            && is_quiet(&position)
            && !mv.is_promotion()
        {
            let points = match position.side() {
                Side::White => game.points,
                Side::Black => 2 - game.points,
            };
            samples.push(&position, points, score);
        }
        position = position.after(*mv);
    }
    samples.len() - before
}

/// Can neither side capture?
pub fn is_quiet<R: Rules>(position: &Position<R>) -> bool {
    Side::BOTH
        .into_iter()
        .all(|side| !position.can_capture(side))
}
