"""What strangers may send: each is answered honestly, and no table is harmed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from webtable.hall import Limits

from cardrules import GAMES, Record, tausend
from cardrules.records import replay
from web.client import ask, connected, joined, told
from web.matches import MATCHES
from web.playing import Played, seated, taken
from web.serving import PATIENT, Server, serving

MATCH = MATCHES["tausend"]


@asynccontextmanager
async def in_the_auction(server: Server, lang: str = "en") -> AsyncIterator[Played]:
    """A table at which seat 3 is to bid first, then 0, 1; seat 2 deals."""
    async with seated(server, MATCH, lang) as played:
        await played.clients[0].send(type="deal", version=0)
        for client in played.clients.values():
            await client.at(1)
        yield played


async def untouched(played: Played) -> None:
    """Nobody has been told anything, and the table plays on."""
    # whatever was sent before would have come before this
    await played.clients[3].act("p4 bid 120")
    for client in played.clients.values():
        frame = json.loads(await asyncio.wait_for(client.connection.recv(), 60))
        assert (frame["type"], frame["version"]) == ("table", 2)


def test_who_acts_for_another_seat_is_refused(server: Server) -> None:
    async def go() -> None:
        async with in_the_auction(server) as played:
            for seat in (0, 1, 2):
                await played.clients[seat].act("p4 bid 120")
                frame = await played.clients[seat].receive()
                assert (frame["type"], frame["code"]) == ("error", "seat")
                assert frame["message"] == "You can only act for your own seat."
            await played.clients[None].act("p4 bid 120")
            assert (await played.clients[None].receive())["code"] == "spectator"
            for chance in (MATCH.texts[0], "reshuffle 4d5d"):
                await played.clients[0].act(chance)
                assert (await played.clients[0].receive())["type"] == "error"
            await untouched(played)

    asyncio.run(go())


@pytest.mark.parametrize("version", [0, 2, -1, 10**18])
def test_who_speaks_of_another_moment_is_shown_the_table_again(server: Server, version: int) -> None:
    async def go() -> None:
        async with in_the_auction(server) as played:
            client = played.clients[3]
            before = client.table
            for message in ({"type": "act", "action": "p4 bid 120"}, {"type": "choose", "cards": ""}):
                await client.send(version=version, **message)
                said = await client.receive()
                assert (said["type"], said["code"]) == ("error", "stale")
                assert "changed" in str(said["message"])
                again = await client.receive()
                assert {**again, "log": ()} == {**before, "log": ()}
            await untouched(played)

    asyncio.run(go())


def test_what_is_illegal_is_explained_to_who_tried_it_alone(server: Server) -> None:
    async def go(lang: str, reason: str) -> None:
        async with in_the_auction(server, lang) as played:
            await played.clients[3].act("p4 bid 95")
            frame = await played.clients[3].receive()
            assert frame["type"] == "refused"
            assert frame["reasons"] == [{"rule": "tausend.bid.opening", "message": reason}]
            await untouched(played)

    game = GAMES["tausend"]
    state = list(replay(Record(MATCH.game, MATCH.rules, MATCH.players, MATCH.dealer, MATCH.actions[:1])))[-1]
    (violation,) = game.violations(state, tausend.parse_action("p4 bid 95"))
    reasons = {lang: violation.explain(lang) for lang in ("en", "nl", "de")}
    assert len({*reasons.values()}) == 3
    for lang, reason in reasons.items():
        asyncio.run(go(lang, reason))


MALFORMED = (
    "",
    "{",
    "null",
    "[]",
    "7",
    '"act"',
    "NaN",
    "\x00",
    "{}",
    '{"type": null}',
    '{"type": ["act"]}',
    '{"type": "open"}',
    '{"type": "__class__"}',
    '{"type": "join", "key": null, "lang": "en"}',  # again
    '{"type": "act"}',
    '{"type": "act", "version": 1}',
    '{"type": "act", "version": 1, "action": "p4 bid 120", "seat": 3}',
    '{"type": "act", "version": 1, "action": "p4 bid 120", "action": "p4 bid 125"}',
    '{"type": "act", "version": true, "action": "p4 bid 120"}',
    '{"type": "act", "version": 1.0, "action": "p4 bid 120"}',
    '{"type": "act", "version": "1", "action": "p4 bid 120"}',
    '{"type": "act", "version": null, "action": "p4 bid 120"}',
    '{"type": "act", "version": NaN, "action": "p4 bid 120"}',
    '{"type": "act", "version": 1e999, "action": "p4 bid 120"}',
    f'{{"type": "act", "version": {"9" * 5000}, "action": "p4 bid 120"}}',
    '{"type": "act", "version": 1, "action": null}',
    '{"type": "act", "version": 1, "action": ["p4 bid 120"]}',
    '{"type": "act", "version": 1, "action": {"type": "bid", "seat": 3, "amount": 120}}',
    '{"type": "act", "version": 1, "action": ""}',
    '{"type": "act", "version": 1, "action": "p4 bid"}',
    '{"type": "act", "version": 1, "action": "p9 bid 120"}',
    '{"type": "act", "version": 1, "action": "p4 bid 120 "}',
    '{"type": "act", "version": 1, "action": "p4 bid 99999999999999999999"}',
    '{"type": "act", "version": 1, "action": "p4 bid ١٢٠"}',
    '{"type": "act", "version": 1, "action": "p4 bid \\ud800"}',
    '{"type": "act", "version": 1, "action": "\\u0000"}',
    '{"type": "choose", "version": 1, "cards": 5}',
    '{"type": "choose", "version": 1, "cards": "5"}',
    '{"type": "choose", "version": 1, "cards": "Zz"}',
    '{"type": "choose", "version": 1, "cards": "\\udfff"}',
    '{"type": "lang", "lang": "fr"}',
    '{"type": "lang", "lang": null}',
    '{"type": "lang", "lang": {"en": 1}}',
    '{"type": "deal"}',
    '{"type": "deal", "version": "1"}',
    '{"type": "leave", "seat": 1}',
    "[" * 16_000,
    '{"a":' * 3_000,
    '{"type": "act", "version": 1, "action": "' + "x" * 16_000 + '"}',
)


def test_what_is_no_message_is_answered(server: Server) -> None:
    async def go() -> None:
        async with in_the_auction(server) as played:
            for seat in (3, None):
                client = played.clients[seat]
                for text in MALFORMED:
                    await client.connection.send(text)
                    frame = await client.receive()
                    assert frame["type"] == "error", text[:80]
                    assert frame["message"], text[:80]
                    assert len(client.frames[-1]) < 1000, text[:80]
                for data in (b"", b"\xff\xfe", b'{"type": "lang", "lang": "nl"}'):
                    await client.connection.send(data)
                    assert (await client.receive())["code"] == "binary"
            await untouched(played)

    asyncio.run(go())


def test_cards_that_are_not_in_hand_lead_to_nothing(server: Server) -> None:
    async def go() -> None:
        async with in_the_auction(server) as played:
            for cards in ("As" * 200, "2c", "Jk", "AsAs", "9cTcJcQcKcAc"):
                await played.clients[0].send(type="choose", version=1, cards=cards)
                frame = await played.clients[0].receive()
                assert (frame["type"], frame["now"], frame["more"]) == ("options", [], "")
            await untouched(played)

    asyncio.run(go())


@pytest.mark.parametrize("size", [16 * 1024 + 1, 300_000])
@pytest.mark.parametrize("binary", [False, True])
def test_a_frame_that_is_too_large_closes_the_connection(server: Server, size: int, binary: bool) -> None:
    async def go() -> None:
        async with in_the_auction(server) as played:
            key = played.keys[0]
            async with joined(server.base, played.table, key) as other:
                await other.connection.send(b"x" * size if binary else "x" * size)
                with pytest.raises(ConnectionClosed) as closed:
                    await other.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009
            await untouched(played)

    asyncio.run(go())


def test_too_many_messages_are_said_to_be_too_many() -> None:
    async def go(server: Server) -> None:
        async with in_the_auction(server) as played:
            client = played.clients[0]
            codes = []
            with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012  # it is not known at which
                for _ in range(300):
                    await client.send(type="lang", lang="nl")
                    codes.append((await client.receive()).get("code"))
            assert codes[:39] == [None] * 39  # the deal was one, too
            assert {*codes[39:]} == {"rate"}
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            await played.clients[3].act("p4 bid 120")
            await played.clients[1].at(2)

    with serving(limits=Limits(burst=40, rate=0.001, flush=PATIENT.flush)) as server:
        asyncio.run(go(server))


@pytest.mark.parametrize("first", ["", "[]", '{"type": "act", "version": 0, "action": "p1 pass"}', b"\x00"])
def test_who_does_not_join_first_is_turned_away(server: Server, first: str | bytes) -> None:
    async def go() -> None:
        table, _ = await asyncio.to_thread(taken, server, MATCH)
        async with connected(server.base, table) as client:
            await client.connection.send(first)
            assert (await client.receive())["code"] == "malformed"
            with pytest.raises(ConnectionClosed):
                await client.receive()

    asyncio.run(go())


@pytest.mark.parametrize("key", ["", "x", "x" * 10_000, "é", "\x00", "\ud800", None])
def test_a_wrong_key_or_table_opens_nothing(server: Server, key: str | None) -> None:
    async def go() -> None:
        table, keys = await asyncio.to_thread(taken, server, MATCH)
        other, _ = await asyncio.to_thread(taken, server, MATCH)
        wrong = [(table, key), (other, keys[0])] if key is not None else [("nowhere", None), ("nowhere", keys[0])]
        for where, what in wrong:
            async with connected(server.base, where) as client:
                await client.send(type="join", key=what, lang="en")
                said = await client.receive()
                assert said["type"] == "error"
                assert said["message"]
                with pytest.raises(ConnectionClosed):
                    await client.receive()

    asyncio.run(go())


def test_pages_of_others_cannot_connect(server: Server) -> None:
    async def go() -> None:
        table, _ = await asyncio.to_thread(taken, server, MATCH)
        for origin in ("https://evil.example", "null", f"{server.base}.evil.example", "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus) as refused:
                async with connected(server.base, table, origin):
                    pass
            assert refused.value.response.status_code == 403
        async with connected(server.base, table, server.base) as client:
            await client.send(type="join", key=None, lang="en")
            assert (await client.receive())["type"] == "table"

    asyncio.run(go())


# -- by HTTP


def test_what_is_posted_wrongly_is_refused(server: Server) -> None:
    tables = f"{server.base}/tables"
    good = {"game": "tausend", "rules": {}, "name": "Anna"}
    before = ask(tables).text
    for body, status in (
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"[" * 16_000, 400),
        (b"\xff", 400),
        (json.dumps({**good, "name": "x" * 20_000}).encode(), 413),
        ({**good, "game": "chess"}, 422),
        ({**good, "game": None}, 422),
        ({**good, "game": ["tausend"]}, 422),
        ({**good, "rules": []}, 422),
        ({**good, "rules": {"cheat": True}}, 422),
        ({**good, "rules": {"players": "3"}}, 422),
        ({**good, "rules": {"players": 10**100}}, 422),
        ({**good, "rules": {"barrel": {"at": 885.0}}}, 422),
        ({**good, "name": ""}, 422),
        ({**good, "name": " \t"}, 422),
        ({**good, "name": None}, 422),
        ({**good, "name": "x" * 25}, 422),
        ({**good, "name": "a\x1b[2Jb"}, 422),
        ({**good, "name": "\u202eanna"}, 422),
        ({**good, "name": "\ud800"}, 422),
    ):
        answer = ask(tables, body)
        assert answer.status == status, (body, answer)
        assert answer.json.get("message"), (body, answer)
        assert (status == 422) == ("field" in answer.json), (body, answer)
    assert ask(tables, good, headers={"Content-Type": "text/plain"}).status == 415
    assert ask(tables, good, headers={"Origin": "https://evil.example"}).status == 403
    assert ask(tables).text == before


def test_a_seat_is_taken_once(server: Server) -> None:
    server.hall.match = None
    table = told(f"{server.base}/tables", {"game": "duizenden", "rules": {"preset": "kinder"}, "name": "Anna"})["table"]
    seats = f"{server.base}/tables/{table}/seats"
    for seat, status in ((0, 409), (4, 409), (-1, 409), (10**30, 409), ("1", 422), (True, 422), (1.0, 422), (2, 201)):
        assert ask(seats, {"seat": seat, "name": "Ben"}).status == status, seat
    assert ask(seats, {"name": "Carla"}).json["seat"] == 1
    assert ask(seats, {"name": "Dirk"}).json["seat"] == 3
    assert ask(seats, {"name": "Eva"}).status == 409
    assert ask(f"{server.base}/tables/nowhere/seats", {"name": "Eva"}).status == 404


def test_nothing_else_can_be_fetched(server: Server) -> None:
    table, _ = taken(server, MATCH)
    for path, status in (
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/static/..%2f..%2f__main__.py", 404),
        ("/static/", 404),
        ("/schema/chess", 404),
        ("/words/tausend/fr", 404),
        ("/cards/Zz.svg", 404),
        ("/cards/%2e%2e.svg", 404),
        ("/cards/As.svg?lang=%3Cscript%3E", 200),
        ("/tables/nowhere/log", 404),
        ("/tables/nowhere/record", 404),
        (f"/tables/{table}/record", 403),
        (f"/tables/{table}/verdict", 403),
        ("/nothing", 404),
    ):
        answer = ask(server.base + path)
        assert answer.status == status, path
        assert "<script>" not in answer.text
        assert "script-src 'self'" in answer.headers["content-security-policy"] or status == 200, path
    for method in ("PUT", "DELETE"):
        assert ask(f"{server.base}/tables", {}, method).status == 405
