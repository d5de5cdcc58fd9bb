"""What an entry says: an action as in a record, or a little shorter or looser than there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from cardrules.errors import MalformedInput
from cardrules.reading import read_action
from cardrules.registry import AnyAction, AnyGame, AnyState
from cardrules.text import seat_text


class Unreadable(ValueError):
    """An entry that is no action: `text`, as it was read, and in English why."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(text, why)
        self.text: Final = text
        self.why: Final = why


class Unclear(ValueError):
    """An entry that several seats can mean: the actions that it can be."""

    def __init__(self, choices: Sequence[str]) -> None:
        super().__init__(choices)
        self.choices: Final = choices


def understood(game: AnyGame, state: AnyState, entry: str, lang: str) -> AnyAction:
    """The action of an entry, which need not be legal.

    The seat may be left out where one only can mean it. Raises Unreadable, Unclear.
    """
    text = " ".join(entry.split())
    seats = game.actors(state)
    try:
        return read_action(game, text, lang)
    except MalformedInput as error:
        if not seats or re.match(r"p\d+( |$)", text, re.IGNORECASE):
            raise Unreadable(text, str(error)) from None
    found: list[AnyAction] = []
    fault = None
    for seat in seats:
        try:
            found.append(read_action(game, text, lang, seat))
        except MalformedInput as error:
            fault = fault or Unreadable(f"{seat_text(seat)} {text}", str(error))
    if fault is not None and not found:
        raise fault
    if len(found) == 1:
        return found[0]
    legal = [action for action in found if game.is_legal(state, action)]
    if len(legal) > 1:
        raise Unclear([str(action) for action in legal])
    return legal[0] if legal else _likeliest(game, state, found)


def _likeliest(game: AnyGame, state: AnyState, found: list[AnyAction]) -> AnyAction:
    """Of actions of several seats, all illegal, the one that its seat is nearest to: it can do
    something of the kind, or at least something."""

    def nearness(action: AnyAction) -> int:
        kinds = {type(other) for other in islice(game.legal_actions(state, action.seats[0]), _LOOKED_AT)}
        return 2 if type(action) in kinds else 1 if kinds else 0

    return max(found, key=nearness)


_LOOKED_AT: Final = 1000
