#!/usr/bin/env python3
"""The engine behind pydraughts' Hub client, the one that lidraughts-bot uses; about 40 s.

    pip install -r tests/clients/requirements-pydraughts.txt
    python tests/clients/test_pydraughts.py target/release/baige          # `hub` is added; or give the whole command

Whole games of the engine against itself in normal, killer and brazilian; the library and referee.py check every move.
The client knows no killer (its board plays killer as normal) and numbers 8x8 moves from a1 while its 8x8 position text
counts from b8, so killer is judged by referee.py alone and brazilian goes through the client's `go` with Hub numbers.
Anything on stderr reaches this client as protocol; its warnings about unexpected lines are failures here.
"""

import contextlib
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
import warnings

from draughts import Board, Move
from draughts.engine import HubEngine, Limit

from checks import Checks, engine_command
from hub_process import Waits
from referee import VARIANTS, Game

if len(sys.argv) < 2:
    sys.exit(__doc__)
COMMAND = engine_command(sys.argv[1:])
CHECKS = Checks()
RANDOM = random.Random(1)


class Warnings(logging.Handler):
    """Keeps what the client thought strange."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())


WARNINGS = Warnings()
logging.getLogger("pydraughts").addHandler(WARNINGS)
logging.getLogger("pydraughts").propagate = False
warnings.simplefilter("ignore", ResourceWarning)  # the library never closes its pipes


def children():
    """Process ids of our own direct children that still run."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError, IndexError):
            with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as file:
                state, parent = file.read().rsplit(")", 1)[1].split()[:2]
            if int(parent) == os.getpid() and state != "Z":
                found.append(int(entry))
    return found


def kill_children():
    """A client that waits for ever cannot be asked to give its engine up."""
    for pid in children():
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)  # the client gives each engine a process group


