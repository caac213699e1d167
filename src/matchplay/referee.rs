//! One game: asks the players in turn, checks every move and every clock, knows when it is over.

use super::control::{SideClock, TimeControl, seconds};
use super::openings::Opening;
use super::player::{Act, Failure, FailureKind, Part, Player, Reply, Turn};
use super::record::{Note, Reason, Usage};
use crate::board::Side;
use crate::game::{Game, Outcome};
use crate::rules::{Profile, Rules};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How games are judged beyond the rules. Scores in centi-men.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge {
    /// Seconds forgiven before a time loss is called.
    pub margin: f64,
    /// Whose reading of the draw rules counts.
    pub rules: Profile,
    /// A game is won when both players' scores have said so for so many moves each: score, moves.
    pub win: Option<(i32, u32)>,
    /// A game is drawn when both players' scores have stayed so near zero for so many moves each,
    /// after the third number of moves: score, moves, moves.
    pub draw: Option<(i32, u32, u32)>,
}

/// How a game went.
#[derive(Debug)]
pub(super) struct Verdict<R: Rules> {
    pub(super) game: Game<R>,
    pub(super) notes: Vec<Note>,
    pub(super) usage: [Usage; 2],
    /// Half points of White.
    pub(super) points: u8,
    pub(super) reason: Reason,
    pub(super) detail: String,
    pub(super) seconds: f64,
    /// Which side's program is unusable now.
    pub(super) broken: [bool; 2],
}

/// Half points of White when this side wins.
const fn won_by(side: Side) -> u8 {
    match side {
        Side::White => 2,
        Side::Black => 0,
    }
}

/// Plays a game. `None`: it was interrupted and does not count.
pub(super) fn play<R: Rules>(
    opening: &Opening<R>,
    mut players: [&mut dyn Player<R>; 2],
    controls: [TimeControl; 2],
    judge: &Judge,
    stop: &AtomicBool,
) -> Option<Verdict<R>> {
    let mut table = Table::new(opening.game().under(judge.rules), controls);
    let mut step = Step::GoOn;
    for side in Side::BOTH {
        let player = &mut players[side.index()];
        let control = controls[side.index()];
        let part = Part { side, control };
        if let Err(failure) = player.new_game(&table.game, &part, stop) {
            step = table.failed(side, &failure);
            break;
        }
    }
    let (points, reason, detail) = loop {
        step = match step {
            Step::GoOn => table.turn(&mut players, judge, stop),
            Step::Over(over) => break over,
            Step::Interrupted => return None,
        };
    };
    for side in Side::BOTH {
        if table.broken[side.index()] {
            continue;
        }
        // An unreadable or late program has not been told that it lost: all are told.
        let own = if side == Side::White {
            points
        } else {
            2 - points
        };
        if let Err(failure) = players[side.index()].end_game(&table.game, Some(own), stop) {
            log::warn!("after the game: {}", failure.text);
            table.broken[side.index()] = true;
        }
    }
    Some(Verdict {
        game: table.game,
        notes: table.notes,
        usage: table.usage,
        points,
        reason,
        detail,
        seconds: table.began.elapsed().as_secs_f64(),
        broken: table.broken,
    })
}

type Over = (u8, Reason, String);

/// How things stand after a turn.
enum Step {
    GoOn,
    Over(Over),
    Interrupted,
}

/// What stands between the players.
struct Table<R: Rules> {
    game: Game<R>,
    clocks: [SideClock; 2],
    controls: [TimeControl; 2],
    notes: Vec<Note>,
    usage: [Usage; 2],
    broken: [bool; 2],
    last_used: [Duration; 2],
    began: Instant,
}

impl<R: Rules> Table<R> {
    fn new(game: Game<R>, controls: [TimeControl; 2]) -> Self {
        Self {
            game,
            clocks: controls.map(SideClock::new),
            controls,
            notes: Vec::new(),
            usage: [Usage::default(); 2],
            broken: [false; 2],
            last_used: [Duration::ZERO; 2],
            began: Instant::now(),
        }
    }

