"""Explores small worlds, judges every state of them, and compares what they count with the files.

    python tests/worlds/run.py [--all] [--count] [--write] [WORLD…]

Without names: the worlds of the ordinary test run; --all: every world, which takes half an hour.
--count only counts the states and judges none, in a tenth of the time. --write keeps the counts that
were found instead of comparing them. The status is 1 where counts
differ or a promise is broken.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

# a script finds the modules of its own folder, where this package is no package
sys.path[0] = str(Path(__file__).parents[1])

from worlds.explore import Fault  # noqa: E402
from worlds.worlds import WORLDS, explored, found_wrong, path_of, text_of  # noqa: E402

HEADER: Final = f"{'world':40} {'cards':>5} {'first':>6} {'depth':>5} {'states':>9} {'sequences':>13} {'seconds':>8}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="run.py", description="Explore small worlds and compare what they count.")
    parser.add_argument("worlds", nargs="*", metavar="WORLD", help="a name; without any, the quick worlds")
    parser.add_argument("--all", action="store_true", help="every world")
    parser.add_argument("--count", action="store_true", help="count the states without judging them")
    parser.add_argument("--write", action="store_true", help="keep the counts that are found")
    options = parser.parse_args()
    unknown = [name for name in options.worlds if name not in WORLDS]
    if unknown:
        parser.error(f"no world {', '.join(unknown)}; the worlds are {', '.join(WORLDS)}")
    names = options.worlds or [name for name, world in WORLDS.items() if options.all or world.quick]
    print(HEADER)
    return max([run(name, judged=not options.count, write=options.write) for name in names])


def run(name: str, *, judged: bool, write: bool) -> int:
    """Explores a world and prints its line; 1 where something is wrong."""
    before = time.process_time()
    try:
        counts = explored(name, judged=judged)
    except Fault as fault:
        print(fault)
        return 1
    seconds = time.process_time() - before
    sequences = sum([row.sequences for row in counts.rows])
    print(
        f"{name:40} {len(WORLDS[name].cards):5} {counts.starts:6} {counts.rows[-1].depth:5} {counts.states:9} "
        f"{sequences:13} {seconds:8.1f}",
        flush=True,
    )
    if write:
        path_of(name).write_text(text_of(name, counts), "utf-8")
        return 0
    wrong = found_wrong(name, counts)
    for difference in wrong:
        print(f"    {difference}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
