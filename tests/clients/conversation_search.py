"""Searching: limits, answers, pondering, races, order of done lines, speed, memory. Run by hub_conversations.py."""

import os
import random
import re
import statistics
import time

from conversation import (APART, DONE, FORCED, FORCED_MOVES, INFO, SECOND_MOVES, START, START_MOVES, Slow, in_time,
                          position, require)

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
    for level, most in (("time=2", 1), ("time=2 inc=0.1", 1.2), ("moves=10 time=1", 0.8), ("moves=1 time=0.3", 0.4),
                        ("time=0.3 inc=0.05", 0.4), ("time=0.5 moves=0", 0.5), ("inc=0.1 time=1.0", 1)):
        seconds = engine.expect(START, START_MOVES, level)[2]
        in_time(seconds, most + 0.3, level)
        used.append(f"{level.replace(' ', ',')} {seconds:.3f}")
    return "; ".join(used)


def little_time(context):
    """Clocks at, near and below zero, tiny move-times and decimal commas end by themselves."""
    engine, longest = context.ready(), 0.0
    for level in ("time=-0.9 inc=1.0", "time=0", "time=0 inc=0.1", "time=-5", "time=-3.25 inc=0.5", "time=-3.25 inc=4", "time=0.001",
                  "move-time=0", "move-time=1e-05", "move-time=0.30000000000000004", "move-time=0,05", "time=0,5 inc=0,01",
                  "moves=1 time=0,2", "moves=75 time=1.000", "nodes=1", "depth=1", "time=0.01 moves=40"):
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
    for lines in (("depth=3", "move-time=60"), ("move-time=60", "depth=3"), ("handicap=2", "ply=7", "nodes=1000000000", "depth=4"),
                  ("depth=4 move-time=60 nodes=99999999999",), ("time=6000", "depth=3"), ("depth=9 depth=2",), ("depth=20", "depth=2")):
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
    for pos in (f'pos moves="" pos={FORCED}', f'pos pos="{FORCED}"', f'pos pos={FORCED} wolf="W12=1 B33=2"', f"pos  pos={START}  pos={FORCED}",
                f'pos pos={FORCED} moves=""', f"pos frysk pos={FORCED} turn=x"):
        require(not engine.answer_to(pos, "level depth=2"), f"{pos!r}: an answer")
        engine.send("go think")
        done = engine.until("done")[-1]
        require(done.fields.get("move") == "46-41", f"{pos!r}: {done.text}")
        engine.send(f"pos pos={START}")


def move_lists(context):
    """moves: from the start position, captures in every form clients use, leading zeros, single move without quotes."""
    engine = context.ready()
    after = frozenset("31-26 31-27 33-28 33-29 34-29 34-30 35-30 37-32 38-32".split())  # after 32-28 19-23 28x19 14x23
    for moves in ("32-28 19-23 28x19x23 14x23x19", "32-28 19-23 28x19 14x23x19", "32-28  19-23\t28x19x23 14x23", " 32-28 19-23 28x19x23 14x23x19 "):
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
        for level, how in (("depth=3", "think"), ("move-time=0.1", "think"), ("depth=3", "analyze"), ("nodes=1000", "analyze"), (None, "think")):
            before, done, seconds = engine.go(text, level, how)
            require(done.text == "done" and not before, f"{level} {how}: {[line.text for line in before]} {done.text!r}")
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
    for lines in ([f"pos pos={START}", "level depth=1", "go analyze"], [f"pos pos={START}", "go analyze", "stop"],
                  [f"pos pos={START}", "level nodes=1", "go analyze"], [f"pos pos={START}", "level move-time=0.001", "go analyze"]):
        for _ in range(10):
            engine.send(*lines)
            *before, done = engine.until("done")
            infos = [line for line in before if line.command == "info"]
            require(infos and {"depth", "score", "pv"} <= set(infos[-1].fields), f"{lines}: {before}")
            require(done.fields.get("move") in START_MOVES, f"{lines}: {done.text}")
            same = infos[-1].fields["pv"].split()[0] == done.fields["move"]
            require(same or "level depth=1" not in lines, f"the pv begins with another move: {infos[-1].text} / {done.text}")
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
        engine.send(f"pos pos={START}", "level infinite", f"go {how}", "", "   ", "xyzzy", "uci", *(["ponder-hit"] if how != "ponder" else []),
                    "HUB", "Stop", "ponder-hit-me", "ping")
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
    for lines in ([f"pos pos={FORCED}", "level depth=2", "go think"], ["level depth=2", f"pos pos={FORCED}", "level depth=2", "go think"],
                  ["new-game", f"pos pos={FORCED}", "level depth=2", "go think"],
                  ["set-param name=book-ply value=4", f"pos pos={FORCED}", "level depth=2", "go think"]):
        for how in ("think", "ponder", "analyze"):
            engine.send(f"pos pos={START}", "level infinite", f"go {how}")
            time.sleep(0.01)
            engine.send(*lines)
            first, second = (engine.until("done")[-1] for _ in range(2))
            require(first.fields.get("move") in START_MOVES and second.fields.get("move") == "46-41", f"go {how}: {first.text}, {second.text}")
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
                require(line.fields.get("move") in asked[answered],
                        f"done number {answered + 1}: {line.text}, expected one of {' '.join(asked[answered])}{engine.story(20)}")
                answered += 1

    def settle():
        """Wait until every go has its done, then see that nothing follows."""
        limit = time.monotonic() + 30
        while answered < len(asked):
            line = engine.receive(limit - time.monotonic())
            require(line is not None, f"{len(asked)} go, {answered} done after 30 s{engine.story(20)}")
            collect([line])
        collect(engine.answer_to())

    scripts = [("go ponder", "stop"), ("go ponder", "ponder-hit"), ("go ponder", "ponder-hit", "stop"), ("go ponder", "stop", "ponder-hit"),
               ("go ponder", "stop", "stop"), ("go ponder", "ponder-hit", "ponder-hit", "stop", "stop"), ("go think", "stop"), ("go think",),
               ("go think", "ponder-hit", "stop"), ("go analyze", "stop", "stop"), ("go analyze", "ping", "stop"), ("go ponder", "ping", "ponder-hit"),
               ("go think", "ping"), ("go analyze",), ("go ponder",), ("go think", "stop", "ping", "stop")]
    for _ in range(count):
        text, moves = rng.choice(APART)
        script = rng.choice(scripts)
        lines = [f"pos pos={text}", rng.choice(("level move-time=0.003", "level move-time=0.01", "level depth=3", "level nodes=500",
                                                "level time=0.2 inc=0.01")), *script]
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
        lines += [f"pos pos={text}", f"level depth={1 + turn % 3}", "go think", *(["stop"] if turn % 5 == 0 else []), *(["ping"] if turn % 7 == 0 else [])]
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
    engine.send("set-param name=variant value=normal", "set-param name=threads value=1", "set-param name=tt-size value=16", "init")
    engine.until("ready", timeout=30)
    moves = "32-28 19-23 28x19x23 14x23x19"
    after = frozenset("31-26 31-27 33-28 33-29 34-29 34-30 35-30 37-32 38-32".split())
    for _ in range(3):
        engine.send("new-game", f'pos pos={START} moves="{moves}"', "level handicap=2", "level ply=7", "level nodes=120",
                    "set-param name=eval value=pst", "set-param name=book-margin value=100", "set-param name=book-ply value=4",
                    "level depth=6", "level move-time=0.05", "go think")
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
    engine.expect(START, frozenset("28-22 31-26 31-27 32-27 33-29 34-29 34-30 35-30 43-39 44-39".split()), "depth=8", "analyze",
                  "33-28 18-23 39-33 12-18")
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


