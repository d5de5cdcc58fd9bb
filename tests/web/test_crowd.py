"""Two hundred tables at once, in a process of its own, as it is started by its command."""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Final, cast

import psutil  # type: ignore[import-untyped]  # it has no types
import pytest

from cardrules.wire import JSON
from web.client import Client, Frame, joined, told
from web.serving import PATIENCE

EXAMPLE: Final = Path(__file__).parent.parent.parent / "examples" / "web"
TABLES: Final = 200
ENOUGH: Final = 12
"""So many actions each match has at least, those of the computers too."""


@contextmanager
def started() -> Iterator[tuple[str, psutil.Process]]:
    """The server as people start it: its address, its process."""
    command = (sys.executable, str(EXAMPLE), "--port", "0", "--pause", "0")
    known = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=known) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip().rstrip("/"), psutil.Process(process.pid)
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def open_table(base: str, number: int) -> tuple[str, list[str]]:
    """A table with two persons at it, and computers: its id, and the keys."""
    game: dict[str, JSON] = {"game": "tausend", "rules": {}}
    if number % 2:
        game = {"game": "duizenden", "rules": {"preset": "kinder"}}
    opened = told(f"{base}/tables", {**game, "name": "Anna"})
    table = str(opened["table"])
    return table, [str(opened["key"]), str(told(f"{base}/tables/{table}/seats", {"name": "Ben"})["key"])]


async def play(client: Client, seat: int, rng: random.Random) -> list[float]:
    """Acts whenever it can, until the match is long enough; after how many seconds each action was shown."""
    took: list[float] = []
    frame: Frame = client.table
    while client.version < ENOUGH:
        view = cast("Mapping[str, JSON]", client.table["view"])
        offers = cast("Mapping[str, JSON]", frame.get("options", frame))
        now, more = cast("list[dict[str, str]]", offers["now"]), str(offers["more"])
        began = time.monotonic()
        if view["phase"] == "deal" and seat == 0:
            await client.send(type="deal", version=client.version)
        elif now:
            await client.act(rng.choice(now)["action"])
        elif more:
            await client.send(type="choose", version=client.version, cards=str(frame.get("chosen", "")) + more[:2])
        frame = await client.answer("table", "options", "refused", "error")
        assert frame["type"] != "refused", frame
        if frame["type"] == "error":
            assert frame["code"] == "stale"  # the other was quicker
            frame = await client.answer("table")
        elif now and frame["type"] == "table":
            took.append(time.monotonic() - began)
    return took


def test_two_hundred_tables_are_played_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    async def go(base: str, server: psutil.Process) -> str:
        before, spent = server.memory_info().rss, server.cpu_times().user
        tables = [await asyncio.to_thread(open_table, base, number) for number in range(TABLES)]
        async with AsyncExitStack() as stack:
            playing = []
            for number, (table, keys) in enumerate(tables):
                for seat, key in enumerate(keys):
                    client = await stack.enter_async_context(joined(base, table, key))
                    playing.append(play(client, seat, random.Random(number)))
            took = [each for some in await asyncio.gather(*playing) for each in some]
            spent = (server.cpu_times().user - spent) / (TABLES * ENOUGH)
            grown = (server.memory_info().rss - before) / TABLES
        listed = cast("list[dict[str, JSON]]", (await asyncio.to_thread(told, f"{base}/tables"))["tables"])
        assert len(listed) == TABLES
        assert all([table["began"] for table in listed])
        # loose bounds: other things run on this machine
        assert spent < 0.1
        assert grown < 2**20
        shares = statistics.quantiles(took, n=100)
        return (
            f"{TABLES} tables at once: {1000 * spent:.1f} ms of the server an action, {grown / 1024:.0f} KiB a table, "
            f"{len(took)} actions of persons shown within {shares[49]:.2f} s (half of them), {shares[98]:.2f} s (99 %)"
        )

    with started() as (base, server):
        told_of = asyncio.run(go(base, server))
    with capsys.disabled():
        print(f"\n{told_of}")
