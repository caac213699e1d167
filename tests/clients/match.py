#!/usr/bin/env python3
"""A match between two Hub engines with an independent referee.

    pip install -r tests/clients/requirements-pydraughts.txt        # for the legal moves
    python tests/clients/match.py --a "target/release/baige hub" --b "dame hub" --games 20 --move-time 0.1 \\
        --openings ballots.tsv --concurrency 2 --log match.jsonl --json match.json --pdn match.pdn --require-score 60

Each opening is played twice with colours reversed: game 2k and 2k+1 share one, engine A has white in the first. An
openings file has a heading line naming its columns: `white` and `black` (a move each), or `moves` (Hub moves), or `fen`.
The clock of an engine runs from just before its position is written to the reading of its `done`, less the time in which
the machine let others run instead (Linux tells), so that a busy machine loses no game. `time` is what is left before the
increment of the move is credited, as Hub has it: a move may use time + inc.
With --log each game is a line written at once; started again with the same log, the match goes on where it ended.
Exit status 1 when engine A made an illegal move, lost on time, crashed, hung, wrote lines it should not, or scored
under --require-score; 130 after Ctrl-C (files are written then too).
"""

import argparse
import fcntl
import json
import os
import queue
import random
import shlex
import signal
import sys
import threading
import traceback

from checks import Checks
from hub_process import HubProcess
from match_game import Limits, Player, play_game
from match_report import blamed, pdn_text, score_of, table, write_json
from referee import BLACK, VARIANTS, WHITE, Game, IllegalMove, Position


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", required=True, metavar="CMD", help="engine A, the one that is judged")
    parser.add_argument("--b", required=True, metavar="CMD", help="engine B")
    parser.add_argument("--name-a", default="A")
    parser.add_argument("--name-b", default="B")
    parser.add_argument(
        "--set-a", action="append", default=[], metavar="NAME=VALUE", help="set-param of A (repeatable)"
    )
    parser.add_argument(
        "--set-b", action="append", default=[], metavar="NAME=VALUE", help="set-param of B (repeatable)"
    )
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--move-time", type=float, metavar="S")
    parser.add_argument("--time", type=float, metavar="S", help="clock for the whole game")
    parser.add_argument("--inc", type=float, default=0.0, metavar="S")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--margin", type=float, default=200.0, metavar="MS", help="forgiven before a time loss [200]")
    parser.add_argument(
        "--hang", type=float, default=30.0, metavar="S", help="silence beyond the time that counts as a hang [30]"
    )
    parser.add_argument("--max-plies", type=int, default=1000, help="a game of this length is a draw [1000]")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--variant", default="normal", choices=sorted(VARIANTS))
    parser.add_argument("--openings", metavar="TSV")
    parser.add_argument("--only", metavar="COLUMN=VALUE", help="use only these lines of the openings")
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="openings in random order")
    parser.add_argument("--json", metavar="OUT")
    parser.add_argument("--pdn", metavar="OUT")
    parser.add_argument("--log", metavar="OUT", help="one JSON line a game, resumable")
    parser.add_argument("--require-score", type=float, metavar="PCT", help="least score of A in per cent")
    options = parser.parse_args()
    if options.move_time is options.time is options.nodes is options.depth is None:
        parser.error("one of --move-time, --time, --nodes, --depth is needed")
    for setting in options.set_a + options.set_b:
        if "=" not in setting:
            parser.error(f"{setting!r}: NAME=VALUE is needed")
    return options


def command_of(text):
    words = shlex.split(text)
    if os.path.sep in words[0]:
        words[0] = os.path.abspath(words[0])
    return words


def read_openings(options, variant):
    """[(start position, moves)], each checked by the referee."""
    if not options.openings:
        return [(Position.start(variant), [])]
    with open(options.openings, encoding="utf-8") as file:
        head, *lines = [line.rstrip("\r\n").lstrip("#").split("\t") for line in file if line.strip()]
    rows = [dict(zip(head, line)) for line in lines]
    if options.only:
        column, value = options.only.split("=", 1)
        rows = [row for row in rows if row.get(column) == value]
    if options.shuffle is not None:
        random.Random(options.shuffle).shuffle(rows)
    openings = []
    for row in rows:
        if 2 * len(openings) >= options.games:
            break
        if "white" in row and "black" in row:
            start, moves = Position.start(variant), [row["white"], row["black"]]
        elif "moves" in row:
            start, moves = Position.start(variant), row["moves"].split()
        else:
            start, moves = Position.from_fen(variant, row["fen"]), []
        game = Game(variant, start)
        try:
            for move in moves:
                game.play(move)
        except IllegalMove as error:
            sys.exit(f"{options.openings}: {error}")
        if game.result is None:
            openings.append((start, moves))
    if not openings:
        sys.exit(f"{options.openings}: no openings")
    return openings


