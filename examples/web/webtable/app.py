"""The routes of the server: HTTP for what is fetched, one WebSocket a page for what happens."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect

from cardrules import InvalidRules, MalformedInput, strictjson
from webtable import pages
from webtable.bucket import Bucket
from webtable.hall import SLOW, UNKNOWN, Connection, Hall, Limits
from webtable.names import clean_name
from webtable.protocol import Join, error_frame, malformed_frame, read
from webtable.tables import NAMES, Refused, Table
from webtable.words import LANGS, say

T = TypeVar("T")

STATIC: Final = Path(__file__).parent / "static"

LISTED: Final = 200
"""The lobby lists so many tables."""
JOIN_WITHIN: Final = 10
"""Seconds for the first frame of a connection."""
BODY_WITHIN: Final = 10
"""Seconds for a body."""
SWEEP_EVERY: Final = 60
WRONG_KEY: Final = 4403
TOO_MUCH: Final = 1008
TOO_LARGE: Final = 1009
PATIENCE: Final = 100
"""So many frames over the limit are answered before the connection is closed."""

STATUS: Final = {"unknown": 404, "taken": 409, "full": 503, "unfinished": 403, "key": 403}


def create_app(
    rng: random.Random | None = None,
    pause: float = 0.8,
    limits: Limits | None = None,
    clock: Callable[[], float] = time.monotonic,
    hosts: Collection[str] = (),
) -> Starlette:
    """The application. rng: what draws the cards, the chance of the system unless given; pause: how
    long a computer seems to think, in seconds; clock: seconds that only grow; hosts: the names by which
    it is reached, beside localhost and addresses in numbers."""
    hall = Hall(random.SystemRandom() if rng is None else rng, pause, limits or Limits(), clock)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(_sweep(hall))
        yield
        sweeper.cancel()

    app = Starlette(
        routes=[
            Route("/", lobby),
            Route("/t/{table}", table_page),
            Route("/schema/{game}", schema),
            Route("/words/{game}/{lang}", words),
            Route("/cards/{card}.svg", card),
            Route("/tables", tables),
            Route("/tables", open_table, methods=["POST"]),
            Route("/tables/{table}/seats", sit, methods=["POST"]),
            Route("/tables/{table}/log", table_log),
            Route("/tables/{table}/record", record),
            Route("/tables/{table}/verdict", verdict),
            Route("/tables/{table}/rules", rules),
            WebSocketRoute("/tables/{table}/ws", connected),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Headered), Middleware(Named, hosts=hosts)],
        exception_handlers={Refused: _refused, InvalidRules: _invalid, MalformedInput: _malformed},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # it would send a page wherever the header Host says
    app.state.hall = hall
    app.state.slot = asyncio.Semaphore()
    return app


async def _sweep(hall: Hall) -> None:
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        hall.sweep()


# -- headers

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class Headered:
    """Puts the headers on every response that has none of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # what does not change but with the program is asked for again, and seldom sent
                if scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-cache")
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sending)


class Named:
    """Answers where it is asked for by its own name alone. A stranger's page can have its own name stand for
    the address of this server (DNS rebinding), but not for a name of this server, nor for a number."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app: Final = app
        self._hosts: Final = frozenset(["localhost", *map(str.lower, hosts)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] != "lifespan" and not self._is_own(Headers(scope=scope).get("host", "")):
            app = WebSocketClose() if scope["type"] == "websocket" else PlainTextResponse("unknown host", 421)
        await app(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._hosts or bool(ip_address(name))
        except ValueError:
            return False


def _own_origin(headers: Headers) -> bool:
    """Whether a request comes from this server's own pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


# -- errors


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    body = {"code": error.code, "message": say(error.code, _lang(request))}
    return JSONResponse(body, STATUS[error.code])


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, InvalidRules)
    return JSONResponse({"field": error.field, "message": error.message}, 422)


def _malformed(request: Request, error: Exception) -> Response:
    return JSONResponse({"message": str(error)}, 404)


def _lang(connection: HTTPConnection) -> str:
    lang = connection.query_params.get("lang", "")
    return lang if lang in LANGS else LANGS[0]


