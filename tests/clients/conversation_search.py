"""Searching: limits, clocks, move lists, terminal positions, analysis. Run by hub_conversations.py."""

import re
import statistics

from conversation import (
    APART,
    FORCED,
    FORCED_MOVES,
    SECOND_MOVES,
    START,
    START_MOVES,
    Slow,
    in_time,
    position,
    require,
)

LOST = position("W", {46: "w", 37: "b", 41: "b"})  # blocked
EMPTY = position("W", {5: "b"})  # nothing left
TAKES_LAST = position("W", {28: "w", 23: "b"})


def depth_limit(context):
    """level depth: never deeper, every depth reported."""
    engine = context.ready()
    for depth in (1, 2, 5, 8):
        before, _, _ = engine.expect(START, START_MOVES, f"depth={depth}")
        depths = [int(line.fields["depth"]) for line in before if line.command == "info"]
        require(depths and max(depths) == depth and depths == sorted(depths), f"depth={depth}: {depths}")


def nodes_limit(context):
    """level nodes: ends near the number."""
    engine, over = context.ready(threads=1), 0
    for nodes in (1, 1000, 20000, 100000):
        before, _, _ = engine.expect(START, START_MOVES, f"nodes={nodes}")
        used = max((int(line.fields["nodes"]) for line in before if line.command == "info"), default=0)
        over = max(over, used - nodes)
        require(used <= 1.5 * nodes + 50000, f"nodes={nodes}: {used}")
    return f"at most {over} more"


def move_time(context):
    """level move-time: the move comes in time (loosely)."""
    engine, over = context.ready(), []
    for seconds in (0.01, 0.05, 0.05, 0.1, 0.1, 0.1, 0.2, 0.2):
        over.append(1000 * (engine.expect(START, START_MOVES, f"move-time={seconds}")[2] - seconds))
    in_time(max(over) / 1000, 0.5, "over the move-time")
    return f"over the time: average {statistics.fmean(over):+.1f} ms, most {max(over):+.1f} ms"


def clock(context):
    """level time, inc, moves: uses a sensible part of the clock."""
    engine, used = context.ready(), []
    for level, most in (
        ("time=2", 1),
        ("time=2 inc=0.1", 1.2),
        ("moves=10 time=1", 0.8),
        ("moves=1 time=0.3", 0.4),
        ("time=0.3 inc=0.05", 0.4),
        ("time=0.5 moves=0", 0.5),
        ("inc=0.1 time=1.0", 1),
    ):
        seconds = engine.expect(START, START_MOVES, level)[2]
        in_time(seconds, most + 0.3, level)
        used.append(f"{level.replace(' ', ',')} {seconds:.3f}")
    return "; ".join(used)


def little_time(context):
    """Clocks at, near and below zero, tiny move-times and decimal commas end by themselves."""
    engine, longest = context.ready(), 0.0
    for level in (
        "time=-0.9 inc=1.0",
        "time=0",
        "time=0 inc=0.1",
        "time=-5",
        "time=-3.25 inc=0.5",
        "time=-3.25 inc=4",
        "time=0.001",
        "move-time=0",
        "move-time=1e-05",
        "move-time=0.30000000000000004",
        "move-time=0,05",
        "time=0,5 inc=0,01",
        "moves=1 time=0,2",
        "moves=75 time=1.000",
        "nodes=1",
        "depth=1",
        "time=0.01 moves=40",
    ):
        done, seconds = engine.expect(START, START_MOVES, level, how="think")[1:]
        longest = max(longest, seconds)
        in_time(seconds, 2, level)
        require(done.fields.get("move") in START_MOVES, f"{level}: {done.text}")
    return f"longest {longest:.3f} s"


def decimal_comma(context):
    """0,3 s is as long as 0.3 s."""
    engine = context.ready()
    point, comma = (engine.expect(START, START_MOVES, f"move-time={text}", "analyze")[2] for text in ("0.3", "0,3"))
    if comma < point / 2:
        raise Slow(f"0.3: {point:.3f} s, 0,3: {comma:.3f} s")
    return f"0.3: {point:.3f} s, 0,3: {comma:.3f} s"


