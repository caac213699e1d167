//! What the endgame tables say, in words.

use crate::board::Side;
use crate::endgame::Value;
use crate::game::{Bound, DrawRule};

/// The value for the side to move in words. `fresh` is the value if no plies were counted yet.
pub(super) fn told(side: Side, value: Value, fresh: Option<Value>, bound: Bound) -> String {
    let winner = |value| match (value, side) {
        (Value::Win(_), Side::White) | (Value::Loss(_), Side::Black) => Some("White"),
        (Value::Win(_), Side::Black) | (Value::Loss(_), Side::White) => Some("Black"),
        (Value::Draw, _) => None,
    };
    if let Some(name) = winner(value) {
        return format!("{name} wins by the endgame tables");
    }
    // Both sides' moves are counted in plies, the rules speak of moves.
    let rule = format!("drawn by the {}-move rule", bound.limit / 2);
    match fresh.and_then(winner) {
        Some(name) if bound.limit != 0 => format!("{rule}: {name}'s win comes too late"),
        _ if bound.limit != 0 && bound.rule != DrawRule::QuietKings => rule,
        _ => "drawn by the endgame tables".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_name_the_winner_or_the_rule() {
        let bound = |rule, count, limit| Bound { rule, count, limit };
        let quiet = bound(DrawRule::QuietKings, 0, 50);
        let two = bound(DrawRule::TwoAgainstKing, 6, 10);
        let tell = |value, fresh, bound| told(Side::Black, value, fresh, bound);
        assert_eq!(
            tell(Value::Loss(3), None, quiet),
            "White wins by the endgame tables"
        );
        assert_eq!(
            tell(Value::Win(3), None, two),
            "Black wins by the endgame tables"
        );
        assert_eq!(
            tell(Value::Draw, Some(Value::Draw), quiet),
            "drawn by the endgame tables"
        );
        assert_eq!(
            tell(Value::Draw, Some(Value::Draw), two),
            "drawn by the 5-move rule"
        );
        assert_eq!(
            tell(Value::Draw, Some(Value::Win(9)), two),
            "drawn by the 5-move rule: Black's win comes too late"
        );
        assert_eq!(
            tell(Value::Draw, Some(Value::Loss(30)), quiet),
            "drawn by the 25-move rule: White's win comes too late"
        );
    }
}
