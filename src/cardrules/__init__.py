"""A referee for card games: legal actions, reasons, states and scores of Tausend and
Duizenden.

Each game is a module of pure functions on frozen values; see `cardrules.tausend` and
`cardrules.duizenden`.
"""

from cardrules import duizenden, tausend
from cardrules.cards import JOKER, Card, Cards, Rank, Suit
from cardrules.errors import InvalidRules, MalformedInput
from cardrules.records import Record, Report
from cardrules.registry import GAMES, Game, game
from cardrules.scoresheet import Score, ScoreLine
from cardrules.verdict import IllegalAction, Violation

__all__ = [
    "GAMES",
    "JOKER",
    "Card",
    "Cards",
    "Game",
    "IllegalAction",
    "InvalidRules",
    "MalformedInput",
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
