"""Reference log-likelihood ratios by general constrained optimisation.

The likelihood of pair results is maximised directly over the five probabilities by sequential
quadratic programming from several starting points: no Lagrange multiplier is solved for by hand.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python tests/data/llr_reference.py > tests/data/llr.tsv
"""

import math

import numpy as np
from scipy.optimize import minimize

SCORES = np.arange(5) / 4
SCALE = 800 / math.log(10)
COUNTS = [
    (0, 1, 14, 3, 0),
    (3, 18, 60, 25, 4),
    (10, 50, 200, 70, 20),
    (25, 25, 25, 25, 25),
    (0, 0, 79, 40, 10),
    (90, 240, 330, 260, 80),
    (400, 1200, 3000, 1300, 450),
    (5, 400, 9000, 600, 9),
    (0, 0, 0, 3, 9),
    (7, 0, 0, 0, 8),
    (40, 30, 20, 5, 1),
]
BOUNDS = [("elo", 0, 5), ("elo", -10, 0), ("elo", 0, 60), ("nelo", 0, 5), ("nelo", -5, 5),
          ("nelo", -20, -10), ("nelo", 0, 60), ("nelo", 50, 200)]


def strength(model, p):
    """What the constraint is about: Elo of the mean score is monotone in the first value."""
    mean = p @ SCORES
    if model == "elo":
        return mean
    deviation = math.sqrt(2 * max(p @ (SCORES - mean) ** 2, 1e-18))
    return (mean - 0.5) / deviation


def target(model, elo):
    return 1 / (1 + 10 ** (-elo / 400)) if model == "elo" else elo / SCALE


def best_likelihood(model, counts, elo):
    """The largest sum of counts * log(probability), per pair."""
    shares = counts / counts.sum()
    wanted = target(model, elo)
    mean = 1 / (1 + 10 ** (-elo / 400))
    starts = [shares, 0.5 * shares + 0.1, np.full(5, 0.2),
              0.5 * shares + 0.5 * np.array([1 - mean, 0, 0, 0, mean])]
    best = -math.inf
    for start in starts:
        # Logarithms as variables keep every probability above nothing.
        found = minimize(
            lambda u: -(shares @ u),
            np.log(np.maximum(start, 1e-7)),
            jac=lambda u: -shares,
            method="SLSQP",
            constraints=[
                {"type": "eq", "fun": lambda u: np.exp(u).sum() - 1},
                {"type": "eq", "fun": lambda u: strength(model, np.exp(u)) - wanted},
            ],
            options={"maxiter": 2000, "ftol": 1e-15},
        )
        p = np.exp(found.x)
        if abs(p.sum() - 1) < 1e-8 and abs(strength(model, p) - wanted) < 1e-8:
            best = max(best, -found.fun)
    return best


def main():
    print("# Written by llr_reference.py. Pairs with 0, 1/2, 1, 1 1/2, 2 points; kind of Elo; bounds; ratio.")
    for counts in COUNTS:
        filled = np.maximum(np.array(counts, float), 1e-3)
        for model, elo0, elo1 in BOUNDS:
            ratio = best_likelihood(model, filled, elo1) - best_likelihood(model, filled, elo0)
            print(*counts, model, elo0, elo1, f"{filled.sum() * ratio:.5f}", sep="\t")


main()
