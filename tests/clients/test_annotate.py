#!/usr/bin/env python3
"""Games of `baige match` through `baige annotate`, killed in the middle and gone on with, read by pydraughts; about 30 s.

    pip install -r tests/clients/requirements-pydraughts.txt
    python tests/clients/test_annotate.py target/release/baige

Tags and moves must come back through pydraughts' reader, and referee.py must reach the positions that the match's own
record of moves leads to.
"""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from draughts.PDN import PDNReader

from checks import Checks
from referee import VARIANTS, Game

if len(sys.argv) != 2:
    sys.exit(__doc__)
ENGINE = sys.argv[1]
CHECKS = Checks()
GAMES = 20


def make_games(base):
    """A match of this engine against itself."""
    command = [ENGINE, "match", "self name=A nodes=300", "self name=B nodes=100", "--games", str(GAMES), "--seed", "7"]
    command += ["--win-score", "3:2"]  # the referee is slow
    done = subprocess.run(command + ["--out", str(base)], capture_output=True, text=True, timeout=300)
    CHECKS.check(done.returncode == 0, "a match", done.stderr)


def annotate(games, out):
    """A run that is killed, and one that goes on with it."""
    command = [ENGINE, "annotate", str(games), "-o", str(out), "--nodes", "1000", "--threads", "2"]
    state = out.with_name(out.name + ".annotate")
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 120
    while time.monotonic() < limit and (not state.exists() or state.read_bytes().count(b"\n") < 3):
        time.sleep(0.002)
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = state.read_bytes().count(b"\n") - 1
    CHECKS.check(0 < before < GAMES, "killed in the middle", f"{before} games")
    CHECKS.check(not out.exists(), "no half a file")
    second = subprocess.run(command, capture_output=True, text=True, timeout=300)
    CHECKS.check(second.returncode == 0, "gone on", second.stderr)
    CHECKS.check(f"{before} games were done before" in second.stderr, "goes on where it was", second.stderr)
    CHECKS.check(second.stdout.startswith(f"{GAMES} games, "), "a summary", second.stdout)
    CHECKS.check(not state.exists(), "nothing is left behind")


def last_position(moves):
    """Where moves as PDN has them lead, by the rules."""
    referee = Game(VARIANTS["normal"])
    for text in moves:
        referee.play(by_ends(referee, text))
    return board(referee.position.fen())


def board(fen):
    """The side to move and the pieces, whatever their order: `W`, and `w28`, `bK5` and so on."""
    side, *parts = fen.split(":")
    return side, {part[0].lower() + square for part in parts for square in part[1:].split(",") if square}


def replayed(moves):
    """Where the moves of the match's record lead: pieces put where they say, no rules asked."""
    pieces = {number: "b" for number in range(1, 21)} | {number: "w" for number in range(31, 51)}
    for text in moves:
        origin, target, *taken = (int(part) for part in text.replace("-", "x").split("x"))
        piece = pieces.pop(origin)
        for number in taken:
            del pieces[number]
        is_home = target <= 5 if piece == "w" else target >= 46 if piece == "b" else False
        pieces[target] = piece + "K" if is_home else piece
    return "WB"[len(moves) % 2], {f"{piece}{number}" for number, piece in pieces.items()}


def by_ends(referee, text):
    """The legal move with the ends, or the path, of a PDN text."""
    squares = tuple(int(part) for part in text.replace("-", "x").split("x"))
    moves = [move for move in referee.legal.values() if (move.origin, move.target) == (squares[0], squares[-1])]
    if len(moves) > 1:
        moves = [move for move in moves if set(squares) <= set(move.path)]
    if len(moves) != 1:
        raise ValueError(f"{text} stands for {len(moves)} moves in {referee.position.fen()}")
    return str(moves[0])


def main():
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder) / "match"
        out = base.with_name("annotated.pdn")
        make_games(base)
        annotate(base.with_name("match.pdn"), out)
        text = out.read_text()
        before = PDNReader(filename=str(base) + ".pdn").games
        after = PDNReader(filename=str(out)).games
        CHECKS.check(len(after) == GAMES, "games", len(after))
        records = [json.loads(line) for line in (base.parent / "match.jsonl").read_text().splitlines()[1:]]
        records.sort(key=lambda record: record["game"])
        for number, (old, new, record) in enumerate(zip(before, after, records), 1):
            tags = dict(new.tags)
            CHECKS.check(tags.pop("Annotator", "").startswith("Baige "), f"game {number} is signed")
            CHECKS.check(tags == dict(old.tags), f"tags of game {number}", tags)
            reached, truth = last_position(new.moves), replayed(record["moves"])
            CHECKS.check(reached == truth, f"last position of game {number}", f"{reached} {truth}")
        moves = sum(len(record["moves"]) for record in records)
        CHECKS.check(text.count("[%eval ") == moves, "a score for each move", f"{text.count('[%eval ')} {moves}")
        # The weaker side plays 100 nodes a move: it blunders, and the stronger one punishes that.
        CHECKS.check(text.count(" $4 ") > 3 and "blunder" in text, "blunders", text.count(" $4 "))


CHECKS.run("annotated games", main, timeout=500)
CHECKS.finish()
