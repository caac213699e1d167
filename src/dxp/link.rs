//! A TCP connection that carries messages: whole ones in both directions, every wait bounded.

use super::error::DxpError;
use super::frame::Framer;
use super::message::Message;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Longest wait between two looks at a stop flag.
const GLANCE: Duration = Duration::from_millis(40);

/// Two messages in one packet are one message to some programs, and the second is lost.
pub const USUAL_PAUSE: Duration = Duration::from_millis(100);

/// Times of a connection.
#[derive(Clone, Copy, Debug)]
pub struct LinkOptions {
    /// Between two messages of ours without a sign that the first was read.
    pub pause: Duration,
    /// For connecting, and for a message to leave.
    pub timeout: Duration,
}

impl Default for LinkOptions {
    fn default() -> Self {
        Self {
            pause: USUAL_PAUSE,
            timeout: Duration::from_secs(10),
        }
    }
}

/// One connection.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    peer: String,
    framer: Framer,
    pause: Duration,
    /// When the last message left that may not have been read yet.
    unread_since: Option<Instant>,
}

impl Link {
    /// Connects to `HOST:PORT`, trying each address the name has. `options.timeout` bounds all
    /// tries together, except for the system's look-up of a name.
    pub fn connect(address: &str, options: LinkOptions) -> Result<Self, DxpError> {
        let context = || format!("connecting to {address}");
        let deadline = Instant::now() + options.timeout;
        let addresses: Vec<SocketAddr> = address
            .to_socket_addrs()
            .map_err(DxpError::io(context()))?
            .collect();
        let mut last = std::io::Error::new(ErrorKind::NotFound, "no such host");
        for address in addresses {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            match TcpStream::connect_timeout(&address, left) {
                Ok(stream) => return Self::over(stream, options),
                Err(error) => last = error,
            }
        }
        Err(DxpError::io(context())(last))
    }

    /// Makes a link of a connected stream.
    pub fn over(stream: TcpStream, options: LinkOptions) -> Result<Self, DxpError> {
        let set_up = || {
            stream.set_nonblocking(false)?;
            stream.set_nodelay(true)?;
            // A time-out of zero is an error of the standard library.
            stream.set_write_timeout(Some(options.timeout.max(Duration::from_millis(1))))?;
            stream.peer_addr()
        };
        let peer = set_up().map_err(DxpError::io("setting up a connection"))?;
        Ok(Self {
            stream,
            peer: peer.to_string(),
            framer: Framer::default(),
            pause: options.pause,
            unread_since: None,
        })
    }

    /// The other end's address.
    pub fn peer(&self) -> &str {
        &self.peer
    }

    /// Sends a message, after a pause if the one before may still lie unread. An error means
    /// that the connection is of no more use: part of the message may have gone.
    pub fn send(&mut self, message: &Message) -> Result<(), DxpError> {
        if let Some(since) = self.unread_since
            && let Some(rest) = self.pause.checked_sub(since.elapsed())
        {
            std::thread::sleep(rest);
        }
        let bytes = message.encode();
        log::debug!("> {} {}", self.peer, shown(&bytes));
        let sent = self.stream.write_all(&bytes);
        self.unread_since = Some(Instant::now());
        sent.map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
                DxpError::Closed
            }
            _ => DxpError::io(format!("sending to {}", self.peer))(error),
        })
    }

    /// What arrived answers our last message: no pause is needed before the next.
    pub(super) fn was_answered(&mut self) {
        self.unread_since = None;
    }

    /// The next message, without its zero byte, waited for until the deadline. `what` names it in
    /// the error of a time-out.
    pub fn receive(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
        what: &'static str,
    ) -> Result<Vec<u8>, DxpError> {
        loop {
            if stop.load(Relaxed) {
                return Err(DxpError::Stopped);
            }
            // Looked at before what has arrived: a flood of chat must not hold us for ever.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return self.poll()?.ok_or(DxpError::TimedOut(what));
            }
            if let Some(message) = self.read_for(left.min(GLANCE))? {
                return Ok(message);
            }
        }
    }

    /// A message that is there already, if any; waits a few milliseconds at most.
    pub fn poll(&mut self) -> Result<Option<Vec<u8>>, DxpError> {
        self.read_for(Duration::from_millis(1))
    }

    /// One read at most, after what was read before.
    fn read_for(&mut self, wait: Duration) -> Result<Option<Vec<u8>>, DxpError> {
        if let Some(message) = self.take()? {
            return Ok(Some(message));
        }
        let mut chunk = [0; 512];
        let wait = wait.max(Duration::from_millis(1));
        let read = self
            .stream
            .set_read_timeout(Some(wait))
            .and_then(|()| self.stream.read(&mut chunk));
        match read {
            Ok(0) => Err(DxpError::Closed),
            Ok(count) => {
                self.framer.push(&chunk[..count]);
                self.take()
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(None),
                ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => Err(DxpError::Closed),
                _ => Err(DxpError::io(format!("reading from {}", self.peer))(error)),
            },
        }
    }

    fn take(&mut self) -> Result<Option<Vec<u8>>, DxpError> {
        let message = self.framer.next_message()?;
        if let Some(bytes) = &message {
            log::debug!("< {} {}", self.peer, shown(bytes));
        }
        Ok(message)
    }

    /// Sends nothing more, so that the other side sees the end; reading goes on.
    pub(super) fn finish_sending(&self) {
        // That the other side has gone already is no fault.
        let _ = self.stream.shutdown(Shutdown::Write);
    }
}

/// A message for the log, without its zero byte.
fn shown(bytes: &[u8]) -> String {
    super::decode::readable(bytes.strip_suffix(&[0]).unwrap_or(bytes))
}
