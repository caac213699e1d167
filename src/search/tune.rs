//! Every tuned number of the search, named. Margins in centi-men, depths in plies.

/// First aspiration window to each side.
pub(super) const ASPIRATION: i32 = 15;
/// Iterations before aspiration starts.
pub(super) const ASPIRATION_DEPTH: u32 = 4;
/// A quiet node this much a ply above beta is cut off at low depth.
pub(super) const REVERSE_FUTILITY: i32 = 30;
/// Up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 5;
/// A shallow search this much a ply above beta cuts off ("`ProbCut`", Buro 1995).
pub(super) const PROBCUT: i32 = 10;
/// From this depth on.
pub(super) const PROBCUT_DEPTH: i32 = 4;
/// Depth of the shallow search in per cent.
pub(super) const PROBCUT_PERCENT: i32 = 40;
/// Without a move from the table, one ply less from this depth on.
pub(super) const NO_TABLE_MOVE_DEPTH: i32 = 5;
/// Late moves are reduced from this depth on.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// Divides log2(depth) * log2(move number), both in sixteenths, into plies.
pub(super) const REDUCTION_DIVISOR: i32 = 1_180;
/// Consecutive one-ply searches at the horizon while the opponent threatens to capture.
pub(super) const THREAT_PLIES: u8 = 2;
