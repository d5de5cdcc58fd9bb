"""How the words of the games are written for players of a language: cards, suits, seats, lists."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardrules.cards import Card, Cards, Suit
from cardrules.text import seat_text

LANGS: Final = ("en", "nl", "de")
"""The languages of all texts: English, Dutch, German."""

_RANKS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {"T": "10"},
        "nl": {"T": "10", "J": "B", "Q": "V", "K": "H"},
        "de": {"T": "10", "J": "B", "Q": "D"},
    }
)
_SUITS: Final[Mapping[str, Mapping[Suit, str]]] = MappingProxyType(
    {
        "en": dict(zip(Suit, ("clubs", "diamonds", "hearts", "spades"), strict=True)),
        "nl": dict(zip(Suit, ("klaveren", "ruiten", "harten", "schoppen"), strict=True)),
        "de": dict(zip(Suit, ("Kreuz", "Karo", "Herz", "Pik"), strict=True)),
    }
)
_JOKER: Final[Mapping[str, str]] = MappingProxyType({"en": "joker", "nl": "joker", "de": "Joker"})
_AND: Final[Mapping[str, str]] = MappingProxyType({"en": "and", "nl": "en", "de": "und"})


def check_lang(lang: str) -> None:
    """Raises ValueError for a language that no text is in."""
    if lang not in LANGS:
        raise ValueError(f"no texts in {lang!r}: the languages are {', '.join(LANGS)}")


def card_word(card: Card, lang: str) -> str:
    """A card with its suit sign and the rank letter of the language: `9♥`, German `D♠`."""
    if card.rank is None or card.suit is None:
        return _JOKER[lang]
    letter: str = card.rank.value
    return _RANKS[lang].get(letter, letter) + card.suit.sign


def word(value: object, lang: str) -> str:
    """A value of a message in a language."""
    if isinstance(value, Card):
        return card_word(value, lang)
    if isinstance(value, Cards):
        return listed([card_word(card, lang) for card in value], lang)
    if isinstance(value, Suit):
        return _SUITS[lang][value]
    return number_word(value) if isinstance(value, int) else str(value)


def number_word(value: int, *, signed: bool = False) -> str:
    """A number for people, with a minus sign where a program would read a hyphen; `signed`: and
    with a plus sign where it is above 0."""
    return format(value, "+" if signed and value else "").replace("-", MINUS)


MINUS: Final = "−"


def listed(words: list[str], lang: str) -> str:
    """`a`, `a and b`, `a, b and c` in a language; of a long list the beginning."""
    if len(words) > _MOST:
        words = [*words[:_MOST], "…"]
        return ", ".join(words)
    return f" {_AND[lang]} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


_MOST: Final = 14


def seat_word(value: object) -> str:
    """The text of a seat, `p1` for 0."""
    return seat_text(value) if isinstance(value, int) else str(value)
