"""The hall of tables: who may go away for how long, how many tables there may be, and what plays the
empty seats."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from typing import cast

import pytest
from webtable import policy
from webtable.hall import Connection, Hall, Limits
from webtable.protocol import Join, Leave, Relieve
from webtable.tables import NAMES, Refused

from cardrules import GAMES
from cardrules.registry import AnyGame


class Clock:
    """A clock that a test turns on."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def hall(clock: Clock, limits: Limits | None = None) -> Hall:
    return Hall(random.Random(1), 0, limits or Limits(), clock)


async def joined(rooms: Hall, table_id: str, key: str | None, lang: str = "en") -> Connection:
    """A page that has joined a table and been greeted."""
    connection = rooms.join(table_id, Join(key, lang))
    await rooms.greet(table_id, connection)
    return connection


def sent(connection: Connection) -> list[Mapping[str, object] | int]:
    """What a page has been sent since it was asked last: frames, the code with which it is closed."""
    frames = []
    while not connection.outbox.empty():
        item = connection.outbox.get_nowait()
        frames.append(item if isinstance(item, int) else cast("Mapping[str, object]", json.loads(item)))
    return frames


def said(connection: Connection) -> list[object]:
    """The types of what it was sent, the codes of errors."""
    return [
        frame if isinstance(frame, int) else frame["code"] if frame["type"] == "error" else frame["type"]
        for frame in sent(connection)
    ]


def test_a_computer_plays_for_who_has_been_away_for_long() -> None:
    async def go() -> None:
        clock = Clock()
        rooms = hall(clock)
        table, key = rooms.open("tausend", {}, "Anna")
        _, other = await rooms.sit(table.id, 1, "Ben")
        anna, ben = [await joined(rooms, table.id, each) for each in (key, other)]
        watching = await joined(rooms, table.id, None, "nl")
        assert (said(anna), said(ben), said(watching)) == (["table"], ["table"], ["table"])

        await rooms.take_in(table.id, watching, Relieve(1))
        assert said(watching) == ["spectator"]
        clock.now = 1000  # however long: his page is there
        await rooms.take_in(table.id, anna, Relieve(1))
        rooms.drop(table.id, ben)
        clock.now += Limits().absence
        await rooms.take_in(table.id, anna, Relieve(1))
        for nobody in (2, 3, -1, 10**9):
            await rooms.take_in(table.id, anna, Relieve(nobody))
        assert said(anna) == ["present"] * 6
        assert said(watching) == []

        clock.now += 1
        await rooms.take_in(table.id, anna, Relieve(1))
        assert said(anna) == said(watching) == ["table"]
        assert [person is None for person in rooms.table(table.id).people] == [False, True, True]
        with pytest.raises(Refused, match="key"):
            rooms.join(table.id, Join(other, "en"))

    asyncio.run(go())


def test_who_never_came_can_be_relieved_too() -> None:
    async def go() -> None:
        clock = Clock()
        rooms = hall(clock)
        table, key = rooms.open("duizenden", {}, "Anna")
        await rooms.sit(table.id, 3, "Dora")
        anna = await joined(rooms, table.id, key)
        clock.now = Limits().absence + 1
        await rooms.take_in(table.id, anna, Relieve(3))
        assert said(anna) == ["table", "table"]
        assert rooms.table(table.id).people[3] is None

    asyncio.run(go())


def test_all_pages_of_a_seat_that_is_given_up_watch_on() -> None:
    async def go() -> None:
        rooms = hall(Clock())
        table, key = rooms.open("tausend", {}, "Anna")
        one, two = [await joined(rooms, table.id, key, lang) for lang in ("en", "de")]
        await rooms.take_in(table.id, one, Leave())
        assert [each.seat for each in (one, two)] == [None, None]
        for connection in (one, two):
            first, last = sent(connection)
            assert isinstance(first, Mapping)
            assert isinstance(last, Mapping)
            assert (first["seat"], last["seat"], last["options"]) == (0, None, None)

    asyncio.run(go())


def test_tables_that_nobody_needs_are_cleared_away() -> None:
    async def go() -> None:
        clock = Clock()
        limits = Limits(idle=100, abandoned=1000)
        rooms = hall(clock, limits)
        left, _ = rooms.open("tausend", {}, "Anna")
        watched, _ = rooms.open("tausend", {}, "Ben")
        page = await joined(rooms, watched.id, None, "de")
        clock.now = limits.idle
        rooms.sweep()
        assert [table.id for table in rooms.tables()] == [watched.id, left.id]
        clock.now += 1
        rooms.sweep()
        assert [table.id for table in rooms.tables()] == [watched.id]
        clock.now = limits.abandoned + 1
        rooms.sweep()
        assert not [*rooms.tables()]
        assert said(page) == ["table", "unknown", 4404]
        await rooms.take_in(watched.id, page, Leave())
        assert said(page) == ["unknown"]
        rooms.drop(watched.id, page)

    asyncio.run(go())


def test_there_are_not_more_tables_than_the_process_bears() -> None:
    async def go() -> None:
        rooms = hall(Clock(), Limits(tables=2))
        for _ in range(2):
            table, key = rooms.open("tausend", {}, "Anna")
            anna = await joined(rooms, table.id, key)
        with pytest.raises(Refused, match="full"):
            rooms.open("tausend", {}, "Anna")
        rooms.drop(table.id, anna)
        rooms.open("tausend", {}, "Anna")
        assert len([*rooms.tables()]) == 2

    asyncio.run(go())


def test_there_are_not_more_pages_at_a_table_than_it_bears() -> None:
    async def go() -> None:
        rooms = hall(Clock(), Limits(watching=2))
        table, _ = rooms.open("tausend", {}, "Anna")
        pages = [rooms.join(table.id, Join(None, "en")) for _ in range(2)]
        with pytest.raises(Refused, match="crowded"):
            rooms.join(table.id, Join(None, "en"))
        rooms.drop(table.id, pages[0])
        rooms.join(table.id, Join(None, "en"))

    asyncio.run(go())


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name in NAMES for preset in GAMES[name].PRESETS], ids=lambda value: value
)
def test_computers_play_matches_to_their_end(name: str, preset: str) -> None:
    """Of a view and the legal actions of its seat, and so that the points get more."""
    game: AnyGame = GAMES[name]
    rng = random.Random(5)
    state = game.start(game.PRESETS[preset], 0)
    for _ in range(5000):
        if game.score(state).winners:
            return
        choices = [
            choice
            for seat in game.actors(state)
            if (choice := policy.choose(game.view(state, seat), game.legal_actions(state, seat), rng)) is not None
        ]
        state = game.apply(state, choices[0] if choices else game.shuffle(state, rng))
    pytest.fail("the match has no end")
