"""What the faults of a record of Duizenden tell of the house rules it was played under."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from cardrules.clues import Bound, Clues, Fault, Guesses
from cardrules.duizenden.actions import Action, Challenge, Deal, Discard, Draw, EndTurn, Meld, Pot, Swap
from cardrules.duizenden.deck import QUEEN
from cardrules.duizenden.melds import Run, meld_points
from cardrules.duizenden.rules import Draws, Points, Rules
from cardrules.duizenden.state import Drawing, Melding, State
from cardrules.verdict import Violation

_NONE: Final[frozenset[str]] = frozenset()
_SCORING: Final = frozenset(["low_ace_points", "queen_penalty", "credit", "last_card_call"])
"""What totals depend on. (The wild cards are settled by a legal deal.)"""

_STOCK: Final = frozenset(["empty_stock"])

_OPENED: Final = frozenset(["opening_minimum", "low_ace_points", "out_unopened"])
"""What decides whether somebody has opened."""

_END: Final = _OPENED | {
    "ratio",
    "low_ace",
    "wild_in_first_turn",
    "melds_from_circuit",
    "last_card",
    "out_in_opening_turn",
    "out_in_first_circuit",
    "layoff",
    "exchange",
    "queen_exchange",
    "queen_discard",
}
"""What the look-ahead to the end of a turn depends on."""

_ANY: Final = ""

_Reasons: TypeAlias = Mapping[str, frozenset[str]]

NEEDED: Final[Mapping[str, _Reasons]] = MappingProxyType(
    {
        "duizenden.phase": {_ANY: frozenset(["swap_phase", "last_card_call", "empty_stock"])},
        "duizenden.win.over": {_ANY: frozenset(["target"]) | _SCORING | _STOCK},
        "duizenden.deck": {_ANY: frozenset(["wild"])},
        "duizenden.deal": {_ANY: frozenset(["wild"])},
        "duizenden.meld.low-ace": {_ANY: frozenset(["low_ace"])},
        "duizenden.meld.ratio": {"minority": frozenset(["ratio"])},
        "duizenden.meld.first-turn": {_ANY: frozenset(["wild_in_first_turn"])},
        "duizenden.swap.same": {"limit": frozenset(["swap_limit"])},
        "duizenden.pot.opened": {_ANY: frozenset(["pot_needs_opened", "opening_minimum"])},
        "duizenden.pot.hand": {_ANY: frozenset(["pot_hand_minimum"])},
        "duizenden.opening": {"reach": _END, "first": _OPENED, "discard": _OPENED},
        "duizenden.layoff": {"opened": _OPENED, "owner": frozenset(["layoff"])},
        "duizenden.exchange": {"opened": _OPENED, "off": frozenset(["exchange"]), "owner": frozenset(["exchange"])},
        "duizenden.exchange.queen": {_ANY: frozenset(["queen_exchange"])},
        "duizenden.discard": {_ANY: frozenset(["queen_discard"])},
        "duizenden.discard.queen": {_ANY: frozenset(["queen_discard"])},
        "duizenden.end-turn": {"after": _END, "discard": frozenset(["queen_discard"])},
        "duizenden.out.discard": {_ANY: frozenset(["last_card"])},
        "duizenden.out.opening-turn": {_ANY: frozenset(["out_in_opening_turn"])},
        "duizenden.out.first-circuit": {
            "meld": frozenset(["melds_from_circuit"]),
            "out": frozenset(["out_in_first_circuit"]),
        },
        "duizenden.last-card": {_ANY: frozenset(["last_card_call", "empty_stock"])},
    }
)
"""By rule and reason ("": any), the flags of which one must differ where an action that breaks it so
is legal, all actions before it being so too. No flag mends the others: the cards in hand, the
turns, what is a group."""

_UNMENDED: Final[_Reasons] = MappingProxyType({})


def needed(fault: Fault[Rules, State, Action]) -> frozenset[str]:
    """The flags of which one must differ where the fault is gone."""
    if fault.action is None:
        return _wrong_totals(fault) | _shaping(fault)
    # every rule that is broken must be mended
    return min([_mending(broken) for broken in fault.violations], key=len) | _shaping(fault)


def _wrong_totals(fault: Fault[Rules, State, Action]) -> frozenset[str]:
    previous = fault.state.match.previous
    if fault.actual is None:
        return _STOCK  # the round would have been scored, had it ended with the stock
    # or it would have gone on
    return _SCORING | _STOCK if previous is not None and previous.out is None else _SCORING


def _mending(broken: Violation) -> frozenset[str]:
    reasons = NEEDED.get(broken.rule, _UNMENDED)
    reason = str(dict(broken.params).get("reason", _ANY))
    return reasons.get(reason, reasons.get(_ANY, _NONE))


def _shaping(fault: Fault[Rules, State, Action]) -> frozenset[str]:
    """The flags that may have led to another state by the same actions: a challenge costs a card or
    none; who acts unopened is bound to go out in that turn."""
    bound = _END if type(fault.state) is Melding and fault.state.bound else _NONE
    # a record has few of them, and most have none
    challenged = any([type(action) is Challenge for action in fault.record.actions[: fault.at]])
    return bound | {"last_card_call"} if challenged else bound


# -- numbers


def guesses(fault: Fault[Rules, State, Action]) -> Guesses:
    """Numbers that the fault makes worth trying."""
    flags = needed(fault)
    if fault.action is None:
        return _from_totals(fault) if fault.actual is not None else Guesses({})
    values: dict[str, tuple[object, ...]] = {}
    bounds: dict[str, tuple[object, Bound]] = {}
    params = {broken.rule: dict(broken.params) for broken in fault.violations}
    if "opening_minimum" in flags:
        highest = min(_first_melds(fault), default=0)
        # the highest minimum that all the record's openings reach; and 0, which is the mildest
        values["opening_minimum"] = (*[usual for usual in _MINIMA if usual <= highest], highest, 0)
        if not fault.rules.out_unopened:
            bounds["opening_minimum"] = highest, "most"
    if "low_ace_points" in flags:
        values["low_ace_points"] = (1, 20, 10, 5, 15, 0)
    if "melds_from_circuit" in flags:
        turn = _turn(fault)
        values["melds_from_circuit"] = tuple(range(turn, 0, -1))
        if "duizenden.out.first-circuit" in params:
            bounds["melds_from_circuit"] = turn, "most"
    if "pot_hand_minimum" in flags:
        count = params["duizenden.pot.hand"]["count"]
        assert isinstance(count, int)
        values["pot_hand_minimum"] = (*[usual for usual in (3, 2) if usual < count], count, 0)
        bounds["pot_hand_minimum"] = count, "most"
    if "swap_limit" in flags:
        swaps = _swaps(fault)
        values["swap_limit"] = (swaps,)
        bounds["swap_limit"] = swaps, "least"
    if "last_card_call" in flags:
        values["last_card_call"] = _CALLS
    if "target" not in flags:
        return Guesses(values, _NONE, bounds)
    values["target"] = _targets(fault)
    values["queen_penalty"] = _PENALTIES
    covered = fault.state.match.deals <= len(fault.record.scores)
    # without totals nothing tells what the queen cost
    return Guesses(values, _NONE if covered else _SCORING - {"credit"})


_MINIMA: Final = (75, 60, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5)
_TARGETS: Final = (500, 1000, 1500, 2000, 2500, 3000, 5000, 10_000)
_PENALTIES: Final = (100, 200, 50, 0)
_CALLS: Final = (Points(points=50), Points(points=25), Points(points=100), Points(points=10))


def _first_melds(fault: Fault[Rules, State, Action]) -> Iterator[int]:
    """What the first melds of each player brought, in the turn and the round in which they were laid
    and which is over."""
    laid: dict[int, int] = {}
    opened: set[int] = set()
    for action in fault.record.actions:
        if type(action) is Deal:
            # who went out with the opening did not discard
            yield from [points for seat, points in laid.items() if seat not in opened]
            laid, opened = {}, set()
        elif isinstance(action, Meld | Pot) and action.seat not in opened:
            laid[action.seat] = laid.get(action.seat, 0) + meld_points(action.cards, fault.rules)
        elif isinstance(action, Discard | EndTurn) and action.seat in laid and action.seat not in opened:
            opened.add(action.seat)
            yield laid[action.seat]


def _turn(fault: Fault[Rules, State, Action]) -> int:
    """The number of the turn in which somebody melds."""
    state = fault.state
    assert isinstance(state, Drawing | Melding)
    return state.places[state.turn].turns + isinstance(state, Drawing)


def _swaps(fault: Fault[Rules, State, Action]) -> int:
    """The most swaps of a round."""
    most = swaps = 0
    for action in fault.record.actions:
        swaps = 0 if isinstance(action, Deal | Draw) else swaps + isinstance(action, Swap)
        most = max(most, swaps)
    return most


def _targets(fault: Fault[Rules, State, Action]) -> tuple[int, ...]:
    """Targets above all totals after which the match went on."""
    # what stands last may have ended it
    went_on = [total for row in fault.record.scores[:-1] for total in row]
    highest = max([*fault.state.match.totals, *went_on])
    return tuple([usual for usual in _TARGETS if usual > highest]) or (highest + 1,)


def _from_totals(fault: Fault[Rules, State, Action]) -> Guesses:
    """Numbers that make the totals of the last round right, if nothing else is wrong with them."""
    assert fault.actual is not None
    rules, previous = fault.rules, fault.state.match.previous
    assert previous is not None  # the round was scored
    penalties: list[int] = []
    calls: list[object] = []
    partial = _NONE
    fines = {line.seat: -line.points for line in previous.lines if line.rule == "duizenden.last-card"}
    for seat, (claimed, actual) in enumerate(zip(fault.claimed, fault.actual, strict=True)):
        queens, fine = previous.hands[seat].count(QUEEN), fines.get(seat, 0)
        lost = actual - claimed
        if lost and queens and not lost % queens:
            penalties.append(rules.queen_penalty + lost // queens)
        if lost and fine and isinstance(rules.last_card_call, Points):
            times = fine // rules.last_card_call.points
            if not lost % times and (points := (fine + lost) // times) > 0:
                calls.append(Points(points=points))
        if lost and queens and fine:
            partial = frozenset(["queen_penalty", "last_card_call"])
    values: dict[str, tuple[object, ...]] = {
        "queen_penalty": (*penalties, *_PENALTIES) if penalties else (),
        "last_card_call": (*calls, *_CALLS) if fines or isinstance(rules.last_card_call, Draws) else (),
    }
    if any([type(meld) is Run and meld.low == 0 for meld in previous.melds]):
        values["low_ace_points"] = tuple(range(21))
    return Guesses(values, partial)


CLUES: Final[Clues[Rules, State, Action]] = Clues(needed, guesses)
