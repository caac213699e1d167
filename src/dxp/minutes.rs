//! The three characters of a game request that hold the thinking time.

use super::error::DxpError;
use crate::notation::excerpt;
use std::fmt;
use std::time::Duration;

/// Minutes of a game request: whole ones up to 999, or a fraction that fits in three characters
/// (`1.5`, `0.5`, `.05`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minutes {
    hundredths: u32,
}

/// Stands for 000: at least one client sends it for all games of less than a minute.
const LEAST: Duration = Duration::from_secs(10);

impl Minutes {
    /// This many minutes, or nothing if the protocol has no way to write them.
    pub fn new(minutes: f64) -> Option<Self> {
        let hundredths = (minutes * 100.0).round();
        // The conversion saturates, and the comparison is false for what is no number.
        let exact = (hundredths / 100.0 - minutes).abs() < 1e-9;
        let hundredths = hundredths as u32;
        let fits = match hundredths {
            0..=99 => true,
            100..=999 => hundredths.is_multiple_of(10),
            1000..=99_900 => hundredths.is_multiple_of(100),
            _ => false,
        };
        (exact && minutes >= 0.0 && fits).then_some(Self { hundredths })
    }

    /// The time on the clock: ten seconds for 000.
    pub fn duration(self) -> Duration {
        match self.hundredths {
            0 => LEAST,
            hundredths => Duration::from_millis(u64::from(hundredths) * 600),
        }
    }

    /// Reads the field: digits with at most one point or comma among them.
    pub(super) fn decode(field: &[u8]) -> Result<Self, DxpError> {
        let error = || DxpError::Field {
            field: "minutes",
            found: excerpt(&String::from_utf8_lossy(field)),
            expected: "three characters, digits with at most one point",
        };
        let (mut hundredths, mut unit) = (0, None);
        for &byte in field {
            match (byte, unit) {
                (b'0'..=b'9', None) => hundredths = hundredths * 10 + u32::from(byte - b'0') * 100,
                (b'0'..=b'9', Some(value)) => {
                    hundredths += u32::from(byte - b'0') * value;
                    unit = Some(value / 10);
                }
                (b'.' | b',', None) => unit = Some(10),
                _ => return Err(error()),
            }
        }
        let has_digit = field.iter().any(u8::is_ascii_digit);
        (field.len() == 3 && has_digit)
            .then_some(Self { hundredths })
            .ok_or_else(error)
    }
}

/// The three characters.
impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.hundredths / 100, self.hundredths % 100);
        match rest {
            0 => write!(f, "{whole:03}"),
            _ if rest.is_multiple_of(10) => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, ".{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_minutes_and_fractions() {
        for (text, seconds) in [
            ("003", 180.0),
            ("999", 59_940.0),
            ("000", 10.0),
            ("0.5", 30.0),
            (".05", 3.0),
            (".5.", -1.0),
            ("1,5", 90.0),
            ("12.", 720.0),
            ("0.0", 10.0),
            (" 5.", -1.0),
            ("-05", -1.0),
            ("...", -1.0),
            ("1 5", -1.0),
        ] {
            let read = Minutes::decode(text.as_bytes());
            match read {
                Ok(minutes) => assert!(
                    (minutes.duration().as_secs_f64() - seconds).abs() < 1e-9,
                    "{text}: {minutes:?}"
                ),
                Err(error) => assert!(seconds < 0.0, "{text}: {error}"),
            }
        }
        assert!(Minutes::decode(b"0005").is_err());
    }

    #[test]
    fn what_is_written_is_what_is_meant() {
        for (value, text) in [
            (5.0, "005"),
            (0.5, "0.5"),
            (0.05, ".05"),
            (1.5, "1.5"),
            (0.0, "000"),
            (120.0, "120"),
        ] {
            let minutes = Minutes::new(value).unwrap();
            assert_eq!(minutes.to_string(), text);
            assert_eq!(Minutes::decode(text.as_bytes()).unwrap(), minutes);
        }
        for bad in [
            1.25,
            12.5,
            1000.0,
            -0.5,
            0.001,
            f64::NAN,
            f64::INFINITY,
            1e300,
        ] {
            assert_eq!(Minutes::new(bad), None, "{bad}");
        }
    }
}
