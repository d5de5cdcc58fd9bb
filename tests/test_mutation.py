"""The mutation runner, over a small package with tests that notice some mutants and not others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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


def test_a_listed_survivor_is_accepted_and_a_stale_entry_reported(project: Path) -> None:
    listed = SURVIVOR.format(function="_twice", size=6) + SURVIVOR.format(function="_twice", size=7)
    (project / "tests" / "mutation" / "survivors.toml").write_text(listed, "utf-8")
    code, told = run(project, "--module", "sums")
    assert code == 0
    assert "mutants, 1 survived, 0 of them not in the list of survivors" in told
    assert [line for line in told.splitlines() if "listed, but no mutant that survives" in line] == [
        "listed, but no mutant that survives: sums _twice"
    ]
    assert "in range(7)" in told
    assert "in range(6)" not in told


def test_too_few_killed_is_a_failure(project: Path) -> None:
    (project / "tests" / "mutation" / "config.toml").write_text(CONFIG.format(least=99), "utf-8")
    (project / "tests" / "mutation" / "survivors.toml").write_text(SURVIVOR.format(function="_twice", size=6), "utf-8")
    code, told = run(project)
    assert code == 1
    assert "are killed; 99 % must be" in told


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


def test_what_is_not_reached_in_time_is_said(project: Path) -> None:
    code, told = run(project, "--limit", "0")
    assert code == 0
    assert "were not reached in the time given" in told
