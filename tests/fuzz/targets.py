"""The targets by name: functions of any bytes that raise where something is wrong.

They need nothing but the tests' own packages, so that the kept inputs are replayed everywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from fuzz import diagnosing, entering, noted, packed, playing, readers
from fuzz.limits import SECONDS, limited

Target: TypeAlias = Callable[[bytes], None]

TARGETS: Final[Mapping[str, Target]] = {
    "records": readers.records,
    "actions": readers.actions,
    "rules": readers.rules,
    "values": readers.values,
    "play": playing.play,
    "command": readers.command,
    "archives": packed.archives,
    "notes": noted.noted,
    "diagnosis": diagnosing.diagnosed,
    "entry": entering.entered,
}

HERE: Final = Path(__file__).parent
CORPUS: Final = HERE / "corpus"
"""By target, inputs that together reach what the fuzzer has reached."""
FOUND: Final = HERE / "found"
"""By target, inputs that showed a fault."""


def kept(name: str) -> list[Path]:
    """The kept inputs of a target."""
    return sorted(path for folder in (CORPUS, FOUND) for path in (folder / name).glob("*"))


def filename(data: bytes) -> str:
    """The name that an input is kept under."""
    return hashlib.sha256(data).hexdigest()[:16]


def run(target: Target, data: bytes, seconds: float = SECONDS) -> None:
    """Gives an input to a target. Raises what is wrong: any exception, TooSlow too."""
    with limited(seconds):
        target(data)
