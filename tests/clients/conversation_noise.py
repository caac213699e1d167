"""What no client should send: the engine lives on, says at most one error a line, and keeps its position.
Run by hub_conversations.py."""

from conversation import (
    FORCED,
    FORCED_MOVES,
    START,
    START_MOVES,
    each,
    in_time,
    position,
    require,
)
from hub_process import quoted

# fmt: off
NUMBERS = (
    "-1", "0", "-0", "1e400", "1e-400", "99999999999999999999", "9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "4294967296", "2147483648", "nan", "NaN", "inf", "-inf", "infinity", "1,5", "1.5", "1e3",
    ".5", "5.", "+5", "0x10", "--5", "1_000", "1.2.3", "1,2,3", "abc", "1e", "e5", '""', '" "', '"1 2"', "\u00bd", "",
    "-", ",", "1-2")

LINES = [
    # empty, unknown, wrong case
    b"", b" ", b"\t \t", b"\r", b"xyzzy", b"xyzzy a=b c", b"HUB", b"Go think", b"STOP", b"hub2", b"goo", b"isready",
    b"position startpos",
    # unbalanced quotes
    b'pos pos="Wbbb', b'set-param name="abc value=1', b'pos moves="32-28', b'"hub"', b'level depth="3', b'"', b'""',
    b'" "', b'pos pos="""',
    # stray equal signs, missing names and values
    b"=", b"= =", b"=5", b"a==b", b"a = = b", b"level =", b"level = depth", b"set-param =", b"set-param name=",
    b"set-param name= value=", b"set-param", b"set-param value=3", b"set-param name", b"set-param name value",
    b"set-param name=book=value=x", b'set-param name="" value=""',
    # control characters, broken UTF-8, letters and digits that are not ASCII
    b"\0", b"\0\0\0\0", b"xyz\0zyx", b"pos\0pos=W", b"pos pos=\0\0\0", b"level depth=\0",
    b"set-param name=\0 value=\0", b"\x01\x02\x03\x7f", b"\x1b[A\x1b[B", b"\xef\xbb\xbfxyz", b"\xff\xfe\xfd",
    b"pos pos=\xc3\x28", b"set-param name=b\xc3\xb6\xc3\xb6k value=\xc3\xa9", b"set-param name=book-margin value=\xff",
    b"xyz\x85\xa0\xe2\x80\xa8zyx", b"level depth=\xef\xbc\x95",
    # a megabyte each
    b"a" * 1_000_000, b"a " * 500_000, b" " * 1_000_000, b'"' * 1_000_000, b"=" * 1_000_000, b"\0" * 1_000_000,
    b"\xff" * 1_000_000, b"pos pos=" + b"W" * 1_000_000, b'xyz v="' + b"x " * 500_000 + b'"',
    b"level " + b"depth=1 " * 125_000, b"xyz " + b"a=b " * 250_000]

BAD_POSITIONS = [
    "W", "B", "W" + "e" * 49, "W" + "e" * 51, "w" + START[1:], "X" + START[1:], START[1:], START + "e", START[:-1],
    START[:-1] + "x", START[:-1] + "\u00e9", START.replace("e", "."), "W" + "b" * 32, "start2", "W:W31-50:B1-20",
    "W" + "\u0435" * 50, START * 1000]

DOUBTFUL_POSITIONS = [
    position("W", {1: "w", 46: "b", 20: "b"}), position("B", {50: "b", 30: "w"}), position("W", {28: "w"}),
    position("B", {28: "B"}), "W" + "e" * 50, "W" + "W" * 25 + "B" * 25, "B" + "W" * 49 + "b", "W" + "w" * 50]

BAD_MOVES = [
    "1-50", "46", "46-", "-41", "-", "x", "46-41x5", "46x41x5", "46x5", "99999999999999999999-41", "0-0", "51-46",
    "46--41", "46-41-37", "46 - 41", "46.41", "\uff14\uff16-41", "e3-f4", "46-40", "5-10", "46-4100000000",
    "4294967342-41", "46-41=x", "46x41x", "x46x41", "46-41\u2013", "a1", "32-28 " * 100_000]
# fmt: on


def only_errors(engine, *lines, most=1):
    """Send the lines; nothing but at most `most` error lines may come back. Returns their number."""
    answer = engine.answer_to(*lines, timeout=20)
    require(
        all(line.command == "error" for line in answer) and len(answer) <= most,
        f"answered {[line.text[:100] for line in answer]}",
    )
    return len(answer)


def still_there(engine, *lines):
    """The forced position must still be the current one, and its move be played at once."""
    engine.send(*lines, "go think")
    done = engine.until("done")[-1]
    require(done.fields.get("move") == "46-41", f"then {done.text!r} for a forced 46-41")


def forced(context):
    """An engine that stands in the forced position."""
    engine = context.ready()
    engine.expect(FORCED, FORCED_MOVES)
    return engine


def noisy_lines(context):
    """NUL bytes, lines of 1 MB, broken UTF-8, unbalanced quotes, stray =, unknown commands."""

    def check(engine, line):
        errors = only_errors(engine, line)
        still_there(engine, "level depth=1")
        return errors

    errors = each(context, LINES, lambda: forced(context), check)
    return f"{len(errors)} lines, {sum(errors)} errors"


