"""What the conversations of hub_conversations.py share: engines that note every line, positions, common steps.

Not run by itself.
"""

import re
import time

from hub_process import EngineDied, EngineSilent, HubProcess

# At least the seven fields in this order; more only behind pv. A pv of one move is bare, of several quoted.
MOVE = r"\d+(?:-\d+|(?:x\d+)+)"
INFO = re.compile(
    r"info depth=\d+ mean-depth=[\d.]+ score=-?[\d.]+ nodes=\d+ time=[\d.]+ nps=[\d.]+ "
    rf'pv=(?:"{MOVE}(?: {MOVE})+"|{MOVE})(?: [a-z-]+=(?:"[^"=]*\s[^"=]*"|[^\s"=]+))*'
)
DONE = re.compile(rf"done(?: move={MOVE}(?: ponder={MOVE})?)?")


def position(side, pieces, squares=50):
    """A Hub position from a dict of square number to piece letter."""
    return side + "".join(pieces.get(square, "e") for square in range(1, squares + 1))


START = "W" + "b" * 20 + "e" * 10 + "w" * 20
START_MOVES = frozenset("31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30".split())
SECOND = "B" + "b" * 20 + "e" * 7 + "w" + "e" * 2 + "w" + "e" + "w" * 18  # after 32-28
SECOND_MOVES = frozenset("16-21 17-21 17-22 18-22 18-23 19-23 19-24 20-24 20-25".split())
FORCED = position("W", {46: "w", 5: "b"})
FORCED_MOVES = frozenset(["46-41"])
BRAZILIAN_START = "W" + "b" * 12 + "e" * 8 + "w" * 12
BRAZILIAN_MOVES = frozenset("21-17 22-17 22-18 23-18 23-19 24-19 24-20".split())
# Positions whose legal moves have nothing in common: the answer tells for which of them it was given.
APART = [
    (START, START_MOVES),
    (SECOND, SECOND_MOVES),
    (FORCED, FORCED_MOVES),
    (position("W", {45: "w", 5: "b"}), frozenset(["45-40"])),
    (position("W", {36: "w", 5: "b"}), frozenset(["36-31"])),
    (position("B", {6: "b", 46: "w"}), frozenset(["6-11"])),
    (position("B", {15: "b", 46: "w"}), frozenset(["15-20"])),
]


class Failed(Exception):
    """A check did not hold."""


def require(condition, text):
    """Raise Failed with `text` unless the condition holds."""
    if not condition:
        raise Failed(text)


class Slow(Failed):
    """A time was too long. Could be the machine: the conversation is tried again."""


def in_time(seconds, limit, text):
    """Raise Slow with `text` when it took longer."""
    if seconds > limit:
        raise Slow(f"{text}: {seconds:.3f} s, limit {limit:g} s")


