"""The small cases of `cases/duizenden.toml`, which card players can read; its head tells what a case is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest
from attrs import evolve, frozen

import casetable
from cardrules import duizenden, rulebook
from cardrules.cards import CARDS, Card, Cards, Rank
from cardrules.duizenden.actions import written
from cardrules.duizenden.check import check
from cardrules.duizenden.game import GAME
from cardrules.duizenden.melds import Laid, lay
from cardrules.duizenden.state import Match, Place
from cardrules.errors import InvalidRules
from cardrules.scoresheet import ScoreLine
from casetable import Outcome, Table, flags_of, seat_of, with_flag

# no action can break these: they say what happens
CONSEQUENCES: Final = frozenset(
    f"duizenden.{name}"
    for name in (
        "dealer",
        "open",
        "points",
        "points.low-ace",
        "meld.wild",
        "meld.modern-two",
        "swap",
        "draw",
        "out",
        "score",
        "score.credit",
        "score.queen",
        "win",
    )
)

REFUSALS: Final = "duizenden.players"
"""The rule that is broken by house rules, not by an action."""

PRESETS: Final = ("kinder", "volwassen", "klassiek", "modern")
ONLY_IN: Final[Mapping[str, Sequence[str]]] = {
    "duizenden.meld.low-ace": (),
    "duizenden.meld.modern-two": ("kinder", "volwassen", "klassiek"),
    "duizenden.meld.first-turn": ("klassiek", "modern"),
    "duizenden.swap.same": ("kinder", "volwassen"),
    "duizenden.pot.opened": ("kinder", "volwassen"),
    "duizenden.pot.hand": ("klassiek", "modern"),
    "duizenden.opening": ("kinder", "volwassen"),
    "duizenden.exchange.queen": ("klassiek", "modern"),
    "duizenden.out.discard": ("volwassen", "klassiek", "modern"),
    "duizenden.out.opening-turn": ("kinder", "volwassen"),
    "duizenden.out.first-circuit": (),
    "duizenden.out.unopened": (),
    "duizenden.last-card": (),
}
"""The rules that cannot be broken, or stay out of play, under every preset as it is; with the presets
under which they can."""


@frozen(kw_only=True)
class Case(casetable.Case):
    """One case, with the fields that the head of the table describes."""

    presets: str = "volwassen"
    dealer: str | None = None
    before: Sequence[int] | None = None
    hands: Mapping[str, str] = {}
    melds: Sequence[str] = ()
    pot: str = ""
    stock: str = ""
    rest: str = "stock"
    turn: str = "p1"
    turns: int = 1
    drawn: bool = True
    holds: Sequence[str] = ()
    table: Sequence[str] | None = None
    on_pot: str | None = None
    refused: str | None = None

    @property
    def judges(self) -> bool:
        return super().judges or self.refused is not None

    @property
    def says_how_it_ends(self) -> bool:
        return super().says_how_it_ends or bool(self.holds) or self.table is not None or self.on_pot is not None

    @property
    def under(self) -> Sequence[str]:
        """The presets for which it speaks."""
        return PRESETS if self.presets == "all" else self.presets.split(" ")


class Duizenden(Table[Case]):
    """The table, with what only Duizenden has."""

    def listed(self, state: duizenden.State, action: duizenden.Action) -> bool:
        listed = super().listed(state, action)
        every = list(duizenden.legal_actions(state))
        # of the choices of wild cards the listing goes through only one
        wilds = state.match.rules.wild_bits
        if listed:
            assert plain(action, wilds) in [plain(each, wilds) for each in every]
        else:
            assert action not in every
        return listed

    def check_end(self, case: Case, state: duizenden.State) -> None:
        super().check_end(case, state)
        hands, melds, pot = lying(state)
        for held in case.holds:
            seat, _, cards = held.partition(" ")
            assert hands[seat_of(seat)] == Cards(cards_of(cards)), held
        if case.table is not None:
            assert ["".join(map(str, meld.cards)) for meld in melds] == case.table
        if case.on_pot is not None:
            assert pot == cards_of(case.on_pot)


TABLE: Final = Duizenden(GAME, Case)
RUNS: Final = [(case, preset) for case in TABLE.cases for preset in case.under]


# -- playing a case


def rules_of(preset: str, config: Mapping[str, Any]) -> duizenden.Rules:
    """The house rules of a case: those of a preset for two players, but for what the case says."""
    fields = {"players": 2, **config}
    call = fields.get("last_card_call")
    if call is not None:
        fields["last_card_call"] = duizenden.Points(**call) if "points" in call else duizenden.Draws(**call)
    return evolve(duizenden.PRESETS[preset], **fields)


def plain(action: duizenden.Action, wilds: int) -> str:
    """The text of an action, for all choices of wild cards in a meld the same."""
    if not isinstance(action, duizenden.Meld | duizenden.Pot | duizenden.LayOff):
        return str(action)
    names = [name for name in map(str, CARDS) if Card.parse(name).bit & wilds]
    return re.sub("|".join(names), "Jk", str(action))


Piles = tuple[Sequence[Cards], Sequence[Laid], tuple[Card, ...]]


def lying(state: duizenden.State) -> Piles:
    """The hands, the melds and the pot; after a round, those that it has left."""
    if isinstance(state, duizenden.Reshuffling):
        return lying(state.before)
    if isinstance(state, duizenden.Swapping):
        return state.hands, (), ()
    if isinstance(state, duizenden.Drawing | duizenden.Melding):
        return state.hands, state.melds, state.pot
    left = state.match.previous
    assert left is not None, "no card has been dealt"
    return left.hands, left.melds, left.pot


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple([Card.parse(name) for name in re.findall(r"\S\S", text.replace(" ", ""))])


def in_order(cards: Cards) -> list[Card]:
    """The cards that a case does not name, in the order in which places are filled with them: by
    ranks from the threes on, then the aces, the twos and the jokers; of two copies one after all others."""
    ranks = [*list(Rank)[1:], Rank.TWO, None]
    once = sorted(cards.kinds(), key=lambda card: (ranks.index(card.rank), card.index))
    twice = cards - Cards(once)
    return [*once, *in_order(twice)] if twice else once


def filled(text: str, rules: duizenden.Rules) -> str:
    """A deal with cards for each `...`: hands of 13, one open card, the rest as the stock."""
    if not text.startswith("deal ") or "..." not in text:
        return text
    groups = [group.split(":") for group in text.split(" ")[1:]]
    named = {name: list(cards_of(cards.replace("...", ""))) for name, cards in groups}
    spare = in_order(duizenden.deck(rules) - Cards([card for cards in named.values() for card in cards]))
    for name, cards in groups:
        if "..." in cards:
            wanted = {"open": 1, "stock": len(spare)}.get(name, 13) - len(named[name]) * (name != "stock")
            named[name] += spare[:wanted]
            del spare[:wanted]
    return " ".join(["deal", *[f"{name}:{''.join(map(str, cards))}" for name, cards in named.items()]])


def beginning(case: Case, rules: duizenden.Rules) -> duizenden.State:
    """The state that a case starts from."""
    last = rules.players - 1
    start = duizenden.start(rules, last if case.dealer is None else seat_of(case.dealer))
    match = start.match
    if case.before is not None:
        # one round that has made the totals what they are
        totals = tuple(case.before)
        sheet = [ScoreLine(0, seat, points, "duizenden.score") for seat, points in enumerate(totals)]
        match = Match(rules, match.dealer, 1, totals, tuple(sheet))
    return table_of(case, match) if case.hands else duizenden.Dealing(match)


def table_of(case: Case, match: Match) -> duizenden.State:
    """The state of the table that a case describes."""
    rules = match.rules
    turn = seat_of(case.turn)
    melds = tuple(
        [
            lay(written(cards_of(cards)), seat_of(owner), rules)
            for owner, cards in [text.split(" ", 1) for text in case.melds]
        ]
    )
    pot, stock = cards_of(case.pot), cards_of(case.stock)
    hands = {seat_of(name): Cards(cards_of(cards)) for name, cards in case.hands.items()}
    named = sum([Cards(meld.cards) for meld in melds], sum(hands.values(), Cards([*pot, *stock])))
    spare = in_order(duizenden.deck(rules) - named)
    for seat in range(rules.players):
        if seat not in hands and case.rest != f"p{seat + 1}":
            hands[seat] = Cards([spare.pop(0), spare.pop(0)])
    if case.rest == "stock":
        stock += tuple(spare)
    else:
        held = hands.get(seat_of(case.rest), Cards())
        hands[seat_of(case.rest)] = held + Cards(spare)
    owners = {meld.owner for meld in melds}
    drawing = duizenden.Drawing(
        match,
        tuple([hands[seat] for seat in range(rules.players)]),
        stock,
        pot,
        melds,
        tuple(
            [
                Place(case.turns + ((seat - turn) % rules.players > last_of(match, turn)), seat in owners)
                for seat in range(rules.players)
            ]
        ),
        turn,
    )
    if not case.drawn:
        return drawing
    place = drawing.places[turn]
    places = (*drawing.places[:turn], evolve(place, turns=place.turns + 1), *drawing.places[turn + 1 :])
    laid = None if place.opened else 0
    # right after drawing a hand has two cards or more
    fresh = len(drawing.hands[turn]) > 1
    return duizenden.Melding(match, drawing.hands, stock, pot, melds, places, turn, fresh, laid, False)


def last_of(match: Match, turn: int) -> int:
    """How many seats after that on turn have still their turn in this circuit."""
    return (match.dealer - turn) % match.rules.players


def play(case: Case, preset: str, config: Mapping[str, Any], *, strange: bool = False) -> Outcome | str:
    """The case under these house rules, up to the first illegal action; the field for which they
    are refused. `strange`: the table need not be one that a match can reach under them."""
    try:
        rules = rules_of(preset, config)
    except InvalidRules as error:
        return error.field
    state = beginning(case, rules)
    if not strange:
        check(state)
    return TABLE.play(state, [filled(text, rules) for text in TABLE.texts(case)])


def house_rules(case: Case) -> set[str]:
    """What is different from the preset, but for the number of players."""
    return set(case.rules) - {"players"}


# -- the tests


@pytest.mark.parametrize(
    ("case", "preset"), [pytest.param(case, preset, id=f"{case.rule}: {case.name} ({preset})") for case, preset in RUNS]
)
def test_case(case: Case, preset: str) -> None:
    outcome = play(case, preset, case.rules)
    if isinstance(outcome, str):
        assert outcome == case.refused
    else:
        assert case.refused is None, "the house rules are not refused"
        TABLE.check(case, outcome)
    if case.flag is not None:
        changed = with_flag(case.rules, case.flag, case.other)
        assert changed != case.rules
        other = play(case, preset, changed, strange=True)
        assert noticed(other) != noticed(outcome), f"{case.flag} changes nothing"


def noticed(outcome: Outcome | str) -> object:
    """What players would notice of a case."""
    return outcome if isinstance(outcome, str) else TABLE.visible(outcome)


def test_every_case_says_what_must_come_out() -> None:
    TABLE.check_verdicts()


def test_every_beginning_is_used() -> None:
    assert TABLE.unused_beginnings() == []


def test_the_cases_name_rules_of_the_rulebook() -> None:
    rules = set(rulebook.load("cardrules.duizenden").rules)
    assert TABLE.rules_named() <= rules
    assert rules >= {*CONSEQUENCES, *ONLY_IN, REFUSALS}


def test_every_rule_is_shown_both_ways() -> None:
    for rule in rulebook.load("cardrules.duizenden").rules:
        if rule == REFUSALS:
            assert {case.refused is None for case in TABLE.cases if case.rule == rule} == {True, False}
        else:
            TABLE.check_both_ways(rule, CONSEQUENCES)


def test_every_rule_is_shown_under_every_preset() -> None:
    """Under each preset by a case in which all is well, and, where the rule can be broken or stay out
    of play with the preset as it is, by such a one."""
    well = {(case.rule, preset) for case, preset in RUNS if not (case.breaks or case.refused)}
    otherwise = {(case.rule, preset) for case, preset in RUNS if not case.applies or case.refused}
    otherwise |= {
        (case.rule, preset) for case, preset in RUNS if case.rule in (case.breaks or []) and not house_rules(case)
    }
    missing = []
    for rule in sorted({case.rule for case in TABLE.cases}):
        missing += [(rule, preset, "well") for preset in PRESETS if (rule, preset) not in well]
        missing += [(rule, preset, "not") for preset in ONLY_IN.get(rule, PRESETS) if (rule, preset) not in otherwise]
    assert missing == []


def test_every_flag_is_shown_at_work() -> None:
    shown = {(case.rule, case.flag) for case in TABLE.cases}
    assert [pair for pair in flags_of(rulebook.load("cardrules.duizenden")) if pair not in shown] == []
