//! The shared transposition table: 16-byte slots, four to a 64-byte cluster, no locks.
//!
//! A slot is two words, written without order: the key mixed with the data, and the data. A
//! slot torn between two writers does not fit its own key and reads as a miss (Hyatt and Mann,
//! "A lock-less transposition table implementation", 2002).

use super::huge_pages::wish_for;
use crate::position::MoveKey;
use crate::score::Score;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Nothing: only the move and the evaluation count.
    None,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// The true score.
    Exact,
}

/// A stored result; the score is relative to the node (see `Score::to_table`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found.
    pub best: MoveKey,
    /// The score, distances from the node.
    pub score: i16,
    /// The static evaluation, or [`Entry::NO_EVALUATION`].
    pub evaluation: i16,
    /// Depth searched, in plies.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
}

impl Entry {
    /// In place of a static evaluation where none was made.
    pub const NO_EVALUATION: i16 = i16::MIN;

    /// The static evaluation, if it was made.
    #[inline]
    pub fn evaluated(self) -> Option<Score> {
        (self.evaluation != Self::NO_EVALUATION)
            .then(|| Score::from_centimen(self.evaluation.into()))
    }

    /// Layout, from the lowest bit: best 16, score 16, evaluation 16, depth 8, age 6, bound 2.
    fn pack(self, age: u8) -> u64 {
        u64::from(self.best.0)
            | u64::from(self.score as u16) << 16
            | u64::from(self.evaluation as u16) << 32
            | u64::from(self.depth) << 48
            | u64::from(age & AGES) << 56
            | (self.bound as u64) << 62
    }

    fn unpack(data: u64) -> Self {
        Self {
            best: MoveKey(data as u16),
            score: (data >> 16) as i16,
            evaluation: (data >> 32) as i16,
            depth: (data >> 48) as u8,
            bound: match data >> 62 {
                0 => Bound::None,
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
        }
    }
}

const AGES: u8 = 63;

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 & AGES
}

#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

const CLUSTER: usize = 4;

/// The table.
pub struct Table {
    slots: Box<[Slot]>,
    /// Slots to skip so that clusters begin on cache lines.
    offset: usize,
    clusters: u64,
    age: AtomicU8,
}

/// A table that memory does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of 2^{0} entries of 16 bytes")]
pub struct NoMemory(pub u32);

impl Table {
    /// Smallest size: log2 of the number of entries.
    pub const MIN_LOG2: u32 = 10;
    /// Largest size: 1 TiB.
    pub const MAX_LOG2: u32 = 36;

    /// A table of `2^log2` entries of 16 bytes. Memory is asked for zeroed and untouched, so
    /// the pages come when they are first used.
    pub fn new(log2: u32) -> Result<Self, NoMemory> {
        let log2 = log2.clamp(Self::MIN_LOG2, Self::MAX_LOG2);
        let entries = 1usize << log2;
        let slots = bytemuck::allocation::try_zeroed_slice_box::<Slot>(entries + CLUSTER - 1)
            .map_err(|()| NoMemory(log2))?;
        wish_for(&slots);
        let offset = slots.as_ptr().align_offset(64);
        let offset = if offset < CLUSTER { offset } else { 0 };
        Ok(Self {
            slots,
            offset,
            clusters: (entries / CLUSTER) as u64,
            age: AtomicU8::new(0),
        })
    }

    /// A new search begins: entries of older ones are replaced first.
    pub fn grow_older(&self) {
        self.age
            .store(self.age.load(Relaxed).wrapping_add(1) & AGES, Relaxed);
    }

    /// What is known of a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.mixed.load(Relaxed) ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Stores a result, over the same key or the least valuable slot: old and shallow.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster[0];
        let mut least = i32::MAX;
        for slot in cluster {
            let data = slot.data.load(Relaxed);
            if slot.mixed.load(Relaxed) ^ data == key && data != 0 {
                let old = Entry::unpack(data);
                if entry.best == MoveKey::NONE {
                    entry.best = old.best;
                }
                let keep = entry.bound != Bound::Exact
                    && i32::from(old.depth) > i32::from(entry.depth) + 3
                    && age_of(data) == age;
                if keep {
                    return;
                }
                victim = slot;
                break;
            }
            let years = i32::from(age.wrapping_sub(age_of(data)) & AGES);
            let value = if data == 0 {
                -1000
            } else {
                i32::from((data >> 48) as u8) - 8 * years
            };
            if value < least {
                least = value;
                victim = slot;
            }
        }
        let data = entry.pack(age);
        victim.data.store(data, Relaxed);
        victim.mixed.store(key ^ data, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot] {
        let index = ((u128::from(key) * u128::from(self.clusters)) >> 64) as usize * CLUSTER;
        &self.slots[self.offset + index..][..CLUSTER]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, score: i16) -> Entry {
        Entry {
            best: MoveKey(77),
            score,
            evaluation: -5,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn stores_finds_and_replaces() {
        let table = Table::new(10).unwrap();
        assert_eq!(table.probe(1 << 60), None);
        table.store(1 << 60, entry(9, -321));
        assert_eq!(table.probe(1 << 60), Some(entry(9, -321)));
        // The same cluster, other keys: the deep entry outlives shallow ones of its age.
        for key in 1..20 {
            table.store((1 << 60) + key, entry(1, key as i16));
        }
        assert_eq!(table.probe(1 << 60), Some(entry(9, -321)));
        for _ in 0..3 {
            table.grow_older();
        }
        for key in 20..40 {
            table.store((1 << 60) + key, entry(1, 0));
        }
        assert_eq!(table.probe(1 << 60), None);
        assert!(table.probe((1 << 60) + 39).is_some());
    }

    #[test]
    fn a_torn_slot_is_a_miss() {
        let table = Table::new(10).unwrap();
        table.store(42, entry(5, 1));
        let slot = table
            .cluster(42)
            .iter()
            .find(|slot| slot.data.load(Relaxed) != 0)
            .unwrap();
        slot.data.store(entry(6, 2).pack(0), Relaxed);
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn clusters_begin_on_cache_lines_and_impossible_sizes_are_refused() {
        let table = Table::new(12).unwrap();
        assert_eq!(table.cluster(u64::MAX).as_ptr().align_offset(64), 0);
        assert_eq!(table.cluster(0).as_ptr().align_offset(64), 0);
    }
}
