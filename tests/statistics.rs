//! Figures of matches: published ones, counted ones, and how often intervals hold.

use crate::pairs::{Pairs, normalised_elo_of, tally_of};
use baige::matchplay::statistics::{
    Estimate, GameResult, Summary, Tally, elo_of_score, score_of_elo,
};
use baige::prng::Prng;

const fn games(wins: u64, draws: u64, losses: u64) -> Tally {
    let pairs = [0; 5];
    Tally {
        wins,
        draws,
        losses,
        pairs,
    }
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found}, expected {expected} within {tolerance}"
    );
}

#[test]
fn published_elo_of_scores() {
    // Tables of the logistic scale: 64 % = 100, 76 % = 200, 200 points = 0.7597.
    close(elo_of_score(0.64), 100.0, 0.1);
    close(elo_of_score(0.76), 200.2, 0.1);
    close(score_of_elo(200.0), 0.7597, 5e-5);
    close(score_of_elo(0.0), 0.5, 0.0);
    for elo in [-400.0, -33.3, 0.0, 5.0, 250.0] {
        close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
    }
    // Damage against Flits, 158 games each, as its author gave them.
    close(games(23, 127, 8).summary().elo.value, 33.0, 0.5);
    close(games(55, 101, 2).summary().elo.value, 121.0, 0.5);
    close(games(23, 127, 8).summary().draw_rate, 0.80, 0.005);
    // One standard error of 300 games with 30 % draws is 17 Elo, as a rule of thumb.
    let Estimate { value, low, high } = games(105, 90, 105).summary().elo;
    close(value, 0.0, 1e-9);
    close((high - low) / 2.0 / 1.96, 17.0, 0.5);
}

#[test]
fn figures_worked_out_by_hand() {
    // Pairs ½ 1 1 1½ 2 2 of the mean scores ¼ ½ ½ ¾ 1 1: mean 2/3, variance 53/72 - 4/9.
    let tally = Tally {
        wins: 5,
        draws: 6,
        losses: 1,
        pairs: [0, 1, 2, 1, 2],
    };
    let summary = tally.summary();
    close(summary.score, 2.0 / 3.0, 1e-12);
    close(summary.draw_rate, 0.5, 1e-12);
    let variance: f64 = (0.0625 + 2.0 * 0.25 + 0.5625 + 2.0) / 6.0 - 4.0 / 9.0;
    let reach = 1.959_964 * (variance / 6.0).sqrt();
    close(summary.elo.value, 120.4, 0.05);
    close(summary.elo.low, elo_of_score(2.0 / 3.0 - reach), 1e-3);
    close(summary.elo.high, elo_of_score(2.0 / 3.0 + reach), 1e-3);
    let normalised = 800.0 / 10_f64.ln() * (1.0 / 6.0) / (2.0 * variance).sqrt();
    close(summary.normalised_elo.value, normalised, 1e-9);
    // From one half -1 +1 +2 +2 quarters, squares 1 + 1 + 4 + 4: normal distribution at 4/√10.
    close(summary.superiority, 0.897_05, 1e-5);
    // The likelihood of superiority in its usual form, ½ (1 + erf((W - L) / √(2W + 2L))).
    let usual = |wins: f64, losses: f64| {
        0.5 * (1.0 + libm::erf((wins - losses) / (2.0 * (wins + losses)).sqrt()))
    };
    close(
        games(23, 127, 8).summary().superiority,
        usual(23.0, 8.0),
        1e-12,
    );
    close(games(1, 0, 9).summary().superiority, usual(1.0, 9.0), 1e-12);
}

#[test]
fn games_and_pairs_are_counted_apart() {
    use GameResult::{Draw, Loss, Win};
    let mut tally = Tally::default();
    let results = [Win, Draw, Loss, Draw, Win];
    for result in results {
        tally.add_game(result);
    }
    tally.add_pair(Win, Draw);
    tally.add_pair(Loss, Draw);
    assert_eq!((tally.games(), tally.finished_pairs()), (5, 2));
    assert_eq!(tally.pairs, [0, 1, 0, 1, 0]);
    assert_eq!(tally.to_string(), "+2 =2 -1");
    close(tally.summary().score, 0.6, 1e-12);
    close(tally.summary().elo.value, 0.0, 1e-9);
}

