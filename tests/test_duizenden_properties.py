"""What the library promises of every state that a match of Duizenden can reach."""

from __future__ import annotations

import copy
import json
import random
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, cast, get_args

import attrs
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from cardrules import GAMES, duizenden, sampling, wire
from cardrules.cards import CARDS, Card, Cards, Rank
from cardrules.duizenden.actions import Action, Challenge, Deal, Discard, LayOff, Meld, PlayerAction, Pot, Reshuffle
from cardrules.duizenden.melds import Group, Laid, Run, lay
from cardrules.duizenden.rules import PRESETS, Rules
from cardrules.duizenden.state import (
    Dealing,
    Drawing,
    Match,
    Melding,
    Over,
    Place,
    Previous,
    Reshuffling,
    State,
    Swapping,
)
from cardrules.errors import InvalidRules, MalformedInput
from cardrules.records import validate
from cardrules.testing.contract import check_state
from cardrules.testing.duizenden.candidates import KINDS, chances, plain, player_actions
from cardrules.testing.duizenden.configs import EACH_FLAG
from cardrules.testing.duizenden.playing import STARTS, Heap, is_wild
from cardrules.verdict import IllegalAction, Violation
from playouts import DuizendenPlayout, duizenden_match, duizenden_matches

LISTED = 1500
"""Listings of more actions are looked at only so far."""
GAME = GAMES["duizenden"]


def rules_named(violations: Sequence[Violation]) -> list[str]:
    return [violation.rule for violation in violations]


def one_of_each_phase() -> dict[str, State]:
    """A state of every phase, always the same."""
    found: dict[str, State] = {}
    rules = attrs.evolve(EACH_FLAG["last card for a card"], players=3, target=150)
    for seed in range(20):
        for theme in ("start", "last", "empty", "totals"):
            for state in duizenden_match(rules, theme, seed, 300).states:
                found.setdefault(type(state).__name__, state)
            if len(found) == len(get_args(State)):
                return found
    return found


PHASES = one_of_each_phase()


def test_every_phase_is_met() -> None:
    assert set(PHASES) == {phase.__name__ for phase in get_args(State)}


def test_every_rare_thing_is_met() -> None:
    """The playouts reach what they are made to reach."""
    met = Counter[str]()
    queens = Cards([CARDS[49], CARDS[49]])
    for seed, name in enumerate(("kinder", "modern", "last card for a card", "last card for points", "no opening") * 2):
        for theme in (*STARTS, "queens", "opening", "last"):
            seed += 1
            for state, action, _ in duizenden_match(EACH_FLAG[name], theme, seed, 60).steps:
                met[type(action).__name__] += 1
                if isinstance(state, Melding):
                    met["opening half met"] += bool(state.laid) and (state.laid or 0) < 30
                    met["queens alone"] += state.hands[state.turn] <= queens
                    met["large hand"] += len(state.hands[state.turn]) > 40
                if isinstance(state, Drawing):
                    met["no stock"] += not state.stock
                    met["no pot"] += not state.pot
                    met["large pot"] += len(state.pot) > 40
    for seed in range(4):
        for state in duizenden_match(EACH_FLAG["out unopened"], "unopened", seed, 60).states:
            met["bound"] += isinstance(state, Melding) and state.bound
    for kind in (*[kind.__name__ for kind in KINDS], "bound", "opening half met", "no stock", "no pot"):
        assert met[kind], kind
    assert min(met["large pot"], met["large hand"], met["queens alone"]) > 0


# -- the generator and the judge


@given(duizenden_matches())
def test_a_listing_is_whole(playout: DuizendenPlayout) -> None:
    """Where all melds of a hand were tried, those that are legal are the listing."""
    rng = playout.rng()
    for state in playout.some(2):
        items = list(islice(duizenden.legal_actions(state), LISTED + 1))
        universe = player_actions(state, rng)
        if universe.whole and len(items) <= LISTED:
            event(f"{type(state).__name__}, whole")
            legal = {plain(state, action) for action in universe.actions if duizenden.is_legal(state, action)}
            assert {plain(state, action) for action in items} == legal
        for action in items[:300]:
            assert_wilds_in_order(state, action)


