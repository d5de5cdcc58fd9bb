"""What the commands write: a console that takes texts as they are, and texts made harmless."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rich.console import Console

PIPE_WIDTH: Final = 120
"""The width where the output is no terminal, in characters."""


def console() -> Console:
    """The standard output; neither markup nor numbers in a text change how it looks."""
    found = Console(markup=False, highlight=False, emoji=False)
    if not found.is_terminal:
        found.width = PIPE_WIDTH
    return found


LONGEST: Final = 200
"""How much of a foreign text is shown, in characters."""


def harmless(text: object) -> str:
    """A foreign text for people: not longer than they read, and with everything escaped that a
    terminal does not simply print."""
    whole = str(text)
    shown = whole if len(whole) <= LONGEST else whole[: LONGEST - 1] + "…"
    return "".join([char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown])


def json_line(text: str) -> None:
    """Writes one line of JSON."""
    sys.stdout.write(text + "\n")


WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "record": "record",
            "records": "records",
            "legal": "legal",
            "illegal": "illegal",
            "misscored": "misscored",
            "malformed": "malformed",
            "score": "deal {deal}: {name} was written down with {claimed}, but has {actual}",
            "unscored": "deal {deal}: {name} was written down with {claimed}, but no such deal was scored",
            "deal": "deal",
            "player": "player",
            "points": "points",
            "total": "total",
            "reason": "reason",
            "rule": "rule",
            "won": "{names} won",
            "unfinished": "the match is not over",
        },
        "nl": {
            "record": "partij",
            "records": "partijen",
            "legal": "in orde",
            "illegal": "ongeldig",
            "misscored": "verkeerd geteld",
            "malformed": "onleesbaar",
            "score": "spel {deal}: bij {name} staat {claimed}, maar het is {actual}",
            "unscored": "spel {deal}: bij {name} staat {claimed}, maar zo'n spel is niet geteld",
            "deal": "spel",
            "player": "speler",
            "points": "punten",
            "total": "stand",
            "reason": "reden",
            "rule": "regel",
            "won": "{names} heeft gewonnen",
            "unfinished": "de partij is niet uit",
        },
        "de": {
            "record": "Partie",
            "records": "Partien",
            "legal": "in Ordnung",
            "illegal": "regelwidrig",
            "misscored": "falsch gezählt",
            "malformed": "unlesbar",
            "score": "Spiel {deal}: für {name} ist {claimed} notiert, richtig ist {actual}",
            "unscored": "Spiel {deal}: für {name} ist {claimed} notiert, aber ein solches Spiel wurde nicht gewertet",
            "deal": "Spiel",
            "player": "Spieler",
            "points": "Punkte",
            "total": "Stand",
            "reason": "Grund",
            "rule": "Regel",
            "won": "{names} hat gewonnen",
            "unfinished": "die Partie ist nicht zu Ende",
        },
    }
)
"""The words of the commands by language."""
