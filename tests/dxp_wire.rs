//! Our engine against scripted programs on real sockets: whatever they do, the next caller is
//! served.

use baige::board::Side;
use baige::dxp::{
    Door, DxpError, Ending, GameRecord, Link, LinkOptions, Listener, Minutes, Peer, Reason,
    Request, Score, Session, Settings,
};
use baige::engine::{Engine, Options};
use baige::rules::International;
use baige::search::Limits;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest wait of a test for anything, far above what is needed.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pause between our messages in these tests.
const PAUSE: Duration = Duration::from_millis(60);

const LINK: LinkOptions = LinkOptions {
    pause: PAUSE,
    timeout: Duration::from_secs(10),
};

fn engine() -> Engine<International> {
    let table_log2 = 12;
    Engine::new(Options {
        table_log2,
        ..Options::default()
    })
    .unwrap()
}

fn settings() -> Settings {
    Settings {
        limits: Limits {
            depth: Some(2),
            ..Limits::default()
        },
        timeout: Duration::from_millis(1500),
        idle: Duration::from_secs(20),
        margin: Duration::from_secs(20),
    }
}

/// Plays at others' request, one after the other, like `baige dxp --listen`.
struct Host {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    records: Receiver<GameRecord<International>>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    fn start(settings: Settings) -> Self {
        Self::pausing(settings, PAUSE)
    }

    fn pausing(settings: Settings, pause: Duration) -> Self {
        let link = LinkOptions { pause, ..LINK };
        let listener = Listener::bind(&["127.0.0.1:0".parse().unwrap()]).unwrap();
        let address = listener.addresses()[0];
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, records) = channel();
        let for_thread = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let stop = &*for_thread;
            let door = Door::open(listener, "Host", link).unwrap();
            let mut engine = engine();
            while let Some(link) = door.next(stop) {
                let mut peer = Peer::new(link, "Host", true);
                let mut session = Session::new(&mut peer, &mut engine, "Host", settings, stop);
                while !session.is_over()
                    && let Ok(record) = session.follow()
                {
                    sender.send(record).unwrap();
                }
                door.dismiss(peer.into_link());
            }
        });
        Self {
            address,
            stop,
            records,
            thread: Some(thread),
        }
    }

    fn call(&self) -> Caller {
        Caller::new(TcpStream::connect(self.address).unwrap())
    }

    /// A caller with a game on; the host plays this colour: `W` or `Z`.
    fn call_and_play(&self, colour: char) -> Caller {
        // The one before may not have been let go yet.
        let begin = Instant::now();
        loop {
            let mut caller = self.call();
            caller.send(&request(colour, "005"));
            if caller.receive() == format!("A{:32}0", "Host") {
                return caller;
            }
            assert!(begin.elapsed() < PATIENCE, "no game in time");
        }
    }

    fn record(&self) -> GameRecord<International> {
        self.records.recv_timeout(PATIENCE).unwrap()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        let ended = self.thread.take().unwrap().join();
        if !std::thread::panicking() {
            ended.unwrap();
        }
    }
}

fn request(colour: char, minutes: &str) -> String {
    format!("R01{:32}{colour}{minutes}000A", "Caller")
}

/// A scripted program.
struct Caller {
    stream: TcpStream,
    bytes: Vec<u8>,
}

impl Caller {
    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let bytes = Vec::new();
        Self { stream, bytes }
    }

    fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\0").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// The next message; `closed` at the end of the connection.
    fn receive(&mut self) -> String {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == 0) {
                let message: Vec<u8> = self.bytes.drain(..=end).collect();
                return String::from_utf8(message[..end].to_vec()).unwrap();
            }
            let mut chunk = [0; 300];
            match self.stream.read(&mut chunk) {
                Ok(0) => return "closed".to_owned(),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => {
                    return "closed".to_owned();
                }
                other => self
                    .bytes
                    .extend(&chunk[..other.expect("a message in time")]),
            }
        }
    }

    fn receive_move(&mut self) -> String {
        let text = self.receive();
        assert!(text.starts_with('M') && text.len() >= 11, "{text}");
        text
    }

    /// Nothing comes for a while.
    fn hears_nothing(&mut self) {
        let short = Duration::from_millis(250);
        self.stream.set_read_timeout(Some(short)).unwrap();
        let mut byte = [0];
        let read = self.stream.read(&mut byte);
        self.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let kind = read.expect_err("silence").kind();
        assert!(matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut));
        assert!(self.bytes.is_empty());
    }
}

