"""The score of a match and the lines that explain it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from attrs import field, frozen

from cardrules.config import LIMIT
from cardrules.rulebook import reason
from cardrules.text import MOST

Seat: TypeAlias = Annotated[int, range(MOST)]


@frozen(weakref_slot=False)
class ScoreLine:
    """One entry of the sheet: in the scored deal `deal` (from 0) the total of `seat` (from 0)
    changed by `points` because of the rule `rule`. What changes no points is a line of 0."""

    deal: int
    seat: Seat
    points: int
    rule: str

    def explain(self, lang: str = "en") -> str:
        """What the line is for, in "en", "nl" or "de". Raises ValueError for another language."""
        return reason(self.rule, lang)


@frozen
class Score:
    """Totals in points by seat, the seats that won (none before the end), and the sheet.

    The points of a seat's lines add up to its total.
    """

    totals: tuple[int, ...]
    winners: tuple[Seat, ...] = ()
    sheet: tuple[ScoreLine, ...] = field(default=(), repr=lambda sheet: f"<{len(sheet)} lines>")


def checked_totals(players: int, deals: int, sheet: tuple[ScoreLine, ...], rules: frozenset[str]) -> list[int]:
    """What the lines of a sheet add up to, by seat. Raises ValueError where it is not the sheet of so
    many scored deals among these players, or has a line for none of the rules."""
    totals = [0] * players
    deal = 0
    for line in sheet:
        if not 0 <= line.seat < players:
            raise ValueError("a line of the sheet is for a seat that is not there")
        if line.deal not in (deal, deal + 1):
            raise ValueError("the lines of the sheet are not in the order of the deals")
        if line.rule not in rules or abs(line.points) > 2 * LIMIT:
            raise ValueError("a line of the sheet is for no rule that scores, or for too many points")
        deal = line.deal
        totals[line.seat] += line.points
    if deals != (deal + 1 if sheet else 0):
        raise ValueError("the sheet is not that of so many deals")
    return totals


def totals_by_deal(players: int, sheet: tuple[ScoreLine, ...]) -> list[tuple[int, ...]]:
    """The totals of all seats after each scored deal, in order."""
    totals = [0] * players
    after: list[tuple[int, ...]] = []
    for line in sheet:
        if line.deal > len(after):
            after.append(tuple(totals))
        totals[line.seat] += line.points
    if sheet:
        after.append(tuple(totals))
    return after
