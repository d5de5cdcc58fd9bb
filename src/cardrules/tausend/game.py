"""Tausend as a `Game`, for tools that serve any game."""

from __future__ import annotations

from typing import Final, cast, get_args

from cardrules import rulebook
from cardrules.registry import Describing, Game
from cardrules.tausend import (
    PRESETS,
    Action,
    Rules,
    SeenDeal,
    SeenGive,
    SeenPass,
    State,
    View,
    actors,
    apply,
    deck,
    describe,
    is_legal,
    legal_actions,
    options,
    parse_action,
    places,
    redact,
    score,
    shuffle,
    start,
    view,
    violations,
)
from cardrules.tausend.check import check
from cardrules.tausend.clues import CLUES
from cardrules.tausend.notes import complete
from cardrules.tausend.policy import choose
from cardrules.tausend.standing import stand

GAME: Final[Game[Rules, State, Action, View]] = Game(
    name="tausend",
    Rules=Rules,
    PRESETS=PRESETS,
    start=start,
    shuffle=shuffle,
    actors=actors,
    legal_actions=legal_actions,
    is_legal=is_legal,
    violations=violations,
    apply=apply,
    score=score,
    view=view,
    deck=deck,
    places=places,
    parse_action=parse_action,
    check=check,
    rulebook=lambda: rulebook.load("cardrules.tausend"),
    choose=choose,
    complete=complete,
    stand=stand,
    Action=get_args(Action),
    State=get_args(State),
    View=(View,),
    clues=CLUES,
    redact=redact,
    Seen=(SeenDeal, SeenPass, SeenGive),
    options=options,
    # it refuses whatever is no action of the game, redacted or not
    describe=cast("Describing[State | View]", describe),
)