def assert_wilds_in_order(state: State, action: PlayerAction) -> None:
    """A listing uses the wild cards of the hand from the first on, in the order of the suits."""
    if isinstance(state, Melding) and isinstance(action, Meld | LayOff):
        rules = state.match.rules
        used = [card for card in action.cards if is_wild(card, rules)]
        assert used == [card for card in state.hands[action.seat] if is_wild(card, rules)][: len(used)]


@given(duizenden_matches())
def test_a_deal_is_legal_by_the_letter_of_the_rule(playout: DuizendenPlayout) -> None:
    rng = playout.rng()
    for state in playout.some(2):
        legal = 0
        for action in chances(state, rng):
            broken = duizenden.violations(state, action)
            legal += not broken
            assert bool(broken) == (not rightly_dealt(state, action))
        assert bool(legal) == isinstance(state, Dealing | Reshuffling)


def rightly_dealt(state: State, action: Action) -> bool:
    if isinstance(state, Dealing) and isinstance(action, Deal):
        rules = state.match.rules
        sizes = [(seat, len(hand)) for seat, hand in action.hands]
        cards = Counter([card for _, hand in action.hands for card in hand] + [*action.open, *action.stock])
        right = sizes == [(seat, 13) for seat in range(rules.players)] and len(action.open) == 1
        return right and cards == Counter(duizenden.deck(rules))
    if isinstance(state, Reshuffling) and isinstance(action, Reshuffle):
        return Counter(action.cards) == Counter(state.before.pot[:-1])
    return False


def test_a_rule_broken_for_two_reasons_is_named_once() -> None:
    _, melding = large(attrs.evolve(LARGE, opening_minimum=30), laid=15)
    for action, rule in (
        (duizenden.Exchange(0, 9, CARDS[0]), "duizenden.exchange"),
        (LayOff(0, 9, CARDS[:1], "low"), "duizenden.layoff"),
    ):
        names = rules_named(duizenden.violations(melding, action))
        assert names.count(rule) == 1
        assert "duizenden.opening" in names


@given(duizenden_matches(150))
def test_every_seat_that_may_act_can(playout: DuizendenPlayout) -> None:
    for state in playout.states:
        assert_no_dead_end(state)


def assert_no_dead_end(state: State) -> None:
    if isinstance(state, Dealing | Reshuffling | Over):
        assert duizenden.actors(state) == ()
        assert not duizenden.legal_actions(state)
        return
    assert state.turn in duizenden.actors(state)
    assert duizenden.legal_actions(state, state.turn)
    for seat in duizenden.actors(state):
        assert duizenden.legal_actions(state, seat)


# -- errors


def refusal(state: State, action: Any) -> IllegalAction:
    """What `apply` raises; pytest.raises takes too long for thousands of them."""
    try:
        duizenden.apply(state, action)
    except IllegalAction as error:
        return error
    pytest.fail("an illegal action was applied")


@given(duizenden_matches(), st.integers(0, 2**32))
def test_errors_show_nothing_of_the_state(playout: DuizendenPlayout, seed: int) -> None:
    rng = random.Random(seed)
    for state in playout.some(3):
        actions = [*player_actions(state, rng).actions, *chances(state, rng)]
        for action in rng.sample(actions, 40):
            broken = duizenden.violations(state, action)
            if broken:
                error = refusal(state, action)
                shown = str(action) if not isinstance(action, Deal | Reshuffle) else type(action).__name__.lower()
                assert str(error) == f"{shown} breaks {', '.join(rules_named(broken))}"
                assert repr(error) == f"<IllegalAction: {error}>"


# -- the table


@given(duizenden_matches(120))
def test_melds_are_melds(playout: DuizendenPlayout) -> None:
    for state in playout.states:
        assert_sound(state)


