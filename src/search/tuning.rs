//! Every tuned number of the search, named. Margins in centi-men, depths in plies. They are
//! values a search carries, so that games in one process can try two sets against each other.

/// A number that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// Its value in play.
    pub default: i32,
    /// Its least value.
    pub least: i32,
    /// Its largest value.
    pub largest: i32,
}

/// Why a number was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuningError {
    /// No such name.
    #[error("unknown number {0:?} of the search; expected one of {known}", known = names())]
    Name(String),
    /// Out of range.
    #[error("{name}={value}; expected a whole number from {least} to {largest}")]
    Range {
        /// Its name.
        name: &'static str,
        /// What came.
        value: i32,
        /// Its least value.
        least: i32,
        /// Its largest value.
        largest: i32,
    },
}

fn names() -> String {
    let names: Vec<&str> = Tuning::ALL.iter().map(|tunable| tunable.name).collect();
    names.join(" ")
}

macro_rules! tuning {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $least:literal to $largest:literal;)*) => {
        /// The numbers of a search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tuning {
            $($(#[$doc])* pub(super) $name: i32,)*
        }

        impl Default for Tuning {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Tuning {
            /// All of them.
            pub const ALL: &[Tunable] = &[$(Tunable {
                name: stringify!($name),
                default: $default,
                least: $least,
                largest: $largest,
            },)*];

            fn value(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tuning! {
    /// First aspiration window to each side.
    aspiration: 15, 1 to 500;
    /// Iterations before aspiration starts.
    aspiration_depth: 4, 1 to 99;
    /// A quiet node this much a ply above beta is cut off at low depth.
    reverse_futility: 30, 0 to 500;
    /// Up to this depth; 0: never.
    reverse_futility_depth: 5, 0 to 99;
    /// A shallow search this much a ply above beta cuts off ("`ProbCut`", Buro 1995).
    probcut: 10, 0 to 500;
    /// From this depth on.
    probcut_depth: 4, 2 to 99;
    /// Depth of the shallow search in per cent.
    probcut_percent: 40, 0 to 90;
    /// Without a move from the table, one ply less from this depth on.
    no_table_move_depth: 5, 1 to 99;
    /// Late moves are reduced from this depth on.
    reduction_depth: 2, 1 to 99;
    /// Divides log2(depth) * log2(move number), both in sixteenths, into plies.
    reduction_divisor: 1180, 100 to 30_000;
    /// History that is worth a ply of reduction.
    reduction_history: 6000, 100 to 30_000;
    /// Consecutive one-ply searches at the horizon while the opponent threatens to capture.
    threat_plies: 2, 0 to 9;
    /// Quiet moves tried at depth 1 before the rest is left out, more by the square of the depth.
    late_moves: 4, 0 to 99;
    /// Up to this depth; 0: never.
    late_moves_depth: 3, 0 to 99;
    /// A quiet move is left out if the evaluation lies this much a ply below alpha.
    futility: 40, 0 to 1000;
    /// Up to this depth; 0: never.
    futility_depth: 3, 0 to 99;
    /// Pieces on the board from which on moves may be left out: below it zugzwang is near.
    late_pieces: 9, 0 to 50;
}

impl Tuning {
    /// Sets the number of this name.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), TuningError> {
        let tunable = Self::ALL.iter().find(|tunable| tunable.name == name);
        let (Some(&tunable), Some(place)) = (tunable, self.value(name)) else {
            return Err(TuningError::Name(name.to_owned()));
        };
        let Tunable {
            name,
            least,
            largest,
            ..
        } = tunable;
        if !(least..=largest).contains(&value) {
            return Err(TuningError::Range {
                name,
                value,
                least,
                largest,
            });
        }
        *place = value;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_by_name_within_their_range() {
        let mut tuning = Tuning::default();
        for tunable in Tuning::ALL {
            assert!((tunable.least..=tunable.largest).contains(&tunable.default));
            tuning.set(tunable.name, tunable.largest).unwrap();
            assert_eq!(tuning.value(tunable.name), Some(&mut { tunable.largest }));
            let error = tuning.set(tunable.name, tunable.largest + 1).unwrap_err();
            assert!(error.to_string().contains(tunable.name), "{error}");
        }
        assert!(tuning.set("aspirations", 1).is_err());
    }
}
