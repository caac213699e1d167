#!/usr/bin/env python3
"""`baige dxp --listen` against pydraughts' DXP client, which connects and asks for the games; about 40 s.

    pip install -r tests/clients/requirements-pydraughts.txt
    python tests/clients/test_pydraughts_dxp.py target/release/baige

One listener plays a whole game with each colour, a game that it has lost at once, and a game with moves taken back;
the client's own board judges every move and the end, and the listener's line for each game must tell the same. The
client takes one recv() for one message and seven seconds to close.
"""

import contextlib
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import time
import warnings

from draughts import BLACK, WHITE, Board
from draughts.engine import DXPEngine

from checks import Checks

if len(sys.argv) != 2:
    sys.exit(__doc__)
COMMAND = [*shlex.split(sys.argv[1]), "dxp", "--listen", "0", "--depth", "5", "--name", "Baige"]
CHECKS = Checks()
RANDOM = random.Random(1)
LINE = re.compile(r"game \d+: white (.*), black (.*), (2-0|0-2|1-1|\*), (\d+) plies, (.*)")
warnings.simplefilter("ignore", ResourceWarning)  # the library never closes its socket


class Listener:
    """The process and the lines it prints."""

    def __init__(self):
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.lines = queue.Queue()
        self.complaints = []
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=lambda: self.complaints.extend(self.process.stderr), daemon=True).start()
        self.port = int(self.lines.get(timeout=20).rsplit(":", 1)[1])

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def game(self):
        """The next line about a game as (white, black, score, plies, why)."""
        while True:
            line = self.lines.get(timeout=20)
            if match := LINE.fullmatch(line):
                white, black, score, plies, why = match.groups()
                return white, black, score, int(plies), why

    def client(self):
        options = {"engine-opened": True, "ip": "127.0.0.1", "port": self.port, "wait-to-open-time": 0}
        return DXPEngine(None, {**options, "initial-time": 60, "max-moves": 0})


def score(board):
    """The result as the client's board has it."""
    return {WHITE: "2-0", BLACK: "0-2", 0: "1-1"}.get(board.winner(), "*") if board.is_over() else "*"


def leave(name, client):
    """The client ends the session, which the listener must survive."""
    client.quit()
    CHECKS.check(LISTENER.process.poll() is None, f"{name}: the listener goes on")


def whole_game(name, engine_begins):
    """The client moves at random."""
    client, board = LISTENER.client(), Board()
    if not engine_begins:
        board.push(RANDOM.choice(board.legal_moves()))
    while not board.is_over():
        board.push(client.play(board).move)
        if not board.is_over():
            board.push(RANDOM.choice(board.legal_moves()))
    plies = len(board.move_stack)
    CHECKS.check(plies > 20, f"{name}: played to its end", f"{plies} plies")
    leave(name, client)
    white, black, result, told_plies, why = LISTENER.game()
    names = ("Baige", "DXP Client") if engine_begins else ("DXP Client", "Baige")
    CHECKS.check((white, black) == names, f"{name}: colours", f"{white} - {black}")
    CHECKS.check((result, told_plies) == (score(board), plies), f"{name}: result and length", f"{result}, {why}")
    CHECKS.check(result == ("2-0" if engine_begins else "0-2"), f"{name}: better than chance")


def lost_game():
    """The listener has no piece after the client's first move and says so; the client echoes and waits on for a move."""
    client, board = LISTENER.client(), Board(fen="W:W32,K50:B28")
    board.push(board.legal_moves()[0])
    threading.Thread(target=client.play, args=(board,), daemon=True).start()
    _, _, result, plies, why = LISTENER.game()
    CHECKS.check((result, plies) == ("2-0", 1), "lost game: result", f"{result}, {plies} plies, {why}")
    leave("lost game", client)


def moves_taken_back():
    """To the listener's second move, which it makes again. (This client cannot play on from there: it waits for a move
    where it is to move itself, and overlooks the one that comes here.)"""
    client, board = LISTENER.client(), Board()
    for _ in range(3):
        board.push(RANDOM.choice(board.legal_moves()))
        board.push(client.play(board).move)
    agreed, board, _ = client.takeback(2, BLACK)
    CHECKS.check(agreed and len(board.move_stack) == 3, "taken back: agreed", f"{len(board.move_stack)} plies left")
    time.sleep(1)  # for the listener's move
    leave("taken back", client)
    _, _, result, plies, why = LISTENER.game()
    CHECKS.check((result, plies) == ("*", 4), "taken back: length", f"{plies} plies, {why}")


LISTENER = Listener()
CHECKS.run("engine is black", lambda: whole_game("engine is black", False), 120, LISTENER.process.kill)
CHECKS.run("engine is white", lambda: whole_game("engine is white", True), 120, LISTENER.process.kill)
CHECKS.run("lost game", lost_game, 60, LISTENER.process.kill)
CHECKS.run("taken back", moves_taken_back, 60, LISTENER.process.kill)
with contextlib.suppress(OSError):
    LISTENER.process.kill()
time.sleep(0.2)
CHECKS.check(not LISTENER.complaints, "nothing on standard error", "".join(LISTENER.complaints))
CHECKS.finish()
