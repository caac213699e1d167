//! `baige hub`: the Hub protocol on standard input and output.

use super::{Misuse, console};
use crate::hub::{Mailbox, Parameters};
use anyhow::Context;
use clap::Args;
use std::io;

/// Options of the command.
#[derive(Args, Default)]
pub(super) struct Options {
    /// Set a parameter before the conversation begins
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// The name shown to the GUI
    #[arg(long)]
    name: Option<String>,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let mut parameters = Parameters::default();
    for setting in &options.settings {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| Misuse(format!("--set {setting:?}; expected NAME=VALUE")))?;
        if !Parameters::knows(name) {
            return Err(Misuse(format!("--set {name:?}; expected the name of a parameter")).into());
        }
        parameters.set(name, value).map_err(Misuse)?;
    }
    if let Some(name) = &options.name {
        parameters.set("name", name).map_err(Misuse)?;
    }
    let mut mailbox = Mailbox::reading(io::stdin()).context("a thread to read the input")?;
    converse(parameters, &mut mailbox)
}

/// A conversation on standard output with what arrives in a mailbox.
pub(super) fn converse(parameters: Parameters, mailbox: &mut Mailbox) -> anyhow::Result<()> {
    // A fault of ours should be seen by the GUI's user, too.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = console::print("error message=\"internal fault, the engine ends\"");
        log::error!("{panic}");
        if log::log_enabled!(log::Level::Error) {
            usual(panic);
        }
        std::process::abort();
    }));
    Ok(crate::hub::run(parameters, mailbox, console::output())?)
}
