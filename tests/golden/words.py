"""How the parts of a playthrough are worded and laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardrules.verdict import Violation
from golden.players import VERBS

WIDTH: Final = 110
"""Columns of a line."""


def verdict(text: str, broken: Sequence[Violation], lang: str) -> list[str]:
    """What an attempt breaks, and why."""
    if not broken:
        return [f"      ✓ {text}   is legal too"]
    reasons = [f"{each.rule}: {each.explain(lang)}" for each in broken]
    first = f"      ✗ {text}   {reasons[0]}"
    if len(reasons) == 1 and len(first) <= WIDTH:
        return [first]
    attempt = wrapped(f"✗ {text}", " " * 6, " " * 10)
    return [*attempt, *[line for reason in reasons for line in wrapped(reason, " " * 10, " " * 12)]]


def listing(actions: Sequence[str]) -> str:
    """The actions of a seat: by their verbs, all objects of one or some of many."""
    if not actions:
        return "do nothing"
    by_verb: dict[str, list[str]] = {}
    for text in actions:
        _, verb, *rest = text.split(" ", 2)
        by_verb.setdefault(verb, []).append("".join(rest).replace(" ", KEPT))
    verbs = sorted(by_verb, key=[verb for game in VERBS.values() for verb in game].index)
    return "; ".join([_of_verb(verb, sorted(by_verb[verb], key=_order)) for verb in verbs])


def _of_verb(verb: str, objects: Sequence[str]) -> str:
    if objects == [""]:
        return verb
    count = len(objects)
    if sum([len(each) + 2 for each in objects]) <= 84 and not (objects[0].isdigit() and count > 6):
        return f"{verb} {', '.join(objects)}"
    if objects[0].isdigit():
        return f"{verb} {', '.join(objects[:2])}, … {objects[-1]} ({count} in all)"
    some = [objects[count * place // 5] for place in range(5)]
    return f"{verb} {', '.join(dict.fromkeys(some))}, … ({count} in all)"


def _order(text: str) -> tuple[int, int, int, str]:
    """Numbers of bids and melds by size; cards by suits and ranks; the rest by their letters."""
    first = text.split(KEPT)[0]
    if first.isdigit():
        return int(first), 0, 0, text
    if len(first) == 2 and first[0] in RANKS and first[1] in SUITS:
        return 0, SUITS.index(first[1]), RANKS.index(first[0]), text
    return 1, 0, 0, text


RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


def wrapped(text: str, first: str, rest: str) -> list[str]:
    """A text in lines: its words, after `first` or, in further lines, `rest`. A word that is too long,
    as the cards of a stock, is broken between cards."""
    lines, row, empty = [], first, True
    for word_ in _pieces(text, (WIDTH - len(rest)) // 2 * 2):
        if not empty and len(row) + 1 + len(word_) > WIDTH:
            lines.append(row)
            row, empty = rest, True
        row += word_ if empty else f" {word_}"
        empty = False
    return [line.replace(KEPT, " ") for line in [*lines, row.rstrip()]]


KEPT: Final = "\u00a0"
"""A space at which no line is broken."""


def _pieces(text: str, size: int) -> Iterator[str]:
    for each in text.split(" "):
        for at in range(0, max(1, len(each)), size):
            yield each[at : at + size]
