"""The score of a match and the lines that explain it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Annotated, Final, TypeAlias, overload

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


_BLOCK: Final = 256
"""How many lines are in a block of a sheet."""


@frozen(eq=False, repr=False)
class Sheet(Sequence[ScoreLine]):
    """The lines of a match in order; equal to any tuple that lists the same, and hashed as that.

    A sheet shares the lines that it has in common with the one of a deal before, so a long match takes
    no more time for each of its deals than a short one. `grown` makes one, of blocks that are full and the
    rest.
    """

    blocks: tuple[tuple[ScoreLine, ...], ...]
    rest: tuple[ScoreLine, ...]

    def __len__(self) -> int:
        return len(self.blocks) * _BLOCK + len(self.rest)

    def __iter__(self) -> Iterator[ScoreLine]:
        return chain(chain.from_iterable(self.blocks), self.rest)

    @overload
    def __getitem__(self, index: int) -> ScoreLine: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ScoreLine, ...]: ...
    def __getitem__(self, index: int | slice) -> ScoreLine | tuple[ScoreLine, ...]:
        places = range(len(self))[index]
        if isinstance(places, int):
            block, place = divmod(places, _BLOCK)
            return (self.blocks[block] if block < len(self.blocks) else self.rest)[place]
        if places.step != 1 or not places:
            return tuple([self[place] for place in places])
        first = places.start // _BLOCK
        lines = chain(chain.from_iterable(self.blocks[first:]), self.rest)
        return tuple(islice(lines, places.start - first * _BLOCK, places.stop - first * _BLOCK))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sheet):
            return self.blocks == other.blocks and self.rest == other.rest
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[ScoreLine, ...]], tuple[list[ScoreLine]]]:
        return tuple, ([*self],)

    def __repr__(self) -> str:
        return f"<{len(self)} lines>"


def grown(sheet: Sequence[ScoreLine], lines: tuple[ScoreLine, ...]) -> Sequence[ScoreLine]:
    """A sheet with more lines at its end; a short one is a tuple, which is quicker."""
    if type(sheet) is tuple and len(sheet) < _BLOCK:
        return sheet + lines
    blocks, rest = (sheet.blocks, sheet.rest + lines) if isinstance(sheet, Sheet) else ((), (*sheet, *lines))
    full = len(rest) // _BLOCK * _BLOCK
    blocks += tuple([rest[first : first + _BLOCK] for first in range(0, full, _BLOCK)])
    return Sheet(blocks, rest[full:])


@frozen
class Score:
    """Totals in points by seat, the seats that won (none before the end), and the sheet.

    The points of a seat's lines add up to its total.
    """

    totals: tuple[int, ...]
    winners: tuple[Seat, ...] = ()
    sheet: Sequence[ScoreLine] = field(default=(), repr=lambda sheet: f"<{len(sheet)} lines>")


def checked_totals(players: int, deals: int, sheet: Sequence[ScoreLine], rules: frozenset[str]) -> list[int]:
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


def totals_by_deal(players: int, sheet: Sequence[ScoreLine]) -> list[tuple[int, ...]]:
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
