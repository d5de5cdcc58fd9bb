"""Tausend, the German form of Tysiacha: three players, bidding, widow, marriages, tricks, barrel."""

from cardrules.tausend.actions import (
    Action,
    Bid,
    Deal,
    Give,
    Nines,
    Pass,
    Play,
    PlayerAction,
    Raise,
    Surrender,
    parse_action,
)
from cardrules.tausend.describe import describe
from cardrules.tausend.legal import legal_actions
from cardrules.tausend.options import actions_with, options
from cardrules.tausend.referee import is_legal, violations
from cardrules.tausend.rules import PRESETS, Barrel, Rules
from cardrules.tausend.scoring import score
from cardrules.tausend.seen import SeenAction, SeenDeal, SeenGive, SeenPass, redact
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Over, Playing, Standing, State, Trick
from cardrules.tausend.transition import actors, apply, shuffle, start
from cardrules.tausend.view import Gift, Phase, PreviousView, View, deck, places, view

__all__ = [
    "PRESETS",
    "Action",
    "Barrel",
    "BeforeLead",
    "Bid",
    "Bidding",
    "Deal",
    "Dealing",
    "Gift",
    "Give",
    "Giving",
    "Nines",
    "Over",
    "Pass",
    "Phase",
    "Play",
    "PlayerAction",
    "Playing",
    "PreviousView",
    "Raise",
    "Rules",
    "SeenAction",
    "SeenDeal",
    "SeenGive",
    "SeenPass",
    "Standing",
    "State",
    "Surrender",
    "Trick",
    "View",
    "actions_with",
    "actors",
    "apply",
    "deck",
    "describe",
    "is_legal",
    "legal_actions",
    "options",
    "parse_action",
    "places",
    "redact",
    "score",
    "shuffle",
    "start",
    "view",
    "violations",
]
