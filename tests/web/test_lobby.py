"""The lobby: every flag of both games can be set and reaches the match; what makes no sense is said at its field."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
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
