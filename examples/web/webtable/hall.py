"""The tables of the process: what changes, and when.

All of it happens in one event loop, between two awaits, so that nothing is locked. A table itself
is a value (`tables`); a room holds the one that is in force and who is connected to it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Final

from attrs import define, field, frozen

from cardrules import IllegalAction, MalformedInput
from cardrules.registry import AnyAction
from webtable import policy
from webtable.protocol import (
    LARGEST,
    Act,
    Choose,
    Deal,
    Frame,
    Join,
    Lang,
    Leave,
    Relieve,
    Sent,
    check_version,
    error_frame,
    malformed_frame,
    refused_frame,
    seat_acts,
    seat_chooses,
    table_frame,
)
from webtable.tables import Person, Refused, Table, acted, game_named, laid_out, left, seated

log: Final = logging.getLogger("webtable")


@frozen(kw_only=True)
class Limits:
    """What the process bears. Times are in seconds.

    tables: at once. connections: to one table. idle: a table to which nobody is connected is cleared
    away after this time, `abandoned`: any other where nothing happens. frame: bytes of a frame or
    body. burst, rate: frames of a connection at once, and then in a second. absence: after this time
    without a page the others may let a computer play for a person. flush: how long the
    computers wait for a slow page before it is dropped.
    """

    tables: int = 500
    connections: int = 40
    idle: float = 3600
    abandoned: float = 12 * 3600
    frame: int = LARGEST
    burst: int = 40
    rate: float = 20
    absence: float = 60
    flush: float = 5


@define(eq=False)
class Connection:
    """A page that is connected to a table: its seat (None: it watches), its language, the version up
    to which it has had the log, what is still to be sent to it (a number: close with that code)."""

    seat: int | None
    lang: str
    had: int = 0
    outbox: asyncio.Queue[str | int] = field(factory=asyncio.Queue)

    def send(self, frame: Sent) -> None:
        self.outbox.put_nowait(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))

    def close(self, code: int) -> None:
        self.outbox.put_nowait(code)


@define(eq=False)
class Room:
    """A table in force, the pages connected to it, when something last happened and a page of each seat was
    last there, and the task in which its computers play, while one does."""

    table: Table
    touched: float
    seen: dict[int, float] = field(factory=dict)
    connections: list[Connection] = field(factory=list)
    computers: asyncio.Task[None] | None = None


class Hall:
    """All rooms. `rng` draws the cards; `pause` is how long a computer seems to think, in seconds."""

    def __init__(
        self,
        rng: random.Random,
        pause: float,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rng: Final = rng
        self._pause: Final = pause
        self.limits: Final = limits
        self._clock: Final = clock
        self._rooms: Final[dict[str, Room]] = {}

    # -- rooms

    def tables(self) -> Iterator[Table]:
        """The tables, the newest first."""
        return (room.table for room in reversed(self._rooms.values()))

    def open(self, game: object, rules: object, name: str) -> tuple[Table, str]:
        """A new table with that person on the first seat, and the key of the seat. Raises Refused,
        InvalidRules."""
        if len(self._rooms) >= self.limits.tables:
            self.sweep()
        if len(self._rooms) >= self.limits.tables:
            raise Refused("full")
        table = laid_out(secrets.token_urlsafe(9), game_named(game), rules, self._rng.random())
        key = secrets.token_urlsafe(24)
        table, _ = seated(table, 0, Person(name, key))
        self._rooms[table.id] = Room(table, self._clock(), {0: self._clock()})
        return table, key

    def table(self, table_id: str) -> Table:
        """Raises Refused where there is none."""
        return self._room(table_id).table

    def sit(self, table_id: str, seat: int | None, name: str) -> tuple[int, str]:
        """An empty seat for that person: which, and its key. Raises Refused."""
        room = self._room(table_id)
        key = secrets.token_urlsafe(24)
        table, place = seated(room.table, seat, Person(name, key))
        room.seen[place] = self._clock()
        self._now_is(room, table)
        return place, key

    def sweep(self) -> None:
        """Clears away the tables that nobody needs any more."""
        now = self._clock()
        for table_id, room in [*self._rooms.items()]:
            allowed = self.limits.abandoned if room.connections else self.limits.idle
            if now - room.touched > allowed:
                del self._rooms[table_id]
                if room.computers is not None:
                    room.computers.cancel()
                for connection in room.connections:
                    connection.send(error_frame("unknown", connection.lang))
                    connection.close(UNKNOWN)

    def _room(self, table_id: str) -> Room:
        try:
            return self._rooms[table_id]
        except KeyError:
            raise Refused("unknown") from None

    # -- connections

    def join(self, table_id: str, frame: Join) -> Connection:
        """A connection to a table, to which the table has been sent. Raises Refused."""
        room = self._room(table_id)
        if len(room.connections) >= self.limits.connections:
            raise Refused("crowded")
        seat = None if frame.key is None else room.table.seat_of(frame.key)
        if frame.key is not None and seat is None:
            raise Refused("key")
        connection = Connection(seat, frame.lang)
        room.connections.append(connection)
        self._show(room.table, connection)
        self._wake(room)
        return connection

    def drop(self, table_id: str, connection: Connection) -> None:
        """The page is gone."""
        room = self._rooms.get(table_id)
        if room is not None and connection in room.connections:
            room.connections.remove(connection)
            room.touched = self._clock()
            if connection.seat is not None:
                room.seen[connection.seat] = room.touched

    def take_in(self, table_id: str, connection: Connection, frame: Frame) -> None:
        """What follows of a frame. Never raises for anything that a page can send."""
        try:
            room = self._room(table_id)
            self._take_in(room, connection, frame)
        except Refused as refusal:
            connection.send(error_frame(refusal.code, connection.lang))
            if refusal.code == "stale":
                self._show(room.table, connection)
        except MalformedInput as error:
            connection.send(malformed_frame(error, connection.lang))

    def _take_in(self, room: Room, connection: Connection, frame: Frame) -> None:
        table, seat = room.table, connection.seat
        match frame:
            case Act():
                try:
                    following = seat_acts(table, seat, frame)
                except IllegalAction as error:
                    connection.send(refused_frame(table, table.game.parse_action(frame.action), error, connection.lang))
                else:
                    self._now_is(room, following)
            case Choose():
                connection.send(seat_chooses(table, seat, frame, connection.lang))
            case Lang():
                connection.lang, connection.had = frame.lang, 0
                self._show(table, connection)
            case Deal():
                if seat is None:
                    raise Refused("spectator")
                check_version(table, frame.version)
                if table.phase != "deal":
                    raise Refused("phase")
                self._now_is(room, acted(table, self._shuffled(table)))
            case Leave():
                if seat is None:
                    raise Refused("spectator")
                self._empty(room, seat)
            case Relieve():
                if seat is None:
                    raise Refused("spectator")
                if not self._is_away(room, frame.seat):
                    raise Refused("present")
                self._empty(room, frame.seat)
            case Join():
                raise MalformedInput("type", "the connection has joined already")

    def _empty(self, room: Room, seat: int) -> None:
        """Empties a seat; its pages watch on."""
        for connection in room.connections:
            if connection.seat == seat:
                connection.seat, connection.had = None, 0
        self._now_is(room, left(room.table, seat))

    def _is_away(self, room: Room, seat: int) -> bool:
        """Whether a seat is a person's who has had no page here for some time."""
        if not 0 <= seat < len(room.table.people) or room.table.people[seat] is None:
            return False
        if any([connection.seat == seat for connection in room.connections]):
            return False
        return self._clock() - room.seen.get(seat, room.touched) > self.limits.absence

    def _now_is(self, room: Room, table: Table) -> None:
        """Puts a table in force, and shows it to all."""
        room.table = table
        room.touched = self._clock()
        for connection in room.connections:
            self._show(table, connection)
        self._wake(room)

    def _show(self, table: Table, connection: Connection) -> None:
        connection.send(table_frame(table, connection.seat, connection.lang, connection.had))
        connection.had = table.version

    # -- the computers, and chance

    def _wake(self, room: Room) -> None:
        if room.connections and room.computers is None and _waits_for_computer(room.table):
            room.computers = asyncio.get_running_loop().create_task(self._play(room))

    async def _play(self, room: Room) -> None:
        """Acts for the computers and for chance as long as they are to act and somebody looks on."""
        loop = asyncio.get_running_loop()
        try:
            while room.connections and _waits_for_computer(room.table):
                table = room.table
                # chosen before the pause, so that how long the choice took is not to be seen
                due = loop.time() + self._pause * (GRACE if _person_may_act(table) else 1)
                action = self._next(table)
                await asyncio.sleep(due - loop.time())
                if room.table is not table:
                    continue
                if action is None:
                    break  # the persons are to act; what they do wakes the computers
                self._now_is(room, acted(table, action))
                await self._flushed(room)
        except Refused:
            pass  # the match has become too long
        except Exception:
            log.exception("the computers of a table stop")
        finally:
            room.computers = None

    def _next(self, table: Table) -> AnyAction | None:
        """What a computer or chance does now."""
        actors = table.game.actors(table.state)
        if not actors and not table.over:
            return self._shuffled(table)
        for seat in actors:
            if table.people[seat] is None:
                view = table.game.view(table.state, seat)
                action = policy.choose(view, table.game.legal_actions(table.state, seat), self._rng)
                if action is not None:
                    return action
        return None

    def _shuffled(self, table: Table) -> AnyAction:
        return table.game.shuffle(table.state, self._rng)

    async def _flushed(self, room: Room) -> None:
        """Waits until all pages have been sent what there was; drops those that are too slow."""
        waiting = [asyncio.ensure_future(connection.outbox.join()) for connection in room.connections]
        if not waiting:
            return
        _, late = await asyncio.wait(waiting, timeout=self.limits.flush)
        for task in late:
            task.cancel()
        if late:
            for connection in [each for each in room.connections if not each.outbox.empty()]:
                room.connections.remove(connection)
                connection.close(SLOW)


UNKNOWN: Final = 4404
"""With this code a connection is closed whose table is not there."""
SLOW: Final = 1013
GRACE: Final = 4
"""A computer waits so many times longer where a person may act as well, to show four nines or to
call a last card. It depends on what all can see."""


def _waits_for_computer(table: Table) -> bool:
    """Whether an empty seat may act, or chance is awaited and no person is asked to begin the deal."""
    if table.over:
        return False
    actors = table.game.actors(table.state)
    if actors:
        return any([table.people[seat] is None for seat in actors])
    return table.phase != "deal" or not any(table.people)


def _person_may_act(table: Table) -> bool:
    return any([table.people[seat] is not None for seat in table.game.actors(table.state)])
