"""Records of another program, with the verdict that each must get; its README is part of the contract."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from cardrules.records import Record, Report, read, replay, validate, write
from cardrules.verdict import IllegalAction

HERE = Path(__file__).parent
DATA = HERE / "data"
# the whole archives lie beside a checkout, not in it
FULL = HERE.parent.parent / "shared" / "records"
ARCHIVES = sorted(path for folder in (DATA, FULL) for path in folder.glob("*-*.jsonl") if "." not in path.stem)

AGREED = ("verdict", "at", "action", "actions", "complete", "totals", "winners")


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def wanted(path: Path) -> list[dict[str, Any]]:
    # some texts contain U+2028, at which splitlines would split
    lines = path.with_suffix(".expected.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def facts(report: dict[str, Any]) -> dict[str, Any]:
    """What two programs agree on, but for the rules of an illegal action."""
    found = {name: report[name] for name in AGREED}
    found["score_errors"] = sorted(report["score_errors"], key=lambda error: (error["deal"], error["player"]))
    return found


def named(report: dict[str, Any]) -> set[str]:
    return {broken["rule"] for broken in report["violations"]}


def same_rules(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """All rules that are expected and no other; of several that meet in one fault of Duizenden some."""
    if ours["game"] == "duizenden":
        return named(ours) <= named(theirs) and bool(named(ours)) == bool(named(theirs))
    return named(ours) == named(theirs)


def judged(found: Record | Report) -> Report:
    return found if isinstance(found, Report) else validate(found)


def test_there_are_archives() -> None:
    assert {path.stem for path in ARCHIVES} == {
        f"{game}-{kind}" for game in ("duizenden", "tausend") for kind in ("cases", "matches")
    }
    for game in ("duizenden", "tausend"):
        paths = [path for path in ARCHIVES if path.parent == DATA and path.stem.startswith(game)]
        assert {report["verdict"] for path in paths for report in wanted(path)} == {
            "legal",
            "illegal",
            "misscored",
            "malformed",
        }


@pytest.mark.parametrize("path", ARCHIVES, ids=name_of)
def test_every_verdict_agrees(path: Path) -> None:
    found = [judged(each).to_json() for each in read(path)]
    expected = wanted(path)
    assert len(found) == len(expected)
    wrong = [
        (ours["record"], facts(ours), facts(theirs), named(ours), named(theirs))
        for ours, theirs in zip(found, expected, strict=True)
        if facts(ours) != facts(theirs) or not same_rules(ours, theirs)
    ]
    assert wrong == []


@pytest.mark.parametrize("path", ARCHIVES, ids=name_of)
def test_records_count_from_zero_within_their_source(path: Path) -> None:
    found = [judged(each) for each in read(path)]
    assert [report.record for report in found] == list(range(len(found)))
    assert {report.source for report in found} == {str(path)}


@pytest.mark.parametrize("path", ARCHIVES, ids=name_of)
def test_a_malformed_record_says_why_and_only_it(path: Path) -> None:
    for each in read(path):
        report = judged(each)
        assert (report.message is not None) == (report.verdict == "malformed")
        assert report.message is None or (report.message and report.message.isprintable())


@pytest.mark.parametrize("path", ARCHIVES, ids=name_of)
def test_a_record_written_again_gets_the_same_verdict(path: Path) -> None:
    records = [each for each in read(path) if isinstance(each, Record)]
    file = io.BytesIO()
    write(records, file)
    file.seek(0)
    again = [each for each in read(file) if isinstance(each, Record)]
    assert again == records
    for one, other in zip(again, records, strict=True):
        mine, theirs = validate(one).to_json(), validate(other).to_json()
        assert facts(mine) == facts(theirs)
        assert mine["violations"] == theirs["violations"]


@pytest.mark.parametrize("path", ARCHIVES, ids=name_of)
def test_a_replay_stops_where_the_verdict_says(path: Path) -> None:
    for record in read(path):
        if isinstance(record, Report):
            continue
        report = validate(record)
        count = 0
        try:
            for _ in replay(record):
                count += 1
        except IllegalAction as error:
            assert count - 1 == report.at
            assert error.action == record.actions[count - 1]
            assert error.violations == report.violations
        else:
            assert report.at is None
            assert count == len(record.actions) + 1
