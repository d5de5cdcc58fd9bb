"""The kept corpus: few and small inputs that together reach what the fuzzer has reached."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from coverage import Coverage

from fuzz.failures import failure
from fuzz.targets import CORPUS, HERE, TARGETS, filename

Branch: TypeAlias = tuple[str, int, int]
"""A step from one line of a file to another."""

SOURCE: Final = HERE.parents[1] / "src" / "cardrules"
"""What is measured."""

COUNTED: Final = {"command": ("/cli/", "/render/")}
"""Of a target whose other branches another target reaches, the parts of the paths that count."""

SMALL: Final = 8000
"""No input is kept that is larger, in bytes."""
QUICK: Final = 0.5
"""Nor one that takes longer, in seconds of processor time."""


def keep(name: str, more: Iterable[bytes]) -> int:
    """Makes the kept corpus of a target anew, of its inputs and more; returns how many there are."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    before = [path.read_bytes() for path in folder.iterdir()]
    chosen = fewest(branches(name, {*before, *more}))
    for path in folder.iterdir():
        path.unlink()
    for data in chosen:
        (folder / filename(data)).write_bytes(data)
    return len(chosen)


def fewest(reached: Mapping[bytes, set[Branch]]) -> list[bytes]:
    """Inputs that reach all that is reached: the smallest first, and none that those found after it
    make needless."""
    chosen: list[bytes] = []
    so_far: set[Branch] = set()
    for data in sorted(reached, key=lambda data: (len(data), data)):
        if reached[data] - so_far:
            so_far |= reached[data]
            chosen.append(data)
    for data in [*chosen]:
        others = set[Branch]().union(*[reached[other] for other in chosen if other is not data])
        if others == so_far:
            chosen.remove(data)
    return chosen


def branches(name: str, inputs: Iterable[bytes]) -> dict[bytes, set[Branch]]:
    """What each input reaches, but for those that fail, are large or take long."""
    target = TARGETS[name]
    sound = []
    for data in inputs:
        begun = time.process_time()
        if len(data) <= SMALL and failure(target, data) is None and time.process_time() - begun < QUICK:
            sound.append(data)
    meter = Coverage(branch=True, source=[str(SOURCE)], data_file=None, messages=False)
    meter.start()
    try:
        for data in sound:
            meter.switch_context(filename(data))
            target(data)
    finally:
        meter.stop()
    found = meter.get_data()
    counted = COUNTED.get(name, ("",))
    files = [file for file in found.measured_files() if any([part in Path(file).as_posix() for part in counted])]
    reached = {}
    for data in sound:
        found.set_query_context(filename(data))
        reached[data] = {(file, *arc) for file in files for arc in found.arcs(file) or ()}
    return reached
