"""Mutants put to the test: which of them some test kills.

The tests are imported and collected once, and each mutant gets a fork of that process in which its function
has other code. Only the tests that reach its statement are run, until one fails. What has run by the time that
the tests are collected (the body of a module, a function that filled a table) would change too late: such a
mutant gets a process in which everything is imported anew, and all tests.
"""

from __future__ import annotations

import gc
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from time import monotonic, process_time
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, Literal, TypeAlias

import pytest
from _pytest.runner import runtestprotocol
from attrs import frozen

from mutation.forks import allow, forked, in_fork
from mutation.mutants import Mutant

Fate: TypeAlias = Literal["killed", "timeout", "survived"]

Unit: TypeAlias = tuple[str, str]
"""The file and the qualified name of a function or a method."""

PYTEST: Final = (
    *("-x", "-s", "-qq", "--assert=plain", "--tb=no", "--no-header", "--no-summary"),
    *[f"-pno:{plugin}" for plugin in ("cacheprovider", "faulthandler", "warnings", "logging")],
)
HOURS: Final = 3600.0
"""Seconds that what is no mutant may take."""


@frozen
class Trial:
    """What mutants are put to: the tests, as arguments of pytest; how many run side by side; when to stop."""

    tests: tuple[str, ...]
    at_once: int = 1
    deadline: float = float("inf")
    """By the clock `monotonic`."""

    def fates(self, mutants: Sequence[Mutant]) -> dict[Mutant, Fate]:
        """What comes of each mutant; those that are not reached before the deadline are missing."""
        swapped: _Swapped = in_fork(lambda: _Swaps(self, mutants).run(), 24 * HOURS)
        fates: dict[Mutant, Fate] = {mutants[number]: fate for number, fate in swapped.fates.items()}

        def survives(number: int) -> bool:
            """Whether a mutant survives when everything is imported anew."""
            sys.meta_path.insert(0, _Finder(mutants[number]))
            return self.pytest(_Order(swapped.killers)) == pytest.ExitCode.OK

        if monotonic() < self.deadline:
            with forked(swapped.early, survives, self.at_once, swapped.seconds) as ended:
                for end in ended:
                    fates[mutants[end.job]] = fate_of(end.value, late=end.late)
                    if monotonic() > self.deadline:
                        break
        return fates

    def pytest(self, *plugins: object) -> int:
        """What pytest ends with."""
        return pytest.main([*PYTEST, *self.tests], plugins=plugins)


def fate_of(survives: object, *, late: bool) -> Fate:
    """The fate of a mutant that `survives`, or not; of which nothing was heard, if that is None."""
    if late:
        return "timeout"
    return "survived" if survives else "killed"


# -- other code for functions that were imported


@frozen
class _Swapped:
    """The fates by the number of the mutant; the numbers of those that need everything imported anew, and
    the seconds that this may take; how many each test has killed."""

    fates: Mapping[int, Fate]
    early: Sequence[int]
    seconds: float
    killers: Mapping[str, int]


class _Swaps:
    """A plugin of pytest that collects the tests and then, in place of running them, tries mutants."""

    def __init__(self, trial: Trial, mutants: Sequence[Mutant]) -> None:
        self._trial: Final = trial
        self._mutants: Final = mutants
        self._paths: Final = {str(mutant.path) for mutant in mutants}
        self._imported: Final = _Trace(self._paths)
        self._fates: Final[dict[int, Fate]] = {}
        self._early: Final[list[int]] = []
        self._killers: Final[Counter[str]] = Counter()
        self._seconds = 0.0

    def run(self) -> _Swapped:
        """Tries them."""
        with self._imported:
            ended = self._trial.pytest(self)
        if ended != pytest.ExitCode.OK:
            raise RuntimeError(f"pytest ends with {ended!r}")
        return _Swapped(self._fates, self._early, 5 + 5 * self._seconds, self._killers)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._imported.__exit__()
        items = session.items
        runs: list[_Run] = in_fork(lambda: [_run(item, self._paths) for item in items], HOURS)
        failed = [item.nodeid for item, run in zip(items, runs, strict=True) if not run.passed]
        if failed:
            raise RuntimeError(f"{failed[0]} fails without a mutant")
        self._seconds = process_time() + sum([run.seconds for run in runs])
        functions = _functions()
        by_unit: dict[Unit, list[int]] = defaultdict(list)
        for number, mutant in enumerate(self._mutants):
            unit = (str(mutant.path), mutant.function)
            if unit in functions and unit not in self._imported.units:
                by_unit[unit].append(number)
            else:
                self._early.append(number)
        tests = [_Test(item, run) for item, run in zip(items, runs, strict=True)]
        tests.sort(key=lambda test: test.run.seconds)
        for unit, numbers in by_unit.items():
            if monotonic() < self._trial.deadline:
                self._try(functions[unit], numbers, tests)
        return True

    def _try(self, functions: Sequence[FunctionType], numbers: Sequence[int], tests: Sequence[_Test]) -> None:
        """Finds the fates of the mutants of one function."""
        order = list(tests)

        def killer(number: int) -> str:
            """The test that kills a mutant, or nothing."""
            mutant = self._mutants[number]
            code = _code_of(mutant)
            for function in functions:
                function.__code__ = code
            for test in order:
                if test.run.reaches(mutant):
                    allow(1 + 5 * test.run.seconds)
                    if not _passes(test.item):
                        return test.item.nodeid
            return ""

        with forked(numbers, killer, self._trial.at_once, 1) as ended:
            for end in ended:
                self._fates[end.job] = fate_of(end.value == "", late=end.late)
                if end.value:
                    self._killers[end.value] += 1
                    # what has killed one soon kills others
                    order.sort(key=lambda test: test.item.nodeid != end.value)
                if monotonic() > self._trial.deadline:
                    break


