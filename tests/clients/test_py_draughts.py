#!/usr/bin/env python3
"""The engine behind py-draughts' HubEngine, a client that loses lines; about 20 s.

    pip install -r tests/clients/requirements-py-draughts.txt       # a venv of its own: it imports as `draughts` too
    python tests/clients/test_py_draughts.py target/release/baige     # a path: the client adds `hub` itself

The client waits with select() and then reads through a buffer. When the line it waits for (`wait`, `ready`, `done`)
arrives in one read with the line before, it stays in the buffer and the client waits for ever. An engine that pauses
before those lines is safe except when the machine is too busy to wake the client in time; so each part has three tries,
hangs are reported, and the part fails when all three hang. The client sets no parameters: it can only play the
engine's default variant.
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
TRIES = 3
LIVE = []


class Engine(HubEngine):
    """The client, remembering its process so that a hang can be ended and the exit status read."""

    def start(self):
        LIVE.append(self)
        super().start()
        self.child = self.process

    def leave(self):
        """quit as the client does it; the exit status."""
        begin = time.monotonic()
        self.quit()
        status = self.child.poll()
        return status, time.monotonic() - begin


def kill_all():
    """End whatever the client has started."""
    for engine in LIVE:
        process = getattr(engine, "process", None) or getattr(engine, "child", None)
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()
    LIVE.clear()


def part(name, function, timeout):
    """Run one part in up to TRIES tries; a wrong answer fails at once, a hang only the third time."""
    global TRIES
    for attempt in range(1, TRIES + 1):
        details = []
        ended, error = guarded(lambda: details.append(function()), timeout)  # noqa: B023 - run at once
        kill_all()
        if ended and not isinstance(error, TimeoutError):
            detail = details[0] if error is None else f"{type(error).__name__}: {error}"
            return CHECKS.check(error is None, name, detail + (f", after {attempt - 1} hangs" if attempt > 1 else ""))
        CHECKS.note(f"{name}: try {attempt} hangs ({error or f'not finished after {timeout} s'})")
    tries, TRIES = TRIES, 1  # the later parts will not do better: save their time
    return CHECKS.check(False, name, f"hangs {tries} times of {tries}")


def require(condition, text):
    if not condition:
        raise AssertionError(text)


def end(engine):
    status, seconds = engine.leave()
    require(status == 0, f"exit status {status} after quit")
    return f"ended after {seconds:.3f} s"


def handshake():
    engine = Engine(ENGINE, depth_limit=2, init_timeout=5)
    engine.start()
    require(engine.info.name and engine.info.version and engine.info.author, f"id {engine.info}")
    require("variant" in engine.params, "no param variant")
    require(engine.params["variant"].param_type == "enum" and "normal" in engine.params["variant"].values, "variant values")
    for _ in range(5):
        require(engine.ping(), "no pong")
    engine.new_game()
    require(engine.ping(), "no pong after new-game")
    return f"{engine.info.name} {engine.info.version}, {len(engine.params)} params, " + end(engine)


def starts():
    begin = time.monotonic()
    for _ in range(10):
        with Engine(ENGINE, depth_limit=2, init_timeout=5) as engine:
            require(engine.get_best_move(Board()) in Board().legal_moves, "illegal move")
            child = engine.child
        require(child.poll() == 0, f"exit status {child.poll()}")
    return f"10 starts, {time.monotonic() - begin:.1f} s"


def games(count, max_plies, **limits):
    """Whole games on one engine, moves and game end by the library."""
    def play():
        engine = Engine(ENGINE, init_timeout=5, **limits)
        engine.start()
        plies, results = 0, []
        for _ in range(count):
            engine.new_game()
            board, length = Board(), 0
            while not board.game_over and length < max_plies:
                if length % 2:
                    move = engine.get_best_move(board)
                else:
                    move, score = engine.get_best_move(board, with_evaluation=True)
                    require(score is None or -100 <= score <= 100, f"score {score!r}")  # None: a book move
                require(move in board.legal_moves, f"{move} is not legal in {board.fen}")
                board.push(move)
                length += 1
            plies += length
            results.append(board.result)
        return f"{count} games, {plies} plies, {' '.join(results)}, " + end(engine)
    return play


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
    engine = Engine(ENGINE, depth_limit=1, init_timeout=5)
    engine.start()
    for board in boards:
        move = engine.get_best_move(board)
        require(move in board.legal_moves, f"{move} is not legal in {board.fen}")
    return f"{len(boards)} positions, " + end(engine)


def scores():
    """A won position scores high for the side to move, a lost one low; no move left is an error, not a hang."""
    engine = Engine(ENGINE, depth_limit=5, init_timeout=5)
    engine.start()
    _, won = engine.get_best_move(Board.from_fen("W:W28:B23"), with_evaluation=True)
    _, also = engine.get_best_move(Board.from_fen("B:W28:B23"), with_evaluation=True)
    _, lost = engine.get_best_move(Board.from_fen("B:WK1,K2,K3,K4,32:B15"), with_evaluation=True)
    require(won > 90 and also > 90 and lost < -2, f"scores {won} {also} {lost}")
    try:
        engine.get_best_move(Board.from_fen("W:W46:B37,41"))
    except RuntimeError:
        pass
    else:
        raise AssertionError("a move in a position without moves")
    return f"{won:+.2f} {also:+.2f} {lost:+.2f}, " + end(engine)


part("handshake, ping, quit", handshake, 15)
part("starts in a row", starts, 30)
part("games by depth", games(3, 200, depth_limit=3), 40)
part("games by move-time", games(1, 160, time_limit=0.02), 40)
part("positions", positions, 20)
part("scores and no move left", scores, 20)
kill_all()
CHECKS.finish()
