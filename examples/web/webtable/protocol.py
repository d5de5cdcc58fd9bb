"""The frames between the page and the server: JSON objects, as values.

From a page comes a `Frame`; `read` is strict. To a page go plain JSON objects, built of nothing
but the view of its seat, its legal actions, the redacted log, and what all may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import frozen

from cardrules import Cards, IllegalAction, MalformedInput, options, strictjson
from cardrules.describing import describe
from cardrules.registry import AnyAction
from cardrules.wire import JSON, dump
from cardrules.wording import spoken
from webtable.tables import Refused, Step, Table, acted
from webtable.words import LANGS, say

LARGEST: Final = 16 * 1024
"""No frame from a page has more bytes."""
OFFERED: Final = 128
"""No more actions are offered at once; who chooses cards is offered others. All bids are fewer."""

Sent: TypeAlias = dict[str, JSON]
"""A frame for a page."""


# -- from a page


@frozen
class Join:
    """The first frame of a connection; without a key it watches."""

    key: str | None
    lang: str


@frozen
class Act:
    version: int
    action: str


@frozen
class Choose:
    """The cards of the hand that are chosen so far."""

    version: int
    cards: str


@frozen
class Lang:
    lang: str


@frozen
class Deal:
    """The next deal may begin."""

    version: int


@frozen
class Leave:
    """The seat is given up."""


@frozen
class Relieve:
    """A computer is to play for a person who has gone away."""

    seat: int


Frame: TypeAlias = Join | Act | Choose | Lang | Deal | Leave | Relieve


def read(text: str) -> Frame:
    """The frame of a text. Raises MalformedInput."""
    value = strictjson.parse(text.encode())
    if not isinstance(value, dict):
        raise MalformedInput("", "it is no JSON object")
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _FRAMES:
        raise MalformedInput("type", f"it is not one of {', '.join(_FRAMES)}")
    fields, build = _FRAMES[kind]
    if set(value) - {"type"} != set(fields):
        raise MalformedInput("", f"a frame {kind} has the fields {', '.join(['type', *fields])}")
    for name, fits in fields.items():
        if not fits(value[name]):
            raise MalformedInput(name, "it has no such value")
    return build(**{name: value[name] for name in fields})


def _is_text(value: object) -> bool:
    """JSON can write half a character, which cannot be sent on."""
    return isinstance(value, str) and not any(["\ud800" <= letter <= "\udfff" for letter in value])


def _is_key(value: object) -> bool:
    return value is None or _is_text(value)


def _is_lang(value: object) -> bool:
    return value in LANGS


def _is_whole(value: object) -> bool:
    return type(value) is int


_FRAMES: Final[Mapping[str, tuple[Mapping[str, Callable[[object], bool]], Callable[..., Frame]]]] = MappingProxyType(
    {
        "join": ({"key": _is_key, "lang": _is_lang}, Join),
        "act": ({"version": _is_whole, "action": _is_text}, Act),
        "choose": ({"version": _is_whole, "cards": _is_text}, Choose),
        "lang": ({"lang": _is_lang}, Lang),
        "deal": ({"version": _is_whole}, Deal),
        "leave": ({}, Leave),
        "relieve": ({"seat": _is_whole}, Relieve),
    }
)
"""By type, the fields and their tests."""


# -- to a page


def table_frame(table: Table, seat: int | None, lang: str, had: int) -> Sent:
    """The table as a seat sees it, with the log from version `had` on."""
    waits = seat if table.playing(seat) is None else None
    seat = table.playing(seat)
    return {
        "type": "table",
        "version": table.version,
        "seat": seat,
        "waits": waits,
        "game": table.game.name,
        "view": dump(table.game.view(table.state, seat)),
        "names": [*table.names],
        "empty": [person is None for person in table.people],
        "options": None if seat is None else _offers(table, seat, Cards(), lang),
        "log": log(table, _recent(table, had), seat, lang),
        "record": table.closed,
    }


def _recent(table: Table, had: int) -> Iterator[tuple[int, Step]]:
    """The last actions, from version `had` on."""
    first = table.version - len(table.recent)
    skipped = max(0, had - first)
    return enumerate(table.recent[skipped:], first + skipped)


def log(table: Table, steps: Iterable[tuple[int, Step]], seat: int | None, lang: str) -> list[JSON]:
    """Actions with their versions, as a seat saw them."""
    names = table.names
    entries: list[JSON] = []
    for n, step in steps:
        seen = table.seen(step, seat)
        says = describe(table.game, seen, step.before, lang, names, told=True)
        entries.append({"n": n, **_told(seen, says, lang)})
    return entries


def _offers(table: Table, seat: int, chosen: Cards, lang: str) -> Sent:
    found = options.of(table.game, table.state, seat, chosen)
    now = [*islice(found.now, OFFERED + 1)]
    names = table.names
    view = table.game.view(table.state, seat)
    offers: list[JSON] = [
        _told(action, describe(table.game, action, view, lang, names), lang) for action in now[:OFFERED]
    ]
    sent: Sent = {"now": offers, "more": str(found.more)}
    return sent | {"cut": True} if len(now) > OFFERED else sent


def _told(action: AnyAction, says: str, lang: str) -> dict[str, JSON]:
    """An action as text, in words, and in words for who cannot see the signs of the suits."""
    return {"action": str(action), "says": says, "spoken": spoken(says, lang)}


def error_frame(code: str, lang: str, **details: str) -> Sent:
    return {"type": "error", "code": code, "message": say(code, lang, **details)}


def malformed_frame(error: MalformedInput, lang: str) -> Sent:
    return error_frame("malformed", lang, detail=str(error))


def refused_frame(table: Table, action: AnyAction, error: IllegalAction, lang: str) -> Sent:
    names = table.names
    reasons: list[JSON] = [{"rule": broken.rule, "message": broken.explain(lang, names)} for broken in error.violations]
    return {"type": "refused", "version": table.version, "action": str(action), "reasons": reasons}


# -- what a seat does


def check_version(table: Table, version: int) -> None:
    """Raises Refused where a page has spoken of another moment."""
    if version != table.version:
        raise Refused("stale")


def seat_acts(table: Table, seat: int | None, frame: Act) -> Table:
    """The table after the action of a frame. Raises Refused, MalformedInput, IllegalAction."""
    if seat is None:
        raise Refused("spectator")
    action = table.game.parse_action(frame.action)
    # before anything is judged: whether another could do it is not for this seat to know
    if getattr(action, "seat", None) != seat:
        raise Refused("seat")
    check_version(table, frame.version)
    return acted(table, action)


def seat_chooses(table: Table, seat: int | None, frame: Choose, lang: str) -> Sent:
    """What can come of the chosen cards. Raises Refused, MalformedInput."""
    if seat is None:
        raise Refused("spectator")
    chosen = Cards.parse(frame.cards)
    check_version(table, frame.version)
    return {
        "type": "options",
        "version": table.version,
        "chosen": str(chosen),
        **_offers(table, seat, chosen, lang),
    }
