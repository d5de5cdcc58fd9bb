"""What a seat knows, as a test works it out: from the redacted log alone, by other code than the game's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

import attrs
from attrs import frozen

from cardrules.cards import Card, Cards

Fields = Mapping[str, object]
_NONE: Final = Cards()


@frozen
class Known:
    """What a seat knows at a moment.

    shows: what fields of its view must hold, by name. cards: the cards that it may know of the deal in
    hand, each once; the view shows no others but in its field `previous`, where `left`, those of the
    last deal, may be. named: the cards that the last action may have named to it.
    """

    shows: Fields
    cards: Cards = _NONE
    left: Cards = _NONE
    named: Cards = _NONE


def cards_in(value: object) -> Cards:
    """Each card that is found anywhere in a value: in its fields, their items, and so on."""
    bits = 0
    left: list[object] = [value]
    while left:
        item = left.pop()
        if isinstance(item, Card):
            bits |= item.bit
        elif isinstance(item, Cards):
            bits |= item.kinds().bits
        elif isinstance(item, Mapping):
            left += [*item.keys(), *item.values()]
        elif isinstance(item, Iterable) and not isinstance(item, str):
            left += item
        elif attrs.has(type(item)):
            # every field, those that follow from the others too
            left += [getattr(item, field.name) for field in attrs.fields(cast("Any", type(item)))]
    return Cards.of(bits)
