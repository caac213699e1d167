"""Starting and ending: handshake, parameters, end of input, arguments, folders. Run by hub_conversations.py."""

import os
import select
import shutil
import statistics
import subprocess
import tempfile
import time

from conversation import (
    BRAZILIAN_MOVES,
    BRAZILIAN_START,
    FORCED,
    FORCED_MOVES,
    START,
    START_MOVES,
    drain,
    ends,
    position,
    require,
)

FORGIVEN = 0.25  # share of lines that may come together because we were not woken in time; without pauses nearly all do
TYPES = {"bool", "int", "real", "string", "enum"}


def order_of_the_answer(context):
    """hub is answered by id, params, wait."""
    engine = context.start()
    engine.send("hub")
    lines = engine.until("wait")
    commands = [line.command for line in lines]
    require(commands[0] == "id" and set(commands[1:-1]) == {"param"}, " ".join(commands))
    names = list(lines[0].fields)
    require(names == ["name", "version", "author", "country"], lines[0].text)
    require(all(lines[0].fields.values()) and lines[0].text.startswith("id name="), lines[0].text)
    engine.silent("behind wait")
    return f"{lines[0].text}; {len(lines) - 2} params"


def param_lines(context):
    """param lines: name first, known types, bounds, current value inside them."""
    engine = context.start()
    engine.send("hub")
    params = {}
    for line in engine.until("wait"):
        if line.command != "param":
            continue
        fields = line.fields
        require(list(fields)[0] == "name" and None not in fields.values(), line.text)
        require(fields.get("type") in TYPES and "value" in fields, line.text)
        if fields["type"] in ("int", "real"):
            require(float(fields["min"]) <= float(fields["value"]) <= float(fields["max"]), line.text)
        elif fields["type"] == "bool":
            require(fields["value"] in ("true", "false"), line.text)
        elif fields["type"] == "enum":
            require(fields["value"] in fields["values"].split() and list(fields)[-1] == "values", line.text)
        require(fields["name"] not in params, f"twice: {line.text}")
        params[fields["name"]] = line.text
    require("variant" in params, "no param variant")
    require(" type=enum values=" in params["variant"] and params["variant"].endswith('"'), params["variant"])
    variants = params["variant"].split('values="')[1].rstrip('"').split()
    require({"normal", "killer", "brazilian"} <= set(variants), params["variant"])
    require("ponder" in params, "no param ponder: Hub would never ponder")
    missing = {"bt", "frisian", "losing"} - set(variants)
    return " ".join(params) + (f"; draughtsnet would also need {' '.join(sorted(missing))}" if missing else "")


def quotes_in_the_handshake(context):
    """Quotes in the handshake only around blanks or nothing, no = in a value."""
    engine = context.start()
    engine.send("hub")
    for line in engine.until("wait"):
        for part in line.text.split('"')[1::2]:
            require(part == "" or " " in part.strip(), f"needless quotes: {line.text}")
            require("=" not in part, f"= in a value: {line.text}")
        require(line.text.count('"') % 2 == 0, line.text)


