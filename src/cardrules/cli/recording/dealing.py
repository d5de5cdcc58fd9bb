"""A deal or reshuffle entered part by part.

Nothing here knows a game: what the parts are, and of how many cards, is read off an example, the
text of a random one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from attrs import evolve, field, frozen

from cardrules.cards import Card, Cards, parse_sequence
from cardrules.errors import MalformedInput
from cardrules.registry import AnyGame, AnyState


@frozen
class Part:
    """A part of a deal: the label before its colon (none: ""), its number of cards, and whether
    their order matters."""

    label: str
    count: int
    ordered: bool


@frozen
class Dealing:
    """A deal that is being entered: the word it begins with, its parts, all its cards, and the
    parts that were given."""

    head: str
    parts: tuple[Part, ...]
    cards: Cards
    given: tuple[tuple[Card, ...], ...] = ()
    left: Cards = field(init=False)

    def __attrs_post_init__(self) -> None:
        given = [card for part in self.given for card in part]
        object.__setattr__(self, "left", self.cards - Cards(given))

    @property
    def part(self) -> Part:
        """The part that is due."""
        return self.parts[len(self.given)]

    @property
    def is_whole(self) -> bool:
        """Whether all parts were given."""
        return len(self.given) == len(self.parts)

    @property
    def rest(self) -> tuple[Card, ...] | None:
        """What the part that is due must be, where that follows from those before."""
        left = tuple(self.left)
        last = len(self.given) == len(self.parts) - 1
        return left if last and (not self.part.ordered or len(set(left)) == 1) else None

    def with_part(self, cards: tuple[Card, ...]) -> Dealing:
        """The deal with the part that is due."""
        return evolve(self, given=(*self.given, cards))

    def without_last(self) -> Dealing:
        """The deal without the part that was given last; there is one."""
        return evolve(self, given=self.given[:-1])

    def shuffled(self, rng: random.Random) -> Dealing:
        """The deal with what is left dealt at random."""
        left = list(self.left)
        rng.shuffle(left)
        whole = self
        while not whole.is_whole:
            count = whole.part.count
            whole, left = whole.with_part(tuple(left[:count])), left[count:]
        return whole

    def excess(self, cards: tuple[Card, ...]) -> Cards:
        """Those of some cards that are not left."""
        return Cards(cards) - self.left

    def text(self) -> str:
        """The text of the action, or its beginning."""
        return " ".join([self.head, *_texts(self.parts, self.given)])


def dealing_of(game: AnyGame, state: AnyState) -> Dealing | None:
    """The deal that a state waits for, as yet without a part; None where chance does anything else
    than to put all of certain cards in places."""
    text, *others = [str(game.shuffle(state, random.Random(seed))) for seed in range(_EXAMPLES)]  # noqa: S311
    found = _read_off(text)
    if found is None or any([_read_off(other) != found for other in others]):
        return None
    given = [parse_sequence(word.rpartition(":")[2]) for word in text.split(" ")[1:]]
    parts = []
    for place, part in enumerate(found.parts):
        other = [*given[:place], _otherwise(given[place]), *given[place + 1 :]]
        alike = evolve(found, given=tuple(other)).text()
        parts.append(evolve(part, ordered=game.parse_action(alike) != game.parse_action(text)))
    return evolve(found, parts=tuple(parts))


_EXAMPLES: Final = 3


def _read_off(text: str) -> Dealing | None:
    """The parts and the cards of a deal; their order is taken to matter."""
    head, *words = text.split(" ")
    parts: list[Part] = []
    cards: list[Card] = []
    for word in words:
        label, _, written = word.rpartition(":")
        try:
            some = parse_sequence(written)
        except MalformedInput:
            return None
        parts.append(Part(label, len(some), ordered=True))
        cards += some
    return Dealing(head, tuple(parts), Cards(cards)) if parts else None


def resumed(dealing: Dealing, text: str) -> Dealing:
    """The deal as far as a text that `Dealing.text` wrote goes and fits it."""
    for word in text.split(" ")[1:]:
        if dealing.is_whole:
            break
        label, _, cards = word.rpartition(":")
        try:
            part = parse_sequence(cards)
        except MalformedInput:
            break
        if label != dealing.part.label or len(part) != dealing.part.count or dealing.excess(part):
            break
        dealing = dealing.with_part(part)
    return dealing


def _otherwise(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The same cards in another order, if there is one."""
    for place, (one, two) in enumerate(pairwise(cards)):
        if one is not two:
            return (*cards[:place], two, one, *cards[place + 2 :])
    return cards


def _texts(parts: tuple[Part, ...], given: tuple[tuple[Card, ...], ...]) -> Iterator[str]:
    for part, cards in zip(parts, given, strict=False):
        joined = "".join(map(str, cards))
        yield f"{part.label}:{joined}" if part.label else joined


RANDOM: Final = random.SystemRandom()
"""What deals and shuffles."""