#[test]
fn bounds_are_infinite_where_results_set_no_limit() {
    let all = |pairs: [u64; 5]| {
        let games = pairs.iter().sum::<u64>() * 2;
        let share = |wins| if wins { games } else { 0 };
        Tally {
            wins: share(pairs[4] > 0),
            draws: share(pairs[2] > 0),
            losses: share(pairs[0] > 0),
            pairs,
        }
        .summary()
    };
    let won = all([0, 0, 0, 0, 50]);
    for estimate in [won.elo, won.normalised_elo] {
        assert_eq!(
            (estimate.value, estimate.high),
            (f64::INFINITY, f64::INFINITY)
        );
        assert!(
            estimate.low > 100.0 && estimate.low.is_finite(),
            "{estimate}"
        );
    }
    // 0.025^(1/50): with a larger chance of anything else, 50 equal pairs come too seldom.
    close(won.elo.low, elo_of_score(0.928_9), 0.2);
    assert!(won.elo.to_string().starts_with("inf [") && won.elo.to_string().ends_with(", inf]"));
    let lost = all([50, 0, 0, 0, 0]);
    let infinite = f64::NEG_INFINITY;
    assert_eq!((lost.elo.value, lost.elo.low), (infinite, infinite));
    close(lost.elo.high, -won.elo.low, 1e-9);
    close(lost.normalised_elo.high, -won.normalised_elo.low, 1e-9);
    close(lost.superiority, 1.0 - won.superiority, 1e-12);
    assert!(lost.elo.to_string().starts_with("-inf [-inf, "));
    // All drawn: no difference seen, but one is possible.
    let drawn = all([0, 0, 50, 0, 0]);
    assert_eq!((drawn.elo.value, drawn.superiority), (0.0, 0.5));
    assert!(drawn.elo.low < -10.0 && drawn.elo.high > 10.0 && drawn.elo.high < 50.0);
    assert!(drawn.normalised_elo.low < 0.0 && drawn.normalised_elo.high.is_finite());
    // Nothing played: nothing known.
    let nothing = Tally::default().summary();
    assert_eq!(
        (nothing.score, nothing.draw_rate, nothing.superiority),
        (0.5, 0.0, 0.5)
    );
    assert_eq!(nothing.elo.to_string(), "0.0 [-inf, inf]");
    assert_eq!(nothing.normalised_elo.to_string(), "0.0 [-inf, inf]");
}

#[test]
fn no_result_gives_not_a_number() {
    let small = [0, 1, 2, 40];
    for code in 0..4_usize.pow(5) {
        let pairs = [1, 4, 16, 64, 256].map(|weight| small[code / weight % 4]);
        let Summary {
            elo,
            normalised_elo,
            superiority,
            ..
        } = tally_of(pairs).summary();
        for Estimate { value, low, high } in [elo, normalised_elo] {
            assert!(
                low <= value && value <= high,
                "{pairs:?}: {low} {value} {high}"
            );
        }
        assert!((0.0..=1.0).contains(&superiority), "{pairs:?}");
    }
}

#[test]
fn intervals_hold_in_95_of_100_matches() {
    const MATCHES: u32 = 4_000;
    for (at, pairs) in [
        Pairs([0.04, 0.20, 0.50, 0.21, 0.05]),
        Pairs([0.03, 0.12, 0.40, 0.30, 0.15]),
        Pairs([0.25, 0.30, 0.25, 0.15, 0.05]),
    ]
    .into_iter()
    .enumerate()
    {
        let mut prng = Prng::new(at as u64);
        let (elo, normalised) = (elo_of_score(pairs.mean()), normalised_elo_of(&pairs));
        let mut held = [0; 2];
        for _ in 0..MATCHES {
            let mut counts = [0; 5];
            for _ in 0..200 {
                counts[pairs.draw(&mut prng)] += 1;
            }
            let summary = tally_of(counts).summary();
            for (held, (estimate, truth)) in held
                .iter_mut()
                .zip([(summary.elo, elo), (summary.normalised_elo, normalised)])
            {
                *held += u32::from(estimate.low <= truth && truth <= estimate.high);
            }
        }
        // Four standard errors of a rate of 95 %, and half a percent for the normal theory.
        let tolerance = 4.0 * (0.95 * 0.05 / f64::from(MATCHES)).sqrt() + 0.005;
        for held in held {
            close(f64::from(held) / f64::from(MATCHES), 0.95, tolerance);
        }
    }
}
