"""The small worlds by name, and the files in which their counts are kept."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from worlds import duizenden, tausend
from worlds.explore import Counts, Row, differences, explore

_TAUSEND: Final = {world.name: world for world in tausend.WORLDS}
_DUIZENDEN: Final = {world.name: world for world in duizenden.WORLDS}

WORLDS: Final[Mapping[str, tausend.TausendWorld | duizenden.DuizendenWorld]] = {**_TAUSEND, **_DUIZENDEN}
"""All worlds by name."""


def explored(name: str, *, judged: bool = True) -> Counts:
    """The counts of a world. Raises Fault for the first promise that is broken in it, unless its states
    are not `judged`."""
    if name in _TAUSEND:
        return explore(_TAUSEND[name], judged=judged)
    return explore(_DUIZENDEN[name], judged=judged)


def found_wrong(name: str, counts: Counts) -> list[str]:
    """What the file of a world says otherwise."""
    kept = read(name)
    return ["there is no file of its counts"] if kept is None else [*differences(counts, kept)]


COUNTS: Final = Path(__file__).with_name("counts")
"""A file a world."""


def path_of(name: str) -> Path:
    return COUNTS / f"{name}.toml"


def read(name: str) -> Counts | None:
    """The counts that are kept of a world; None where there is no file."""
    path = path_of(name)
    if not path.exists():
        return None
    kept = tomllib.loads(path.read_text("utf-8"))
    rows = tuple([Row(*row) for row in kept["depths"]])
    return Counts(kept["cards"], kept["first_states"], rows, kept["taken"])


def command(name: str) -> str:
    """What writes the file of a world."""
    return f"python tests/worlds/run.py --write {name}"


def text_of(name: str, counts: Counts) -> str:
    """What a file of counts holds."""
    lines = [
        f"# {WORLDS[name].about}",
        f"# written by: {command(name)}",
        f'cards = "{counts.cards}"',
        f"first_states = {counts.starts}",
        "# depth, states, sequences of actions, ends, situations of seats (0: not counted)",
        "depths = [",
        *[f"    [{row.depth}, {row.states}, {row.sequences}, {row.ends}, {row.situations}]," for row in counts.rows],
        "]",
        "",
        "[taken]",
        *[f"{kind} = {count}" for kind, count in counts.taken.items()],
    ]
    return "\n".join(lines) + "\n"
