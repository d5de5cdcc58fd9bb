"""How often `cardrules.diagnosis` finds the house rules that matches were played under.

    python tests/diagnosis/run.py [--records N] [--seed S] [--seconds S] [--game NAME]

Matches are sampled under a preset with one or two flags changed and written down as if they had been
played under the preset alone. Those that the preset explains all the same are left out: they do not
show the change. Of the others it is counted how many show all that was changed (no fewer changes
explain them); how many of these have the config that they were played under among the explanations
("exact": of a minimum, say, a record shows no more than a bound); how many of all have one that
changes no more flags ("explained"), and how many have none. The values are drawn once from those that
are customary, and once from all that the rules allow.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs
from attrs import Factory, frozen

from cardrules import GAMES, Record
from cardrules.diagnosis import Diagnosis, diagnose
from cardrules.diagnosis.flags import changed, flags_of, value_of
from cardrules.duizenden import Draws, Points
from cardrules.errors import InvalidRules
from cardrules.records import validate
from cardrules.registry import AnyGame, AnyRules
from cardrules.sampling import sample

USUAL: Final[Mapping[str, tuple[object, ...]]] = {
    "swap_limit": (None, 0, 3, 4, 8),
    "opening_minimum": (0, 10, 15, 20, 25, 30, 40, 50),
    "low_ace_points": (0, 1, 5, 10, 15, 20),
    "melds_from_circuit": (1, 2, 3),
    "pot_hand_minimum": (0, 2, 3, 4, 5),
    "queen_penalty": (0, 50, 100, 150, 200),
    "last_card_call": (None, Draws(), *[Points(points=points) for points in (10, 20, 25, 50, 100)]),
    "target": (500, 1000, 1500, 2000),
    "barrel.at": (850, 870, 880, 900, 950),
    "barrel.deals": (1, 2, 3, 4, 5),
    "barrel.falls_to": (0, 500, 700, 760, 800),
}
"""Customary values of the flags whose types do not list all."""

ANY: Final[Mapping[str, tuple[object, ...]]] = {
    "swap_limit": (None, *range(20)),
    "opening_minimum": tuple(range(201)),
    "low_ace_points": tuple(range(21)),
    "melds_from_circuit": (1, 2, 3, 4),
    "pot_hand_minimum": tuple(range(15)),
    "queen_penalty": tuple(range(-300, 1001)),
    "last_card_call": (None, Draws(), *[Points(points=points) for points in range(1, 500)]),
    "target": tuple(range(1, 5001)),
    "barrel.at": tuple(range(400, 1000, 5)),
    "barrel.deals": tuple(range(1, 12)),
    "barrel.falls_to": tuple(range(-300, 995, 5)),
}
"""What the rules allow, within reason."""

TABLES: Final[Mapping[str, tuple[int, ...]]] = {"tausend": (3, 3, 4), "duizenden": (2, 3, 4, 4, 5)}
DEALS: Final[Mapping[str, tuple[int, ...]]] = {"tausend": (1, 5, 20, 40, 60), "duizenden": (1, 2, 4, 6, 10)}


@frozen
class Case:
    """A record that its rules do not explain, and the config it was played under: so many flags of a
    preset were changed."""

    record: Record
    played: AnyRules
    size: int


def house(
    game: AnyGame, rng: random.Random, size: int, values: Mapping[str, tuple[object, ...]]
) -> tuple[AnyRules, AnyRules]:
    """A preset for a random number of players, and the same with so many flags changed."""
    flags = flags_of(game.Rules)
    while True:
        preset = rng.choice([*game.PRESETS.values()])
        names = rng.sample([*flags], size)
        try:
            plain = changed(preset, {"players": rng.choice(TABLES[game.name])})
            played = changed(plain, {name: rng.choice(values.get(name) or flags[name].choices) for name in names})
        except InvalidRules:
            continue
        if all([value_of(plain, name) != value_of(played, name) for name in names]):
            return plain, played


def cases(game: AnyGame, rng: random.Random, size: int, values: Mapping[str, tuple[object, ...]]) -> Iterator[Case]:
    """Records that show that their rules are not those they were played under, without end."""
    while True:
        plain, played = house(game, rng, size, values)
        record = attrs.evolve(sample(game, played, rng, rng.choice(DEALS[game.name])), rules=plain)
        if validate(record).verdict != "legal":
            yield Case(record, played, size)


def hits(case: Case, diagnosis: Diagnosis) -> bool:
    """Whether the config that the record was played under is among the explanations."""
    return case.played in [explanation.rules for explanation in diagnosis.explanations]


def explained(case: Case, diagnosis: Diagnosis) -> bool:
    """Whether there are explanations, none of more flags than were changed, and they do explain."""
    found = diagnosis.explanations
    sound = all([validate(attrs.evolve(case.record, rules=each.rules)).verdict == "legal" for each in found])
    return bool(found) and sound and len(found[0].changes) <= case.size


@attrs.define
class Count:
    """What was found of some cases, and the CPU seconds it took, most of all for one."""

    cases: int = 0
    shown: int = 0
    exact: int = 0
    explained: int = 0
    none: int = 0
    gave_up: int = 0
    tried: list[int] = Factory(list)
    seconds: list[float] = Factory(list)

    def add(self, case: Case, diagnosis: Diagnosis, seconds: float) -> None:
        """Counts one more."""
        self.cases += 1
        shown = bool(diagnosis.explanations) and len(diagnosis.explanations[0].changes) == case.size
        self.shown += shown
        self.exact += shown and hits(case, diagnosis)
        self.explained += explained(case, diagnosis)
        self.none += not diagnosis.explanations
        self.gave_up += not diagnosis.exact
        self.tried.append(diagnosis.tried)
        self.seconds.append(seconds)

    def __str__(self) -> str:
        mean, most = sum(self.seconds) / self.cases, max(self.seconds)
        exact, explained = self.exact / max(self.shown, 1), self.explained / self.cases
        tried = sorted(self.tried)
        return (
            f"{self.cases:>6} {self.shown:>6} {exact:>8.1%} {explained:>9.1%} {self.none:>5} {self.gave_up:>8} "
            f"{tried[self.cases // 2]:>7} {tried[-1]:>7} {mean:>7.3f} {most:>7.2f}"
        )


def measure(
    name: str, size: int, values: Mapping[str, tuple[object, ...]], count: int, seed: int, limit: float
) -> Count:
    """Diagnoses so many records."""
    rng = random.Random(seed)
    found = Count()
    for case in cases(GAMES[name], rng, size, values):
        if found.cases >= count:
            break
        begun = time.process_time()
        diagnosis = diagnose(case.record, seconds=limit)
        found.add(case, diagnosis, time.process_time() - begun)
        if not diagnosis.explanations:
            print(f"  none: {case.record.rules}, played {case.played}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="How often the house rules are found.")
    parser.add_argument("--records", type=int, default=500, help="of each game, size and kind of values")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0, help="the limit for one record, by the clock")
    parser.add_argument("--game", choices=[*GAMES], action="append", help="only this one; may be repeated")
    chosen: Any = parser.parse_args()
    print(
        f"{'game':<10} {'flags':>5} {'values':<7}  cases  shown    exact explained  none  gave up"
        "   tried    most   CPU s    most"
    )
    for name in chosen.game or GAMES:
        for size in (1, 2):
            for kind, values in (("usual", USUAL), ("any", ANY)):
                found = measure(name, size, values, chosen.records, chosen.seed, chosen.seconds)
                print(f"{name:<10} {size:>5} {kind:<7} {found}", flush=True)


if __name__ == "__main__":
    main()