def idle(context):
    """Idle after done: less than 1 % of a processor over 2 s."""
    engine = context.ready()
    engine.expect(START, START_MOVES, "move-time=0.2")
    engine.send("go ponder", "stop")
    engine.until("done")
    time.sleep(0.2)

    def ticks():
        with open(f"/proc/{engine.process.pid}/stat", encoding="ascii", errors="replace") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
    before = ticks()
    time.sleep(2)
    used = (ticks() - before) / os.sysconf("SC_CLK_TCK")
    require(used <= 0.02, f"{used:.2f} s of processor time in 2 s")
    return f"{used:.2f} s"


def memory(context):
    """Memory (VmHWM) after start, after init and after a search (reported only)."""
    engine, figures = context.start(), []

    def peak():
        with open(f"/proc/{engine.process.pid}/status", encoding="ascii", errors="replace") as file:
            return next((int(line.split()[1]) // 1024 for line in file if line.startswith("VmHWM")), 0)
    engine.send("hub")
    engine.until("wait")
    figures.append(f"hub {peak()} MB")
    engine.send("init")
    engine.until("ready", timeout=30)
    figures.append(f"init {peak()} MB")
    engine.expect(START, START_MOVES, "move-time=0.5", "analyze")
    figures.append(f"search {peak()} MB")
    return ", ".join(figures)


def all_lines(context):
    """Every line of all these conversations: known, ASCII, bare LF, info and done in the one form all clients read."""
    require(context.lines, "no lines")
    for line in context.lines:
        require(line.command in ("id", "param", "wait", "ready", "pong", "info", "done", "error"), repr(line.raw[:300]))
        require(all(32 <= byte < 127 for byte in line.raw), repr(line.raw[:300]))
        require(line.command != "info" or INFO.fullmatch(line.text), line.text)
        require(line.command != "done" or DONE.fullmatch(line.text), line.text)
        require(line.command not in ("wait", "ready", "pong") or line.text == line.command, line.text)
        require(line.command != "error" or re.fullmatch(r'error message=("[^"]*"|\S+)', line.text), line.text)
        if line.command == "info":
            require(abs(float(line.fields["score"])) <= 100, line.text)
    counts = {command: sum(line.command == command for line in context.lines) for command in ("info", "done", "error")}
    return f"{len(context.lines)} lines, {counts}"


def empty_stderr(context):
    """Nothing on stderr in any of these conversations."""
    written = [bytes(engine.stderr) for engine in context.engines if engine.stderr]
    require(not written, f"{len(written)} of {len(context.engines)} engines, {written[0][:300].decode('utf-8', 'backslashreplace') if written else ''}")
    return f"{len(context.engines)} engines"


TESTS = [depth_limit, nodes_limit, move_time, clock, little_time, decimal_comma, levels_add_up, odd_writing, move_lists, long_histories,
         no_move, single_move, last_piece, short_analysis, think_stopped_at_once, stop_latency, ping_latency, ignored_while_searching,
         commands_without_stop, init_and_hub_while_searching, ponder, races, pipelined_searches, site_worker, other_transcripts, book,
         threads, idle, memory]
LAST = [all_lines, empty_stderr]
