"""The mutation runner, over a small package with tests that notice some mutants and not others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mutation.mutants import Mutant
from mutation.run import Plan, report
from mutation.trial import Fate

Reported = tuple[int, str]

RUN = Path(__file__).parent / "mutation" / "run.py"

SUMS = """
from functools import cache


def total(items):
    found = 0
    for item in items:
        found += item
    return found


@cache
def double(number):
    return TWICE[number]


def _twice():
    return {number: number * 2 for number in range(5)}


TWICE = _twice()


def endless(number):
    while number > 0:
        number -= 1
    return number
"""

TEST_SUMS = """
from toy.sums import double, endless, total


def test_total():
    assert total([1, 2, 4]) == 7


def test_double():
    assert double(4) == 8


def test_endless():
    assert endless(3) == 0
"""

CONFIG = """
source = "src"
package = "toy"
survivors = "survivors.toml"
least = {least}

[[suite]]
modules = ["sums"]
first = ["tests/test_sums.py"]
"""

SURVIVOR = """
[[survivor]]
module = "sums"
function = "{function}"
was = "return {{number: number * 2 for number in range(5)}}"
now = ["return {{number: number * 2 for number in range({size})}}"]
reason = "nobody asks for the double of five"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a package, its tests and a configuration."""
    files = {
        "src/toy/__init__.py": "",
        "src/toy/sums.py": SUMS,
        "tests/test_sums.py": TEST_SUMS,
        "tests/mutation/config.toml": CONFIG.format(least=90),
        "tests/mutation/survivors.toml": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def run(project: Path, *options: str) -> tuple[int, str]:
    config = project / "tests" / "mutation" / "config.toml"
    command = [sys.executable, str(RUN), "--config", str(config), *options]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=project)
    return told.returncode, told.stdout + told.stderr


def test_a_survivor_must_be_listed(project: Path) -> None:
    code, told = run(project)
    assert code == 1
    # what fills a table on import is mutated too; nothing else survives
    assert "sums _twice, line 18\n" in told
    assert "+ return {number: number * 2 for number in range(6)}" in told
    assert "mutants, 1 survived, 1 of them not in the list of survivors" in told
    [row] = [line.split() for line in told.splitlines() if line.startswith("all ")]
    _, mutants, killed, timeout, survived, unreached, _ = row
    assert int(killed) + int(timeout) + 1 == int(mutants)
    assert (timeout, survived, unreached) == ("2", "1", "0")


def test_only_the_lines_that_changed(project: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=toy", "-c", "user.email=toy@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *arguments], cwd=project, check=True, capture_output=True)  # noqa: S607

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "toy")
    sums = project / "src" / "toy" / "sums.py"
    sums.write_text(SUMS.replace("number * 2", "2 * number"), "utf-8")
    code, told = run(project, "--changed", "HEAD")
    assert code == 1
    assert "in range(6)" in told
    assert "total" not in told
    # `2 * number` to `3 * number` and `2 / number`, `range(5)` to `range(6)` and `range(None)`
    assert "4 mutants" in told

    assert run(project, "--changed", "no-such-commit") == (
        0,
        "no-such-commit is no commit that is here: nothing to compare with, nothing done\n",
    )


def reported(project: Path, capsys: pytest.CaptureFixture[str], *listed: str, dead: int, least: float) -> Reported:
    """What is reported of the mutant that survives and so many that do not, with these survivors listed."""
    configuration = project / "tests" / "mutation" / "config.toml"
    configuration.write_text(CONFIG.format(least=least), "utf-8")
    configuration.with_name("survivors.toml").write_text("".join(listed), "utf-8")
    plan = Plan.read(configuration)
    mutants = plan.mutants("sums")
    alive = [mutant for mutant in mutants if mutant.function == "_twice" and "range(6)" in mutant.now]
    others = [mutant for mutant in mutants if mutant not in alive][:dead]
    fates: dict[Mutant, Fate] = {**dict.fromkeys(alive, "survived"), **dict.fromkeys(others, "killed")}
    return report(plan, [*alive, *others], fates, whole=True), capsys.readouterr().out


def test_a_listed_survivor_is_accepted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = reported(project, capsys, dead=9, least=90)
    assert code == 1
    assert "+ return {number: number * 2 for number in range(6)}" in told
    code, told = reported(project, capsys, SURVIVOR.format(function="_twice", size=6), dead=9, least=90)
    assert code == 0
    assert "range(6)" not in told
    assert "10 mutants, 1 survived, 0 of them not in the list of survivors" in told


@pytest.mark.parametrize(("function", "size"), [("_twice", 7), ("total", 6)])
def test_a_stale_entry_is_reported(project: Path, capsys: pytest.CaptureFixture[str], function: str, size: int) -> None:
    good, stale = SURVIVOR.format(function="_twice", size=6), SURVIVOR.format(function=function, size=size)
    code, told = reported(project, capsys, good, stale, dead=9, least=90)
    assert code == 0
    assert told.count("listed, but no mutant that survives: sums") == 1
    assert f"sums {function}\n" in told
    assert f"range({size})" in told


def test_too_few_killed_is_a_failure(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = SURVIVOR.format(function="_twice", size=6)
    assert reported(project, capsys, good, dead=9, least=90)[0] == 0
    code, told = reported(project, capsys, good, dead=8, least=90)
    assert code == 1
    assert "only 88.9 % are killed; 90 % must be" in told


def test_what_is_not_reached_in_time_is_said(project: Path) -> None:
    code, told = run(project, "--limit", "0")
    assert code == 0
    assert "were not reached in the time given" in told
