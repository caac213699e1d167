#!/usr/bin/env python3
"""The engine behind py-draughts' HubEngine, a client that loses lines; about 10 s.

    pip install -r tests/clients/requirements-py-draughts.txt       # a venv of its own: it imports as `draughts` too
    python tests/clients/test_py_draughts.py target/release/baige     # a path: the client adds `hub` itself

The client waits with select() and then reads through a buffer. When the line it waits for (`wait`, `done`) arrives in
one read with the line before, it stays in the buffer and the client waits for ever. An engine that pauses before those
lines is safe, except when the machine is too busy to wake the client in time. So after a hang the engine is started
anew and the part goes on, for LONGEST seconds at most; it fails when more than HANGS_ALLOWED and more than a third of
the waits hang, as they do with an engine without pauses on a quiet machine. The client sets no parameters: it can only
play the engine's default variant.
"""

import os
import random
import sys
import time

os.environ.setdefault("LOGURU_LEVEL", "ERROR")

from draughts import Board, HubEngine  # noqa: E402 - the log level must be set before

from checks import Checks, guarded  # noqa: E402

if len(sys.argv) != 2:
    sys.exit(__doc__)
ENGINE = os.path.abspath(sys.argv[1])
CHECKS = Checks()
HANGS_ALLOWED = 3
PATIENCE = 3.0  # seconds for a search that takes a few milliseconds
LONGEST = 25.0  # seconds for a part; only hangs make it that long


class Hung(Exception):
    """Too many waits without an end."""


class Player:
    """The client's engine for one part of the test, started anew after each hang."""

    def __init__(self, **limits):
        self.limits, self.engine, self.child = limits, None, None
        self.waits, self.hangs, self.begin = 0, 0, time.monotonic()

    def patiently(self, function, engine):
        """function(), which waits for the engine; None when it hung."""
        self.waits += 1
        answer = []
        ended, error = guarded(lambda: answer.append(function()), PATIENCE)
        if ended and error is None:
            return answer[0]
        if ended and not isinstance(error, TimeoutError):  # the client has a time limit for its handshake
            raise error
        self.hangs += 1
        kill(engine)
        if self.hangs > HANGS_ALLOWED and self.hangs > self.waits / 3:
            raise Hung(f"{self.hangs} of {self.waits} waits hang")
        return None

    def start(self):
        """A started engine."""
        while self.engine is None:
            engine = HubEngine(ENGINE, init_timeout=0.8 * PATIENCE, **self.limits)
            if self.patiently(lambda engine=engine: engine.start() or True, engine):
                self.engine, self.child = engine, engine.process
        return self.engine

    def move(self, board):
        """(move, score) for the board."""
        while True:
            engine = self.start()
            answer = self.patiently(lambda engine=engine: engine.get_best_move(board, with_evaluation=True), engine)
            if answer is not None:
                require(answer[0] in board.legal_moves, f"{answer[0]} is not legal in {board.fen}")
                return answer
            self.engine = None

    def late(self):
        """Has this part lasted long enough?"""
        return time.monotonic() - self.begin > LONGEST

    def leave(self):
        """quit as the client does it; a text about the end and the hangs."""
        self.start().quit()
        self.engine = None
        require(self.child.poll() == 0, f"exit status {self.child.poll()} after quit")
        return f"{time.monotonic() - self.begin:.1f} s" + (
            f", {self.hangs} of {self.waits} waits hung" if self.hangs else ""
        )


def kill(engine):
    """End the process of a client that still waits for it."""
    process = engine.process
    if process is not None and process.poll() is None:
        process.kill()
        process.wait()


def require(condition, text):
    if not condition:
        raise AssertionError(text)


def handshake():
    player = Player(depth_limit=2)
    engine = player.start()
    require(engine.info.name and engine.info.version and engine.info.author, f"id {engine.info}")
    require("variant" in engine.params, "no param variant")
    require(
        engine.params["variant"].param_type == "enum" and "normal" in engine.params["variant"].values, "variant values"
    )
    for _ in range(5):
        require(engine.ping(), "no pong")
    engine.new_game()
    require(engine.ping(), "no pong after new-game")
    return f"{engine.info.name} {engine.info.version}, {len(engine.params)} params, " + player.leave()


def starts():
    player = Player(depth_limit=2)
    for count in range(1, 11):
        player.move(Board())
        end = player.leave()
        if player.late():
            break
    return f"{count} starts, {end}"


def games(count, max_plies, **limits):
    """Whole games on one engine, moves and game end by the library."""
    player, plies, results = Player(**limits), 0, []
    for _ in range(count):
        player.start().new_game()
        board, length = Board(), 0
        while not board.game_over and length < max_plies and not player.late():
            move, score = player.move(board)
            require(score is None or -100 <= score <= 100, f"score {score!r}")  # None: no info line, a book move
            board.push(move)
            length += 1
        plies += length
        results.append(board.result)
    return f"{count} games, {plies} plies, {' '.join(results)}, " + player.leave()


def positions():
    """Positions from random games, with kings and long captures, in any order on one engine."""
    rng, boards = random.Random(2), []
    while len(boards) < 60:
        board = Board()
        for _ in range(rng.randrange(10, 150)):
            if board.game_over:
                break
            board.push(rng.choice(board.legal_moves))
        if not board.game_over:
            boards.append(board)
    player = Player(depth_limit=1)
    for count, board in enumerate(boards, 1):
        player.move(board)
        if player.late():
            break
    return f"{count} positions, " + player.leave()


def scores():
    """A won position scores high for the side to move, a lost one low; no move left is an error, not a hang."""
    player = Player(depth_limit=5)
    won, also, lost = (
        player.move(Board.from_fen(fen))[1] for fen in ("W:W28:B23", "B:W28:B23", "B:WK1,K2,K3,K4,32:B15")
    )
    require(won > 90 and also > 90 and lost < -2, f"scores {won} {also} {lost}")
    try:
        player.move(Board.from_fen("W:W46:B37,41"))
    except RuntimeError:
        pass
    else:
        raise AssertionError("a move in a position without moves")
    return f"{won:+.2f} {also:+.2f} {lost:+.2f}, " + player.leave()


def part(name, function):
    """Run one part; whatever it raises is its failure."""
    try:
        detail = function()
    except Exception as error:
        CHECKS.check(False, name, f"{type(error).__name__}: {error}")
    else:
        CHECKS.check(True, name, detail)


part("handshake, ping, quit", handshake)
part("starts in a row", starts)
part("games by depth", lambda: games(2, 200, depth_limit=3))
part("games by move-time", lambda: games(1, 160, time_limit=0.02))
part("positions", positions)
part("scores and no move left", scores)
CHECKS.finish()