class Match:
    """Hands games to workers, collects records, writes the log."""

    def __init__(self, options):
        self.options = options
        self.variant = VARIANTS[options.variant]
        self.openings = read_openings(options, self.variant)
        self.limits = Limits(
            options.move_time,
            options.time,
            options.inc,
            options.nodes,
            options.depth,
            options.margin / 1000,
            options.hang,
            options.max_plies,
        )
        self.records, self.earlier, self.players = [], 0, []
        self.lock, self.stopping = threading.Lock(), threading.Event()
        self.todo = queue.Queue()
        self.log = None

    def settings(self):
        names = (
            "a",
            "b",
            "set_a",
            "set_b",
            "move_time",
            "time",
            "inc",
            "nodes",
            "depth",
            "variant",
            "openings",
            "only",
            "shuffle",
        )
        return {name: getattr(self.options, name) for name in names}

    def open_log(self):
        """Read what an earlier run has played, then append."""
        if not self.options.log:
            return
        self.log = open(self.options.log, "a+", encoding="utf-8")
        try:
            fcntl.flock(self.log, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.log.close()
            sys.exit(f"{self.options.log} is in use by another match")
        self.log.seek(0)
        text = self.log.read()
        whole = text[: text.rfind("\n") + 1]  # a line cut short by a crash is dropped
        self.log.truncate(len(whole.encode()))
        entries = [json.loads(line) for line in whole.splitlines()]
        if not entries:
            self.write_log({"match": self.settings()})
        elif entries[0].get("match") != self.settings():
            sys.exit(f"{self.options.log} belongs to a match with other settings")
        self.records = [entry for entry in entries[1:] if entry["game"] < self.options.games]
        self.earlier = len(self.records)

    def write_log(self, entry):
        self.log.write(json.dumps(entry) + "\n")
        self.log.flush()

    def run(self):
        self.open_log()
        done = {record["game"] for record in self.records}
        for game in range(self.options.games):
            if game not in done:
                self.todo.put(game)
        workers = [threading.Thread(target=self.work, daemon=True) for _ in range(max(1, self.options.concurrency))]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                while worker.is_alive():
                    worker.join(0.2)
        finally:
            self.stopping.set()
            HubProcess.kill_all()
            for worker in workers:
                worker.join(5)
            HubProcess.kill_all()
            self.records.sort(key=lambda record: record["game"])

    def work(self):
        """One worker: its own two engines, games until none is left."""
        options = self.options
        a, b = (
            Player(name, command_of(command), [setting.split("=", 1) for setting in settings], self.variant)
            for name, command, settings in (
                (options.name_a, options.a, options.set_a),
                (options.name_b, options.b, options.set_b),
            )
        )
        with self.lock:
            self.players.append((a, b))
        try:
            while not self.stopping.is_set():
                try:
                    number = self.todo.get_nowait()
                except queue.Empty:
                    break
                self.play(number, a, b)
        finally:
            for player in (a, b):
                (player.stop if self.stopping.is_set() else player.leave)()

    def play(self, number, a, b):
        start, moves = self.openings[number // 2 % len(self.openings)]
        a_plays = "white" if number % 2 == 0 else "black"
        try:
            record = play_game(
                self.variant,
                start,
                moves,
                {WHITE: a, BLACK: b} if a_plays == "white" else {WHITE: b, BLACK: a},
                self.limits,
            )
        except Exception as error:  # a fault of ours (the library's, say) spoils this game, not the match
            if self.stopping.is_set():
                return
            traceback.print_exc()
            record = {
                "result": "none",
                "reason": f"{type(error).__name__}: {error}",
                "blame": None,
                "culprit": None,
                "detail": "",
                "start": start.fen(),
                "book_plies": len(moves),
                "moves": moves,
                "pdn": [],
                "times": [],
            }
            for player in (a, b):
                player.stop()
        if self.stopping.is_set():
            return  # the engines were killed under it
        record = {"game": number, "a_plays": a_plays, **record}
        with self.lock:
            self.records.append(record)
            if self.log:
                self.write_log(record)
            score = score_of(self.records)
            detail = f" ({first_line(record['detail'])})" if record["detail"] else ""
            print(
                f"# game {number + 1}: {winner(self.options, record)} {record['reason']}, {len(record['moves'])} plies;"
                f" +{score['wins']} ={score['draws']} -{score['losses']}{detail}",
                flush=True,
            )

    def tallies(self):
        """The tallies of all workers joined, for A and B."""
        joined = []
        for side in (0, 1):
            total = None
            for pair in self.players:
                tally = pair[side].tally
                if total is None:
                    total = tally
                    continue
                for name in (
                    "times",
                    "overruns",
                    "net_overruns",
                    "depths",
                    "faults",
                    "nodes",
                    "info_seconds",
                    "stderr_bytes",
                ):
                    setattr(total, name, getattr(total, name) + getattr(tally, name))
                total.stderr_sample = total.stderr_sample or tally.stderr_sample
                least = [value for value in (total.least_left, tally.least_left) if value is not None]
                total.least_left = min(least, default=None)
            joined.append(total.figures() if total else None)
        return joined

    def report(self):
        """Print the result, write the files, judge engine A."""
        options, records = self.options, self.records
        names = options.name_a, options.name_b
        score, tallies = score_of(records), self.tallies()
        if all(tallies):
            for line in table(names, tallies, records):
                print(f"#   {line}")
            if self.earlier:
                print(f"#   (times and nodes without the {self.earlier} games of the earlier run)")
            for name, tally in zip(names, tallies):
                for fault in tally["faults"][:5]:
                    print(f"#   {name} wrote {fault}")
                if tally["stderr_bytes"]:
                    print(f"#   {name} on stderr: {tally['stderr_sample']!r}")
        if score["games"]:
            print(
                f"# {names[0]} v {names[1]}: +{score['wins']} ={score['draws']} -{score['losses']},"
                f" {100 * score['score']:.1f} %, Elo {score['elo']:+.0f} (95 %: {score['elo_low']:+.0f} to {score['elo_high']:+.0f})"
            )
        if options.json:
            write_json(
                options.json,
                {
                    "settings": self.settings(),
                    "names": names,
                    "score": score,
                    "a": tallies[0],
                    "b": tallies[1],
                    "games": records,
                },
            )
        if options.pdn:
            with open(options.pdn, "w", encoding="utf-8") as file:
                for record in records:
                    standard = record["start"] == Position.start(self.variant).fen()
                    file.write(pdn_text(record, names, self.variant.game_type, standard))
        return score, tallies

    def judge(self, score, tallies):
        checks, name = Checks(), self.options.name_a
        for kind, claim in (
            ("illegal", "plays only legal moves"),
            ("time", "loses no game on time"),
            ("crash", "never crashes"),
            ("hang", "never hangs"),
        ):
            bad = blamed(self.records, "a", kind)
            checks.check(
                not bad, f"{name} {claim}", f"game {bad[0]['game'] + 1}: {first_line(bad[0]['detail'])}" if bad else ""
            )
        faults = tallies[0]["faults"] if tallies[0] else []
        checks.check(not faults, f"{name} writes only info and done lines", faults[0] if faults else "")
        checks.check(
            score["games"] == self.options.games, "all games were played", f"{score['games']} of {self.options.games}"
        )
        if self.options.require_score is not None:
            percent = 100 * (score["score"] or 0)
            checks.check(
                percent >= self.options.require_score,
                f"{name} scores at least {self.options.require_score:g} %",
                f"{percent:.1f} %",
            )
        checks.finish()


def first_line(detail):
    """Without the conversation, which is in the log and in the JSON file."""
    return detail.split("\n", 1)[0]


def winner(options, record):
    """Who won, in words."""
    if record["result"] in ("draw", "none"):
        return record["result"]
    return (
        (options.name_a if record["result"] == record["a_plays"] else options.name_b)
        + " wins as "
        + record["result"]
        + ","
    )


def main():
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    sys.setswitchinterval(0.0005)  # so that move generation in one thread does not delay a time stamp in another
    match = None
    try:
        match = Match(arguments())
        match.run()
        match.judge(*match.report())
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("# interrupted", flush=True)
        if match:
            match.report()
        sys.stdout.flush()
        os._exit(130)


if __name__ == "__main__":
    main()