#[test]
fn a_caller_may_vanish_in_each_state() {
    let host = Host::start(settings());
    let steps: [&dyn Fn(&mut Caller); 7] = [
        &|_| {},
        &|caller| caller.send_bytes(b"R01"),
        &|caller| caller.send(&request('Z', "005")),
        &|caller| {
            caller.send(&request('W', "005"));
            caller.receive();
        },
        &|caller| {
            caller.send(&request('W', "005"));
            caller.receive();
            caller.receive_move();
            caller.send_bytes(b"M000019");
        },
        &|caller| {
            caller.send(&request('Z', "005"));
            caller.receive();
            caller.send("M0000322800");
        },
        &|caller| {
            caller.send(&request('Z', "005"));
            caller.receive();
            caller.send("M0000322800");
            caller.receive_move();
            caller.send("E10");
        },
    ];
    for step in steps {
        // The door may still hold the one before.
        let mut caller = host.call_and_play('Z');
        caller.send("E00");
        assert_eq!(caller.receive(), "E00");
        step(&mut caller);
    }
    let mut caller = host.call_and_play('Z');
    caller.send("M0000322800");
    caller.receive_move();
}

#[test]
fn garbage_between_games_ends_the_connection_only() {
    let host = Host::start(settings());
    for garbage in [
        &b"hello\0"[..],
        b"\xff\xfe\x80\0",
        b"M\0",
        b"E9\0",
        &[b'x'; 5000],
    ] {
        let mut caller = host.call_and_play('Z');
        caller.send("E00");
        assert_eq!(caller.receive(), "E00");
        caller.send_bytes(garbage);
        // The place is free for others, though this one keeps its end open.
        let mut other = host.call_and_play('W');
        other.receive_move();
    }
}

#[test]
fn a_bad_message_ends_the_game_and_the_next_one_is_welcome() {
    let host = Host::start(settings());
    let mut caller = host.call_and_play('Z');
    let long = "x".repeat(3000);
    for bad in ["M0000311500", "M00003228 0", "what", "E99", &long] {
        caller.send(bad);
        assert_eq!(caller.receive(), "E00", "{bad}");
        caller.send("E00");
        let record = host.record();
        assert!(matches!(record.ending, Ending::Broken(_)), "{record}");
        assert_eq!(record.ending.score(), Score::Unknown);
        caller.send(&request('Z', "005"));
        assert!(caller.receive().starts_with('A'));
    }
    caller.send("M0000322800");
    caller.receive_move();
}

#[test]
fn a_message_without_end_runs_into_the_time_out() {
    let mut short = settings();
    short.margin = Duration::from_millis(300);
    let host = Host::start(short);
    let mut caller = host.call();
    caller.send(&request('Z', ".01"));
    assert!(caller.receive().starts_with('A'));
    caller.send_bytes(b"M00003228");
    let begin = Instant::now();
    assert_eq!(caller.receive(), "E00");
    assert!(begin.elapsed() >= Duration::from_millis(600));
    // No echo: the host does not wait for ever.
    let record = host.record();
    assert!(record.to_string().contains("time-out"), "{record}");
    host.call_and_play('Z');
}

#[test]
fn a_caller_that_never_asks_does_not_hold_the_place() {
    let mut short = settings();
    short.idle = Duration::from_millis(200);
    let host = Host::start(short);
    let mut silent = host.call();
    silent.send("Cis anybody there?");
    host.call_and_play('Z');
}

#[test]
fn a_second_caller_is_refused_politely() {
    let host = Host::start(settings());
    let mut first = host.call_and_play('Z');
    let refusal = format!("A{:32}2", "Host");
    let mut second = host.call();
    second.send(&request('Z', "005"));
    assert_eq!(second.receive(), refusal);
    assert_eq!(second.receive(), "closed");
    // One that does not ask is told, too.
    let mut third = host.call();
    assert_eq!(third.receive(), refusal);
    assert_eq!(third.receive(), "closed");
    first.send("M0000322800");
    first.receive_move();
}

