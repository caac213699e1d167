"""A Hub engine as a child process: bytes and lines with their times, every wait with a time-out.

Not run by itself; match.py and hub_conversations.py talk to engines through it. Standard library only.
"""

import atexit
import collections
import contextlib
import os
import queue
import re
import select
import signal
import subprocess
import threading
import time

TOKEN = re.compile(r'([^\s="]+)(?:=("[^"]*"|[^\s="]*))?')


class EngineDied(Exception):
    """The engine closed its output."""


class EngineSilent(Exception):
    """The engine did not answer, or did not read, in time."""


class Line:
    """One line of output: `text`, the monotonic `time` its end was read, and the number of the `read` that brought it."""

    def __init__(self, raw, arrival, read):
        self.raw = raw
        self.text = raw.decode("ascii", "backslashreplace")
        self.time = arrival
        self.read = read

    @property
    def command(self):
        return self.text.split(" ", 1)[0]

    @property
    def fields(self):
        """The name=value pairs behind the command, quotes removed; a name without value gives None."""
        rest = self.text.split(" ", 1)[1] if " " in self.text else ""
        return {
            name: value and value.strip('"') for name, value in ((m.group(1), m.group(2)) for m in TOKEN.finditer(rest))
        }

    def __repr__(self):
        return self.text


class HubProcess:
    """Start `command`, send lines, receive lines. Always `kill()` or `with` it."""

    live = set()

    def __init__(self, command, cwd=None, env=None):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )  # own session: Ctrl-C reaches us alone, and the whole group can be killed
        HubProcess.live.add(self)
        self.transcript = collections.deque(maxlen=60)
        self.stderr = bytearray()
        self.lines = queue.Queue()
        self.ended = False
        os.set_blocking(self.process.stdin.fileno(), False)
        self.threads = [threading.Thread(target=pump, daemon=True) for pump in (self._read_output, self._read_errors)]
        for thread in self.threads:
            thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def _read_output(self):
        handle, partial, count = self.process.stdout.fileno(), b"", 0
        while True:
            try:
                data = os.read(handle, 1 << 16)
            except (OSError, ValueError):
                data = b""
            now = time.monotonic()
            if not data:
                break
            count += 1
            *whole, partial = (partial + data).split(b"\n")
            for raw in whole:
                self.lines.put(Line(raw, now, count))
        if partial:
            self.lines.put(Line(partial, now, count))
        self.lines.put(None)

    def _read_errors(self):
        while True:
            try:
                data = os.read(self.process.stderr.fileno(), 1 << 16)
            except (OSError, ValueError):
                return
            if not data:
                return
            if len(self.stderr) < 1 << 20:
                self.stderr += data

    def send(self, *lines, timeout=10.0):
        """Send lines (str or bytes, line feed added) in one write; returns the time just before the write."""
        return self.send_bytes(
            b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines), timeout
        )

    def send_bytes(self, data, timeout=10.0):
        """Send bytes as they are; EngineSilent if the engine does not take them in time."""
        for part in data[:2000].split(b"\n")[:40]:
            if part:
                self.transcript.append("> " + printable(part[:200]))
        handle, view = self.process.stdin.fileno(), memoryview(data)
        start = time.monotonic()
        while view:
            left = start + timeout - time.monotonic()
            if left <= 0 or not select.select([], [handle], [], left)[1]:
                raise EngineSilent(f"engine does not read its input ({len(view)} bytes left){self.story()}")
            try:
                view = view[os.write(handle, view) :]
            except BlockingIOError:
                continue
            except (BrokenPipeError, OSError) as error:
                raise EngineDied(f"engine closed its input: {error}{self.story()}") from error
        return start

    def receive(self, timeout):
        """The next line, or None after `timeout` seconds; EngineDied at the end of output."""
        if self.ended:
            raise EngineDied("engine has ended" + self.story())
        try:
            line = self.lines.get(timeout=max(0.0, timeout)) if timeout > 0 else self.lines.get_nowait()
        except queue.Empty:
            return None
        if line is None:
            self.ended = True
            raise EngineDied("engine has ended" + self.story())
        self.transcript.append("< " + printable(line.raw[:200]))
        return line

    def until(self, *commands, timeout=20.0):
        """All lines up to and with the first whose command is one of `commands`."""
        seen, limit = [], time.monotonic() + timeout
        while True:
            line = self.receive(limit - time.monotonic())
            if line is None:
                raise EngineSilent(f"no {' / '.join(commands)} within {timeout} s{self.story()}")
            seen.append(line)
            if line.command in commands:
                return seen

    def pause(self, seconds):
        """All lines that arrive within `seconds`."""
        seen, limit = [], time.monotonic() + seconds
        while (left := limit - time.monotonic()) > 0:
            line = self.receive(left)
            if line:
                seen.append(line)
        return seen

    def waits(self):
        """A Waits of the engine, counting from now."""
        return Waits(self.process.pid)

    def story(self, last=12):
        """The end of the conversation, for failure messages."""
        return "\n    " + "\n    ".join(list(self.transcript)[-last:]) if self.transcript else ""

    def handshake(self, params=(), timeout=20.0):
        """hub, set-param for each (name, value), init; returns the lines up to `wait`."""
        self.send("hub")
        lines = self.until("wait", timeout=timeout)
        for name, value in params:
            self.send(f"set-param name={name} value={quoted(value)}")
        self.send("init")
        self.until("ready", timeout=timeout)
        return lines

    def wait_exit(self, timeout):
        """The exit status, or None if the process still runs after `timeout` seconds."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None

    def close_input(self):
        """End of input for the engine."""
        if not self.process.stdin.closed:
            self.process.stdin.close()

    def quit(self, timeout=5.0):
        """Ask the engine to leave; its exit status, or None after killing it."""
        with contextlib.suppress(EngineDied, EngineSilent):
            self.send("quit", timeout=timeout)
        status = self.wait_exit(timeout)
        self.kill()
        return status

    def kill(self):
        """End the process (and its group) now; safe to call again, and from any thread."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self.process.kill()
            self.process.wait()
        for thread in self.threads:
            thread.join(1.0)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError, ValueError):
                pipe.close()
        HubProcess.live.discard(self)

    @staticmethod
    def kill_all():
        """End every engine that is still running."""
        for engine in list(HubProcess.live):
            engine.kill()


