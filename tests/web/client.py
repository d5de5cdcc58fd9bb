"""A client of the protocol, as any program may be one: it keeps every frame that it gets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from http.client import HTTPConnection
from typing import Final, TypeAlias, cast
from urllib.parse import urlsplit

from attrs import frozen
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from cardrules.wire import JSON
from web.serving import PATIENCE

Frame: TypeAlias = Mapping[str, JSON]


@frozen
class Answer:
    """What came by HTTP."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> dict[str, JSON]:
        """Its object."""
        return cast("dict[str, JSON]", json.loads(self.text))


def ask(url: str, body: object = None, method: str | None = None, headers: Mapping[str, str] | None = None) -> Answer:
    """The answer to a request: to a GET, or to a POST of the body, as JSON unless it is bytes."""
    parts = urlsplit(url)
    assert parts.netloc
    data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    given = {} if data is None else {"Content-Type": "application/json"}
    with closing(HTTPConnection(parts.netloc, timeout=PATIENCE)) as connection:
        where = f"{parts.path}?{parts.query}" if parts.query else parts.path
        connection.request(method or ("GET" if data is None else "POST"), where, data, {**given, **(headers or {})})
        answer = connection.getresponse()
        return Answer(
            answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
        )


def told(url: str, body: object = None) -> dict[str, JSON]:
    """The object that a request brings that must succeed."""
    answer = ask(url, body)
    assert 200 <= answer.status < 300, answer
    return answer.json


class Client:
    """A connection to a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection: Final = connection
        self.frames: Final[list[str]] = []
        self.table: Frame = {}

    async def send(self, **message: JSON) -> None:
        """Sends an object."""
        await self.connection.send(json.dumps(message))

    async def receive(self) -> Frame:
        """The next frame."""
        text = await asyncio.wait_for(self.connection.recv(), PATIENCE)
        assert isinstance(text, str)
        self.frames.append(text)
        frame = cast("Frame", json.loads(text))
        if frame["type"] == "table":
            self.table = frame
        return frame

    async def until(self, holds: Callable[[Frame], bool]) -> Frame:
        """The first frame from now on of which it holds."""
        while not holds(frame := await self.receive()):
            pass
        return frame

    async def answer(self, *kinds: str) -> Frame:
        """The next frame of one of the types."""
        return await self.until(lambda frame: frame["type"] in kinds)

    async def at(self, version: int) -> Frame:
        """The next frame of the table after so many actions."""
        return await self.until(lambda frame: frame["type"] == "table" and frame["version"] == version)

    async def act(self, action: str, version: int | None = None) -> None:
        """Says an action, of what was seen last, or of another version."""
        await self.send(type="act", version=self.version if version is None else version, action=action)

    @property
    def version(self) -> int:
        """The version of the table as it was seen last."""
        version = self.table["version"]
        assert isinstance(version, int)
        return version


@asynccontextmanager
async def connected(base: str, table: str, origin: str | None = None) -> AsyncIterator[Client]:
    """A client that has said nothing yet."""
    address = f"{base.replace('http', 'ws', 1)}/tables/{table}/ws"
    said = None if origin is None else Origin(origin)
    async with connect(address, origin=said, open_timeout=PATIENCE, max_size=None, proxy=None) as connection:
        yield Client(connection)


@asynccontextmanager
async def joined(base: str, table: str, key: str | None, lang: str = "en") -> AsyncIterator[Client]:
    """A client that has joined a table by the key of a seat (None: as a spectator) and seen it."""
    async with connected(base, table) as client:
        await client.send(type="join", key=key, lang=lang)
        await client.answer("table")
        yield client
