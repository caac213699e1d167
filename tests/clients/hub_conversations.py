#!/usr/bin/env python3
"""Hub conversations with the real engine process over bare pipes; about a minute; standard library only, Linux.

    python tests/clients/hub_conversations.py target/release/baige               # `hub` is added; or give the whole command
    python tests/clients/hub_conversations.py target/release/baige --only races  # names of conversations, part of them

The conversations are in conversation_start.py (starting, ending, folders), conversation_search.py (limits, pondering,
races) and conversation_noise.py (what no client should send). Times are reported and judged only loosely.
"""

import sys
import time

import conversation_noise
import conversation_search
import conversation_start
from checks import Checks, engine_command
from conversation import Context

LONGEST = 300  # seconds; reached only when many conversations wait in vain


def main():
    words, only = sys.argv[1:], []
    if "--only" in words:
        words, only = words[:words.index("--only")], words[words.index("--only") + 1:]
    if not words:
        sys.exit(__doc__)
    checks = Checks()
    context = Context(engine_command(words), checks)
    tests = [test for module in (conversation_start, conversation_noise, conversation_search) for test in module.TESTS]
    for number, test in enumerate(tests):
        if time.monotonic() - checks.started > LONGEST:
            checks.check(False, "all conversations were held", f"{len(tests) - number} left after {LONGEST} s: the engine hangs too often")
            break
        if not only or any(part in test.__name__ for part in only):
            context.run(test)
    for test in conversation_search.LAST:
        context.run(test)
    checks.finish()


if __name__ == "__main__":
    main()
