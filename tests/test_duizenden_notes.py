"""Notes of Duizenden: the cases of `cases/duizenden-notes.toml`, which card players can read, notes of
random matches, what is worked out against a plain search, and notes of strangers."""

from __future__ import annotations

import random
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import permutations, product
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import Factory, define, evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from cardrules import IllegalAction, duizenden
from cardrules.cards import Card, Cards
from cardrules.completion import Open, Unexplained, Unreadable, unmarked
from cardrules.duizenden import notes
from cardrules.duizenden.actions import Action
from cardrules.duizenden.leftovers import Slot, chosen, dearest
from cardrules.duizenden.notes import complete, read_note
from cardrules.duizenden.policy import choose
from cardrules.duizenden.rules import PRESETS, Draws, Rules
from cardrules.duizenden.standing import stand
from cardrules.duizenden.state import Melding, State
from cardrules.duizenden.transition import apply, start
from cardrules.duizenden.unseen import (
    Effort,
    Event,
    GivenUp,
    Impossible,
    Named,
    Needed,
    Unseen,
    candidates,
    stocks_of,
)
from cardrules.errors import MalformedInput
from cardrules.testing.duizenden.candidates import player_actions
from test_duizenden_cases import cards_of, filled, rules_of

# -- the cases


@frozen(kw_only=True)
class Case:
    """One case, with the fields that the head of the table describes."""

    name: str
    notes: Sequence[str]
    preset: str = "volwassen"
    rules: Mapping[str, Any] = {}
    stock: str | None = None
    reshuffled: str | None = None
    among: Sequence[str] = ()
    unexplained: str | None = None
    illegal: str | None = None


CASES: Final = [
    Case(**entry)
    for entry in tomllib.loads(Path(__file__).with_name("cases").joinpath("duizenden-notes.toml").read_text("utf-8"))[
        "case"
    ]
]


def dealt(text: str, rules: Rules) -> str:
    """A note with the cards that a deal leaves to be filled in; an unknown rest of a stock stays."""
    known = text.removesuffix("??")
    return filled(known, rules) + text[len(known) :]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_case(case: Case) -> None:
    rules = rules_of(case.preset, case.rules)
    texts = [dealt(text, rules) for text in case.notes]
    if case.unexplained is not None:
        with pytest.raises(Unexplained) as error:
            complete(rules, rules.players - 1, texts)
        assert f"{error.value.at + 1}: {error.value.message}" == case.unexplained
        return
    found = complete(rules, rules.players - 1, texts)
    stocks = [action.stock for action in found.actions if isinstance(action, duizenden.Deal)]
    stocks += [action.cards for action in found.actions if isinstance(action, duizenden.Reshuffle)]
    for stock, told in zip(stocks, (case.stock, case.reshuffled), strict=False):
        for card, name in zip(stock, pairs(told or ""), strict=False):
            assert name in ("??", str(card))
    assert {f"{draw.at + 1}" for draw in draws(found.open)} >= {told.partition(":")[0] for told in case.among}
    for told in case.among:
        at, _, rest = told.partition(": ")
        count, _, some = rest.partition(", ")
        cards = next(draw.cards for draw in draws(found.open) if f"{draw.at + 1}" == at)
        assert (str(len(cards)), Cards(cards_of(some)) <= cards) == (count, True)
    assert f"{broken(rules, found.actions, texts)}" == f"{case.illegal}"


def pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def draws(opened: Sequence[Open]) -> list[Open]:
    return [each for each in opened if each.place == "card"]


def broken(rules: Rules, actions: Sequence[Action], texts: Sequence[str]) -> str | None:
    """The first action (from 1) that breaks a rule and is not marked, and the rule."""
    state: duizenden.State = duizenden.start(rules, rules.players - 1)
    for at, (action, text) in enumerate(zip(actions, texts, strict=True), 1):
        found = duizenden.violations(state, action)
        if found and not unmarked(text)[1]:
            return f"{at}: {found[0].rule}"
        state = stand(state, action)
    return None


# -- texts


