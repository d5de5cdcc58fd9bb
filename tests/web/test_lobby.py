"""The lobby: every flag of both games can be set and reaches the match; what makes no sense is said at its field."""

from __future__ import annotations

import asyncio
import json
from typing import Final

import attrs
import pytest
from playwright.async_api import Browser, Page, expect

from cardrules import GAMES, duizenden, tausend
from cardrules.testing.duizenden.configs import EACH_FLAG as DUIZENDEN_FLAGS
from cardrules.testing.tausend.configs import EACH_FLAG as TAUSEND_FLAGS
from cardrules.wire import JSON, dump, dump_rules
from web.client import ask, told
from web.pages import tab
from web.serving import Server

OTHERWISE: Final = (
    (
        "standard",
        tausend.Rules(
            players=4,
            sits_out="right_of_dealer",
            four_aces=True,
            surrender_points="half_bid",
            surrender_cost="every_third",
            null_penalty=False,
            barrel=tausend.Barrel(at=850, deals=2, falls_to=700),
            reset_at_555=True,
            poor_widow_redeal=True,
        ),
    ),
    (
        "volwassen",
        duizenden.Rules(
            players=3,
            wild="twos",
            swap_phase=False,
            swap_limit=5,
            opening_minimum=55,
            ratio="half",
            low_ace=False,
            low_ace_points=7,
            wild_in_first_turn=False,
            melds_from_circuit=2,
            pot_hand_minimum=4,
            last_card="free",
            out_in_opening_turn=True,
            out_in_first_circuit=False,
            out_unopened=True,
            layoff="own",
            exchange="none",
            queen_exchange=False,
            queen_discard="last_card",
            queen_penalty=-5,
            credit="owner",
            last_card_call=duizenden.Points(points=30),
            empty_stock="end_round",
            target=555,
        ),
    ),
    (
        "klassiek",
        duizenden.Rules(
            pot_needs_opened=True,
            exchange="own",
            queen_discard="never",
            last_card_call=duizenden.Draws(),
            swap_limit=0,
        ),
    ),
)
"""Configs in which every flag is otherwise than in the preset from which the form begins."""

KINDS: Final = {"swap_limit": ("no limit", "a number"), "last_card_call": ("there is no call", "points")}
"""What the form calls no value, and a value, of the flags that can have none."""


async def fill_in(page: Page, path: str, value: JSON) -> None:
    """Sets a flag in the form."""
    name = path.removeprefix("rules.")
    control = page.locator(f'[name="{path}"]')
    if name in KINDS and value is None:
        await control.select_option(label=KINDS[name][0])
    elif name in KINDS and value == {"cards": 1}:
        await control.select_option(label="drawing a card")
    elif name in KINDS:
        await control.select_option(label=KINDS[name][1])
        await fill_in(page, f"{path}.points" if isinstance(value, dict) else f"{path}#", number(value))
    elif isinstance(value, dict):
        for part, each in value.items():
            await fill_in(page, f"{path}.{part}", each)
    elif isinstance(value, bool):
        await control.set_checked(value)
    elif isinstance(value, int) and await control.get_attribute("type") == "number":
        await control.fill(str(value))
    else:
        options = await control.locator("option").evaluate_all("(all) => all.map((each) => each.dataset.value)")
        await control.select_option(index=options.index(json.dumps(value)))


def number(value: JSON) -> JSON:
    return value["points"] if isinstance(value, dict) else value


async def lobby(page: Page, base: str) -> None:
    """Opens the lobby."""
    await page.goto(f"{base}/?lang=en")
    await page.locator("body[data-ready]").wait_for()
    await page.fill("#name", "Anna")


async def begin(page: Page, game: str, preset: str) -> None:
    """Begins the form for a game and a preset anew."""
    await page.select_option("#game", game)
    await page.locator(f'#preset option[value="{preset}"]').wait_for(state="attached")
    await page.select_option("#preset", preset)
    if await page.locator("#flags-box[open]").count() == 0:
        await page.click("#flags-box summary")


@pytest.mark.parametrize(("preset", "rules"), OTHERWISE, ids=[preset for preset, _ in OTHERWISE])
def test_every_flag_can_be_set_and_reaches_the_match(
    preset: str, rules: tausend.Rules | duizenden.Rules, browser: Browser, runner: asyncio.Runner, server: Server
) -> None:
    game = GAMES["tausend" if isinstance(rules, tausend.Rules) else "duizenden"]
    values, before = dump(rules), dump(game.PRESETS[preset])
    assert isinstance(values, dict)
    assert isinstance(before, dict)

    async def go() -> str:
        async with tab(browser) as opened:
            await lobby(opened.page, server.base)
            await begin(opened.page, game.name, preset)
            for flag, value in values.items():
                if value != before[flag]:
                    await fill_in(opened.page, f"rules.{flag}", value)
            await opened.page.click("#create")
            await opened.page.locator("body[data-seat='0']").wait_for(state="attached")
            await expect(opened.page.locator("#seats")).to_contain_text("Anna (you)")
            return opened.page.url.split("/")[-1].split("?")[0]

    server.hall.match = None
    assert server.hall.table(runner.run(go())).rules == rules


