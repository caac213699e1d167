//! What can be wrong with a net file.

use super::file::VERSION;
use super::parameters::OutOfRange;
use super::scaling::LARGEST_FACTOR;
use crate::rules::Variant;

/// Why a net file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Not this format.
    #[error("not a net file; expected it to begin with \"BaigeNet\"")]
    Magic,
    /// Written for another program version.
    #[error("net format {0}; expected {VERSION}")]
    Version(u32),
    /// It ends too early.
    #[error("the net file ends in the middle of {0}")]
    Cut(&'static str),
    /// It goes on after its end.
    #[error("{0} bytes after the end of the net file; expected none")]
    Longer(usize),
    /// A game that is not known.
    #[error("net for unknown variant {0:?}; expected one of {known}", known = Variant::names())]
    UnknownVariant(String),
    /// A size that does not fit the variant or this program.
    #[error("{found} {what}; expected {expected}")]
    Size {
        /// Of what.
        what: &'static str,
        /// In the file.
        found: u32,
        /// What it has to be.
        expected: u32,
    },
    /// Another block than the one due.
    #[error("block {found:?}; expected {expected:?}")]
    Block {
        /// In the file.
        found: String,
        /// What is due.
        expected: String,
    },
    /// Altered or damaged.
    #[error("checksum {found:08x} of {what} where {expected:08x} was expected")]
    Checksum {
        /// Of what.
        what: String,
        /// In the file.
        found: u32,
        /// Computed from the content.
        expected: u32,
    },
    /// A drawishness factor that is too large.
    #[error("drawishness factor {0}; expected at most {LARGEST_FACTOR}")]
    Factor(u8),
    /// A scale of results that divides by nothing.
    #[error("scale 0 of results; expected 1 to 65535 centi-men")]
    Scale,
    /// Numbers that could overflow a sum.
    #[error(transparent)]
    Range(#[from] OutOfRange),
}