def test_notes_are_read_as_actions_are() -> None:
    assert read_note("p2 draw 10h").card is Card.parse("Th")
    for text in ("p1 discard 4c", "p2 draw", "reshuffle 4c5d", "deal p1:4c open:4d stock:5d", "p3 challenge p1"):
        note = read_note(text)
        assert (note.action, note.card, note.partial) == (duizenden.parse_action(text), None, False)
    for text, cards in (
        ("reshuffle", ""),
        ("reshuffle ??", ""),
        ("reshuffle 4c5d ??", "4c5d"),
        ("reshuffle 4c??", "4c"),
    ):
        note = read_note(text)
        assert note.partial
        assert isinstance(note.action, duizenden.Reshuffle)
        assert note.action.cards == cards_of(cards)
    for text in ("deal p1:4c open:4d", "deal p1:4c open:4d stock:??", "deal p1:4c open:4d stock: ??"):
        note = read_note(text)
        assert (note.partial, str(note.action)) == (True, "deal p1:4c open:4d stock:")
    assert str(read_note("deal p1:4c open:4d stock:5d5h ??").action) == "deal p1:4c open:4d stock:5d5h"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("p1 draw 5x", "word 3"),
        ("p9 draw 5h", "word 1"),
        ("p1 draw 5h 6h", ""),
        ("p1 draw ??", "word 3"),
        ("deal p1:4c?? open:4d", "word 2"),
        ("deal p1:4c open:??", "word 3"),
        ("deal p1:4c stock:4d", "word 3"),
        ("deal p1:4c", ""),
        ("reshuffle 4c 5c", "word 1"),
        ("reshuffle ?? 5c", "word 2"),
        ("p1 discard ??", "word 3"),
    ],
)
def test_a_text_that_is_no_note_is_refused_with_the_place(text: str, where: str) -> None:
    with pytest.raises(MalformedInput) as error:
        read_note(text)
    assert error.value.where == where
    with pytest.raises(Unreadable) as noted:
        complete(PRESETS["modern"], 0, ["p1 draw", text])
    assert noted.value.at == 1


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("deal p1:4c?? p2:5c open:4d", 2, "only the stock may be unknown"),
        ("deal p1:4c p2:?? open:4d stock:5d??", 3, "only the stock may be unknown"),
        ("deal p1:4c p2:5c open:??", 4, "only the stock may be unknown"),
        ("deal ??", 2, "only the stock may be unknown"),
        ("deal p1:4c open:4d stock:5d??6d", 4, "at the end"),
        ("deal p1:4c open:4d stock:5d ?? 6d??", 5, "at the end"),
        ("reshuffle ??4c", 2, "at the end"),
        ("reshuffle 4c ????", 3, "at the end"),
        ("p1 meld 4c??", 3, "only a draw may leave its card out"),
        ("p1 draw ??", 3, "only a draw may leave its card out"),
    ],
)
def test_where_cards_must_be_known_is_told(text: str, place: int, why: str) -> None:
    with pytest.raises(MalformedInput) as error:
        read_note(text)
    assert error.value.where == f"word {place}"
    assert why in error.value.message


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(Unreadable, match="the last seat is p4"):
        complete(PRESETS["modern"], 0, ["p5 draw 5h"])


# -- notes of matches

RULES: Final = {
    **PRESETS,
    "two": evolve(PRESETS["volwassen"], players=2, last_card_call=Draws(), out_in_opening_turn=True, out_unopened=True),
    "long": evolve(PRESETS["volwassen"], players=3, melds_from_circuit=30, last_card_call=Draws()),
    "short": evolve(PRESETS["modern"], empty_stock="end_round", target=300, queen_discard="last_card"),
}


@frozen
class Watched:
    """A match as it was, its notes, and the card that each draw brought, by the index of the action."""

    rules: Rules
    dealer: int
    actions: Sequence[Action]
    texts: Sequence[str]
    brought: Mapping[int, Card]