def assert_sound(state: State) -> None:
    rules = state.match.rules
    places = duizenden.places(state)
    assert sum(places.values(), Cards()) == duizenden.deck(rules)
    previous = state.match.previous
    melds = () if previous is None else previous.melds
    table = state.before if isinstance(state, Reshuffling) else state
    if isinstance(table, Drawing | Melding):
        melds = (*melds, *table.melds)
        owners = {meld.owner for meld in table.melds}
        opening = {table.turn} if isinstance(table, Melding) and table.laid else set()
        assert owners - opening == {seat for seat, place in enumerate(table.places) if place.opened}
        assert all(table.hands)
    for meld in melds:
        assert_meld(meld, rules)


def assert_meld(meld: Laid, rules: Rules) -> None:
    """By the letter of the rules."""
    wilds = [is_wild(card, rules) for card in meld.cards]
    natural = len(wilds) - sum(wilds)
    assert len(meld.cards) >= 3
    assert len(meld.seats) == len(meld.cards)
    assert natural >= 2
    assert sum(wilds) < natural if rules.ratio == "minority" else sum(wilds) <= natural
    if isinstance(meld, Group):
        assert {card.rank for card in meld.cards if not is_wild(card, rules)} == {meld.rank}
        return
    ranks = "A23456789TJQKA"
    assert 0 <= meld.low <= 14 - len(meld.cards)
    assert rules.low_ace or meld.low > 0
    for position, card in enumerate(meld.cards, meld.low):
        assert is_wild(card, rules) or card.text == ranks[position] + meld.suit.value
    assert sorted(meld.wilds) == [meld.low + at for at, wild in enumerate(wilds) if wild]


@given(duizenden_matches(250))
def test_rounds_are_scored_and_the_match_ends_with_the_target(playout: DuizendenPlayout) -> None:
    rules = playout.rules
    before: State | None = None
    for state in playout.states:
        score = duizenden.score(state)
        match = state.match
        assert score.totals == match.totals
        best = max(score.totals)
        if isinstance(state, Over):
            assert best >= rules.target
            assert score.winners == tuple([seat for seat, total in enumerate(score.totals) if total == best])
        else:
            assert score.winners == ()
            assert best < rules.target
        if before is not None and match.deals != before.match.deals:
            assert (match.deals, match.dealer) == (before.match.deals + 1, (before.match.dealer + 1) % rules.players)
            assert match.sheet[: len(before.match.sheet)] == before.match.sheet
            assert match.previous is not None
            assert_round_scored(before, match.previous, match)
        elif before is not None:
            assert match == before.match
        before = state


def assert_round_scored(before: State, left: Previous, match: Match) -> None:
    """What a round brought, counted card by card."""
    rules = match.rules
    assert isinstance(before, Drawing | Melding)
    on_table = Counter[int]()
    for meld in left.melds:
        for place, (card, seat) in enumerate(zip(meld.cards, meld.seats, strict=True)):
            low = place == 0 and isinstance(meld, Run) and meld.low == 0 and card.rank is Rank.ACE
            worth = rules.low_ace_points if low else points_of(card, rules)
            on_table[seat if rules.credit == "player" else meld.owner] += worth
    for seat, hand in enumerate(left.hands):
        held = sum([rules.queen_penalty if card.text == "Qs" else points_of(card, rules) for card in hand])
        brought = sum([line.points for line in left.lines if line.seat == seat])
        assert brought == on_table[seat] - held - before.places[seat].penalty
        assert bool(hand) == (seat != left.out)
    assert left.lines == match.sheet[-len(left.lines) :]
    # the cards are those of the deck, but for the stock, which nobody has seen
    cards = sum([Cards(meld.cards) for meld in left.melds], sum(left.hands, Cards(left.pot)))
    assert cards + Cards(before.stock) == duizenden.deck(rules)


