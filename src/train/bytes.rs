//! Numbers in files: little-endian, read with a check that they are there.

/// A file that ends too early.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file ends in the middle of {0}")]
pub struct Cut(pub &'static str);

/// Takes numbers off the front of a slice.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// So many bytes of `what`.
    pub fn bytes(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], Cut> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Cut(what))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], Cut> {
        let bytes = self.bytes(N, what)?;
        Ok(bytes.try_into().expect("as many bytes as asked for"))
    }

    /// One byte.
    pub fn u8(&mut self, what: &'static str) -> Result<u8, Cut> {
        Ok(self.array::<1>(what)?[0])
    }

    /// Two bytes.
    pub fn u16(&mut self, what: &'static str) -> Result<u16, Cut> {
        self.array(what).map(u16::from_le_bytes)
    }

    /// Two bytes with a sign.
    pub fn i16(&mut self, what: &'static str) -> Result<i16, Cut> {
        self.array(what).map(i16::from_le_bytes)
    }

    /// Four bytes.
    pub fn u32(&mut self, what: &'static str) -> Result<u32, Cut> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// Eight bytes.
    pub fn u64(&mut self, what: &'static str) -> Result<u64, Cut> {
        self.array(what).map(u64::from_le_bytes)
    }
}
