"""One game between two Hub engines under the referee: clocks, histories, and who is to blame when it goes wrong.

Not run by itself; match.py plays its games with it.
"""

import dataclasses
import statistics
import time

from hub_process import EngineDied, EngineSilent, HubProcess, quoted
from referee import BLACK, DRAW, WHITE, Game, IllegalMove


@dataclasses.dataclass
class Limits:
    """What every search is allowed; seconds. `margin` is forgiven before a time loss, `hang` more before we give up."""

    move_time: float | None = None
    time: float | None = None
    inc: float = 0.0
    nodes: int | None = None
    depth: int | None = None
    margin: float = 0.2
    hang: float = 30.0
    max_plies: int = 1000

    def level(self, left):
        """The level line. `time` is what is left before the increment of this move is credited."""
        words = [
            f"{name}={value}" for name, value in (("depth", self.depth), ("nodes", self.nodes)) if value is not None
        ]
        if self.move_time is not None:
            words.append(f"move-time={self.move_time:g}")
        if self.time is not None:
            words.append(f"time={left:.3f}" + (f" inc={self.inc:g}" if self.inc else ""))
        return "level " + " ".join(words)

    def budget(self, left):
        """Seconds this move may take, or None."""
        own = [
            seconds
            for seconds in (self.move_time, None if self.time is None else left + self.inc)
            if seconds is not None
        ]
        return min(own) if own else None


class Blame(Exception):
    """The engine lost by its own fault: `kind` is illegal, time, crash or hang."""

    def __init__(self, kind, detail):
        super().__init__(detail)
        self.kind = kind


class Tally:
    """What is counted of one engine over its games."""

    def __init__(self):
        self.times, self.overruns, self.net_overruns, self.depths, self.nodes, self.info_seconds = (
            [],
            [],
            [],
            [],
            0,
            0.0,
        )
        self.faults, self.least_left = [], None
        self.stderr_bytes, self.stderr_sample = 0, ""

    def figures(self):
        """The same as plain numbers; seconds."""
        return {
            "moves": len(self.times),
            "average_time": statistics.fmean(self.times) if self.times else None,
            "longest_time": max(self.times, default=None),
            "average_overrun": statistics.fmean(self.overruns) if self.overruns else None,
            "longest_overrun": max(self.overruns, default=None),
            "longest_net_overrun": max(self.net_overruns, default=None),
            "least_left": self.least_left,
            "average_depth": statistics.fmean(self.depths) if self.depths else None,
            "nodes": self.nodes,
            "nodes_per_second": self.nodes / self.info_seconds if self.info_seconds else None,
            "faults": self.faults,
            "stderr_bytes": self.stderr_bytes,
            "stderr_sample": self.stderr_sample,
        }


