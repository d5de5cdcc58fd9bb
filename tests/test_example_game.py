"""The game of the examples: it keeps the promises of every game, and every command works with it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from cardrules.testing import PROMISES

ROOT: Final = Path(__file__).parent.parent
EXAMPLE: Final = ROOT / "examples" / "lasttrick"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder in which the package is as good as installed: its code, and its entry points as an
    installer writes them."""
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    (folder / "lasttrick").symlink_to(EXAMPLE / "lasttrick")
    info = folder / f"lasttrick-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: lasttrick\nVersion: {project['version']}\n", "utf-8")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *[f"{name} = {value}" for name, value in entries.items()])
    ]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    return str(folder)


def python(installed: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    source = [path for path in sys.path if path]
    environment = {"PYTHONPATH": ":".join([installed, str(ROOT / "tests"), *source]), "COLUMNS": "100"}
    return subprocess.run(
        [sys.executable, *arguments], input=stdin, env=environment, capture_output=True, text=True, check=False
    )


def test_it_keeps_the_promises_of_every_game(installed: str) -> None:
    done = python(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE))
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(PROMISES)} passed" in done.stdout


def test_every_command_works_with_it(installed: str, tmp_path: Path) -> None:
    def cardrules(*arguments: str, stdin: str = "") -> str:
        done = python(installed, "-m", "cardrules", *arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    records = cardrules("sample", "lasttrick", "--matches", "20", "--seed", "1", "--set", "target=2")
    assert records.count("\n") == 20
    assert "20 legal" in cardrules("validate", "-", stdin=records)
    path = tmp_path / "one.json"
    path.write_text(records.splitlines()[0], "utf-8")
    assert "hand" in cardrules("show", str(path), "--at", "3", "--seat", "p1")
    assert "The last trick" in cardrules("sheet", str(path))
    sheet = cardrules("rules", "lasttrick", "--lang", "de", "--set", "follow=false")
    assert "Letzter Stich" in sheet
    assert "bedienen" not in sheet
    assert "must" in cardrules("rules", "lasttrick")
    first = path.read_text("utf-8")
    wrong = python(installed, "-m", "cardrules", "validate", "-", stdin=first.replace("p2 play", "p3 play", 1))
    assert wrong.returncode == 1
    assert "lasttrick.turn" in wrong.stdout


FAULTS: Final = {
    "listing": "lasttrick.legal_actions = lambda state, seat=None, was=lasttrick.legal_actions: was(state, seat)[:1]",
    "conservation": "lasttrick.places = lambda state: {'p1': state.hands[0]} if hasattr(state, 'hands') else {}",
    "hidden": "lasttrick.view = lambda state, seat: lasttrick.places(state).get('p1', seat)",
}


@pytest.mark.parametrize("promise", FAULTS)
def test_a_fault_in_it_is_found(installed: str, promise: str) -> None:
    name = FAULTS[promise].partition(" ")[0].partition(".")[2]
    code = f"""
import attrs, lasttrick, test_lasttrick
from cardrules.testing import check_game
{FAULTS[promise]}
broken = attrs.evolve(lasttrick.GAME, {name}=lasttrick.{name})
check_game(broken, test_lasttrick.CORNERS, ["{promise}"])
"""
    done = python(f"{installed}:{EXAMPLE}", "-c", code)
    assert done.returncode != 0
    assert "BrokenPromise" in done.stderr
    assert "Playout(" in done.stderr
