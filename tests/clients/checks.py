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
        detail = " | ".join(part.strip() for part in str(detail).splitlines() if part.strip())
        tail = f" - {detail[:1000]}" if detail else ""
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
        """Run `function()`; an exception or more than `timeout` seconds is a failed check `name`.

        `on_timeout` is called in both cases. Returns True when the function came to its end.
        """
        ended, error = guarded(function, timeout)
        if ended and error is None:
            return True
        on_timeout()
        text = f"{type(error).__name__}: {error}" if ended else f"hangs: not finished after {timeout} s"
        return self.check(False, name, text)

    def finish(self):
        """Print the totals and leave at once, whatever threads still hang."""
        print(f"# {time.monotonic() - self.started:.1f} s")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.stderr.flush()
        os._exit(1 if self.failed else 0)


def guarded(function, timeout):
    """Run `function()` in a thread: (True, None) at its end, (True, exception) or (False, None) after `timeout` seconds.

    Library clients wait for ever when a line is missing; the thread then stays behind.
    """
    caught = []

    def work():
        try:
            function()
        except BaseException as error:  # a client library may raise anything
            traceback.print_exc(file=sys.stderr)
            caught.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(timeout)
    if thread.is_alive():
        return False, None
    return True, caught[0] if caught else None


def engine_command(words):
    """The engine command line: `ENGINE` alone gets the argument `hub`; with more words it is taken as it stands."""
    command = shlex.split(words[0]) + list(words[1:]) if len(words) == 1 else list(words)
    if not command:
        sys.exit("the engine command is missing")
    if os.path.sep in command[0]:
        command[0] = os.path.abspath(command[0])
    return command if len(command) > 1 else [command[0], "hub"]
