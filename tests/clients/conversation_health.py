"""Rest, memory, and the form of every line of all conversations. Run by hub_conversations.py."""

import os
import re
import time

from conversation import (
    DONE,
    INFO,
    START,
    START_MOVES,
    require,
)


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
    require(
        not written,
        f"{len(written)} of {len(context.engines)} engines, {written[0][:300].decode('utf-8', 'backslashreplace') if written else ''}",
    )
    return f"{len(context.engines)} engines"


TESTS = [idle, memory]
LAST = [all_lines, empty_stderr]
