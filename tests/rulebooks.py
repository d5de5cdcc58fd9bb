"""What the tests of the rulebooks expect, game by game: the rules, what the referee says, configs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import attrs
from attrs import field, frozen

from cardrules import duizenden, rulebook
from cardrules.cards import Card, Cards, Suit
from cardrules.duizenden import Draws, Points
from cardrules.errors import InvalidRules
from cardrules.rulebook import Rulebook
from cardrules.tausend.rules import Barrel, Rules
from cardrules.testing.tausend.configs import EACH_FLAG
from cardrules.verdict import Param, Violation


@frozen
class Told:
    """A game. ids: its rules in the order in which they are told. violations: what the referee says,
    by rule and reason ("" where there is but one), the other parameters. others: other values of each
    flag. houses: configs."""

    book: Rulebook
    ids: tuple[str, ...]
    violations: Mapping[str, Mapping[str, Mapping[str, Param]]] = field(repr=False)
    others: Mapping[str, tuple[dict[str, Any], ...]] = field(repr=False)
    houses: Mapping[str, Any] = field(repr=False)

    def neighbours(self, rules: Any) -> Iterator[tuple[str, Any]]:
        """The configs that differ in one flag, and the flag."""
        for flag, changes in self.others.items():
            for change in changes:
                with suppress(InvalidRules):  # as a barrel at 555 without four aces
                    other = _with_flag(rules, flag, change)
                    if other != rules:
                        yield flag, other


def _with_flag(rules: Any, flag: str, change: dict[str, Any]) -> Any:
    """The config with another value of one flag and the same values of all others."""
    if flag.startswith("barrel."):
        return attrs.evolve(rules, barrel=attrs.evolve(rules.barrel, **change))
    return attrs.evolve(rules, **change)


# -- Tausend

_TAUSEND_IDS = (
    "tausend.phase",
    "tausend.win.over",
    "tausend.deck",
    "tausend.deal",
    "tausend.four-handed",
    "tausend.dealer",
    "tausend.redeal",
    "tausend.open",
    "tausend.bid.turn",
    "tausend.bid.opening",
    "tausend.bid.step",
    "tausend.bid.higher",
    "tausend.bid.marriage",
    "tausend.bid.maximum",
    "tausend.bid.passed",
    "tausend.bid.end",
    "tausend.poor-widow",
    "tausend.give",
    "tausend.give.declarer",
    "tausend.raise",
    "tausend.surrender",
    "tausend.surrender.barrel",
    "tausend.nines",
    "tausend.play.turn",
    "tausend.play.follow",
    "tausend.play.trump",
    "tausend.play.hand",
    "tausend.trick.winner",
    "tausend.marriage.lead",
    "tausend.marriage.pair",
    "tausend.marriage.trump",
    "tausend.marriage.lost",
    "tausend.aces",
    "tausend.score.declarer",
    "tausend.score.defender",
    "tausend.score.surrender",
    "tausend.barrel.defender",
    "tausend.null",
    "tausend.win",
    "tausend.win.tie",
    "tausend.barrel.enter",
    "tausend.barrel.win",
    "tausend.barrel.lose",
    "tausend.barrel.fall",
    "tausend.555",
    "tausend.barrel.many",
)
CARD, CARDS = Card.parse("Qh"), Cards.parse("9hQhAc")

_TAUSEND_VIOLATIONS: dict[str, dict[str, dict[str, Param]]] = {
    "tausend.phase": {"deal": {}, "bid": {}, "give": {}, "lead": {}, "play": {}},
    "tausend.win.over": {"": {}},
    "tausend.four-handed": {"": {"seat": 3}},
    "tausend.deck": {"": {"cards": CARDS}},
    "tausend.deal": {
        "seat": {"seat": 1},
        "stranger": {"seat": 3},
        "hand": {"seat": 1, "count": 8},
        "widow": {"count": 1},
        "cards": {"cards": CARDS},
        "twice": {"cards": CARDS},
    },
    "tausend.bid.turn": {"": {"seat": 0, "turn": 1}},
    "tausend.bid.passed": {"": {"seat": 0}},
    "tausend.bid.opening": {"pass": {}, "bid": {"bid": 95}},
    "tausend.bid.higher": {"": {"bid": 100, "last": 110}},
    "tausend.bid.step": {"": {"bid": 101}},
    "tausend.bid.marriage": {"": {"bid": 125}},
    "tausend.bid.maximum": {"": {"bid": 405, "maximum": 400}},
    "tausend.give": {reason: {"card": CARD, "to": 2} for reason in ("hand", "self", "twice", "nobody")},
    "tausend.give.declarer": {"": {"seat": 0, "declarer": 1}},
    "tausend.nines": {"": {"seat": 0}},
    "tausend.raise": {"lower": {"bid": 110, "last": 120}, "amount": {"bid": 121, "last": 120}},
    "tausend.surrender.barrel": {"": {}},
    "tausend.play.turn": {"": {"seat": 0, "turn": 1}},
    "tausend.play.hand": {"": {"card": CARD}},
    "tausend.play.follow": {"": {"held": CARDS, "led": Suit.HEARTS}},
    "tausend.play.trump": {"": {"held": CARDS, "led": Suit.HEARTS, "trump": Suit.CLUBS}},
    "tausend.aces": {"off": {}, "lead": {}, "hand": {}, "card": {"card": CARD}},
    "tausend.marriage.lead": {"": {}},
    "tausend.marriage.pair": {"card": {"card": CARD}, "hand": {"card": CARD}},
    "tausend.marriage.lost": {"": {"suit": Suit.SPADES, "cards": CARDS}},
}
_TAUSEND_OTHERS: dict[str, tuple[dict[str, Any], ...]] = {
    "players": (
        {"players": 3, "sits_out": None},
        {"players": 4, "sits_out": "dealer"},
        {"players": 4, "sits_out": "right_of_dealer"},
    ),
    "four_aces": ({"four_aces": False}, {"four_aces": True}),
    "surrender_points": ({"surrender_points": "sixty"}, {"surrender_points": "half_bid"}),
    "surrender_cost": ({"surrender_cost": "from_third"}, {"surrender_cost": "every_third"}),
    "null_penalty": ({"null_penalty": True}, {"null_penalty": False}),
    "barrel.at": ({"at": 880}, {"at": 900}, {"at": 995}),
    "barrel.deals": ({"deals": 3}, {"deals": 1}, {"deals": 4}),
    "barrel.falls_to": ({"falls_to": 390}, {"falls_to": 0}, {"falls_to": -120}),
    "reset_at_555": ({"reset_at_555": False}, {"reset_at_555": True}),
    "poor_widow_redeal": ({"poor_widow_redeal": False}, {"poor_widow_redeal": True}),
}
"""Other values of each flag; who sits out goes with the number of players, and has a test of its own."""

_TAUSEND_HOUSES = {
    **EACH_FLAG,
    "all flags": Rules(
        players=4,
        sits_out="right_of_dealer",
        four_aces=True,
        surrender_points="half_bid",
        surrender_cost="every_third",
        null_penalty=False,
        barrel=Barrel(at=400, deals=1, falls_to=-200),
        reset_at_555=True,
        poor_widow_redeal=True,
    ),
    "local rules": Rules(four_aces=True, surrender_points="half_bid", null_penalty=False, barrel=Barrel(at=850)),
    "four players, poor widow": Rules(players=4, poor_widow_redeal=True, surrender_cost="every_third"),
}

TAUSEND: Final = Told(
    rulebook.load("cardrules.tausend"), _TAUSEND_IDS, _TAUSEND_VIOLATIONS, _TAUSEND_OTHERS, _TAUSEND_HOUSES
)

# -- Duizenden

_IDS = (
    "duizenden.phase",
    "duizenden.turn",
    "duizenden.hand",
    "duizenden.win.over",
    "duizenden.deck",
    "duizenden.players",
    "duizenden.deal",
    "duizenden.dealer",
    "duizenden.open",
    "duizenden.points",
    "duizenden.points.low-ace",
    "duizenden.meld.size",
    "duizenden.meld.group",
    "duizenden.meld.run",
    "duizenden.meld.low-ace",
    "duizenden.meld.wild",
    "duizenden.meld.ratio",
    "duizenden.meld.first-turn",
    "duizenden.meld.modern-two",
    "duizenden.swap",
    "duizenden.swap.same",
    "duizenden.draw",
    "duizenden.pot.meld",
    "duizenden.pot.opened",
    "duizenden.pot.hand",
    "duizenden.opening",
    "duizenden.layoff",
    "duizenden.no-rearrange",
    "duizenden.exchange",
    "duizenden.exchange.queen",
    "duizenden.discard",
    "duizenden.discard.queen",
    "duizenden.end-turn",
    "duizenden.stock",
    "duizenden.out",
    "duizenden.out.discard",
    "duizenden.out.opening-turn",
    "duizenden.out.first-circuit",
    "duizenden.out.unopened",
    "duizenden.last-card",
    "duizenden.score",
    "duizenden.score.credit",
    "duizenden.score.queen",
    "duizenden.win",
)

_VIOLATIONS: dict[str, dict[str, dict[str, Param]]] = {
    "duizenden.phase": {reason: {} for reason in ("deal", "swap", "draw", "meld", "reshuffle")},
    "duizenden.turn": {"": {"seat": 0, "turn": 1}},
    "duizenden.hand": {"": {"cards": CARDS}},
    "duizenden.win.over": {"": {}},
    "duizenden.deck": {"": {"cards": CARDS}},
    "duizenden.deal": {
        "seat": {"seat": 1},
        "stranger": {"seat": 3},
        "hand": {"seat": 1, "count": 12},
        "open": {"count": 2},
        "cards": {"cards": CARDS},
        "more": {"cards": CARDS},
    },
    "duizenden.meld.size": {"": {}},
    "duizenden.meld.group": {"": {}},
    "duizenden.meld.run": {"": {}},
    "duizenden.meld.low-ace": {"": {}},
    "duizenden.meld.ratio": {"naturals": {}, "minority": {}, "half": {}},
    "duizenden.meld.first-turn": {"": {}},
    "duizenden.swap.same": {"same": {"card": CARD}, "queen": {"card": CARD}, "limit": {"count": 2}},
    "duizenden.pot.meld": {"empty": {}, "top": {"card": CARD}, "hand": {"count": 1}},
    "duizenden.pot.opened": {"": {"points": 30}},
    "duizenden.pot.hand": {"": {"count": 2, "least": 3}},
    "duizenden.opening": {"first": {"points": 30}, "reach": {"points": 30}, "discard": {"points": 30, "laid": 25}},
    "duizenden.layoff": {
        "opened": {},
        "meld": {"meld": 4, "count": 3},
        "owner": {"owner": 2},
        "end": {},
        "gap": {},
        "rank": {},
    },
    "duizenden.no-rearrange": {"": {"cards": CARDS}},
    "duizenden.exchange": {
        "opened": {},
        "meld": {"meld": 4, "count": 3},
        "off": {"owner": 2},
        "owner": {"owner": 2},
        "place": {"card": CARD},
    },
    "duizenden.exchange.queen": {"": {"owner": 2}},
    "duizenden.discard": {"": {}},
    "duizenden.discard.queen": {"never": {}, "last_card": {}, "only_card": {}},
    "duizenden.end-turn": {"after": {}, "discard": {}},
    "duizenden.stock": {"": {"cards": CARDS}},
    "duizenden.out.discard": {"": {}},
    "duizenden.out.opening-turn": {"out": {}},
    "duizenden.out.first-circuit": {"meld": {"turn": 2}, "out": {}},
    "duizenden.out.unopened": {"": {}},
    "duizenden.last-card": {"twice": {}, "self": {}, "kept": {"seat": 1}, "settled": {"seat": 1}, "card": {}},
}

_VALUES: dict[str, tuple[Any, ...]] = {
    "players": (2, 4, 7),
    "wild": ("jokers", "twos"),
    "swap_phase": (True, False),
    "swap_limit": (None, 0, 1, 2, 3),
    "opening_minimum": (0, 30, 50),
    "ratio": ("minority", "half"),
    "low_ace": (True, False),
    "low_ace_points": (0, 1, 20),
    "wild_in_first_turn": (True, False),
    "melds_from_circuit": (1, 2, 3),
    "pot_needs_opened": (True, False),
    "pot_hand_minimum": (0, 1, 3),
    "last_card": ("free", "discard"),
    "out_in_opening_turn": (True, False),
    "out_in_first_circuit": (True, False),
    "out_unopened": (True, False),
    "layoff": ("own", "any"),
    "exchange": ("none", "own", "any"),
    "queen_exchange": (True, False),
    "queen_discard": ("never", "last_card", "only_card"),
    "queen_penalty": (0, 100, 200),
    "credit": ("player", "owner"),
    "last_card_call": (None, Points(points=1), Points(points=25), Draws()),
    "empty_stock": ("reshuffle", "end_round"),
    "target": (500, 1000),
}

_HOUSES = {
    **duizenden.PRESETS,
    "all flags": duizenden.Rules(
        players=3,
        swap_limit=2,
        low_ace=False,
        wild_in_first_turn=False,
        melds_from_circuit=2,
        pot_hand_minimum=4,
        last_card="free",
        out_in_opening_turn=True,
        out_in_first_circuit=False,
        out_unopened=True,
        layoff="own",
        exchange="none",
        queen_exchange=False,
        queen_discard="last_card",
        credit="owner",
        last_card_call=Points(points=25),
        empty_stock="end_round",
        target=500,
    ),
    "the pot for all": duizenden.Rules(pot_needs_opened=False, exchange="own", last_card_call=Draws()),
    "the queen last": duizenden.Rules(
        queen_discard="only_card", out_in_first_circuit=False, queen_exchange=False, swap_limit=1
    ),
}

DUIZENDEN: Final = Told(
    rulebook.load("cardrules.duizenden"),
    _IDS,
    _VIOLATIONS,
    {flag: tuple([{flag: value} for value in values]) for flag, values in _VALUES.items()},
    _HOUSES,
)

GAMES: Final = {"tausend": TAUSEND, "duizenden": DUIZENDEN}


def assert_tells_all(violation: Violation) -> None:
    """Whether a violation tells all that its rule does, each of its kind."""
    params = dict(violation.params)
    reasons = GAMES[violation.rule.partition(".")[0]].violations[violation.rule]
    known = reasons[str(params.pop("reason", ""))]
    assert {name: type(value) for name, value in params.items()} == {name: type(value) for name, value in known.items()}
