"""The tables of the process: what changes, and when.

All of it happens in one event loop. A table itself is a value (`tables`); a room holds the one that is
in force and who is connected to it. What takes long, to judge an action, to look for what is legal and
to tell of it, are pure functions of such values: they run in threads, so that no table stands still for
another, and a room's lock keeps what happens in it in order.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

from cardrules import IllegalAction, MalformedInput
from cardrules.registry import AnyAction
from webtable import policy
from webtable.bucket import Bucket
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

    tables: at once. watching: pages that watch one table. pages: of one seat. idle: a table to which
    nobody is connected is cleared away after this time, `abandoned`: any other where nothing happens.
    frame: bytes of a frame or body. burst, rate: frames of a connection at once, and then in a second.
    shows, show_rate: how often who joins or changes the language is told the whole log, at once, and
    then in a second; those who watch a table share it, and the pages of a seat. waiting: characters that
    a page has not taken yet; with more it is dropped. absence: after this time without a page the others
    may let a computer play for a person. flush: how long the computers wait for a slow page before it is
    dropped.
    """

    tables: int = 500
    watching: int = 40
    pages: int = 5
    idle: float = 3600
    abandoned: float = 12 * 3600
    frame: int = LARGEST
    burst: int = 40
    rate: float = 20
    shows: int = 40
    show_rate: float = 5
    waiting: int = 2**20
    absence: float = 60
    flush: float = 5


@define(eq=False)
class Connection:
    """A page that is connected to a table: its seat (None: it watches), its language, the version up
    to which it has had the log (None: it was told nothing yet), what is still to be sent to it (a number:
    close with that code), of so many characters, no more than `most`; and whether it is lost."""

    seat: int | None
    lang: str
    most: int
    had: int | None = None
    outbox: asyncio.Queue[str | int] = field(factory=asyncio.Queue)
    waiting: int = 0
    lost: asyncio.Event = field(factory=asyncio.Event)

    def send(self, frame: Sent) -> None:
        self.post(_written(frame))

    def post(self, text: str) -> None:
        """Sends what is written already. A page that takes nothing is lost, before it fills the memory."""
        self.waiting += len(text)
        if self.waiting > self.most:
            self.lost.set()
        else:
            self.outbox.put_nowait(text)

    def sent(self, item: str | int) -> None:
        """That has gone out."""
        if isinstance(item, str):
            self.waiting -= len(item)
        self.outbox.task_done()

    def close(self, code: int) -> None:
        self.outbox.put_nowait(code)