def levels_add_up(context):
    """Several level lines add up, unknown keys are ignored, and the level is gone after done."""
    engine = context.ready()
    for lines in (
        ("depth=3", "move-time=60"),
        ("move-time=60", "depth=3"),
        ("handicap=2", "ply=7", "nodes=1000000000", "depth=4"),
        ("depth=4 move-time=60 nodes=99999999999",),
        ("time=6000", "depth=3"),
        ("depth=9 depth=2",),
        ("depth=20", "depth=2"),
    ):
        engine.send(f"pos pos={START}", *(f"level {line}" for line in lines), "go think")
        done = engine.until("done")[-1]
        require(done.fields.get("move") in START_MOVES, f"{lines}: {done.text}")
    engine.send("go analyze")
    early = [line for line in engine.pause(0.25) if line.command == "done"]
    require(not early, "a search without level ended by itself: the old level was not cleared")
    engine.send("stop")
    engine.until("done")
    engine.silent("behind done")


def odd_writing(context):
    """Order of arguments, repeated blanks, values of flags, quotes, repeated arguments, unknown keys."""
    engine = context.ready()
    for go in ("go think=true", "go", "  go\tthink  ", "go analyze=true", "go think foo bar=1", "go think  "):
        engine.send(f"pos pos={FORCED}", "level depth=2", go)
        done = engine.until("done")[-1]
        require(done.fields.get("move") == "46-41", f"{go!r}: {done.text}")
    for pos in (
        f'pos moves="" pos={FORCED}',
        f'pos pos="{FORCED}"',
        f'pos pos={FORCED} wolf="W12=1 B33=2"',
        f"pos  pos={START}  pos={FORCED}",
        f'pos pos={FORCED} moves=""',
        f"pos frysk pos={FORCED} turn=x",
    ):
        require(not engine.answer_to(pos, "level depth=2"), f"{pos!r}: an answer")
        engine.send("go think")
        done = engine.until("done")[-1]
        require(done.fields.get("move") == "46-41", f"{pos!r}: {done.text}")
        engine.send(f"pos pos={START}")


def move_lists(context):
    """moves: from the start position, captures in every form clients use, leading zeros, single move without quotes."""
    engine = context.ready()
    after = frozenset("31-26 31-27 33-28 33-29 34-29 34-30 35-30 37-32 38-32".split())  # after 32-28 19-23 28x19 14x23
    for moves in (
        "32-28 19-23 28x19x23 14x23x19",
        "32-28 19-23 28x19 14x23x19",
        "32-28  19-23\t28x19x23 14x23",
        " 32-28 19-23 28x19x23 14x23x19 ",
    ):
        for pos in ("pos", "pos start", f"pos pos={START}"):
            answer = engine.answer_to(f'{pos} moves="{moves}"', "level depth=3")
            require(not answer, f"{pos} moves={moves!r}: {answer}")
            engine.send("go think")
            done = engine.until("done")[-1]
            require(done.fields.get("move") in after, f"{pos} moves={moves!r}: {done.text}")
    engine.expect(position("W", {6: "W", 46: "w", 5: "b"}), {"5-10"}, history="06-01")
    many = position("W", {38: "W", 22: "b", 23: "b", 32: "b", 33: "b", 5: "b"})  # a capture that ends where it began
    for order in ("38x38x22x23x32x33", "38x38x33x23x22x32", "38x38x32x22x23x33"):
        engine.expect(many, {"5-10"}, history=order)
    engine.send("pos moves=32-28", "level depth=2", "go think")
    done = engine.until("done")[-1]
    require(done.fields.get("move") in SECOND_MOVES, done.text)
    both = engine.answer_to(f'pos pos={FORCED} moves="46-41 5-11"', "level depth=1")  # the second is illegal
    require([line.command for line in both] == ["error"], str(both))
    engine.send("go think")
    done = engine.until("done")[-1]
    stands = {"46-41": "the new position", "5-10": "the new position after its first move"}.get(done.fields.get("move"))
    require(stands or done.fields.get("move") in SECOND_MOVES, done.text)
    return f"an illegal second move leaves {stands or 'the old position'}"


