//! What an engine is asked, and what its lines tell, as text.

use super::client::Thought;
use super::line::arguments;
use crate::game::Game;
use crate::notation::{hub_move, write_squares};
use crate::rules::Rules;
use crate::search::Limits;
use std::fmt::Write;

/// The value of a name in a line's arguments.
pub(super) fn value_of(rest: &str, name: &str) -> Option<String> {
    let arguments = arguments(rest).ok()?;
    let found = arguments.into_iter().find(|found| found.name == name)?;
    Some(found.value)
}

/// Takes over what can be read; engines differ in the rest.
pub(super) fn read_info(rest: &str, thought: &mut Thought) {
    for argument in arguments(rest).unwrap_or_default() {
        let value = argument.value.as_str();
        match argument.name.as_str() {
            "depth" => thought.depth = value.parse().ok().or(thought.depth),
            "nodes" => thought.nodes = value.parse().ok().or(thought.nodes),
            "score" => {
                if let Ok(men) = value.parse::<f64>()
                    && men.abs() <= 100.0
                {
                    thought.score = Some((men * 100.0).round() as i32);
                }
            }
            _ => {}
        }
    }
}

/// The whole game, from its start.
pub(super) fn position_line<R: Rules>(game: &Game<R>) -> String {
    let start = game
        .history()
        .next()
        .map_or(*game.position(), |(start, _)| *start);
    let mut line = format!("pos pos={}", write_squares(&start));
    if !game.moves().is_empty() {
        let moves: Vec<String> = game.moves().iter().map(|mv| hub_move::<R>(*mv)).collect();
        let _ = write!(line, " moves=\"{}\"", moves.join(" "));
    }
    line
}

/// The limits of a search as the protocol has them, in seconds; the increment of this move is
/// not part of the time there.
pub(super) fn level_line(limits: &Limits) -> String {
    let mut line = "level".to_owned();
    if let Some(depth) = limits.depth {
        let _ = write!(line, " depth={depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(line, " nodes={nodes}");
    }
    if let Some(time) = limits.move_time {
        let _ = write!(line, " move-time={}", time.as_secs_f64());
    }
    if let Some(clock) = limits.clock {
        if let Some(moves) = clock.moves {
            let _ = write!(line, " moves={moves}");
        }
        let left = clock.remaining.as_secs_f64() - clock.increment.as_secs_f64();
        let _ = write!(line, " time={left:.3}");
        if !clock.increment.is_zero() {
            let _ = write!(line, " inc={}", clock.increment.as_secs_f64());
        }
    }
    if line == "level" {
        line.push_str(" infinite");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::International;
    use crate::search::Clock;
    use std::time::Duration;

    #[test]
    fn lines_an_engine_is_asked_with() {
        let mut game = Game::<International>::default();
        let mv = game.position().legal_moves()[0];
        assert!(!position_line(&game).contains("moves"));
        game.play(mv);
        let expected = format!(" moves=\"{}\"", hub_move::<International>(mv));
        assert!(position_line(&game).starts_with("pos pos=Wbbbb"));
        assert!(position_line(&game).ends_with(&expected));
        let second = Duration::from_secs(1);
        let limits = Limits {
            clock: Some(Clock {
                remaining: second * 3,
                increment: second / 10,
                moves: Some(4),
            }),
            ..Limits::default()
        };
        assert_eq!(level_line(&limits), "level moves=4 time=2.900 inc=0.1");
        let limits = Limits {
            depth: Some(3),
            nodes: Some(500),
            move_time: Some(second / 100),
            ..Limits::default()
        };
        assert_eq!(
            level_line(&limits),
            "level depth=3 nodes=500 move-time=0.01"
        );
        assert_eq!(level_line(&Limits::default()), "level infinite");
    }

    #[test]
    fn infos_of_every_kind() {
        let mut thought = Thought::default();
        read_info("depth=5 score=-1.25 nodes=77 pv=\"32-28\"", &mut thought);
        read_info("depth=x score=nan nodes=-4 nps", &mut thought);
        read_info("depth=\"6", &mut thought);
        let seen = (thought.depth, thought.score, thought.nodes);
        assert_eq!(seen, (Some(5), Some(-125), Some(77)));
    }
}
