"""What a deal brings: the lines of the sheet, the new standings, the winner; and the score.

The order is that of the rulebook: the scores of the deal, strokes, the win, the barrel, 555.
Who is on the barrel means, throughout, at the start of the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardrules.cards import Cards
from cardrules.quick import quick
from cardrules.scoresheet import Score, ScoreLine
from cardrules.tausend.actions import SEATS
from cardrules.tausend.deck import WORTH
from cardrules.tausend.rules import Rules
from cardrules.tausend.state import (
    Contract,
    Dealing,
    Ending,
    Match,
    Over,
    Previous,
    Standing,
    State,
    Trick,
    following,
)
from cardrules.tausend.tricks import announced_points

TARGET: Final = 1000
"""The total that wins, in points (tausend.win)."""

SURRENDER: Final = 60
PENALTY: Final = 120
"""What the third stroke and a surrender that is not free cost, in points."""

THIRD: Final = 3

LINES: Final = frozenset(
    [
        f"tausend.{rule}"
        for rule in (
            "score.declarer",
            "score.defender",
            "score.surrender",
            "null",
            "win",
            "win.tie",
            "barrel.defender",
            "barrel.enter",
            "barrel.win",
            "barrel.lose",
            "barrel.fall",
            "555",
        )
    ]
)
"""The rules that a line of the sheet can be for."""

_line: Final[Callable[[int, int, int, str], ScoreLine]] = quick(ScoreLine)
_standing: Final[Callable[[int, int | None, int, int], Standing]] = quick(Standing)
_match: Final[Callable[[Rules, int, int, tuple[Standing, ...], tuple[ScoreLine, ...], Previous], Match]] = quick(Match)

_previous: Final[
    Callable[[Ending, Contract, tuple[Trick, ...], tuple[Cards, ...], tuple[ScoreLine, ...], int | None], Previous]
] = quick(Previous)
_dealing: Final[Callable[[Match], Dealing]] = quick(Dealing)


def score(state: State) -> Score:
    """The totals, the winners (none before the end) and the sheet of a state."""
    match = state.match
    totals = tuple([standing.total for standing in match.standings])
    return Score(totals, state.winners if isinstance(state, Over) else (), match.sheet)


def rounded(points: int) -> int:
    """To the nearest 5 (tausend.score.defender)."""
    return (points + 2) // 5 * 5


def close_played(match: Match, contract: Contract, tricks: tuple[Trick, ...]) -> Dealing | Over:
    """The state after the last trick."""
    worth = WORTH
    standings, rules, deals = match.standings, match.rules, match.deals
    taken = [0] * len(standings)
    announced = [0] * len(standings)
    for trick in tricks:
        lead, second, third = trick.plays
        taken[trick.winner] += worth[lead.card.index] + worth[second.card.index] + worth[third.card.index]
        if lead.announce is not None:
            announced[lead.seat] += announced_points(lead.card, lead.announce)
    declarer, bid, at = contract.declarer, contract.bid, rules.barrel.at
    lines = []
    after = list(standings)
    for seat in contract.active:
        points = taken[seat] + announced[seat]
        if seat == declarer:
            line = _line(deals, seat, bid if points >= bid else -bid, "tausend.score.declarer")
        else:
            line = _line(deals, seat, rounded(points), "tausend.score.defender")
        lines.append(line)
        before = standings[seat]
        total = before.total + line.points
        if before.barrel is not None or total >= at or total == 555 or taken[seat] == 0:
            return _close_played(match, contract, tricks, taken, announced)
        after[seat] = _standing(total, None, before.strokes, before.surrenders)
    # mostly the totals change and nothing else comes of it
    ended = _ended(match, contract, "played", _BARE[len(standings)], tricks, tuple(lines), tuple(after))
    return _dealing(ended)


def _close_played(
    match: Match, contract: Contract, tricks: tuple[Trick, ...], taken: list[int], announced: list[int]
) -> Dealing | Over:
    """The same for any deal, by the card points taken and the points announced of each seat."""
    deal = _Deal(match, contract)
    declarer, bid = contract.declarer, contract.bid
    for seat in contract.active:
        points = taken[seat] + announced[seat]
        if seat == declarer:
            deal.declare(seat, bid if points >= bid else -bid)
        else:
            deal.defend(seat, rounded(points), "tausend.score.defender")
            if taken[seat] == 0 and match.rules.null_penalty and match.standings[seat].barrel is None:
                deal.stroke(seat)
    return deal.close("played", _BARE[len(match.standings)], tricks)


def _ended(
    match: Match,
    contract: Contract,
    ending: Ending,
    hands: tuple[Cards, ...],
    tricks: tuple[Trick, ...],
    lines: tuple[ScoreLine, ...],
    standings: tuple[Standing, ...],
) -> Match:
    """The match after a deal that was scored."""
    previous = _previous(ending, contract, tricks, hands, lines, None)
    dealer = match.dealer + 1 if match.dealer + 1 < len(standings) else 0
    return _match(match.rules, dealer, match.deals + 1, standings, match.sheet + lines, previous)


_BARE: Final = tuple([(Cards(),) * players for players in range(SEATS + 1)])
"""By the number of players, hands of which nothing is left."""


def close_surrendered(match: Match, contract: Contract) -> Dealing | Over:
    """The state after a surrender."""
    rules = match.rules
    # to the nearest 5, halves up: 105 is 52.5, which is 55
    half_bid = (contract.bid + 5) // 10 * 5
    points = half_bid if rules.surrender_points == "half_bid" else SURRENDER
    deal = _Deal(match, contract)
    for seat in contract.active:
        if seat == contract.declarer:
            deal.give_up(seat)
        else:
            deal.defend(seat, points, "tausend.score.surrender")
    return deal.close("surrendered", contract.hands, ())


def cancel(match: Match, ending: Ending, contract: Contract, shown_by: int | None = None) -> Dealing:
    """The state after a cancelled deal: nothing counts, the same dealer deals (tausend.redeal)."""
    previous = _previous(ending, contract, (), contract.hands, (), shown_by)
    return _dealing(_match(match.rules, match.dealer, match.deals, match.standings, match.sheet, previous))


class _Deal:
    """The books of one deal while it is being scored."""

    __slots__ = ("contract", "lines", "match", "standings", "totals")

    def __init__(self, match: Match, contract: Contract) -> None:
        self.match: Final = match
        self.contract: Final = contract
        self.standings: Final = list(match.standings)
        self.totals: Final = [standing.total for standing in match.standings]
        self.lines: Final[list[ScoreLine]] = []

    def enter(self, seat: int, points: int, rule: str) -> None:
        self.totals[seat] += points
        self.lines.append(_line(self.match.deals, seat, points, rule))

    def restand(self, seat: int, barrel: int | None, strokes: int, surrenders: int) -> None:
        self.standings[seat] = _standing(self.totals[seat], barrel, strokes, surrenders)

    # -- the scores of the deal

    def declare(self, seat: int, points: int) -> None:
        self.enter(seat, points, "tausend.score.declarer")
        if points < 0 and self.match.standings[seat].barrel is not None:
            self.enter(seat, 0, "tausend.barrel.lose")

    def defend(self, seat: int, points: int, rule: str) -> None:
        self.enter(seat, points, rule)
        if self.match.standings[seat].barrel is not None:
            self.enter(seat, -points, "tausend.barrel.defender")

    def stroke(self, seat: int) -> None:
        before = self.standings[seat]
        third = before.strokes + 1 == THIRD
        self.enter(seat, -PENALTY if third else 0, "tausend.null")
        self.restand(seat, before.barrel, 0 if third else before.strokes + 1, before.surrenders)

    def give_up(self, seat: int) -> None:
        before = self.standings[seat]
        count = before.surrenders + 1
        costs = count >= THIRD
        self.enter(seat, -PENALTY if costs else 0, "tausend.score.surrender")
        again = costs and self.match.rules.surrender_cost == "every_third"
        self.restand(seat, before.barrel, before.strokes, 0 if again else count)

    # -- win, barrel, 555

    def close(self, ending: Ending, hands: tuple[Cards, ...], tricks: tuple[Trick, ...]) -> Dealing | Over:
        match, totals, rules = self.match, self.totals, self.match.rules
        winners = self.winners() if max(totals) >= TARGET else ()
        at, standings = rules.barrel.at, match.standings
        for seat in self.contract.active:
            barrel = standings[seat].barrel
            total = totals[seat]
            if total >= TARGET:
                barrel = None
            elif barrel is not None:
                barrel = self.stay(seat, at, barrel)
            elif total >= at:
                self.enter(seat, at - total, "tausend.barrel.enter")
                barrel = 0
            if rules.reset_at_555 and totals[seat] == 555:
                self.enter(seat, -555, "tausend.555")
                barrel = None
            now = self.standings[seat]
            if totals[seat] != now.total or barrel != now.barrel:
                self.standings[seat] = _standing(totals[seat], barrel, now.strokes, now.surrenders)
        after = _ended(match, self.contract, ending, hands, tricks, tuple(self.lines), tuple(self.standings))
        return Over(after, winners) if winners else _dealing(after)

    def winners(self) -> tuple[int, ...]:
        """Who wins, when somebody has 1000: of several the declarer, else the higher total, else the first
        clockwise from the declarer (tausend.win, tausend.win.tie)."""
        totals = self.totals
        reached = [seat for seat in self.contract.active if totals[seat] >= TARGET]
        first = self.contract.declarer
        second = following(self.contract.active, first)
        if first in reached:
            winner = first
        else:
            # max keeps the first of equals
            third = following(self.contract.active, second)
            winner = max([seat for seat in (second, third) if seat in reached], key=lambda seat: totals[seat])
        self.enter(winner, 0, "tausend.win" if len(reached) == 1 else "tausend.win.tie")
        return (winner,)

    def stay(self, seat: int, at: int, deals: int) -> int | None:
        """Who is on the barrel, after the deal: the deals played on it, or none."""
        total = self.totals[seat]
        if total < at:
            return None
        if total > at:
            self.enter(seat, at - total, "tausend.barrel.win")
        barrel = self.match.rules.barrel
        if deals + 1 < barrel.deals:
            return deals + 1
        self.enter(seat, barrel.falls_to - at, "tausend.barrel.fall")
        return None
