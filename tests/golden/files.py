"""The files of the playthroughs, compared with what they should be."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Final

from golden.playthroughs import FOLDER, Playthrough

SHOWN: Final = 40
"""Lines of a difference that are shown: those of its first place."""


def differences(playthrough: Playthrough, text: str) -> list[str]:
    """What is wrong with the file of a playthrough whose text should be this; [] where nothing is."""
    path = playthrough.path
    again = f"to write it anew: python tests/golden/write.py {playthrough.name}"
    if not path.exists():
        return [f"{path.name} is missing; {again}"]
    there = path.read_text("utf-8")
    if there == text:
        return []
    diff = unified_diff(there.splitlines(), text.splitlines(), f"{path.name} as it is", "as it comes out", lineterm="")
    return ["\n".join([f"{path.name} has changed; {again}", *_first_place(list(islice(diff, SHOWN)))])]


def _first_place(diff: Sequence[str]) -> Sequence[str]:
    """The lines of a unified diff up to its second place."""
    places = [at for at, line in enumerate(diff) if line.startswith("@@")]
    return diff[: places[1]] if len(places) > 1 else diff


def stale(playthroughs: Sequence[Playthrough]) -> list[Path]:
    """The files for which no playthrough stands in the list."""
    known = {playthrough.path for playthrough in playthroughs}
    return sorted([path for path in FOLDER.glob("*.txt") if path not in known])