def watched(rules: Rules, seed: int, most: int, named: float, wrong: float = 0) -> Watched:
    """A random match, of whose draws some are named, with that chance; where with another chance an
    action breaks rules and stands, nothing is marked."""
    rng = random.Random(seed)
    dealer = seed % rules.players
    state: duizenden.State = duizenden.start(rules, dealer)
    actions: list[Action] = []
    texts: list[str] = []
    brought: dict[int, Card] = {}
    due: int | None = None
    while len(actions) < most and not isinstance(state, duizenden.Over):
        at = len(actions)
        action: Action
        if duizenden.actors(state) and not duizenden.legal_actions(state):
            break  # after what has stood the turn has no legal end
        if isinstance(state, duizenden.Dealing | duizenden.Reshuffling):
            action = duizenden.shuffle(state, rng)
            text = str(action).partition(" stock:")[0] if isinstance(action, duizenden.Deal) else "reshuffle"
            if isinstance(action, duizenden.Reshuffle) and due is not None:
                brought[due] = action.cards[0]
        else:
            some = one_that_stands(state, rng) if rng.random() < wrong else None
            action = some or choose(state, rng)
            text = str(action)
        after = stand(state, action)
        if isinstance(after, duizenden.Reshuffling):
            due = at
        elif isinstance(action, duizenden.Draw | duizenden.Challenge) and cards_left(after) < cards_left(state):
            assert isinstance(state, duizenden.Swapping | duizenden.Drawing | duizenden.Melding)
            brought[at] = state.stock[0]
            if isinstance(action, duizenden.Draw) and rng.random() < named:
                text += f" {state.stock[0]}"
        actions.append(action)
        texts.append(text)
        state = after
    return Watched(rules, dealer, actions, texts, brought)


def one_that_stands(state: duizenden.State, rng: random.Random) -> Action | None:
    """An action that breaks rules and can stand, if one is found."""
    actions = player_actions(state, rng).actions
    for action in rng.sample(actions, min(len(actions), 150)):
        if not duizenden.is_legal(state, action):
            with suppress(IllegalAction):
                stand(state, action)
                return action
    return None


def cards_left(state: duizenden.State) -> int:
    """How many cards the stock has, if there is one."""
    return len(state.stock) if isinstance(state, duizenden.Swapping | duizenden.Drawing | duizenden.Melding) else 0


def check_completion(match: Watched) -> Counter[str]:
    """Checks what is promised of the completion of notes of a match; how many draws were left open, or
    are told, and which rules are broken."""
    found = complete(match.rules, match.dealer, match.texts)
    seen: Counter[str] = Counter()
    opened = {each.at: each for each in draws(found.open)}
    state: duizenden.State = duizenden.start(match.rules, match.dealer)
    drawn: dict[int, Card] = {}
    due: int | None = None
    for at, (action, true) in enumerate(zip(found.actions, match.actions, strict=True)):
        assert type(action) is type(true)
        if not isinstance(action, duizenden.Deal | duizenden.Reshuffle):
            assert action == true
        if isinstance(action, duizenden.Reshuffle) and due is not None:
            drawn[due] = action.cards[0]
        if isinstance(state, duizenden.Swapping | duizenden.Drawing | duizenden.Melding) and at in match.brought:
            if state.stock:
                drawn[at] = state.stock[0]
            due = at
        # what breaks a rule is counted: it stands all the same, so the cards are where they must be
        seen.update([violation.rule for violation in duizenden.violations(state, action)])
        if "duizenden.win.over" in seen:
            return seen
        state = stand(state, action)
    for at, card in drawn.items():
        if at in opened:
            seen["open"] += 1
            assert {card, match.brought[at]} <= {*opened[at].cards}
        else:
            seen["told"] += 1
            assert card is match.brought[at]
    for rest in found.open:
        assert rest.count <= len(rest.cards)
    return seen


@given(
    name=st.sampled_from([*RULES]),
    seed=st.integers(0, 10_000),
    most=st.integers(1, 150),
    named=st.sampled_from([0, 0.5, 0.9]),
)
def test_notes_of_a_match_are_completed(name: str, seed: int, most: int, named: float) -> None:
    check_completion(watched(RULES[name], seed, most, named))


def test_whatever_stood_the_cards_are_found() -> None:
    """The cards are where they must be for every action to be applied."""
    seen: Counter[str] = Counter()
    for seed, rules in enumerate(RULES.values()):
        seen += check_completion(watched(rules, seed, 50, 0.3, wrong=0.3))
    assert len(seen) > 6, seen


