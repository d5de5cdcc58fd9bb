"""The cards as shapes: faces, and the back, each 100 wide and 140 high.

The signs of suits and ranks are paths, so that a card looks alike wherever it is shown. Those in the
corners are large: they can still be read where a card is 40 pixels high.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from cardrules.cards import CARDS, Card, Rank, Suit
from cardrules.render.picture import Markup, element, joined, use
from cardrules.wording import card_word

WIDTH: Final = 100
HEIGHT: Final = 140
RANK_HEIGHT: Final = 28
BACK: Final = "back"
"""The name of the shape of a card's back."""


def colour(suit: Suit | None, *, four_colours: bool) -> str:
    """The colour of the signs of a suit; None: of the joker."""
    if suit is None:
        return "violet"
    return (_FOUR if four_colours else _TWO)[suit]


_TWO: Final = {Suit.CLUBS: "black", Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: "black"}
_FOUR: Final = {Suit.CLUBS: "green", Suit.DIAMONDS: "blue", Suit.HEARTS: "red", Suit.SPADES: "black"}


@cache
def shapes(lang: str, *, four_colours: bool) -> Mapping[str, Markup]:
    """All shapes by name: of a card its text (`Kd`), of a suit its letter, `BACK`; and their parts."""
    found = {BACK: _back(), "paper": _paper(), "star": _path(_STAR)}
    for suit, path in _SUITS.items():
        found |= {suit.value: _path(path), f"{suit.value}pip": use(suit.value, scale=_PIP)}
    found |= {f"rank{letter}": _stroked(path) for letter, path in _RANKS.items()}
    found |= {f"{rank.value}crown": crown for rank, crown in _CROWNS.items()}
    for card in CARDS:
        colours = colour(card.suit, four_colours=four_colours)
        found[f"{card}half"] = _half(card, card_word(card, lang)[:-1])
        found[card.text] = joined([use("paper"), element("g", *_face(card), class_=f"{colours} line-{colours}")])
    return MappingProxyType(found)


# -- faces


def _face(card: Card) -> list[Markup]:
    """What is drawn on the paper: a half, the same turned, and what is in the middle."""
    halves = [use(f"{card}half"), use(f"{card}half", WIDTH, HEIGHT, angle=180)]
    if card.rank is None or card.suit is None:
        return halves
    suit = card.suit.value
    if card.rank is Rank.ACE:
        return [*halves, use(suit, 50, 70, 2.2)]
    if card.rank in _CROWNS:
        band = element("path", d="M30 80V74L70 60V66z", class_="gold", stroke="none")
        return [_panel(card.rank), *halves, band]
    return [*halves, *[use(f"{suit}pip", x, y) for x, y in _MIDDLE.get(card.rank, ())]]


def _half(card: Card, letter: str) -> Markup:
    """The upper half of a face: the corner, and the pips, or the arms of a court card."""
    if card.rank is None or card.suit is None:
        return joined([use("star", 17, 21, 1.3), _cap()])
    suit = card.suit.value
    corner = [use(f"rank{letter}", 6, 8, 1.08), use(suit, 17, 54)]
    if card.rank in _CROWNS:
        return joined([*corner, use(f"{card.rank.value}crown", 50, 31), use(suit, 50, 54, 1.25)])
    return joined([*corner, *[use(f"{suit}pip", x, y) for x, y in _UPPER.get(card.rank, ())]])


def _paper() -> Markup:
    return element(
        "rect", class_="paper line-outline", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=9, stroke_width=2
    )


def _panel(rank: Rank) -> Markup:
    """The field of a court card, parted in a way of its own for each rank."""
    field = element("path", d="M30 12H70V128H30z", fill_opacity=0.1, stroke_width=1.5)
    return joined([field, element("path", d=_PARTINGS[rank], fill_opacity=0.14, stroke="none")])


_PARTINGS: Final = {
    Rank.KING: "M30 12H70L30 128H70z",
    Rank.QUEEN: "M50 12L70 70 50 128 30 70z",
    Rank.JACK: "M30 12H40V128H30zM60 12H70V128H60z",
}

