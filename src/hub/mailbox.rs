//! Everything that happens to a session arrives here: lines typed, the end of input, reports
//! of the search. One receiver, so the session never waits in two places.

use crate::search::Report;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Longest line kept, in bytes; a game of 50 000 moves fits.
const LONGEST_LINE: usize = 4 << 20;

/// Bytes that may wait to be handled before the reader waits, too.
const MOST_UNREAD: usize = 8 << 20;

/// What can happen.
#[derive(Debug)]
pub enum Event {
    /// A line without its end.
    Line(Vec<u8>),
    /// A line longer than any sensible one, thrown away.
    TooLong,
    /// Nobody will type any more.
    EndOfInput,
    /// From the search.
    Search(Report),
}

/// Events in the order in which they are to be handled.
pub struct Mailbox {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    put_back: VecDeque<Event>,
    /// Bytes typed and not yet taken: the reader waits when they become many.
    unread: Arc<AtomicUsize>,
}

impl Mailbox {
    /// A mailbox fed by a thread that reads lines.
    pub fn reading(input: impl Read + Send + 'static) -> std::io::Result<Self> {
        let mailbox = Self::fed_with([]);
        let sender = mailbox.sender();
        let unread = Arc::clone(&mailbox.unread);
        std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                read_lines(BufReader::with_capacity(1 << 16, input), &sender, &unread);
            })?;
        Ok(mailbox)
    }

    /// A mailbox with these events in it.
    pub fn fed_with(events: impl IntoIterator<Item = Event>) -> Self {
        let (sender, receiver) = channel();
        let put_back = events.into_iter().collect();
        Self {
            sender,
            receiver,
            put_back,
            unread: Arc::default(),
        }
    }

    /// For others to put events in.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// The next event, waited for.
    pub fn wait(&mut self) -> Event {
        self.put_back.pop_front().unwrap_or_else(|| self.arriving())
    }

    /// The next event that was not put back before.
    pub(super) fn arriving(&self) -> Event {
        // The mailbox holds a sender itself, so the channel never closes.
        self.taken(self.receiver.recv().unwrap_or(Event::EndOfInput))
    }

    /// An event out of the channel: what it cost is free again.
    fn taken(&self, event: Event) -> Event {
        if let Event::Line(line) = &event {
            self.unread.fetch_sub(cost(line), Relaxed);
        }
        event
    }

    /// Is there an event that need not be waited for?
    pub fn has_more(&mut self) -> bool {
        if self.put_back.is_empty()
            && let Ok(event) = self.receiver.try_recv()
        {
            let event = self.taken(event);
            self.keep(event);
        }
        !self.put_back.is_empty()
    }

    /// Keeps an event for later, after those kept already.
    pub(super) fn keep(&mut self, event: Event) {
        self.put_back.push_back(event);
    }

    /// Puts an event first in line.
    pub fn put_back(&mut self, event: Event) {
        self.put_back.push_front(event);
    }
}

/// What a waiting line costs, in bytes: itself and the place it takes.
fn cost(line: &[u8]) -> usize {
    line.len() + 64
}

fn read_lines(mut input: impl BufRead, sender: &Sender<Event>, unread: &AtomicUsize) {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(Duration::from_millis(2));
                continue;
            }
            Err(_) => break,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        if line.len() + taken > LONGEST_LINE {
            is_too_long = true;
            line.clear();
        }
        if !is_too_long {
            line.extend_from_slice(&chunk[..taken]);
        }
        input.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            let whole = std::mem::take(&mut line);
            while unread.load(Relaxed) > MOST_UNREAD {
                std::thread::sleep(Duration::from_millis(1));
            }
            let event = if is_too_long {
                Event::TooLong
            } else {
                unread.fetch_add(cost(&whole), Relaxed);
                Event::Line(whole)
            };
            is_too_long = false;
            if sender.send(event).is_err() {
                return;
            }
        }
    }
    if !line.is_empty() {
        unread.fetch_add(cost(&line), Relaxed);
        let _ = sender.send(Event::Line(line));
    }
    let _ = sender.send(Event::EndOfInput);
}
