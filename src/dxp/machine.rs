//! The state machine of one connection: what each message means where it comes, and what is
//! answered. No network and no time: initiator and follower, caller and listener, our own engine
//! and the match tool all stand on it.

use super::error::DxpError;
use super::event::{Event, Reaction, State};
use super::message::{Answer, Back, BackCode, End, Message, Reason, Refusal, Request};
use super::moves;
use crate::board::Side;
use crate::game::Game;
use crate::notation::parse_squares;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// One side of a connection.
#[derive(Clone, Debug)]
pub struct Machine<R: Rules> {
    name: String,
    state: State,
    /// Asked by the other side and not answered yet.
    offer: Option<(Request, Game<R>)>,
    peer_name: String,
    us: Side,
    game: Game<R>,
    takes_back: bool,
    is_last_game: bool,
    is_over: bool,
}

impl<R: Rules> Machine<R> {
    /// A connection without a game. `takes_back`: are moves taken back when the other side asks?
    pub fn new(name: &str, takes_back: bool) -> Self {
        Self {
            name: name.to_owned(),
            state: State::Idle,
            offer: None,
            peer_name: String::new(),
            us: Side::White,
            game: Game::default(),
            takes_back,
            is_last_game: false,
            is_over: false,
        }
    }

    /// Where we stand.
    pub const fn state(&self) -> State {
        self.state
    }

    /// The game going on, or the last one.
    pub const fn game(&self) -> &Game<R> {
        &self.game
    }

    /// Our colour in it.
    pub const fn us(&self) -> Side {
        self.us
    }

    /// The request to be answered while [`State::Offered`].
    pub fn offer(&self) -> Option<&Request> {
        self.offer.as_ref().map(|(request, _)| request)
    }

    /// The other side's name, empty before it was told.
    pub fn peer_name(&self) -> &str {
        &self.peer_name
    }

    /// Is it our turn in a game going on?
    pub fn is_our_turn(&self) -> bool {
        self.state == State::Playing && self.game.position().side() == self.us
    }

    /// Was the end of the session told or heard?
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Asks for a game. An error if its position cannot be; only while [`State::Idle`].
    pub fn ask(&mut self, mut request: Request, is_last: bool) -> Result<Message, DxpError> {
        self.expect(State::Idle, "asking for a game")?;
        self.game = first_game(&request)?;
        request.name.clone_from(&self.name);
        self.us = !request.follower;
        self.is_last_game = is_last;
        self.state = State::Asked;
        Ok(Message::Request(request))
    }

    /// Accepts the game offered; only while [`State::Offered`].
    pub fn accept(&mut self) -> Result<Message, DxpError> {
        let refused = self.state.refuses("accepting a game");
        let (request, game) = self.offer.take().ok_or(refused)?;
        self.us = request.follower;
        self.game = game;
        self.peer_name = request.name;
        self.is_last_game = false;
        self.state = State::Playing;
        Ok(self.answer(None))
    }

    /// Refuses the game offered; only while [`State::Offered`].
    pub fn refuse(&mut self, refusal: Refusal) -> Result<Message, DxpError> {
        self.expect(State::Offered, "refusing a game")?;
        self.offer = None;
        self.state = State::Idle;
        Ok(self.answer(Some(refusal)))
    }

    /// Plays a legal move of ours; only when it is our turn.
    pub fn play(&mut self, mv: Move, seconds: u16) -> Result<Message, DxpError> {
        self.expect(State::Playing, "making a move")?;
        let legal = self.game.position().legal_moves();
        if !self.is_our_turn() || !legal.contains(&mv) {
            return Err(moves::illegal(self.game.position(), mv));
        }
        self.game.play(mv);
        Ok(Message::Move(moves::told::<R>(mv, seconds)))
    }

    /// Ends the game; only while [`State::Playing`]. The echo follows.
    pub fn end(&mut self, reason: Reason, is_last: bool) -> Result<Message, DxpError> {
        self.expect(State::Playing, "ending the game")?;
        self.state = State::Ending;
        let is_last = is_last || self.is_last_game;
        self.is_over |= is_last;
        Ok(Message::End(End { reason, is_last }))
    }

    /// Gives up waiting for an answer or an echo.
    pub fn give_up(&mut self) {
        self.state = State::Idle;
    }

