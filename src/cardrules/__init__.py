"""A referee for card games: legal actions, reasons, states and scores of Tausend and
Duizenden.

Each game is a module of pure functions on frozen values; see `cardrules.tausend` and
`cardrules.duizenden`.
"""

from typing import TYPE_CHECKING

from cardrules.cards import JOKER, Card, Cards, Rank, Suit
from cardrules.errors import InvalidRules, MalformedInput
from cardrules.options import Options
from cardrules.recorded import Record
from cardrules.registry import GAMES, Game, game
from cardrules.report import Report
from cardrules.scoresheet import Score, ScoreLine
from cardrules.verdict import IllegalAction, Violation

if TYPE_CHECKING:
    from cardrules import duizenden, tausend
else:

    def __getattr__(name):
        """The games, each loaded when it is first asked for: a program that plays one needs no other."""
        if name in ("duizenden", "tausend"):
            from importlib import import_module

            return import_module(f"cardrules.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "GAMES",
    "JOKER",
    "Card",
    "Cards",
    "Game",
    "IllegalAction",
    "InvalidRules",
    "MalformedInput",
    "Options",
    "Rank",
    "Record",
    "Report",
    "Score",
    "ScoreLine",
    "Suit",
    "Violation",
    "duizenden",
    "game",
    "tausend",
]
