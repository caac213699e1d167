//! What a table says of a position, and the byte it is kept in.

use crate::game::Bound;

/// The value for the side to move. Distances in plies, see the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can win in time.
    Draw,
    /// Won at this distance, 1 or more.
    Win(u8),
    /// Lost at this distance; 0 = no legal move.
    Loss(u8),
}

impl Value {
    /// Largest distance that fits in a byte.
    pub const FARTHEST: u8 = 126;

    /// 0 a draw, odd a loss, even a win.
    #[inline]
    pub const fn to_byte(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win(distance) => 2 * distance,
            Self::Loss(distance) => 2 * distance + 1,
        }
    }

    /// The value kept in a byte.
    #[inline]
    pub const fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Draw,
            _ if byte.is_multiple_of(2) => Self::Win(byte / 2),
            _ => Self::Loss(byte / 2),
        }
    }

    /// The same seen by a side that moves into it, one ply farther from the end of the count.
    #[inline]
    #[must_use]
    pub const fn one_ply_before(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(distance) => Self::Loss(distance + 1),
            Self::Loss(distance) => Self::Win(distance + 1),
        }
    }

    /// The same seen by a side whose move into it started the count anew.
    #[inline]
    #[must_use]
    pub const fn by_conversion(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(_) => Self::Loss(1),
            Self::Loss(_) => Self::Win(1),
        }
    }

    /// Plies, 0 for a draw.
    #[inline]
    pub const fn distance(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win(distance) | Self::Loss(distance) => distance,
        }
    }

    /// What is left of it when some plies are counted already.
    #[inline]
    #[must_use]
    pub const fn under(self, bound: Bound) -> Self {
        if bound.limit != 0 && bound.count + self.distance() as u16 > bound.limit {
            Self::Draw
        } else {
            self
        }
    }

    /// How good it is to have: wins, the near ones first, then draws, then losses, the far ones
    /// first.
    #[inline]
    pub const fn rank(self) -> i16 {
        match self {
            Self::Draw => 0,
            Self::Win(distance) => 1000 - distance as i16,
            Self::Loss(distance) => distance as i16 - 1000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn bytes_read_back() {
        let far = Value::FARTHEST;
        for value in [Value::Draw, Value::Win(1), Value::Loss(0), Value::Win(far)] {
            assert_eq!(Value::from_byte(value.to_byte()), value);
        }
        assert_eq!(
            Value::from_byte(Value::Loss(far).to_byte()),
            Value::Loss(far)
        );
        assert!(Value::Win(3).rank() > Value::Win(5).rank());
        assert!(Value::Loss(5).rank() > Value::Loss(3).rank());
    }
}
