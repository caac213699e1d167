//! The bytes of a net file, little-endian: `BaigeNet`, version 1, the variant's name in 16 bytes,
//! squares, units, heads, skip features and blocks; then the blocks `FRST` (input weights),
//! `BIAS`, `HEAD` (output weights, bias, skip weights of each head) and `DRAW` (factors of drawish
//! material in 64ths, here all whole), each with its length and CRC-32; then the CRC-32 of all.

use crate::eval::net::{Parameters, SKIPS, squares};

/// Factors for classes of material, and the one that leaves a score as it is.
const DRAWISH: [u8; 81] = [64; 81];

/// A number that tells a file from others. The last four bytes are left out: a CRC-32 of something
/// and its own CRC-32 is the same for everything.
pub fn checksum(file: &[u8]) -> u32 {
    crc32fast::hash(&file[..file.len().saturating_sub(4)])
}

/// A file's bytes for this net. Nothing is checked: see [`Parameters::check`].
pub fn bytes(net: &Parameters) -> Vec<u8> {
    let small = |list: &[i16]| -> Vec<u8> { list.iter().flat_map(|n| n.to_le_bytes()).collect() };
    let mut heads = Vec::new();
    for head in &net.heads {
        heads.extend(small(&head.output));
        heads.extend(head.bias.to_le_bytes());
        heads.extend(head.skip.iter().flat_map(|weight| weight.to_le_bytes()));
    }
    let blocks = [
        (b"FRST", small(&net.first)),
        (b"BIAS", small(&net.first_bias)),
        (b"HEAD", heads),
        (b"DRAW", DRAWISH.to_vec()),
    ];
    let mut bytes = b"BaigeNet".to_vec();
    bytes.extend(1_u32.to_le_bytes());
    let mut name = [0; 16];
    let letters = net.variant.name().as_bytes();
    name[..letters.len()].copy_from_slice(letters);
    bytes.extend(name);
    let board = squares(net.variant);
    for size in [board, net.hidden, net.heads.len(), SKIPS, blocks.len()] {
        bytes.extend((size as u32).to_le_bytes());
    }
    for (tag, content) in blocks {
        bytes.extend(tag);
        bytes.extend((content.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&content).to_le_bytes());
        bytes.extend(content);
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}
