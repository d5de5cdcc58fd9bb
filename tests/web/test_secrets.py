"""No page ever gets a byte that depends on cards that its seat may not know.

A match is played at a table of the server, then its twin, in which the cards that a seat may not know
lie elsewhere, and in which the others do other things on the side. What the seat gets must be the
same, byte for byte, frame for frame.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Final

import pytest
import webtable.hall
import webtable.protocol
from webtable.hall import Connection
from webtable.protocol import Choose, Frame, Sent
from webtable.tables import Table

from cardrules import Cards, Record, duizenden, tausend
from cardrules.testing.tausend.configs import EACH_FLAG
from playouts import duizenden_match, tausend_match
from web.playing import Seat, play, seated
from web.serving import Scripted, Server
from web.twins import record_of, twin_of


def frames_of(server: Server, match: Record, habits: Mapping[Seat, int]) -> Mapping[Seat, list[str]]:
    """All frames of a match, by seat."""

    async def played() -> Mapping[Seat, list[str]]:
        async with seated(server, match) as table:
            await play(table, habits)
            return {seat: client.frames for seat, client in table.clients.items()}

    return asyncio.run(played())


def leaks(server: Server, match: Record, seed: int = 0) -> Iterator[str]:
    """What each seat gets of a match and gets otherwise of a twin: nothing, if the server keeps secrets."""
    seats: list[Seat] = [*range(len(match.players)), None]
    frames = frames_of(server, match, dict.fromkeys(seats, seed))
    rng = random.Random(seed)
    for seat in seats:
        theirs = frames_of(server, twin_of(match, seat, rng), {other: seed + (other != seat) for other in seats})[seat]
        for one, other in zip_longest(frames[seat][: len(theirs)], theirs):
            if one != other:
                yield f"seat {seat}:\n{one}\n{other}"


# HYPOTHESIS_PROFILE=thorough plays many
SEEDS: Final = range(10 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 1)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("flag", ["default", "four players", "four aces", "half bid"])
def test_tausend_keeps_its_secrets(server: Server, flag: str, seed: int) -> None:
    match = record_of(tausend_match(EACH_FLAG[flag], seed + 11, 36))
    assert [*leaks(server, match, seed)] == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("preset", [*duizenden.PRESETS])
def test_duizenden_keeps_its_secrets(server: Server, preset: str, seed: int) -> None:
    match = record_of(duizenden_match(duizenden.PRESETS[preset], "start", seed + 21, 36))
    assert [*leaks(server, match, seed)] == []


# -- the check itself notices a leak


def _of_the_next_hand(table: Table, seat: Seat) -> Cards:
    state = table.state
    if not isinstance(state, tausend.Bidding | tausend.Giving | tausend.BeforeLead | tausend.Playing):
        return Cards()
    return state.hands[0 if seat is None else (seat + 1) % len(state.hands)]


def _a_number(table: Table, seat: Seat, frame: Sent) -> Sent:
    hand = _of_the_next_hand(table, seat)
    return {**frame, "strength": sum([card.index for card in hand])}


def _an_order(table: Table, seat: Seat, frame: Sent) -> Sent:
    """The fields stand in another order where the next hand has two aces."""
    aces = [card for card in _of_the_next_hand(table, seat) if card.text[0] == "A"]
    return dict(reversed(frame.items())) if len(aces) > 1 else frame


def _a_space(table: Table, seat: Seat, frame: Sent) -> Sent:
    long = len(json.dumps([card.text for card in _of_the_next_hand(table, seat) if card.text[1] == "h"]))
    return {**frame, "padding": " " * long}


def _another_seat(table: Table, seat: Seat, frame: Sent) -> Sent:
    """What the neighbour can do."""
    return {**frame, "about": str(table.game.legal_actions(table.state, 0 if seat is None else (seat + 1) % 3))}


@pytest.mark.parametrize("leak", [_a_number, _an_order, _a_space, _another_seat])
def test_what_is_let_slip_in_a_frame_is_noticed(
    server: Server, monkeypatch: pytest.MonkeyPatch, leak: Callable[[Table, Seat, Sent], Sent]
) -> None:
    right = webtable.protocol.table_frame

    def leaking(table: Table, seat: Seat, lang: str, had: int) -> Sent:
        return leak(table, seat, right(table, seat, lang, had))

    monkeypatch.setattr(webtable.hall, "table_frame", leaking)
    playout = tausend_match(EACH_FLAG["default"], 16, 25)
    assert any(True for seed in range(8) for _ in leaks(server, record_of(playout), seed))


def test_frames_about_what_others_do_on_the_side_are_noticed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody tries in vain tells what that one holds."""
    right = Scripted.take_in

    async def leaking(hall: Scripted, table: str, connection: Connection, frame: Frame) -> None:
        await right(hall, table, connection, frame)
        if isinstance(frame, Choose) and frame.cards:
            for other in hall.connections(table):
                other.send({"type": "thinking", "seat": connection.seat})

    monkeypatch.setattr(Scripted, "take_in", leaking)
    playout = tausend_match(EACH_FLAG["default"], 16, 25)
    assert any(True for _ in leaks(server, record_of(playout)))
