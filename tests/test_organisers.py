"""The evening that the page for organisers tells of."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from cardrules import MalformedInput
from cardrules.cli import command
from cardrules.diagnosis import diagnose
from cardrules.notes import Notes, read
from cardrules.records import Line, validate_many

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "organisers.md").read_text("utf-8")


def verdicts(*texts: str) -> list[str]:
    return [report.verdict for report in validate_many(Line("-", 0, text.encode()) for text in texts)]


def test_two_of_the_three_are_right_under_the_rules_that_are_found() -> None:
    evening = (ROOT / "examples" / "club" / "evening.jsonl").read_text("utf-8")
    for was, now in (
        ('"game": "tausend",', '"game": "tausend", "rules": {"surrender_points": "half_bid"},'),
        ('"preset": "klassiek"', '"preset": "klassiek", "queen_penalty": 100'),
    ):
        assert was in evening
        evening = evening.replace(was, now)
    assert verdicts(*evening.splitlines()) == ["misscored", "legal", "legal"]


def test_the_notes_of_the_page_are_sound() -> None:
    shown = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert [json.loads(each)["game"] for each in shown] == ["tausend", "duizenden"]
    assert verdicts(*shown) == ["legal", "legal"]


def test_every_command_takes_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stood is gone on from, and cards that were not seen are worked out."""
    monkeypatch.chdir(ROOT)
    file = "examples/notes/tausend.jsonl"
    sheet = CliRunner().invoke(command, ["sheet", file, "--record", "1"])
    assert (sheet.exit_code, sheet.stdout.splitlines()[-4:-1]) == (0, ["Anna: 150", "Ben: 30", "Carla: 55"])
    show = CliRunner().invoke(command, ["show", file, "--record", "1", "--at", "12"])
    assert (show.exit_code, "p3 Q♣" in show.stdout) == (0, True)
    found = CliRunner().invoke(command, ["diagnose", file, "--record", "1"])
    assert (found.exit_code, "legal under its own rules" in found.stdout) == (0, True)


def test_a_wrong_total_is_explained_over_what_stood() -> None:
    [_, notes] = read(ROOT / "examples" / "notes" / "tausend.jsonl")
    assert isinstance(notes, Notes)
    on = ("deal p1:?? p2:?? p3:?? widow:9cQdKs", "p2 bid 105", "p3 pass", "p1 pass")
    given = ("p2 give ?? p1", "p2 give ?? p3", "p2 surrender")
    again = evolve(notes, texts=(*notes.texts, *on, *given), scores=(*notes.scores, (205, 30, 110)))
    assert [str(change) for each in diagnose(again).explanations for change in each.changes] == [
        "surrender_points=half_bid"
    ]


def test_notes_that_no_cards_explain_have_no_house_rules(tmp_path: Path) -> None:
    [notes, _] = read(ROOT / "examples" / "notes" / "tausend.jsonl")
    assert isinstance(notes, Notes)
    data = evolve(notes, texts=("deal p1:?? p2:?? p3:?? widow:9cQd",), scores=()).to_json()
    (tmp_path / "two.jsonl").write_text(json.dumps(data) + "\n" + json.dumps(notes.to_json()) + "\n", "utf-8")
    for name in ("diagnose", "sheet", "show"):
        said = CliRunner().invoke(command, [name, str(tmp_path / "two.jsonl")])
        assert "malformed" in said.output
        assert said.exit_code == 1
    with pytest.raises(MalformedInput):
        diagnose(evolve(notes, texts=("deal p1:?? p2:?? p3:?? widow:9cQd",), scores=()))