def points_of(card: Card, rules: Rules) -> int:
    if is_wild(card, rules):
        return 25 if card.rank is None else 20
    if card.text == "Qs":
        return 100
    return 20 if card.text[0] == "A" else 10 if card.text[0] in "TJQK" else 5


# -- what a seat may not know


@given(duizenden_matches(), st.integers(0, 2**32))
def test_a_view_is_the_same_whatever_the_hidden_cards_are(playout: DuizendenPlayout, seed: int) -> None:
    """The same table with the hidden cards dealt anew, whether or not such a table can come about."""
    rng = random.Random(seed)
    for state in playout.some(6):
        for seat in (*range(playout.rules.players), None):
            twin = dealt_anew(state, seat, rng)
            mine, other = duizenden.view(state, seat), duizenden.view(twin, seat)
            assert mine == other
            assert repr(mine) == repr(other)
            assert duizenden.actors(state) == duizenden.actors(twin)


def dealt_anew(state: State, seat: int | None, rng: random.Random) -> State:
    if isinstance(state, Reshuffling):
        return attrs.evolve(state, before=cast("Any", dealt_anew(state.before, seat, rng)))
    if isinstance(state, Dealing | Over):
        left = state.match.previous
        if left is None:
            return state
        hands = anew(left.hands, (), seat, rng)[0]
        match = attrs.evolve(state.match, previous=attrs.evolve(left, hands=hands))
        return attrs.evolve(state, match=match)
    hands, stock = anew(state.hands, state.stock, seat, rng)
    return attrs.evolve(state, hands=hands, stock=stock)


def anew(
    hands: tuple[Cards, ...], stock: tuple[Card, ...], seat: int | None, rng: random.Random
) -> tuple[tuple[Cards, ...], tuple[Card, ...]]:
    hidden = [card for other, hand in enumerate(hands) if other != seat for card in hand] + [*stock]
    rng.shuffle(hidden)
    heap = Heap(Cards(), rng)
    heap.cards = hidden
    new = [hand if other == seat else Cards(heap.some(len(hand))) for other, hand in enumerate(hands)]
    return tuple(new), tuple(heap.cards)


@given(duizenden_matches())
def test_a_seat_sees_what_it_may_know(playout: DuizendenPlayout) -> None:
    for state in playout.states:
        table = state.before if isinstance(state, Reshuffling) else state
        for seat in (*range(playout.rules.players), None):
            seen = duizenden.view(state, seat)
            assert seen.actors == duizenden.actors(state)
            assert (seen.totals, seen.sheet) == (state.match.totals, state.match.sheet)
            if isinstance(table, Dealing | Over):
                continue
            assert seen.hand == (None if seat is None else table.hands[seat])
            assert seen.counts == tuple([len(hand) for hand in table.hands])
            assert (seen.stock_count, seen.turn) == (len(table.stock), table.turn)
            if isinstance(table, Swapping):
                assert (seen.open, seen.swaps) == (table.open, table.swaps)
            else:
                assert (seen.pot, seen.melds, seen.places) == (table.pot, table.melds, table.places)


# -- round trips


def test_every_well_formed_action_round_trips_as_text() -> None:
    rng = random.Random(5)
    for state in PHASES.values():
        for action in (*player_actions(state, rng).actions, *chances(state, rng)):
            assert_text(action)


def assert_text(action: Action) -> None:
    if isinstance(action, Deal) and not (action.hands and all(hand for _, hand in action.hands)):
        return  # a hand of no cards has no text
    twin = duizenden.parse_action(str(action))
    assert twin == action
    assert hash(twin) == hash(action)
    assert str(twin) == str(action)
    assert type(twin) is type(action)


def sent(value: object) -> Any:
    return json.loads(json.dumps(value))


# -- a hand after a large pot


