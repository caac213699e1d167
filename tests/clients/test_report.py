#!/usr/bin/env python3
"""The page of `baige annotate` in headless Chromium: keys, buttons, curve, critical moments; about 20 s.

    apt-get install chromium chromium-driver
    pip install -r tests/clients/requirements-report.txt
    python tests/clients/test_report.py target/release/baige

What the board must show is worked out here, by playing the moves of the page's own data on a list of squares.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import Checks

if len(sys.argv) != 2:
    sys.exit(__doc__)
ENGINE = sys.argv[1]
CHECKS = Checks()
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-dev-shm-usage --window-size=1280,900"""
HOSTILE = "</script><script>hacked=1</script><img src=x onerror='hacked=1'>&lt;"
START = "b" * 20 + "e" * 10 + "w" * 20


def browser(folder):
    """Chromium with a profile of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={folder}/profile")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.set_page_load_timeout(30)
    return driver


def make_page(folder):
    """A page of games of a match and one with hostile text."""
    base = folder / "match"
    players = ["self name=A nodes=200", "self name=B nodes=50"]
    subprocess.run([ENGINE, "match", *players, "--games", "4", "--seed", "5", "--out", str(base)],
                   check=True, capture_output=True, timeout=120)
    games = folder / "games.pdn"
    hostile = f'[Event "{HOSTILE}"]\n[White "{HOSTILE}"]\n\n1. 32-28 {{{HOSTILE}}} 19-23 2. 28x19 14x23 *\n'
    eight = '[White "Eight"]\n[GameType "26"]\n\n1. c3-b4 f6-g5 *\n'
    games.write_text(base.with_name("match.pdn").read_text() + hostile + eight)
    page = folder / "report.html"
    subprocess.run([ENGINE, "annotate", str(games), "--html", str(page), "--nodes", "1000", "--threads", "2"],
                   check=True, capture_output=True, timeout=120)
    return page


def positions(game):
    """The pieces after each number of moves."""
    found = [game["start"][1:]]
    for move in game["moves"]:
        found.append(after(found[-1], move["step"]))
    return found


def after(pieces, step):
    squares = list(pieces)
    piece = squares[step["from"] - 1]
    squares[step["from"] - 1] = "e"
    for number in step.get("taken", []):
        squares[number - 1] = "e"
    squares[step["to"] - 1] = piece.upper() if step.get("crowned") else piece
    return "".join(squares)


class Page:
    """The page as a user sees it."""

    def __init__(self, driver):
        self.driver = driver

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def pieces(self):
        """What is drawn: circles and crowns at their squares, not what the script believes."""
        script = """return [...document.querySelectorAll('#board .piece')].map(piece => {
            const circle = piece.querySelector('circle');
            return [Math.floor(circle.getAttribute('cy')), Math.floor(circle.getAttribute('cx')),
                    piece.classList.contains('white'), !!piece.querySelector('.crown')]; })"""
        width = int(self.find("#board svg").get_dom_attribute("viewBox").split()[2])
        squares = ["e"] * (width * width // 2)
        for row, column, is_white, is_king in self.driver.execute_script(script):
            letter = "w" if is_white else "b"
            squares[row * width // 2 + column // 2] = letter.upper() if is_king else letter
        return "".join(squares)

    def key(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def shows(self, expected, name):
        CHECKS.check(self.pieces() == expected, name, self.find("#state").text)


def step_through(page, game):
    """Keys and buttons."""
    right = positions(game)
    page.shows(right[0], "the start")
    page.key(Keys.ARROW_RIGHT)
    page.shows(right[1], "right arrow")
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    page.shows(right[2], "left arrow")
    page.key(Keys.END)
    page.shows(right[-1], "End")
    page.key(Keys.ARROW_RIGHT)
    page.shows(right[-1], "nothing behind the end")
    page.find("#back").click()
    page.shows(right[-2], "button back")
    page.key(Keys.HOME)
    page.shows(right[0], "Home")
    wrong = []
    steps = min(50, len(right) - 1)
    for at in range(1, steps + 1):
        page.find("#forward").click()
        if page.pieces() != right[at]:
            wrong.append(at)
    CHECKS.check(not wrong, f"button forward through {steps} moves", wrong)
    page.find("#first").click()
    page.shows(right[0], "button to the start")
    page.find("#last").click()
    page.shows(right[-1], "button to the end")
    page.key("f")
    page.shows(right[-1][::-1], "the board turned")
    page.key("f")


def click_about(page, game):
    """The curve, critical moments, moves, better lines."""
    right = positions(game)
    count = len(game["moves"])
    curve = page.find("#curve svg")
    at = count // 3
    offset = round((at / count - 0.5) * curve.size["width"])
    ActionChains(page.driver).move_to_element_with_offset(curve, offset, 10).click().perform()
    page.shows(right[at], f"the curve at move {at}")
    bad = [n for n, move in enumerate(game["moves"], 1) if move.get("mark")]
    buttons = page.all("#moments button")
    CHECKS.check(set(bad) <= {int(button.get_attribute("data-at")) for button in buttons}, "all marks are moments", bad)
    button = buttons[len(buttons) // 2]
    button.click()
    page.shows(right[int(button.get_attribute("data-at"))], "a critical moment")
    page.key(Keys.HOME, "n")
    page.shows(right[int(buttons[0].get_attribute("data-at"))], "the next critical moment")
    page.find("#move-5").click()
    page.shows(right[5], "a move of the list")
    at = next(n for n in bad if len(game["moves"][n - 1]["better"]) > 1)
    page.find(f"#moments button[data-at='{at}']").click()
    page.find("#note .better button").click()
    better = after(right[at - 1], game["moves"][at - 1]["better"][0])
    page.shows(better, "the better line")
    page.key(Keys.ARROW_RIGHT)
    page.shows(after(better, game["moves"][at - 1]["better"][1]), "on in the better line")
    page.key(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.shows(right[at], "back to the game")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = make_page(folder)
        text = path.read_text()
        games = [json.loads(part) for part in re.findall(r'id="game-\d+">(.*?)</script>', text)]
        CHECKS.check(len(games) == 6, "games in the page", len(games))
        driver = browser(folder)
        try:
            driver.get(path.as_uri())
            page = Page(driver)
            CHECKS.check(len(page.all("#games button")) == 6, "games in the list")
            CHECKS.check(positions(games[0])[0] == START, "a game from the start")
            best = max(range(4), key=lambda at: sum("mark" in move for move in games[at]["moves"]))
            page.all("#games button")[best].click()
            step_through(page, games[best])
            click_about(page, games[best])
            page.all("#games button")[4].click()
            page.key(Keys.ARROW_RIGHT)
            CHECKS.check(HOSTILE in page.find("#note").text, "hostile remark as text", page.find("#note").text)
            CHECKS.check(HOSTILE in page.find("#players").text, "hostile name as text", page.find("#players").text)
            CHECKS.check(driver.execute_script("return window.hacked") is None, "hostile text did nothing")
            page.all("#games button")[5].click()
            page.key(Keys.END)
            page.shows(positions(games[5])[-1], "a board of 8x8")
            page.find("#filter").send_keys("eight")
            CHECKS.check([b.text.split()[1] for b in page.all("#games button")] == ["Eight"], "a name found")
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                   {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True})
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            CHECKS.check(wide <= 390, "as wide as a phone", wide)
            errors = [entry["message"] for entry in driver.get_log("browser")]
            CHECKS.check(not errors, "no errors", errors)
            messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
            asked = {message["params"]["request"]["url"] for message in messages
                     if message["method"] == "Network.requestWillBeSent"}
            # The browser's own first page is among them, with addresses that lead nowhere outside.
            outside = {url for url in asked if not url.startswith((path.as_uri(), "chrome", "data:"))}
            CHECKS.check(path.as_uri() in asked and not outside, "asks for nothing but itself", outside)
        finally:
            driver.quit()


CHECKS.run("the page", main, timeout=120)
CHECKS.finish()
