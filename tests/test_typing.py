"""What a user's type checker says of the package, as it is installed: by its `py.typed`, with no path
or setting that a user would not have.

`typed/good.py` is a program that must pass, `typed/bad.py` has wrong uses that must all be found. A
third program, made here, asks for the type of every public name.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final, TypeAlias, TypeVar

import pytest
from attrs import frozen

import cardrules

PROGRAMS: Final = Path(__file__).parent / "typed"

PUBLIC: Final = (
    "cardrules",
    "cardrules.tausend",
    "cardrules.duizenden",
    "cardrules.cards",
    "cardrules.errors",
    "cardrules.verdict",
    "cardrules.scoresheet",
    "cardrules.archives",
    "cardrules.completion",
    "cardrules.many",
    "cardrules.notes",
    "cardrules.records",
    "cardrules.diagnosis",
    "cardrules.clues",
    "cardrules.describing",
    "cardrules.entries",
    "cardrules.options",
    "cardrules.reading",
    "cardrules.schema",
    "cardrules.wording",
    "cardrules.reporting",
    "cardrules.wire",
    "cardrules.registry",
    "cardrules.rulebook",
    "cardrules.sampling",
    "cardrules.render",
    "cardrules.render.plain",
    "cardrules.testing",
)
"""The modules that users import from."""

GENERIC: Final = {
    "Game": "cardrules.registry.AnyGame",
    "Listing": "cardrules.registry.Listing[object, object]",
    "Completing": "cardrules.registry.Completing[cardrules.registry.AnyRules, cardrules.registry.AnyAction]",
    "Describing": "cardrules.registry.Describing[object]",
    "Meaning": "cardrules.entries.Meaning[cardrules.registry.AnyAction]",
    "Reader": "cardrules.entries.Reader[cardrules.registry.AnyRules, object, cardrules.registry.AnyAction, object]",
    "Options": "cardrules.options.Options[cardrules.registry.AnyAction]",
    "Offering": "cardrules.registry.Offering[object, cardrules.registry.AnyAction]",
    "Completed": "cardrules.completion.Completed[cardrules.registry.AnyAction]",
    "Fault": "cardrules.clues.Fault[cardrules.registry.AnyRules, object, cardrules.registry.AnyAction]",
    "Clues": "cardrules.clues.Clues[cardrules.registry.AnyRules, object, cardrules.registry.AnyAction]",
    "Corners": "cardrules.testing.corners.AnyCorners",
    "Playout": "cardrules.testing.playouts.AnyPlayout",
}
"""The generic classes, which are asked about with the arguments that they have for any game."""

STRICT: Final = {"typeCheckingMode": "strict", "reportAny": "error", "reportExplicitAny": "error"}
"""The settings of pyright: as strict as mypy is with the options below."""


@frozen
class Remark:
    """What a checker says of a line of a program: the kind of an error, None for an answer."""

    program: str
    line: int
    kind: str | None
    text: str


# -- the program that asks


def names_of(module: ModuleType) -> list[str]:
    """The names that a module exports or, where it has no list of them, defines."""
    exported: list[str] | None = getattr(module, "__all__", None)
    if exported is not None:
        return exported
    defined = re.findall(r"^(?:def |class )?(\w+)\b *[:(=]", inspect.getsource(module), re.MULTILINE)
    known = [name for name in dict.fromkeys(defined) if not name.startswith("_") and hasattr(module, name)]
    return [name for name in known if not isinstance(getattr(module, name), TypeVar)]


def members_of(kind: type) -> list[str]:
    """The attributes and methods of a class that come from this package."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("cardrules")]
    return sorted({name for base in ours for name in vars(base) if not name.startswith("_")})


def asking() -> str:
    """A program that asks for the types of all public names and of their members."""
    asked_about = dict.fromkeys([*PUBLIC, *[place.partition("[")[0].rpartition(".")[0] for place in GENERIC.values()]])
    lines = [f"import {name}" for name in asked_about]
    for place in PUBLIC:
        module = importlib.import_module(place)
        for name in names_of(module):
            found: object = getattr(module, name)
            asked = GENERIC.get(name, f"{place}.{name}")
            lines.append(f"reveal_type({asked})")
            if inspect.isclass(found) and members_of(found):
                lines.append(f"def of_{len(lines)}(value: {asked}) -> None:")
                lines += [f"    reveal_type(value.{member})" for member in members_of(found)]
    return "\n".join([*lines, ""])


# -- the checkers


