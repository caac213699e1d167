//! x
use baige::{eval::*, game::*, rules::*, search::*};
use std::time::Duration;
fn main() {
    let ev = std::sync::Arc::new(Evaluator::<International>::embedded().unwrap());
    let mut c = Controller::new(
        ev,
        Settings {
            threads: 1,
            table_log2: 22,
        },
    )
    .unwrap();
    let (tx, rx) = std::sync::mpsc::channel();
    c.go(
        &Game::default(),
        Limits {
            move_time: Some(Duration::from_secs_f64(2.0)),
            ..Default::default()
        },
        Planning {
            overhead: Duration::ZERO,
            ponders: false,
        },
        Box::new(move |r| {
            let _ = tx.send(r);
        }),
    );
    for r in rx {
        match r {
            Report::Progress(p) => println!(
                "{} {} {} {} {:?} {:.2}M",
                p.depth,
                p.mean_depth_tenths,
                p.score,
                p.nodes,
                p.time,
                p.nodes as f64 / p.time.as_secs_f64() / 1e6
            ),
            Report::Done(a) => {
                println!("{a:?}");
                break;
            }
        }
    }
}
