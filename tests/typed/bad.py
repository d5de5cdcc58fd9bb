"""Wrong uses of the public API, each of which type checkers must find, and nothing else.

A line that is wrong ends with `# error:` and the kinds of its error: mypy's, then pyright's. It is
never run, only checked: see `test_typing`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal, TypeAlias, assert_never

from cardrules import (
    GAMES,
    Card,
    Cards,
    Game,
    IllegalAction,
    Rank,
    Record,
    Report,
    Score,
    ScoreLine,
    Suit,
    Violation,
    duizenden,
    game,
    records,
    registry,
    tausend,
    wire,
)

# -- cards


def cards(card: Card, hand: Cards) -> None:
    Card(Suit.SPADES, Rank.ACE)  # error: arg-type, reportArgumentType
    Card("A", "s")  # error: arg-type, reportArgumentType
    print(card.rank.mask)  # error: union-attr, reportOptionalMemberAccess
    card.rank = Rank.ACE  # error: misc, reportAttributeAccessIssue
    card.colour = "red"  # error: attr-defined, reportAttributeAccessIssue
    print(card + card)  # error: operator, reportOperatorIssue
    Cards("AsKs")  # error: arg-type, reportArgumentType
    hand.bits = 0  # error: misc, reportAttributeAccessIssue
    hand.append(card)  # error: attr-defined, reportAttributeAccessIssue
    print(hand[0])  # error: index, reportIndexIssue
    print(hand + [card])  # error: operator, reportOperatorIssue
    print(hand <= 3)  # error: operator, reportOperatorIssue
    hand.count("As")  # error: arg-type, reportArgumentType
    Suit.HEARTS.mask = 0  # error: misc, reportAttributeAccessIssue
    Suit.HEARTS.value = "h"  # error: misc, reportAttributeAccessIssue
    letter: int = Rank.ACE.value  # error: assignment, reportAssignmentType
    print(letter, Rank.ONE)  # error: attr-defined, reportAttributeAccessIssue


class Marked(Card):  # error: misc, reportGeneralTypeIssues
    pass


# -- configs


def configs(rules: tausend.Rules) -> None:
    tausend.Rules(surrender_points="ninety")  # error: arg-type, reportArgumentType
    tausend.Rules(four_aces="yes")  # error: arg-type, reportArgumentType
    tausend.Rules(barrel=870)  # error: arg-type, reportArgumentType
    tausend.Rules(3)  # error: call-arg, reportCallIssue
    tausend.Rules(aces=True)  # error: call-arg, reportCallIssue
    tausend.Barrel(at="870")  # error: arg-type, reportArgumentType
    duizenden.Rules(wild="threes")  # error: arg-type, reportArgumentType
    duizenden.Rules(swap_limit="none")  # error: arg-type, reportArgumentType
    duizenden.Rules(last_card_call=50)  # error: arg-type, reportArgumentType
    duizenden.Rules(wild_bits=3)  # error: call-arg, reportCallIssue
    duizenden.Draws(cards=2)  # error: arg-type, reportArgumentType
    rules.four_aces = True  # error: misc, reportAttributeAccessIssue
    tausend.PRESETS["mine"] = rules  # error: index, reportIndexIssue
    duizenden.start(tausend.PRESETS["standard"])  # error: arg-type, reportArgumentType


# -- states and actions


def steps(state: tausend.State, other: duizenden.State, rng: random.Random) -> None:
    tausend.start(dealer="p1")  # error: arg-type, reportArgumentType
    tausend.shuffle(state, 7)  # error: arg-type, reportArgumentType
    tausend.apply(state, "p1 bid 110")  # error: arg-type, reportArgumentType
    tausend.apply(state, duizenden.Draw(0))  # error: arg-type, reportArgumentType
    tausend.apply(other, tausend.Bid(0, 110))  # error: arg-type, reportArgumentType
    duizenden.apply(other, tausend.Bid(0, 110))  # error: arg-type, reportArgumentType
    duizenden.violations(state, duizenden.Draw(0))  # error: arg-type, reportArgumentType
    tausend.legal_actions(state, "p1")  # error: arg-type, reportArgumentType
    tausend.legal_actions(state).append(tausend.Pass(0))  # error: attr-defined, reportAttributeAccessIssue
    tausend.view(state)  # error: call-arg, reportCallIssue
    tausend.view(state, "p1")  # error: arg-type, reportArgumentType
    tausend.deck(duizenden.Rules())  # error: arg-type, reportArgumentType
    tausend.parse_action(b"p1 pass")  # error: arg-type, reportArgumentType
    bids: tausend.Bidding = tausend.apply(state, tausend.shuffle(state, rng))  # error: assignment, reportAssignmentType
    print(bids, tausend.undo)  # error: attr-defined, reportAttributeAccessIssue


def fields(state: tausend.State, playing: tausend.Playing, bidding: tausend.Bidding, over: duizenden.Over) -> None:
    print(state.turn)  # error: union-attr, reportAttributeAccessIssue
    print(playing.bid)  # error: attr-defined, reportAttributeAccessIssue
    print(bidding.bid + 5)  # error: operator, reportOptionalOperand
    print(over.hands)  # error: attr-defined, reportAttributeAccessIssue
    playing.turn = 0  # error: misc, reportAttributeAccessIssue
    playing.match.dealer = 0  # error: misc, reportAttributeAccessIssue
    playing.trick.append(tausend.Play(0, Card.parse("As")))  # error: attr-defined, reportAttributeAccessIssue


def actions() -> None:
    tausend.Bid("p1", 110)  # error: arg-type, reportArgumentType
    tausend.Bid(0)  # error: call-arg, reportCallIssue
    tausend.Play(0, "As")  # error: arg-type, reportArgumentType
    tausend.Play(0, Card.parse("Kd"), "mariage")  # error: arg-type, reportArgumentType
    tausend.Give(0, Card.parse("9c"), to="p3")  # error: arg-type, reportArgumentType
    tausend.Pass(0).seat = 1  # error: misc, reportAttributeAccessIssue
    duizenden.Meld(0, Cards.parse("5h6h7h"))  # error: arg-type, reportArgumentType
    duizenden.LayOff(0, 2, (), "left")  # error: arg-type, reportArgumentType
    print(duizenden.Reshuffle(()).seat)  # error: attr-defined, reportAttributeAccessIssue


def a_missing_phase(state: tausend.State) -> str:
    match state:
        case tausend.Dealing() | tausend.Bidding() | tausend.Giving() | tausend.BeforeLead():
            return "before"
        case tausend.Playing():
            return "tricks"
        case _:
            assert_never(state)  # error: arg-type, reportArgumentType


def a_missing_action(action: duizenden.Action) -> str:
    match action:
        case duizenden.Deal() | duizenden.Reshuffle():
            return "chance"
        case duizenden.Swap() | duizenden.Draw() | duizenden.Pot():
            return "begins"
        case duizenden.Meld() | duizenden.LayOff() | duizenden.Exchange():
            return "melds"
        case duizenden.Discard() | duizenden.EndTurn() | duizenden.Last():
            return "ends"
        case _:
            assert_never(action)  # error: arg-type, reportArgumentType


def a_missing_meld(meld: duizenden.Group | duizenden.Run) -> int:
    if isinstance(meld, duizenden.Group):
        return len(meld.cards)
    assert_never(meld)  # error: arg-type, reportArgumentType


# -- views and scores


def seen(view: tausend.View, other: duizenden.View, score: Score, line: ScoreLine) -> None:
    print(view.hands)  # error: attr-defined, reportAttributeAccessIssue
    print(len(view.hand))  # error: arg-type, reportArgumentType
    print(other.stock)  # error: attr-defined, reportAttributeAccessIssue
    print(other.previous.out)  # error: union-attr, reportOptionalMemberAccess
    view.counts = ()  # error: misc, reportAttributeAccessIssue
    phase: Literal["bid", "play"] = view.phase  # error: assignment, reportAssignmentType
    print(phase, score.totals["p1"])  # error: call-overload, reportArgumentType
    score.winners = (0,)  # error: misc, reportAttributeAccessIssue
    line.points += 5  # error: misc, reportAttributeAccessIssue
    ScoreLine(0, 1, "40", "tausend.null")  # error: arg-type, reportArgumentType


def refused(error: IllegalAction, violation: Violation) -> None:
    print(error.violation)  # error: attr-defined, reportAttributeAccessIssue
    error.violations = ()  # error: misc, reportAttributeAccessIssue
    print(error.action.seat)  # error: attr-defined, reportAttributeAccessIssue
    violation.explain(3)  # error: arg-type, reportArgumentType
    Violation.of("tausend.bid.higher", bid=1.5)  # error: arg-type, reportArgumentType


# -- any game


class Nothing:
    """Neither the config nor the action of a game."""


Wrong: TypeAlias = Game[tausend.Rules, object, Nothing, object]  # error: type-var, reportInvalidTypeArguments
Unruly: TypeAlias = Game[Nothing, object, tausend.Action, object]  # error: type-var, reportInvalidTypeArguments
Tausend: TypeAlias = Game[tausend.Rules, tausend.State, tausend.Action, tausend.View]


def any_game(name: str) -> None:
    state = GAMES["tausend"].start(tausend.Rules(), 0)
    print(state.match)  # error: attr-defined, reportAttributeAccessIssue
    print(GAMES["tausend"].PRESETS["standard"].barrel)  # error: attr-defined, reportAttributeAccessIssue
    print(GAMES[3])  # error: index, reportArgumentType
    GAMES["tausend"] = game("tausend")  # error: index, reportIndexIssue
    game("tausend").apply(duizenden.start(), tausend.Pass(0))  # error: arg-type, reportArgumentType
    game("duizenden").start(tausend.Rules(), 0)  # error: arg-type, reportArgumentType
    game("tausend").start()  # error: call-arg, reportCallIssue
    game(name).name = "other"  # error: misc, reportAttributeAccessIssue
    game(3)  # error: call-overload, reportArgumentType
    typed: Tausend = GAMES[name]  # error: assignment, reportAssignmentType
    chosen: Callable[[tausend.State, random.Random], Nothing] = typed.choose  # error: assignment, reportAssignmentType
    print(chosen)


# -- records, JSON


def recorded(record: Record, report: Report, rules: registry.AnyRules) -> None:
    Record("tausend", {}, ("Anna", "Ben", "Carla"), 0, ())  # error: arg-type, reportArgumentType
    Record("tausend", rules, ["Anna", "Ben", "Carla"], 0, ())  # error: arg-type, reportArgumentType
    Record("tausend", rules, ("Anna", "Ben", "Carla"), "p1", ())  # error: arg-type, reportArgumentType
    Record("tausend", rules, ("Anna", "Ben", "Carla"), 0, ("p1 pass",))  # error: arg-type, reportArgumentType
    Record("tausend", rules, ("Anna", "Ben", "Carla"), 0)  # error: call-arg, reportCallIssue
    Record("tausend", rules, (), 0, (), meta=object())  # error: arg-type, reportArgumentType
    print(record.winner)  # error: attr-defined, reportAttributeAccessIssue
    record.players = ()  # error: misc, reportAttributeAccessIssue
    records.validate("league.jsonl")  # error: arg-type, reportArgumentType
    records.read(3)  # error: arg-type, reportArgumentType
    records.write(record, "league.jsonl")  # error: arg-type, reportArgumentType
    records.validate(next(records.read("league.jsonl")))  # error: arg-type, reportArgumentType
    print(next(records.replay(record)).match)  # error: attr-defined, reportAttributeAccessIssue
    print(report.verdict == "sound")  # error: comparison-overlap, reportUnnecessaryComparison
    print(report.at + 1)  # error: operator, reportOptionalOperand


def sent(card: Card) -> None:
    text: str = wire.dump(card)  # error: assignment, reportAssignmentType
    state: duizenden.State = wire.load(text, tausend.State)  # error: assignment, reportAssignmentType
    other: duizenden.Rules = wire.load({}, tausend.Rules)  # error: assignment, reportAssignmentType
    read: duizenden.Rules = wire.load_rules(game("tausend"), {})  # error: assignment, reportAssignmentType
    wire.dump_rules(game("tausend"), duizenden.Rules())  # error: misc, reportArgumentType
    print(state, other, read)