#[test]
fn messages_come_byte_by_byte_or_glued() {
    let host = Host::start(settings());
    let mut caller = host.call();
    let all = format!("{}\0Chello\0M0000322800\0", request('Z', "000"));
    caller.send_bytes(all.as_bytes());
    assert!(caller.receive().starts_with('A'));
    caller.receive_move();
    caller.send("E00");
    assert_eq!(caller.receive(), "E00");
    for byte in all.bytes() {
        caller.send_bytes(&[byte]);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(caller.receive().starts_with('A'));
    caller.receive_move();
}

#[test]
fn a_pause_lies_between_answer_and_first_move() {
    let pause = Duration::from_secs(1);
    let host = Host::pausing(settings(), pause);
    let mut caller = host.call_and_play('W');
    let begin = Instant::now();
    assert!(caller.bytes.is_empty(), "glued");
    caller.receive_move();
    // The answer may have been read late on a busy machine.
    assert!(begin.elapsed() >= pause / 4, "{:?}", begin.elapsed());
    // No pause where the other side has answered.
    let begin = Instant::now();
    caller.send("M0000192300");
    caller.receive();
    assert!(begin.elapsed() < pause, "{:?}", begin.elapsed());
}

#[test]
fn chat_and_back_requests_while_a_move_is_awaited() {
    let host = Host::start(settings());
    let mut caller = host.call_and_play('W');
    let first = caller.receive_move();
    caller.send("CI think");
    caller.send("C");
    caller.send("K0");
    caller.send("B005W");
    assert_eq!(caller.receive(), "K2");
    // Back to the start: the host is to move again.
    caller.send("B001W");
    assert_eq!(caller.receive(), "K0");
    let again = caller.receive_move();
    assert_eq!(again[5..], first[5..]);
    // Where we are already: nothing but the answer.
    caller.send("B001Z");
    assert_eq!(caller.receive(), "K0");
    caller.hears_nothing();
    caller.send("E10");
    assert_eq!(caller.receive(), "E00");
    assert_eq!(host.record().game.moves().len(), 1);
}

#[test]
fn what_comes_while_the_host_thinks_is_heard() {
    let mut slow = settings();
    slow.limits = Limits {
        move_time: Some(PATIENCE),
        ..Limits::default()
    };
    let host = Host::start(slow);
    let mut caller = host.call_and_play('Z');
    caller.send("M0000322800");
    caller.send("Cstill there?");
    caller.send("B001W");
    assert_eq!(caller.receive(), "K0");
    caller.send("M0000313600");
    caller.send("M0000322800");
    // Two moves in a row are a bad message; one that resigns is no fault.
    assert_eq!(caller.receive(), "E00");
    caller.send("E00");
    assert!(matches!(host.record().ending, Ending::Broken(_)));
    caller.send(&request('W', "005"));
    assert!(caller.receive().starts_with('A'));
    caller.send("E10");
    assert_eq!(caller.receive(), "E00");
    let record = host.record();
    assert_eq!(record.ending, Ending::Told(Side::Black, Reason::Loss));
    assert_eq!(record.ending.score(), Score::Win(Side::White));
}

#[test]
fn a_game_end_is_answered_once() {
    let host = Host::start(settings());
    let mut caller = host.call_and_play('Z');
    caller.send("E20");
    assert_eq!(caller.receive(), "E00");
    caller.send("E00");
    caller.hears_nothing();
    caller.send(&request('Z', "005"));
    assert!(caller.receive().starts_with('A'));
    caller.send("E21");
    assert_eq!(caller.receive(), "E01");
    // The host lets the caller close first.
    caller.hears_nothing();
    let scores = [host.record(), host.record()].map(|record| record.ending.score());
    assert_eq!(scores, [Score::Draw; 2]);
}

#[test]
fn the_host_ends_a_lost_game_with_its_own_view() {
    let host = Host::start(settings());
    let mut caller = host.call_and_play('Z');
    caller.send("E00");
    caller.receive();
    // Black, the host, is to move and has no piece; the echo is a new request.
    let board = format!("Z{}w{}", "e".repeat(27), "e".repeat(22));
    let start = request('Z', "005").replace("000A", &format!("000B{board}"));
    caller.send(&start);
    assert!(caller.receive().starts_with('A'));
    assert_eq!(caller.receive(), "E10");
    caller.send(&request('W', "005"));
    assert!(caller.receive().starts_with('A'));
    caller.receive_move();
    let _ = host.record();
    assert_eq!(host.record().ending.score(), Score::Win(Side::White));
}

/// All games of a match between two of our sessions, as the two sides record them.
fn match_over(listener: Listener, games: u32) -> [Vec<String>; 2] {
    let address = listener.addresses()[0].to_string();
    let link = LinkOptions {
        pause: Duration::ZERO,
        ..LINK
    };
    let follower = std::thread::spawn(move || {
        let stop = AtomicBool::new(false);
        let caller = listener
            .accept(link, Instant::now() + PATIENCE, &stop)
            .unwrap();
        let mut peer = Peer::new(caller, "Follower", true);
        let mut engine = engine();
        let mut session = Session::new(&mut peer, &mut engine, "Follower", settings(), &stop);
        let mut records = Vec::new();
        while !session.is_over() {
            records.push(session.follow().unwrap().to_string());
        }
        records
    });
    let stop = AtomicBool::new(false);
    let mut peer = Peer::new(Link::connect(&address, link).unwrap(), "Caller", true);
    let mut engine = engine();
    let mut session = Session::new(&mut peer, &mut engine, "Caller", settings(), &stop);
    let mut records = Vec::new();
    for number in 1..=games {
        let request = Request {
            name: String::new(),
            follower: if number % 2 == 0 {
                Side::White
            } else {
                Side::Black
            },
            minutes: Minutes::new(1.0).unwrap(),
            moves: 75,
            start: None,
        };
        let record = session.initiate(&request, number == games).unwrap();
        assert!(matches!(record.ending, Ending::Rules(_)), "{record}");
        records.push(record.to_string());
    }
    assert!(session.is_over());
    peer.close(Duration::from_secs(1), &stop);
    [records, follower.join().unwrap()]
}

#[test]
fn both_sides_of_a_match_record_the_same_results() {
    let listener = Listener::bind(&["127.0.0.1:0".parse().unwrap()]).unwrap();
    let [ours, theirs] = match_over(listener, 4);
    assert_eq!(ours.len(), 4);
    assert_eq!(ours, theirs);
}

#[test]
fn ipv6_loopback_where_there_is_one() {
    let Ok(listener) = Listener::bind(&["[::1]:0".parse().unwrap()]) else {
        return;
    };
    let [ours, theirs] = match_over(listener, 1);
    assert_eq!(ours, theirs);
}

#[test]
fn one_port_on_both_loopback_addresses() {
    let listener = Listener::loopback(0).unwrap();
    let addresses = listener.addresses();
    assert!(addresses.iter().all(|address| address.ip().is_loopback()));
    assert!(
        addresses
            .iter()
            .all(|address| address.port() == addresses[0].port())
    );
    // A port in use is an error, not half a listener.
    let error = Listener::loopback(addresses[0].port()).unwrap_err();
    assert!(error.to_string().contains("listening on"), "{error}");
}

#[test]
fn every_wait_ends_in_time_or_at_a_stop() {
    let listener = Listener::bind(&["127.0.0.1:0".parse().unwrap()]).unwrap();
    let address = listener.addresses()[0].to_string();
    let go = AtomicBool::new(false);
    let silent = Link::connect(&address, LINK).unwrap();
    let mut peer = Peer::<International>::new(silent, "us", false);
    let request = Request {
        name: String::new(),
        follower: Side::White,
        minutes: Minutes::new(1.0).unwrap(),
        moves: 0,
        start: None,
    };
    let soon = Duration::from_millis(100);
    let result = peer.request_game(&request, false, soon, &go);
    assert!(matches!(result, Err(DxpError::TimedOut(_))));
    let stop = AtomicBool::new(true);
    let begin = Instant::now();
    let result = peer.await_request(begin + PATIENCE, &stop);
    assert!(matches!(result, Err(DxpError::Stopped)));
    assert!(begin.elapsed() < Duration::from_secs(5));
    let result = listener.accept(LINK, Instant::now() + PATIENCE, &go);
    assert!(result.is_ok(), "the silent one");
    let result = listener.accept(LINK, Instant::now() + soon, &go);
    assert!(matches!(result, Err(DxpError::TimedOut(_))));
    // Nobody listens there any more.
    drop(listener);
    let error = Link::connect(&address, LINK).unwrap_err();
    assert!(error.to_string().contains("connecting to"), "{error}");
}
