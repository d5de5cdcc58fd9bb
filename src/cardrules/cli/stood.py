"""What the table let stand though it broke a rule, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from cardrules.cli.output import harmless
from cardrules.registry import GAMES
from cardrules.report import Report
from cardrules.reporting.reasons import MOST, further_stood
from cardrules.verdict import Violation


def stood_lines(report: Report, lang: str) -> Iterator[RenderableType]:
    """The actions of a report on notes that are marked as such that stood, each with the rules that
    it breaks and why, or that it breaks none; of many the first, and how many more there are."""
    stood = report.stood or ()
    for each in stood[:MOST]:
        yield Text(f"  ~ {each.at:>4}  {harmless(each.action)}", "yellow")
        if not each.violations:
            yield Padding(SAYS[lang]["right"], (0, 0, 0, 4), expand=False)
        for broken in each.violations:
            yield reason(report.game, broken, lang)
    if len(stood) > MOST:
        yield Padding(further_stood(len(stood) - MOST, lang), (0, 0, 0, 4), expand=False)


def reason(game: str | None, broken: Violation, lang: str) -> Padding:
    """A rule that an action breaks, with its title and why it does."""
    title = rule_title(game, broken.rule, lang)
    text = Text.assemble((broken.rule, "bold"), f" ({title}): {broken.explain(lang)}")
    return Padding(text, (0, 0, 0, 4), expand=False)


def rule_title(game: str | None, rule: str, lang: str) -> str:
    """The title of a rule, or its id where there is none."""
    book = GAMES[game].rulebook() if game is not None and game in GAMES else None
    return book.rules[rule].title[lang] if book is not None and rule in book.rules else rule


SAYS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {"right": "it breaks no rule"},
        "nl": {"right": "breekt geen regel"},
        "de": {"right": "verletzt keine Regel"},
    }
)
"""The words by language."""
