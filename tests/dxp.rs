//! `DamExchange` messages: the table of frames, every way to cut them, random bytes, and the state
//! machine without a network.

use baige::board::Side;
use baige::dxp::{
    Answer, Back, BackCode, DxpError, End, Event, Framer, LONGEST_MESSAGE, Machine, Message,
    Minutes, MoveMade, Reason, Refusal, Request, State,
};
use baige::rules::{International, Killer};
use proptest::prelude::*;

/// A frame of the table, without its zero byte, and whether it is a wrong one.
fn frames() -> Vec<(String, bool)> {
    let table = include_str!("data/dxp/messages.txt");
    let mut frames = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (text, remark) = line.rsplit_once("\\0").unwrap();
        let is_wrong = remark.contains("wrong");
        for frame in text.split("\\0") {
            let mut frame = frame.trim_start().to_owned();
            if let Some(start) = frame.strip_suffix("...") {
                frame = format!("{start:e<94}");
            }
            frames.push((frame, is_wrong));
        }
    }
    frames
}

fn good_frames() -> Vec<String> {
    let good = frames().into_iter().filter(|(_, is_wrong)| !is_wrong);
    good.map(|(frame, _)| frame).collect()
}

#[test]
fn every_frame_of_the_table_is_read_or_refused() {
    let frames = frames();
    assert_eq!(frames.iter().filter(|(_, is_wrong)| *is_wrong).count(), 3);
    assert_eq!(frames.len(), 17);
    for (frame, is_wrong) in &frames {
        match Message::decode(frame.as_bytes()) {
            Ok(message) => {
                assert!(!is_wrong, "{frame}: {message:?}");
                let again = message.encode();
                let (zero, text) = again.split_last().unwrap();
                assert_eq!(*zero, 0);
                assert_eq!(Message::decode(text).unwrap(), message, "{frame}");
                assert_eq!(text, frame.as_bytes());
            }
            Err(error) => {
                assert!(*is_wrong, "{frame}: {error}");
                assert!(error.is_bad_message() && error.to_string().contains("expected"));
            }
        }
    }
}

#[test]
fn fields_mean_what_the_protocol_says() {
    let read = |text: &str| Message::decode(text.as_bytes()).unwrap();
    let name = format!("{:32}", "?");
    assert_eq!(
        read(&format!("R01{name}Z.05000A")),
        Message::Request(Request {
            name: "?".to_owned(),
            follower: Side::Black,
            minutes: Minutes::new(0.05).unwrap(),
            moves: 0,
            start: None,
        })
    );
    let Message::Request(request) = read(
        "R01Tester                          Z001000B\
         ZeeeeeeeWeeeezeeeeeeezeeeeeeeeeeeezeeeeeeeeezeeeeee",
    ) else {
        panic!("a request")
    };
    assert_eq!(
        request.start.as_deref(),
        Some("BeeeeeeeWeeeebeeeeeeebeeeeeeeeeeeebeeeeeeeeebeeeeee")
    );
    assert_eq!(
        read("M0012052504221223 20".replace(' ', "").as_str()),
        Message::Move(MoveMade {
            seconds: 12,
            from: 5,
            to: 25,
            captured: [22, 12, 23, 20].into_iter().collect(),
        })
    );
    let end = |reason, is_last| Message::End(End { reason, is_last });
    assert_eq!(read("E10"), end(Reason::Loss, false));
    assert_eq!(read("E21"), end(Reason::Draw, true));
    assert_eq!(read("E31"), end(Reason::Win, true));
    assert_eq!(read("E00"), end(Reason::Unknown, false));
    let (number, side) = (5, Side::Black);
    assert_eq!(read("B005Z"), Message::Back(Back { number, side }));
    assert_eq!(read("K1"), Message::BackAnswer(BackCode::Unsupported));
    assert_eq!(read("CHello"), Message::Chat("Hello".to_owned()));
    assert_eq!(
        read(&format!("A{name}3")),
        Message::Answer(Answer {
            name: "?".to_owned(),
            refusal: Some(Refusal::AnyGame),
        })
    );
}