def bad_positions(context):
    """Unreadable positions are refused with one error, the old one stays."""

    def check(engine, text):
        require(only_errors(engine, f"pos pos={text}") == 1, "no error line")
        still_there(engine, "level depth=1")

    return f"{len(each(context, BAD_POSITIONS, lambda: forced(context), check))} positions"


def doubtful_positions(context):
    """Impossible positions (men on their last row, nobody there, fifty pieces): refused or played, but survived."""

    def check(engine, text):
        refused = only_errors(engine, f"pos pos={text}")
        engine.search_and_stop("level nodes=2000", "go think")
        engine.silent("behind done")
        engine.expect(FORCED, FORCED_MOVES)
        return refused

    refused = each(context, DOUBTFUL_POSITIONS, lambda: forced(context), check)
    return f"{sum(refused)} of {len(refused)} refused"


def bad_moves(context):
    """Unreadable or illegal moves: one error, the position before them stays."""

    def check(engine, text):
        require(only_errors(engine, f'pos pos={FORCED} moves="{text}"') == 1, "no error line")
        still_there(engine, "level depth=1")

    return f"{len(each(context, BAD_MOVES, lambda: forced(context), check))} move lists"


def absurd_numbers(context):
    """Absurd numbers in level: one legal move, once, whatever the number means."""
    names = ("depth", "nodes", "move-time", "time", "inc", "moves", "time=1 moves", "time=0.5 inc")
    levels = [f"level {name}={number}" for name in names for number in NUMBERS]
    levels += [
        "level",
        "level depth",
        "level nodes move-time",
        "level infinite=5",
        "level infinite infinite",
        "level foo=1 bar",
        "level time inc",
    ]

    def check(engine, level):
        only_errors(engine, f"pos pos={FORCED}", level)
        still_there(engine)
        before, done, seconds = engine.search_and_stop(f"pos pos={START}", level, "go think", pause=0.004)
        require(done.fields.get("move") in START_MOVES, done.text)
        odd = [line.text for line in before if line.command not in ("info", "error")]
        require(not odd, str(odd))
        engine.silent("behind done")
        in_time(seconds, 1, f"{level}, from stop to done")
        return seconds

    slowest = max(each(context, levels, context.ready, check))
    return f"{len(levels)} levels, slowest stop {1000 * slowest:.0f} ms"


def bad_values(fields):
    """Values that a parameter declared like this cannot take."""
    kind = fields["type"]
    values = [] if kind == "string" else ["\0", '""', "\u00e9", "-", "x" * 100_000]
    if kind in ("int", "real"):
        values += [
            "abc",
            "1.5.2",
            "99999999999999999999",
            "-99999999999999999999",
            "nan",
            "inf",
            "1e400",
            "0x",
            '"1 2"',
            "--1",
            str(float(fields["min"]) - 1),
        ]
    elif kind == "bool":
        values += ["maybe", "TRUE", "2", "truefalse"]
    elif kind == "enum":
        values += ["nonsense", fields["value"].upper(), 2 * fields["value"], f'"{fields["values"]} x"']
    return values


def bad_param_values(context):
    """Bad set-param values: at most one error, the declared values stay valid, the position stays."""
    engine, errors, count = forced(context), 0, 0
    for name, fields in engine.declared.items():
        for value in bad_values(fields):
            errors += only_errors(engine, f"set-param name={name} value={value}")
            count += 1
        errors += only_errors(engine, f"set-param name={name}")
        engine.send(f"set-param name={name} value={quoted(fields['value'])}")  # before a huge table is allocated
    engine.send("hub")
    for line in engine.until("wait"):
        if line.command == "param":
            kind, value = line.fields["type"], line.fields["value"]
            valid = (
                float(line.fields["min"]) <= float(value) <= float(line.fields["max"])
                if kind in ("int", "real")
                else value in line.fields["values"].split()
                if kind == "enum"
                else kind != "bool" or value in ("true", "false")
            )
            require(valid, line.text)
    still_there(engine, "level depth=1")
    engine.send("init")
    engine.until("ready", timeout=30)
    engine.expect(START, START_MOVES, "depth=3")
    return f"{count} values, {errors} errors"


def noise_while_searching(context):
    """The same noise in mid-search does not end the search."""

    def check(engine, line):
        engine.send(f"pos pos={START}", "level infinite", "go analyze", line, "ping")
        lines = engine.until("pong") + engine.pause(0.002)
        odd = [entry.text for entry in lines if entry.command not in ("info", "pong", "error")]
        require(not odd, str(odd))
        engine.send("stop")
        require(engine.until("done")[-1].fields.get("move") in START_MOVES, "no legal move")

    # A command that can be recognised may end the search; the long lines were tried above.
    lines = [line for line in LINES if len(line) <= 100_000 and not line.startswith((b"pos", b"level", b"set-param"))]
    return f"{len(each(context, lines, context.ready, check))} lines"


TESTS = [
    noisy_lines,
    bad_positions,
    doubtful_positions,
    bad_moves,
    absurd_numbers,
    bad_param_values,
    noise_while_searching,
]
