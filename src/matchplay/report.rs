//! The results of a match as people and programs read them.

use super::runner::Seat;
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use super::statistics::{Estimate, Summary, Tally};
use serde_json::{Value, json};
use std::fmt::Write;

/// One line on each pairing, and a table when there are several.
pub fn table(seats: &[Seat], standings: &Standings, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    for ((first, second), tally) in standings.pairings() {
        let (first, second) = (&seats[first].name, &seats[second].name);
        let _ = writeln!(text, "{first} v {second}: {}", tally.summary());
        if let Some(sprt) = sprt {
            let _ = writeln!(text, "{}", sprt_line(sprt, tally));
        }
    }
    if seats.len() > 2 {
        text.push_str(&ranking(seats, standings));
    }
    text
}

/// The players, best score first.
fn ranking(seats: &[Seat], standings: &Standings) -> String {
    let mut rows: Vec<(usize, Summary)> = (0..seats.len())
        .map(|player| (player, standings.of_player(player).summary()))
        .collect();
    rows.sort_by(|a, b| b.1.score.total_cmp(&a.1.score));
    let width = seats.iter().map(|seat| seat.name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    let mut text = format!(
        "{:>4}  {:width$} {:>6} {:>6} {:>6} {:>6} {:>7}  Elo v the field\n",
        "rank", "player", "games", "won", "drawn", "lost", "score"
    );
    for (rank, (player, summary)) in (1..).zip(&rows) {
        let Tally {
            wins,
            draws,
            losses,
            ..
        } = summary.tally;
        let _ = writeln!(
            text,
            "{rank:>4}  {:width$} {:>6} {wins:>6} {draws:>6} {losses:>6} {:>5.1} %  {}",
            seats[*player].name,
            wins + draws + losses,
            100.0 * summary.score,
            summary.elo
        );
    }
    text
}

fn sprt_line(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(tally) {
        Verdict::GoOn => "goes on",
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
    };
    format!(
        "SPRT {sprt}: LLR {:.2} [{low:.2}, {high:.2}], {verdict}",
        sprt.llr(tally)
    )
}

/// How the players' programs behaved, and what the match itself cost.
pub fn conduct(seats: &[Seat], standings: &Standings) -> String {
    let mut text = String::new();
    for (player, seat) in seats.iter().enumerate() {
        let (usage, failures) = standings.conduct(player);
        let moves = f64::from(usage.moves.max(1));
        let _ = write!(
            text,
            "{}: {} moves, {:.1} ms a move, longest {:.1} ms",
            seat.name,
            usage.moves,
            1000.0 * usage.seconds / moves,
            1000.0 * usage.longest
        );
        if let Some(time) = seat.control.move_time {
            let _ = write!(
                text,
                " ({:.1} ms were given; over it by {:.2} ms on average, {:.1} ms at most)",
                1000.0 * time,
                1000.0 * usage.beyond / moves,
                1000.0 * usage.most_beyond
            );
        } else if seat.control.is_timed() {
            let _ = write!(
                text,
                ", {:.1} ms over the clock at most",
                1000.0 * usage.most_beyond
            );
        }
        if usage.nodes > 0 && usage.seconds > 0.0 {
            let _ = write!(
                text,
                ", {:.2} million nodes a second",
                usage.nodes as f64 / usage.seconds / 1e6
            );
        }
        for (kind, times) in failures {
            let _ = write!(text, "; {times} x {kind}");
        }
        text.push('\n');
    }
    let reasons: Vec<String> = standings
        .reasons()
        .iter()
        .map(|(reason, times)| format!("{times} x {reason}"))
        .collect();
    if !reasons.is_empty() {
        let _ = writeln!(text, "games ended by: {}", reasons.join(", "));
        let share = 100.0 * standings.own_share();
        let _ = writeln!(
            text,
            "outside the players' thinking: {share:.2} % of the time of the games"
        );
    }
    text
}

/// The same for programs.
pub fn json(
    heading: &Value,
    seats: &[Seat],
    standings: &Standings,
    sprt: Option<&Sprt>,
    games: &[Value],
    state: &str,
) -> Value {
    let players: Vec<Value> = seats
        .iter()
        .enumerate()
        .map(|(player, seat)| {
            let (usage, failures) = standings.conduct(player);
            json!({
                "name": seat.name,
                "control": seat.control,
                "results": results(&standings.of_player(player)),
                "usage": usage,
                "failures": failures,
            })
        })
        .collect();
    let pairings: Vec<Value> = standings
        .pairings()
        .map(|((first, second), tally)| {
            let mut value = results(tally);
            value["first"] = json!(seats[first].name);
            value["second"] = json!(seats[second].name);
            if let Some(sprt) = sprt {
                let (low, high) = sprt.bounds();
                value["sprt"] = json!({
                    "test": sprt.to_string(),
                    "llr": number(sprt.llr(tally)),
                    "lower": number(low),
                    "upper": number(high),
                    "verdict": match sprt.verdict(tally) {
                        Verdict::GoOn => "go-on",
                        Verdict::AcceptH0 => "H0",
                        Verdict::AcceptH1 => "H1",
                    },
                });
            }
            value
        })
        .collect();
    json!({
        "match": heading,
        "state": state,
        "games_played": standings.games(),
        "players": players,
        "pairings": pairings,
        "reasons": standings.reasons(),
        "outside_thinking": number(standings.own_share()),
        "games": games,
    })
}

fn results(tally: &Tally) -> Value {
    let summary = tally.summary();
    json!({
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "score": number(summary.score),
        "draw_rate": number(summary.draw_rate),
        "elo": estimate(&summary.elo),
        "normalised_elo": estimate(&summary.normalised_elo),
        "superiority": number(summary.superiority),
    })
}

fn estimate(estimate: &Estimate) -> Value {
    json!({
        "value": number(estimate.value),
        "low": number(estimate.low),
        "high": number(estimate.high),
    })
}

/// JSON has no infinity: as text then.
fn number(value: f64) -> Value {
    if value.is_finite() {
        json!((value * 1e4).round() / 1e4)
    } else {
        json!(value.to_string())
    }
}
