"""Score, Elo and files of a match. Not run by itself; used by match.py."""

import json
import math
import statistics

RESULT_TAGS = {
    "2": {"white": "2-0", "draw": "1-1", "black": "0-2"},
    "1": {"white": "1-0", "draw": "1/2-1/2", "black": "0-1"},
}


def points(record):
    """A's points of a game: 1, 0.5 or 0; None when the game failed for reasons of our own."""
    if record["result"] == "none":
        return None
    if record["result"] == "draw":
        return 0.5
    return 1.0 if record["result"] == record["a_plays"] else 0.0


def elo(score):
    """The Elo difference that a share of the points stands for."""
    if score <= 0.0 or score >= 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -400.0 * math.log10(1.0 / score - 1.0) + 0.0  # + 0.0: no -0


def score_of(records):
    """Wins, draws, losses, share, Elo with a 95 % interval. The two games of an opening count as one sample when
    both were played, because they are not independent."""
    values = [value for record in records if (value := points(record)) is not None]
    if not values:
        return {
            "games": 0,
            "wins": 0,
            "draws": 0,
            "losses": 0,
            "score": None,
            "elo": None,
            "elo_low": None,
            "elo_high": None,
        }
    pairs = {}
    for record in records:
        if points(record) is not None:
            pairs.setdefault(record["game"] // 2, []).append(points(record))
    samples = [statistics.fmean(pair) for pair in pairs.values()]
    if len(samples) < 2 or any(len(pair) != 2 for pair in pairs.values()):
        samples = values
    share = statistics.fmean(values)
    error = 1.96 * statistics.stdev(samples) / math.sqrt(len(samples)) if len(samples) > 1 else 1.0
    return {
        "games": len(values),
        "wins": values.count(1.0),
        "draws": values.count(0.5),
        "losses": values.count(0.0),
        "score": share,
        "elo": elo(share),
        "elo_low": elo(share - error),
        "elo_high": elo(share + error),
    }


def blamed(records, side_key, kind):
    """The games that the engine (`a` or `b`) lost by a fault of the given kind."""
    return [
        record
        for record in records
        if record["blame"] == kind and (record["culprit"] == record["a_plays"]) == (side_key == "a")
    ]


def write_json(name, summary):
    """Infinite Elo becomes null: JSON has no infinity."""

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    with open(name, "w", encoding="utf-8") as file:
        json.dump(plain(summary), file, indent=1)
        file.write("\n")


def pdn_text(record, names, game_type, standard_start):
    """One game as PDN."""
    white, black = names if record["a_plays"] == "white" else names[::-1]
    result = RESULT_TAGS["2" if game_type == "20" else "1"].get(record["result"], "*")
    tags = [
        ("Event", "Hub match"),
        ("Round", record["game"] + 1),
        ("White", white),
        ("Black", black),
        ("Result", result),
    ]
    if game_type:
        tags.append(("GameType", game_type))
    if not standard_start:
        tags += [("SetUp", "1"), ("FEN", record["start"])]
    words, number, white_moves = [], 1, record["start"].startswith("W")
    for index, move in enumerate(record["pdn"]):
        if white_moves:
            words.append(f"{number}.")
        elif index == 0:
            words.append(f"{number}...")
        words.append(move)
        number += not white_moves
        white_moves = not white_moves
    words += ["{" + str(record["reason"]) + "}", result]
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 100:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return "\n".join([f'[{tag} "{value}"]' for tag, value in tags] + ["", *lines, line]) + "\n\n"


def table(names, tallies, records):
    """The figures of both engines side by side, as lines."""

    def show(value, unit=1.0, form="{:.1f}"):
        return "-" if value is None else form.format(value * unit)

    rows = [("", *names)]
    for label, key, unit, form in (
        ("moves", "moves", 1, "{:.0f}"),
        ("time a move, average ms", "average_time", 1e3, "{:.1f}"),
        ("time a move, longest ms", "longest_time", 1e3, "{:.1f}"),
        ("over the move-time, average ms", "average_overrun", 1e3, "{:.1f}"),
        ("over the move-time, longest ms", "longest_overrun", 1e3, "{:.1f}"),
        ("the same without waiting for a processor", "longest_net_overrun", 1e3, "{:.1f}"),
        ("least left on the clock, s", "least_left", 1, "{:.2f}"),
        ("depth, average", "average_depth", 1, "{:.1f}"),
        ("nodes a second, thousands", "nodes_per_second", 1e-3, "{:.0f}"),
        ("stderr bytes", "stderr_bytes", 1, "{:.0f}"),
    ):
        rows.append((label, *(show(tally[key], unit, form) for tally in tallies)))
    rows.append(("unexpected lines", *(str(len(tally["faults"])) for tally in tallies)))
    for label, kind in (("illegal moves", "illegal"), ("time losses", "time"), ("crashes", "crash"), ("hangs", "hang")):
        rows.append((label, *(str(len(blamed(records, side, kind))) for side in "ab")))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}" for row in rows]
