"""What can be had of a match: to its end each seat's own log, after it the record."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardrules import GAMES, Record, duizenden, records
from cardrules.records import replay
from cardrules.testing.tausend.configs import EACH_FLAG
from playouts import duizenden_match, tausend_match
from web.client import Answer, ask
from web.matches import MATCHES
from web.playing import Seat, play, seated, taken
from web.serving import Server
from web.twins import record_of


def log_of(server: Server, table: str, key: str | None) -> Answer:
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return ask(f"{server.base}/tables/{table}/log", headers=headers)


def test_the_record_of_a_match_can_be_had_when_it_is_over(server: Server, tmp_path: Path) -> None:
    match = MATCHES["duizenden"]

    async def go() -> str:
        async with seated(server, match) as played:
            record = f"{server.base}/tables/{played.table}/record"
            before = await asyncio.to_thread(ask, record)
            assert before.status == 403
            assert before.json["message"] == "The record can be had when the match is over."
            await play(played)
            assert all([client.table["record"] is True for client in played.clients.values()])
            return record

    answer = ask(asyncio.run(go()))
    assert answer.status == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    (record,) = records.read(io.StringIO(answer.text))
    assert isinstance(record, Record)
    assert (record.game, record.rules, record.dealer) == (match.game, match.rules, match.dealer)
    assert (record.players, record.actions) == (match.players, match.actions)
    path = tmp_path / "match.jsonl"
    path.write_text(answer.text, "utf-8")
    judging = (sys.executable, "-m", "cardrules", "validate", "--format", "json", str(path))
    judged = subprocess.run(judging, capture_output=True, text=True, check=True)
    report = json.loads(judged.stdout)
    assert (report["verdict"], report["complete"], report["winners"]) == ("legal", True, ["p3"])


def test_before_the_end_nothing_but_the_own_log_can_be_had(server: Server) -> None:
    match = MATCHES["duizenden"]
    table, keys = taken(server, match)
    for now in range(len(match.actions)):
        server.hall.forward(table, now)
        for what in ("record", "verdict"):
            assert ask(f"{server.base}/tables/{table}/{what}").status == 403
    for wrong in ("", "x", "é", "Bearer"):
        answer = log_of(server, table, wrong)
        assert (answer.status, answer.json["code"]) == (403, "key")
    assert keys[0] is not None
    assert ask(f"{server.base}/tables/{table}/log?key={keys[0]}").json["seat"] is None


@pytest.mark.parametrize(
    "match",
    [
        MATCHES["tausend"],
        MATCHES["duizenden"],
        record_of(tausend_match(EACH_FLAG["half bid"], 5, 60)),
        record_of(duizenden_match(duizenden.PRESETS["modern"], "start", 6, 60)),
    ],
    ids=["tausend", "duizenden", "surrenders", "modern"],
)
def test_a_log_is_what_the_seat_saw(server: Server, match: Record) -> None:
    """What was streamed to it, what it can fetch, and what the library lets it see are the same."""
    game = GAMES[match.game]
    assert game.redact is not None
    seats: list[Seat] = [*range(len(match.players)), None]
    steps = [*zip(match.actions, replay(match), strict=False)]
    seen = {seat: [str(game.redact(action, state, seat)) for action, state in steps] for seat in seats}

    async def go() -> None:
        async with seated(server, match) as played:
            await play(played)
            for seat, client in played.clients.items():
                entries = [entry for text in client.frames for entry in json.loads(text).get("log", ())]
                assert [entry["n"] for entry in entries] == [*range(len(match.actions))]
                assert [entry["action"] for entry in entries] == seen[seat]
                answer = await asyncio.to_thread(log_of, server, played.table, played.keys[seat])
                assert [entry["action"] for entry in json.loads(answer.text)["log"]] == seen[seat]
                assert [entry["says"] for entry in json.loads(answer.text)["log"]] == [
                    entry["says"] for entry in entries
                ]

    asyncio.run(go())
    assert len({tuple(each) for each in seen.values()}) >= 4
