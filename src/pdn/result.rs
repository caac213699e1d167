//! Results, in all the forms in use.

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Drawn.
    Draw,
    /// Both lost, or nobody gets points.
    Nobody,
    /// Not over, or not told.
    Open,
}

impl Outcome {
    /// The result a text stands for; `1-1` and `*` are results wherever they stand alone.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "2-0" | "1-0" => Self::White,
            "0-2" | "0-1" => Self::Black,
            "1-1" | "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" | "0,5-0,5" => Self::Draw,
            "0-0" => Self::Nobody,
            "*" => Self::Open,
            _ => return None,
        })
    }

    /// As it is written in games of this kind: with two points for a win in international
    /// draughts, with one in all others.
    pub const fn text(self, two_points: bool) -> &'static str {
        match (self, two_points) {
            (Self::White, true) => "2-0",
            (Self::White, false) => "1-0",
            (Self::Black, true) => "0-2",
            (Self::Black, false) => "0-1",
            (Self::Draw, true) => "1-1",
            (Self::Draw, false) => "1/2-1/2",
            (Self::Nobody, _) => "0-0",
            (Self::Open, _) => "*",
        }
    }
}
