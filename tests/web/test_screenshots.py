"""The pictures of the documentation show the pages as they are."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser

from web.screenshots import PICTURES, SCENES, Scene, look, told_of
from web.serving import Server


@pytest.mark.parametrize("scene", SCENES, ids=[scene.name for scene in SCENES])
def test_a_picture_is_not_out_of_date(scene: Scene, browser: Browser, runner: asyncio.Runner, server: Server) -> None:
    """After a change that is meant: `python tests/web/screenshots.py`."""
    assert runner.run(look(browser, server, scene)) == told_of(scene).read_text("utf-8")


def test_the_pictures_are_small_and_no_others_are_there() -> None:
    assert {path.stem for path in PICTURES.iterdir()} == {scene.name for scene in SCENES}
    assert all([path.stat().st_size < 150_000 for path in PICTURES.iterdir()])
    assert {path.stem for path in told_of(SCENES[0]).parent.iterdir()} == {scene.name for scene in SCENES}