    /// Takes a message without its zero byte. After an error nothing has changed.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<Reaction, DxpError> {
        let message = match Message::decode(bytes) {
            Err(error) if bytes.first() == Some(&b'R') => return Ok(self.decline(&error)),
            Err(_) if self.state == State::Ending => return Ok(ignored("a bad message")),
            other => other?,
        };
        match message {
            Message::Chat(text) => Ok((None, Event::Chat(text))),
            Message::Request(request) => Ok(self.hear_request(request)),
            Message::Answer(answer) => Ok(self.hear_answer(answer)),
            Message::Move(made) => match self.state {
                State::Playing if !self.is_our_turn() => {
                    let mv = moves::find(self.game.position(), &made)?;
                    self.game.play(mv);
                    Ok((None, Event::Moved(mv, made.seconds)))
                }
                // It crossed our game end, or the end of a game that the other side has not seen.
                State::Ending | State::Idle => Ok(ignored("a move outside a game")),
                state => Err(state.refuses("a move")),
            },
            Message::End(end) => Ok(self.hear_end(end)),
            Message::Back(back) => Ok(self.hear_back(back)),
            Message::BackAnswer(_) => Ok(ignored("an answer to no back request")),
        }
    }

    fn hear_request(&mut self, request: Request) -> Reaction {
        match self.state {
            // A new request instead of the echo is as good.
            State::Idle | State::Ending => {}
            State::Asked | State::Offered | State::Playing => {
                let text = "a game request while another one stands".to_owned();
                let answer = self.answer(Some(Refusal::ThisGame));
                return (Some(answer), Event::Declined(text));
            }
        }
        match first_game(&request) {
            Ok(game) => {
                self.offer = Some((request, game));
                self.state = State::Offered;
                (None, Event::Offered)
            }
            Err(error) => self.decline(&error),
        }
    }

    fn hear_answer(&mut self, answer: Answer) -> Reaction {
        if self.state != State::Asked {
            return ignored("an answer to no game request");
        }
        if answer.refusal.is_some() {
            self.state = State::Idle;
            return (None, Event::Refused(answer));
        }
        self.peer_name = answer.name;
        self.state = State::Playing;
        (None, Event::Accepted)
    }

    fn hear_end(&mut self, end: End) -> Reaction {
        match self.state {
            State::Playing => {
                self.state = State::Idle;
                let is_last = end.is_last || self.is_last_game;
                self.is_over |= is_last;
                let reason = Reason::Unknown;
                let echo = Message::End(End { reason, is_last });
                (Some(echo), Event::Ended(end))
            }
            // The echo, or the other side's own end that crossed ours: both end the matter.
            State::Ending => {
                self.state = State::Idle;
                self.is_over |= end.is_last;
                (None, Event::Echoed(end))
            }
            // An answer to an answer, perhaps: never answered, but its stop code counts.
            State::Idle | State::Asked | State::Offered => {
                self.is_over |= end.is_last;
                ignored("a game end outside a game")
            }
        }
    }

    /// Goes back if the position asked for has been on the board.
    fn hear_back(&mut self, back: Back) -> Reaction {
        let refused = |code| {
            (
                Some(Message::BackAnswer(code)),
                Event::Ignored("a back request"),
            )
        };
        if !self.takes_back {
            return refused(BackCode::Unsupported);
        }
        let played = self.game.moves().len();
        let target = moves::ply(moves::first_side(&self.game), back);
        let Some(target) = target.filter(|&target| target <= played) else {
            return refused(BackCode::Refused);
        };
        if self.state != State::Playing {
            return refused(BackCode::Refused);
        }
        for _ in target..played {
            self.game.undo();
        }
        let yes = Message::BackAnswer(BackCode::Agreed);
        (Some(yes), Event::WentBack(played - target))
    }

    fn decline(&mut self, error: &DxpError) -> Reaction {
        let refusal = match error {
            DxpError::Version(_) => Refusal::Version,
            _ => Refusal::ThisGame,
        };
        (
            Some(self.answer(Some(refusal))),
            Event::Declined(error.to_string()),
        )
    }

    fn answer(&self, refusal: Option<Refusal>) -> Message {
        let name = self.name.clone();
        Message::Answer(Answer { name, refusal })
    }

    fn expect(&self, state: State, what: &'static str) -> Result<(), DxpError> {
        if self.state == state {
            Ok(())
        } else {
            Err(self.state.refuses(what))
        }
    }
}

const fn ignored(what: &'static str) -> Reaction {
    (None, Event::Ignored(what))
}

/// The game that a request is for.
fn first_game<R: Rules>(request: &Request) -> Result<Game<R>, DxpError> {
    let start = match &request.start {
        None => Position::default(),
        Some(text) => parse_squares(text)?,
    };
    Ok(Game::new(start, 0))
}
