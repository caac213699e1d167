//! Weights files: the features' in plain text, or a net in binary, told apart by how they begin.

use super::feature_weights::{FeatureWeights, HEADER};
use super::net::{MAGIC, NetError, NetFile};
use crate::rules::Variant;
use once_cell::sync::OnceCell;
use std::sync::Arc;

/// Why a weights file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Neither format.
    #[error(
        "not a weights file; expected a first line \"{HEADER}\" or a net that begins with \"BaigeNet\""
    )]
    Header,
    /// No checksum line.
    #[error("no checksum; expected a last line \"crc32\" and eight hexadecimal digits")]
    NoChecksum,
    /// Altered or damaged.
    #[error("checksum {found} where {expected:08x} was expected")]
    Checksum {
        /// Computed from the content.
        expected: u32,
        /// What the file says.
        found: String,
    },
    /// A line that says nothing known.
    #[error("line {0}: expected {1}")]
    Line(usize, String),
    /// Weights of another game.
    #[error("weights for {found}; expected {expected}")]
    Variant {
        /// Asked for.
        expected: Variant,
        /// In the file.
        found: Variant,
    },
    /// A net that is not sound.
    #[error(transparent)]
    Net(#[from] NetError),
}

/// The content of a weights file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Weights {
    /// A weight for each feature.
    Features(Box<FeatureWeights>),
    /// A net, shared by all who use it.
    Net(Arc<NetFile>),
}

impl Weights {
    /// The weights built into the program, read once.
    pub fn embedded(variant: Variant) -> Result<&'static Self, WeightsError> {
        static READ: [OnceCell<Weights>; Variant::ALL.len()] =
            [const { OnceCell::new() }; Variant::ALL.len()];
        let bytes: &[u8] = match variant {
            Variant::Normal => include_bytes!("../../weights/normal.net"),
            Variant::Killer => include_bytes!("../../weights/killer.weights"),
            Variant::Breakthrough => include_bytes!("../../weights/bt.weights"),
            Variant::Frisian => include_bytes!("../../weights/frisian.weights"),
            Variant::Losing => include_bytes!("../../weights/losing.weights"),
            Variant::Frysk => include_bytes!("../../weights/frysk.weights"),
            Variant::Brazilian => include_bytes!("../../weights/brazilian.weights"),
            Variant::Russian => include_bytes!("../../weights/russian.weights"),
            Variant::English => include_bytes!("../../weights/english.weights"),
            Variant::Italian => include_bytes!("../../weights/italian.weights"),
            Variant::Pool => include_bytes!("../../weights/pool.weights"),
            Variant::Czech => include_bytes!("../../weights/czech.weights"),
        };
        READ[variant as usize].get_or_try_init(|| Self::parse(bytes))
    }

    /// Reads a file's bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, WeightsError> {
        if bytes.starts_with(&MAGIC) {
            Ok(Self::Net(Arc::new(NetFile::parse(bytes)?)))
        } else {
            let features = FeatureWeights::parse(bytes)?;
            Ok(Self::Features(Box::new(features)))
        }
    }

    /// The variant they are for.
    pub fn variant(&self) -> Variant {
        match self {
            Self::Features(features) => features.variant(),
            Self::Net(net) => net.parameters.variant,
        }
    }

    /// A number that tells these weights from others.
    pub fn checksum(&self) -> u32 {
        match self {
            Self::Features(features) => features.checksum(),
            Self::Net(net) => {
                // A file that ends with its own CRC-32 has the same one as all others that do.
                let bytes = net.to_bytes();
                crc32fast::hash(&bytes[..bytes.len() - 4])
            }
        }
    }

    pub(super) fn expect_variant(&self, expected: Variant) -> Result<(), WeightsError> {
        let found = self.variant();
        if found == expected {
            Ok(())
        } else {
            Err(WeightsError::Variant { expected, found })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::Parameters;

    #[test]
    fn embedded_files_are_sound() {
        for variant in Variant::ALL {
            assert_eq!(Weights::embedded(variant).unwrap().variant(), variant);
        }
    }

    #[test]
    fn the_beginning_tells_nets_from_features() {
        let net = Parameters::zero(Variant::Killer, 32).to_bytes();
        let weights = Weights::parse(&net).unwrap();
        assert!(matches!(weights, Weights::Net(_)));
        assert!(weights.expect_variant(Variant::Killer).is_ok());
        assert!(weights.expect_variant(Variant::Normal).is_err());
        let features = Weights::embedded(Variant::Killer).unwrap();
        assert_ne!(features.checksum(), weights.checksum());
        assert!(features.expect_variant(Variant::Normal).is_err());
        let error = Weights::parse(&net[..100]).unwrap_err();
        assert!(matches!(error, WeightsError::Net(_)), "{error}");
        assert_eq!(Weights::parse(b"net"), Err(WeightsError::Header));
    }
}
