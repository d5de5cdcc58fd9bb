"""What strangers may try against the example: nobody is kept out, held up, or taken for another."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Sequence
from typing import Final, ParamSpec, TypeVar

import pytest
import webtable.app
import webtable.hall
import webtable.tables
from starlette.types import Message
from webtable import policy
from webtable.app import create_app
from webtable.hall import Hall, Limits
from webtable.names import clean_name, isolated, same
from webtable.protocol import Act, Choose, Deal, Lang, Leave, Relieve, Sent, seat_chooses, table_frame
from webtable.tables import NAMES, Person, Refused, Table, acted, laid_out, left, seated

from cardrules import GAMES, InvalidRules
from web.client import ask, told
from web.serving import Server
from web.test_hall import Clock, hall, joined, said

P = ParamSpec("P")
T = TypeVar("T")

SOON: Final = 60.0
"""Seconds after which a test fails that waits for what does not come."""


# -- who is let in


def test_spectators_keep_no_player_out() -> None:
    async def go() -> None:
        rooms = hall(Clock(), Limits(watching=3, pages=2))
        table, key = rooms.open("tausend", {}, "Anna")
        for _ in range(3):
            await joined(rooms, table.id, None)
        with pytest.raises(Refused, match="crowded"):
            await joined(rooms, table.id, None)
        pages = [await joined(rooms, table.id, key) for _ in range(3)]
        assert [said(page) for page in pages] == [["table", "elsewhere", 4409], ["table"], ["table"]]
        # what was turned away has the seat no more
        await rooms.take_in(table.id, pages[0], Leave())
        assert said(pages[0]) == ["spectator"]

    asyncio.run(go())


def test_who_leaves_watches_on_only_where_there_is_room() -> None:
    async def go() -> None:
        rooms = hall(Clock(), Limits(watching=2))
        table, key = rooms.open("tausend", {}, "Anna")
        await joined(rooms, table.id, None)
        pages = [await joined(rooms, table.id, key) for _ in range(3)]
        await rooms.take_in(table.id, pages[2], Leave())
        assert [said(page) for page in pages] == [["table", "table"], *[["table", "crowded", 1013]] * 2]

    asyncio.run(go())


def test_tables_that_nobody_uses_leave_room_for_others() -> None:
    async def go() -> None:
        clock = Clock()
        rooms = hall(clock, Limits(tables=3))
        begun, key = rooms.open("tausend", {}, "Anna")
        anna = await joined(rooms, begun.id, key)
        await rooms.take_in(begun.id, anna, Deal(0))
        for clock.now in (1, 2, 3, 4):
            rooms.open("tausend", {}, "Ben")
        left = [*rooms.tables()]
        assert left[-1].id == begun.id
        assert len(left) == 3
        for table in left[:2]:
            await joined(rooms, table.id, None)
        rooms.drop(begun.id, anna)
        with pytest.raises(Refused, match="full"):  # she may be back in a moment
            rooms.open("tausend", {}, "Carla")
        clock.now += Limits().absence + 1
        rooms.open("tausend", {}, "Carla")
        assert begun.id not in [table.id for table in rooms.tables()]

    asyncio.run(go())


def test_the_record_of_a_match_that_has_become_too_long_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["tausend"]
    table = laid_out("t", game, {}, 0)
    dealt = acted(table, game.shuffle(table.state, random.Random(1)))
    assert table_frame(dealt, None, "en", 0)["record"] is False
    monkeypatch.setattr(webtable.tables, "LONGEST_MATCH", 1)
    assert table_frame(dealt, None, "en", 0)["record"] is True
    with pytest.raises(Refused, match="long"):
        acted(dealt, game.legal_actions(dealt.state, game.actors(dealt.state)[0])[0])


def test_a_flag_that_there_is_not_is_a_fault_of_the_rules() -> None:
    with pytest.raises(InvalidRules) as error:
        laid_out("t", GAMES["tausend"], {"whist": 1}, 0)
    assert error.value.field == "rules"


def test_the_computers_do_not_wait_for_who_watches() -> None:
    async def go() -> None:
        rooms = hall(Clock())
        table, key = rooms.open("tausend", {}, "Anna")
        anna = await joined(rooms, table.id, key)
        await joined(rooms, table.id, None)  # it never takes what it is sent
        await rooms.take_in(table.id, anna, Leave())
        while rooms.table(table.id).version < 5:
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(go(), Limits().flush))


# -- what is dear


def test_the_whole_log_is_told_so_often_and_no_more() -> None:
    async def go() -> None:
        clock = Clock()
        rooms = hall(clock, Limits(shows=3, show_rate=1))
        table, key = rooms.open("tausend", {}, "Anna")
        one, two = [await joined(rooms, table.id, None) for _ in range(2)]
        for page in (one, two, two):
            await rooms.take_in(table.id, page, Lang("nl"))
        assert (said(one), said(two)) == (["table", "table"], ["table", "rate", "rate"])
        with pytest.raises(Refused, match="crowded"):
            await joined(rooms, table.id, None)
        # the players have their own, and another table has
        anna = await joined(rooms, table.id, key)
        await rooms.take_in(table.id, anna, Lang("nl"))
        assert said(anna) == ["table", "table"]
        other, _ = rooms.open("tausend", {}, "Ben")
        await joined(rooms, other.id, None)
        clock.now = 1
        await joined(rooms, table.id, None)

    asyncio.run(go())


def test_what_all_may_know_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def counted(table: Table, seat: int | None, lang: str, had: int) -> Sent:
        written.append((seat, lang, had))
        return table_frame(table, seat, lang, had)

    monkeypatch.setattr(webtable.hall, "table_frame", counted)

    async def go() -> None:
        rooms = hall(Clock())
        table, _ = rooms.open("tausend", {}, "Anna")
        pages = [await joined(rooms, table.id, None) for _ in range(20)]
        written.clear()
        await rooms.sit(table.id, 1, "Ben")
        assert [said(page) for page in pages] == [["table", "table"]] * 20
        assert written == [(None, "en", 0)]

    asyncio.run(go())


class Gate:
    """What keeps threads waiting until another table has been served."""

    def __init__(self) -> None:
        self.passed: Final = threading.Event()
        self.reached: Final = threading.Semaphore(0)
        self.opened = True

    def before(self, work: Callable[P, T]) -> Callable[P, T]:
        """The work, done behind the gate; where the tables themselves would wait, it would be in vain."""

        def waiting(*args: P.args, **kwargs: P.kwargs) -> T:
            self.reached.release()
            self.opened &= self.passed.wait(SOON if threading.current_thread() is not threading.main_thread() else 0)
            return work(*args, **kwargs)

        return waiting


async def serves(rooms: Hall) -> None:
    """A table is opened, joined, and answers."""
    table, key = rooms.open("duizenden", {}, "Ben")
    page = await joined(rooms, table.id, key)
    await rooms.take_in(table.id, page, Lang("de"))
    assert said(page) == ["table", "table"]


def test_no_table_stands_still_while_another_looks_for_what_a_choice_can_become(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Gate()
    monkeypatch.setattr(webtable.hall, "seat_chooses", gate.before(seat_chooses))

    async def go() -> None:
        rooms = hall(Clock())
        table, key = rooms.open("duizenden", {}, "Anna")
        anna = await joined(rooms, table.id, key)
        asked = asyncio.create_task(rooms.take_in(table.id, anna, Choose(0, "")))
        await asyncio.to_thread(gate.reached.acquire)
        await asyncio.wait_for(serves(rooms), SOON)
        gate.passed.set()
        await asked
        assert said(anna) == ["table", "options"]
        assert gate.opened

    asyncio.run(go())


def test_no_table_stands_still_while_the_computers_of_many_think(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    monkeypatch.setattr(policy, "choose", gate.before(policy.choose))

    async def go() -> None:
        rooms = hall(Clock(), Limits(flush=0))
        for _ in range(50):
            table, key = rooms.open("tausend", {}, "Anna")
            anna = await joined(rooms, table.id, key)
            await rooms.take_in(table.id, anna, Leave())
        await asyncio.to_thread(gate.reached.acquire)
        try:
            await asyncio.wait_for(serves(rooms), SOON)
        finally:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            gate.passed.set()
        assert gate.opened

    asyncio.run(go())


# -- who does not listen


def test_a_page_that_takes_nothing_is_dropped() -> None:
    """Its connection ends, though what is to be sent can never be sent."""
    app = create_app(random.Random(1), 0, Limits(waiting=2_000))
    rooms = app.state.hall
    assert isinstance(rooms, Hall)

    async def go() -> None:
        table, _ = rooms.open("tausend", {}, "Anna")
        joining = '{"type": "join", "key": null, "lang": "en"}'
        given: asyncio.Queue[Message] = asyncio.Queue()
        for message in ({"type": "websocket.connect"}, {"type": "websocket.receive", "text": joining}):
            given.put_nowait(message)
        stuck = asyncio.Event()

        async def send(message: Message) -> None:
            if message["type"] != "websocket.accept":
                stuck.set()
                await asyncio.Event().wait()

        where = f"/tables/{table.id}/ws"
        scope = {"type": "websocket", "path": where, "raw_path": where.encode(), "root_path": "", "query_string": b""}
        scope |= {"headers": [(b"host", b"localhost")], "subprotocols": [], "scheme": "ws"}
        running = asyncio.create_task(app(scope, given.get, send))
        await asyncio.wait_for(stuck.wait(), SOON)
        for lang in ("nl", "de") * 10:
            given.put_nowait({"type": "websocket.receive", "text": f'{{"type": "lang", "lang": "{lang}"}}'})
        await asyncio.wait_for(running, SOON)

    asyncio.run(go())


# -- who calls it what


HOSTS = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "",
    "[",
    "127.0.0.1@x",
)


@pytest.mark.parametrize("host", HOSTS)
def test_no_name_but_its_own_stands_for_the_server(server: Server, host: str) -> None:
    body = {"game": "tausend", "rules": {}, "name": "Anna"}
    table = told(f"{server.base}/tables", body)["table"]
    for path in ("/", "/tables", f"/t/{table}/", "/static/style.css"):
        assert ask(server.base + path, headers={"Host": host}).status in {421, 400}
    assert ask(f"{server.base}/tables", body, headers={"Host": host, "Origin": f"http://{host}"}).status in {421, 400}
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Origin": f"http://{host}",
    }
    assert ask(f"{server.base}/tables/{table}/ws", headers={"Host": host, **upgrade}).status in {400, 403}


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:9", "[::1]:8000", "192.168.1.7"])
def test_its_own_names_and_numbers_stand_for_the_server(server: Server, host: str) -> None:
    assert ask(f"{server.base}/", headers={"Host": host}).status == 200


def test_nobody_is_sent_elsewhere(server: Server) -> None:
    for path in ("/t/x/", "/tables/", "/static", "//evil.example/t/x/"):
        answer = ask(server.base.removesuffix("/") + path)
        assert (answer.status, answer.headers.get("location")) == (404, None), path


# -- who is who


@pytest.mark.parametrize(
    "name",
    [
        *"\u3164\u2800\u115f\u17b4\u034f\ufe0f",
        "\u0301",
        "e" + "\u0323" * 23,
        "Computer 2",
        "computer",
        "ＣＯＭＰＵＴＥＲ３",
    ],
)
def test_what_is_no_name_of_a_person(name: str) -> None:
    with pytest.raises(InvalidRules):
        clean_name(name)


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Zoe\u0308", "Zoë"),
        ("A\u3164nna", "A nna"),
        ("♥\ufe0f", "♥"),
        ("Việt", "Việt"),
        ("नीति", "नीति"),
        ("Computerin", "Computerin"),
    ],
)
def test_what_is_a_name(name: str, clean: str) -> None:
    assert clean_name(name) == clean


def test_nobody_takes_the_name_of_another_at_the_table(server: Server) -> None:
    table = told(f"{server.base}/tables", {"game": "tausend", "rules": {}, "name": "Anna"})["table"]
    for name in ("Anna", "anna", "An na", "Ａnna"):
        answer = ask(f"{server.base}/tables/{table}/seats", {"name": name})
        assert (answer.status, answer.json["field"]) == (422, "name")
    assert ask(f"{server.base}/tables/{table}/seats", {"name": "Anne"}).status == 201
    assert same("Straße", "STRASSE")


def test_a_name_from_right_to_left_leaves_the_other_words_in_order() -> None:
    assert isolated("שלום") == "\u2068שלום\u2069"
    assert isolated("Zoë") == "Zoë"

    async def go() -> Sequence[str]:
        rooms = hall(Clock())
        table, _ = rooms.open("tausend", {}, "שלום")
        return rooms.table(table.id).names

    assert asyncio.run(go())[0] == "\u2068שלום\u2069"


# -- who sees which hand


@pytest.mark.parametrize("name", NAMES)
def test_who_takes_a_seat_in_mid_deal_waits_for_the_next(name: str) -> None:
    """Whoever plays cannot look into the hands of the computers, from one seat after the other."""
    game = GAMES[name]
    rng = random.Random(1)
    table, _ = seated(laid_out("t", game, {}, 0), 0, Person("Anna", "a"))
    assert table_frame(table, 0, "en", 0)["waits"] is None
    table = acted(table, game.shuffle(table.state, rng))
    table, _ = seated(table, 1, Person("Ben", "b"))
    again, _ = seated(left(table, 0), 0, Person("Anna", "c"))
    assert again.playing(0) is None

    watching = table_frame(table, None, "en", 0)
    while table.phase != "deal":
        frame = table_frame(table, 1, "en", 0)
        assert frame["waits"] == 1
        assert (table.playing(0), table.by_computer(1)) == (0, True)
        watching = table_frame(table, None, "en", 0)
        assert {**frame, "waits": None} == watching
        actors = [seat for seat in game.actors(table.state) if table.game.legal_actions(table.state, seat)]
        choices = [
            policy.choose(game.view(table.state, seat), game.legal_actions(table.state, seat), rng) for seat in actors
        ]
        action = next((choice for choice in choices if choice is not None), None)
        table = acted(table, action or game.shuffle(table.state, rng))
    frame = table_frame(table, 1, "en", 0)
    assert (frame["seat"], frame["waits"]) == (1, None)
    assert not table.by_computer(1)


def test_the_log_of_a_seat_waits_too(server: Server) -> None:
    table = server.hall.open("tausend", {}, "Anna")[0].id
    dealt = acted(server.hall.table(table), GAMES["tausend"].shuffle(server.hall.table(table).state, random.Random(1)))
    server.hall._room(table).table = dealt
    key = told(f"{server.base}/tables/{table}/seats", {"name": "Ben"})["key"]
    log = ask(f"{server.base}/tables/{table}/log", headers={"Authorization": f"Bearer {key}"}).json
    assert log == ask(f"{server.base}/tables/{table}/log").json


def test_who_waits_may_leave_and_no_more() -> None:
    async def go() -> None:
        rooms = hall(Clock())
        table, _ = rooms.open("tausend", {}, "Anna")
        rooms._room(table.id).table = acted(
            rooms.table(table.id), GAMES["tausend"].shuffle(table.state, random.Random(1))
        )
        seat, key = await rooms.sit(table.id, None, "Ben")
        ben = await joined(rooms, table.id, key)
        for frame in (Act(1, f"p{seat + 1} pass"), Choose(1, ""), Deal(1), Relieve(0)):
            await rooms.take_in(table.id, ben, frame)
        assert [each for each in said(ben) if each != "table"] == ["spectator"] * 4
        await rooms.take_in(table.id, ben, Leave())
        assert rooms.table(table.id).people[seat] is None

    asyncio.run(go())


# -- who goes away


@pytest.mark.parametrize("ending", [[{"type": "http.disconnect"}], []])
def test_a_body_that_does_not_come_is_waited_for_in_vain_and_not_for_long(
    ending: Sequence[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is the log filled, nor the connection kept."""
    monkeypatch.setattr(webtable.app, "BODY_WITHIN", 0)
    app = create_app(random.Random(1), 0)
    answers: list[Message] = []

    async def go() -> None:
        given: asyncio.Queue[Message] = asyncio.Queue()
        for message in ({"type": "http.request", "body": b"{", "more_body": True}, *ending):
            given.put_nowait(message)

        async def send(message: Message) -> None:
            answers.append(message)

        scope = {"type": "http", "method": "POST", "path": "/tables", "root_path": "", "query_string": b""}
        scope |= {"headers": [(b"host", b"localhost"), (b"content-type", b"application/json")], "scheme": "http"}
        await asyncio.wait_for(app(scope, given.get, send), SOON)

    asyncio.run(go())
    assert answers[0]["status"] == (400 if ending else 408)
