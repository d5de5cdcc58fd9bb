"""The words of the formats: for the fuzzer's dictionary, and for changes that stay near the format."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from cardrules import GAMES
from cardrules.cards import CARDS
from cardrules.registry import AnyGame
from cardrules.wire import dump

SCALARS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 4, 5, 8, 9, 13, -1, -120, 100, 120, 400, 555, 760, 880, 995, 1000),
    *(10**9 - 1, 10**9, 10**15, 10**15 + 1, 2**63, 1.0, 0.5, -0.0, 1e308, float("inf"), float("nan")),
    *("", " ", "3", "p0", "p9", "\x1b[31m", "\ud800", "\u2028", "\u0663", "=1+1", "<b>", "{}", "{0.__class__}"),
    *([], {}, [[]], [None], {"": None}),
)
"""Values that are often forgotten."""


CARD_WORDS: tuple[str, ...] = (*[card.text for card in CARDS], "10h", "A♠", "JkJk", "Qs7h")
SEAT_WORDS: tuple[str, ...] = tuple([f"p{seat}" for seat in range(1, 10)])
NUMBER_WORDS: tuple[str, ...] = ("0", "1", "2", "3", "99", "100", "110", "120", "400", "600", "1000", "999999999")
SAID: tuple[str, ...] = (
    *("deal", "widow:", "open:", "stock:", "reshuffle", "bid", "pass", "give", "raise", "surrender", "nines", "play"),
    *("marriage", "aces", "swap", "draw", "pot", "meld", "layoff", "low", "high", "exchange", "discard", "end", "last"),
    *("challenge", "??", "stood", ":", ""),
)
"""What the texts of actions say, beside cards, seats and numbers."""


@cache
def words() -> tuple[str, ...]:
    """All words of the formats: those of actions, names of fields, presets, kinds of values, rules."""
    found = {
        "cardrules",
        "cardrules-notes",
        "game",
        "rules",
        "players",
        "dealer",
        "actions",
        "scores",
        "meta",
        "preset",
        "type",
        "params",
    }
    found |= {"card", "cards", "suit", "rule", *CARD_WORDS, *SEAT_WORDS, *NUMBER_WORDS, *SAID}
    for game in GAMES.values():
        found |= {game.name, *game.PRESETS, *_fields(game), *_choices(game)}
    return tuple(sorted(found - {""}))


def _fields(game: AnyGame) -> set[str]:
    kinds: list[Any] = [game.Rules, *game.State, *game.Action, *game.View]
    named = {each.name for kind in kinds for each in attrs.fields(kind)}
    book = game.rulebook()
    return named | {kind.__name__.lower() for kind in kinds} | ({*book.rules} if book else set())


def _choices(game: AnyGame) -> set[str]:
    """The texts that the configs of a game hold."""
    texts: set[str] = set()
    for preset in game.PRESETS.values():
        data = dump(preset)
        assert isinstance(data, dict)
        texts |= {value for value in data.values() if isinstance(value, str)}
    return texts


def dictionary() -> str:
    """The words as libFuzzer reads them."""
    return "".join([f'"{"".join(f"{chr(92)}x{byte:02x}" for byte in word.encode())}"\n' for word in words()])
