"""Debian's Chromium, driven by Playwright, and what it needs to run here."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

AXE: Final = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
_ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def needed(what: object, name: str) -> None:
    """Skips a test where something is missing that is not of Python; with CARDRULES_ALL it fails."""
    if not what:
        reason = f"needs {name}"
        if os.environ.get("CARDRULES_ALL"):
            pytest.fail(reason)
        pytest.skip(reason)


def chromium() -> str:
    """Where it is."""
    path = shutil.which("chromium")
    needed(path, "chromium (apt-get install chromium)")
    assert path is not None
    return path


def axe() -> str:
    """The source of axe-core, which judges how accessible a page is."""
    needed(AXE.exists(), "axe-core (npm install --prefix tests/web)")
    return AXE.read_text("utf-8")


@asynccontextmanager
async def launched(path: str, *, pictures: bool = True) -> AsyncIterator[Browser]:
    """A browser without a window; without pictures it is quicker."""
    arguments = _ARGUMENTS if pictures else (*_ARGUMENTS, "--blink-settings=imagesEnabled=false")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=arguments)
        try:
            yield browser
        finally:
            await browser.close()
