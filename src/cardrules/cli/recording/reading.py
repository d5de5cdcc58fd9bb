"""What an entry says: an action as in a record, or a little shorter or looser than there, or in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from cardrules.entries import Reader
from cardrules.errors import MalformedInput
from cardrules.reading import read_action
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState, AnyView
from cardrules.text import seat_text

_SEAT: Final = re.compile(r"p\d+( |$)", re.IGNORECASE)


class Unreadable(ValueError):
    """An entry that is no action: `text`, as it was read, and in English why; `placed`: whether that names a
    part of the text."""

    def __init__(self, text: str, error: MalformedInput) -> None:
        super().__init__(text, error)
        self.text: Final = text
        self.why: Final = str(error)
        self.placed: Final = bool(error.where)


class Unclear(ValueError):
    """An entry that can mean several actions: what could be entered for each of them."""

    def __init__(self, choices: Sequence[str]) -> None:
        super().__init__(choices)
        self.choices: Final = choices


def understood(game: AnyGame, state: AnyState, entry: str, lang: str, names: Sequence[str] = ()) -> AnyAction:
    """The action of an entry, which need not be legal: as in a record, or a legal one in words of the
    language, as far as they tell it from the others; `names` are the players' there, by seat.

    The seat may be left out where one only can mean it. Raises Unreadable, Unclear.
    """
    text = " ".join(entry.split())
    try:
        return _written(game, state, text, lang)
    except Unreadable:
        found = _worded(game, state, text, lang, names)
        if found is None:
            raise
        return found


def _written(game: AnyGame, state: AnyState, text: str, lang: str) -> AnyAction:
    """The action that is written so."""
    seats = game.actors(state)
    try:
        return read_action(game, text, lang)
    except MalformedInput as error:
        if not seats or _SEAT.match(text):
            raise Unreadable(text, error) from None
    found: list[AnyAction] = []
    fault = None
    for seat in seats:
        try:
            found.append(read_action(game, text, lang, seat))
        except MalformedInput as error:
            fault = fault or Unreadable(f"{seat_text(seat)} {text}", error)
    if fault is not None and not found:
        raise fault
    if len(found) == 1:
        return found[0]
    legal = [action for action in found if game.is_legal(state, action)]
    if len(legal) > 1:
        raise Unclear([str(action) for action in legal])
    return legal[0] if legal else _likeliest(game, state, found)


def _worded(game: AnyGame, state: AnyState, text: str, lang: str, names: Sequence[str]) -> AnyAction | None:
    """The action that is told so, if there is one."""
    own, _, rest = text.partition(" ")
    seats = {seat_text(seat): seat for seat in game.actors(state)}
    if _SEAT.match(text):
        seats = {own: seats[own.lower()]} if own.lower() in seats else {}
        text = rest
    readers = [Reader(game, state, seat, lang, names) for seat in seats.values()]
    meanings = [(reader, reader.meaning(text)) for reader in readers]
    legal = [(reader, action) for reader, meaning in meanings for action in meaning.actions]
    if len(legal) > 1:
        several = len({action.seats[0] for _, action in legal}) > 1
        raise Unclear([worded(reader, action) if several else reader.says(action) for reader, action in legal])
    if legal:
        return legal[0][1]
    tried = [meaning.tried for _, meaning in meanings if meaning.tried is not None]
    return _likeliest(game, state, tried) if tried else None


def worded(reader: Reader[AnyRules, AnyState, AnyAction, AnyView], action: AnyAction) -> str:
    """An action in words after its seat; as a record has it where the game has no words."""
    text, seat = reader.says(action), seat_text(action.seats[0])
    return text if text.startswith(seat) else f"{seat} {text}"


def _likeliest(game: AnyGame, state: AnyState, found: list[AnyAction]) -> AnyAction:
    """Of actions of several seats, all illegal, the one that its seat is nearest to: it can do
    something of the kind, or at least something."""

    def nearness(action: AnyAction) -> int:
        kinds = {type(other) for other in islice(game.legal_actions(state, action.seats[0]), _LOOKED_AT)}
        return 2 if type(action) in kinds else 1 if kinds else 0

    return max(found, key=nearness)


_LOOKED_AT: Final = 1000
