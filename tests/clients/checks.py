"""One line per check, a count at the end, and a watchdog: what the scripts of this folder report with.

Not run by itself. `Checks.check` prints `ok ...` or `FAIL ...`; `Checks.run` runs a function that may raise or hang;
`Checks.finish` prints `N passed, N failed` and ends the process with status 1 if anything failed.
"""

import os
import shlex
import sys
import threading
import time
import traceback


class Checks:
    """Counts and prints results."""

    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.started = time.monotonic()

    def check(self, condition, name, detail=""):
        """Record one result; `detail` is printed behind the name. Returns the condition as a bool."""
        tail = f" - {detail}" if detail else ""
        print(f"{'ok' if condition else 'FAIL'} {name}{tail}", flush=True)
        if condition:
            self.passed += 1
        else:
            self.failed += 1
        return bool(condition)

    def note(self, text):
        """Print a figure that is reported but not judged."""
        print(f"# {text}", flush=True)

    def run(self, name, function, timeout, on_timeout=lambda: None):
        """Run `function()` in a thread; an exception or more than `timeout` seconds is a failed check `name`.

        Library clients wait for ever when a line is missing, so `on_timeout` should kill their engine. Returns True
        when the function came to its end.
        """
        caught = []

        def guarded():
            try:
                function()
            except BaseException as error:  # noqa: B036 - a client library may raise anything
                caught.append((error, traceback.format_exc()))

        thread = threading.Thread(target=guarded, daemon=True)
        thread.start()
        thread.join(timeout)
        if thread.is_alive():
            on_timeout()
            self.check(False, name, f"hangs: not finished after {timeout} s")
            return False
        if caught:
            error, trace = caught[0]
            print(trace, file=sys.stderr, flush=True)
            on_timeout()
            self.check(False, name, f"{type(error).__name__}: {error}")
            return False
        return True

    def finish(self):
        """Print the totals and leave at once, whatever threads still hang."""
        print(f"# {time.monotonic() - self.started:.1f} s")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.stderr.flush()
        os._exit(1 if self.failed else 0)


def engine_command(words):
    """The engine command line: `ENGINE` alone gets the argument `hub`; with more words it is taken as it stands."""
    command = shlex.split(words[0]) + list(words[1:]) if len(words) == 1 else list(words)
    if not command:
        sys.exit("the engine command is missing")
    if os.path.sep in command[0]:
        command[0] = os.path.abspath(command[0])
    return command if len(command) > 1 else [command[0], "hub"]
