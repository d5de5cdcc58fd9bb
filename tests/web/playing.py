"""A match played by clients at a table of the server, as a record says."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, TypeAlias

from attrs import frozen

from cardrules import GAMES, Record, duizenden, tausend
from cardrules.records import replay
from cardrules.registry import AnyAction, AnyState
from cardrules.wire import dump, dump_rules
from web.client import Client, joined, told
from web.serving import Server

Seat: TypeAlias = int | None
"""None: a spectator."""


@frozen(eq=False)
class Played:
    """A table at which a match is played: its id, the keys and the clients by seat."""

    match: Record
    table: str
    keys: Mapping[Seat, str | None]
    clients: Mapping[Seat, Client]


def taken(server: Server, match: Record) -> tuple[str, dict[Seat, str | None]]:
    """A table for a match of which all seats are taken: its id, and the keys by seat."""
    server.hall.match = match
    rules = dump_rules(GAMES[match.game], match.rules)
    first, *others = match.players
    opened = told(f"{server.base}/tables", {"game": match.game, "rules": rules, "name": first})
    table = str(opened["table"])
    keys: dict[Seat, str | None] = {0: str(opened["key"])}
    for seat, name in enumerate(others, 1):
        keys[seat] = str(told(f"{server.base}/tables/{table}/seats", {"seat": seat, "name": name})["key"])
    return table, {**keys, None: None}


@asynccontextmanager
async def seated(server: Server, match: Record, lang: str = "en") -> AsyncIterator[Played]:
    """A table for a match, with a client on each seat, and one that watches."""
    table, keys = await asyncio.to_thread(taken, server, match)
    async with AsyncExitStack() as stack:
        clients = {
            seat: await stack.enter_async_context(joined(server.base, table, key, lang)) for seat, key in keys.items()
        }
        yield Played(match, table, keys, clients)


async def play(played: Played, habits: Mapping[Seat, int] | None = None) -> None:
    """Plays the match; every client sees each state as the library shows it to its seat.

    What a seat does on the side, which is its own affair, depends on its habit alone and on what it
    knows: it chooses cards, tries what is not legal, changes the language.
    """
    game = GAMES[played.match.game]
    states = list(replay(played.match))
    for number, (action, state) in enumerate(zip(played.match.actions, states[1:], strict=True), 1):
        await _act(played, action)
        for seat, client in played.clients.items():
            await client.at(number)
            assert client.table["view"] == dump(game.view(state, seat))
        for seat, client in played.clients.items():
            # the last answer comes after all that was sent before
            habit = None if habits is None else random.Random(f"{habits[seat]} {number}")
            await _fidget(client, seat, played.match, state, habit)


async def _act(played: Played, action: AnyAction) -> None:
    """Has an action done: by its player, or by whoever asks for the deal. A reshuffle comes by itself."""
    seat = getattr(action, "seat", None)
    if seat is not None:
        await played.clients[seat].act(str(action))
    elif isinstance(action, tausend.Deal | duizenden.Deal):
        await played.clients[0].send(type="deal", version=played.clients[0].version)


_TRIED: Final = {
    "tausend": ("pass", "bid 120", "raise 300", "surrender", "nines", "play As", "play Kh marriage", "give 9c p2"),
    "duizenden": ("draw", "discard Qs", "meld 5h6h7h", "layoff 1 8c", "exchange 1 Qd", "end", "last", "swap Qs"),
}


async def _fidget(client: Client, seat: Seat, match: Record, state: AnyState, habit: random.Random | None) -> None:
    await client.send(type="choose", version=client.version, cards="")
    await client.answer("options", "error")
    if habit is None:
        return
    game = GAMES[match.game]
    tried = game.parse_action(f"p{(seat or 0) + 1} {habit.choice(_TRIED[match.game])}")
    if habit.random() < 0.1:
        await client.send(type="lang", lang=habit.choice(("en", "nl", "de")))
        await client.answer("table")
    if seat is None:
        return
    if habit.random() < 0.5 and game.violations(state, tried):
        await client.act(str(tried))
        await client.answer("refused")
    view = game.view(state, seat)
    assert isinstance(view, tausend.View | duizenden.View)
    if habit.random() < 0.5 and view.hand:
        cards = habit.sample(list(view.hand), min(len(view.hand), habit.choice((1, 2, 2, 3))))
        await client.send(type="choose", version=client.version, cards="".join(map(str, cards)))
        await client.answer("options")
