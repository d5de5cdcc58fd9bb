"""How the words of the games are written for players of a language: cards, suits, seats, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from cardrules.cards import CARDS, Card, Cards, Suit
from cardrules.foreign import one_line, shortened
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
_RANK_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        "nl": ("twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "boer", "vrouw", "heer", "aas"),
        "de": (
            "Zwei",
            "Drei",
            "Vier",
            "Fünf",
            "Sechs",
            "Sieben",
            "Acht",
            "Neun",
            "Zehn",
            "Bube",
            "Dame",
            "König",
            "Ass",
        ),
    }
)
_CARD_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"en": "{rank} of {suit}", "nl": "{suit}{rank}", "de": "{suit}-{rank}"}
)
_JOKER: Final[Mapping[str, str]] = MappingProxyType({"en": "joker", "nl": "joker", "de": "Joker"})
_A_JOKER: Final[Mapping[str, str]] = MappingProxyType({"en": "a joker", "nl": "een joker", "de": "einen Joker"})
_COUNTED: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"en": ("card", "cards"), "nl": ("kaart", "kaarten"), "de": ("Karte", "Karten")}
)
_NO_CARDS: Final[Mapping[str, str]] = MappingProxyType({"en": "no cards", "nl": "geen kaarten", "de": "keine Karten"})
_AS: Final[Mapping[str, str]] = MappingProxyType({"en": "as", "nl": "als", "de": "als"})
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


def card_object(card: Card, lang: str) -> str:
    """A card as the object of a sentence: `9♥`, `a joker`, German `einen Joker`."""
    return _A_JOKER[lang] if card.suit is None else card_word(card, lang)


def cards_word(cards: Iterable[Card], lang: str) -> str:
    """Cards in their order, as they lie in a row: `9♥ 10♥ joker`; `no cards`."""
    return " ".join([card_word(card, lang) for card in cards]) or _NO_CARDS[lang]


def cards_count(count: int, lang: str) -> str:
    """How many cards: `1 card`, `5 cards`."""
    return f"{count} {_COUNTED[lang][count != 1]}"


def card_name(card: Card, lang: str) -> str:
    """A card as it is spoken, for screen readers: `king of diamonds`, `ruitenheer`, `Karo-König`.
    Raises ValueError for an unknown language."""
    check_lang(lang)
    if card.rank is None or card.suit is None:
        return _JOKER[lang]
    return _CARD_NAMES[lang].format(rank=_RANK_NAMES[lang][card.rank.place], suit=_SUITS[lang][card.suit])


def cards_name(cards: Iterable[Card], lang: str) -> str:
    """Cards as they are spoken, all of them, in their order: `king of diamonds and joker`; `no cards`.
    Raises ValueError for an unknown language."""
    check_lang(lang)
    names = [card_name(card, lang) for card in cards]
    return _joined(names, lang) if names else _NO_CARDS[lang]


def spoken(text: str, lang: str) -> str:
    """A text for screen readers: the cards in it as they are spoken, those in a row set apart, and a wild
    card with the card that it stands for: `meld six of hearts, joker as seven of hearts`.
    Raises ValueError for an unknown language."""
    check_lang(lang)
    names, row = _spoken(lang)
    return row.sub(lambda cards: ", ".join([_token_spoken(token, names, lang) for token in cards[0].split(" ")]), text)


def _token_spoken(token: str, names: Mapping[str, str], lang: str) -> str:
    return f" {_AS[lang]} ".join([names[word] for word in token.split("=")])


@cache
def _spoken(lang: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """By the word of a card what is spoken, and the pattern of cards in a row."""
    names = {card_word(card, lang): card_name(card, lang) for card in CARDS}
    card = f"(?:{'|'.join(names)})"
    return names, re.compile(rf"(?<!\w){card}(?:={card})?(?: {card}(?:={card})?)*(?!\w)")


def suit_name(suit: Suit, lang: str) -> str:
    """A suit as it is spoken: `diamonds`, `ruiten`, `Karo`. Raises ValueError for an unknown language."""
    check_lang(lang)
    return _SUITS[lang][suit]


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
    return _joined(words, lang)


def _joined(words: list[str], lang: str) -> str:
    return f" {_AND[lang]} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


_MOST: Final = 14


def seat_word(value: object) -> str:
    """The text of a seat, `p1` for 0."""
    return seat_text(value) if isinstance(value, int) else str(value)


def player_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """What the players are called in texts, by seat: their names, made harmless, as far as they are
    known, else the words of their seats. Where two could be taken for one another each name has its
    seat behind it: `Anna (p1)`."""
    # no more of a name is remembered than is shown
    return _player_names(tuple([shortened(name) for name in names[:players]]), players)


_BLANK: Final = re.compile("[\\s\u034f\u115f\u1160\u200b-\u200f\u2060-\u2069\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]*")
"""A name that shows nothing: spaces, fillers, marks without a sign of their own."""


@lru_cache(maxsize=64)
def _player_names(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    seats = [seat_text(seat) for seat in range(players)]
    shown = ["" if _BLANK.fullmatch(name) else one_line(name).strip() for name in names]
    given = shown + [""] * (players - len(names))
    own = [name if name != seat else "" for name, seat in zip(given, seats, strict=True)]
    called = [name for name in own if name]
    told_apart = len({*called, *seats}) == len(called) + players
    return tuple(
        [
            seat if not name else name if told_apart else f"{name} ({seat})"
            for name, seat in zip(own, seats, strict=True)
        ]
    )
