"""A browser, launched once, for the tests that need one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser

from web.chromium import chromium, launched
from web.serving import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server at whose tables chance is as a test says."""
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    """The event loop in which the browser is driven."""
    with asyncio.Runner() as running:
        yield running


@pytest.fixture(scope="session")
def browser(runner: asyncio.Runner) -> Iterator[Browser]:
    """Chromium."""
    path = chromium()
    window = launched(path, pictures=False)
    yield runner.run(window.__aenter__())
    runner.run(window.__aexit__(None, None, None))