#[test]
fn malformed_messages_say_what_was_expected() {
    let name = " ".repeat(32);
    for bad in [
        "X".to_owned(),
        "r".to_owned(),
        "M".to_owned(),
        "M0001322800 ".to_owned(),
        "M000132280".to_owned(),
        "M0001512800".to_owned(),
        "M0001320000".to_owned(),
        "M00012819022323".to_owned(),
        "M000128190151".to_owned(),
        "M0001281999".to_owned(),
        "M00+1322800".to_owned(),
        "E".to_owned(),
        "E0".to_owned(),
        "E40".to_owned(),
        "E02".to_owned(),
        "E000".to_owned(),
        "B05Z".to_owned(),
        "B005B".to_owned(),
        "K3".to_owned(),
        "K".to_owned(),
        format!("A{name}4"),
        format!("A{name}"),
        format!("R01{name}B005075A"),
        format!("R01{name}W00 075A"),
        format!("R01{name}W005 75A"),
        format!("R01{name}W005075C"),
        format!("R01{name}W005075A "),
        format!("R01{name}W005075BW{}", "e".repeat(49)),
        format!("R01{name}W005075BB{}", "e".repeat(50)),
        format!("R01{name}W005075BW{}", "b".repeat(50)),
        // The 8x8 board.
        format!("R01{name}W005075BW{}", "e".repeat(32)),
        "R02".to_owned(),
        "R".to_owned(),
        String::new(),
    ] {
        let error = Message::decode(bad.as_bytes()).unwrap_err();
        assert!(error.to_string().contains("expected"), "{bad}: {error}");
    }
}

/// All messages that a framer gives.
fn drain(framer: &mut Framer) -> Vec<String> {
    let mut messages = Vec::new();
    while let Some(message) = framer.next_message().unwrap() {
        messages.push(String::from_utf8(message).unwrap());
    }
    messages
}

#[test]
fn frames_may_be_split_at_every_byte_and_glued() {
    let frames = good_frames();
    let all: Vec<u8> = frames
        .iter()
        .flat_map(|frame| [frame.as_bytes(), b"\0"].concat())
        .collect();
    // All glued, then in two pieces, one at each byte of each frame.
    for cut in 0..=all.len() {
        let mut framer = Framer::default();
        let mut found = Vec::new();
        for piece in [&all[..cut], &all[cut..]] {
            framer.push(piece);
            found.extend(drain(&mut framer));
        }
        assert_eq!(found, frames, "cut at {cut}");
    }
    // Byte by byte, and in pieces of every size.
    for size in 1..50 {
        let mut framer = Framer::default();
        let mut found = Vec::new();
        for piece in all.chunks(size) {
            framer.push(piece);
            found.extend(drain(&mut framer));
        }
        assert_eq!(found, frames, "pieces of {size}");
    }
}

fn request(follower: Side) -> Request {
    Request {
        name: String::new(),
        follower,
        minutes: Minutes::new(1.0).unwrap(),
        moves: 0,
        start: None,
    }
}

/// Two machines with a game on, the first one playing White.
fn game_on() -> [Machine<International>; 2] {
    let mut white = Machine::new("white", false);
    let mut black = Machine::new("black", true);
    let ask = white.ask(request(Side::Black), false).unwrap();
    assert_eq!(deliver(&ask, &mut black), (None, Event::Offered));
    let yes = black.accept().unwrap();
    assert_eq!(deliver(&yes, &mut white), (None, Event::Accepted));
    assert!(white.is_our_turn() && !black.is_our_turn());
    assert_eq!((white.peer_name(), black.peer_name()), ("black", "white"));
    [white, black]
}

fn deliver(message: &Message, to: &mut Machine<International>) -> (Option<Message>, Event) {
    let bytes = message.encode();
    to.receive(&bytes[..bytes.len() - 1]).unwrap()
}

fn first_move(machine: &mut Machine<International>) -> Message {
    let mv = machine.game().position().legal_moves()[0];
    machine.play(mv, 1).unwrap()
}