def mypy(folder: str) -> list[Remark]:
    options = ("--strict", "--disallow-any-expr", "--config-file=", "--cache-dir=/dev/null", "--no-pretty")
    said = output([sys.executable, "-m", "mypy", *options, "."], folder)
    found = re.findall(r"^(\w+\.py):(\d+): (error|note): (.*?)(?:  \[([\w-]+)\])?$", said, re.MULTILINE)
    assert found, said
    return [Remark(path, int(line), kind or None, text) for path, line, _, text, kind in found]


def pyright(folder: str) -> list[Remark]:
    Path(folder, "pyrightconfig.json").write_text(json.dumps(STRICT), "utf-8")
    said = output([sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable], folder)
    found: list[dict[str, Any]] = json.loads(said)["generalDiagnostics"]
    return [
        Remark(
            Path(each["file"]).name,
            each["range"]["start"]["line"] + 1,
            None if each["severity"] == "information" else each.get("rule", "syntax"),
            each["message"],
        )
        for each in found
    ]


def output(command: list[str], folder: str) -> str:
    """What a checker prints; its exit status says no more."""
    # `--verifytypes` knows the interpreter only as the first one on the path
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    # the programs lie elsewhere, so a relative path of modules must be made absolute
    modules = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    env = {**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(modules)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=600)
    assert not done.stderr, done.stderr
    return done.stdout


Checker: TypeAlias = Callable[[str], list[Remark]]
CHECKERS: Final[tuple[Checker, ...]] = (mypy, pyright)


@cache
def remarks(checker: Checker) -> list[Remark]:
    """What a checker says of the three programs, in a folder that holds nothing else."""
    with TemporaryDirectory() as folder:
        for program in ("good.py", "bad.py"):
            shutil.copy(PROGRAMS / program, folder)
        Path(folder, "asking.py").write_text(asking(), "utf-8")
        return checker(folder)


def errors(checker: Checker, program: str) -> Mapping[int, set[str]]:
    """The kinds of the errors of a program, by line."""
    found: dict[int, set[str]] = {}
    for remark in remarks(checker):
        if remark.program == program and remark.kind is not None:
            found.setdefault(remark.line, set()).add(remark.kind)
    return found


# -- the tests


def test_the_good_program_runs() -> None:
    runpy.run_path(str(PROGRAMS / "good.py"), run_name="__main__")


def test_the_good_program_uses_every_exported_name() -> None:
    text = (PROGRAMS / "good.py").read_text("utf-8")
    for module, prefix in ((cardrules, ""), (cardrules.tausend, "tausend."), (cardrules.duizenden, "duizenden.")):
        assert [name for name in module.__all__ if not re.search(rf"(?<![\w.]){prefix}{name}\b", text)] == []


@pytest.mark.parametrize("name", ["archives", "completion", "many", "sampling", "wire"])
def test_what_users_may_import_is_listed_where_there_is_more(name: str) -> None:
    brought: dict[str, object] = {}
    exec(f"from cardrules.{name} import *", brought)  # noqa: S102  # a star stands for what is listed
    module = importlib.import_module(f"cardrules.{name}")
    assert f"cardrules.{name}" in PUBLIC
    assert sorted(brought.keys() - {"__builtins__"}) == sorted(names_of(module))


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_accepts_the_good_program(checker: Checker) -> None:
    assert errors(checker, "good.py") == {}


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_finds_each_wrong_use_and_nothing_else(checker: Checker) -> None:
    lines = (PROGRAMS / "bad.py").read_text("utf-8").splitlines()
    marks = {at: re.fullmatch(r".*  # error: (\S+), (\S+)", line) for at, line in enumerate(lines, 1)}
    wanted = {at: mark.groups()[CHECKERS.index(checker)] for at, mark in marks.items() if mark}
    found = errors(checker, "bad.py")
    assert {at: lines[at - 1] for at in found if at not in wanted} == {}
    # an error may have others in its train
    assert {at: lines[at - 1] for at, kind in wanted.items() if kind not in found.get(at, ())} == {}


@pytest.mark.parametrize("checker", CHECKERS)
def test_no_public_name_is_any(checker: Checker) -> None:
    assert errors(checker, "asking.py") == {}
    answers = [remark.text for remark in remarks(checker) if remark.program == "asking.py"]
    assert len(answers) == asking().count("reveal_type")
    assert [text for text in answers if re.search(r"\bAny\b|\bUnknown\b", text)] == []


def test_the_type_of_every_symbol_is_known(tmp_path: Path) -> None:
    said = output(
        [sys.executable, "-m", "basedpyright", "--verifytypes", "cardrules", "--ignoreexternal"], str(tmp_path)
    )
    assert "Type completeness score: 100%" in said, said