_PIP: Final = 0.74
_LEFT, _CENTRE, _RIGHT = 38.5, 50, 61.5
_TOP: Final = ((_LEFT, 24), (_RIGHT, 24))
_FLANKS: Final = ((_LEFT, 70), (_RIGHT, 70))
_FOUR_ROWS: Final = (*_TOP, (_LEFT, 54.7), (_RIGHT, 54.7))
_UPPER: Final[Mapping[Rank, tuple[tuple[float, float], ...]]] = {
    Rank.TWO: ((_CENTRE, 24),),
    Rank.THREE: ((_CENTRE, 24),),
    Rank.FOUR: _TOP,
    Rank.FIVE: _TOP,
    Rank.SIX: _TOP,
    Rank.SEVEN: _TOP,
    Rank.EIGHT: (*_TOP, (_CENTRE, 47)),
    Rank.NINE: _FOUR_ROWS,
    Rank.TEN: (*_FOUR_ROWS, (_CENTRE, 39.5)),
}
"""Where the pips of the upper half are; those of the lower half follow."""
_MIDDLE: Final[Mapping[Rank, tuple[tuple[float, float], ...]]] = {
    Rank.THREE: ((_CENTRE, 70),),
    Rank.FIVE: ((_CENTRE, 70),),
    Rank.SIX: _FLANKS,
    Rank.SEVEN: (*_FLANKS, (_CENTRE, 47)),
    Rank.EIGHT: _FLANKS,
    Rank.NINE: ((_CENTRE, 70),),
}
"""Where the pips are that have no counterpart."""


# -- signs


def _path(path: str) -> Markup:
    return element("path", d=path, stroke="none")


def _stroked(path: str) -> Markup:
    return element("path", d=path, fill="none", stroke_width=4.6, stroke_linecap="round", stroke_linejoin="round")


_SUITS: Final = {
    Suit.CLUBS: "M-4.7 -5.2a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1 -9.4 0zM-10 2.4a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1 -9.4 0z"
    "M0.6 2.4a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1 -9.4 0zM-2.5 -2.5H2.5L1 3Q1.4 8.6 4.4 10H-4.4Q-1.4 8.6 -1 3z",
    Suit.DIAMONDS: "M0 -10.5Q3.4 -4.8 8.2 0Q3.4 4.8 0 10.5Q-3.4 4.8 -8.2 0Q-3.4 -4.8 0 -10.5z",
    Suit.HEARTS: "M0 10C-6.5 4 -10 0.5 -10 -4A5.2 5.2 0 0 1 0 -5.6A5.2 5.2 0 0 1 10 -4C10 0.5 6.5 4 0 10z",
    Suit.SPADES: "M0 -10.5C6.5 -4 10 -1 10 3A4.8 4.8 0 0 1 1.3 5.4Q1.6 8.8 4.4 10H-4.4Q-1.6 8.8 -1.3 5.4"
    "A4.8 4.8 0 0 1 -10 3C-10 -1 -6.5 -4 0 -10.5z",
}
"""About a middle of 0, 20 wide and 20 high."""

_STAR: Final = "M0 -11L2.8 -3.8L10.5 -3.4L4.5 1.5L6.5 8.9L0 4.7L-6.5 8.9L-4.5 1.5L-10.5 -3.4L-2.8 -3.8z"

