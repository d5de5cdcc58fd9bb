"""The server of the example on a free port, in a thread of this process, with chance as it is told."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from attrs import frozen
from webtable.app import create_app
from webtable.hall import Connection, Hall, Limits
from webtable.protocol import LARGEST, Join
from webtable.tables import Table, acted

from cardrules import Record
from cardrules.registry import AnyAction

PATIENCE: Final = 120.0
"""What has not happened after so many seconds will not happen: a busy machine is slow."""

PATIENT: Final = Limits(burst=10**6, rate=10**6, flush=PATIENCE)
"""Programs talk faster than people."""


class _Chance(random.Random):
    """Chance, but for who deals first."""

    dealer: float | None = None

    def random(self) -> float:
        return super().random() if self.dealer is None else self.dealer

    def getrandbits(self, bits: int, /) -> int:
        return super().getrandbits(bits)


class Scripted(Hall):
    """A hall in which chance is what `match` says, for the tables that are opened from then on; after
    its end, and where there is none, the cards are drawn."""

    def __init__(self, pause: float, limits: Limits) -> None:
        self._chance: Final = _Chance(1)
        super().__init__(self._chance, pause, limits)
        self._matches: Final[dict[str, Record]] = {}
        self.match: Record | None = None

    def open(self, game: object, rules: object, name: str) -> tuple[Table, str]:
        match = self.match
        self._chance.dealer = None if match is None else (match.dealer + 0.5) / len(match.players)
        table, key = super().open(game, rules, name)
        if match is not None:
            self._matches[table.id] = match
        return table, key

    def join(self, table_id: str, frame: Join) -> Connection:
        self._loop = asyncio.get_running_loop()
        return super().join(table_id, frame)

    def connections(self, table_id: str) -> list[Connection]:
        """The pages that are connected to a table."""
        return [*self._room(table_id).connections]

    def hang_up(self, table_id: str) -> None:
        """Closes all connections to a table, as when the server is restarted."""
        for connection in self.connections(table_id):
            self._loop.call_soon_threadsafe(connection.close, 1012)

    def forward(self, table_id: str, now: int) -> None:
        """Brings a table to which nobody is connected to the state after so many actions of its match."""
        room = self._room(table_id)
        for action in self._matches[table_id].actions[room.table.version : now]:
            room.table = acted(room.table, action)

    def _shuffled(self, table: Table) -> AnyAction:
        match = self._matches.get(table.id)
        if match is None or table.version >= len(match.actions):
            return super()._shuffled(table)
        return match.actions[table.version]


@frozen(eq=False)
class Server:
    """A server that runs: its address, its hall."""

    base: str
    hall: Scripted


class _Uvicorn(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens: Final = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()


class _Complaints(logging.Handler):
    """What the server complained of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: Final[list[str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


@contextmanager
def serving(*, pause: float = 0, limits: Limits = PATIENT) -> Iterator[Server]:
    """A server that runs until it is left, and has complained of nothing."""
    app = create_app(random.Random(1), pause, limits)
    hall = app.state.hall = Scripted(pause, limits)
    complaints = _Complaints()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = _Uvicorn(uvicorn.Config(app, log_config=None, access_log=False, ws_max_size=LARGEST))
        loggers = [logging.getLogger(name) for name in ("uvicorn.error", "webtable", "asyncio")]
        for logger in loggers:
            logger.addHandler(complaints)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            assert server.listens.wait(PATIENCE), "the server does not start"
            yield Server(f"http://127.0.0.1:{listener.getsockname()[1]}", hall)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            for logger in loggers:
                logger.removeHandler(complaints)
            assert not thread.is_alive(), "the server does not stop"
        assert not complaints.texts, complaints.texts