def _hall(connection: HTTPConnection) -> Hall:
    hall = connection.app.state.hall
    assert isinstance(hall, Hall)
    return hall


def _table(request: Request) -> Table:
    return _hall(request).table(request.path_params["table"])


class Unread(Exception):
    """A body that is not read, and the status that says why."""


async def _body(request: Request) -> dict[str, object]:
    """The JSON object that a page has posted."""
    if not _own_origin(request.headers):
        raise Unread(403)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Unread(415)
    data = b""
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                data += chunk
                if len(data) > _hall(request).limits.frame:
                    raise Unread(413)
    except TimeoutError:
        raise Unread(408) from None
    except ClientDisconnect:
        raise Unread(400) from None
    try:
        value = strictjson.parse(data)
    except MalformedInput:
        raise Unread(400) from None
    if not isinstance(value, dict):
        raise Unread(400)
    return value


def _posted(
    handle: Callable[[Request, dict[str, object]], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """A route that takes a JSON object."""

    async def handled(request: Request) -> Response:
        try:
            body = await _body(request)
        except Unread as error:
            return JSONResponse({"message": "unreadable"}, error.args[0])
        return await handle(request, body)

    return handled


# -- what is fetched


async def lobby(request: Request) -> Response:
    return FileResponse(STATIC / "lobby.html", headers={"Cache-Control": "no-cache"})


async def table_page(request: Request) -> Response:
    return FileResponse(STATIC / "table.html", headers={"Cache-Control": "no-cache"})


async def schema(request: Request) -> Response:
    return JSONResponse(pages.schema(_game_name(request)))


async def words(request: Request) -> Response:
    lang = request.path_params["lang"]
    if lang not in LANGS:
        raise MalformedInput("lang", f"the languages are {', '.join(LANGS)}")
    return JSONResponse(pages.words(_game_name(request), lang))


def _game_name(request: Request) -> str:
    name = request.path_params["game"]
    if name not in NAMES:
        raise MalformedInput("game", f"the games are {', '.join(NAMES)}")
    return str(name)


async def card(request: Request) -> Response:
    query = request.query_params
    picture = pages.card_face(
        request.path_params["card"], _lang(request), query.get("four") == "1", query.get("dark") == "1"
    )
    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cache-Control": "max-age=3600",
    }
    return Response(picture, media_type="image/svg+xml", headers=headers)


async def tables(request: Request) -> Response:
    newest = islice(_hall(request).tables(), LISTED)
    return JSONResponse({"tables": [pages.listed(table) for table in newest]})


@_posted
async def open_table(request: Request, body: dict[str, object]) -> Response:
    name = clean_name(body.get("name"))
    table, key = _hall(request).open(body.get("game"), body.get("rules", {}), name)
    return JSONResponse({"table": table.id, "seat": 0, "key": key}, 201)


@_posted
async def sit(request: Request, body: dict[str, object]) -> Response:
    name = clean_name(body.get("name"))
    wanted = body.get("seat")
    if wanted is not None and type(wanted) is not int:
        raise InvalidRules("seat", "it is no whole number")
    table = _table(request)
    seat, key = await _hall(request).sit(table.id, wanted, name)
    return JSONResponse({"table": table.id, "seat": seat, "key": key}, 201)


async def table_log(request: Request) -> Response:
    table = _table(request)
    lang, seat = _lang(request), None
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme:
        seat = table.seat_of(key) if scheme.lower() == "bearer" else None
        if seat is None:
            raise Refused("key")
    seat = table.playing(seat)
    entries = await _aside(lambda: pages.whole_log(table, seat, lang), request)
    return JSONResponse({"table": table.id, "game": table.game.name, "seat": seat, "log": entries})


def _finished(request: Request) -> Table:
    table = _table(request)
    if not table.closed:
        raise Refused("unfinished")
    return table


async def record(request: Request) -> Response:
    table = _finished(request)
    headers = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.jsonl"'}
    return Response(pages.archive(table.record()), media_type="application/jsonl", headers=headers)


async def verdict(request: Request) -> Response:
    table = _finished(request)
    report = await _aside(lambda: pages.judged(pages.archive(table.record())), request)
    return HTMLResponse(pages.verdict_page(table, report, _lang(request)))


async def _aside(work: Callable[[], T], request: Request) -> T:
    """What replays a long match: not in the loop, and one at a time."""
    slot: asyncio.Semaphore = request.app.state.slot
    async with slot:
        return await asyncio.to_thread(work)


async def rules(request: Request) -> Response:
    return HTMLResponse(pages.rules_page(_table(request), _lang(request)))


# -- what happens


async def connected(socket: WebSocket) -> None:
    """A page's connection, from its first frame to its end."""
    if not _own_origin(socket.headers):
        await socket.close()  # before it is accepted: 403
        return
    await socket.accept()
    hall, table = _hall(socket), socket.path_params["table"]
    try:
        connection = await _joined(socket, hall, table)
        if connection is None:
            return
        writing = asyncio.create_task(_write(socket, connection))
        reading = asyncio.create_task(_read(socket, hall, table, connection))
        lost = asyncio.create_task(connection.lost.wait())
        try:
            await hall.greet(table, connection)
            await asyncio.wait([reading, lost], return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                reading.result()
                await asyncio.wait([writing], timeout=hall.limits.flush)
        finally:
            hall.drop(table, connection)
            for task in (writing, reading, lost):
                task.cancel()
    except WebSocketDisconnect:
        pass


async def _joined(socket: WebSocket, hall: Hall, table: str) -> Connection | None:
    """The connection, once the page has said who it is; None where it was turned away."""
    try:
        text = await asyncio.wait_for(_text(socket, hall), JOIN_WITHIN)
        if text is None:
            return None
        frame = read(text)
        if not isinstance(frame, Join):
            raise MalformedInput("type", "the first frame of a connection is join")
    except TimeoutError:
        await socket.close(TOO_MUCH)
        return None
    except MalformedInput as error:
        await socket.send_json(malformed_frame(error, LANGS[0]))
        await socket.close(TOO_MUCH)
        return None
    try:
        return hall.join(table, frame)
    except Refused as refusal:
        await socket.send_json(error_frame(refusal.code, frame.lang))
        await socket.close({"unknown": UNKNOWN, "key": WRONG_KEY}.get(refusal.code, SLOW))
        return None


async def _read(socket: WebSocket, hall: Hall, table: str, connection: Connection) -> None:
    """Takes in the frames of a page, until it is gone or has to be turned away."""
    limits = hall.limits
    bucket, over = Bucket(limits.burst, limits.rate, time.monotonic), 0
    while True:
        message = await _message(socket)
        text = message.get("text")
        if not bucket.take():
            over += 1
            if over > PATIENCE:
                connection.close(TOO_MUCH)
                return
            connection.send(error_frame("rate", connection.lang))
        elif text is None:
            connection.send(error_frame("binary", connection.lang))
        elif len(text) > limits.frame or len(text.encode()) > limits.frame:
            connection.close(TOO_LARGE)
            return
        else:
            try:
                frame = read(text)
            except MalformedInput as error:
                connection.send(malformed_frame(error, connection.lang))
            else:
                await hall.take_in(table, connection, frame)


async def _message(socket: WebSocket) -> Message:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    return message


async def _text(socket: WebSocket, hall: Hall) -> str | None:
    """The first frame; None where it is so large that the connection was closed."""
    text = (await _message(socket)).get("text")
    if text is None:
        raise MalformedInput("", "the first frame of a connection is text")
    if len(text.encode()) > hall.limits.frame:
        await socket.close(TOO_LARGE)
        return None
    return str(text)


async def _write(socket: WebSocket, connection: Connection) -> None:
    """Sends what is to be sent, in order."""
    outbox = connection.outbox
    while True:
        item = await outbox.get()
        try:
            if isinstance(item, int):
                await socket.close(item)
                return
            await socket.send_text(item)
        except (WebSocketDisconnect, RuntimeError):
            return  # the page is gone, which the reading side sees as well
        finally:
            connection.sent(item)


app: Final = create_app(hosts=os.environ.get("WEBTABLE_HOSTS", "").split())
"""For `uvicorn webtable.app:app`; the variable names the hosts."""
