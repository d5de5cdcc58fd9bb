"""The playthroughs, as `playthroughs.toml` lists them; its head tells what an entry is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

import test_duizenden_cases
import test_tausend_cases
from cardrules import duizenden, game, tausend
from cardrules.duizenden.check import check
from cardrules.registry import AnyGame, AnyRules, AnyState
from cardrules.sampling import NAMES
from cardrules.wire import load_rules

FOLDER: Final = Path(__file__).parent


@frozen(kw_only=True)
class Playthrough:
    """One entry, with the fields that the head of the list describes."""

    name: str
    title: str
    game: str
    steps: Sequence[str]
    preset: str | None = None
    rules: Mapping[str, Any] = {}
    lang: str = "en"
    dealer: str | None = None
    before: Any = None
    table: Mapping[str, Any] = {}
    seed: int = 0
    tries: float = 0.3

    @property
    def path(self) -> Path:
        """The file that tells it."""
        return FOLDER / f"{self.name}.txt"

    def config(self) -> AnyRules:
        """The house rules."""
        named = {} if self.preset is None else {"preset": self.preset}
        return load_rules(game(self.game), {**named, **self.rules})

    @property
    def base(self) -> str:
        """The preset with which the house rules are compared: that which is named, or, where they are
        nothing but that preset, the one of a table that has agreed on nothing."""
        default = next(name for name, rules in game(self.game).PRESETS.items() if rules == game(self.game).Rules())
        flags = set(self.rules) - {"players"} if self.game == "duizenden" else set(self.rules)
        return self.preset if self.preset is not None and flags else default

    def usual(self) -> AnyRules:
        """The rules of `base`, in Duizenden for as many players as here."""
        seats = {"players": self.config().players} if self.game == "duizenden" else {}
        return load_rules(game(self.game), {"preset": self.base, **seats})

    def start(self) -> AnyState:
        """The state in which it begins."""
        rules = self.config()
        if isinstance(rules, tausend.Rules):
            return test_tausend_cases.beginning(
                test_tausend_cases.Case(name="", rule="", dealer=self.dealer or "p3", before=self.before or {}), rules
            )
        assert isinstance(rules, duizenden.Rules)
        state = test_duizenden_cases.beginning(
            test_duizenden_cases.Case(name="", rule="", dealer=self.dealer, before=self.before, **self.table), rules
        )
        check(state)
        return state

    def actions(self, line: str) -> list[str]:
        """The texts of the actions of a line of the steps."""
        rules = self.config()
        if isinstance(rules, duizenden.Rules):
            return [test_duizenden_cases.filled(text, rules) for text in line.split(", ")]
        return test_tausend_cases.TABLE.written_out([line])

    def names(self) -> Sequence[str]:
        """The players by seat."""
        return NAMES[: self.config().players]


def read() -> Sequence[Playthrough]:
    """All playthroughs, in the order of the list."""
    data = tomllib.loads(FOLDER.joinpath("playthroughs.toml").read_text("utf-8"))
    return [Playthrough(**entry) for entry in data["playthrough"]]


def the_game(playthrough: Playthrough) -> AnyGame:
    """The game that is played."""
    return game(playthrough.game)