def read_by_hand(command, requests, last, timeout=10.0):
    """Lines as (time, number of the read) straight from os.read, without threads that might blur them."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    )
    rounds = []
    try:
        for request in requests:
            process.stdin.write(request)
            lines, partial, limit, reads = [], b"", time.monotonic() + timeout, 0
            while not lines or lines[-1][2].split(b" ")[0] != last:
                if not select.select([process.stdout], [], [], limit - time.monotonic())[0]:
                    raise TimeoutError(f"no {last.decode()} within {timeout} s")
                data = os.read(process.stdout.fileno(), 1 << 16)
                now = time.monotonic()
                require(data, "engine has ended")
                reads += 1
                *whole, partial = (partial + data).split(b"\n")
                lines += [(now, reads, line) for line in whole]
            rounds.append(lines)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
    return rounds


def pauses_in_the_handshake(context):
    """Handshake lines come in reads of their own, with pauses of about 2 ms (best of 3)."""
    for attempt in range(3):
        lines = read_by_hand(context.command, [b"hub\n"], b"wait")[0]
        together = sum(after[1] == before[1] for before, after in zip(lines, lines[1:]))
        gaps = sorted(after[0] - before[0] for before, after in zip(lines, lines[1:]))
        if together <= len(gaps) * FORGIVEN and statistics.median(gaps) > 0.0015:
            break
    figures = f"median {1000 * statistics.median(gaps):.2f} ms, shortest {1000 * gaps[0]:.2f} ms, {together} together"
    require(together <= len(gaps) * FORGIVEN, f"{together} of {len(gaps)} lines came together with the one before; {figures}")
    require(statistics.median(gaps) > 0.0015, figures)
    return figures + (f", try {attempt + 1}" if attempt else "")


def pauses_before_done(context):
    """done comes in a read of its own, behind a pause of about 2 ms (best of 3)."""
    search = b"pos\nlevel depth=4\ngo think\n"
    for attempt in range(3):
        begin = [b"hub\nset-param name=book value=false\ninit\n" + search] + 19 * [search]
        ending = [lines[-2:] for lines in read_by_hand(context.command, begin, b"done")]
        require(all(len(pair) == 2 for pair in ending), "done without info")
        together = sum(before[1] == done[1] for before, done in ending)
        gaps = sorted(done[0] - before[0] for before, done in ending)
        if together <= len(gaps) * FORGIVEN and statistics.median(gaps) > 0.0015:
            break
    figures = f"median {1000 * statistics.median(gaps):.2f} ms, shortest {1000 * gaps[0]:.2f} ms, {together} together"
    require(together <= len(gaps) * FORGIVEN, f"{together} of {len(gaps)} came together; {figures}")
    require(statistics.median(gaps) > 0.0015, figures)
    return figures + (f", try {attempt + 1}" if attempt else "")


def pipelined_start(context):
    """hub, set-params and init in one write without reading."""
    engine = context.start()
    engine.send(
        "hub",
        "set-param name=tt-size value=16",
        "set-param name=variant value=normal",
        "set-param name=bb-size value=0",
        "init",
        "new-game",
        f"pos pos={START}",
        "level depth=3",
        "go think",
        "ping",
    )
    require([line.command for line in engine.until("wait")][0] == "id", "no id")
    require(
        [line.command for line in engine.until("ready", timeout=30)] == ["ready"], "something between wait and ready"
    )
    engine.until("done")


def repeated_hub_and_init(context):
    """init again, init without hub, ping before init."""
    engine = context.start()
    engine.send("ping")
    engine.until("pong")
    for _ in range(3):
        engine.send("init")
        require([line.command for line in engine.until("ready")] == ["ready"], "not one ready")
    engine.expect(FORCED, FORCED_MOVES)
    engine.silent("behind done")


def go_before_init(context):
    """go before init, and before anything else."""
    engine = context.start()
    engine.send("go think")
    time.sleep(0.05)
    engine.send("stop")
    done = engine.until("done")[-1]
    require(done.fields.get("move") in START_MOVES, done.text)
    engine.expect(FORCED, FORCED_MOVES)


def params_show_their_value(context):
    """A second hub shows values that were set; unknown and late ones do no harm."""
    engine = context.start().ready()
    shown = []
    for name, value in (
        ("threads", "2"),
        ("book-ply", "3"),
        ("book-margin", "7"),
        ("ponder", "true"),
        ("tt-size", "18"),
    ):
        if name in engine.declared:
            engine.send(f"set-param name={name} value={value}")
            shown.append((name, value))
    engine.send(
        "set-param name=eval value=pst",
        "set-param name=Hash value=64",
        "set-param name=initial-time value=300.0",
        "hub",
    )
    values = {line.fields["name"]: line.fields["value"] for line in engine.until("wait") if line.command == "param"}
    require(all(values.get(name) == value for name, value in shown), f"{values}, set {shown}")
    engine.send("init")
    engine.until("ready", timeout=30)
    engine.expect(START, START_MOVES, "depth=6")
    return " ".join(f"{name}={value}" for name, value in shown)


def variants(context):
    """killer and brazilian after set-param variant and init, and back to normal."""
    engine = context.ready()
    king = position("W", {46: "W", 47: "W", 23: "B"})
    engine.expect(king, {"46x5x23", "46x10x23", "46x14x23", "46x19x23"}, "depth=2")
    engine.send("set-param name=variant value=killer", "init")
    engine.until("ready", timeout=30)
    engine.expect(king, {"46x19x23"}, "depth=2")
    engine.expect(START, START_MOVES, "depth=3")
    engine.send("set-param name=variant value=brazilian", "init")
    engine.until("ready", timeout=30)
    engine.expect(BRAZILIAN_START, BRAZILIAN_MOVES, "depth=3")
    engine.send("pos", "level depth=3", "go think")
    done = engine.until("done")[-1]
    require(done.fields.get("move") in BRAZILIAN_MOVES, f"pos alone: {done.text}")
    answer = engine.answer_to(f"pos pos={START}")
    require([line.command for line in answer] == ["error"], f"a 10x10 position in brazilian: {answer}")
    engine.send("level depth=3", "go think")
    done = engine.until("done")[-1]
    require(done.fields.get("move") in BRAZILIAN_MOVES, f"position lost by a refused one: {done.text}")
    engine.send("set-param name=variant value=normal", "init")
    engine.until("ready", timeout=30)
    engine.expect(START, START_MOVES, "depth=3")


def crlf(context):
    """CR LF and blanks around everything; output has bare LF."""
    engine = context.start()
    engine.send_bytes(b"hub\r\ninit\r\n")
    engine.until("ready", timeout=30)
    engine.send_bytes(f"\t pos \t pos={FORCED}  \r\n  level   depth=2\t\r\n go   think \r\nping\r\n".encode())
    done = [line for line in engine.until("pong") + engine.pause(0.2) if line.command == "done"]
    require([line.fields.get("move") for line in done] == ["46-41"], str(done))


def upper_case_and_unknown(context):
    """Case matters: HUB, Hub, INIT are unknown and not answered as hub."""
    engine = context.start()
    answer = engine.answer_to("HUB", "Hub", "INIT", "uci", "xyzzy")
    require(all(line.command == "error" for line in answer) and len(answer) <= 5, str(answer))
    engine.ready()


def no_argument(context):
    """Started without an argument it speaks Hub too."""
    if context.command[1:] != ["hub"]:
        return "skipped: the command has arguments of its own"
    texts = []
    for command in (context.command, context.command[:1]):
        engine = context.start(command)
        engine.send("hub")
        texts.append([line.text for line in engine.until("wait")])
        require(engine.quit() == 0, "exit status not 0")
    require(texts[0] == texts[1], "another handshake")
    return ""


def unknown_argument(context):
    """Started with the argument HUB it either speaks Hub or ends by itself, without a panic."""
    process = subprocess.run(
        [context.command[0], "HUB"], input=b"hub\nquit\n", capture_output=True, timeout=10, check=False
    )
    require(process.returncode >= 0, f"ended by signal {-process.returncode}")
    require(b"panicked" not in process.stderr, process.stderr.decode("utf-8", "replace"))
    first = process.stderr.decode("utf-8", "replace").splitlines()[:1]
    return f"exit status {process.returncode} {first[0] if first else ''}"


def end_of_input(context):
    """End of input ends it with status 0: idle, in mid-search, pondering, behind a half line."""
    longest = 0.0
    for lines in (
        [],
        ["hub"],
        ["hub", "init"],
        ["init", "pos", "level infinite", "go think"],
        ["init", "pos", "go ponder"],
        ["init", "go analyze"],
        ["init", "pos", "level depth=1", "go think"],
    ):
        for wait in (0.0, 0.15):
            engine = context.start()
            if lines:
                engine.send(*lines)
            time.sleep(wait)
            engine.send_bytes(b"pos pos=Wbb")
            engine.close_input()
            longest = max(longest, ends(engine, 3))
    return f"longest {longest:.3f} s"


def quit_at_any_time(context):
    """quit ends it with status 0: at once, in mid-search, without line feed."""
    longest = 0.0
    for lines in (
        [],
        ["hub"],
        ["init"],
        ["init", "go think"],
        ["init", "level infinite", "go analyze"],
        ["init", "go ponder"],
    ):
        for wait in (0.0, 0.1):
            engine = context.start()
            engine.send(*lines, "quit")
            time.sleep(wait)
            longest = max(longest, ends(engine, 3))
    engine = context.start()
    engine.send("init")
    engine.send_bytes(b"quit")
    engine.close_input()
    ends(engine, 3)
    return f"longest {longest:.3f} s"


def shell_pipe(context):
    """The shell script way: everything at once, then end of input."""
    engine = context.start()
    engine.send("hub", "init", f"pos pos={FORCED}", "level depth=5", "go think")
    engine.close_input()
    ends(engine, 3)
    drain(engine)


def closed_output(context):
    """Nobody reads any more: it ends quietly with status 0."""
    process = subprocess.Popen(context.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        process.stdout.close()
        time.sleep(0.05)
        try:
            process.stdin.write(b"hub\ninit\npos\nlevel depth=6\ngo analyze\n")
            process.stdin.flush()
            time.sleep(0.2)
            process.stdin.close()
        except BrokenPipeError:
            pass
        status = process.wait(5)
        errors = process.stderr.read()
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
    require(status == 0, f"exit status {status} {errors[:300]!r}")
    require(not errors, f"stderr {errors[:300]!r}")


def many_starts(context):
    """Twenty starts in a row."""
    begin = time.monotonic()
    for _ in range(20):
        engine = context.ready()
        engine.expect(FORCED, FORCED_MOVES)
        require(engine.quit() == 0, "exit status not 0")
    return f"{(time.monotonic() - begin) * 50:.0f} ms each"


def two_at_once(context):
    """Two engines at the same time."""
    engines = [context.ready(), context.ready()]
    for engine in engines:
        engine.send(f"pos pos={START}", "level move-time=0.2", "go think")
    for engine in engines:
        done = engine.until("done")[-1]
        require(done.fields.get("move") in START_MOVES, done.text)
    for engine in engines:
        require(engine.quit() == 0, "exit status not 0")


def tries(context, command=None, **options):
    """Start it there, let it search, let it end."""
    engine = context.start(command, **options).ready()
    engine.expect(START, START_MOVES, "depth=4")
    require(engine.quit() == 0, "exit status not 0")


def read_only_folder(context):
    """From a folder where nothing can be written."""
    if os.geteuid() == 0:  # may write everywhere else
        tries(context, cwd="/proc")
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o555)
        tries(context, cwd=folder)


def strange_path(context):
    """From a path with blanks and non-ASCII letters, and from one that is not UTF-8."""
    program = shutil.which(context.command[0])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("een map met spaties \u00e9\u00e0\u00fc \u767e\u9d3f".encode(), b"not utf-8 \xff\xfe"):
            inner = os.path.join(os.fsencode(folder), name)
            os.mkdir(inner)
            copy = os.path.join(inner, os.fsencode(os.path.basename(program)))
            shutil.copy2(os.fsencode(program), copy)
            tries(context, [copy, *context.command[1:]], cwd=inner)


def strange_environment(context):
    """Without HOME, with an empty environment, with a locale that writes a decimal comma."""
    tries(context, env={name: value for name, value in os.environ.items() if name != "HOME"})
    tries(context, env={})
    tries(context, env={**os.environ, "LC_ALL": "nl_NL.UTF-8", "LANG": "nl_NL.UTF-8"})


TESTS = [
    order_of_the_answer,
    param_lines,
    quotes_in_the_handshake,
    pauses_in_the_handshake,
    pauses_before_done,
    pipelined_start,
    repeated_hub_and_init,
    go_before_init,
    params_show_their_value,
    variants,
    crlf,
    upper_case_and_unknown,
    no_argument,
    unknown_argument,
    end_of_input,
    quit_at_any_time,
    shell_pipe,
    closed_output,
    many_starts,
    two_at_once,
    read_only_folder,
    strange_path,
    strange_environment,
]
