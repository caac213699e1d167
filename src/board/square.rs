//! One square, named by its bit index; the number a player reads comes from the geometry.

/// A square: the index of its bit, 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this bit index; the index is taken modulo 64.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// The bit index, 0 to 63.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0 & 63
    }
}
