"""What the writers of the games share: what they are asked to show, and how lines are laid out."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from attrs import field, frozen

from cardrules.cards import Cards
from cardrules.errors import kind_of
from cardrules.registry import GAMES, AnyView
from cardrules.text import seat_text

V_co = TypeVar("V_co", covariant=True)


def game_of(view: AnyView) -> str:
    """The name of the game whose view this is. Raises ValueError for what is no view of a registered game."""
    for name, game in GAMES.items():
        if type(view) in game.View:
            return name
    raise ValueError(f"{kind_of(view)} is no view of a registered game; `view` makes one of a state")


Lines: TypeAlias = list[tuple[str, str]]
"""A label and what stands behind it; without a label it belongs to the line above."""


@frozen
class Scene(Generic[V_co]):
    """The table that a writer is asked to show: the view of `seat`, or (None) all that can be seen.

    look: the view of a seat (None: a spectator); where no more than one view may be shown, always
    that one. known: where every card is, or, where not all may be shown, nothing. names: the players'
    by seat, as many as are known.
    """

    look: Callable[[int | None], V_co]
    seat: int | None
    known: Mapping[str, Cards]
    lang: str
    names: Sequence[str]
    view: V_co = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "view", self.look(self.seat))

    def name(self, seat: int) -> str:
        """A seat with its player's name."""
        return f"{seat_text(seat)} {self.names[seat]}" if seat < len(self.names) else seat_text(seat)


_KEPT: Final = "\u00a0"


def kept(text: str) -> str:
    """A text that is not broken at its spaces if it can be helped."""
    return text.replace(" ", _KEPT)


def layout(lines: Lines, width: int | None) -> str:
    """The lines below one another, their labels in a column; wrapped, but not within what is
    `kept` if it can be helped, where they are longer than `width` (None: never)."""
    sizes = [_size(label) for label, _ in lines]
    limit = max(sizes) if width is None else max(width // 3, _NARROW)
    # a label that is too long has a line of its own
    column = max([size for size in sizes if size <= limit], default=_NARROW) + 2
    done = []
    for (label, text), size in zip(lines, sizes, strict=True):
        head = label + " " * (column - size)
        if size > limit:
            done.append(label)
            head = " " * column
        for row in [text] if width is None else _wrapped(text, width - column):
            done.append((head + row).rstrip().replace(_KEPT, " "))
            head = " " * column
    return "\n".join(done)


_NARROW: Final = 12
"""A column of labels may always be so wide."""


def _wrapped(text: str, width: int) -> list[str]:
    """A text in rows of at most that width, as far as its words allow; what is `kept` is broken only
    where it is longer than a row."""
    words = [
        word
        for kept_words in text.split(" ")
        for word in ([kept_words] if _size(kept_words) <= width else kept_words.split(_KEPT))
    ]
    rows: list[str] = []
    row, size = "", 0
    for place, word in enumerate(words):
        more = _size(word)
        if place and size + 1 + more <= width:
            row, size = f"{row} {word}", size + 1 + more
            continue
        if place:
            rows.append(row)
        row, size = word, more
    return [*rows, row]


def _size(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum([2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text]) - sum(
        [unicodedata.combining(char) != 0 for char in text]
    )