class Engine(HubProcess):
    """A HubProcess whose lines are all noted in the context, and with the steps the conversations repeat."""

    def __init__(self, context, command, **options):
        self.context = context
        super().__init__(command, **options)

    def receive(self, timeout):
        line = super().receive(timeout)
        if line is not None:
            self.context.lines.append(line)
        return line

    def ready(self, **params):
        """Handshake. Book off, where there is one, so that searches are searches; more parameters as given."""
        self.send("hub")
        self.declared = {line.fields["name"]: line.fields for line in self.until("wait") if line.command == "param"}
        for name, value in {
            "book": "false",
            **{name.replace("_", "-"): value for name, value in params.items()},
        }.items():
            if name in self.declared:
                self.send(f"set-param name={name} value={value}")
        self.send("init")
        self.until("ready", timeout=30)
        return self

    def go(self, text, level=None, how="think", moves="", timeout=20.0):
        """Position, level, go; returns (lines before done, done line, seconds without waiting for a processor)."""
        lines = [f"pos pos={text}" + (f' moves="{moves}"' if moves else "")]
        if level is not None:
            lines.append(f"level {level}")
        waits = self.waits()
        begin = self.send(*lines, f"go {how}".strip())
        *before, done = self.until("done", timeout=timeout)
        return before, done, max(0.0, done.time - begin - waits.lost())

    def expect(self, text, moves, level="depth=1", how="think", history=""):
        """The engine's move must be one of `moves`."""
        before, done, seconds = self.go(text, level, how, history)
        require(done.fields.get("move") in moves, f"{done.text!r}, expected one of {' '.join(sorted(moves))}")
        return before, done, seconds

    def answer_to(self, *lines, timeout=20.0):
        """What the engine writes to these lines, up to the pong of a ping sent behind them."""
        self.send(*lines, timeout=timeout)
        self.send("ping", timeout=timeout)
        return self.until("pong", timeout=timeout)[:-1]

    def search_and_stop(self, *lines, pause=0.02, timeout=20.0):
        """Send the lines, the last of which is a go; stop it if it has not ended after `pause` seconds. Returns
        (lines before done, done line, seconds from stop to done without waiting for a processor)."""
        self.send(*lines)
        seen, limit = [], time.monotonic() + pause
        while (left := limit - time.monotonic()) > 0 and not (seen and seen[-1].command == "done"):
            line = self.receive(left)
            if line:
                seen.append(line)
        waits = self.waits()
        begin = self.send("stop")
        if not seen or seen[-1].command != "done":
            seen += self.until("done", timeout=timeout)
        return seen[:-1], seen[-1], max(0.0, seen[-1].time - begin - waits.lost())

    def silent(self, name):
        """Nothing more may come, also not behind a ping."""
        rest = self.answer_to()
        require(not rest, f"{name}: {[line.text for line in rest]}")


class Context:
    """The engine command, all engines started from it, and every line they wrote."""

    def __init__(self, command, checks):
        self.command, self.checks = command, checks
        self.lines, self.engines = [], []

    def start(self, command=None, **options):
        engine = Engine(self, command or self.command, **options)
        self.engines.append(engine)
        return engine

    def ready(self, **params):
        """A started and initialised engine."""
        return self.start().ready(**params)

    def run(self, test):
        """Run one conversation; its docstring names it. It returns the detail to print, or raises."""
        name = " ".join(test.__doc__.split()).rstrip(".")
        begin = time.monotonic()
        for attempt in range(1, 4):
            first, passed = len(self.engines), False
            try:
                detail, passed = test(self) or "", True
            except Exception as error:  # whatever goes wrong is the failure of this conversation alone
                kind = "" if isinstance(error, Failed) else f"{type(error).__name__}: "
                detail, slow = f"{kind}{error}", isinstance(error, Slow)
            for engine in self.engines[first:]:
                engine.kill()
            if passed or not slow:
                break
        seconds = time.monotonic() - begin
        detail += f" (try {attempt})" if attempt > 1 else ""
        self.checks.check(passed, name, detail + (f" ({seconds:.1f} s)" if seconds > 1 else ""))


def each(context, items, prepare, check, most_failures=3):
    """Run check(engine, item) for all items on one engine made by prepare(). After a failure a new engine goes on with
    the next item, so that one defect does not hide the others; Failed at the end tells the first few."""
    engine, failures, results = prepare(), [], []
    for item in items:
        try:
            results.append(check(engine, item))
        except (Failed, EngineDied, EngineSilent) as error:
            failures.append(f"{short(item)!r}: {error}")
            if len(failures) >= most_failures:
                failures.append("the rest was not tried")
                break
            engine.kill()
            engine = prepare()
    require(not failures, "; ".join(failures))
    return results


def short(text):
    """The beginning of a long str or bytes."""
    return text if len(text) < 60 else text[:40] + type(text)(b"..." if isinstance(text, bytes) else "...")


def ends(engine, seconds):
    """Wait for the end of the process; the exit status must be 0. Returns the seconds it took."""
    begin = time.monotonic()
    status = engine.wait_exit(5 * seconds)
    require(status is not None, f"still running after {5 * seconds} s{engine.story()}")
    in_time(time.monotonic() - begin, seconds, "the end")
    require(status == 0, f"exit status {status}{engine.story()}")
    return time.monotonic() - begin


def drain(engine):
    """Read to the end of the output."""
    try:
        while engine.receive(1.0) is not None:
            pass
    except EngineDied:
        pass