_RANKS: Final = {
    "2": "M3 7.5A7 7 0 0 1 17 8C17 14 4 20 3 28H17.5",
    "3": "M3.5 5A7 6.6 0 1 1 10 13.2A7.4 7.4 0 1 1 3 23",
    "4": "M14 28V0L2.5 20H18.5",
    "5": "M16 0H5L4 12.5C9 9.5 17 11 17 19A7.3 9 0 0 1 3 23.5",
    "6": "M14.5 1C8 4 3 12 3 19.5A7.2 8.5 0 1 0 17.4 19.5A7.2 7.5 0 0 0 3.4 17",
    "7": "M2.5 0H17.5L8 28",
    "8": "M10 13A6 6.5 0 1 1 10 0A6 6.5 0 1 1 10 13A7.4 7.5 0 1 0 10 28A7.4 7.5 0 1 0 10 13",
    "9": "M5.5 27C12 24 17 16 17 8.5A7.2 8.5 0 1 0 2.6 8.5A7.2 7.5 0 0 0 16.6 11",
    "10": "M0.5 4.5L4 0V28M14.8 0A4.7 6.5 0 0 0 10.1 6.5V21.5A4.7 6.5 0 0 0 19.5 21.5V6.5A4.7 6.5 0 0 0 14.8 0",
    "J": "M8 0H15V19.5A6.2 8 0 0 1 2.5 21",
    "Q": "M10 0A7.6 9 0 0 0 2.4 9V19A7.6 9 0 0 0 17.6 19V9A7.6 9 0 0 0 10 0M11.5 20L18.5 29",
    "K": "M3.5 0V28M17 0L3.5 17M8.5 11L18 28",
    "A": "M2 28L10 0L18 28M4.8 19H15.2",
    "B": "M3.5 0V28H10A7.2 7.2 0 0 0 10 13.4H3.5M10 13.4A6.6 6.7 0 0 0 9 0H3.5",
    "D": "M3.5 0V28H7.5A10 10 0 0 0 17.5 18V10A10 10 0 0 0 7.5 0z",
    "H": "M3 0V28M17 0V28M3 13.5H17",
    "V": "M2 0L10 28L18 0",
}
"""Strokes, 20 wide and 28 high."""


# -- arms, cap and back


def _gilt(path: str) -> Markup:
    return element("path", d=path, class_="gold line-outline", stroke_width=1.5, stroke_linejoin="round")


_CROWNS: Final[Mapping[Rank, Markup]] = {
    Rank.KING: joined(
        [
            element("path", d="M0 -17V-8M-3.5 -13.5H3.5", stroke_width=2.5),
            _gilt("M-16 9V-6L-8 1L0 -9L8 1L16 -6V9z"),
            element("path", d="M-16 4.5H16", stroke_width=2),
        ]
    ),
    Rank.QUEEN: joined(
        [
            _gilt("M-14 9L-17 -5L-8 0L-6.5 -10L0 -1L6.5 -10L8 0L17 -5L14 9z"),
            *[
                element("circle", cx=x, cy=y, r=2.6, stroke="none")
                for x, y in ((-17, -6), (-6.5, -11), (6.5, -11), (17, -6))
            ],
        ]
    ),
    Rank.JACK: joined(
        [
            element("path", d="M5 -5C6 -15 16 -17 17 -9C18 -4 12 -3 9 -2z", stroke="none"),
            _gilt("M-14 5C-14 -7 -4 -10 3 -8C11 -6 14 -1 14 5z"),
            _gilt("M-17 4H17V9H-17z"),
        ]
    ),
}
"""About a middle of 0, some 34 wide and 20 high."""


def _cap() -> Markup:
    """The joker's."""
    tips = ((31, 44), (50, 20), (69, 44))
    return joined(
        [
            element("path", d="M36 62C34 52 33 46 31 44C38 40 42 44 44 49C45 38 47 28 50 20V62z", stroke="none"),
            _gilt("M64 62C66 52 67 46 69 44C62 40 58 44 56 49C55 38 53 28 50 20V62z"),
            *[element("circle", class_="gold line-outline", cx=x, cy=y, r=3.2, stroke_width=1.2) for x, y in tips],
        ]
    )


def _back() -> Markup:
    lozenges = "".join(
        [
            f"M{12 + 19 * column + 9.5} {12 + 29 * row}l9.5 14.5l-9.5 14.5l-9.5 -14.5z"
            for row in range(4)
            for column in range(4)
        ]
    )
    return joined(
        [
            use("paper"),
            element(
                "path",
                class_="back",
                d="M12 7H88A5 5 0 0 1 93 12V128A5 5 0 0 1 88 133H12A5 5 0 0 1 7 128V12A5 5 0 0 1 12 7z",
            ),
            element("path", class_="line-lattice", d=lozenges, fill="none", stroke_width=2.5),
        ]
    )
