//! Several games at once.

use super::annotator::{Annotate, Annotated, annotator, refused};
use crate::eval::Weights;
use crate::pdn::{self, Read};
use crate::rules::Variant;
use crate::search::Limits;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How games are looked through.
#[derive(Clone, Debug)]
pub struct Plan {
    /// For each position.
    pub limits: Limits,
    /// Games at a time, each searched on a thread of its own.
    pub threads: usize,
    /// The variant, whatever the games say; none = as their tags say or their moves fit.
    pub variant: Option<Variant>,
    /// Weights in place of the built-in ones.
    pub weights: Option<Weights>,
}

/// A game and its number, as they come from a file.
type Numbered = io::Result<(u64, Read)>;

/// Looks through games; `keep` gets each as it is done, in any order. `tell` hears how many positions
/// more are done. Ends early if `stop` is set, without the games in hand, and at the first error.
pub fn run(
    plan: &Plan,
    games: impl Iterator<Item = Numbered> + Send,
    stop: &AtomicBool,
    tell: &(dyn Fn(u64) + Sync),
    mut keep: impl FnMut(Annotated) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let (jobs, waiting) = sync_channel(plan.threads);
        let (done, results) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..plan.threads.max(1) {
            let (waiting, done) = (Arc::clone(&waiting), done.clone());
            scope.spawn(move || {
                let mut desk = Desk::new(plan);
                while let Some(job) = take(&waiting) {
                    let result = job
                        .map_err(anyhow::Error::from)
                        .and_then(|(number, read)| desk.annotate(number, read, stop, tell));
                    if done.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        // What is left are the workers' own: with the last of them the channels end.
        drop((waiting, done));
        let over = &is_over;
        scope.spawn(move || {
            for game in games {
                if stop.load(Relaxed) || over.load(Relaxed) || jobs.send(game).is_err() {
                    break;
                }
            }
        });
        for result in results {
            let kept = result.and_then(|game| game.map_or(Ok(()), &mut keep));
            if kept.is_err() {
                is_over.store(true, Relaxed);
                return kept;
            }
        }
        Ok(())
    })
}

fn take(waiting: &Mutex<Receiver<Numbered>>) -> Option<Numbered> {
    let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.recv().ok()
}

/// A worker's engines, made when the first game of their variant comes.
struct Desk<'a> {
    plan: &'a Plan,
    engines: HashMap<Variant, Box<dyn Annotate>>,
}

impl<'a> Desk<'a> {
    fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            engines: HashMap::new(),
        }
    }

    fn annotate(
        &mut self,
        number: u64,
        read: Read,
        stop: &AtomicBool,
        tell: &(dyn Fn(u64) + Sync),
    ) -> anyhow::Result<Option<Annotated>> {
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let variant = match pdn::variant(&read.record, self.plan.variant) {
            Ok(variant) => variant,
            Err(error) => return Ok(Some(refused(number, &read, &error.to_string()))),
        };
        let engine = match self.engines.entry(variant) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let weights = self.plan.weights.as_ref();
                entry.insert(annotator(variant, self.plan.limits, weights)?)
            }
        };
        engine.annotate(number, read, stop, tell)
    }
}
