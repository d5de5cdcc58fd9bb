"""Plays a deal of Tausend with the library's simple players, and prints what a seat sees.

python examples/referee.py [SEED]
"""

from __future__ import annotations

import random
import sys

from cardrules import IllegalAction, tausend
from cardrules.registry import game
from cardrules.render.plain import table


def main(seed: int = 1) -> None:
    """One deal, from the shuffle to the lines of the sheet."""
    rng = random.Random(seed)  # noqa: S311  # play, no secret
    rules = tausend.Rules(four_aces=True)
    state: tausend.State = tausend.start(rules, dealer=2)
    state = tausend.apply(state, tausend.shuffle(state, rng))
    choose = game("tausend").choose
    while tausend.actors(state):
        action = choose(state, rng)
        print(action)
        state = tausend.apply(state, action)

    print()
    print(table(game("tausend"), state, seat=0, names=("Anna", "Ben", "Carla")))
    for line in tausend.score(state).sheet:
        print(f"p{line.seat + 1} {line.points:+} {line.rule}")

    try:
        tausend.apply(state, tausend.parse_action("p1 play As"))
    except IllegalAction as error:
        print(error)
        print(*[violation.explain("nl") for violation in error.violations], sep="; ")


if __name__ == "__main__":
    try:
        seeds = [int(word) for word in sys.argv[1:]]
    except ValueError:
        sys.exit(__doc__)
    main(*seeds[:1])
