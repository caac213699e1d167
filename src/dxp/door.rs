//! One connection at a time: the next caller is let in when the one before has left; meanwhile
//! others are told so and not left hanging.

use super::error::DxpError;
use super::link::{Link, LinkOptions};
use super::listener::{Listener, TICK};
use super::message::{Answer, Message, Refusal};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a refused caller has to ask for a game, so that the answer comes after the question.
const QUESTION: Duration = Duration::from_secs(1);

/// How long a caller has to close after a session. One client takes seven seconds and cannot
/// bear that we close first.
const FAREWELL: Duration = Duration::from_secs(10);

/// Connections in the doorway at once; more are closed without a word.
const DOORWAY: usize = 16;

/// A listener whose callers come in one by one.
pub struct Door {
    shared: Arc<Shared>,
    callers: Receiver<Link>,
    keeper: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    is_busy: AtomicBool,
    is_shut: AtomicBool,
    doorway: Mutex<Vec<Leaving>>,
}

/// A connection on its way out.
struct Leaving {
    link: Link,
    until: Instant,
    /// What it is told after a game request, or at the end of the time.
    answer: Option<Message>,
}

impl Door {
    /// Opens it with a thread that looks after it. `name` is told to callers who are refused.
    pub fn open(listener: Listener, name: &str, options: LinkOptions) -> Result<Self, DxpError> {
        let shared = Arc::new(Shared::default());
        let (sender, callers) = channel();
        let (name, for_keeper) = (name.to_owned(), Arc::clone(&shared));
        let keeper = std::thread::Builder::new()
            .name("dxp-door".to_owned())
            .spawn(move || for_keeper.keep(&listener, &name, options, &sender))
            .map_err(DxpError::io("a thread to accept connections"))?;
        Ok(Self {
            shared,
            callers,
            keeper: Some(keeper),
        })
    }

    /// The next caller; `None` when `stop` was set. Until it is given back to
    /// [`Self::dismiss`], all others are refused.
    pub fn next(&self, stop: &AtomicBool) -> Option<Link> {
        loop {
            if stop.load(Relaxed) {
                return None;
            }
            // The keeper ends only with the door.
            if let Ok(link) = self.callers.recv_timeout(TICK) {
                return Some(link);
            }
        }
    }

    /// Lets a caller go: it has some seconds to close the connection itself.
    pub fn dismiss(&self, link: Link) {
        self.shared.show_out(link, FAREWELL, None);
        self.shared.is_busy.store(false, Relaxed);
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.shared.is_shut.store(true, Relaxed);
        if let Some(keeper) = self.keeper.take() {
            // A panic there has been reported by its own message.
            let _ = keeper.join();
        }
    }
}

impl Shared {
    fn keep(&self, listener: &Listener, name: &str, options: LinkOptions, inside: &Sender<Link>) {
        let mut has_complained = false;
        while !self.is_shut.load(Relaxed) {
            match listener.poll(options) {
                Ok(Some(link)) if self.is_busy.swap(true, Relaxed) => {
                    log::info!("{}: refused, another connection is on", link.peer());
                    let answer = Message::Answer(Answer {
                        name: name.to_owned(),
                        refusal: Some(Refusal::ThisGame),
                    });
                    self.show_out(link, QUESTION, Some(answer));
                }
                Ok(Some(link)) => {
                    log::info!("{}: connected", link.peer());
                    if inside.send(link).is_err() {
                        return;
                    }
                }
                Ok(None) => std::thread::sleep(TICK),
                Err(error) => {
                    // Most likely too many open files: it passes, and may last.
                    if !std::mem::replace(&mut has_complained, true) {
                        log::warn!("{error}");
                    }
                    std::thread::sleep(TICK);
                }
            }
            self.doorway().retain_mut(Leaving::stays);
        }
    }

    fn show_out(&self, link: Link, time: Duration, answer: Option<Message>) {
        let until = Instant::now() + time;
        let mut doorway = self.doorway();
        if doorway.len() < DOORWAY {
            doorway.push(Leaving {
                link,
                until,
                answer,
            });
        }
    }

    fn doorway(&self) -> MutexGuard<'_, Vec<Leaving>> {
        self.doorway.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Leaving {
    /// Reads what still comes. Is it to be kept a little longer?
    fn stays(&mut self) -> bool {
        let is_late = Instant::now() >= self.until;
        let asks = match self.link.poll() {
            Ok(message) => message.is_some_and(|bytes| bytes.first() == Some(&b'R')),
            Err(error) if error.is_bad_message() => false,
            Err(_) => return false,
        };
        if (asks || is_late)
            && let Some(answer) = self.answer.take()
        {
            if self.link.send(&answer).is_err() {
                return false;
            }
            self.link.finish_sending();
            self.until = Instant::now() + QUESTION;
            return true;
        }
        !is_late
    }
}
