#!/usr/bin/env python3
"""Every position of random games in all variants that pydraughts has: the same moves there and in Baige.

    pip install -r tests/clients/requirements-pydraughts.txt
    python tests/clients/test_variants.py target/release/baige [GAMES]          # games a variant, 2 if not told

The library plays; the positions go to one `baige perft 1 --divide --fen -` a variant. Where the two differ the rules
text decides: DIFFERENCES says what the library leaves out.
"""

import random
import subprocess
import sys

from draughts import Board

from checks import Checks

if len(sys.argv) < 2:
    sys.exit(__doc__)
ENGINE = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 2
CHECKS = Checks()

# Name here, name there, does the library number squares from a1?
VARIANTS = [
    ("normal", "standard", False),
    ("bt", "breakthrough", False),
    ("losing", "antidraughts", False),
    ("frisian", "frisian", False),
    ("frysk", "frysk!", False),
    ("brazilian", "brazilian", True),
    ("russian", "russian", True),
    ("english", "english", False),
    ("italian", "italian", False),
]
# Long captures of a king that the library misses (its search of paths is cut off); it never has a move too many.
DIFFERENCES = {"frisian", "frysk"}


def numbers(move, from_a1):
    """The numbers of a move as Baige writes them: from, to, captured ones ascending."""
    separator = "x" if "x" in move else "-"
    squares = [int(square) for square in move.split(separator)]
    if from_a1:
        squares = [29 + (square - 1) % 4 - 4 * ((square - 1) // 4) for square in squares]
    return separator.join(map(str, squares[:2] + sorted(squares[2:])))


def games(theirs, seed, from_a1):
    """(FEN, moves) of each position of the games, the last ones included."""
    chance = random.Random(seed)
    for _ in range(GAMES):
        board = Board(theirs)
        for _ in range(150):
            if ours == "bt" and "K" in board.fen:  # the library plays on
                break
            moves = board.legal_moves()
            yield board.fen, sorted({numbers(move.hub_move, from_a1) for move in moves})
            if not moves:
                break
            board.push(chance.choice(moves))


def compare(ours, theirs, from_a1):
    positions = list(games(theirs, ours, from_a1))
    command = [ENGINE, "perft", "1", "--divide", "--variant", ours, "--fen", "-"]
    text = "".join(fen + "\n" for fen, _ in positions)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    answers = [line.split()[1:] for line in done.stdout.splitlines()]
    if not CHECKS.check(done.returncode == 0 and len(answers) == len(positions), f"{ours}: answers", done.stderr):
        return
    wrong, more = [], 0
    for (fen, expected), answer in zip(positions, answers):
        found = sorted(word.split(":")[0] for word in answer)
        if found == expected:
            continue
        if ours in DIFFERENCES and set(expected) < set(found):
            more += 1
        else:
            wrong.append(f"{fen}: {found}; there {expected}")
    CHECKS.check(not wrong, f"{ours}: moves of {len(positions)} positions", f"{len(wrong)} differ: {wrong[:3]}" if wrong else "")
    if more:
        CHECKS.note(f"{ours}: in {more} positions the library misses captures")


for ours, theirs, from_a1 in VARIANTS:
    CHECKS.run(ours, lambda: compare(ours, theirs, from_a1), 600)
CHECKS.finish()
