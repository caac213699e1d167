"""What arrives while the engine searches: stop, ping, ponder-hit, new commands, in every order. Run by hub_conversations.py."""

import random
import re
import statistics
import time

from conversation import (
    APART,
    FORCED,
    FORCED_MOVES,
    START,
    START_MOVES,
    in_time,
    position,
    require,
)


def stop_latency(context):
    """stop is answered soon."""
    engine, waits = context.ready(), []
    for turn in range(24):
        engine.send(f"pos pos={START}", ("go analyze", "level infinite\ngo think", "go ponder")[turn % 3])
        engine.pause(0.02 + 0.02 * (turn % 4))
        before = engine.waits()
        begin = engine.send("stop")
        seconds = engine.until("done")[-1].time - begin
        waits.append(1000 * max(0.0, seconds - before.lost()))
    figures = f"median {statistics.median(waits):.1f} ms, longest {max(waits):.1f} ms"
    in_time(max(waits) / 1000, 1, figures)
    return figures


def ping_latency(context):
    """ping is answered while searching, and the search goes on."""
    engine, waits = context.ready(), []
    for how in ("think", "ponder", "analyze"):
        engine.send(f"pos pos={START}", "level infinite", f"go {how}")
        for _ in range(8):
            engine.pause(0.02)
            busy = engine.waits()
            begin = engine.send("ping")
            *before, pong = engine.until("pong")
            waits.append(1000 * max(0.0, pong.time - begin - busy.lost()))
            require(not any(line.command == "done" for line in before), f"ping ended go {how}")
        engine.send("stop")
        engine.until("done")
    engine.silent("behind done")
    figures = f"median {statistics.median(waits):.1f} ms, longest {max(waits):.1f} ms"
    in_time(statistics.median(waits) / 1000, 0.2, figures)
    in_time(max(waits) / 1000, 1, figures)
    return figures


def ignored_while_searching(context):
    """Unknown commands, empty lines, ponder-hit in think do not end a search, nor print more than an error."""
    engine = context.ready()
    for how in ("think", "analyze", "ponder"):
        engine.send(
            f"pos pos={START}",
            "level infinite",
            f"go {how}",
            "",
            "   ",
            "xyzzy",
            "uci",
            *(["ponder-hit"] if how != "ponder" else []),
            "HUB",
            "Stop",
            "ponder-hit-me",
            "ping",
        )
        lines = engine.until("pong") + engine.pause(0.1)
        odd = [line.text for line in lines if line.command not in ("info", "pong", "error")]
        require(not odd, f"go {how}: {odd}")
        engine.send("stop")
        engine.until("done")
    for line in ("stop", "stop", "ponder-hit", "stop"):
        require(not engine.answer_to(line), f"{line} when idle is answered")


def commands_without_stop(context):
    """pos, level, go in mid-search end it: done for the old search, then the new one."""
    engine = context.ready()
    for lines in (
        [f"pos pos={FORCED}", "level depth=2", "go think"],
        ["level depth=2", f"pos pos={FORCED}", "level depth=2", "go think"],
        ["new-game", f"pos pos={FORCED}", "level depth=2", "go think"],
        ["set-param name=book-ply value=4", f"pos pos={FORCED}", "level depth=2", "go think"],
    ):
        for how in ("think", "ponder", "analyze"):
            engine.send(f"pos pos={START}", "level infinite", f"go {how}")
            time.sleep(0.01)
            engine.send(*lines)
            first, second = (engine.until("done")[-1] for _ in range(2))
            require(
                first.fields.get("move") in START_MOVES and second.fields.get("move") == "46-41",
                f"go {how}: {first.text}, {second.text}",
            )
    engine.send(f"pos pos={START}", "level infinite", "go think", "go ponder", "go analyze", "stop")
    for _ in range(3):
        engine.until("done")
    engine.silent("behind three done")


def init_and_hub_while_searching(context):
    """hub and init in mid-search: one done, one answer."""
    engine = context.ready()
    for line, answer in (("hub", "wait"), ("init", "ready")):
        engine.send(f"pos pos={START}", "level infinite", "go think", line)
        lines = engine.until(answer, timeout=20)
        lines += engine.answer_to("stop") + engine.pause(0.1)
        counts = [sum(entry.command == command for entry in lines) for command in ("done", answer)]
        require(counts == [1, 1], f"{line}: done and {answer} {counts} times")
        engine.expect(FORCED, FORCED_MOVES)


