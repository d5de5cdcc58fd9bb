"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardrules import rulebook
from cardrules.cli import command

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
        assert result.output == shown[1]


def test_a_command_with_its_output_is_shown() -> None:
    assert re.search(r"^\$ cardrules validate", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    for name in re.findall(r"^(?:\$ )?cardrules (\w+)", page.read_text("utf-8"), re.MULTILINE):
        assert name in command.commands


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_every_rule_named_by_a_page_is_a_rule() -> None:
    rules = rulebook.load("cardrules.tausend").rules
    for page in PAGES:
        for name in re.findall(r"`(tausend\.[a-z0-9.-]+)`", page.read_text("utf-8")):
            if name not in ("tausend.md",) and f"{name}." not in page.read_text("utf-8"):
                assert name.removesuffix(".*") in rules or any(rule.startswith(name) for rule in rules), (page, name)
