"""A program as a user would write it, over the whole public API, with the types that the user sees.

Type checkers must accept it without a remark, no expression of it may be `Any`, and it runs. It is
checked as a program of its own, against the package as it is installed: see `test_typing`.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeVar, assert_never, assert_type

from cardrules import (
    GAMES,
    JOKER,
    Card,
    Cards,
    Game,
    IllegalAction,
    InvalidRules,
    MalformedInput,
    Options,
    Rank,
    Record,
    Report,
    Score,
    ScoreLine,
    Suit,
    Violation,
    describing,
    duizenden,
    game,
    options,
    reading,
    records,
    registry,
    render,
    rulebook,
    sampling,
    schema,
    tausend,
    wire,
    wording,
)
from cardrules.entries import Meaning, Reader
from cardrules.render.plain import table

# -- cards


def cards() -> None:
    ace = Card(Rank.ACE, Suit.SPADES)
    assert_type(ace, Card)
    assert_type(Card.parse("As"), Card)
    assert_type(JOKER, Card)
    assert_type(ace.rank, Rank | None)
    assert_type(ace.suit, Suit | None)
    assert_type(ace.index, int)
    assert_type(ace.bit, int)
    assert_type(ace.text, str)
    assert_type(ace < JOKER, bool)
    assert_type(str(ace), str)
    assert_type(Suit.HEARTS.mask, int)
    assert_type(Suit.HEARTS.place, int)
    assert_type(Suit.HEARTS.sign, str)
    assert_type(Rank.TEN.mask, int)
    assert_type(Rank.TEN.place, int)
    letters: list[str] = [Suit.HEARTS.value, Rank.TEN.value, *[suit.value for suit in Suit]]
    assert letters[:2] == ["h", "T"]

    hand = Cards([ace, JOKER])
    more = Cards.parse("AsKs")
    assert_type(hand, Cards)
    assert_type(more, Cards)
    assert_type(Cards.of(ace.bit), Cards)
    assert_type(hand + more, Cards)
    assert_type(hand - more, Cards)
    assert_type(hand & more, Cards)
    assert_type(hand | more, Cards)
    assert_type(hand <= more, bool)
    assert_type(hand > more, bool)
    assert_type(hand == more, bool)
    assert_type(ace in hand, bool)
    assert_type(len(hand), int)
    assert_type(hand.bits, int)
    assert_type(hand.count(ace), int)
    assert_type(hand.kinds(), Cards)
    assert_type(iter(hand), Iterator[Card])
    assert_type(list(hand), list[Card])
    assert_type(sorted(hand), list[Card])
    assert_type({hand: 1}, dict[Cards, int])
    for card in hand:
        assert_type(card, Card)


# -- Tausend


def tausend_config() -> tausend.Rules:
    rules = tausend.Rules(players=4, sits_out="right_of_dealer", barrel=tausend.Barrel(at=870), four_aces=True)
    assert_type(rules.players, int)
    assert_type(rules.sits_out, Literal["dealer", "right_of_dealer"] | None)
    assert_type(rules.surrender_points, Literal["sixty", "half_bid"])
    assert_type(rules.surrender_cost, Literal["from_third", "every_third"])
    assert_type(rules.null_penalty, bool)
    assert_type(rules.reset_at_555, bool)
    assert_type(rules.poor_widow_redeal, bool)
    assert_type(rules.barrel, tausend.Barrel)
    assert_type(rules.barrel.falls_to, int)
    assert_type(rules.maximum_bid, int)
    assert_type(tausend.PRESETS, Mapping[str, tausend.Rules])
    try:
        tausend.Rules(barrel=tausend.Barrel(deals=0))
    except InvalidRules as error:
        assert_type(error.field, str)
        assert_type(error.message, str)
    return rules


def tausend_phase(state: tausend.State) -> str:
    match state:
        case tausend.Dealing(match=match):
            return f"deal {match.deals}"
        case tausend.Bidding():
            assert_type(state.turn, int)
            assert_type(state.bid, int | None)
            assert_type(state.bidders, tuple[int, ...])
            assert_type(state.calls, tuple[tausend.Bid | tausend.Pass, ...])
            assert_type(state.hands, tuple[Cards, ...])
            return f"bid over {state.bid}"
        case tausend.Giving():
            assert_type(state.contract.gifts, tuple[tausend.Give, ...])
            return f"give {state.hands[state.contract.declarer]}"
        case tausend.BeforeLead():
            assert_type(state.contract.raises, tuple[tausend.Raise, ...])
            assert_type(state.contract.active, tuple[int, int, int])
            return f"lead for {state.contract.bid}"
        case tausend.Playing():
            assert_type(state.trump, Suit | None)
            assert_type(state.trick, tuple[tausend.Play, ...])
            assert_type(state.tricks[0].winner if state.tricks else 0, int)
            assert_type([trick.cards for trick in state.tricks], list[Cards])
            return f"play after {len(state.plays)}"
        case tausend.Over():
            return f"won by {state.winners}"
        case _:
            assert_never(state)


def tausend_said(action: tausend.Action) -> str:
    match action:
        case tausend.Deal():
            assert_type(action.hands, tuple[tuple[int, Cards], ...])
            assert_type(action.widow, Cards)
            return f"dealt {len(action.widow)} aside"
        case tausend.Bid(amount=amount) | tausend.Raise(amount=amount):
            assert_type(amount, int)
            return f"{action.seat}: {amount}"
        case tausend.Give():
            assert_type(action.card, Card)
            assert_type(action.to, int)
            return f"{action.seat} to {action.to}"
        case tausend.Play():
            assert_type(action.announce, Literal["marriage", "aces"] | None)
            return f"{action.seat}: {action.card} {action.announce or ''}"
        case tausend.Pass() | tausend.Surrender() | tausend.Nines():
            assert_type(action.seat, int)
            assert_type(action.seats, tuple[int, ...])
            return str(action)
        case _:
            assert_never(action)


def tausend_deal(rng: random.Random) -> list[str]:
    rules = tausend_config()
    begun = tausend.start(rules, dealer=2)
    assert_type(begun, tausend.State)
    assert_type(tausend.start(), tausend.State)
    assert_type(tausend.shuffle(begun, rng), tausend.Deal)
    state = tausend.start(rules, dealer=2)
    state = tausend.apply(state, tausend.shuffle(state, rng))
    said = [tausend_shown(tausend.redact(tausend.shuffle(begun, rng), begun, 0))]
    while tausend.actors(state):
        listing = tausend.legal_actions(state, tausend.actors(state)[0]) or tausend.legal_actions(state)
        assert listing[0] in listing
        action = game("tausend").choose(state, rng)
        assert_type(tausend.is_legal(state, action), bool)
        assert_type(tausend.violations(state, action), tuple[Violation, ...])
        said.append(f"{tausend_phase(state)}, {tausend_said(action)}")
        redacted = tausend.redact(action, state, None)
        said += [tausend_shown(redacted), tausend.describe(redacted, state, "de", ("Anna", "Ben"), told=True)]
        said += [tausend.describe(offer, tausend.view(state, None)) for offer in tausend.legal_actions(state)[:1]]
        choice = tausend.options(state, action.seat if not isinstance(action, tausend.Deal) else 0, kind=tausend.Play)
        assert_type(choice, Options[tausend.PlayerAction])
        assert_type(choice.now, Sequence[tausend.PlayerAction])
        assert_type(tausend.actions_with(state, 0, choice.more), Iterator[tausend.PlayerAction])
        state = tausend.apply(state, action)
        tausend_seen(state)
    assert_type(tausend.legal_actions(state)[:2], Sequence[tausend.PlayerAction])
    assert_type(tausend.actors(state), tuple[int, ...])
    assert_type(tausend.deck(rules), Cards)
    assert_type(tausend.places(state), Mapping[str, Cards])
    assert_type(tausend.parse_action("p1 pass"), tausend.Action)
    assert_type(tausend.score(state), Score)
    return said


def tausend_shown(action: tausend.SeenAction) -> str:
    match action:
        case tausend.SeenDeal():
            assert_type(action.hands, tuple[tuple[int, Cards | None], ...])
            return f"dealt to {len(action.seats)}"
        case tausend.SeenPass():
            assert_type(action.widow, Cards)
            return f"{action.seat}: {action.widow} turned up"
        case tausend.SeenGive():
            assert_type(action.to, int)
            return f"{action.seat} to {action.to}"
        case _:
            return tausend_said(action)


def tausend_seen(state: tausend.State) -> None:
    view = tausend.view(state, None)
    assert_type(view.last_trick, tausend.Trick | None)
    assert_type(view.last_trick.winner if view.last_trick else 0, int)
    assert_type(view, tausend.View)
    assert_type(view.seat, int | None)
    assert_type(view.phase, Literal["deal", "bid", "give", "lead", "play", "over"])
    phase: tausend.Phase = view.phase
    assert phase
    assert_type(view.standings, tuple[tausend.Standing, ...])
    assert_type(view.gifts, tuple[tausend.Gift, ...])
    assert_type(view.previous, tausend.PreviousView | None)
    assert_type(view.actors, tuple[int, ...])
    assert_type(view.rules, tausend.Rules)
    assert_type(view.sheet, Sequence[ScoreLine])
    assert_type([(standing.total, standing.barrel) for standing in view.standings], list[tuple[int, int | None]])
    assert_type(view.hand, Cards | None)
    assert_type(view.counts, tuple[int, ...])
    assert_type(view.widow, Cards | None)
    assert_type([gift.card for gift in view.gifts], list[Card | None])
    assert_type(view.trump, Suit | None)
    assert_type(view.announced, tuple[tausend.Play, ...])
    if view.previous is not None:
        assert_type(view.previous.ending, Literal["played", "surrendered", "nines", "poor_widow"])
        assert_type(view.previous.hand, Cards | None)


# -- Duizenden


def duizenden_config() -> duizenden.Rules:
    rules = duizenden.Rules(players=3, ratio="half", last_card_call=duizenden.Draws(), exchange="own")
    assert_type(duizenden.PRESETS["modern"], duizenden.Rules)
    assert_type(rules.wild, Literal["jokers", "twos"])
    assert_type(rules.swap_limit, int | None)
    assert_type(rules.queen_discard, Literal["never", "last_card", "only_card"])
    assert_type(rules.last_card_call, duizenden.Points | duizenden.Draws | None)
    if isinstance(rules.last_card_call, duizenden.Points):
        assert_type(rules.last_card_call.points, int)
    return rules


def duizenden_phase(state: duizenden.State) -> str:
    match state:
        case duizenden.Dealing() | duizenden.Over():
            assert_type(state.match.totals, tuple[int, ...])
            return f"{state.match.deals} rounds"
        case duizenden.Swapping():
            assert_type(state.open, Card)
            return f"swap {state.open}"
        case duizenden.Drawing():
            assert_type(state.stock, tuple[Card, ...])
            assert_type(state.melds, tuple[duizenden.Group | duizenden.Run, ...])
            return f"draw from {len(state.stock)}"
        case duizenden.Melding():
            assert_type(state.laid, int | None)
            assert_type(state.fresh, bool)
            return ", ".join([laid(meld) for meld in state.melds])
        case duizenden.Reshuffling():
            assert_type(state.before, duizenden.Drawing | duizenden.Melding)
            return f"reshuffle for {state.to}"
        case _:
            assert_never(state)


def laid(meld: duizenden.Laid) -> str:
    match meld:
        case duizenden.Group():
            assert_type(meld.rank, Rank)
            return f"group of {meld.rank.name}"
        case duizenden.Run():
            assert_type(meld.suit, Suit)
            assert_type(meld.cards, tuple[Card, ...])
            return f"run in {meld.suit.name} from {meld.low}"
        case _:
            assert_never(meld)


def duizenden_said(action: duizenden.Action) -> str:
    match action:
        case duizenden.Deal():
            assert_type(action.stock, tuple[Card, ...])
            return f"stock of {len(action.stock)}"
        case duizenden.Reshuffle() | duizenden.Meld() | duizenden.Pot():
            assert_type(action.cards, tuple[Card, ...])
            return str(Cards(action.cards))
        case duizenden.LayOff():
            assert_type(action.end, Literal["low", "high"] | None)
            return f"{action.seat}: to meld {action.meld + 1}"
        case duizenden.Exchange() | duizenden.Swap() | duizenden.Discard():
            assert_type(action.card, Card)
            return f"{action.seat}: {action.card}"
        case duizenden.Challenge():
            assert_type(action.whom, int)
            return f"{action.seat} challenges {action.whom}"
        case duizenden.Draw() | duizenden.EndTurn() | duizenden.Last():
            assert_type(action.seat, int)
            return str(action)
        case _:
            assert_never(action)


def duizenden_round(rng: random.Random) -> list[str]:
    rules = duizenden_config()
    begun = duizenden.start(rules, dealer=1)
    assert_type(begun, duizenden.State)
    assert_type(duizenden.shuffle(begun, rng), duizenden.Deal | duizenden.Reshuffle)
    state = duizenden.start(rules, dealer=1)
    state = duizenden.apply(state, duizenden.shuffle(state, rng))
    said = [duizenden_shown(duizenden.redact(duizenden.shuffle(begun, rng), begun, 0))]
    for _ in range(300):
        if not duizenden.actors(state):
            break
        action = game("duizenden").choose(state, rng)
        assert_type(action in duizenden.legal_actions(state), bool)
        assert_type(duizenden.is_legal(state, action), bool)
        said.append(f"{duizenden_phase(state)}, {duizenden_said(action)}")
        redacted = duizenden.redact(action, state, None)
        said += [duizenden_shown(redacted), duizenden.describe(redacted, state, "de", ("Anna", "Ben"), told=True)]
        said += [duizenden.describe(offer, duizenden.view(state, None)) for offer in duizenden.legal_actions(state)[:1]]
        choice = duizenden.options(
            state,
            action.seat if not isinstance(action, duizenden.Deal | duizenden.Reshuffle) else 0,
            kind=duizenden.Meld,
        )
        assert_type(choice, Options[duizenden.PlayerAction])
        assert_type(choice.now, Sequence[duizenden.PlayerAction])
        assert_type(duizenden.actions_with(state, 0, choice.more), Iterator[duizenden.PlayerAction])
        state = duizenden.apply(state, action)
        duizenden_seen(state)
    listing = duizenden.legal_actions(state, 0)
    assert_type(listing[:2], Sequence[duizenden.PlayerAction])
    assert_type(bool(listing), bool)
    assert_type([each.seat for each in listing], list[int])
    assert_type(duizenden.violations(state, duizenden.Draw(0)), tuple[Violation, ...])
    assert_type(duizenden.deck(rules), Cards)
    assert_type(duizenden.places(state), Mapping[str, Cards])
    assert_type(duizenden.parse_action("p1 draw"), duizenden.Action)
    assert_type(duizenden.score(state).totals, tuple[int, ...])
    return said


def duizenden_shown(action: duizenden.SeenAction) -> str:
    match action:
        case duizenden.SeenDeal():
            assert_type(action.hands, tuple[tuple[int, Cards | None], ...])
            assert_type(action.open, Card)
            return f"{action.open} turned up"
        case duizenden.SeenReshuffle():
            assert_type(action.card, Card | None)
            return f"reshuffled, {action.card or 'unseen'} on top"
        case duizenden.SeenDraw():
            assert_type(action.card, Card)
            return f"{action.seat}: {action.card}"
        case duizenden.SeenChallenge():
            assert_type(action.whom, int)
            return f"{action.seat} challenges {action.whom}: {action.card}"
        case _:
            return duizenden_said(action)


def duizenden_seen(state: duizenden.State) -> None:
    view = duizenden.view(state, 1)
    assert_type(view.top, Card | None)
    assert_type(view, duizenden.View)
    assert_type(view.phase, Literal["deal", "swap", "draw", "meld", "reshuffle", "over"])
    phase: duizenden.Phase = view.phase
    assert phase
    assert_type(view.places, tuple[duizenden.Place, ...])
    assert_type(view.previous, duizenden.PreviousView | None)
    assert_type(view.open, Card | None)
    assert_type(view.pot, tuple[Card, ...])
    assert_type(view.melds, tuple[duizenden.Group | duizenden.Run, ...])
    assert_type([place.opened for place in view.places], list[bool])
    assert_type(view.stock_count, int)
    assert_type(view.reshuffle_to, int | None)
    if view.previous is not None:
        assert_type(view.previous.out, int | None)


# -- errors, scores


def refused() -> None:
    state = tausend.start()
    try:
        tausend.apply(state, tausend.Bid(0, 110))
    except IllegalAction as error:
        assert_type(error.action, object)
        assert_type(error.state, object)
        assert_type(error.violations, tuple[Violation, ...])
        for violation in error.violations:
            assert_type(violation.rule, str)
            assert_type(violation.explain(), str)
            assert_type(violation.explain("nl"), str)
            for name, value in violation.params:
                assert_type(name, str)
                assert_type(value, int | str | Card | Cards | Suit)
    try:
        duizenden.parse_action("p1 fly")
    except MalformedInput as error:
        assert_type(error.where, str)
        assert_type(error.message, str)
    assert_type(Violation.of("tausend.bid.higher", amount=105, bid=110), Violation)


def sheet_of(score: Score) -> list[str]:
    assert_type(score.totals, tuple[int, ...])
    assert_type(score.winners, tuple[int, ...])
    assert_type(score.sheet, Sequence[ScoreLine])
    made = ScoreLine(deal=0, seat=1, points=40, rule="tausend.score.defender")
    assert_type(made.explain("nl"), str)
    return [f"{line.deal} {line.seat} {line.points:+} {line.rule}" for line in (*score.sheet, made)]


# -- any game


R = TypeVar("R", bound=registry.AnyRules)
S = TypeVar("S")
A = TypeVar("A", bound=registry.AnyAction)
V = TypeVar("V")


def play(played: Game[R, S, A, V], rules: R, rng: random.Random, steps: int) -> S:
    """As many steps of any game."""
    state = played.start(rules, 0)
    for _ in range(steps):
        if not played.actors(state) and played.score(state).winners:
            break
        action = played.choose(state, rng) if played.actors(state) else played.shuffle(state, rng)
        assert_type(played.violations(state, action), tuple[Violation, ...])
        assert_type(played.legal_actions(state), Sequence[A])
        assert_type(played.parse_action(str(action)), A)
        assert_type(played.view(state, None), V)
        assert_type(action.seats, tuple[int, ...])
        state = played.apply(state, action)
    played.check(state)
    return state


def any_game(name: str, rng: random.Random) -> None:
    assert_type(GAMES[name], registry.AnyGame)
    assert_type(GAMES.get(name), registry.AnyGame | None)
    assert_type(GAMES.broken(), Mapping[str, str])
    for each, found in GAMES.items():
        assert_type(each, str)
        assert_type(found.PRESETS, Mapping[str, registry.AnyRules])
    found = game(name)
    assert_type(found, registry.AnyGame)
    assert_type(play(found, found.Rules(), rng, 5), object)
    assert_type(found.rulebook(), rulebook.Rulebook | None)
    assert_type(found.name, str)
    assert_type(game("tausend"), Game[tausend.Rules, tausend.State, tausend.Action, tausend.View])
    assert_type(game("duizenden"), Game[duizenden.Rules, duizenden.State, duizenden.Action, duizenden.View])
    assert_type(play(game("tausend"), tausend.PRESETS["standard"], rng, 9), tausend.State)
    assert_type(play(game("duizenden"), duizenden.PRESETS["kinder"], rng, 9), duizenden.State)
    assert_type(game("tausend").deck(tausend.Rules()), Cards)
    assert_type(game("tausend").places(tausend.start()), Mapping[str, Cards])
    assert_type(game("duizenden").is_legal(duizenden.start(), duizenden.Draw(0)), bool)


def shown_by_a_game(rng: random.Random) -> list[str]:
    """What front ends ask of a `Game`."""
    one = game("duizenden")
    assert one.redact is not None
    assert one.describe is not None
    assert one.options is not None
    state = one.apply(one.start(duizenden.PRESETS["klassiek"], 0), one.shuffle(duizenden.start(), rng))
    said: list[str] = []
    offer = one.options(state, 1, kind=duizenden.Draw)
    assert_type(offer, Options[duizenden.Action])
    for act in offer.now:
        assert_type(one.describe(act, state), str)
        seen = one.redact(act, state, 0)
        assert_type(seen, registry.AnyAction)
        said += [one.describe(act, one.view(state, 1), "nl"), one.describe(seen, state, told=True)]
    any_one = GAMES["duizenden"]
    assert any_one.redact is not None
    assert any_one.describe is not None
    said += [any_one.describe(any_one.redact(act, state, None), any_one.view(state, None)) for act in offer.now]
    return said


def rule_sheet(lang: str) -> list[str]:
    book = rulebook.load("cardrules.tausend")
    assert_type(book.rules, Mapping[str, rulebook.Rule])
    lines: list[str] = []
    for section in rulebook.sheet(book, tausend.Rules(), lang):
        assert_type(section, rulebook.SheetSection)
        lines += [f"{rule.id} {rule.title}: {rule.text} ({rule.source})" for rule in section.rules]
    return lines


# -- records, JSON, tables


def recorded(rng: random.Random) -> None:
    deal = tausend.shuffle(tausend.start(), rng)
    short = Record("tausend", tausend.Rules(), ("Anna", "Ben", "Carla"), 0, (deal,))
    named = Record(
        game="duizenden",
        rules=duizenden.PRESETS["modern"],
        players=("Noor", "Daan", "Lotte", "Sem"),
        dealer=3,
        actions=(),
        meta={"club": "De Zwarte Dame", "table": 3},
    )
    played = sampling.sample(game("tausend"), tausend.Rules(), rng, 1)
    assert_type(played, Record)
    file = io.BytesIO()
    records.write([short, named, played], file)
    file.seek(0)
    for read in records.read(file):
        assert_type(read, Record | Report)
        report = read if isinstance(read, Report) else judged(read)
        assert_type(report.to_json("de"), dict[str, wire.JSON])
        assert_type(report.json_pieces(), Iterator[str])
    assert_type(records.read("league.jsonl"), Iterator[Record | Report])


def judged(record: Record) -> Report:
    assert_type(record.game, str)
    assert_type(record.rules.players, int)
    assert_type(record.players, tuple[str, ...])
    assert_type(record.dealer, int)
    assert_type(record.actions, tuple[registry.AnyAction, ...])
    assert_type(record.texts, tuple[str, ...])
    assert_type(record.scores, tuple[tuple[int, ...], ...])
    assert_type(record.meta, wire.JSON)
    assert_type(record.to_json(), dict[str, wire.JSON])
    assert_type(records.from_json(record.to_json()), Record)
    for state in records.replay(record):
        assert_type(state, object)
        if isinstance(state, tausend.Playing):
            assert_type(state, tausend.Playing)
    report = records.validate(record)
    assert_type(report.verdict, Literal["legal", "illegal", "misscored", "malformed", "stood"])
    assert_type(report.at, int | None)
    assert_type(report.violations, tuple[Violation, ...])
    assert_type(report.score_errors, Sequence[records.ScoreError])
    assert_type([error.actual for error in report.score_errors], list[int | None])
    assert_type(report.complete, bool)
    assert_type(report.message, str | None)
    return report


def sent(state: tausend.State) -> tausend.Rules:
    data = wire.dump(state)
    assert_type(data, wire.JSON)
    again = wire.load(data, tausend.State)
    assert_type(again, tausend.State)
    assert again == state
    assert_type(wire.load([], tuple[duizenden.Action, ...]), tuple[duizenden.Action, ...])
    assert_type(wire.load("As", Card), Card)
    assert_type(wire.load(wire.dump(Cards([JOKER])), Cards), Cards)
    assert_type(wire.dump_rules(game("tausend"), tausend.Rules()), dict[str, wire.JSON])
    assert_type(wire.load_rules(GAMES["tausend"], {"four_aces": True}), registry.AnyRules)
    assert_type(wire.read_rules(game("tausend"), ["barrel.at=870"], "standard"), tausend.Rules)
    return wire.load({"four_aces": True}, tausend.Rules)


def shown(state: tausend.State) -> str:
    view = tausend.view(state, 0)
    assert_type(render.svg(view, lang="nl", dark=True, four_colours=True), render.Picture)
    assert_type(render.card(None), render.Picture)
    assert_type(render.text(view), str)
    assert_type(render.chart(tausend.score(state), rules=state.match.rules), render.Picture)
    assert_type(options.of(game("tausend"), state, 0), Options[tausend.Action])
    assert_type(options.of(GAMES["tausend"], state, 0), Options[registry.AnyAction])
    assert_type(describing.describe(game("tausend"), tausend.Pass(0), state), str)
    started = tausend.start()
    deal = tausend.shuffle(started, random.Random(1))
    assert_type(describing.tell(game("tausend"), deal, started, None, "nl", ("Anna",)), str)
    read = Reader(game("tausend"), state, 0, "nl", ("Anna",))
    assert_type(read.meaning("bied 100", read.offers()), Meaning[tausend.Action])
    assert_type(read.meaning("x").tried, tausend.Action | None)
    assert_type(Reader(GAMES["tausend"], state, 0).meaning("x").actions, tuple[registry.AnyAction, ...])
    assert_type(reading.read_action(game("tausend"), "pass", "en", 0), tausend.Action)
    assert_type(describing.describe(GAMES["tausend"], tausend.SeenGive(0, 1), view, "de", told=True), str)
    assert_type(wording.card_name(JOKER, "nl"), str)
    assert_type(schema.of("view", "tausend"), dict[str, wire.JSON])
    return table(game("tausend"), state, seat=0, names=("Anna", "Ben", "Carla"))


def main() -> None:
    """All of it."""
    rng = random.Random(5)
    cards()
    refused()
    assert tausend_deal(rng)
    assert duizenden_round(rng)
    any_game("tausend", rng)
    assert len(shown_by_a_game(rng)) == 3
    assert rule_sheet("de")
    assert sheet_of(tausend.score(tausend.start()))
    recorded(rng)
    assert sent(tausend.start()).four_aces
    assert shown(tausend.start())


if __name__ == "__main__":
    main()
