"""Draws the pictures of the documentation: `python tests/web/screenshots.py`.

What each shows is kept beside it, as a screen reader tells it, so that a test notices when it is out of date.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Final

from attrs import frozen
from playwright.async_api import Browser

ROOT: Final = Path(__file__).parent.parent.parent
sys.path += [str(ROOT / "tests"), str(ROOT / "examples" / "web")] if __name__ == "__main__" else []

from web.chromium import chromium, launched  # noqa: E402  # the path is set above
from web.matches import MATCHES, moment  # noqa: E402
from web.pages import tabs_of  # noqa: E402
from web.serving import Server, serving  # noqa: E402

PICTURES: Final = ROOT / "docs" / "screenshots"


@frozen
class Scene:
    """A moment of a match, as one of its players sees it, on a screen of some size."""

    name: str
    game: str
    seat: int
    now: int
    lang: str
    width: int
    height: int
    dark: bool = False
    chosen: str = ""


SCENES: Final = (
    Scene("web-tausend", "tausend", 1, moment("tausend", "p2 play Ah"), "en", 1180, 640),
    Scene("web-duizenden", "duizenden", 2, moment("duizenden", "p3 layoff 4"), "en", 1180, 860, chosen="5d"),
    Scene("web-narrow", "tausend", 0, moment("tausend", "p1 play Kh"), "de", 360, 780, dark=True),
)


async def look(browser: Browser, server: Server, scene: Scene, picture: Path | None = None) -> str:
    """What a screen reader tells of a scene; a picture of it."""
    options = {"viewport": {"width": scene.width, "height": scene.height}}
    colours = {"color_scheme": "dark" if scene.dark else "light"}
    async with tabs_of(
        browser, server, MATCHES[scene.game], [scene.seat], scene.now, lang=scene.lang, **options, **colours
    ) as tabs:
        page = tabs[scene.seat].page
        for card in scene.chosen.split():
            await page.click(f'#hand [data-card="{card}"]')
            await page.locator("#offers button").first.wait_for()
        if picture is not None:
            await page.evaluate("scrollTo(0, 0)")
            await page.evaluate("() => Promise.all([...document.images].map((each) => each.decode()))")
            await page.screenshot(path=picture)
        return await page.locator("body").aria_snapshot() + "\n"


def told_of(scene: Scene) -> Path:
    """Where is kept what a scene shows."""
    return Path(__file__).parent / "screenshots" / f"{scene.name}.yaml"


async def draw(server: Server) -> None:
    async with launched(chromium()) as browser:
        for scene in SCENES:
            picture = PICTURES / f"{scene.name}.png"
            told_of(scene).write_text(await look(browser, server, scene, picture), "utf-8")
            print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    told_of(SCENES[0]).parent.mkdir(exist_ok=True)
    with serving() as running:
        asyncio.run(draw(running))
