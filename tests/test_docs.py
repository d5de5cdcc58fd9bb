"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest
from attrs import fields
from click.testing import CliRunner

from cardrules import duizenden, rulebook
from cardrules.cli import NAMES, command

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_work_as_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


def test_the_readme_shows_python_that_was_run() -> None:
    assert len(doctest.DocTestParser().get_examples((ROOT / "README.md").read_text("utf-8"))) >= 8


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_prints_what_its_page_shows(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for shown in re.findall(r"```\n\$ cardrules (.*)\n((?:.*\n)*?)```", page.read_text("utf-8")):
        result = CliRunner().invoke(command, shown[0].split())
        # what is wrapped is filled up with spaces, which a page leaves out
        assert [line.rstrip() for line in result.output.splitlines()] == shown[1].splitlines()


def test_a_command_with_its_output_is_shown() -> None:
    assert re.search(r"^\$ cardrules validate", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    for name in re.findall(r"^(?:\$ )?cardrules (\w+)", page.read_text("utf-8"), re.MULTILINE):
        assert name in NAMES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_every_rule_named_by_a_page_is_a_rule() -> None:
    for game in ("tausend", "duizenden"):
        rules = rulebook.load(f"cardrules.{game}").rules
        for page in PAGES:
            for name in re.findall(rf"`({game}\.[a-z0-9.-]+)(?:\.\*)?`", page.read_text("utf-8")):
                assert name in rules or any(rule.startswith(f"{name}.") for rule in rules), (page, name)


def rows(page: str, head: str) -> dict[str, list[str]]:
    """The rows of a table of a page, by the field in their first cell."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    table = text[text.index(head) :].partition("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip().strip("`") for cell in row.strip("|").split(" | ")] for row in table]
    return {row[0]: row[1:] for row in cells}


def in_words(value: object) -> str:
    words = {True: "yes", False: "no", None: "none"}
    return words[value] if value is None or isinstance(value, bool) else str(value)


def in_json(value: object) -> str:
    return json.dumps(value).strip('"')


def test_the_table_of_presets_is_theirs() -> None:
    presets = list(duizenden.PRESETS.values())
    shown = rows("duizenden.md", "| field | `" + "` | `".join(duizenden.PRESETS) + "` |")
    names = [each.name for each in fields(duizenden.Rules) if each.init]
    differing = [name for name in names if len({getattr(rules, name) for rules in presets}) > 1]
    assert shown == {name: [in_words(getattr(rules, name)) for rules in presets] for name in differing}


def test_the_table_of_flags_has_all_of_them() -> None:
    shown = rows("duizenden.md", "| field | values | default | rule |")
    assert {name: row[1] for name, row in shown.items()} == {
        each.name: in_json(each.default) for each in fields(duizenden.Rules) if each.init
    }