#[test]
fn game_ends_that_cross_need_no_answer() {
    let [mut white, mut black] = game_on();
    let one = white.end(Reason::Loss, false).unwrap();
    let other = black.end(Reason::Draw, false).unwrap();
    for (message, machine) in [(&one, &mut black), (&other, &mut white)] {
        let (reply, event) = deliver(message, machine);
        assert!(reply.is_none() && matches!(event, Event::Echoed(_)));
        assert_eq!(machine.state(), State::Idle);
        // An answer to the answer is not answered, but its stop code counts.
        assert_eq!(machine.receive(b"E00").unwrap().0, None);
        assert!(!machine.is_over());
        assert_eq!(machine.receive(b"E01").unwrap().0, None);
        assert!(machine.is_over());
    }
}

#[test]
fn a_move_that_crosses_the_game_end_is_ignored() {
    let [mut white, mut black] = game_on();
    let mv = first_move(&mut white);
    let end = black.end(Reason::Unknown, false).unwrap();
    assert!(matches!(
        deliver(&mv, &mut black),
        (None, Event::Ignored(_))
    ));
    let (echo, event) = deliver(&end, &mut white);
    assert!(matches!(event, Event::Ended(_)));
    let (reply, event) = deliver(&echo.unwrap(), &mut black);
    assert!(reply.is_none() && matches!(event, Event::Echoed(_)));
    assert_eq!((white.state(), black.state()), (State::Idle, State::Idle));
}

#[test]
fn the_last_game_ends_the_session_whoever_ends_it() {
    for ends_first in [0, 1] {
        let [mut white, mut black] = game_on();
        let end = white.end(Reason::Draw, false).unwrap();
        let (echo, _) = deliver(&end, &mut black);
        deliver(&echo.unwrap(), &mut white);
        let ask = white.ask(request(Side::Black), true).unwrap();
        deliver(&ask, &mut black);
        deliver(&black.accept().unwrap(), &mut white);
        let mut both = [white, black];
        let end = both[ends_first].end(Reason::Draw, false).unwrap();
        let (echo, _) = deliver(&end, &mut both[1 - ends_first]);
        deliver(&echo.unwrap(), &mut both[ends_first]);
        assert!(both.iter().all(Machine::is_over), "ended by {ends_first}");
    }
}

#[test]
fn moves_are_judged_by_both_ends_and_the_captured_set() {
    let [mut white, mut black] = game_on();
    for bad in ["M0000322600", "M0000311500", "M000032280123", "M0000192300"] {
        let error = black.receive(bad.as_bytes()).unwrap_err();
        assert!(matches!(error, DxpError::Illegal { .. }), "{bad}: {error}");
    }
    // Not its turn.
    let error = white.receive(b"M0000192300").unwrap_err();
    assert!(matches!(error, DxpError::Unexpected { .. }), "{error}");
}

#[test]
fn captures_come_in_any_order_of_squares() {
    // White king 8; black men 13 21 34 44: it takes three and ends on 16.
    for squares in ["132134", "341321", "213413"] {
        let mut machine = Machine::<International>::new("", false);
        let mut asked = request(Side::Black);
        asked.start = Some("WeeeeeeeWeeeebeeeeeeebeeeeeeeeeeeebeeeeeeeeebeeeeee".to_owned());
        let bytes = Message::Request(asked).encode();
        let (reply, event) = machine.receive(&bytes[..bytes.len() - 1]).unwrap();
        assert_eq!((reply, event), (None, Event::Offered));
        machine.accept().unwrap();
        for bad in [
            "M00000816021321",
            "M000008160413213444",
            "M0000081603133444",
            "M0000081600",
        ] {
            assert!(machine.receive(bad.as_bytes()).is_err(), "{bad}");
        }
        let text = format!("M0000081603{squares}");
        let (_, event) = machine.receive(text.as_bytes()).unwrap();
        assert!(matches!(event, Event::Moved(mv, 0) if mv.captured().len() == 3));
    }
}