def ponder(context):
    """ponder: held past the clock until ponder-hit or stop; after the hit the clock runs."""
    engine, after = context.ready(ponder="true"), []
    for level in ("move-time=0.05", "time=0.5", "depth=2", "time=0.2 inc=0.05", "nodes=100"):
        engine.send(f"pos pos={START}", f"level {level}", "go ponder")
        require(not [line for line in engine.pause(0.3) if line.command == "done"], f"{level}: done before ponder-hit")
        before = engine.waits()
        begin = engine.send("ponder-hit")
        done = engine.until("done")[-1]
        after.append(max(0.0, done.time - begin - before.lost()))
        require(done.fields.get("move") in START_MOVES, done.text)
        in_time(after[-1], 1.5, f"{level}, after ponder-hit")
        require(not engine.answer_to("ponder-hit", "stop"), "late ponder-hit or stop is answered")
    return "after the hit " + " ".join(f"{seconds:.3f}" for seconds in after) + " s"


def races(context, count=500):
    """Exactly one done per go, in order: random stop, ponder-hit, go with gaps of 0 to 5 ms."""
    rng, engine = random.Random(5), context.ready()
    asked, answered = [], 0

    def collect(lines):
        nonlocal answered
        for line in lines:
            require(line.command in ("info", "done", "pong"), f"unexpected {line.text}{engine.story()}")
            if line.command == "done":
                require(answered < len(asked), f"done without go: {line.text}{engine.story()}")
                require(
                    line.fields.get("move") in asked[answered],
                    f"done number {answered + 1}: {line.text}, expected one of {' '.join(asked[answered])}{engine.story(20)}",
                )
                answered += 1

    def settle():
        """Wait until every go has its done, then see that nothing follows."""
        limit = time.monotonic() + 30
        while answered < len(asked):
            line = engine.receive(limit - time.monotonic())
            require(line is not None, f"{len(asked)} go, {answered} done after 30 s{engine.story(20)}")
            collect([line])
        collect(engine.answer_to())

    scripts = [
        ("go ponder", "stop"),
        ("go ponder", "ponder-hit"),
        ("go ponder", "ponder-hit", "stop"),
        ("go ponder", "stop", "ponder-hit"),
        ("go ponder", "stop", "stop"),
        ("go ponder", "ponder-hit", "ponder-hit", "stop", "stop"),
        ("go think", "stop"),
        ("go think",),
        ("go think", "ponder-hit", "stop"),
        ("go analyze", "stop", "stop"),
        ("go analyze", "ping", "stop"),
        ("go ponder", "ping", "ponder-hit"),
        ("go think", "ping"),
        ("go analyze",),
        ("go ponder",),
        ("go think", "stop", "ping", "stop"),
    ]
    for _ in range(count):
        text, moves = rng.choice(APART)
        script = rng.choice(scripts)
        lines = [
            f"pos pos={text}",
            rng.choice(
                (
                    "level move-time=0.003",
                    "level move-time=0.01",
                    "level depth=3",
                    "level nodes=500",
                    "level time=0.2 inc=0.01",
                )
            ),
            *script,
        ]
        asked.append(moves)
        if rng.random() < 0.4:
            engine.send(*lines)
        else:
            for line in lines:
                engine.send(line)
                if rng.random() < 0.5:
                    collect(engine.pause(rng.uniform(0, 0.005)))
        if script == ("go ponder",):
            if rng.random() < 0.5:
                continue  # the next pos ends it
            collect(engine.pause(0.005))
            engine.send(rng.choice(("stop", "ponder-hit")))
        if rng.random() < 0.3:
            settle()
        elif rng.random() < 0.5:
            collect(engine.pause(rng.uniform(0, 0.005)))
    engine.send("stop")
    settle()
    return f"{len(asked)} go, {answered} done"


