"""The rules as an independent party sees them: legal moves, end of the game and draws, for match.py.

Needs pydraughts (requirements-pydraughts.txt), of which only the move lists are used: its own draw clocks let a man move
restart the 16- and 5-move counts, and it has no killer. Squares are numbered as in Hub (1 at the top left), also on
8x8, where pydraughts counts from a1. Frisian is left out because the library misses legal frisian captures.

    python tests/clients/referee.py CASES...    # checks itself: TSV files with columns id, variant, ruleset, fen, moves, ply
                                                # (draw sequences) or id, variant, category, fen, count, moves (positions)
"""

import collections
import dataclasses
import sys

from draughts import Board

WHITE, BLACK, DRAW = "W", "B", "D"


@dataclasses.dataclass(frozen=True)
class Variant:
    """What the referee must know of a variant; the numbers are plies, 0 = the rule does not exist."""

    name: str
    library: str  # its name in pydraughts
    width: int = 10
    starts: str = WHITE
    no_moves_wins: bool = False
    first_king_wins: bool = False
    killer_stop: bool = False
    promotes_in_passing: bool = False
    kings_only: int = 0  # plies by kings without capture
    no_capture: int = 0  # plies without capture
    three_kings_moves: int = 0  # moves of the strong side, exactly three kings v one king
    three_v_king: int = 0  # three pieces with a king v one king
    two_v_king: int = 0  # two pieces with a king, or one king, v one king
    game_type: str = ""  # PDN

    @property
    def squares(self):
        return self.width * self.width // 2


VARIANTS = {
    v.name: v
    for v in (
        Variant("normal", "standard", kings_only=50, three_v_king=32, two_v_king=10, game_type="20"),
        Variant("killer", "standard", killer_stop=True, kings_only=50),
        Variant("losing", "antidraughts", no_moves_wins=True),
        Variant("bt", "breakthrough", first_king_wins=True),
        Variant("brazilian", "brazilian", width=8, kings_only=30, two_v_king=10, game_type="26"),
        Variant(
            "russian", "russian", width=8, promotes_in_passing=True, no_capture=60, three_kings_moves=18, game_type="25"
        ),
        Variant("english", "english", width=8, starts=BLACK, kings_only=80, game_type="21"),
    )
}


class IllegalMove(Exception):
    """A move that is not in the list."""


@dataclasses.dataclass(frozen=True)
class Move:
    """Start, end and captured squares identify a move; `path` is one way to make it."""

    origin: int
    target: int
    captured: tuple
    path: tuple

    @property
    def key(self):
        return self.origin, self.target, self.captured

    def __str__(self):
        if not self.captured:
            return f"{self.origin}-{self.target}"
        return "x".join(map(str, (self.origin, self.target, *self.captured)))


