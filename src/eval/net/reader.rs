//! Reads a net file part by part, each with a check that it is there.

use super::error::NetError;

/// Takes parts off the front of a slice.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], NetError> {
        let cut = NetError::Cut(what);
        let (taken, rest) = self.0.split_at_checked(count).ok_or(cut)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32, NetError> {
        let cut = NetError::Cut(what);
        let (taken, rest) = self.0.split_first_chunk().ok_or(cut)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*taken))
    }

    pub(super) fn i32(&mut self, what: &'static str) -> Result<i32, NetError> {
        self.u32(what).map(u32::cast_signed)
    }

    pub(super) fn expect(&mut self, what: &'static str, expected: usize) -> Result<(), NetError> {
        let (found, expected) = (self.u32("its sizes")?, expected as u32);
        if found == expected {
            return Ok(());
        }
        Err(NetError::Size {
            what,
            found,
            expected,
        })
    }

    /// The content of the block that is due.
    pub(super) fn block(&mut self, expected: [u8; 4]) -> Result<&'a [u8], NetError> {
        let text = |tag: &[u8]| String::from_utf8_lossy(tag).into_owned();
        let tag = self.take(4, "a block's header")?;
        if tag != expected {
            let (found, expected) = (text(tag), text(&expected));
            return Err(NetError::Block { found, expected });
        }
        let length = self.u32("a block's header")? as usize;
        let found = self.u32("a block's header")?;
        let content = self.take(length, "a block")?;
        checksum(&format!("block {}", text(tag)), content, found)?;
        Ok(content)
    }
}

/// Refuses content that is not what its checksum says.
pub(super) fn checksum(what: &str, content: &[u8], found: u32) -> Result<(), NetError> {
    let expected = crc32fast::hash(content);
    if found == expected {
        return Ok(());
    }
    Err(NetError::Checksum {
        what: what.to_owned(),
        found,
        expected,
    })
}