class Engine(HubEngine):
    """The client, noting what it has sent: a ponder-hit must not overtake its `go ponder`."""

    def __init__(self, command=None):
        self.sent = []
        super().__init__(command or COMMAND)

    def send(self, line):
        super().send(line)
        self.sent.append(line)

    def go(self, *arguments, **options):
        """As the client does it, noting in `spent` how long it took without the time others had the processors."""
        waits, begin = Waits(self.p.pid), time.monotonic()
        answer = super().go(*arguments, **options)
        self.spent = max(0.0, time.monotonic() - begin - waits.lost())
        return answer

    def ready(self, variant=None, **options):
        """Options that the engine declares, then init."""
        options = {name.replace("_", "-"): value for name, value in options.items()}
        if variant and (variant != "normal" or "variant" in self.options):
            options["variant"] = variant
        self.configure({name: value for name, value in options.items() if name in self.options or name == "variant"})
        self.init()
        return self

    def leave(self):
        """quit; returns (exit status, is the process group empty)."""
        self.quit()
        try:
            status = self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.kill_process()
            self.p.wait(5)
            return None, False
        for pipe in (self.p.stdin, self.p.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        try:
            os.killpg(self.p.pid, 0)
        except ProcessLookupError:
            return status, True
        return status, False


def leave(name, *engines):
    """Every engine ends with status 0 and leaves no process."""
    ends = [engine.leave() for engine in engines]
    CHECKS.check(
        all(end == (0, True) for end in ends),
        f"{name}: clean end",
        "" if all(end == (0, True) for end in ends) else f"(exit status, nothing left) {ends}",
    )


def handshake():
    engine = Engine()
    CHECKS.check(
        all(engine.id.get(key) for key in ("name", "version", "author", "country")), "handshake: id", str(engine.id)
    )
    CHECKS.check(
        {"variant", "ponder", "threads"} <= engine.options, "handshake: options", " ".join(sorted(engine.options))
    )
    CHECKS.check(
        {"normal", "killer", "brazilian"} <= engine.variants, "handshake: variants", " ".join(sorted(engine.variants))
    )
    engine.ping()
    engine.ready("normal", threads=1, tt_size=16, ponder=True, book=False)
    engine.ping()
    CHECKS.check(True, "handshake: options set, init, ping")
    engine.setoption("initial-time", 300.0)  # lidraughts-bot sets it in every game
    engine.setoption("no-such-option", "none")
    engine.init()
    engine.ping()
    CHECKS.check(True, "handshake: unknown options, second init")
    leave("handshake", engine)


def starts():
    for _ in range(8):
        engine = Engine().ready()
        engine.play(Board(), Limit(depth=1), False)
        status, empty = engine.leave()
        if (status, empty) != (0, True):
            CHECKS.check(False, "eight starts in a row", f"exit status {status}, nothing left {empty}")
            return
    CHECKS.check(True, "eight starts in a row")


def game(name, variant, limit_for, max_plies=400):
    """The engine against itself with two processes; `limit_for(left)` makes the limit of a move."""
    engines = [Engine().ready(variant, threads=1, tt_size=16, book=False) for _ in range(2)]  # a book move has no info
    board, judge = Board(), Game(VARIANTS[variant])
    left, least, start, info_missing = [2.0, 2.0], 2.0, time.monotonic(), 0
    while judge.result is None and len(judge.moves) < max_plies:
        side = len(judge.moves) % 2
        played = engines[side].play(board, limit_for(left[side]), False)  # KeyError if the move is not legal
        left[side] += 0.05 - engines[side].spent
        least = min(least, left[side])
        info_missing += not {"depth", "score", "nodes", "time", "nps", "mean-depth", "pv"} <= set(played.info)
        judge.play(played.move.hub_move)
        if judge.result is None and played.ponder is not None:
            judge.find(played.ponder.hub_move)
        board.push(played.move)
    seconds = time.monotonic() - start
    CHECKS.check(
        judge.result is not None or len(judge.moves) >= max_plies,
        f"game {name}",
        f"{len(judge.moves)} plies, {judge.result and judge.result[1]}, {seconds:.1f} s",
    )
    if limit_for(1.0).time is not None:
        busy = os.getloadavg()[0] > 1.5 * os.cpu_count()  # then the client's own work spoils the figure
        CHECKS.check(
            least > -0.3 or busy,
            f"game {name}: the clock is kept",
            f"least left {least:.3f} s of 2 s + 0.05 s a move" + (", not judged: the machine is busy" if busy else ""),
        )
    CHECKS.check(
        not info_missing, f"game {name}: all info fields", f"missing after {info_missing} moves" if info_missing else ""
    )
    leave(f"game {name}", *engines)


def raw_game(name, variant, max_plies=300):
    """The same through the client's `go`, which passes positions and moves as they are."""
    engine, judge = Engine().ready(variant, threads=1, tt_size=16), Game(VARIANTS[variant])
    limits = ({"depth": 3}, {"nodes": 2000}, {"movetime": 0.02}, {"my_time": 1.0, "inc": 0.02})
    while judge.result is None and len(judge.moves) < max_plies:
        move, ponder = engine.go(
            judge.start.hub(), " ".join(map(str, judge.moves)) or None, **limits[len(judge.moves) % len(limits)]
        )
        judge.play(move)
        if ponder and judge.result is None:
            judge.find(ponder)
    CHECKS.check(True, f"game {name}", f"{len(judge.moves)} plies, {judge.result and judge.result[1]}")
    leave(f"game {name}", engine)


class Ponder(threading.Thread):
    """`go ponder` in a thread, as lidraughts-bot does it."""

    def __init__(self, engine, board, limit):
        super().__init__(daemon=True)
        self.engine, self.board, self.limit, self.played, self.error = engine, board, limit, None, None
        self.before = engine.sent.count("go ponder")
        self.start()
        while engine.sent.count("go ponder") == self.before and self.is_alive():
            time.sleep(0.0001)

    def run(self):
        try:
            self.played = self.engine.play(self.board, self.limit, True)
        except BaseException as error:  # the client raises whatever its parsing meets
            self.error = error

    def result(self, seconds):
        """What `play` returned, and the seconds it took from now."""
        begin = time.monotonic()
        self.join(seconds)
        if self.is_alive():
            raise TimeoutError(f"no move {seconds} s after the ponder search should have ended")
        if self.error:
            raise self.error
        return self.played, time.monotonic() - begin


def ponder():
    engine, board, judge = Engine().ready("normal", ponder=True), Board(), Game(VARIANTS["normal"])
    early, hits, stops, longest_hit, longest_stop = 0, 0, 0, 0.0, 0.0

    def push(move):
        board.push(move)
        judge.play(move.hub_move)

    played = engine.play(board, Limit(movetime=0.05), False)
    for turn in range(16):
        push(played.move)
        if judge.result:
            break
        guess = played.ponder or RANDOM.choice(board.legal_moves())
        expected = board.copy()
        expected.push(Move(expected, hub_move=guess.hub_move))
        if not expected.legal_moves():
            break
        search = Ponder(engine, expected, Limit(time=3, inc=0.05))
        time.sleep(RANDOM.choice((0, 0, 0.002, 0.1)))
        early += not search.is_alive()
        if turn % 2 == 0:  # hit
            engine.ponderhit()
            played, seconds = search.result(5)
            hits, longest_hit = hits + 1, max(longest_hit, seconds)
            push(guess)
            judge.find(played.move.hub_move)
        else:  # miss
            engine.stop()
            stale, seconds = search.result(5)
            stops, longest_stop = stops + 1, max(longest_stop, seconds)
            if turn % 4 == 1:
                engine.stop()  # once more, when idle
            if stale.move.hub_move not in {move.hub_move for move in expected.legal_moves()}:
                raise ValueError(f"{stale.move.hub_move} is not legal where the engine pondered")
            others = [move for move in board.legal_moves() if move.hub_move != guess.hub_move] or [guess]
            push(RANDOM.choice(others))
            if judge.result:
                break
            played = engine.play(board, Limit(movetime=0.05), False)
    CHECKS.check(
        hits and stops and longest_hit < 5 and longest_stop < 3,
        "ponder, hit and miss",
        f"{hits} hits (longest {longest_hit:.3f} s), {stops} stops (longest {longest_stop:.3f} s)",
    )
    CHECKS.check(not early, "ponder: no answer before hit or stop", f"{early} early" if early else "")
    leave("ponder", engine)


def stop_and_clock():
    engine = Engine().ready("normal")
    answer = []
    thread = threading.Thread(
        target=lambda: answer.append(engine.play(Board(), Limit(movetime=60), False)), daemon=True
    )
    thread.start()
    time.sleep(0.2)
    begin = time.monotonic()
    engine.stop()
    thread.join(10)
    seconds = time.monotonic() - begin
    CHECKS.check(answer and seconds < 3, "stop in mid-search", f"{seconds:.3f} s")
    for clock, inc in ((0.1, 1), (0.05, 0.1), (0, 0.2), (-0.5, 0.1), (0.01, None)):
        engine.play(Board(), Limit(time=clock, inc=inc), False)
        CHECKS.check(
            engine.spent < max(clock, 0) + (inc or 0) + 0.3,
            f"clock {clock} s, increment {inc}",
            f"{engine.spent:.3f} s",
        )
    leave("stop and clock", engine)


def several():
    engines = [
        Engine().ready(variant, threads=1, tt_size=16) for variant in ("normal", "killer", "normal", "brazilian")
    ]
    results = [[] for _ in engines]

    def work(engine, result):
        for _ in range(5):
            start = Game(VARIANTS["brazilian"]).start if engine is engines[3] else Game(VARIANTS["normal"]).start
            result.append(engine.go(start.hub(), movetime=0.05)[0])

    threads = [threading.Thread(target=work, args=pair, daemon=True) for pair in zip(engines, results)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    CHECKS.check(all(len(result) == 5 for result in results), "four engines at once", str([len(r) for r in results]))
    leave("four engines", *engines)


def killed():
    engine = Engine().ready()
    engine.kill_process()
    CHECKS.check(engine.p.wait(5) is not None and engine.p.pid not in children(), "kill_process leaves nothing")


for title, function, seconds in (
    ("handshake", handshake, 20),
    ("eight starts in a row", starts, 30),
    ("stop and clock", stop_and_clock, 30),
    ("ponder", ponder, 120),
    ("game by depth", lambda: game("by depth", "normal", lambda left: Limit(depth=3)), 120),
    ("game by nodes", lambda: game("by nodes", "normal", lambda left: Limit(nodes=2000)), 120),
    ("game by move-time", lambda: game("by move-time", "normal", lambda left: Limit(movetime=0.02)), 120),
    ("game by clock", lambda: game("by clock", "normal", lambda left: Limit(time=max(left, 0.05), inc=0.05)), 120),
    ("game of killer", lambda: game("of killer", "killer", lambda left: Limit(depth=3)), 120),
    ("game of killer, raw", lambda: raw_game("of killer, all limits", "killer"), 120),
    ("game of brazilian", lambda: raw_game("of brazilian, all limits", "brazilian"), 120),
    ("four engines at once", several, 40),
    ("kill_process", killed, 10),
):
    CHECKS.run(title, function, seconds, kill_children)
CHECKS.check(not WARNINGS.texts, "the client found nothing unexpected", "; ".join(WARNINGS.texts[:3]))
remaining = children()
CHECKS.check(not remaining, "no process left over", str(remaining) if remaining else "")
kill_children()
CHECKS.finish()
