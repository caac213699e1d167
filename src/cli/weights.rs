//! `baige weights`: check a weights file, or seal an edited text one with a new checksum.

use super::console;
use crate::engine::{read_weights, read_weights_file};
use crate::eval::net::MAGIC;
use crate::eval::{FeatureWeights, Weights};
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;

/// Options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The file
    file: PathBuf,
    /// Write the checksum of feature weights anew after an edit
    #[arg(long)]
    seal: bool,
}

pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let path = &options.file;
    if options.seal {
        let name = || path.display().to_string();
        let bytes = read_weights_file(path)?;
        let is_net = bytes.starts_with(&MAGIC);
        anyhow::ensure!(!is_net, "{}: a net; expected text to seal", name());
        let text = String::from_utf8(bytes).with_context(name)?;
        let sealed = FeatureWeights::seal(&text);
        // Nothing is written unless the result can be read back.
        Weights::parse(sealed.as_bytes()).with_context(name)?;
        // Written beside it first: a full disk must not cost the file.
        let mut beside = path.clone().into_os_string();
        beside.push(".new");
        let written = std::fs::write(&beside, sealed).and_then(|()| std::fs::rename(&beside, path));
        if written.is_err() {
            let _ = std::fs::remove_file(&beside);
        }
        written.with_context(name)?;
    }
    let weights = read_weights(path)?;
    let kind = match &weights {
        Weights::Features(_) => String::new(),
        Weights::Net(net) => format!(", a net of {} units", net.parameters.hidden),
    };
    Ok(console::print(&format!(
        "{}: sound, for {}{kind}",
        path.display(),
        weights.variant()
    ))?)
}