#[test]
fn going_back_only_where_the_game_has_been() {
    let [mut white, mut black] = game_on();
    for turn in 0..5 {
        let (mover, other) = match turn % 2 {
            0 => (&mut white, &mut black),
            _ => (&mut black, &mut white),
        };
        let message = first_move(mover);
        deliver(&message, other);
    }
    // Five plies are played: move 3 of Black is next.
    let ask = |machine: &mut Machine<International>, text: &str| {
        let (reply, event) = machine.receive(text.as_bytes()).unwrap();
        let Some(Message::BackAnswer(code)) = reply else {
            panic!("{text}: {reply:?}")
        };
        (code, event)
    };
    assert_eq!(ask(&mut black, "B004W").0, BackCode::Refused);
    assert_eq!(ask(&mut black, "B000W").0, BackCode::Refused);
    let (code, event) = ask(&mut black, "B003Z");
    assert_eq!((code, event), (BackCode::Agreed, Event::WentBack(0)));
    let (code, event) = ask(&mut black, "B002W");
    assert_eq!((code, event), (BackCode::Agreed, Event::WentBack(3)));
    assert_eq!(black.game().moves().len(), 2);
    assert_eq!(ask(&mut black, "B003Z").0, BackCode::Refused);
    assert_eq!(ask(&mut white, "B001W").0, BackCode::Unsupported);
    assert_eq!(white.game().moves().len(), 5);
}

#[test]
fn requests_that_cannot_be_are_refused_with_the_right_code() {
    let name = format!("{:32}", "Tester");
    let requests = [
        (format!("R02{name}W005075A"), Refusal::Version),
        (
            format!("R01{name}W005075BW{}", "e".repeat(32)),
            Refusal::ThisGame,
        ),
        // A man on the far row.
        (
            format!("R01{name}W005075BWw{}", "e".repeat(49)),
            Refusal::ThisGame,
        ),
        (format!("R01{name}W0a5075A"), Refusal::ThisGame),
        ("R".to_owned(), Refusal::ThisGame),
    ];
    let [_, playing] = game_on();
    for (text, expected) in requests {
        for mut machine in [Machine::new("us", true), playing.clone()] {
            let state = machine.state();
            let (reply, event) = machine.receive(text.as_bytes()).unwrap();
            let Some(Message::Answer(answer)) = reply else {
                panic!("{text}: {reply:?}")
            };
            assert_eq!(answer.refusal, Some(expected), "{text}");
            assert!(matches!(event, Event::Declined(_)));
            assert_eq!(machine.state(), state);
        }
    }
    // A good one during a game.
    let mut machine = playing;
    let text = format!("R01{name}W005075A");
    let (reply, _) = machine.receive(text.as_bytes()).unwrap();
    assert!(matches!(
        reply,
        Some(Message::Answer(Answer {
            refusal: Some(Refusal::ThisGame),
            ..
        }))
    ));
    assert_eq!(machine.state(), State::Playing);
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(message) = Message::decode(&bytes) {
            let again = message.encode();
            prop_assert!(again.len() <= 128);
            prop_assert_eq!(Message::decode(&again[..again.len() - 1]).unwrap(), message);
        }
        let mut framer = Framer::default();
        for piece in bytes.chunks(7) {
            framer.push(piece);
            while let Ok(Some(message)) = framer.next_message() {
                prop_assert!(!message.is_empty() && message.len() <= LONGEST_MESSAGE);
            }
        }
    }

    #[test]
    fn nearly_right_messages_never_panic_in_any_state(
        texts in prop::collection::vec("[RAMECBK][0-9WZABe ]{0,12}|M0000[0-5][0-9][0-5][0-9]0[0-3]([0-5][0-9]){0,3}", 1..30),
        follower: bool,
    ) {
        let mut machine = Machine::<Killer>::new("us", true);
        machine.ask(request(if follower { Side::White } else { Side::Black }), false).unwrap();
        let _ = machine.receive(format!("A{:32}0", "").as_bytes());
        for text in texts {
            let before = machine.state();
            if machine.receive(text.as_bytes()).is_err() {
                prop_assert_eq!(machine.state(), before);
            }
        }
    }
}
