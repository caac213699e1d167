#!/usr/bin/env python3
"""`baige match` against a foreign engine, killed in the middle and resumed; its files read by others; about 30 s.

    pip install -r tests/clients/requirements-pydraughts.txt
    python tests/clients/test_match_files.py target/release/baige "dame hub"

The PDN goes through pydraughts' reader, every move and result through referee.py; table, PDN and JSON must agree.
"""

import collections
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

if len(sys.argv) != 3:
    sys.exit(__doc__)
ENGINE, OPPONENT = sys.argv[1:]
CHECKS = Checks()
GAMES = 8
RESULTS = {"2-0": "W", "1-1": "D", "0-2": "B"}


def play(base):
    """The whole match in two parts; the standard output of the second."""
    command = [ENGINE, "match", "self name=Baige", f"cmd='{OPPONENT}' name=Other", "--move-time", "0.05"]
    command += ["--games", str(GAMES), "--concurrency", "2", "--seed", "3", "--out", str(base)]
    log = base.with_name(base.name + ".jsonl")
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    limit = time.monotonic() + 120
    while time.monotonic() < limit and (not log.exists() or len(log.read_text().splitlines()) < 3):
        time.sleep(0.1)
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = len(log.read_text().splitlines()) - 1
    CHECKS.check(0 < before < GAMES, "killed in the middle", f"{before} games")
    second = subprocess.run(command + ["--resume"], capture_output=True, text=True, timeout=300)
    CHECKS.check(second.returncode == 0, "resumed", second.stderr)
    CHECKS.check(f"{before} games were played before" in second.stdout, "goes on where it was")
    return second.stdout


def find(referee, text):
    """The legal move that a PDN text stands for."""
    squares = tuple(int(part) for part in text.replace("-", "x").split("x"))
    moves = [move for move in referee.legal.values() if (move.origin, move.target) == (squares[0], squares[-1])]
    if len(moves) > 1:
        moves = [move for move in moves if set(squares) <= set(move.path)]
    if len(moves) != 1:
        raise ValueError(f"{text} stands for {len(moves)} moves in {referee.position.fen()}")
    return moves[0]


def judge(game, number):
    """Plays the PDN game through the referee: the points of White as `2-0`, `1-1`, `0-2`."""
    referee = Game(VARIANTS["normal"])
    for text in game.moves:
        referee.play(str(find(referee, text)))
    winner, reason = referee.result or (None, "not over")
    ends = winner == RESULTS[game.tags["Result"]]
    CHECKS.check(ends, f"game {number} ends as written", f"{winner} {reason}, {game.tags['Termination']}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder) / "the match"
        output = play(base)
        games = PDNReader(filename=str(base) + ".pdn").games
        CHECKS.check(len(games) == GAMES, "games in the PDN", len(games))
        table = collections.Counter()
        pairs = collections.Counter()
        for number, game in enumerate(games, 1):
            judge(game, number)
            tags = game.tags
            CHECKS.check(tags["Round"] == str(number), f"round of game {number}", tags["Round"])
            pairs[frozenset((tags["White"], tags["Black"])), tags["Opening"]] += 1
            points = {"2-0": 2, "1-1": 1, "0-2": 0}[tags["Result"]]
            table[points if tags["White"] == "Baige" else 2 - points] += 1
        CHECKS.check(set(pairs.values()) == {2}, "each opening twice", dict(pairs))
        summary = json.loads((base.parent / (base.name + ".json")).read_text())
        pairing = summary["pairings"][0]
        written = [pairing["wins"], pairing["draws"], pairing["losses"]]
        counted = [table[2], table[1], table[0]]
        CHECKS.check(written == counted, "JSON and PDN agree", f"{written} {counted}")
        line = f"Baige v Other: {GAMES} games +{counted[0]} ={counted[1]} -{counted[2]}"
        CHECKS.check(line in output, "the table agrees", output)
        CHECKS.check(summary["state"] == "finished", "state", summary["state"])
        failures = [player["failures"] for player in summary["players"]]
        CHECKS.check(failures == [{}, {}], "no failures", failures)


CHECKS.run("the match", main, timeout=500)
CHECKS.finish()