class Position:
    """Who is to move and what stands where; never changed, `after` makes a new one."""

    def __init__(self, variant, side, pieces):
        self.variant, self.side, self.pieces = variant, side, tuple(pieces)  # pieces[0] is square 1

    @classmethod
    def start(cls, variant):
        rows = (variant.width - 2) // 2
        men, empty = variant.width // 2 * rows, variant.width
        return cls(variant, variant.starts, "b" * men + "e" * empty + "w" * men)

    @classmethod
    def from_fen(cls, variant, fen):
        """Numeric FEN with Hub numbering; ranges and K prefixes as in PDN."""
        side, *groups = fen.strip().rstrip(".").split(":")
        pieces = ["e"] * variant.squares
        for group in groups:
            for item in filter(None, group[1:].split(",")):
                king, numbers = item.startswith("K"), item.lstrip("K").split("-")
                for square in range(int(numbers[0]), int(numbers[-1]) + 1):
                    pieces[square - 1] = group[0] if king else group[0].lower()
        return cls(variant, side, pieces)

    def fen(self):
        def group(colour):
            return ",".join(
                ("K" if piece.isupper() else "") + str(square)
                for square, piece in enumerate(self.pieces, 1)
                if piece.upper() == colour
            )

        return f"{self.side}:W{group(WHITE)}:B{group(BLACK)}"

    def hub(self):
        return self.side + "".join(self.pieces)

    def at(self, square):
        return self.pieces[square - 1]

    def row(self, square):
        return (square - 1) // (self.variant.width // 2)

    def after(self, move):
        pieces = list(self.pieces)
        piece = pieces[move.origin - 1]
        for square in (move.origin, *move.captured):
            pieces[square - 1] = "e"
        last_row = 0 if piece == "w" else self.variant.width - 1
        steps = move.path[1:] if self.variant.promotes_in_passing else (move.target,)
        if any(self.row(square) == last_row for square in steps):
            piece = piece.upper()
        pieces[move.target - 1] = piece
        return Position(self.variant, WHITE if self.side == BLACK else BLACK, pieces)

    def legal(self):
        """The legal moves by key."""
        if self.variant.first_king_wins and any(piece.isupper() for piece in self.pieces):
            return {}
        flip = self._flip if self.variant.library in ("brazilian", "russian") else int
        board = Board(variant=self.variant.library, fen=self._library_fen(flip))
        moves = {}
        for found in board.legal_moves():
            text = found.hub_move
            origin, target, *captured = (flip(square) for square in text.replace("-", "x").split("x"))
            path = tuple(flip(square) for square in found.steps_move)
            move = Move(origin, target, tuple(sorted(captured)), path)
            if not self.variant.killer_stop or self._killer_allows(move):
                moves.setdefault(move.key, move)
        return moves

    def _flip(self, square):
        """Between Hub's 1 = b8 and the library's 1 = a1."""
        row, column = divmod(int(square) - 1, self.variant.width // 2)
        return (self.variant.width - 1 - row) * (self.variant.width // 2) + column + 1

    def _library_fen(self, flip):
        def group(colour):
            return ",".join(
                ("K" if piece.isupper() else "") + str(flip(square))
                for square, piece in enumerate(self.pieces, 1)
                if piece.upper() == colour
            )

        return f"{self.side}:W{group(WHITE)}:B{group(BLACK)}"

    def _neighbour(self, square, down, right):
        """The next square on a diagonal, or None at the edge."""
        half = self.variant.width // 2
        row, column = divmod(square - 1, half)
        file = 2 * column + (1 - row % 2) + right
        row += down
        if 0 <= row < self.variant.width and 0 <= file < self.variant.width:
            return row * half + file // 2 + 1
        return None

    def _killer_allows(self, move):
        """Can the king make this capture so that it stops right behind a king taken last?"""
        if not move.captured or self.at(move.origin).islower():
            return True
        directions = [(down, right) for down in (-1, 1) for right in (-1, 1)]

        def empty(square):
            return square == move.origin or self.at(square) == "e"

        def finish(square, left):
            for down, right in directions:
                over = self._neighbour(square, down, right)
                while over and empty(over):
                    over = self._neighbour(over, down, right)
                if over not in left:
                    continue
                rest, landing, first = left - {over}, self._neighbour(over, down, right), True
                while landing and empty(landing):
                    if rest:
                        if finish(landing, rest):
                            return True
                    elif landing == move.target and (first or self.at(over).islower()):
                        return True
                    landing, first = self._neighbour(landing, down, right), False
            return False

        return finish(move.origin, frozenset(move.captured))

    def endgame_class(self):
        """(pieces of the strong side, all kings?, its colour) when the other side has a single king, else None."""
        for strong, lone in ((WHITE, BLACK), (BLACK, WHITE)):
            own = [piece for piece in self.pieces if piece.upper() == strong]
            other = [piece for piece in self.pieces if piece.upper() == lone]
            if other == [lone] and strong in own and len(own) <= 3:
                return len(own), all(piece == strong for piece in own), strong
        return None


class Game:
    """A game under way: its moves, its clocks, its result (None, or a winner or DRAW with the reason)."""

    def __init__(self, variant, start=None):
        self.variant = variant
        self.start = self.position = start or Position.start(variant)
        self.moves = []
        self.seen = collections.Counter([self.position.hub()])
        self.king_plies = self.quiet_plies = 0
        self.ending, self.ending_plies, self.strong_moves = self._ending(), 0, 0
        self.legal = self.position.legal()
        self.result = self._judge()

    def play(self, text):
        """Make a Hub move; IllegalMove if it is not in the list. Captured squares may come in any order."""
        move = self.find(text)
        before = self.position
        king = before.at(move.origin).isupper()
        self.position = before.after(move)
        self.moves.append(move)
        self.seen[self.position.hub()] += 1
        self.quiet_plies = 0 if move.captured else self.quiet_plies + 1
        self.king_plies = 0 if move.captured or not king else self.king_plies + 1
        ending = self._ending()
        if ending is None or ending != self.ending:
            self.ending, self.ending_plies, self.strong_moves = ending, 0, 0
        else:
            self.ending_plies += 1
            self.strong_moves += self._strong_side() == before.side
        self.legal = self.position.legal()
        self.result = self._judge()
        return move

    def find(self, text):
        """The legal move that `text` stands for."""
        try:
            numbers = [int(part) for part in text.replace("-", "x").split("x")]
            key = (numbers[0], numbers[1], tuple(sorted(numbers[2:])))
        except (ValueError, IndexError):
            raise IllegalMove(f"{text!r} is no move") from None
        move = self.legal.get(key)
        if move is None or ("-" in text) == bool(move.captured):
            raise IllegalMove(f"{text!r} is not legal in {self.position.fen()}")
        return move

    def pdn(self, move):
        """A legal move of the present position in PDN: all squares of its path only where two captures would look alike."""

        def name(square):
            if self.variant.game_type not in ("25", "26"):
                return str(square)
            row, column = divmod(square - 1, 4)
            return "abcdefgh"[2 * column + (1 - row % 2)] + str(8 - row)

        if not move.captured:
            return f"{name(move.origin)}-{name(move.target)}"
        alike = sum(other.origin == move.origin and other.target == move.target for other in self.legal.values())
        sign = ":" if self.variant.game_type == "25" else "x"
        return sign.join(map(name, move.path if alike > 1 else (move.origin, move.target)))

    def _ending(self):
        """The ending class whose count is running. Fewer pieces inside one class do not start it anew."""
        found, rules = self.position.endgame_class(), self.variant
        if found is None:
            return None
        count, all_kings, _ = found
        if count == 3 and rules.three_kings_moves and all_kings:
            return "three kings"
        if count == 3 and rules.three_v_king:
            return "three"
        if count <= 2 and rules.two_v_king:
            return "two"
        return None

    def _strong_side(self):
        found = self.position.endgame_class()
        return found and found[2]

    def _judge(self):
        side, rules = self.position.side, self.variant
        other = BLACK if side == WHITE else WHITE
        if rules.first_king_wins and any(piece.isupper() for piece in self.position.pieces):
            return other, "first king"
        if not self.legal:
            return (side if rules.no_moves_wins else other), "no moves"
        if self.seen[self.position.hub()] >= 3:
            return DRAW, "repetition"
        for count, limit, reason in (
            (self.king_plies, rules.kings_only, f"{rules.kings_only // 2}-move rule"),
            (self.quiet_plies, rules.no_capture, f"{rules.no_capture // 2} moves without capture"),
            (self.ending_plies if self.ending == "three" else 0, rules.three_v_king, "16-move rule"),
            (self.ending_plies if self.ending == "two" else 0, rules.two_v_king, "5-move rule"),
            (self.strong_moves if self.ending == "three kings" else 0, rules.three_kings_moves, "18-move rule"),
        ):
            if limit and count >= limit:
                return DRAW, reason
        return None


def self_test(files):
    """Run draw sequences and move lists from TSV files; prints one line per case."""
    from checks import Checks

    checks = Checks()
    rules_of = {
        "normal": ("fmjd100", "cn100"),
        "losing": ("scan",),
        "brazilian": ("cn64br",),
        "russian": ("cn64ru",),
        "english": ("wcdf",),
    }
    for name in files:
        with open(name, encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
        sequences = "ruleset" in rows[0]
        for row in rows[1:]:
            variant = VARIANTS.get(row[1])
            if variant is None or sequences and row[2] not in rules_of.get(row[1], ()):
                continue
            if sequences:
                ply = None
                game = Game(variant, Position.from_fen(variant, row[3]))
                for number, text in enumerate(row[4].split(), 1):
                    game.play(text)
                    if game.result:
                        ply = number
                        break
                checks.check(
                    str(ply or "-") == row[5], f"{row[0]} {row[2]} {row[-1]}", f"{game.result} after ply {ply}"
                )
            else:
                found = sorted(map(str, Position.from_fen(variant, row[3]).legal().values()))
                checks.check(
                    found == sorted(row[5].strip("-").split()), f"{row[0]} {row[1]} {row[2]}", f"{len(found)} moves"
                )
    checks.finish()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    self_test(sys.argv[1:])
