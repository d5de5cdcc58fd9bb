"""What the table lets stand: an action that breaks rules and that nobody noticed.

It can stand where the cards and the seats allow it: it is in its time and by the seat on turn, and
its card is in the hand that it is taken from. Then the deal goes on from there as if it were
right: a wrong announcement counts, a bid is the bid. So the rules fall in two: those whose breach
leaves nothing to go on with, and all others.

A state after such an action may be one that legal play cannot reach. All that can be asked of a
state can be asked of it, the rules are judged as in any other, and every match can go on.
"""

from __future__ import annotations

from typing import Final

from cardrules.tausend.actions import Action, Pass, Play
from cardrules.tausend.referee import violations
from cardrules.tausend.state import BeforeLead, Bidding, Playing, State
from cardrules.tausend.transition import step
from cardrules.verdict import ACTION, IllegalAction

NEVER_STANDS: Final = frozenset(
    [
        ACTION.rule,
        *[
            f"tausend.{rule}"
            for rule in (
                # the table waits for something else, or for somebody else
                "phase",
                "win.over",
                "four-handed",
                "bid.turn",
                "bid.passed",
                "give.declarer",
                "play.turn",
                # the cards are not there, or cannot go where they should
                "deck",
                "deal",
                "give",
                "play.hand",
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
    return step(state, action)


def _has_place(state: State, action: Action) -> bool:
    """Whether there is somebody who acts, and a card or a bid to go on with, where the rules that are
    broken do not tell."""
    if max(action.seats) >= state.match.rules.players:
        return False
    if isinstance(action, Play):
        # a wrong announcement of aces is all that is said of a play
        assert isinstance(state, BeforeLead | Playing)  # it is in its time
        return action.card in state.hands[action.seat]
    # without a bid there is no declarer
    return not (isinstance(state, Bidding) and isinstance(action, Pass) and len(state.bidders) == 2)