    /// One move, or the end of the game.
    fn turn(
        &mut self,
        players: &mut [&mut dyn Player<R>; 2],
        judge: &Judge,
        stop: &AtomicBool,
    ) -> Step {
        if let Some(outcome) = self.game.outcome() {
            return Step::Over(match outcome {
                Outcome::Win(side, _) => (won_by(side), Reason::NoMoves, String::new()),
                Outcome::Draw(rule) => (1, Reason::DrawRule(rule.to_string()), String::new()),
            });
        }
        if let Some(over) = self.by_score(judge) {
            return Step::Over(over);
        }
        let side = self.game.position().side();
        let clock = &mut self.clocks[side.index()];
        let turn = Turn {
            limits: clock.limits(),
            allowed: clock.usable().map(|usable| seconds(usable + judge.margin)),
            opponent_used: self.last_used[(!side).index()],
        };
        let reply = match players[side.index()].think(&self.game, &turn, stop) {
            Ok(reply) => reply,
            Err(failure) => return self.failed(side, &failure),
        };
        let over = clock.spend(reply.used.as_secs_f64());
        self.note_usage(side, &reply, over);
        self.last_used[side.index()] = reply.used;
        if over > judge.margin {
            let detail = format!("{:.0} ms too late", over * 1000.0);
            return Step::Over((won_by(!side), Reason::TimeLoss, detail));
        }
        self.act(side, &reply).map_or(Step::GoOn, Step::Over)
    }

    fn act(&mut self, side: Side, reply: &Reply) -> Option<Over> {
        let lost = |reason, detail: &str| Some((won_by(!side), reason, detail.to_owned()));
        match &reply.act {
            Act::Move(mv) if self.game.position().legal_moves().contains(mv) => {
                self.game.play(*mv);
                let is_timed = self.controls[side.index()].is_timed();
                self.notes.push(Note {
                    score: reply.score,
                    depth: reply.depth,
                    time: is_timed.then(|| milliseconds(reply.used.as_secs_f64())),
                });
                None
            }
            Act::Move(_) => lost(Reason::IllegalMove, "not a move of this position"),
            Act::Illegal(text) => lost(Reason::IllegalMove, text),
            Act::Nothing => lost(Reason::FalseEnd, "no move, though there are legal ones"),
            Act::Draw => lost(Reason::FalseEnd, "a draw, though no rule says so"),
            Act::Resign => lost(Reason::Resigned, ""),
        }
    }

    fn note_usage(&mut self, side: Side, reply: &Reply, over: f64) {
        let used = reply.used.as_secs_f64();
        let usage = &mut self.usage[side.index()];
        usage.moves += 1;
        usage.seconds += used;
        usage.longest = usage.longest.max(used);
        usage.nodes += reply.nodes.unwrap_or(0);
        usage.most_beyond = usage.most_beyond.max(over);
        usage.beyond += over;
    }

    /// A player failed: it loses, unless we were told to stop.
    fn failed(&mut self, side: Side, failure: &Failure) -> Step {
        let reason = match failure.kind {
            FailureKind::Interrupted => return Step::Interrupted,
            FailureKind::Start => Reason::NoStart,
            FailureKind::Crash => Reason::Crash,
            FailureKind::Hang => Reason::Hang,
            FailureKind::Protocol => Reason::Protocol,
        };
        self.broken[side.index()] = true;
        Step::Over((won_by(!side), reason, failure.text.clone()))
    }

    /// A result by the scores of both players, if the judge allows that.
    fn by_score(&self, judge: &Judge) -> Option<Over> {
        // Scores of the last moves, newest first, from White.
        let is_white_to_move = self.game.position().side() == Side::White;
        let scores = self
            .notes
            .iter()
            .rev()
            .zip(0..)
            .map(|(note, back): (_, usize)| {
                let by_white = is_white_to_move != (back % 2 == 0);
                note.score
                    .map(|score| if by_white { score } else { -score })
            });
        let lasts = |moves: u32, fits: &dyn Fn(i32) -> bool| {
            let plies = 2 * moves as usize;
            self.notes.len() >= plies
                && scores
                    .clone()
                    .take(plies)
                    .all(|score| score.is_some_and(fits))
        };
        if let Some((score, moves)) = judge.win {
            for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
                if lasts(moves, &|seen| sign * seen >= score) {
                    return Some((won_by(side), Reason::WinByScore, String::new()));
                }
            }
        }
        let (score, moves, after) = judge.draw?;
        let is_late = self.game.moves().len() >= 2 * after as usize;
        (is_late && lasts(moves, &|seen| seen.abs() <= score))
            .then(|| (1, Reason::DrawByScore, String::new()))
    }
}

/// Rounded to what is worth keeping.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
