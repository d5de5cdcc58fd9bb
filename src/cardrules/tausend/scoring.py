"""What a deal brings: the lines of the sheet, the new standings, the winner; and the score.

The order is that of the rulebook: the scores of the deal, strokes, the win, the barrel, 555.
Who is on the barrel means, throughout, at the start of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardrules.cards import Cards
from cardrules.quick import quick
from cardrules.scoresheet import Score, ScoreLine, grown
from cardrules.tausend.actions import SEATS
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

RESET: Final = 555
"""The total that falls to 0 where that is played (tausend.555)."""

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
_match: Final[Callable[[Rules, int, int, tuple[Standing, ...], Sequence[ScoreLine], Previous], Match]] = quick(Match)

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
    standings, rules, deals = match.standings, match.rules, match.deals
    taken = [0] * len(standings)
    announced = [0] * len(standings)
    for trick in tricks:
        taken[trick.winner] += trick.points
        lead, second, third = trick.plays
        if lead.announce is not None:
            announced[lead.seat] += announced_points(lead.card, lead.announce)
        if second.announce or third.announce:
            # only a lead may announce, but these have stood
            for play in (second, third):
                announced[play.seat] += announced_points(play.card, play.announce)
    declarer, bid = contract.declarer, contract.bid
    lines = []
    after = list(standings)
    for seat in contract.active:
        before = standings[seat]
        strokes = before.strokes
        points = taken[seat] + announced[seat]
        if seat == declarer:
            gained = bid if points >= bid else -bid
            lines.append(_line(deals, seat, gained, "tausend.score.declarer"))
            if gained < 0 and before.barrel is not None:
                lines.append(_line(deals, seat, 0, "tausend.barrel.lose"))
        else:
            gained = _defend(lines, deals, seat, rounded(points), "tausend.score.defender", before)
            if before.barrel is None and not taken[seat] and rules.null_penalty:
                strokes = (strokes + 1) % THIRD
                fine = 0 if strokes else -PENALTY
                lines.append(_line(deals, seat, fine, "tausend.null"))
                gained += fine
        after[seat] = _standing(before.total + gained, before.barrel, strokes, before.surrenders)
    return _close(match, contract, "played", _BARE[len(standings)], tricks, lines, after)


def _defend(lines: list[ScoreLine], deals: int, seat: int, points: int, rule: str, before: Standing) -> int:
    """Enters what a defender scores; gives what of it counts, which on the barrel is nothing."""
    lines.append(_line(deals, seat, points, rule))
    if before.barrel is None:
        return points
    lines.append(_line(deals, seat, -points, "tausend.barrel.defender"))
    return 0


_BARE: Final = tuple([(Cards(),) * players for players in range(SEATS + 1)])
"""By the number of players, hands of which nothing is left."""


def surrender_cost(standing: Standing) -> int:
    """What one more surrender costs a player who stands so, in points (tausend.surrender)."""
    return PENALTY if standing.surrenders + 1 >= THIRD else 0


def close_surrendered(match: Match, contract: Contract) -> Dealing | Over:
    """The state after a surrender."""
    rules, deals = match.rules, match.deals
    # to the nearest 5, halves up: 105 is 52.5, which is 55
    half_bid = (contract.bid + 5) // 10 * 5
    points = half_bid if rules.surrender_points == "half_bid" else SURRENDER
    rule = "tausend.score.surrender"
    lines = []
    after = list(match.standings)
    for seat in contract.active:
        before = after[seat]
        surrenders = before.surrenders
        if seat == contract.declarer:
            surrenders += 1
            gained = -surrender_cost(before)
            lines.append(_line(deals, seat, gained, rule))
            if gained and rules.surrender_cost == "every_third":
                surrenders = 0
        else:
            gained = _defend(lines, deals, seat, points, rule, before)
        after[seat] = _standing(before.total + gained, before.barrel, before.strokes, surrenders)
    return _close(match, contract, "surrendered", contract.hands, (), lines, after)


def cancel(match: Match, ending: Ending, contract: Contract, shown_by: int | None = None) -> Dealing:
    """The state after a cancelled deal: nothing counts, the same dealer deals (tausend.redeal)."""
    previous = _previous(ending, contract, (), contract.hands, (), shown_by)
    return _dealing(_match(match.rules, match.dealer, match.deals, match.standings, match.sheet, previous))


def _close(
    match: Match,
    contract: Contract,
    ending: Ending,
    hands: tuple[Cards, ...],
    tricks: tuple[Trick, ...],
    lines: list[ScoreLine],
    standings: list[Standing],
) -> Dealing | Over:
    """The state after a deal that was scored, from the lines and the standings so far."""
    at = match.rules.barrel.at
    winners: tuple[int, ...] = ()
    for seat in contract.active:
        now = standings[seat]
        # of most deals nothing else comes
        if now.total >= at or now.barrel is not None or now.total == RESET:
            winners = _Settlement(match, contract, lines, standings).settle()
            break
    entered = tuple(lines)
    dealer = match.dealer + 1 if match.dealer + 1 < len(standings) else 0
    previous = _previous(ending, contract, tricks, hands, entered, None)
    after = _match(match.rules, dealer, match.deals + 1, tuple(standings), grown(match.sheet, entered), previous)
    return Over(after, winners) if winners else _dealing(after)


class _Settlement:
    """What comes of the totals after a deal: the win, the barrel, 555. It enters its lines and
    changes the standings in the lists that it is given."""

    __slots__ = ("contract", "lines", "match", "standings", "totals")

    def __init__(self, match: Match, contract: Contract, lines: list[ScoreLine], standings: list[Standing]) -> None:
        self.match: Final = match
        self.contract: Final = contract
        self.lines: Final = lines
        self.standings: Final = standings
        self.totals: Final = [standing.total for standing in standings]

    def enter(self, seat: int, points: int, rule: str) -> None:
        self.totals[seat] += points
        self.lines.append(_line(self.match.deals, seat, points, rule))

    def settle(self) -> tuple[int, ...]:
        """Settles all seats and returns the winners."""
        totals, rules = self.totals, self.match.rules
        winners = self.winners() if max(totals) >= TARGET else ()
        at = rules.barrel.at
        for seat in self.contract.active:
            now = self.standings[seat]
            barrel = now.barrel
            total = totals[seat]
            if total >= TARGET:
                barrel = None
            elif barrel is not None:
                barrel = self.stay(seat, at, barrel)
            elif total >= at:
                self.enter(seat, at - total, "tausend.barrel.enter")
                barrel = 0
            if rules.reset_at_555 and totals[seat] == RESET:
                self.enter(seat, -RESET, "tausend.555")
                barrel = None
            self.standings[seat] = _standing(totals[seat], barrel, now.strokes, now.surrenders)
        return winners

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
