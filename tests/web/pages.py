"""The page of a table as a person uses it: what it shows, and clicks on what it offers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, TypeAlias

from attrs import define, field
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect

from cardrules import Card, Cards, Record, duizenden, tausend
from cardrules.registry import AnyAction, AnyGame, AnyState
from web.playing import Seat, taken
from web.serving import PATIENCE, Server

LONG: Final = 1000 * PATIENCE
"""In milliseconds."""
expect.set_options(timeout=LONG)

Shown: TypeAlias = Mapping[str, Any]
"""What a page shows: data from a script, of which nothing is known but by what is asked of it."""

_STORED: Final = "location.protocol === 'http:' && localStorage.setItem(...%s)"


@asynccontextmanager
async def tab(browser: Browser, keys: Mapping[str, str] | None = None, **options: Any) -> AsyncIterator[Tab]:
    """A tab of a browser of which nobody has used the server yet, but to take seats: `keys` by table.
    Nothing goes wrong in it."""
    context = await browser.new_context(reduced_motion="reduce", **options)
    for table, key in (keys or {}).items():
        await context.add_init_script(_STORED % json.dumps([f"seat:{table}", key]))
    try:
        opened = Tab(await context.new_page())
        yield opened
        assert opened.complaints == []
    finally:
        await context.close()


@asynccontextmanager
async def tabs_of(
    browser: Browser,
    server: Server,
    match: Record,
    seats: Sequence[Seat],
    now: int = 0,
    lang: str = "en",
    **options: Any,
) -> AsyncIterator[dict[Seat, Tab]]:
    """The pages of some seats at a table at which all seats are taken, after so many actions of a match."""
    table, keys = await asyncio.to_thread(taken, server, match)
    server.hall.forward(table, now)
    async with tabs_at(browser, server, table, {seat: keys[seat] for seat in seats}, lang, **options) as tabs:
        yield tabs


@asynccontextmanager
async def tabs_at(
    browser: Browser, server: Server, table: str, keys: Mapping[Seat, str | None], lang: str = "en", **options: Any
) -> AsyncIterator[dict[Seat, Tab]]:
    """The pages of a table, by seat, each in a browser that has the key."""
    async with AsyncExitStack() as stack:
        tabs = {}
        for seat, key in keys.items():
            opening = tab(browser, {} if key is None else {table: key}, **options)
            tabs[seat] = await stack.enter_async_context(opening)
        await asyncio.gather(*[each.open(server.base, table, lang) for each in tabs.values()])
        yield tabs


@define(eq=False, slots=False)  # Playwright marks whose methods listen
class Tab:
    """A tab of a browser: its page, the frames that it got, what it complained of."""

    page: Page
    frames: list[str] = field(factory=list)
    complaints: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.page.set_default_timeout(LONG)
        self.page.on("websocket", self._connected)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    # -- where it is

    async def open(self, base: str, table: str, lang: str = "en") -> None:
        """Opens the page of a table."""
        await self.page.goto(f"{base}/t/{table}?lang={lang}")
        await self.page.locator("body[data-version]").wait_for(state="attached")

    async def at(self, version: int) -> None:
        """Waits until the page shows the table after so many actions."""
        await self.page.locator(f'body[data-version="{version}"]').wait_for(state="attached")

    async def speak(self, lang: str) -> None:
        """Chooses a language in the menu."""
        await self.page.click("#menu summary")
        await self.page.select_option("#lang", lang)
        await self.page.click("#menu summary")

    # -- what a person does

    def offer(self, action: str) -> Locator:
        """The button that offers an action."""
        return self.page.locator(f'#offers [data-action="{action}"]')

    async def choose(self, cards: Sequence[Card] | Cards) -> None:
        """Clicks on cards in hand that are not chosen yet."""
        for card in cards:
            await self.page.locator(f'#hand [data-card="{card}"][aria-pressed="false"]').first.click()

    async def do(self, action: AnyAction, game: AnyGame, state: AnyState) -> None:
        """Does what is legal in a state by clicks on cards, piles, melds and what is offered."""
        text = str(action)
        match action:
            case tausend.Deal() | duizenden.Deal():
                await self.page.click("#deal")
            case duizenden.Reshuffle():
                pass  # comes by itself
            case tausend.Bid() | tausend.Raise():
                await self._bid(text)
            case tausend.Play(seat, card):
                await self.choose([card])
                if len([each for each in game.legal_actions(state, seat) if getattr(each, "card", None) is card]) > 1:
                    await self.offer(text).click()
            case duizenden.Draw():
                await self.page.click("#stock")
            case duizenden.Pot(_, cards):
                assert isinstance(state, duizenden.Drawing)
                await self.choose(Cards(cards) - Cards(state.pot[-1:]))
                await (self.offer(text) if await self._several(text, "pot") else self.page.locator("#pot")).click()
            case duizenden.LayOff(_, meld) | duizenden.Exchange(_, meld):
                await self.choose(action.cards if isinstance(action, duizenden.LayOff) else [action.card])
                several = await self._several(text, rf"\w+ {meld + 1}")
                await self.page.click(f'[data-meld="{meld + 1}"]')
                if several:
                    await self.offer(text).click()
            case duizenden.Meld(_, cards):
                await self.choose(cards)
                await self.offer(text).click()
            case tausend.Give(_, card) | duizenden.Swap(_, card) | duizenden.Discard(_, card):
                await self.choose([card])
                await self.offer(text).click()
            case _:
                await self.offer(text).click()

    async def _bid(self, text: str) -> None:
        if await self.offer(text).count():
            await self.offer(text).click()
        else:
            await self.page.select_option("#amount", text)
            await self.page.click("#say-amount")

    async def _several(self, text: str, kind: str) -> bool:
        """Whether more of a kind is offered than one action."""
        await self.offer(text).wait_for()
        offered = await self.page.locator("#offers [data-action]").evaluate_all(_ACTIONS)
        return len([each for each in offered if re.match(rf"p\d {kind} ", each)]) > 1

    # -- what it shows

    async def shown(self) -> Shown:
        """What is to be seen, as data."""
        shown: Shown = await self.page.evaluate(_SHOWN)
        return shown


_ACTIONS: Final = "(all) => all.map((each) => each.dataset.action)"

_SHOWN: Final = """() => {
    const all = (selector, read) => [...document.querySelectorAll(selector)].map(read)
    const cards = (selector) => all(selector, (each) => each.dataset.card ?? "back")
    const seen = (id) => document.getElementById(id)?.checkVisibility() ?? false
    return {
        phase: document.body.dataset.phase,
        hand: cards("#hand button"),
        legal: cards("#hand button.legal"),
        seats: all("#seats > li", (each) => ({
            seat: Number(each.dataset.seat),
            name: each.querySelector(".name").textContent,
            total: each.querySelector(".total").textContent,
            count: each.querySelector(".count").textContent,
            turn: each.getAttribute("aria-current") === "true",
        })),
        widow: cards("#widow img"),
        gifts: cards("#gifts img"),
        trick: cards("#trick img"),
        last: cards("#last-trick img"),
        words: document.querySelector("#board > .words")?.textContent ?? "",
        stock: document.getElementById("stock")?.textContent ?? "",
        open: cards("#open img"),
        pot: cards("#pot img"),
        whole_pot: cards("#whole-pot img"),
        melds: all("#melds [data-meld]", (meld) => [...meld.querySelectorAll("img")].map((each) => each.dataset.card)),
        offers: all("#offers [data-action], #amount option", (each) => each.dataset.action ?? each.value),
        deal: seen("deal"),
        log: all("#log > li", (each) => each.textContent).length,
        alert: document.getElementById("alert").textContent,
    }
}"""
