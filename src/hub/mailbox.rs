//! Everything that happens to a session arrives here: lines typed, the end of input, reports
//! of the search. One receiver, so the session never waits in two places.

use crate::search::Report;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Longest line kept, in bytes; a game of 50 000 moves fits.
const LONGEST_LINE: usize = 4 << 20;

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
}

impl Mailbox {
    /// A mailbox fed by a thread that reads lines.
    pub fn reading(input: impl Read + Send + 'static) -> std::io::Result<Self> {
        let mailbox = Self::fed_with([]);
        let sender = mailbox.sender();
        std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || read_lines(BufReader::with_capacity(1 << 16, input), &sender))?;
        Ok(mailbox)
    }

    /// A mailbox with these events in it.
    pub fn fed_with(events: impl IntoIterator<Item = Event>) -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            put_back: events.into_iter().collect(),
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
        self.receiver.recv().unwrap_or(Event::EndOfInput)
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

fn read_lines(mut input: impl BufRead, sender: &Sender<Event>) {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) | Err(_) => break,
            Ok(chunk) => chunk,
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
            let event = if is_too_long {
                Event::TooLong
            } else {
                Event::Line(whole)
            };
            is_too_long = false;
            if sender.send(event).is_err() {
                return;
            }
        }
    }
    if !line.is_empty() {
        let _ = sender.send(Event::Line(line));
    }
    let _ = sender.send(Event::EndOfInput);
}
