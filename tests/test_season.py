"""The example of a season: its archive, what is asked of its reports, and the plot."""

from __future__ import annotations

import gzip
import json
import re
import runpy
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Final

import duckdb
import pytest

from cardrules import Report
from cardrules.records import read, validate

ROOT: Final = Path(__file__).parent.parent
SEASON: Final = ROOT / "examples" / "season"
PICTURE: Final = ROOT / "docs" / "broken-rules.svg"


def judged(archive: Path) -> list[Report]:
    return [found if isinstance(found, Report) else validate(found) for found in read(archive)]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command of the example, run in a folder of its own, without a display."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    return runpy.run_path(str(SEASON / "broken_rules.py"))["main"]


def texts_of(picture: Path) -> list[str]:
    """The texts of an SVG picture, which draws their letters and says them in comments."""
    return re.findall(r"<!-- (.*) -->", picture.read_text("utf-8"))


def test_the_archive_is_what_its_script_makes(tmp_path: Path) -> None:
    path = tmp_path / "season.jsonl.gz"
    runpy.run_path(str(SEASON / "make_season.py"))["main"](path)
    # how it is packed is the business of zlib
    assert gzip.decompress(path.read_bytes()) == gzip.decompress((SEASON / "season.jsonl.gz").read_bytes())
    assert (SEASON / "season.jsonl.gz").stat().st_size < 100_000


def test_the_rule_that_is_broken_most_is_found(ask: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ask([])
    reports = judged(SEASON / "season.jsonl.gz")
    rules = Counter([broken.rule for report in reports for broken in report.violations])
    nights: dict[str, Counter[str]] = defaultdict(Counter)
    with gzip.open(SEASON / "season.jsonl.gz") as file:
        for line, report in zip(file, reports, strict=True):
            nights[json.loads(line)["meta"]["event"]][report.verdict] += 1
    printed, _, by_night = capsys.readouterr().out.partition("\n\n")
    assert [line.split()[:2] for line in printed.splitlines()] == [
        [str(count), rule] for rule, count in sorted(rules.items(), key=lambda item: (-item[1], item[0]))
    ]
    assert [re.findall(r"\d+(?:-\d+-\d+)?", line) for line in by_night.splitlines()] == [
        [night, *[str(found[verdict]) for verdict in ("illegal", "misscored", "malformed")], str(found.total())]
        for night, found in sorted(nights.items())
    ]
    with duckdb.connect() as database:
        (count,) = database.sql("SELECT count(*) FROM 'reports.parquet'").fetchall()
    assert count == (len(reports),)


def test_the_picture_of_the_docs_is_that_of_the_archive(ask: Any) -> None:
    ask(["--plot", "again.svg"])
    assert texts_of(PICTURE) == texts_of(Path("again.svg"))
    assert "tausend.play.follow" in texts_of(PICTURE)


def test_any_archive_can_be_asked(ask: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open(SEASON / "season.jsonl.gz") as file:
        first = json.loads(next(file))
    del first["meta"]
    evil = {**first, "meta": {"event": "$\\frac$ \x1b[2J"}, "actions": [*first["actions"][:1], "p1 pass", "p1 pass"]}
    lines = [json.dumps(first), "", "{", json.dumps(evil), "[1]"]
    Path("any.jsonl").write_text("\n".join(lines), "utf-8")
    ask(["any.jsonl", "--plot", "any.png"])
    printed = capsys.readouterr().out
    assert re.search(r"^\$\\frac\$ \\x1b\[2J +1 illegal +0 misscored +0 malformed  of 1$", printed, re.MULTILINE)
    assert re.search(r"^unknown +\d illegal +\d misscored +2 malformed  of 3$", printed, re.MULTILINE)
    assert Path("any.png").read_bytes().startswith(b"\x89PNG")


def test_an_archive_without_faults_has_a_plot_too(ask: Any) -> None:
    ask([str(ROOT / "examples" / "records" / "tausend.jsonl")])
    assert "Which rule is broken most" in texts_of(Path("broken-rules.svg"))
