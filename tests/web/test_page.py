"""One person at the page of a table: what goes wrong, and what comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import Browser, expect

from cardrules import GAMES, Record, duizenden, records, tausend
from cardrules.records import replay
from web.client import joined, told
from web.matches import MATCHES, moment
from web.pages import tab, tabs_of
from web.serving import Server

CARDS = "(all) => all.map((each) => each.dataset.card)"
LANGS = {"en": "Trick", "nl": "Slag", "de": "Stich"}


def reasons(game: str, now: int, text: str, lang: str) -> str:
    """Why an action is refused at a moment of the match."""
    module = GAMES[game]
    state = list(replay(MATCHES[game]))[now]
    return " ".join([violation.explain(lang) for violation in module.violations(state, module.parse_action(text))])


def test_an_illegal_click_shows_the_reason_in_each_language(
    browser: Browser, runner: asyncio.Runner, server: Server
) -> None:
    """The language is changed at the table, in mid-trick; the hand and the table stay."""
    now = moment("tausend", "p2 play Jd")

    async def go() -> None:
        async with tabs_of(browser, server, MATCHES["tausend"], [1], now) as tabs:
            page = tabs[1].page
            shown = await tabs[1].shown()
            for lang, trick in LANGS.items():
                await tabs[1].speak(lang)
                await expect(page.locator("html")).to_have_attribute("lang", lang)
                await expect(page.locator("#trick")).to_have_attribute("aria-label", trick)
                await page.click('#hand [data-card="Ac"]')
                await expect(page.get_by_role("alert")).to_have_text(reasons("tausend", now, "p2 play Ac", lang))
                again = await tabs[1].shown()
                assert (again["hand"], again["trick"]) == (shown["hand"], shown["trick"])
            # and the play goes on
            await page.click('#hand [data-card="Jd"]')
            await tabs[1].at(now + 1)
            await expect(page.locator("#alert")).to_have_text("")

    assert reasons("tausend", now, "p2 play Ac", "nl") != reasons("tausend", now, "p2 play Ac", "de")
    runner.run(go())


def test_illegal_clicks_in_duizenden_show_the_reason(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    now = moment("duizenden", "p3 draw")

    async def go() -> None:
        async with tabs_of(browser, server, MATCHES["duizenden"], [2], now) as tabs:
            page, alert = tabs[2].page, tabs[2].page.get_by_role("alert")
            await page.click("#stock")
            await tabs[2].at(now + 1)
            for card in ("8c", "9c", "Jc"):
                await page.click(f'#hand [data-card="{card}"]')
            await page.click('[data-attempt="meld"]')
            await expect(alert).to_have_text(reasons("duizenden", now + 1, "p3 meld 8c9cJc", "en"))

    runner.run(go())


def test_a_reload_in_mid_trick_and_a_second_tab_give_the_seat_its_table_back(
    browser: Browser, runner: asyncio.Runner, server: Server
) -> None:
    now = moment("tausend", "p2 play Jd")

    async def go() -> None:
        async with tabs_of(browser, server, MATCHES["tausend"], [1], now) as tabs:
            page, before = tabs[1].page, await tabs[1].shown()
            assert before["trick"] == ["Td"]
            await page.reload()
            await tabs[1].at(now)
            assert await tabs[1].shown() == before
            second = await page.context.new_page()
            await second.goto(page.url)
            await second.locator(f'body[data-version="{now}"][data-seat="1"]').wait_for(state="attached")
            await second.click('#hand [data-card="Jd"]')
            for each in (page, second):
                await each.locator(f'body[data-version="{now + 1}"]').wait_for(state="attached")
                await expect(each.locator('#hand [data-card="Jd"]')).to_have_count(0)
                await expect(each.locator('#trick [data-card="Jd"]')).to_have_count(1)

    runner.run(go())


def test_a_lost_connection_comes_back(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    """What happened in the meantime is shown then."""
    now = moment("tausend", "p2 play Jd")

    async def go() -> None:
        async with tabs_of(browser, server, MATCHES["tausend"], [1], now) as tabs:
            page = tabs[1].page
            before = await tabs[1].shown()
            table = page.url.split("/")[-1].split("?")[0]
            # the server hangs up on all, as when it is restarted or the network is gone
            server.hall.hang_up(table)
            await page.locator('body[data-connection="lost"]').wait_for(state="attached")
            await page.locator('body[data-connection="open"]').wait_for(state="attached")
            await page.click('#hand [data-card="Jd"]')
            for each in tabs.values():
                await each.at(now + 1)
            after = await tabs[1].shown()
            assert sorted([*after["hand"], "Jd"]) == sorted(before["hand"])
            assert after["log"] == before["log"] + 1

    runner.run(go())


def test_names_are_text_and_nothing_else(browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    async def go() -> None:
        match = MATCHES["tausend"]
        names = ("<b id=x>A</b>", "<script>alert(1)", "{{7*7}} %s \\n", "a&amp;b\"'`")
        named = Record(match.game, match.rules, names, match.dealer, match.actions)
        async with tabs_of(browser, server, named, [0], 20) as tabs:
            shown = await tabs[0].shown()
            for place in shown["seats"]:
                assert names[place["seat"]] in place["name"]
            await expect(tabs[0].page.locator("#x, main script")).to_have_count(0)
            await expect(tabs[0].page.get_by_role("log").or_(tabs[0].page.locator("#log"))).to_contain_text(names[0])
            await tabs[0].page.goto(f"{server.base}/")
            await expect(tabs[0].page.locator("#tables")).to_contain_text(names[1])
            await expect(tabs[0].page.locator("#x, main script")).to_have_count(0)

    runner.run(go())


def test_an_empty_seat_is_taken_at_the_table_and_given_up(
    browser: Browser, runner: asyncio.Runner, server: Server
) -> None:
    """Who watches takes the place of a computer, sees its hand, and no longer when it has left; in mid-deal
    it would see the hand of the next deal only."""

    async def go() -> None:
        server.hall.match = None
        opened = told(f"{server.base}/tables", {"game": "tausend", "rules": {}, "name": "Anna"})
        table = str(opened["table"])
        async with (
            joined(server.base, table, str(opened["key"])) as anna,
            tab(browser) as watcher,
        ):
            await watcher.open(server.base, table)
            watcher.page.on("dialog", lambda dialog: dialog.accept("Ben"))
            await watcher.page.click('[data-take="1"]')
            await watcher.page.locator('body[data-seat="1"]').wait_for(state="attached")
            await anna.send(type="deal", version=0)
            await watcher.page.locator("body[data-phase=bid]").wait_for(state="attached")
            await expect(watcher.page.locator("#hand button")).to_have_count(7)
            await expect(watcher.page.locator('#seats [data-seat="1"] .name')).to_contain_text("Ben")
            await watcher.page.click("#menu summary")
            await watcher.page.click("#leave")
            await watcher.page.locator('body[data-seat=""]').wait_for(state="attached")
            await expect(watcher.page.locator("#hand button")).to_have_count(0)
            await watcher.page.click('[data-take="1"]')
            await watcher.page.locator('body[data-waits="1"]').wait_for(state="attached")
            await expect(watcher.page.locator("#hand button")).to_have_count(0)
            await expect(watcher.page.locator("#status")).to_contain_text("next")

    runner.run(go())


def test_the_record_and_the_log_are_downloaded(
    browser: Browser, runner: asyncio.Runner, server: Server, tmp_path: Path
) -> None:
    match = MATCHES["duizenden"]

    async def go() -> None:
        async with tabs_of(browser, server, match, [0], len(match.actions) - 1) as tabs:
            page = tabs[0].page
            await expect(page.locator("#record")).to_be_hidden()
            await tabs[0].do(match.actions[-1], GAMES[match.game], list(replay(match))[-2])
            async with page.expect_download() as downloading:
                await page.click("#record")
            await (await downloading.value).save_as(tmp_path / "match.jsonl")
            async with page.context.expect_page() as opening:
                await page.click("#verdict")
            await expect((await opening.value).locator("body")).to_contain_text("legal")
            await page.click("#menu summary")
            async with page.expect_download() as downloading:
                await page.click("#save-log")
            await (await downloading.value).save_as(tmp_path / "log.txt")

    runner.run(go())
    (record,) = records.read(tmp_path / "match.jsonl")
    assert isinstance(record, Record)
    report = records.validate(record)
    assert (report.verdict, report.complete) == ("legal", True)
    log = (tmp_path / "log.txt").read_text("utf-8").splitlines()
    redact = GAMES[match.game].redact
    assert redact is not None
    assert log == [str(redact(action, state, 0)) for action, state in zip(match.actions, replay(match), strict=False)]


def test_what_the_last_deal_left_is_shown_until_the_next(
    browser: Browser, runner: asyncio.Runner, server: Server
) -> None:
    titles = {"en": "The last deal", "nl": "Het vorige spel", "de": "Das letzte Spiel"}

    async def go() -> None:
        match = MATCHES["tausend"]
        view = GAMES[match.game].view(list(replay(match))[-1], 0)
        assert isinstance(view, tausend.View)
        assert view.phase == "deal"
        assert view.previous is not None
        trick = view.previous.tricks[-1]
        async with tabs_of(browser, server, match, [0], len(match.actions)) as tabs:
            page = tabs[0].page
            for lang, title in titles.items():
                await tabs[0].speak(lang)
                await expect(page.locator("#left-title")).to_have_text(title)
            await tabs[0].speak("en")
            assert await page.locator("#left-trick img").evaluate_all(CARDS) == [str(each.card) for each in trick.plays]
            await expect(page.locator("#left-trick h2")).to_contain_text(match.players[trick.winner])
            assert await page.locator("#left-widow img").evaluate_all(CARDS) == [
                str(card) for card in view.previous.widow
            ]
            declarer, bid = match.players[view.previous.declarer], view.previous.bid
            await expect(page.locator("#left .words")).to_have_text(f"{declarer} played for {bid}")
            await page.click("#deal")
            await expect(page.locator("#trick, #widow")).to_have_count(1)
            await expect(page.locator("#left")).to_have_count(0)

    runner.run(go())


def test_the_melds_of_the_last_round_are_shown_and_cannot_be_clicked(
    browser: Browser, runner: asyncio.Runner, server: Server
) -> None:
    async def go() -> None:
        match = MATCHES["duizenden"]
        view = GAMES[match.game].view(list(replay(match))[-1], 0)
        assert isinstance(view, duizenden.View)
        assert view.phase == "over"
        assert view.previous is not None
        assert view.previous.out is not None
        async with tabs_of(browser, server, match, [0], len(match.actions)) as tabs:
            melds = tabs[0].page.locator("#left-melds .meld")
            await expect(melds).to_have_count(len(view.previous.melds))
            for at, meld in enumerate(view.previous.melds):
                assert await melds.nth(at).locator("img").evaluate_all(CARDS) == [str(card) for card in meld.cards]
            top = tabs[0].page.locator("#left-pot img")
            assert await top.evaluate_all(CARDS) == [str(card) for card in view.previous.pot[-1:]]
            await expect(tabs[0].page.locator("#left .words")).to_have_text(
                f"{match.players[view.previous.out]} went out"
            )
            await expect(tabs[0].page.locator("#left button, #melds")).to_have_count(0)

    runner.run(go())
