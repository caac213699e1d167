//! Where other programs connect: one port on one or more addresses.

use super::error::DxpError;
use super::link::{Link, LinkOptions};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Time between two looks for a caller.
pub(super) const TICK: Duration = Duration::from_millis(15);

/// Free ports tried until one is free on all addresses.
const TRIES: usize = 8;

/// Listening sockets.
#[derive(Debug)]
pub struct Listener {
    sockets: Vec<TcpListener>,
}

impl Listener {
    /// Listens on both loopback addresses, IPv4 and IPv6; where the machine has only one of them,
    /// on that. Port 0 = any free one.
    pub fn loopback(port: u16) -> Result<Self, DxpError> {
        let addresses = [
            IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(Ipv6Addr::LOCALHOST),
        ];
        Self::bind(&addresses.map(|address| SocketAddr::new(address, port)))
    }

    /// Listens on all of these addresses that the machine has, with one port for all. A port in
    /// use on one of them is an error: callers would reach another program there.
    pub fn bind(addresses: &[SocketAddr]) -> Result<Self, DxpError> {
        let list: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        let context = format!("listening on {}", list.join(", "));
        let mut result = Err(io::Error::new(ErrorKind::NotFound, "no address"));
        for _ in 0..TRIES {
            result = bind_all(addresses);
            let is_taken = matches!(&result, Err(error) if error.kind() == ErrorKind::AddrInUse);
            let may_retry = addresses.iter().all(|address| address.port() == 0);
            if !(is_taken && may_retry) {
                break;
            }
        }
        let sockets = result.map_err(DxpError::io(context))?;
        Ok(Self { sockets })
    }

    /// The addresses in use, with the port.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        let addresses = self.sockets.iter().map(TcpListener::local_addr);
        addresses.filter_map(Result::ok).collect()
    }

    /// A caller who is there already, if any.
    pub fn poll(&self, options: LinkOptions) -> Result<Option<Link>, DxpError> {
        for socket in &self.sockets {
            match socket.accept() {
                Ok((stream, _)) => return Link::over(stream, options).map(Some),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(DxpError::io("accepting a connection")(error)),
            }
        }
        Ok(None)
    }

    /// The next caller, waited for until the deadline.
    pub fn accept(
        &self,
        options: LinkOptions,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Link, DxpError> {
        loop {
            if let Some(link) = self.poll(options)? {
                return Ok(link);
            }
            if stop.load(Relaxed) {
                return Err(DxpError::Stopped);
            }
            if Instant::now() >= deadline {
                return Err(DxpError::TimedOut("a connection"));
            }
            std::thread::sleep(TICK);
        }
    }
}

fn bind_all(addresses: &[SocketAddr]) -> io::Result<Vec<TcpListener>> {
    let mut sockets: Vec<TcpListener> = Vec::new();
    let mut missing = None;
    for &(mut address) in addresses {
        if let Some(first) = sockets.first() {
            address.set_port(first.local_addr()?.port());
        }
        match TcpListener::bind(address) {
            Ok(socket) => {
                socket.set_nonblocking(true)?;
                sockets.push(socket);
            }
            // Most likely a machine without IPv6.
            Err(error) if error.kind() != ErrorKind::AddrInUse => {
                log::info!("not listening on {address}: {error}");
                missing = Some(error);
            }
            Err(error) => return Err(error),
        }
    }
    match missing {
        Some(error) if sockets.is_empty() => Err(error),
        _ => Ok(sockets),
    }
}
