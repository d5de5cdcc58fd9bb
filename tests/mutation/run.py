"""Changes the source in small ways and looks whether the tests notice.

    python tests/mutation/run.py [--module tausend.referee ...] [--changed BASE] [--quick] [--limit SECONDS] [--jobs N]

Every change is a mutant, made by the operators of mutmut; a test that fails kills it. What survives must be
in the list of survivors with the reason why no test can kill it. `--changed` takes only the mutants of lines
that differ from BASE, a commit. Exits with 1 if a mutant survives that is not listed, or, where whole modules
were run, if less are killed than the configuration asks for.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, Final

from attrs import frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutation.mutants import Key, Mutant, mutants_of
from mutation.trial import Fate, Trial

CONFIG: Final = Path(__file__).resolve().with_name("config.toml")

# -- what is to be done


@frozen
class Suite:
    """Modules, the tests that come first, and those for what survives them."""

    modules: Sequence[str]
    first: Sequence[str]
    then: Sequence[str] = ()


@frozen
class Survivor:
    """An entry of the list: a line, what mutants make of it, and why no test can notice."""

    module: str
    function: str
    was: str
    now: Sequence[str]
    reason: str
    nth: Sequence[int] = (1,)
    """Where a function has the line more than once, which of them."""

    @property
    def keys(self) -> list[Key]:
        """The keys of its mutants."""
        return [(self.module, self.function, self.was, now, nth) for now in self.now for nth in self.nth]


@frozen
class Plan:
    """The configuration, whose file lies in a folder of a folder of `root`."""

    root: Path
    source: Path
    suites: Sequence[Suite]
    survivors: Sequence[Survivor]
    preload: Sequence[str]
    least: float

    @classmethod
    def read(cls, path: Path) -> Plan:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        root = path.resolve().parents[2]
        listed: dict[str, Any] = tomllib.loads(path.with_name(data["survivors"]).read_text("utf-8"))
        return cls(
            root,
            root / data["source"] / data["package"],
            [Suite(**entry) for entry in data["suite"]],
            [Survivor(**entry) for entry in listed.get("survivor", [])],
            data.get("preload", []),
            data["least"],
        )

    def mutants(self, module: str, changed: Mapping[Path, set[int]] | None = None) -> list[Mutant]:
        """The mutants of a module such as `tausend.referee`; only those of changed lines, if such are given."""
        path = self.source.joinpath(*module.split(".")).with_suffix(".py")
        if changed is not None and path not in changed:
            return []
        mutants = mutants_of(module, f"{self.source.name}.{module}", path)
        return [mutant for mutant in mutants if changed is None or not changed[path].isdisjoint(mutant.lines)]


def changed_lines(root: Path, base: str) -> Mapping[Path, set[int]] | None:
    """The lines of each file that differ from a commit; None if there is no such commit here."""
    options = ["--unified=0", "--relative", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/"]
    command = ["git", "-C", str(root), "diff", *options, base, "--", "*.py"]
    told = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if told.returncode:
        return None
    lines: dict[Path, set[int]] = {}
    path = root
    for line in told.stdout.splitlines():
        if line.startswith("+++ "):
            path = root / line.removeprefix("+++ ").removeprefix("b/")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines.setdefault(path, set()).update(range(first, first + count))
    return lines


# -- doing it


def tried(
    plan: Plan, suite: Suite, mutants: Sequence[Mutant], jobs: int, deadline: float, *, quick: bool
) -> dict[Mutant, Fate]:
    """What comes of mutants in a suite; the survivors that are listed need no more than the quick tests."""
    listed = {key for survivor in plan.survivors for key in survivor.keys}
    fates = trial_of(plan, suite.first, jobs, deadline).fates(mutants)
    alive = [mutant for mutant, fate in fates.items() if fate == "survived" and mutant.key not in listed]
    if suite.then and alive and not quick and monotonic() < deadline:
        fates |= trial_of(plan, suite.then, jobs, deadline).fates(alive)
    return fates


def trial_of(plan: Plan, tests: Sequence[str], jobs: int, deadline: float) -> Trial:
    paths = [str(plan.root / test) for test in tests if (plan.root / test.partition("::")[0]).exists()]
    return Trial((f"--rootdir={plan.root}", f"--confcutdir={plan.root}", *paths), jobs, deadline)


# -- the report


def percent(killed: int, of: int) -> str:
    return f"{100 * killed / of:.1f}" if of else "-"


def table(mutants: Sequence[Mutant], fates: Mapping[Mutant, Fate]) -> Iterator[str]:
    """By module how many mutants met which fate."""
    yield f"{'module':26}{'mutants':>9}{'killed':>9}{'timeout':>9}{'survived':>9}{'unreached':>10}{'percent':>9}"
    for module in [*dict.fromkeys([mutant.module for mutant in mutants]), ""]:
        here = [mutant for mutant in mutants if module in ("", mutant.module)]
        count = Counter([fates.get(mutant, "unreached") for mutant in here])
        dead = count["killed"] + count["timeout"]
        numbers = [f"{count[fate]:9}" for fate in ("killed", "timeout", "survived")]
        share = percent(dead, len(here) - count["unreached"])
        yield f"{module or 'all':26}{len(here):9}{''.join(numbers)}{count['unreached']:10}{share:>9}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; gives its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--module", action="append", metavar="NAME", help="such as tausend.referee; again for more")
    parser.add_argument("--changed", metavar="BASE", help="only the lines that differ from this commit")
    parser.add_argument("--quick", action="store_true", help="only the quick tests: more survives them")
    parser.add_argument("--limit", type=float, default=float("inf"), metavar="SECONDS", help="try no mutant after that")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants tried side by side")
    parser.add_argument("--config", type=Path, default=CONFIG, metavar="FILE")
    options = parser.parse_args(arguments)

    plan = Plan.read(options.config)
    deadline = monotonic() + options.limit
    lines = None
    if options.changed is not None:
        lines = changed_lines(plan.root, options.changed)
        if lines is None:
            print(f"{options.changed} is no commit that is here: nothing to compare with, nothing done")
            return 0
    known = [module for suite in plan.suites for module in suite.modules]
    for module in options.module or []:
        if module not in known:
            parser.error(f"{module} is none of {', '.join(known)}")

    os.environ["HYPOTHESIS_PROFILE"] = "mutation"
    for name in plan.preload:
        import_module(name)
    sys.path.insert(0, str(plan.source.parent))
    mutants: list[Mutant] = []
    fates: dict[Mutant, Fate] = {}
    for suite in plan.suites:
        mine: list[Mutant] = []
        for module in suite.modules:
            if module in (options.module or known):
                mine += plan.mutants(module, lines)
        mutants += mine
        if mine and monotonic() < deadline:
            fates |= tried(plan, suite, mine, options.jobs, deadline, quick=options.quick)
    return report(plan, mutants, fates, whole=lines is None)


def report(plan: Plan, mutants: Sequence[Mutant], fates: Mapping[Mutant, Fate], *, whole: bool) -> int:
    """Prints what came of the mutants; gives the exit code. `whole`: they are all of some modules."""
    reasons = {key: survivor.reason for survivor in plan.survivors for key in survivor.keys}
    alive = [mutant for mutant in mutants if fates.get(mutant) == "survived"]
    unlisted = [mutant for mutant in alive if mutant.key not in reasons]
    unreached = len(mutants) - len(fates)
    for mutant in unlisted:
        print(f"{mutant.shown()}\n")
    print("\n".join(table(mutants, fates)))
    print(f"{len(mutants)} mutants, {len(alive)} survived, {len(unlisted)} of them not in the list of survivors")
    if unreached:
        print(f"{unreached} were not reached in the time given")
    failed = bool(unlisted)
    if whole and not unreached:
        stale = sorted(set(reasons) - {mutant.key for mutant in alive})
        modules = {mutant.module for mutant in mutants}
        for module, function, was, now, nth in stale:
            if module in modules:
                print(f"listed, but no mutant that survives: {module} {function}\n  - {was}\n  + {now}\n  {nth=}")
        share = 100 * (1 - len(alive) / len(mutants)) if mutants else 100
        if share < plan.least:
            print(f"only {share:.1f} % are killed; {plan.least} % must be")
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
