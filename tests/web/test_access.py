"""The pages serve all: by keyboard alone, read aloud, dark, on a narrow screen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Literal

import pytest
from playwright.async_api import Browser, Page, expect

from cardrules import Card, Record, duizenden, tausend
from web.chromium import axe
from web.matches import MATCHES, moment
from web.pages import tab, tabs_of
from web.playing import taken
from web.serving import Server

MOMENTS: Final = (
    ("tausend", 3, "p4 bid"),
    ("tausend", 1, "p1 play Kh marriage"),
    ("duizenden", 0, "p1 swap"),
    ("duizenden", 2, "p3 layoff 4"),
)
"""A game, who looks, and what is to be done next."""


SIDEWAYS: Final = """() => [...document.querySelectorAll("*")].filter((each) => {
    const wide = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0
    return wide && (each === document.scrollingElement || /auto|scroll/.test(getComputedStyle(each).overflowX))
}).map((each) => `${each.tagName}#${each.id}.${each.className}: ${each.scrollWidth} > ${each.clientWidth}`)"""
"""What can be scrolled sideways."""


async def faults(page: Page, source: str) -> list[str]:
    """What axe-core finds wrong with a page, light and dark, and what can be scrolled sideways on a narrow screen."""
    found = []
    size = page.viewport_size
    assert size is not None
    await page.evaluate(source)
    for colours, options in _COLOURS:
        await page.emulate_media(color_scheme=colours)
        violations: Sequence[dict[str, Any]] = await page.evaluate(_AXE, options)
        found += [f"{colours}: {each['id']}: {node['html'][:120]}" for each in violations for node in each["nodes"]]
    await page.set_viewport_size({"width": 320, "height": 640})
    found += await page.evaluate(SIDEWAYS)
    await page.set_viewport_size(size)
    await page.emulate_media(color_scheme="light")
    return found


_COLOURS: Final[tuple[tuple[Literal["light", "dark"], dict[str, list[str]]], ...]] = (
    ("light", {}),
    ("dark", {"runOnly": ["color-contrast"]}),  # all else is the same
)
_AXE: Final = "async (options) => (await axe.run(options)).violations"


async def busy(page: Page) -> None:
    """Clicks on a card, so that it is chosen or a reason is shown, and opens the menu."""
    if await page.locator("#hand button").count():
        await page.locator("#hand button").first.click()
        await page.locator("#attempts button, #alert:not(:empty)").first.wait_for()
    await page.click("#menu summary")


LONG_NAMES: Final = ("Wilhelmina van den Berg", "Wolfeschlegelsteinhausen", "Maria-Magdalena-Katharin", "Ben")


@pytest.mark.parametrize("game", ["tausend", "duizenden"])
def test_tables_are_fit_for_all(game: str, browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    source, match = axe(), MATCHES[game]
    named = Record(match.game, match.rules, LONG_NAMES, match.dealer, match.actions)
    moments = [(seat, moment(game, text)) for name, seat, text in MOMENTS if name == game]

    async def go() -> None:
        for seat, now in [*moments, (None, len(match.actions))]:
            async with tabs_of(browser, server, named, [seat], now) as tabs:
                await busy(tabs[seat].page)
                assert await faults(tabs[seat].page, source) == [], match.texts[: now + 1]

    runner.run(go())


def test_the_lobby_is_fit_for_all(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    source = axe()

    async def go() -> None:
        await asyncio.to_thread(taken, server, MATCHES["tausend"])
        async with tab(browser) as lobby:
            page = lobby.page
            await page.goto(f"{server.base}/?lang=de")
            await page.locator("#tables li").first.wait_for()
            await page.click("#flags-box summary")
            for game, flag in (("tausend", "null_penalty"), ("duizenden", "empty_stock")):
                await page.select_option("#game", game)
                await page.locator(f'[name="rules.{flag}"]').wait_for()
                await page.click("#create")  # without a name
                await page.locator('[aria-invalid="true"]').wait_for()
                assert await faults(page, source) == [], game
            lobby.complaints.clear()  # that the name was refused

    runner.run(go())


def test_the_verdict_and_the_rules_are_fit_for_all(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    source, match = axe(), MATCHES["duizenden"]

    async def go() -> None:
        async with tabs_of(browser, server, match, [0], len(match.actions)) as tabs:
            page = tabs[0].page
            addresses = [await page.locator(f"#{what}").get_attribute("href") for what in ("verdict", "rules")]
            for address in addresses:
                await page.goto(server.base + str(address))
                assert await faults(page, source) == [], address

    runner.run(go())


def test_what_is_not_fit_is_noticed(browser: Browser, runner: asyncio.Runner) -> None:
    source = axe()
    page_of = """<!doctype html><html lang="en"><title>Cards</title><main><h1>Cards</h1>
        <button>play<div style="width: 400px">wide</div></button><img src="data:,">
        <p style="color: light-dark(#888, #333); background: light-dark(#fff, #111)">grey</p></main>"""

    async def go() -> str:
        page = await browser.new_page()
        await page.set_content(page_of)
        found = "\n".join(await faults(page, source))
        await page.close()
        return found

    found = runner.run(go())
    for fault in ("light: image-alt", "light: color-contrast", "dark: color-contrast", "HTML#.: 4"):
        assert fault in found, found


# -- by keyboard alone


async def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the focus is on what is looked for."""
    for _ in range(80):
        if await page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


