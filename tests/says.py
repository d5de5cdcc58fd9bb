"""What players are told when they break a rule: `cases/GAME.says.toml`, by the names of the small cases."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path


def told(game: str) -> Mapping[str, Sequence[str]]:
    """By the name of a case, the reasons that the last action of it is refused for."""
    text = Path(__file__).with_name("cases").joinpath(f"{game}.says.toml").read_text("utf-8")
    found: Mapping[str, Sequence[str]] = tomllib.loads(text)
    return found


def line(name: str, said: Sequence[str]) -> str:
    """The line of the table for a case."""
    return f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(said, ensure_ascii=False)}"
