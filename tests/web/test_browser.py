"""Four people at a table, each with a browser of their own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser

from cardrules import GAMES, Card, Cards, Record, duizenden, tausend
from cardrules.records import replay
from cardrules.registry import AnyState
from web.client import joined
from web.matches import MATCHES, moment
from web.pages import Shown, Tab, tabs_at, tabs_of
from web.playing import Seat, taken
from web.serving import Server
from web.twins import part_of, twin_of


async def clicked_through(tabs: Mapping[Seat, Tab], match: Record) -> None:
    """All actions of a match, each clicked on the page of its player."""
    game, states = GAMES[match.game], list(replay(match))
    for number, (action, before) in enumerate(zip(match.actions, states, strict=False)):
        for seat, each in tabs.items():
            await each.at(number)
            check_shown(await each.shown(), match, before, seat)
        await tabs[getattr(action, "seat", 0)].do(action, game, before)
    for seat, each in tabs.items():
        await each.at(len(match.actions))
        check_shown(await each.shown(), match, states[-1], seat)


# -- what each page must show


def used(action: object) -> Cards:
    """The cards of the hand that an action uses."""
    match action:
        case tausend.Play(_, card) | tausend.Give(_, card) | duizenden.Swap(_, card) | duizenden.Discard(_, card):
            return Cards([card])
        case duizenden.Exchange(card=card):
            return Cards([card])
        case duizenden.Meld(_, cards) | duizenden.LayOff(cards=cards) | duizenden.Pot(_, cards):
            return Cards(cards)
    return Cards()


def check_shown(shown: Shown, match: Record, state: AnyState, seat: Seat) -> None:
    """The page shows the view of its seat, offers what is legal, and nothing else."""
    game = GAMES[match.game]
    view = game.view(state, seat)
    assert isinstance(view, tausend.View | duizenden.View)
    assert shown["phase"] == view.phase
    assert Cards(map(Card.parse, shown["hand"])) == (view.hand or Cards())
    assert shown["deal"] == (view.phase == "deal" and seat is not None)
    legal = [] if seat is None else game.legal_actions(state, seat)
    assert {*shown["offers"]} == {str(action) for action in legal if not used(action)}
    pot = Cards(view.pot[-1:]) if isinstance(view, duizenden.View) else Cards()
    usable = [used(action) - (pot if isinstance(action, duizenden.Pot) else Cards()) for action in legal]
    assert {*shown["legal"]} == {str(card) for cards in usable for card in cards}
    totals = game.score(state).totals
    for place in shown["seats"]:
        each = place["seat"]
        assert match.players[each] in place["name"]
        assert place["total"].replace("−", "-") == str(totals[each])
        assert place["count"] == (f"cards: {view.counts[each]}" if view.counts else "")
    assert len(shown["seats"]) == len(totals)
    if isinstance(view, tausend.View):
        check_tausend(shown, view)
    else:
        check_duizenden(shown, view)


def check_tausend(shown: Shown, view: tausend.View) -> None:
    if view.phase in ("deal", "over"):
        return
    before_play = view.phase in ("bid", "give", "lead")
    widow = ["back"] * view.widow_count if view.widow is None else [str(card) for card in view.widow]
    assert shown["widow"] == (widow if before_play else [])
    assert shown["trick"] == [str(play.card) for play in view.trick]
    last = view.tricks[-1].plays if view.tricks else ()
    assert shown["last"] == [str(play.card) for play in last]
    if view.phase in ("give", "lead"):
        assert shown["gifts"] == ["back" if gift.card is None else str(gift.card) for gift in view.gifts]
    if view.trump is not None:
        assert view.trump.name.lower() in shown["words"]


def check_duizenden(shown: Shown, view: duizenden.View) -> None:
    if view.phase in ("deal", "over"):
        return
    assert str(view.stock_count) in shown["stock"]
    assert shown["open"] == ([] if view.open is None else [str(view.open)])
    assert shown["pot"] == [str(card) for card in view.pot[-1:]]
    assert shown["melds"] == [[str(card) for card in meld.cards] for meld in view.melds]
    if len(view.pot) > 1:
        assert shown["whole_pot"] == [str(card) for card in reversed(view.pot)]


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_four_pages_click_through(name: str, browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    async def go() -> None:
        match = MATCHES[name]
        async with tabs_of(browser, server, match, [0, 1, 2, 3]) as tabs:
            await clicked_through(tabs, match)

    runner.run(go())


def test_no_page_gets_a_byte_that_depends_on_what_it_may_not_know(
    browser: Browser, runner: asyncio.Runner, server: Server
) -> None:
    """The auction, the gifts and a trick, twice: the others hold other cards the second time. Two pages are there, the
    other seats are programs."""
    match = MATCHES["tausend"]
    begun = part_of(match, moment("tausend", "p1 play Qc"))

    async def frames_of(of: Record) -> dict[Seat, list[str]]:
        table, keys = await asyncio.to_thread(taken, server, of)
        pages = {seat: keys[seat] for seat in (1, None)}
        async with tabs_at(browser, server, table, pages) as tabs, AsyncExitStack() as stack:
            others = {seat: await stack.enter_async_context(joined(server.base, table, keys[seat])) for seat in (0, 3)}
            for number, (action, state) in enumerate(zip(of.actions, replay(of), strict=False)):
                for each in tabs.values():
                    await each.at(number)
                seat = getattr(action, "seat", 1)
                if seat == 1:
                    await tabs[seat].do(action, GAMES[of.game], state)
                else:
                    await others[seat].act(str(action), number)
            for each in tabs.values():
                await each.at(len(of.actions))
            return {seat: each.frames for seat, each in tabs.items()}

    other = twin_of(begun, 1, random.Random(3), least=len(begun.actions))
    one, two = runner.run(frames_of(begun)), runner.run(frames_of(other))
    assert begun.texts != other.texts
    assert one == two
    assert all([len(frames) > len(begun.actions) for frames in one.values()])