def large(rules: Rules, *, laid: int | None = None) -> tuple[Drawing, Melding]:
    """A pot of nearly all cards about to be taken, and a turn with about 70 cards and all wild
    cards in hand; `laid` as in the turn."""
    rng = random.Random(1)
    heap = Heap(duizenden.deck(rules), rng)
    wilds = heap.these([card for card in heap.cards if is_wild(card, rules)])
    mine = [*heap.these([CARDS[44], CARDS[45], CARDS[46]]), *heap.some(10)]
    opened = lay(tuple(heap.these([CARDS[5], CARDS[6], CARDS[7]])), 0, rules)
    yours = heap.some(2)
    top = heap.these([CARDS[44]])
    stock = heap.some(len(heap) - 60)
    pot = (*wilds, *heap.cards, *top)
    hands = Cards(mine), Cards(yours)
    places = (Place(2, True), Place(2, False))
    drawing = Drawing(Match(rules, 1, 0, (0, 0)), hands, tuple(stock), pot, (opened,), places, 0)
    whole = Cards(mine) + Cards(pot[:-1])
    place = Place(3, laid is None)
    melding = Melding(
        drawing.match,
        (whole, hands[1]),
        tuple(stock),
        tuple(top),
        (opened,),
        (place, places[1]),
        0,
        False,
        laid,
        False,
    )
    return drawing, melding


def work(do: Callable[[], object]) -> int:
    """How many calls and steps of generators something takes: a measure of time that does not
    depend on the machine."""
    count = 0

    def step(frame: object, happened: str, argument: object) -> None:
        nonlocal count
        count += happened in ("call", "c_call")

    sys.setprofile(step)
    try:
        do()
    finally:
        sys.setprofile(None)
    return count


LARGE = attrs.evolve(PRESETS["modern"], players=2)
TURNS = {
    "modern": (LARGE, None),
    "lay off and exchange anything": (attrs.evolve(LARGE, layoff="any", exchange="any"), None),
    "jokers": (attrs.evolve(PRESETS["klassiek"], players=2), None),
    "opening of 200, unmet": (attrs.evolve(LARGE, opening_minimum=200), 15),
    "opening of 200 with jokers, unmet": (attrs.evolve(PRESETS["klassiek"], players=2, opening_minimum=200), 15),
}


@pytest.mark.parametrize("name", TURNS)
def test_nothing_takes_work_in_proportion_to_the_melds_of_a_large_hand(name: str) -> None:
    rules, laid = TURNS[name]
    drawing, melding = large(rules, laid=laid)
    hand = melding.hands[0]
    assert len(hand) > 50
    assert sum([is_wild(card, rules) for card in hand]) == (8 if rules.wild == "twos" else 4)
    assert work(lambda: bool(duizenden.legal_actions(melding))) < 40_000
    assert work(lambda: next(iter(duizenden.legal_actions(drawing)))) < 2_000
    rng = random.Random(3)
    some = rng.sample(player_actions(melding, rng).actions, 150)
    some += list(islice(duizenden.legal_actions(melding), 60))
    legal = 0
    for action in some:
        legal += duizenden.is_legal(melding, action)  # an opening's search may fill its memory once
    assert legal
    for action in some:
        assert work(lambda action=action: duizenden.violations(melding, action)) < 3_000, action  # type: ignore[misc]
        assert work(lambda action=action: action in duizenden.legal_actions(melding)) < 3_000  # type: ignore[misc]
    pot = Pot(0, (CARDS[44], CARDS[45], CARDS[46]))
    assert work(lambda: duizenden.violations(drawing, pot)) < 60_000


def test_a_loop_over_many_actions_takes_no_memory() -> None:
    _, melding = large(LARGE)
    listing = duizenden.legal_actions(melding)
    assert len(listing) > 30_000  # and what is remembered between listings is
    tracemalloc.start()
    try:
        count = 0
        while count < 100_000:
            count += sum(1 for _ in islice(listing, 100_000 - count))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 100_000
    assert peak < 3_000_000