@pytest.mark.parametrize("name", [*RULES])
def test_a_completion_is_legal(name: str) -> None:
    """Always, where all draws are named, and in these matches also where none is."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        for named in (0, 1):
            seen += check_completion(watched(RULES[name], seed, 150, named))
    assert {*seen} == {"open", "told"}


def test_a_match_that_went_on_was_not_over() -> None:
    """Here the first choice of cards in hand would have ended it two rounds later."""
    rules = evolve(PRESETS["klassiek"], players=2, target=150)
    assert {*check_completion(watched(rules, 91, 160, 0))} == {"open", "told"}
    left = [Cards(cards_of("2c3c4c5c"))]
    slots = [Slot(seat, 0, seat) for seat in range(3)]
    assert dearest(left, slots, (50, 90, 10), COSTS.__getitem__) == [*cards_of("4c5c3c")]


def test_who_must_go_out_has_drawn_a_card_with_which_that_goes() -> None:
    """Before the opening a lay-off is legal only on that ground, which the later choice of cards respects."""
    rules = evolve(PRESETS["volwassen"], players=2, swap_phase=False, out_unopened=True, out_in_opening_turn=True)
    mine, other = Cards.parse("9s3c3d3h4c4d4h5c5d5h8c8dKd"), Cards.parse("9c9d9hTcTdTh2c6h7s6cJhQdKs")
    texts = [f"deal p1:{mine} p2:{other} open:Js", "p2 draw 2d", "p2 meld 9c9d9h", "p2 meld TcTdTh", "p2 discard 2d"]
    found = complete(rules, 0, [*texts, "p1 draw", "p1 layoff 1 9s"])
    state: State = start(rules, 0)
    for action in found.actions:
        state = apply(state, action)
    assert isinstance(state, Melding)
    assert state.bound


def test_the_choice_is_always_the_same() -> None:
    match = watched(RULES["long"], 1, 200, 0.3)
    once, again = [complete(match.rules, match.dealer, match.texts) for _ in range(2)]
    assert once == again


def test_a_deal_that_is_noted_in_full_is_judged() -> None:
    match = watched(PRESETS["klassiek"], 3, 20, 0)
    wrong = str(match.actions[0]).replace("open:", "open:4c")
    found = complete(match.rules, match.dealer, [wrong, *match.texts[1:]])
    assert (str(found.actions[0]), found.open) == (wrong, ())
    assert not duizenden.is_legal(duizenden.start(match.rules, match.dealer), found.actions[0])


def test_what_is_known_of_a_stock_is_kept() -> None:
    match = watched(PRESETS["volwassen"], 2, 40, 0)
    deal = match.actions[0]
    assert isinstance(deal, duizenden.Deal)
    for known in (0, 1, 7, len(deal.stock)):
        listed = "".join(map(str, deal.stock[:known]))
        first = f"{match.texts[0]} stock:{listed}??"
        completed = complete(match.rules, match.dealer, [first, *match.texts[1:]]).actions[0]
        assert isinstance(completed, duizenden.Deal)
        assert completed.stock[:known] == deal.stock[:known]
    whole = complete(match.rules, match.dealer, [str(deal), *match.texts[1:]])
    assert (list(whole.actions), whole.open) == (list(match.actions), ())


@pytest.mark.parametrize("name", ["volwassen", "modern", "long"])
def test_a_record_is_its_own_completion(name: str) -> None:
    match = watched(RULES[name], 5, 250, 0)
    texts = list(map(str, match.actions))
    found = complete(match.rules, match.dealer, texts)
    assert (list(found.actions), found.open) == (list(match.actions), ())


def test_scores_choose_the_cards_that_are_left_in_hand() -> None:
    for seed in range(5):
        match = watched(PRESETS["klassiek"], seed, 250, 0)
        totals = totals_of(match.rules, match.dealer, match.actions)
        assert totals
        found = complete(match.rules, match.dealer, match.texts, totals)
        assert totals_of(match.rules, match.dealer, found.actions) == totals


def totals_of(rules: Rules, dealer: int, actions: Sequence[Action]) -> list[tuple[int, ...]]:
    """The totals after each round."""
    state: duizenden.State = duizenden.start(rules, dealer)
    totals = []
    for action in actions:
        after = stand(state, action)
        if after.match.deals > state.match.deals:
            totals.append(after.match.totals)
        state = after
    return totals


# -- against a plain search

KINDS: Final = cards_of("2c3c4c")


def small_round(rng: random.Random) -> tuple[list[Cards], list[Event]]:
    """A few cards of a few kinds, drawn and needed by a few seats."""
    seats, kinds = rng.choice((1, 2, 3)), KINDS[: rng.choice((2, 3))]
    pools: list[Cards] = []
    events: list[Event] = []
    needs = rng.choice((0.2, 0.45))
    for stock in range(rng.choice((1, 2, 2, 3))):
        cards = [card for card in kinds for _ in range(2)]
        rng.shuffle(cards)
        pools.append(Cards(cards[: rng.randint(1, 4)]))
        for place in range(len(pools[-1])):
            if rng.random() < 0.2:
                events.append(Named(len(events), stock, rng.choice(kinds)))
            else:
                events.append(Unseen(len(events), rng.randrange(seats), stock, place))
            while rng.random() < needs:
                events.append(Needed(len(events), rng.randrange(seats), rng.choice(kinds), 0))
    for _ in range(rng.choice((0, 0, 1))):
        events.pop()
    return pools, events


def orders(pools: Sequence[Cards]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """All orders of all stocks."""
    return product(*[sorted({*permutations(pool)}) for pool in pools])


def goes_with(order: Sequence[Sequence[Card]], events: Sequence[Event]) -> tuple[int, dict[int, Card]]:
    """How many of the events go with these stocks, and which card each draw brings."""
    hands: defaultdict[int, list[Card]] = defaultdict(list)
    rest = [list(cards) for cards in order]
    brought: dict[int, Card] = {}
    for index, event in enumerate(events):
        if isinstance(event, Needed):
            if event.card not in hands[event.seat]:
                return index, brought
            hands[event.seat].remove(event.card)
            continue
        card = rest[event.stock].pop(0)
        if isinstance(event, Named):
            if card is not event.card:
                return index, brought
        else:
            hands[event.seat].append(card)
            brought[index] = card
    return len(events), brought


def test_cards_are_found_if_there_are_any_and_candidates_are_exact() -> None:
    seen: Counter[str] = Counter()
    for seed in range(800):
        rng = random.Random(seed)
        pools, events = small_round(rng)
        furthest, possible = 0, defaultdict[int, set[Card]](set)
        for order in orders(pools):
            reached, brought = goes_with(order, events)
            furthest = max(furthest, reached)
            if reached == len(events):
                for index, card in brought.items():
                    possible[index].add(card)
        try:
            stocks = stocks_of(pools, events, Effort(10_000))
        except Impossible as error:
            assert not isinstance(error, GivenUp)
            assert error.index == furthest
            seen["impossible"] += 1
            continue
        assert furthest == len(events)
        found, _ = candidates(pools, events, stocks, Effort(10_000))
        assert {index: Cards.of(bits) for index, bits in found.items()} == {
            index: Cards(cards) for index, cards in possible.items()
        }
        seen[f"{len(pools)} stocks"] += 1
    assert min(seen.values()) > 15, seen


def test_a_search_that_takes_too_long_says_so() -> None:
    """Then no candidate is left out."""
    gave_up = 0
    for seed in range(400):
        pools, events = small_round(random.Random(seed))
        try:
            stocks = stocks_of(pools, events, Effort(10_000))
        except Impossible:
            try:
                stocks_of(pools, events, Effort(0))
            except Impossible as error:
                gave_up += isinstance(error, GivenUp)
            continue
        exact, _ = candidates(pools, events, stocks, Effort(10_000))
        more, _ = candidates(pools, events, stocks, Effort(0))
        assert all([not bits & ~more[index] for index, bits in exact.items()])
        gave_up += exact != more
    assert gave_up > 10


EIGHT: Final = evolve(PRESETS["volwassen"], players=8)
"""With eight players the stock has three cards, and so have the new ones that are made of the pot."""


def small_notes(rng: random.Random) -> list[str]:
    """Notes of a round of eight in which everybody draws and discards, often what was drawn. A card
    that was drawn may be noted in a wrong place."""
    start = duizenden.start(EIGHT, 7)
    deal = duizenden.shuffle(start, rng)
    assert isinstance(deal, duizenden.Deal)
    state: duizenden.State = stand(start, deal)
    texts = [str(deal).partition(" stock:")[0]]
    drawn = list(deal.stock)
    named, size = rng.choice((0.0, 0.2)), rng.randint(8, 34)
    while len(texts) < size:
        action: Action
        if isinstance(state, duizenden.Swapping | duizenden.Drawing):
            name = f" {state.stock[0]}" if state.stock and rng.random() < named else ""
            texts.append(f"p{state.turn + 1} draw{name}")
            action = duizenden.Draw(state.turn)
        elif isinstance(state, duizenden.Reshuffling):
            action = duizenden.shuffle(state, rng)
            texts.append("reshuffle")
        else:
            assert isinstance(state, duizenden.Melding)
            hand = [card for card in state.hands[state.turn] if str(card) != "Qs"]
            known = [card for card in hand if card in drawn]
            action = duizenden.Discard(state.turn, rng.choice(known if known and rng.random() < 0.7 else hand))
            drawn.append(action.card)
            texts.append(str(action))
        state = stand(state, action)
    for _ in range(rng.choice((0, 1, 1))):
        at = rng.choice([at for at, text in enumerate(texts) if "discard" in text])
        texts[at] = f"{texts[at][:2]} discard {rng.choice(drawn)}"
    return texts


@define
class Tried:
    """What a search through all orders of all stocks has found: how far the notes can be played, and if
    to the end, the cards that each draw can bring, by the index of the action."""

    furthest: int = 0
    brought: defaultdict[int, set[Card]] = Factory(lambda: defaultdict(set))

    def play(self, texts: Sequence[str], at: int, state: duizenden.State, brought: Mapping[int, Card]) -> None:
        self.furthest = max(self.furthest, at)
        if at == len(texts):
            for index, found in brought.items():
                self.brought[index].add(found)
            return
        note = read_note(texts[at])
        for action in self.actions(note.action, state):
            with suppress(IllegalAction):
                after = stand(state, action)
                card = taken(state, after, action)
                if note.card is None or note.card is card or isinstance(after, duizenden.Reshuffling):
                    index = at - 1 if isinstance(action, duizenden.Reshuffle) else at
                    if card is None or read_note(texts[index]).card in (None, card):
                        self.play(texts, at + 1, after, brought if card is None else {**brought, index: card})

    def actions(self, action: Action, state: duizenden.State) -> Iterator[Action]:
        """All that a note can stand for."""
        if isinstance(action, duizenden.Deal):
            rest = duizenden.deck(EIGHT) - sum([hand for _, hand in action.hands], Cards(action.open))
            for order in sorted({*permutations(rest)}):
                yield duizenden.Deal(action.hands, action.open, order)
        elif isinstance(action, duizenden.Reshuffle) and isinstance(state, duizenden.Reshuffling):
            for order in sorted({*permutations(state.before.pot[:-1])}):
                yield duizenden.Reshuffle(order)
        else:
            yield action


def taken(before: duizenden.State, after: duizenden.State, action: Action) -> Card | None:
    """The card that an action brings from the stock."""
    if isinstance(action, duizenden.Reshuffle):
        return action.cards[0]
    if isinstance(before, duizenden.Swapping | duizenden.Drawing) and isinstance(after, duizenden.Melding):
        return before.stock[0]
    return None


def test_notes_of_small_rounds_are_explained_as_all_orders_explain_them() -> None:
    """Whether they are, up to where they are not, and what each draw can have been."""
    seen: Counter[str] = Counter()
    for seed in range(120):
        texts = small_notes(random.Random(seed))
        tried = Tried()
        tried.play(texts, 0, duizenden.start(EIGHT, 7), {})
        try:
            found = complete(EIGHT, 7, texts)
        except Unexplained as error:
            assert error.at == tried.furthest
            seen["unexplained"] += 1
            continue
        assert tried.furthest == len(texts)
        opened = {draw.at: {*draw.cards} for draw in draws(found.open)}
        assert opened == {at: cards for at, cards in tried.brought.items() if len(cards) > 1}
        seen[f"open {bool(opened)}"] += 1
    assert min(seen.values()) > 5, seen


def test_notes_say_where_the_search_was_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "EFFORT", 0)
    reasons = set()
    for seed in range(30):
        try:
            complete(EIGHT, 7, small_notes(random.Random(seed)))
        except Unexplained as error:
            reasons.add("were not found" in error.message)
    assert reasons == {False, True}


COSTS: Final = dict(zip(cards_of("2c3c4c5c"), (5, 10, 20, 100), strict=True))


def fits(slots: Sequence[Slot], cards: Sequence[Card], ranges: Sequence[tuple[int, int]]) -> bool:
    """Whether the cards in each hand cost what they may."""
    costs = [0] * len(ranges)
    for slot, card in zip(slots, cards, strict=True):
        costs[slot.seat] += COSTS[card]
    return all([least <= total <= most for total, (least, most) in zip(costs, ranges, strict=True)])


def test_cards_left_in_hand_are_chosen_if_there_are_any() -> None:
    """A few cards of two stocks, in two hands that may cost so much."""
    found = 0
    for seed in range(300):
        rng = random.Random(seed)
        left = [Cards(rng.choices([*COSTS], k=4)) for _ in range(2)]
        sizes = [rng.randint(0, 3) for _ in left]
        slots = [Slot(rng.randrange(2), stock, place) for stock, size in enumerate(sizes) for place in range(size)]
        ranges = [(least := rng.choice((0, 5, 15, 20, 30)), least + rng.choice((0, 10, 30, 100))) for _ in range(2)]
        ways = [{*permutations(cards, size)} for cards, size in zip(left, sizes, strict=True)]
        exists = any([fits(slots, [*one, *two], ranges) for one, two in product(*ways)])
        cards = chosen(left, slots, ranges, COSTS.__getitem__)
        assert all([tuple(cards[: sizes[0]]) in ways[0], tuple(cards[sizes[0] :]) in ways[1]])
        assert fits(slots, cards, ranges) == exists
        found += exists
    assert 50 < found < 250, found


# -- notes of strangers

WORDS: Final = (
    "p1",
    "p2",
    "p3",
    "draw",
    "discard",
    "swap",
    "pot",
    "meld",
    "end",
    "last",
    "challenge",
    "4c",
    "Kh",
    "Qs",
)


@given(
    seed=st.integers(0, 10_000),
    name=st.sampled_from([*RULES]),
    wrong=st.lists(
        st.tuples(st.integers(0, 200), st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)), max_size=3
    ),
    lost=st.lists(st.integers(0, 200), max_size=2),
)
def test_wrong_notes_raise_nothing_but_what_is_promised(
    seed: int, name: str, wrong: list[tuple[int, list[str]]], lost: list[int]
) -> None:
    """An action that the notes miss, another one in its place: it is found, or goes with the rest."""
    match = watched(RULES[name], seed, 120, 0.5)
    texts = list(match.texts)
    for at in lost:
        del texts[at : at + 1]
    for at, words in wrong:
        texts[at : at + 1] = [" ".join(words)]
    try:
        found = complete(match.rules, match.dealer, texts)
    except MalformedInput as error:
        assert isinstance(error, Unexplained | Unreadable)
        assert 0 <= error.at < len(texts)
        if isinstance(error, Unexplained):
            # the notes up to there can be explained
            complete(match.rules, match.dealer, texts[: error.at])
        return
    assert len(found.actions) == len(texts)
    for action in found.actions:
        assert duizenden.parse_action(str(action)) == action


@pytest.mark.parametrize(
    "texts",
    [
        ["p1 draw"] * 100_000,
        ["reshuffle"] * 50_000,
        ["deal p1:" + "As" * 20_000 + " p2:As open:As"],
        ["deal p1:As p2:As open:As stock:" + "As" * 20_000 + "??"] * 2,
    ],
    ids=["draws", "reshuffles", "a large hand", "a large stock"],
)
def test_senseless_notes_take_little_time(texts: list[str]) -> None:
    began = time.process_time()
    with suppress(Unexplained):
        complete(rules_of("volwassen", {}), 0, texts)
    assert time.process_time() - began < 5


def test_a_very_long_round_takes_little_time() -> None:
    """Cards are drawn and discarded, and the pot is shuffled again and again."""
    match = endless(2_500)
    began = time.process_time()
    try:
        complete(match.rules, match.dealer, match.texts)
    except Unexplained as error:
        assert "were not found" in error.message
    assert time.process_time() - began < 10


def endless(most: int) -> Watched:
    rules = rules_of("volwassen", {})
    rng = random.Random(1)
    state: duizenden.State = duizenden.start(rules, 1)
    texts: list[str] = []
    while len(texts) < most:
        action: Action
        if isinstance(state, duizenden.Dealing | duizenden.Reshuffling):
            action = duizenden.shuffle(state, rng)
            text = str(action).partition(" stock:")[0] if isinstance(action, duizenden.Deal) else "reshuffle"
        elif isinstance(state, duizenden.Melding):
            hand = [card for card in state.hands[state.turn] if str(card) != "Qs"]
            action = duizenden.Discard(state.turn, rng.choice(hand))
            text = str(action)
        else:
            assert isinstance(state, duizenden.Swapping | duizenden.Drawing)
            action = duizenden.Draw(state.turn)
            text = str(action)
        texts.append(text)
        state = duizenden.apply(state, action)
    return Watched(rules, 1, (), texts, {})
