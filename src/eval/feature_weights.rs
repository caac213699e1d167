//! Weights of the features: plain text, versioned, checksummed.
//!
//! ```text
//! baige-weights 1
//! variant normal
//! man 100 100
//! ...one line a feature: name, value on a full board, value on an empty one, in centi-men...
//! crc32 89abcdef
//! ```
//! The checksum is the CRC-32 of everything before its line; `baige weights --seal` writes it.

use super::features::{FEATURES, feature_name};
use super::weights::WeightsError;
use crate::rules::Variant;
use std::fmt::Write;

/// The first line.
pub(super) const HEADER: &str = "baige-weights 1";
/// Larger values could overflow sums.
const LARGEST: i32 = 10_000;

/// The content of a file of feature weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureWeights {
    variant: Variant,
    values: [(i32, i32); FEATURES],
}

impl FeatureWeights {
    /// Reads a file's bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, WeightsError> {
        let text = std::str::from_utf8(bytes).map_err(|_| WeightsError::Header)?;
        // The same file with the line ends of another system.
        let text = &text.replace("\r\n", "\n");
        if text.lines().next() != Some(HEADER) {
            return Err(WeightsError::Header);
        }
        let end = checksum_line(text).ok_or(WeightsError::NoChecksum)?;
        let found = text[end..].trim().trim_start_matches("crc32").trim();
        let expected = crc32fast::hash(&text.as_bytes()[..end]);
        if found != format!("{expected:08x}") {
            let found = found.chars().take(40).collect();
            return Err(WeightsError::Checksum { expected, found });
        }
        let mut lines = text[..end].lines().enumerate().skip(1);
        let mut next = |expected: String| {
            let (number, line) = lines.next().unwrap_or((text.lines().count(), ""));
            (WeightsError::Line(number + 1, expected), line)
        };
        let (error, line) = next(format!("\"variant\" and one of {}", Variant::names()));
        let name = line.strip_prefix("variant ").ok_or_else(|| error.clone())?;
        let variant = name.trim().parse().map_err(|_| error)?;
        let mut values = [(0, 0); FEATURES];
        for (feature, value) in values.iter_mut().enumerate() {
            let name = feature_name(feature);
            let (error, line) = next(format!("\"{name}\" and two numbers up to ±{LARGEST}"));
            *value = weight(line, &name).ok_or(error)?;
        }
        Ok(Self { variant, values })
    }

    /// A number that tells these weights from others.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(Self::write(self.variant, &self.values).as_bytes())
    }

    /// A file's text for these values, in the order of the features' names.
    pub fn write(variant: Variant, values: &[(i32, i32); FEATURES]) -> String {
        let mut text = format!("{HEADER}\nvariant {variant}\n");
        for (feature, (opening, ending)) in values.iter().enumerate() {
            let name = feature_name(feature);
            let _ = writeln!(text, "{name} {opening} {ending}");
        }
        Self::seal(&text)
    }

    /// The text with its checksum line written anew.
    pub fn seal(text: &str) -> String {
        let end = checksum_line(text).unwrap_or(text.len());
        let mut sealed = text[..end].trim_end().to_owned();
        sealed.push('\n');
        let crc = crc32fast::hash(sealed.as_bytes());
        let _ = writeln!(sealed, "crc32 {crc:08x}");
        sealed
    }

    /// The variant they are for.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Value of each feature with a full board and with an empty one, in centi-men.
    pub fn values(&self) -> &[(i32, i32); FEATURES] {
        &self.values
    }
}

/// Where the checksum line begins.
fn checksum_line(text: &str) -> Option<usize> {
    text.rfind("\ncrc32").map(|at| at + 1)
}

fn weight(line: &str, name: &str) -> Option<(i32, i32)> {
    let mut words = line.split_whitespace();
    let number = |word: Option<&str>| -> Option<i32> {
        word?
            .parse()
            .ok()
            .filter(|value: &i32| value.abs() <= LARGEST)
    };
    (words.next() == Some(name)).then_some(())?;
    let pair = (number(words.next())?, number(words.next())?);
    words.next().is_none().then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_refused_with_a_reason() {
        let good = include_str!("../../weights/normal.weights");
        assert!(matches!(
            FeatureWeights::parse(b"\xff\xfe"),
            Err(WeightsError::Header)
        ));
        assert!(matches!(
            FeatureWeights::parse(b""),
            Err(WeightsError::Header)
        ));
        let cut = &good[..good.len() / 2];
        assert!(matches!(
            FeatureWeights::parse(cut.as_bytes()),
            Err(WeightsError::NoChecksum)
        ));
        let altered = good.replacen("\nking ", "\nking 1", 1);
        assert!(matches!(
            FeatureWeights::parse(altered.as_bytes()),
            Err(WeightsError::Checksum { .. })
        ));
        let resealed = FeatureWeights::seal(&good.replacen("king ", "queen ", 1));
        let error = FeatureWeights::parse(resealed.as_bytes()).unwrap_err();
        assert!(matches!(error, WeightsError::Line(4, _)), "{error}");
        assert_eq!(FeatureWeights::seal(good), good);
        assert!(FeatureWeights::parse(good.replace('\n', "\r\n").as_bytes()).is_ok());
    }
}
