"""What the table lets stand: an action that breaks rules and that nobody noticed.

It can stand where the cards and the seats allow it: it is in its time and by the seat on turn, its
cards are where it takes them from, and they find a place. Then the game goes on from there. So the
rules fall in two: those whose breach leaves nothing to go on with, and all others, such as the
opening minimum, the queen on the pot, or going out where that is forbidden.

A state after such an action may be one that legal play cannot reach. All that can be asked of a
state can be asked of it, the rules are judged as in any other, and every round can go on; but a
turn may have no legal end any more (its player has laid too little to open, or holds a last card
that may not be discarded). Then no action is legal, and another one can stand.
"""

from __future__ import annotations

from typing import Final

from cardrules.duizenden.actions import Action, Challenge, Exchange, LayOff, Meld, Pot
from cardrules.duizenden.melds import NATURALS, addition_faults, stands_for, wilds_in
from cardrules.duizenden.referee import can_punish, violations
from cardrules.duizenden.state import Drawing, Melding, State
from cardrules.duizenden.transition import STEPS
from cardrules.verdict import ACTION, IllegalAction

NEVER_STANDS: Final = frozenset(
    [
        ACTION.rule,
        *[
            f"duizenden.{rule}"
            for rule in (
                # the table waits for something else, or for somebody else
                "phase",
                "turn",
                "win.over",
                # the cards are not there
                "hand",
                "deck",
                "no-rearrange",
                "deal",
                "stock",
                # the cards are no meld, or do not continue one
                "meld.size",
                "meld.run",
                "meld.group",
                "pot.meld",
            )
        ],
    ]
)
"""The rules whose breach leaves nothing that could stand."""


def stand(state: State, action: Action) -> State:
    """The state after an action that the table let stand though it may break rules.

    Raises IllegalAction, with every rule that it breaks, where it cannot be applied at all.
    """
    broken = violations(state, action)
    if broken and not (NEVER_STANDS.isdisjoint([violation.rule for violation in broken]) and _has_place(state, action)):
        raise IllegalAction(action, state, broken)
    return STEPS[type(state), type(action)](state, action)


def _has_place(state: State, action: Action) -> bool:
    """Whether what the action lays or takes has a place: of the reasons for which an action breaks a
    rule a violation tells only the first."""
    rules = state.match.rules
    if isinstance(action, Meld | Pot):
        # with fewer, nobody knows what the wild cards stand for
        return len(action.cards) - wilds_in(action.cards, rules) >= NATURALS
    if isinstance(action, LayOff | Exchange):
        assert isinstance(state, Melding)  # it is in its time
        if action.meld >= len(state.melds):
            return False
        meld = state.melds[action.meld]
        if isinstance(action, Exchange):
            return stands_for(meld, action.card, rules) is not None
        return not {"end", "gap", "rank"} & {*addition_faults(meld, action.end, action.cards, rules)}
    if isinstance(action, Challenge):
        assert isinstance(state, Drawing | Melding)  # it is in its time
        return can_punish(state)
    return True
