"""Whether a state from outside is one that a match can reach.

A state holds all that has happened in the deal at hand, so the deal is played again and must lead
to the same state. What outlasts deals is checked against the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from cardrules.cards import Cards
from cardrules.config import LIMIT
from cardrules.scoresheet import checked_totals
from cardrules.tausend.actions import Action, Deal, Nines, Surrender, is_action
from cardrules.tausend.scoring import LINES, RESET, TARGET, THIRD
from cardrules.tausend.state import (
    Bidding,
    Contract,
    Dealing,
    Match,
    Over,
    Playing,
    Previous,
    Standing,
    State,
    Trick,
)
from cardrules.tausend.transition import apply
from cardrules.verdict import IllegalAction


def check(state: State) -> None:
    """Raises ValueError, with the reason, for a state that no match can reach."""
    match = state.match
    _check_match(match)
    if isinstance(state, Over):
        _check_over(state)
        return
    if any([standing.total >= TARGET for standing in match.standings]):
        raise ValueError("a total has reached the target, so the match is over")
    if _replay(Dealing(match), _deal_so_far(state)) != state:
        raise ValueError("the actions of its deal lead to another state")


def _replay(state: State, actions: Iterable[Action]) -> State:
    try:
        for action in actions:
            if not is_action(action):
                raise ValueError("one of its actions has a field that is out of range")
            state = apply(state, action)
    except IllegalAction as error:
        raise ValueError(str(error)) from None
    return state


def _deal_so_far(state: State) -> Iterator[Action]:
    """The actions that led to a state since its deal was awaited."""
    if isinstance(state, Dealing | Over):
        return
    if isinstance(state, Bidding):
        yield _deal(state.active, state.hands, state.widow)
        yield from state.calls
        return
    yield from _contracted(state.contract)
    if isinstance(state, Playing):
        yield from state.plays


def _contracted(contract: Contract) -> Iterator[Action]:
    yield _deal(contract.active, contract.dealt, contract.widow)
    yield from contract.calls
    yield from contract.gifts
    yield from contract.raises


def _played(tricks: tuple[Trick, ...]) -> Iterator[Action]:
    for trick in tricks:
        yield from trick.plays


def _deal(active: tuple[int, int, int], hands: tuple[Cards, ...], widow: Cards) -> Deal:
    if not all([0 <= seat < len(hands) for seat in active]):
        raise ValueError("a seat that plays is not there")
    return Deal(tuple([(seat, hands[seat]) for seat in sorted(set(active))]), widow)


def _check_match(match: Match) -> None:
    rules = match.rules
    if not 0 <= match.dealer < rules.players:
        raise ValueError("the dealer is not there")
    if len(match.standings) != rules.players:
        raise ValueError(f"{len(match.standings)} standings for {rules.players} players")
    totals = checked_totals(rules.players, match.deals, match.sheet, LINES)
    at, most = rules.barrel.at, rules.barrel.deals
    surrenders = THIRD - 1 if rules.surrender_cost == "every_third" else LIMIT
    for total, standing in zip(totals, match.standings, strict=True):
        if total != standing.total:
            raise ValueError("the lines of the sheet do not add up to the totals")
        on_barrel = standing.barrel is not None
        if on_barrel != (at <= total < TARGET) or (on_barrel and total != at):
            raise ValueError("a total does not agree with the barrel")
        if standing.barrel is not None and not 0 <= standing.barrel < most:
            raise ValueError("too many deals on the barrel")
        if not match.deals and standing != Standing():
            raise ValueError("a standing that no deal has led to")
        if standing.strokes and not rules.null_penalty:
            raise ValueError("a stroke where there are none")
        if total == RESET and rules.reset_at_555:
            raise ValueError("a total that falls to 0")
        if not 0 <= standing.strokes < THIRD or not 0 <= standing.surrenders <= surrenders:
            raise ValueError("the count of strokes or surrenders is out of range")
    _check_previous(match)


def _check_previous(match: Match) -> None:
    """What the last deal left is played again, too, from even standings; only its lines depend on
    how the seats stood, and they are those of the sheet."""
    left = match.previous
    if left is None:  # as in a match that was begun elsewhere and is played on from its totals
        return
    scored = left.ending in ("played", "surrendered")
    lines = tuple([line for line in match.sheet if scored and line.deal == match.deals - 1])
    if left.lines != lines:
        raise ValueError("what the last deal left has other lines than the sheet")
    players = match.rules.players
    dealer = (match.dealer - scored) % players
    reached: State = Dealing(Match(match.rules, dealer, 0, (Standing(),) * players))
    reached = _replay(reached, (*_contracted(left.contract), *_ending(left)))
    if reached.match.previous is None or evolve(reached.match.previous, lines=lines) != left:
        raise ValueError("the actions of the last deal leave something else")


def _ending(left: Previous) -> Iterator[Action]:
    """What ended the last deal, after its gifts and raises."""
    yield from _played(left.tricks)
    if left.ending == "surrendered":
        yield Surrender(left.contract.declarer)
    if left.ending == "nines" and left.shown_by is not None:
        yield Nines(left.shown_by)


def _check_over(state: Over) -> None:
    left = state.match.previous
    lines = () if left is None else left.lines
    winners = tuple([line.seat for line in lines if line.rule in ("tausend.win", "tausend.win.tie")])
    if not winners or state.winners != winners:
        raise ValueError("the winner is not the one on the sheet")
    if any([state.match.standings[seat].total < TARGET for seat in winners]):
        raise ValueError("a winner has not reached the target")