async def press_card(page: Page, card: Card) -> None:
    """Goes to a card of the hand, and presses it."""
    await tab_to(page, "#hand button")
    wanted = f'[data-card="{card}"][aria-pressed="false"]'
    for _ in range(20):
        if await page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", wanted):
            break
        await page.keyboard.press("ArrowRight")
    await expect(page.locator(":focus")).to_have_attribute("data-card", str(card))
    await page.keyboard.press("Space")


async def press(page: Page, selector: str) -> None:
    """Goes to a button, and presses it."""
    await page.locator(selector).wait_for()
    await tab_to(page, selector)
    await page.keyboard.press("Enter")


def test_a_trick_is_played_by_keyboard_alone(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    match, now = MATCHES["tausend"], moment("tausend", "p1 play Qc marriage")

    async def go() -> None:
        async with tabs_of(browser, server, match, [0, 1, 3], now) as tabs:
            for number in range(now, now + 3):
                action = match.actions[number]
                assert isinstance(action, tausend.Play)
                page = tabs[action.seat].page
                await tabs[action.seat].at(number)
                await press_card(page, action.card)
                if number == now:  # with or without the marriage
                    await press(page, f'#offers [data-action="{action}"]')
            for each in tabs.values():
                await each.at(now + 3)
                assert (await each.shown())["last"] == ["Qc", "9c", "Tc"]
            # what others did, and whose turn it is, is read aloud
            page = tabs[3].page
            aloud = " ".join(await page.locator('[aria-live="polite"], [role="status"]').all_text_contents())
            assert "Dirk plays ten of clubs" in aloud
            assert "Your turn" in aloud
            await expect(page.get_by_role("button", name="queen of spades, can be chosen")).to_be_visible()
            await expect(page.get_by_role("img", name="ten of clubs")).to_be_visible()

    runner.run(go())


def test_a_turn_is_played_by_keyboard_alone(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    match, now = MATCHES["duizenden"], moment("duizenden", "p3 draw")
    end = match.texts.index("p3 discard 5d")

    async def go() -> None:
        async with tabs_of(browser, server, match, [2], now) as tabs:
            page = tabs[2].page
            for number in range(now, end + 1):
                action = match.actions[number]
                await tabs[2].at(number)
                match action:
                    case duizenden.Draw():
                        await press(page, "#stock")
                    case duizenden.Meld(_, cards) | duizenden.LayOff(_, _, cards):
                        for card in cards:
                            await press_card(page, card)
                        await press(page, f'#offers [data-action="{action}"]')
                    case duizenden.Exchange(_, _, card) | duizenden.Discard(_, card):
                        await press_card(page, card)
                        await press(page, f'#offers [data-action="{action}"]')
            await tabs[2].at(end + 1)

    runner.run(go())