def test_the_listing_of_a_large_hand_is_in_order_without_copies() -> None:
    _, melding = large(LARGE)
    listing = duizenden.legal_actions(melding)
    assert listing[::-1][-1] == listing[0]
    items = list(islice(listing, 20_000))
    assert len({plain(melding, action) for action in items}) == len(items)
    assert list(islice(duizenden.legal_actions(melding), 20_000)) == items
    for place in (0, 1, 999, 19_000):
        assert listing[place] == items[place]
    rng = random.Random(1)
    for action in rng.sample(items, 300):
        assert not duizenden.violations(melding, action)


# -- states that somebody tampered with


def places_in(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path to every value inside a JSON value."""
    items: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places_in(item, (*path, key))


def at(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def changed(data: Any, path: tuple[str | int, ...], value: object) -> Any:
    data = copy.deepcopy(data)
    at(data, path[:-1])[path[-1]] = value
    return data


def mutations(was: Any) -> list[object]:
    """What might stand in a place instead."""
    if isinstance(was, bool):
        return [not was]
    if isinstance(was, int):
        return [was + 1, was - 1, -was - 1, was + 5, 0, 1, 3, 8, 1000, 10**9, 10**14, -(10**14)]
    if isinstance(was, str):
        found: list[object] = [
            "",
            was + was,
            was[::-1],
            "As",
            "AsAs",
            "Jk",
            "2c",
            "Qs",
            "h",
            "due",
            "missed",
            "settled",
        ]
        if len(was) > 3:
            found += [was[2:], was[:-2], was[2:] + was[:2], was + "2h", was[:-2] + was[:2]]
        return found
    if isinstance(was, list):
        return [[], was[1:], was[:-1], was + was[-1:], was[::-1], [None]]
    if was is None:
        return [0, 1, -1, 50, "due", "missed", "settled", "As", [], {}, {"points": 5}, {"cards": 1}]
    return [None, {}, {**was, "x": 1}]


def judge(data: Any) -> State | None:
    """A state that was tampered with is refused, or all promises hold of it."""
    try:
        state = wire.load(copy.deepcopy(data), State)
    except (MalformedInput, InvalidRules) as error:
        message = str(error)
        assert message.isprintable()
        assert len(message) < 400
        assert "index out of range" not in message
        return None
    promises_hold(state)
    return state


def promises_hold(state: State) -> None:
    """What holds for every state of a match."""
    rng = random.Random(1)
    for _ in range(30):
        assert_sound(state)
        for seat in (None, *range(state.match.rules.players)):
            duizenden.view(state, seat)
        check_state(GAME, state.match.rules, state)
        if isinstance(state, Over):
            assert duizenden.score(state).winners
            break
        assert_no_dead_end(state)
        if isinstance(state, Dealing | Reshuffling):
            action: Action = duizenden.shuffle(state, rng)
        else:
            some = list(islice(duizenden.legal_actions(state), 200))
            unlike = [action for action in some if not isinstance(action, Discard)]
            action = rng.choice(unlike if unlike and rng.random() < 0.5 else some)
        assert not duizenden.violations(state, action)
        state = duizenden.apply(state, action)


@st.composite
def tampered(draw: st.DrawFn) -> Any:
    states = draw(duizenden_matches(60)).some(3)
    data = sent(wire.dump(draw(st.sampled_from(states))))
    rng = random.Random(draw(st.integers(0, 2**32)))
    found = []
    paths = list(places_in(data))
    # the fields of the rules and of the sheet are many, and alike
    round_ones = [path for path in paths if path[0] != "match"]
    for _ in range(7):
        path = rng.choice(round_ones if round_ones and rng.random() < 0.8 else paths)
        value = rng.choice(mutations(at(data, path)))
        if rng.random() < 0.1:
            value = at(data, rng.choice(paths))
        found.append(changed(data, path, value))
    return found


@given(tampered())
def test_a_state_that_was_tampered_with(found: list[Any]) -> None:
    for data in found:
        state = judge(data)
        event("refused" if state is None else "accepted")


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_a_state_that_was_tampered_with_anywhere(phase: str) -> None:
    """Every value of a state, but of the sheet and the rules only some."""
    data = sent(wire.dump(PHASES[phase]))
    for path in places_in(data):
        if path[:2] in (("match", "sheet"), ("match", "previous"), ("match", "rules")) and path[2:3] != (0,):
            continue
        for value in mutations(at(data, path)):
            if at(data, path) != value:
                judge(changed(data, path, value))


def test_a_turn_costs_a_penalty_at_most_once() -> None:
    """A last card that may still be challenged has cost nothing yet (duizenden.last-card)."""
    rules = attrs.evolve(EACH_FLAG["last card for points"], players=3)
    states = [state for seed in range(20) for state in duizenden_match(rules, "last", seed, 60).states]
    tried = 0
    for state in states:
        for challenge in [each for each in duizenden.legal_actions(state) if isinstance(each, Challenge)]:
            assert isinstance(state, Drawing | Melding)
            place = state.places[challenge.whom]
            for turns in range(place.turns + 1):
                places = (
                    *state.places[: challenge.whom],
                    attrs.evolve(place, penalty=50 * turns),
                    *state.places[challenge.whom + 1 :],
                )
                other = attrs.evolve(state, places=places)
                if turns == place.turns:
                    with pytest.raises(ValueError, match="penalty"):
                        GAME.check(other)
                else:
                    GAME.check(other)
                    GAME.check(duizenden.apply(other, challenge))
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("name", ["volwassen", "klassiek"])
def test_turns_go_round(name: str) -> None:
    """With a swap phase too, in which anyone may draw first."""
    states = [state for seed in range(3) for state in duizenden_match(EACH_FLAG[name], "start", seed, 60).states]
    tried = 0
    for state in states:
        if isinstance(state, Drawing | Melding):
            players = len(state.places)
            last = state.turn if isinstance(state, Melding) else (state.turn - 1) % players
            for seat, place in enumerate(state.places):
                if place.turns < state.places[last].turns:
                    changed_places = [*state.places]
                    changed_places[last] = attrs.evolve(state.places[last], turns=place.turns)
                    changed_places[seat] = attrs.evolve(place, turns=state.places[last].turns)
                    with pytest.raises(ValueError, match="turn"):
                        GAME.check(attrs.evolve(state, places=tuple(changed_places)))
                    tried += 1
    assert tried > 100


# -- whole matches


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_sampled_matches_come_to_an_end(name: str, seed: int) -> None:
    record = sampling.sample(GAME, PRESETS[name], random.Random(seed))
    assert len(record.actions) < 20_000
    report = validate(record)
    assert (report.verdict, report.complete, report.violations, report.score_errors) == ("legal", True, (), ())
    assert max(report.totals) >= 1000
    assert report.winners == tuple([seat for seat, total in enumerate(report.totals) if total == max(report.totals)])
    wrong = attrs.evolve(record, scores=(*record.scores[:-1], tuple([total + 5 for total in record.scores[-1]])))
    assert validate(wrong).verdict == "misscored"


@pytest.mark.parametrize("name", EACH_FLAG)
def test_sampled_rounds_come_to_an_end(name: str) -> None:
    record = sampling.sample(GAME, EACH_FLAG[name], random.Random(3), deals=1)
    assert len(record.actions) < 2_000
    assert validate(record).verdict == "legal"
    assert len(record.scores) == 1


def test_a_round_that_cannot_end_does_not_keep_the_sampler() -> None:
    """Nobody can lay off any card that is left, and all hands are too small for a meld or the pot."""
    record = sampling.sample(GAME, EACH_FLAG["modern for seven"], random.Random(282), deals=2)
    assert sampling.ENDLESS <= len(record.actions) < sampling.ENDLESS + 1_000
    report = validate(record)
    assert (report.verdict, report.complete, len(record.scores)) == ("legal", False, 1)