@frozen
class _Run:
    """A test without a mutant: whether it passed, in how many seconds, and what lines it reached."""

    passed: bool
    seconds: float
    lines: Mapping[str, set[int]]

    def reaches(self, mutant: Mutant) -> bool:
        """Whether the statement of a mutant was reached."""
        return not self.lines[str(mutant.path)].isdisjoint(mutant.statement)


@frozen
class _Test:
    item: pytest.Item
    run: _Run


def _run(item: pytest.Item, paths: set[str]) -> _Run:
    began = process_time()
    with _Trace(paths) as trace:
        passed = _passes(item)
    return _Run(passed, process_time() - began, trace.lines)


def _passes(item: pytest.Item) -> bool:
    return all([not report.failed for report in runtestprotocol(item, log=False)])


_Tracer: TypeAlias = Callable[[FrameType, str, Any], Any]


class _Trace:
    """Notes the functions of some files that are called in the meantime, and the lines reached."""

    def __init__(self, paths: set[str]) -> None:
        self.units: Final[set[Unit]] = set()
        self.lines: Final[dict[str, set[int]]] = {path: set() for path in paths}

    def __enter__(self) -> _Trace:
        sys.settrace(self._called)
        return self

    def __exit__(self, *raised: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, *_: Any) -> _Tracer | None:
        code = frame.f_code
        if code.co_filename not in self.lines:
            return None
        self.units.add(_unit(code))
        return self._line

    def _line(self, frame: FrameType, event: str, _: Any) -> _Tracer:
        if event == "line":
            self.lines[frame.f_code.co_filename].add(frame.f_lineno)
        return self._line


def _unit(code: CodeType) -> Unit:
    """The function that a piece of code is of, or is within."""
    return code.co_filename, code.co_qualname.partition(".<locals>")[0]


def _functions() -> dict[Unit, list[FunctionType]]:
    """All functions that there are, by their code; of overloads those that are called."""
    last: dict[Unit, list[FunctionType]] = {}
    for value in gc.get_objects():
        if isinstance(value, FunctionType) and "<locals>" not in value.__code__.co_qualname:
            unit = _unit(value.__code__)
            known = last.setdefault(unit, [])
            if known and known[0].__code__.co_firstlineno < value.__code__.co_firstlineno:
                known.clear()
            if not known or known[0].__code__ is value.__code__:
                known.append(value)
    return last


def _code_of(mutant: Mutant) -> CodeType:
    """The code of the function that holds a mutant, with the mutant."""
    found = [code for code in _within(_compiled(mutant)) if code.co_qualname == mutant.function]
    return found[-1]


def _within(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _within(part)


def _compiled(mutant: Mutant) -> CodeType:
    with warnings.catch_warnings():
        # such as for `0 is x`
        warnings.simplefilter("ignore")
        return compile(mutant.source(), mutant.path, "exec", dont_inherit=True)


# -- everything imported anew


class _Order:
    """A plugin of pytest that puts those tests first that have killed most."""

    def __init__(self, killers: Mapping[str, int]) -> None:
        self._killers: Final = killers

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: -self._killers.get(item.nodeid, 0))


class _Finder(MetaPathFinder):
    """Finds the module of a mutant, with the mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant: Final = mutant

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname != self._mutant.imported:
            return None
        return spec_from_file_location(fullname, self._mutant.path, loader=_Loader(self._mutant))


class _Loader(SourceFileLoader):
    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.imported, str(mutant.path))
        self._mutant: Final = mutant

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return _compiled(self._mutant)
