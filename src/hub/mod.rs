//! The Hub protocol, version 2: one line a command, the engine's side.

mod client;
mod command;
mod level;
mod line;
mod mailbox;
mod params;
mod question;
mod session;
mod writer;

pub use client::{Client, ClientError, Patience, Thought};
pub use command::is_command;
pub use mailbox::{Event, Mailbox};
pub use params::Parameters;

use crate::with_rules;
use session::{End, Session};
use std::io::{self, Write};
use writer::Writer;

/// Talks until `quit` or the end of input. An error is an output that cannot be written.
pub fn run(
    mut parameters: Parameters,
    mailbox: &mut Mailbox,
    output: impl Write,
) -> io::Result<()> {
    let mut writer = Writer::new(output);
    loop {
        let end = with_rules!(parameters.variant, R => {
            Session::<R, _>::new(parameters, mailbox, &mut writer).run()
        })?;
        match end {
            End::Quit => return Ok(()),
            End::Restart(changed) => parameters = *changed,
        }
    }
}
