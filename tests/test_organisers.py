"""The evening that the page for organisers tells of."""

from __future__ import annotations

from pathlib import Path

from cardrules import notes, records

CLUB = Path(__file__).parent.parent / "examples" / "club"


def test_the_records_are_what_the_notes_become() -> None:
    noted = [found for found in notes.read(CLUB / "evening.jsonl") if isinstance(found, notes.Notes)]
    assert [notes.complete(each).record for each in noted] == [*records.read(CLUB / "records.jsonl")]


def test_two_of_the_three_are_right_under_other_house_rules() -> None:
    fixed = (CLUB / "records.jsonl").read_text("utf-8")
    for was, now in (
        ('{"preset": "standard"}', '{"surrender_points": "half_bid"}'),
        ('"preset": "klassiek"', '"preset": "klassiek", "queen_penalty": 100'),
    ):
        assert was in fixed
        fixed = fixed.replace(was, now)
    lines = fixed.encode().splitlines(keepends=True)
    verdicts = [report.verdict for report in records.validate_many(records.Line("-", 0, line) for line in lines)]
    assert verdicts == ["misscored", "legal", "legal"]