class Player:
    """One engine over many games; started when needed, started anew after a crash or hang."""

    def __init__(self, name, command, params, variant):
        self.name, self.command, self.variant = name, command, variant
        self.params = list(params)
        self.engine = None
        self.tally = Tally()

    def ready(self):
        """A running engine that has answered everything so far and knows that a new game begins."""
        try:
            if self.engine is None:
                self.engine = HubProcess(self.command)
                self.engine.send("hub")
                variants = [
                    line.fields.get("values", "")
                    for line in self.engine.until("wait", timeout=15)
                    if line.command == "param" and line.fields.get("name") == "variant"
                ]
                if self.variant.name not in " ".join(variants or ["normal"]).split():
                    raise Blame("crash", f"does not offer the variant {self.variant.name}")
                if variants:
                    self.engine.send(f"set-param name=variant value={self.variant.name}")
                for name, value in self.params:
                    self.engine.send(f"set-param name={name} value={quoted(value)}")
                self.engine.send("init")
                self.engine.until("ready", timeout=60)
            self.engine.send("new-game", "ping")
            for line in self.engine.until("pong", timeout=15)[:-1]:
                self.fault(f"between games: {line.text}")
        except EngineDied as error:
            raise Blame("crash", f"at the start of a game: {error}") from error
        except EngineSilent as error:
            raise Blame("hang", f"at the start of a game: {error}") from error
        except OSError as error:
            raise Blame("crash", f"cannot be started: {error}") from error

    def fault(self, text):
        """Note output that should not have come."""
        if len(self.tally.faults) < 100:
            self.tally.faults.append(text[:200])

    def think(self, position, moves, limits, left):
        """Search; returns (move text, seconds to charge: not those in which the machine let others run)."""
        try:
            while (line := self.engine.receive(0)) is not None:
                self.fault(f"while idle: {line.text}")
            history = f' moves="{" ".join(map(str, moves))}"' if moves else ""
            waits = self.engine.waits()
            begin = self.engine.send(f"pos pos={position.hub()}{history}", limits.level(left), "go think")
            budget = limits.budget(left)
            deadline = begin + max(budget or 0.0, 0.0) + limits.margin + limits.hang
            done, info = self._until_done(deadline, waits)
            waited = waits.lost()
        except EngineDied as error:
            status = self.engine.wait_exit(2)
            raise Blame("crash", f"exit status {status}: {error}") from error
        except EngineSilent as error:
            raise Blame("hang", str(error)) from error
        used = done.time - begin
        self._count(used, waited, info, limits, left)
        if budget is not None and used - waited > max(budget, 0.0) + limits.margin:
            raise Blame("time", f"used {used:.3f} s of {budget:.3f} s, {waited:.3f} s of it without a processor")
        move = done.fields.get("move")
        if not move:
            raise Blame("illegal", f"no move: {done.text!r}")
        return move, max(0.0, used - waited)

    def _until_done(self, deadline, waits):
        info = None
        while True:
            line = self.engine.receive(min(0.05, deadline - time.monotonic()))
            if line is None:
                waits.sample()
                if time.monotonic() < deadline:
                    continue
                raise EngineSilent("no done" + self.engine.story())
            if line.command == "done":
                return line, info
            if line.command == "info":
                info = line
            else:
                self.fault(f"while thinking: {line.text}")

    def _count(self, used, waited, info, limits, left):
        tally = self.tally
        tally.times.append(used)
        if limits.move_time is not None:
            tally.overruns.append(used - limits.move_time)
            tally.net_overruns.append(used - waited - limits.move_time)
        if limits.time is not None:
            after = left + limits.inc - max(0.0, used - waited)
            tally.least_left = after if tally.least_left is None else min(after, tally.least_left)
        if info is not None:
            try:
                tally.depths.append(int(info.fields.get("depth", "")))
                nodes, seconds = int(info.fields.get("nodes", "")), float(info.fields.get("time", ""))
                tally.nodes += nodes
                tally.info_seconds += seconds
            except (ValueError, TypeError):
                pass

    def stop(self):
        """End the engine and keep what it wrote to stderr."""
        if self.engine is not None:
            self.engine.kill()
            self.tally.stderr_bytes += len(self.engine.stderr)
            self.tally.stderr_sample = self.tally.stderr_sample or self.engine.stderr[:500].decode(
                "utf-8", "backslashreplace"
            )
            self.engine = None

    def leave(self):
        """End the engine politely when it still runs."""
        if self.engine is not None:
            self.engine.quit(2)
        self.stop()


def play_game(variant, start, opening, players, limits):
    """Play from `start` with the Hub moves `opening`; `players` maps WHITE and BLACK to Player. Returns a record."""
    game = Game(variant, start)
    pdn = []

    def make(text):
        move = game.find(text)
        pdn.append(game.pdn(move))
        return game.play(text)

    for text in opening:
        make(text)
    left = dict.fromkeys((WHITE, BLACK), limits.time)
    times, culprit, kind, detail = [], None, None, ""
    try:
        for side in (WHITE, BLACK):
            culprit = side
            players[side].ready()
        culprit = None
        while game.result is None:
            if len(game.moves) >= limits.max_plies:
                game.result = DRAW, f"{limits.max_plies} plies"
                break
            side = culprit = game.position.side
            text, used = players[side].think(game.start, game.moves, limits, left[side])
            times.append(round(used, 4))
            if limits.time is not None:
                left[side] += limits.inc - used
            try:
                make(text)
            except IllegalMove as error:
                raise Blame("illegal", str(error)) from error
            culprit = None
        winner, reason = game.result
    except Blame as blame:
        winner, reason = (BLACK if culprit == WHITE else WHITE), blame.kind
        kind, detail = blame.kind, str(blame)
        if kind != "time":
            players[culprit].stop()
    return {
        "result": {WHITE: "white", BLACK: "black", DRAW: "draw"}[winner],
        "reason": reason,
        "blame": kind,
        "detail": detail,
        "culprit": culprit and {WHITE: "white", BLACK: "black"}[culprit],
        "start": game.start.fen(),
        "book_plies": len(opening),
        "moves": [str(move) for move in game.moves],
        "pdn": pdn,
        "times": times,
        "final": game.position.fen(),
    }