def pipelined_searches(context):
    """A hundred searches sent without reading: as many done lines, in order."""
    engine, lines, order = context.ready(), [], []
    for turn in range(100):
        text, moves = APART[turn % len(APART)]
        order.append(moves)
        lines += [
            f"pos pos={text}",
            f"level depth={1 + turn % 3}",
            "go think",
            *(["stop"] if turn % 5 == 0 else []),
            *(["ping"] if turn % 7 == 0 else []),
        ]
    engine.send(*lines)
    for number, moves in enumerate(order, 1):
        done = engine.until("done")[-1]
        require(done.fields.get("move") in moves, f"number {number}: {done.text}")
    engine.silent("behind the last done")


def site_worker(context):
    """The analysis worker of the draughts site (hs2), with stops sent twice; then its self-play."""
    engine = context.start()
    engine.send("hub")
    engine.until("wait")
    engine.send(
        "set-param name=variant value=normal",
        "set-param name=threads value=1",
        "set-param name=tt-size value=16",
        "init",
    )
    engine.until("ready", timeout=30)
    moves = "32-28 19-23 28x19x23 14x23x19"
    after = frozenset("31-26 31-27 33-28 33-29 34-29 34-30 35-30 37-32 38-32".split())
    for _ in range(3):
        engine.send(
            "new-game",
            f'pos pos={START} moves="{moves}"',
            "level handicap=2",
            "level ply=7",
            "level nodes=120",
            "set-param name=eval value=pst",
            "set-param name=book-margin value=100",
            "set-param name=book-ply value=4",
            "level depth=6",
            "level move-time=0.05",
            "go think",
        )
        lines = engine.until("done")
        require(lines[-1].fields.get("move") in after, str(lines[-1]))
        require(all(line.command in ("info", "done") for line in lines), str(lines))
        engine.send("new-game", f'pos pos={START} moves="{moves}"', "level nodes=3500000", "go analyze")
        engine.until("info")
        engine.send("stop", "stop")
        engine.until("done")
        engine.send("stop")
        engine.silent("behind two stops")


def other_transcripts(context):
    """The remaining sample conversations (hs3, hs4, hs5)."""
    engine = context.ready()
    engine.expect(START, START_MOVES, "time=-0.9 inc=1.0")
    engine.expect(
        START,
        frozenset("28-22 31-26 31-27 32-27 33-29 34-29 34-30 35-30 43-39 44-39".split()),
        "depth=8",
        "analyze",
        "33-28 18-23 39-33 12-18",
    )
    kings = position("B", {4: "W", 5: "W", 26: "w", 36: "w", 38: "B", 48: "B"})
    engine.send(f'pos pos={kings} moves=""', "level move-time=0.1", "go think")
    done = engine.until("done")[-1]
    require(re.fullmatch(r"(38|48)-\d+", done.fields.get("move", "")), done.text)
    engine.send(f"pos pos={START}", "level move-time=0.05", "go ponder", "ponder-hit")
    engine.until("done")
    engine.send("go ponder", "stop")
    engine.until("done")
    engine.send(f"pos pos={START}", "level move-time=0.05", "go think")
    engine.until("done")
    engine.silent("behind done")


def book(context):
    """With the book on the first move is legal, think and ponder alike."""
    engine = context.start()
    engine.handshake()
    for how in ("think", "analyze"):
        engine.expect(START, START_MOVES, "move-time=0.05", how)
    engine.send(f"pos pos={START}", "level move-time=0.05", "go ponder")
    require(not [line for line in engine.pause(0.2) if line.command == "done"], "ponder answered from the book")
    engine.send("ponder-hit")
    engine.until("done")
    engine.silent("behind done")


def threads(context):
    """Two and four threads: searches, stops, ponders; two init with another tt-size."""
    engine = context.ready()
    if "threads" not in engine.declared:
        return "skipped: no param threads"
    for count in (2, 4, 1):
        engine.send(f"set-param name=threads value={count}", "set-param name=tt-size value=17", "init")
        engine.until("ready", timeout=30)
        engine.expect(START, START_MOVES, "move-time=0.1")
        for _ in range(10):
            engine.send(f"pos pos={START}", "go analyze")
            engine.pause(0.01)
            engine.send("stop")
            engine.until("done")
    engine.silent("behind done")
    return ""


TESTS = [
    stop_latency,
    ping_latency,
    ignored_while_searching,
    commands_without_stop,
    init_and_hub_while_searching,
    ponder,
    races,
    pipelined_searches,
    site_worker,
    other_transcripts,
    book,
    threads,
]