def long_histories(context):
    """Histories of 5,000 and 100,000 moves."""
    engine, kings = context.ready(), position("W", {46: "W", 1: "W", 5: "B", 50: "B"})
    shuffle, spent = "1-6 50-45 6-1 45-50 ", []
    for count in (300, 5000, 100000):
        _, done, seconds = engine.go(kings, "depth=3", "think", shuffle * (count // 4), timeout=30)
        require(re.fullmatch(r"(1|46)-\d+", done.fields.get("move", "")), done.text)
        spent.append(f"{count} moves {seconds:.3f} s")
    engine.expect(FORCED, FORCED_MOVES)
    return ", ".join(spent)


def no_move(context):
    """Terminal positions: a bare done, no info, once."""
    engine = context.ready()
    for text in (LOST, EMPTY):
        for level, how in (
            ("depth=3", "think"),
            ("move-time=0.1", "think"),
            ("depth=3", "analyze"),
            ("nodes=1000", "analyze"),
            (None, "think"),
        ):
            before, done, seconds = engine.go(text, level, how)
            require(
                done.text == "done" and not before, f"{level} {how}: {[line.text for line in before]} {done.text!r}"
            )
            in_time(seconds, 1, f"{level} {how}")
    held = 0
    for how in ("ponder", "analyze"):
        engine.send(f"pos pos={LOST}", f"go {how}")
        early = engine.pause(0.1)
        held += not early
        lines = early + engine.answer_to("stop") + engine.pause(0.1)
        require([line.text for line in lines] == ["done"], f"{how}, stop: {lines}")
    engine.send(f"pos pos={EMPTY}", "level move-time=0.1", "go ponder", "ponder-hit", "stop", "ping")
    lines = engine.until("pong") + engine.pause(0.2)
    require([line.text for line in lines if line.command != "pong"] == ["done"], f"ponder-hit, stop: {lines}")
    return f"held until stop in {held} of 2"


def single_move(context):
    """A single legal move: at once in think, searched in analyze, held in ponder."""
    engine = context.ready()
    seconds = engine.expect(FORCED, FORCED_MOVES, "move-time=5")[2]
    in_time(seconds, 1, "think")
    before = engine.expect(FORCED, FORCED_MOVES, "depth=5", "analyze")[0]
    require(any(line.command == "info" for line in before), "analyze: no info")
    for how in ("ponder", "analyze"):
        engine.send(f"pos pos={FORCED}", f"go {how}")
        early = [line for line in engine.pause(0.2) if line.command == "done"]
        require(not early, f"{how}: done before stop")
        engine.send("stop")
        require(engine.until("done")[-1].fields.get("move") == "46-41", how)
    engine.silent("behind done")
    return f"{1000 * seconds:.1f} ms"


def last_piece(context):
    """Taking the last piece: score above 90, no ponder move; for the loser below -90."""
    engine = context.ready()
    before, done, _ = engine.go(TAKES_LAST, "depth=4", "analyze")
    require(done.text == "done move=28x19x23", done.text)
    score = float(before[-1].fields["score"])
    require(90 < score <= 100, before[-1].text)
    before, done, _ = engine.go(position("B", {6: "b", 17: "w", 47: "w"}), "depth=6", "analyze")  # 6-11, 17x6
    lost = float(before[-1].fields["score"])
    require(-100 <= lost < -90, before[-1].text)
    return f"{score:+.2f} {lost:+.2f}"


def short_analysis(context):
    """Every analyze search has an info line with depth, score and pv, also when stopped at once."""
    engine, other = context.ready(), 0
    for lines in (
        [f"pos pos={START}", "level depth=1", "go analyze"],
        [f"pos pos={START}", "go analyze", "stop"],
        [f"pos pos={START}", "level nodes=1", "go analyze"],
        [f"pos pos={START}", "level move-time=0.001", "go analyze"],
    ):
        for _ in range(10):
            engine.send(*lines)
            *before, done = engine.until("done")
            infos = [line for line in before if line.command == "info"]
            require(infos and {"depth", "score", "pv"} <= set(infos[-1].fields), f"{lines}: {before}")
            require(done.fields.get("move") in START_MOVES, f"{lines}: {done.text}")
            same = infos[-1].fields["pv"].split()[0] == done.fields["move"]
            require(
                same or "level depth=1" not in lines, f"the pv begins with another move: {infos[-1].text} / {done.text}"
            )
            other += not same
    engine.silent("behind done")
    return f"{other} of 40 moves are not those of the last pv"


def think_stopped_at_once(context):
    """think stopped at once still gives a legal move, once."""
    engine = context.ready()
    for _ in range(30):
        for text, moves in APART[:3]:
            engine.send(f"pos pos={text}", "level move-time=30", "go think", "stop")
            done = engine.until("done")[-1]
            require(done.fields.get("move") in moves, done.text)
    engine.silent("behind done")


TESTS = [
    depth_limit,
    nodes_limit,
    move_time,
    clock,
    little_time,
    decimal_comma,
    levels_add_up,
    odd_writing,
    move_lists,
    long_histories,
    no_move,
    single_move,
    last_piece,
    short_analysis,
    think_stopped_at_once,
]