def test_no_flag_is_left_out() -> None:
    """What is set above is all that there is."""
    for kind, presets in ((tausend.Rules, tausend.PRESETS), (duizenden.Rules, duizenden.PRESETS)):
        set_so_far = {
            each.name
            for preset, rules in OTHERWISE
            for each in attrs.fields(type(rules))
            if each.init and type(rules) is kind and getattr(rules, each.name) != getattr(presets[preset], each.name)
        }
        assert set_so_far == {each.name for each in attrs.fields(kind) if each.init}


IMPOSSIBLE: Final[tuple[tuple[str, str, str, dict[str, JSON]], ...]] = (
    ("tausend", "standard", "sits_out", {"sits_out": "dealer"}),
    ("tausend", "standard", "players", {"players": 5}),
    ("tausend", "standard", "barrel.at", {"barrel": {"at": 1000, "deals": 3, "falls_to": 760}}),
    ("tausend", "standard", "barrel.deals", {"barrel": {"at": 880, "deals": 0, "falls_to": 760}}),
    ("tausend", "standard", "barrel.falls_to", {"barrel": {"at": 880, "deals": 3, "falls_to": 885}}),
    ("duizenden", "modern", "players", {"players": 8}),
    ("duizenden", "kinder", "out_unopened", {"out_unopened": True}),
    ("duizenden", "kinder", "opening_minimum", {"opening_minimum": 201}),
    ("duizenden", "kinder", "swap_limit", {"swap_limit": -1}),
    ("duizenden", "kinder", "last_card_call.points", {"last_card_call": {"points": 0}}),
    ("duizenden", "kinder", "target", {"target": 0}),
)


def test_what_makes_no_sense_is_said_at_its_field(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    async def go() -> None:
        async with tab(browser) as opened:
            page = opened.page
            await lobby(page, server.base)
            for game, preset, field, rules in IMPOSSIBLE:
                await begin(page, game, preset)
                for flag, value in rules.items():
                    await fill_in(page, f"rules.{flag}", value)
                await page.click("#create")
                said = page.locator(f'[id="error-rules.{field}"]')
                await expect(said).not_to_have_text("")
                invalid = page.locator('[aria-invalid="true"]')
                await expect(invalid).to_have_count(1)
                await expect(invalid).to_be_focused()
                described = await invalid.get_attribute("aria-describedby")
                assert described == await said.get_attribute("id")
                answer = ask(f"{server.base}/tables", {"game": game, "name": "A", "rules": {"preset": preset, **rules}})
                assert answer.status == 422
                assert answer.json["field"] == f"rules.{field}"
                await expect(said).to_have_text(str(answer.json["message"]))
            # that a request was refused is told on the console
            assert all(["422" in each for each in opened.complaints])
            opened.complaints.clear()

    runner.run(go())


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_every_config_can_be_asked_for(name: str, server: Server) -> None:
    server.hall.match = None
    for rules in (TAUSEND_FLAGS if name == "tausend" else DUIZENDEN_FLAGS).values():
        asked = {"game": name, "rules": dump_rules(GAMES[name], rules), "name": "Anna"}
        assert server.hall.table(str(told(f"{server.base}/tables", asked)["table"])).rules == rules


def test_others_come_by_the_lobby(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    """Who opens a table sits there; the next take the free seats, one that comes too late can watch."""

    async def go() -> None:
        async with tab(browser) as anna, tab(browser) as ben:
            await lobby(anna.page, server.base)
            await anna.page.click("#create")
            await anna.page.locator("body[data-seat='0']").wait_for(state="attached")
            table = anna.page.url.split("/")[-1].split("?")[0]
            await ben.page.goto(f"{server.base}/?lang=de")
            await ben.page.fill("#name", "Ben")
            await ben.page.locator(f'[data-table="{table}"]').get_by_role("button").click()
            await ben.page.locator("body[data-seat='1']").wait_for(state="attached")
            await expect(ben.page.locator("#seats")).to_contain_text("Ben (du)")
            await expect(anna.page.locator("#seats")).to_contain_text("Ben")
            await asyncio.to_thread(told, f"{server.base}/tables/{table}/seats", {"name": "Carla"})
            # its own seat is offered to who has one, but a free one to nobody
            await ben.page.goto(f"{server.base}/?lang=en")
            row = ben.page.locator(f'[data-table="{table}"]')
            await expect(row.get_by_role("button")).to_have_count(0)
            await row.get_by_role("link").click()
            await ben.page.locator("body[data-seat='1']").wait_for(state="attached")

    server.hall.match = None
    runner.run(go())
