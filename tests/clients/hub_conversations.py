#!/usr/bin/env python3
"""Hub conversations with the real engine process over bare pipes; about a minute; standard library only, Linux.

    python tests/clients/hub_conversations.py target/release/baige               # `hub` is added; or give the whole command
    python tests/clients/hub_conversations.py target/release/baige --only races  # names of conversations, part of them

The conversations are in conversation_*.py: start (starting, ending, folders), noise (what no client should send), search
(limits, answers), races (stop, ping, ponder-hit in every order), health (rest, memory, the form of all lines). Times are
reported and judged only loosely; what the machine took for others is taken off, and a slow conversation is held again.
"""

import sys
import time

import conversation_health
import conversation_noise
import conversation_races
import conversation_search
import conversation_start
from checks import Checks, engine_command
from conversation import Context

LONGEST = 300  # seconds; reached only when many conversations wait in vain


def main():
    words, only = sys.argv[1:], []
    if "--only" in words:
        words, only = words[: words.index("--only")], words[words.index("--only") + 1 :]
    if not words:
        sys.exit(__doc__)
    checks = Checks()
    context = Context(engine_command(words), checks)
    modules = conversation_start, conversation_noise, conversation_search, conversation_races, conversation_health
    tests = [test for module in modules for test in module.TESTS]
    for number, test in enumerate(tests):
        if time.monotonic() - checks.started > LONGEST:
            checks.check(
                False,
                "all conversations were held",
                f"{len(tests) - number} left after {LONGEST} s: the engine hangs too often",
            )
            break
        if not only or any(part in test.__name__ for part in only):
            context.run(test)
    for test in conversation_health.LAST:
        context.run(test)
    checks.finish()


if __name__ == "__main__":
    main()
