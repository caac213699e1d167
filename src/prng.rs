//! A small seedable generator (`SplitMix64`, Steele, Lea and Flood 2014), usable in constants:
//! Zobrist keys, random walks in tests.

/// A stream of 64-bit numbers that depends on the seed alone.
#[derive(Clone, Debug)]
pub struct Prng(u64);

impl Prng {
    /// A stream for this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, not including, `end`; 0 if `end` is 0.
    pub const fn below(&mut self, end: u64) -> u64 {
        ((self.next() as u128 * end as u128) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Prng;

    #[test]
    fn published_first_numbers_for_seed_1234567() {
        let mut prng = Prng::new(1_234_567);
        assert_eq!(prng.next(), 6_457_827_717_110_365_317);
        assert_eq!(prng.next(), 3_203_168_211_198_807_973);
    }
}
