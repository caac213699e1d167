#!/usr/bin/env python3
"""Every block of commands in the pages of docs/ that are about uses, run as written; about 40 s.

    pip install -r tests/clients/requirements-pydraughts.txt
    python tests/clients/test_docs.py target/release/baige

Blocks of `sh` run in an empty folder each with the engine's folder on the path, blocks of `python` under the Python of
this script. The README's links to headings of the pages are checked, too, and the pages' own.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks

if len(sys.argv) != 2:
    sys.exit(__doc__)
ENGINE = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["gui", "bots", "matches", "analysis"]
CHECKS = Checks()
LONGEST = 120  # seconds for a block


def blocks(text):
    """Language, line and text of each block."""
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield found[1], text.count("\n", 0, found.start()) + 1, found[2]


def run(language, text):
    """What is wrong with a block; nothing if all is right."""
    command = ["bash", "-euo", "pipefail", "-c"] if language == "sh" else [sys.executable, "-c"]
    environment = dict(os.environ, PATH=f"{ENGINE.parent}{os.pathsep}{os.environ['PATH']}")
    environment.pop("BAIGE_LOG", None)
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(command + [text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return f"not over after {LONGEST} s"
    return done.returncode and f"exit code {done.returncode}: {done.stderr[-500:]}"


def anchors(text):
    """The names of a page's headings in links."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(page):
    """Links to files of the repository and headings in them."""
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        name, _, heading = target.partition("#")
        if "://" in name:
            continue
        linked = (page.parent / name).resolve() if name else page
        if CHECKS.check(linked.exists(), f"{page.name}: link {target}") and heading:
            CHECKS.check(heading in anchors(linked.read_text()), f"{page.name}: heading {target}")


def main():
    for name in PAGES:
        page = ROOT / "docs" / f"{name}.md"
        text = page.read_text()
        count = 0
        for language, line, block in blocks(text):
            if language in ("sh", "python"):
                count += 1
                wrong = run(language, block)
                CHECKS.check(not wrong, f"{name}.md:{line}: {language}", wrong or "")
        CHECKS.check(count > 0, f"{name}.md has blocks", count)
        check_links(page)
    check_links(ROOT / "README.md")


CHECKS.run("the pages", main, timeout=900)
CHECKS.finish()
