"""Duizenden, the Dutch rummy of two decks with jokers, the queen of spades and the pot."""

from cardrules.duizenden.actions import (
    Action,
    Challenge,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Reshuffle,
    Swap,
    parse_action,
)
from cardrules.duizenden.describe import describe
from cardrules.duizenden.legal import legal_actions
from cardrules.duizenden.melds import Group, Laid, Run
from cardrules.duizenden.options import actions_with, options
from cardrules.duizenden.referee import is_legal, violations
from cardrules.duizenden.rules import PRESETS, Draws, Points, Rules
from cardrules.duizenden.scoring import score
from cardrules.duizenden.seen import SeenAction, SeenChallenge, SeenDeal, SeenDraw, SeenReshuffle, redact
from cardrules.duizenden.state import Dealing, Drawing, Melding, Over, Place, Reshuffling, State, Swapping
from cardrules.duizenden.transition import actors, apply, shuffle, start
from cardrules.duizenden.view import Phase, PreviousView, View, deck, places, view

__all__ = [
    "PRESETS",
    "Action",
    "Challenge",
    "Deal",
    "Dealing",
    "Discard",
    "Draw",
    "Drawing",
    "Draws",
    "EndTurn",
    "Exchange",
    "Group",
    "Laid",
    "Last",
    "LayOff",
    "Meld",
    "Melding",
    "Over",
    "Phase",
    "Place",
    "PlayerAction",
    "Points",
    "Pot",
    "PreviousView",
    "Reshuffle",
    "Reshuffling",
    "Rules",
    "Run",
    "SeenAction",
    "SeenChallenge",
    "SeenDeal",
    "SeenDraw",
    "SeenReshuffle",
    "State",
    "Swap",
    "Swapping",
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
