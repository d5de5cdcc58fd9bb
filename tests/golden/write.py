"""Writes the playthroughs: `python tests/golden/write.py [NAME…] [--check]`.

Without names all of them, and what is no longer in the list is removed. `--check` writes nothing
and fails where a file is missing, changed or not in the list.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # where the tests find it too

from golden.files import differences, stale
from golden.playthroughs import read
from golden.story import tell


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the playthroughs beside this file.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which ones; all unless given")
    parser.add_argument("--check", action="store_true", help="write nothing, fail where a file is not as it should be")
    options = parser.parse_args()
    every = {playthrough.name: playthrough for playthrough in read()}
    unknown = [name for name in options.names if name not in every]
    if unknown:
        parser.error(f"no playthrough {', '.join(unknown)}; there are {', '.join(every)}")
    wrong = []
    for name in options.names or every:
        text, _ = tell(every[name])
        if options.check:
            wrong += differences(every[name], text)
        else:
            every[name].path.write_text(text, "utf-8", newline="\n")
    if not options.names:
        for path in stale(list(every.values())):
            if options.check:
                wrong.append(f"{path.name} is not in the list of playthroughs")
            else:
                path.unlink()
    sys.exit("\n\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