@define(eq=False)
class Room:
    """A table in force, the pages connected to it, when something last happened and a page of each seat was
    last there, how often the whole log may be told by seat, and the task in which its computers play,
    while one does. What puts another table in force, or tells pages of it, holds the lock."""

    table: Table
    touched: float
    seen: dict[int, float] = field(factory=dict)
    connections: list[Connection] = field(factory=list)
    shows: dict[int | None, Bucket] = field(factory=dict)
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    computers: asyncio.Task[None] | None = None

    def pages(self, seat: int | None) -> list[Connection]:
        """The pages of a seat, or those that watch, the oldest first."""
        return [connection for connection in self.connections if connection.seat == seat]


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
        # there are more threads than that: no person waits for what other tables' computers think
        self._thinking: Final = asyncio.Semaphore(2)

    # -- rooms

    def tables(self) -> Iterator[Table]:
        """The tables, the newest first."""
        return (room.table for room in reversed(self._rooms.values()))

    def open(self, game: object, rules: object, name: str) -> tuple[Table, str]:
        """A new table with that person on the first seat, and the key of the seat. Raises Refused,
        InvalidRules."""
        if len(self._rooms) >= self.limits.tables:
            self._make_room()
        table = laid_out(secrets.token_urlsafe(9), game_named(game), rules, self._rng.random())
        key = secrets.token_urlsafe(24)
        table, _ = seated(table, 0, Person(name, key))
        self._rooms[table.id] = Room(table, self._clock(), {0: self._clock()})
        return table, key

    def table(self, table_id: str) -> Table:
        """Raises Refused where there is none."""
        return self._room(table_id).table

    async def sit(self, table_id: str, seat: int | None, name: str) -> tuple[int, str]:
        """An empty seat for that person: which, and its key. Raises Refused, InvalidRules."""
        room = self._room(table_id)
        key = secrets.token_urlsafe(24)
        async with room.lock:
            table, place = seated(room.table, seat, Person(name, key))
            room.seen[place] = self._clock()
            await self._now_is(room, table)
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

    def _make_room(self) -> None:
        """Clears a table away to which nobody is connected: one that has not begun if there is any, of those
        the one that was left longest ago. Raises Refused where all are in use."""
        since = self._clock() - self.limits.absence
        free = [
            (room.table.version > 0, room.touched, table_id)
            for table_id, room in self._rooms.items()
            if not room.connections and (room.table.version == 0 or room.touched < since)
        ]
        if not free:
            raise Refused("full")
        del self._rooms[min(free)[2]]

    def _room(self, table_id: str) -> Room:
        try:
            return self._rooms[table_id]
        except KeyError:
            raise Refused("unknown") from None

    # -- connections

    def join(self, table_id: str, frame: Join) -> Connection:
        """A connection to a table, which is then to be greeted. Raises Refused."""
        room = self._room(table_id)
        seat = None if frame.key is None else room.table.seat_of(frame.key)
        if frame.key is not None and seat is None:
            raise Refused("key")
        there = room.pages(seat)
        if seat is None and len(there) >= self.limits.watching:
            raise Refused("crowded")
        if not self._may_be_shown(room, seat):
            raise Refused("crowded")
        if seat is not None and len(there) >= self.limits.pages:
            # nobody can keep a player out, not even the player's own forgotten windows
            self._turn_away(room, there[0], "elsewhere", ELSEWHERE)
        connection = Connection(seat, frame.lang, self.limits.waiting)
        room.connections.append(connection)
        return connection

    async def greet(self, table_id: str, connection: Connection) -> None:
        """Tells a page that has joined of the table."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        async with room.lock:
            if connection.had is None:
                await self._show(room, [connection])
            self._wake(room)

    def _may_be_shown(self, room: Room, seat: int | None) -> bool:
        """Whether the whole log may be told once more."""
        if seat not in room.shows:
            room.shows[seat] = Bucket(self.limits.shows, self.limits.show_rate, self._clock)
        return room.shows[seat].take()

    def _turn_away(self, room: Room, connection: Connection, why: str, code: int) -> None:
        connection.send(error_frame(why, connection.lang))
        connection.close(code)
        connection.seat = None
        room.connections.remove(connection)

    def drop(self, table_id: str, connection: Connection) -> None:
        """The page is gone."""
        room = self._rooms.get(table_id)
        if room is not None and connection in room.connections:
            room.connections.remove(connection)
            room.touched = self._clock()
            if connection.seat is not None:
                room.seen[connection.seat] = room.touched

    async def take_in(self, table_id: str, connection: Connection, frame: Frame) -> None:
        """What follows of a frame. Never raises for anything that a page can send."""
        try:
            room = self._room(table_id)
            async with room.lock:
                try:
                    await self._take_in(room, connection, frame)
                except Refused as refusal:
                    connection.send(error_frame(refusal.code, connection.lang))
                    if refusal.code == "stale":
                        await self._show(room, [connection])
        except Refused as refusal:
            connection.send(error_frame(refusal.code, connection.lang))
        except MalformedInput as error:
            connection.send(malformed_frame(error, connection.lang))

    async def _take_in(self, room: Room, connection: Connection, frame: Frame) -> None:
        table = room.table
        seat = table.playing(connection.seat)
        match frame:
            case Act():
                try:
                    following = await asyncio.to_thread(seat_acts, table, seat, frame)
                except IllegalAction as error:
                    connection.send(refused_frame(table, table.game.parse_action(frame.action), error, connection.lang))
                else:
                    await self._now_is(room, following)
            case Choose():
                lang = connection.lang
                connection.post(await asyncio.to_thread(lambda: _written(seat_chooses(table, seat, frame, lang))))
            case Lang():
                if not self._may_be_shown(room, connection.seat):
                    raise Refused("rate")
                connection.lang, connection.had = frame.lang, None
                await self._show(room, [connection])
            case Deal():
                if seat is None:
                    raise Refused("spectator")
                check_version(table, frame.version)
                if table.phase != "deal":
                    raise Refused("phase")
                await self._now_is(room, acted(table, self._shuffled(table)))
            case Leave():
                if connection.seat is None:
                    raise Refused("spectator")
                await self._empty(room, connection.seat)
            case Relieve():
                if seat is None:
                    raise Refused("spectator")
                if not self._is_away(room, frame.seat):
                    raise Refused("present")
                await self._empty(room, frame.seat)
            case Join():
                raise MalformedInput("type", "the connection has joined already")

    async def _empty(self, room: Room, seat: int) -> None:
        """Empties a seat; its pages watch on, as far as there is room."""
        for connection in room.pages(seat):
            connection.seat, connection.had = None, None
        for connection in room.pages(None)[self.limits.watching :]:
            self._turn_away(room, connection, "crowded", SLOW)
        await self._now_is(room, left(room.table, seat))

    def _is_away(self, room: Room, seat: int) -> bool:
        """Whether a seat is a person's who has had no page here for some time."""
        if not 0 <= seat < len(room.table.people) or room.table.people[seat] is None:
            return False
        if room.pages(seat):
            return False
        return self._clock() - room.seen.get(seat, room.touched) > self.limits.absence

    async def _now_is(self, room: Room, table: Table) -> None:
        """Puts a table in force, and shows it to all."""
        room.table = table
        room.touched = self._clock()
        await self._show(room, [*room.connections])
        self._wake(room)

    async def _show(self, room: Room, connections: Sequence[Connection]) -> None:
        """Tells pages of the table, of the log what they have not had."""
        table = room.table
        asked = {connection: (connection.seat, connection.lang, connection.had or 0) for connection in connections}
        # those who may know the same are told the same, and it is written once
        texts = await asyncio.to_thread(lambda: {who: _written(table_frame(table, *who)) for who in {*asked.values()}})
        for connection, who in asked.items():
            connection.post(texts[who])
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
                async with self._thinking:
                    action = await asyncio.to_thread(self._next, table)
                await asyncio.sleep(due - loop.time())
                async with room.lock:
                    if room.table is not table:
                        continue
                    if action is None:
                        break  # the persons are to act; what they do wakes the computers
                    await self._now_is(room, await asyncio.to_thread(acted, table, action))
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
            if table.by_computer(seat):
                view = table.game.view(table.state, seat)
                action = policy.choose(view, table.game.legal_actions(table.state, seat), self._rng)
                if action is not None:
                    return action
        return None

    def _shuffled(self, table: Table) -> AnyAction:
        return table.game.shuffle(table.state, self._rng)

    async def _flushed(self, room: Room) -> None:
        """Waits until the players' pages have been sent what there was; drops those that are too slow."""
        # not for spectators: any stranger could hold the table up
        players = [connection for connection in room.connections if connection.seat is not None]
        waiting = [asyncio.ensure_future(connection.outbox.join()) for connection in players]
        if not waiting:
            return
        _, late = await asyncio.wait(waiting, timeout=self.limits.flush)
        for task in late:
            task.cancel()
        if late:
            for connection in players:
                if connection.waiting:
                    connection.lost.set()


UNKNOWN: Final = 4404
"""With this code a connection is closed whose table is not there."""
SLOW: Final = 1013
ELSEWHERE: Final = 4409
"""The code for the oldest page of a seat that is open too often."""
GRACE: Final = 4
"""A computer waits so many times longer where a person may act as well, to show four nines or to
call a last card. It depends on what all can see."""


def _written(frame: Sent) -> str:
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


def _waits_for_computer(table: Table) -> bool:
    """Whether an empty seat may act, or chance is awaited and no person is asked to begin the deal."""
    if table.over:
        return False
    actors = table.game.actors(table.state)
    if actors:
        return any([table.by_computer(seat) for seat in actors])
    return table.phase != "deal" or not any(table.people)


def _person_may_act(table: Table) -> bool:
    return any([not table.by_computer(seat) for seat in table.game.actors(table.state)])