class Waits:
    """Time in which a process, and this program that watches it, could not run because others had the processors (Linux).
    On a busy machine this is what a measured time must be forgiven. All our own threads count, for whichever of them was
    interrupted may have held the interpreter. Threads that end take their figures along, so `sample` while measuring."""

    def __init__(self, process):
        self.process = process
        self.latest = {}
        self.sample()
        self.first = dict(self.latest)

    def sample(self):
        for owner in (self.process, "self"):
            folder = f"/proc/{owner}/task"
            try:
                tasks = os.listdir(folder)
            except OSError:
                continue
            for task in tasks:
                try:
                    with open(f"{folder}/{task}/schedstat", encoding="ascii") as file:
                        self.latest[owner, task] = int(file.read().split()[1]) / 1e9
                except (OSError, ValueError, IndexError):
                    continue

    def lost(self):
        """Seconds since the beginning: the longest wait of a thread of the process plus all waits of our own."""
        self.sample()
        waits = {task: seconds - self.first.get(task, 0.0) for task, seconds in self.latest.items()}
        own = sum(seconds for (owner, _), seconds in waits.items() if owner == "self")
        return own + max((seconds for (owner, _), seconds in waits.items() if owner != "self"), default=0.0)


def printable(data):
    """Bytes as text for a message, with control characters and broken UTF-8 made visible."""
    text = data.decode("utf-8", "backslashreplace")
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def quoted(value):
    """A value as Hub wants it: in quotes when empty or holding a blank or `=`."""
    value = str(value)
    return f'"{value}"' if not value or re.search(r"[\s=]", value) else value


atexit.register(HubProcess.kill_all)
