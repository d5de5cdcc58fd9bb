"""Duizenden as a `Game`, for tools that serve any game."""

from __future__ import annotations

from typing import Final, cast, get_args

from cardrules import rulebook
from cardrules.duizenden import (
    PRESETS,
    Action,
    Rules,
    SeenChallenge,
    SeenDeal,
    SeenDraw,
    SeenReshuffle,
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
from cardrules.duizenden.check import check
from cardrules.duizenden.clues import CLUES
from cardrules.duizenden.notes import complete
from cardrules.duizenden.policy import choose
from cardrules.duizenden.standing import stand
from cardrules.registry import Describing, Game

GAME: Final[Game[Rules, State, Action, View]] = Game(
    name="duizenden",
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
    rulebook=lambda: rulebook.load("cardrules.duizenden"),
    choose=choose,
    Action=get_args(Action),
    State=get_args(State),
    View=(View,),
    complete=complete,
    stand=stand,
    clues=CLUES,
    redact=redact,
    Seen=(SeenDeal, SeenReshuffle, SeenDraw, SeenChallenge),
    options=options,
    # it refuses whatever is no action of the game, redacted or not
    describe=cast("Describing[State | View]", describe),
)
