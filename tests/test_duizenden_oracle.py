"""Duizenden against the oracle: what is a meld, what is legal, which rules are named, what can still
follow in a turn, and how a round scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations
from typing import TypeAlias, TypeVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardrules import duizenden
from cardrules.cards import CARDS, Card, Cards, Rank, Suit
from cardrules.duizenden.actions import (
    Action,
    Challenge,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Swap,
)
from cardrules.duizenden.hands import holding, melds_of
from cardrules.duizenden.melds import Group, Laid, Run, faults
from cardrules.duizenden.rules import PRESETS, Draws, Points, Rules
from cardrules.duizenden.state import Call, Dealing, Drawing, Match, Melding, Over, Place, State, Swapping
from oracle_duizenden import (
    JOKER,
    LINE,
    QUEEN,
    RANKS,
    SUITS,
    Stand,
    Text,
    Turn,
    after_round,
    all_melds,
    candidates,
    copies,
    is_meld,
    is_wild,
    lowest_place,
    parsed,
    pile_of,
    round_points,
    stand_of,
    step_of,
    texts,
    turn_of,
    verdict,
)

T = TypeVar("T")
Judged: TypeAlias = Drawing | Melding | Swapping

# -- configs


def one_of(*values: T) -> st.SearchStrategy[T]:
    return st.sampled_from(values)


@st.composite
def configs(draw: st.DrawFn, unopened: bool = False, minimum: int | None = None) -> Rules:
    """A preset, or a mix of all flags. unopened: with the licence of who goes out unopened."""
    if not unopened and minimum is None and draw(one_of(True, False, False)):
        return PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    licence = unopened or draw(one_of(False, False, False, True))
    return Rules(
        players=draw(one_of(2, 3, 4)),
        wild=draw(one_of("jokers", "twos")),
        opening_minimum=draw(one_of(30, 0, 25, 45, 60, 100, 200)) if minimum is None else minimum,
        ratio=draw(one_of("minority", "half")),
        low_ace=draw(one_of(True, True, False)),
        low_ace_points=draw(one_of(1, 20, 0, 7)),
        wild_in_first_turn=draw(one_of(True, True, False)),
        melds_from_circuit=draw(one_of(1, 1, 1, 2)),
        pot_needs_opened=licence or draw(st.booleans()),
        pot_hand_minimum=draw(one_of(0, 3)),
        last_card=draw(one_of("free", "discard")),
        out_in_opening_turn=licence or draw(one_of(True, True, False)),
        out_in_first_circuit=draw(one_of(True, True, False)),
        out_unopened=licence,
        layoff=draw(one_of("any", "own")),
        exchange=draw(one_of("any", "own", "none")),
        queen_exchange=draw(st.booleans()),
        queen_discard=draw(one_of("never", "last_card", "only_card")),
        queen_penalty=draw(one_of(100, 200, 0)),
        credit=draw(one_of("player", "owner")),
        last_card_call=draw(one_of(None, None, Points(points=50), Draws())),
        empty_stock=draw(one_of("reshuffle", "end_round")),
    )


# -- cards and melds


class Pack:
    """The deck from which the cards of an example are taken, so that there are never too many."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.left = Counter({card.text: copies(card.text, rules) for card in CARDS})

    def take(self, cards: Iterable[str]) -> list[str]:
        """Those of the cards that are there."""
        taken = []
        for card in cards:
            if self.left[card] > 0:
                self.left[card] -= 1
                taken.append(card)
        return taken

    def wild(self) -> list[str]:
        return [card for card, number in self.left.items() if number > 0 and is_wild(card, self.rules)]


def wilds(rules: Rules) -> st.SearchStrategy[str]:
    return st.just(JOKER) if rules.wild == "jokers" else st.sampled_from(SUITS).map(lambda suit: "2" + suit)


@st.composite
def pieces(draw: st.DrawFn, rules: Rules) -> Text:
    """A few cards that have to do with each other."""
    kind = draw(one_of("run", "group", "wild", "one", "queen", "aces"))
    suit = draw(one_of("s", "h"))
    if kind == "run":
        low = draw(st.integers(0, 12))
        return tuple([LINE[place] + suit for place in range(low, min(low + draw(st.integers(2, 4)), 14))])
    if kind == "group":
        rank = draw(one_of("Q", "5", "A", "3", "K"))
        return tuple([rank + draw(st.sampled_from(SUITS)) for _ in range(draw(st.integers(2, 4)))])
    if kind == "aces":
        return tuple([rank + suit for rank in draw(one_of("A3", "AK", "AKQ", "A2", "AA"))])
    if kind == "queen":
        return (QUEEN,) * draw(one_of(1, 1, 2))
    if kind == "wild":
        return tuple([draw(wilds(rules)) for _ in range(draw(one_of(1, 1, 2, 3)))])
    return (draw(st.sampled_from([rank + suit for rank in RANKS for suit in SUITS])),)


@st.composite
def hands(draw: st.DrawFn, pack: Pack, most: int, least: int = 1) -> Text:
    """From `least` to `most` cards."""
    size = draw(st.integers(least, most))
    hand: list[str] = []
    for _ in range(4 * size):
        if len(hand) < size:
            hand += pack.take(draw(pieces(pack.rules))[: size - len(hand)])
    assume(len(hand) >= least)  # what is drawn may be gone from the pack
    return tuple(sorted(hand))


@st.composite
def laid_melds(draw: st.DrawFn, pack: Pack, most: int = 2) -> tuple[Laid, ...]:
    """Melds on the table, of any owner, with cards by anybody."""
    melds = []
    for _ in range(draw(st.integers(0, most))):
        meld = draw(laid_meld(pack))
        if meld is not None:
            melds.append(meld)
    return tuple(melds)


@st.composite
def laid_meld(draw: st.DrawFn, pack: Pack) -> Laid | None:
    rules = pack.rules
    size = draw(one_of(3, 3, 4, 5))
    owner = draw(one_of(0, 0, 1))
    seats = st.integers(0, rules.players - 1)
    cards: list[str] = []
    natural: list[str]
    if draw(one_of(True, True, False)):
        suit = draw(one_of("s", "h"))
        low = draw(st.integers(lowest_place(rules), 14 - size) | one_of(lowest_place(rules), 14 - size))
        natural = [LINE[low + at] + suit for at in range(size)]
    else:
        suit = ""
        rank = draw(one_of("Q", "5", "A", "3", "K"))
        natural = [rank + draw(st.sampled_from(SUITS)) for _ in range(size)]
    for card in natural:
        wild = pack.take(pack.wild()[:1]) if draw(one_of(False, False, True)) or is_wild(card, rules) else []
        cards += wild or pack.take([card])
    if len(cards) != size or not is_meld(tuple(cards), rules):
        for card in cards:
            pack.left[card] += 1
        return None
    by = tuple([owner if draw(one_of(True, True, False)) else draw(seats) for _ in cards])
    if not suit:
        shuffled = draw(st.permutations(cards))
        rank = next(card for card in cards if not is_wild(card, rules))[0]
        return Group(owner, Rank(rank), parsed(tuple(shuffled)), by)
    places = [low + at for at, card in enumerate(cards) if is_wild(card, rules)]
    return Run(owner, Suit(suit), low, parsed(tuple(cards)), by, tuple(draw(st.permutations(places))))


# -- states


def match_of(rules: Rules) -> Match:
    return Match(rules, 0, 0, (0,) * rules.players)


@st.composite
def seats(draw: st.DrawFn, rules: Rules, own: Place) -> tuple[Place, ...]:
    calls: tuple[Call | None, ...] = (None,) * 4
    if rules.last_card_call is not None:
        calls = (None, "missed", "kept", "settled")
    others = [Place(1, draw(st.booleans()), draw(st.sampled_from(calls))) for _ in range(rules.players - 1)]
    return (own, *others)


def can_be(state: Melding) -> bool:
    """Whether the turn has an end; and in one's first turn nobody draws to an empty hand."""
    if state.fresh and state.places[0].turns == 1 and len(state.hands[0]) == 1:
        return False
    return turn_of(state).alive(stand_of(state), state.fresh)


@st.composite
def melding(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, most: int = 6, laid: Iterable[int | None] = ()
) -> Melding:
    """A turn of seat 0 after the drawing, with a small hand."""
    chosen = draw(configs() if rules is None else rules)
    pack = Pack(chosen)
    melds = draw(laid_melds(pack))
    mine = draw(hands(pack, most))
    minimum = chosen.opening_minimum
    before: list[int | None] = [None, 0, 0]
    if minimum > 5:
        before += [minimum - 5, minimum - 15, minimum, 15]
    points = draw(st.sampled_from([some for some in (list(laid) or before) if some is None or some >= 0]))
    fresh = not points and draw(st.booleans())
    bound = chosen.out_unopened and points is not None and not fresh and draw(one_of(True, False))
    place = Place(draw(one_of(1, 2)), points is None)
    table = Melding(
        match_of(chosen),
        (Cards(parsed(mine)), *[Cards(parsed(("4c",)))] * (chosen.players - 1)),
        parsed(draw(one_of((), ("6d",)))),
        parsed(draw(one_of(("4d",), ("4d", "9d"), ()))),
        melds,
        draw(seats(chosen, place)),
        0,
        fresh,
        points,
        bound,
    )
    assume(can_be(table))
    return table


@st.composite
def drawing(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, most: int = 5) -> Drawing:
    """The beginning of a turn of seat 0, with a small hand."""
    chosen = draw(configs() if rules is None else rules)
    pack = Pack(chosen)
    melds = draw(laid_melds(pack))
    mine = draw(hands(pack, most))
    pot = draw(hands(pack, 3, least=0))
    place = Place(draw(one_of(0, 1, 2)), draw(st.booleans()))
    table = draw(seats(chosen, place))
    if chosen.last_card_call is not None:
        call: Call | None = draw(one_of(None, "due", "called"))
        table = (*table[:-1], Place(1, True, call))
    return Drawing(
        match_of(chosen),
        (Cards(parsed(mine)), *[Cards(parsed(("4c",)))] * (chosen.players - 1)),
        parsed(draw(one_of((), ("6d",)))),
        parsed(tuple(draw(st.permutations(pot)))),
        melds,
        table,
        0,
    )


# -- actions that nobody looked at the rules for


@st.composite
def wild_guesses(draw: st.DrawFn, state: Judged) -> Action:
    """Any action, often of cards that could be meant."""
    seat = draw(one_of(0, 0, 0, 0, 0, 1, 7))
    hand = texts(state.hands[0])
    known = [*hand, *hand, JOKER, QUEEN, "2h", "5s", "Ah", "Kh"]
    if not isinstance(state, Swapping):
        known += [*texts(state.pot[-1:]), *[card for meld in state.melds for card in texts(meld.cards)]]
    card = Card.parse(draw(st.sampled_from(known)))
    some = draw(st.lists(st.sampled_from(known), min_size=1, max_size=5))
    if draw(st.booleans()) and hand:
        some = list(draw(st.permutations(hand)))[: draw(st.integers(1, 6))]
    if draw(st.booleans()):
        some.sort(key=lambda card: (len(card), LINE.find(card[0], 1)))
    cards = parsed(tuple(some))
    number = draw(st.integers(0, 3))
    guesses: list[Action] = [
        Meld(seat, cards),
        LayOff(seat, number, cards, None),
        LayOff(seat, number, cards[:2], "low"),
        LayOff(seat, number, cards[:2], "high"),
        Exchange(seat, number, card),
        Discard(seat, card),
        EndTurn(seat),
        Pot(seat, cards),
        Draw(seat),
        Swap(seat, card),
        Last(seat),
        Challenge(seat, number),
    ]
    return draw(st.sampled_from(guesses))


# -- comparing


def named(state: State, action: Action) -> list[str]:
    return [violation.rule for violation in duizenden.violations(state, action)]


def assert_same_verdict(state: Judged, action: Action, turn: Turn | None = None) -> bool:
    """Whether both find the action legal; the rules named must be those that the oracle admits."""
    expected = verdict(state, action, turn)
    found = named(state, action)
    assert expected.admits(found), (
        f"{action} is found to break {found}; it must break {sorted(expected.must)}, and may {sorted(expected.may)}"
    )
    return expected.legal


def rows(state: Judged, action: PlayerAction) -> object:
    """The action but for which wild card stands in which place."""
    rules = state.match.rules
    if not isinstance(action, Meld | LayOff | Pot):
        return action
    cards = tuple(["wild" if is_wild(card, rules) else card for card in texts(action.cards)])
    where = (action.meld, action.end) if isinstance(action, LayOff) else ()
    return type(action).__name__, action.seat, where, cards


def assert_same_listing(state: Judged, turn: Turn | None = None) -> list[PlayerAction]:
    """Over all that could be legal: the verdicts, and the listing. Gives the listing."""
    listing = duizenden.legal_actions(state)
    legal = set()
    for action in candidates(state, turn):
        right = assert_same_verdict(state, action, turn)
        assert (action in listing) == right
        if right:
            assert isinstance(action, PlayerAction)
            legal.add(rows(state, action))
    listed = list(listing)
    assert bool(listing) == bool(listed)
    assert Counter([rows(state, action) for action in listed]) == Counter(legal)
    for action in listed:
        assert_in_order(state, action)
    return listed


def assert_in_order(state: Judged, action: PlayerAction) -> None:
    """A listing takes the wild cards of the hand in their order, from the lowest place up."""
    rules = state.match.rules
    if isinstance(action, Meld | LayOff):
        used = [card for card in texts(action.cards) if is_wild(card, rules)]
        mine = [card for card in texts(state.hands[action.seat]) if is_wild(card, rules)]
        assert used == mine[: len(used)]


def assert_same_after(state: Melding | Drawing, action: Action, after: Stand, turn: Turn) -> State:
    """What the table shows after a step that the oracle finds legal."""
    found = duizenden.apply(state, action)
    if not after.hand:
        assert isinstance(found, Dealing | Over)
        left = found.match.previous
        assert left is not None
        assert tuple([pile_of(meld) for meld in left.melds]) == after.piles
        assert left.out == state.turn
        assert_same_score(state, found, left.melds, left.hands)
        return found
    assert isinstance(found, Melding)
    assert (stand_of(found), found.fresh) == (after, False)
    assert found.places[found.turn].turns == turn.turns
    return found


def assert_same_score(
    state: Melding | Drawing, found: Dealing | Over, melds: tuple[Laid, ...], left: tuple[Cards, ...]
) -> None:
    """The totals, the winners and the sheet of a round that has ended."""
    rules = state.match.rules
    gained = round_points(melds, left, state.places, rules)
    totals, winners = after_round(state.match, gained)
    assert list(found.match.totals) == totals
    assert (found.winners if isinstance(found, Over) else ()) == winners
    assert found.match.previous is not None
    for seat in range(rules.players):
        assert sum(line.points for line in found.match.previous.lines if line.seat == seat) == gained[seat]
    assert found.match.sheet == (*state.match.sheet, *found.match.previous.lines)
    assert (found.match.deals, found.match.dealer) == (
        state.match.deals + 1,
        (state.match.dealer + 1) % rules.players,
    )


def follow(state: Melding, data: st.DataObject, steps: int) -> None:
    """Judges a turn, and what follows after some legal steps of it."""
    turn = turn_of(state)
    while True:
        listed = assert_same_listing(state, turn)
        for _ in range(6):
            assert_same_verdict(state, data.draw(wild_guesses(state)), turn)
        legal = [action for action in listed if step_of(action) is not None]
        for action in legal:
            after = verdict(state, action, turn).after
            assert after is not None
            assert_same_after(state, action, after, turn)
        if not legal or steps == 0:
            break
        found = duizenden.apply(state, data.draw(st.sampled_from(legal)))
        if not isinstance(found, Melding):
            break
        state = found
        steps -= 1
    ends = [action for action in listed if isinstance(action, Discard | EndTurn)]
    if ends:
        assert_ended(state, data.draw(st.sampled_from(ends)))


def assert_ended(state: Melding, action: Discard | EndTurn) -> None:
    """What the table shows after the turn."""
    found = duizenden.apply(state, action)
    hand = state.hands[0] - Cards([action.card] if isinstance(action, Discard) else [])
    left = (hand, *state.hands[1:])
    if not hand:
        assert isinstance(found, Dealing | Over)
        assert_same_score(state, found, state.melds, left)
        return
    assert isinstance(found, Drawing)
    assert (found.hands, found.melds, found.turn) == (left, state.melds, 1)
    assert found.pot == state.pot + ((action.card,) if isinstance(action, Discard) else ())
    was, now = state.places[0], found.places[0]
    assert now.opened == (was.opened or (state.laid or 0) > 0)
    due = isinstance(action, Discard) and len(hand) == 1 and state.match.rules.last_card_call is not None
    assert now.call == ("due" if due else None)


# -- melds


def small_hands(most: int) -> st.SearchStrategy[tuple[Rules, Text]]:
    @st.composite
    def both(draw: st.DrawFn) -> tuple[Rules, Text]:
        rules = Rules(
            wild=draw(one_of("jokers", "twos")),
            ratio=draw(one_of("minority", "half")),
            low_ace=draw(st.booleans()),
        )
        return rules, draw(hands(Pack(rules), most, least=2))

    return both()


@given(small_hands(9))
def test_melds_of_a_hand(case: tuple[Rules, Text]) -> None:
    rules, hand = case
    found = [texts(cards) for cards in melds_of(holding(Cards(parsed(hand)), rules), rules)]
    assert len(found) == len(set(found))
    assert set(found) == all_melds(hand, rules, alike=False) & set(found)
    shape = Counter([tuple(["wild" if is_wild(card, rules) else card for card in cards]) for cards in found])
    expected = {tuple(["wild" if is_wild(card, rules) else card for card in cards]) for cards in all_melds(hand, rules)}
    assert shape == Counter(expected)


@given(small_hands(5))
def test_melds_in_every_order_of_the_cards(case: tuple[Rules, Text]) -> None:
    rules, hand = case
    found: set[Text] = set()
    for size in range(1, len(hand) + 1):
        for some in combinations(hand, size):
            for cards in permutations(some):
                right = is_meld(cards, rules)
                assert (not faults(parsed(cards), rules)) == right
                if right:
                    found.add(texts(Meld(0, parsed(cards)).cards))
    assert found == all_melds(hand, rules)


# -- turns


@given(melding(), st.data())
def test_a_turn(state: Melding, data: st.DataObject) -> None:
    follow(state, data, steps=2)


@given(melding(most=8, laid=(None,)), st.data())
def test_a_turn_of_who_has_opened(state: Melding, data: st.DataObject) -> None:
    follow(state, data, steps=2)


@pytest.mark.parametrize("minimum", [25, 30, 45, 100, 200])
@settings(max_examples=max(1, settings().max_examples // 4))
@given(data=st.data())
def test_the_opening(minimum: int, data: st.DataObject) -> None:
    state = data.draw(melding(configs(minimum=minimum), most=8, laid=(0, 0, 15)))
    follow(state, data, steps=2)


@given(melding(configs(unopened=True), most=6, laid=(0, 0, 10, 15)), st.data())
def test_going_out_unopened(state: Melding, data: st.DataObject) -> None:
    follow(state, data, steps=3)


@st.composite
def with_queens(draw: st.DrawFn) -> Melding:
    """A hand of queens of spades and little more."""
    rules = draw(configs())
    pack = Pack(rules)
    mine = pack.take([QUEEN] * draw(one_of(1, 2)))
    melds = draw(laid_melds(pack, most=3))
    mine += draw(hands(pack, 4, least=0))
    laid = draw(one_of(None, None, 0, rules.opening_minimum))
    fresh = not laid and draw(st.booleans())
    place = Place(draw(one_of(1, 2)), laid is None)
    match = match_of(rules)
    hand = Cards(parsed(tuple(mine)))
    others = [Cards()] * (rules.players - 1)
    places = draw(seats(rules, place))
    state = Melding(match, (hand, *others), (), parsed(("4d",)), melds, places, 0, fresh, laid, False)
    assume(can_be(state))
    return state


@given(with_queens(), st.data())
def test_queens_that_must_go_or_stay(state: Melding, data: st.DataObject) -> None:
    follow(state, data, steps=2)


@given(drawing(), st.data())
def test_the_beginning_of_a_turn(state: Drawing, data: st.DataObject) -> None:
    turn = turn_of(state)
    listed = assert_same_listing(state, turn)
    for _ in range(10):
        assert_same_verdict(state, data.draw(wild_guesses(state)), turn)
    assert Draw(0) in listed
    for action in listed:
        if isinstance(action, Pot):
            after = verdict(state, action, turn).after
            assert after is not None
            assert_same_after(state, action, after, turn)
    found = duizenden.apply(state, Draw(0))
    if state.stock:
        assert isinstance(found, Melding)
        assert found.hands[0] == state.hands[0] + Cards(state.stock[:1])
        assert found.fresh
        assert found.laid == (None if state.places[0].opened else 0)
        assert found.places[0].turns == turn.turns


@st.composite
def swapping(draw: st.DrawFn) -> Swapping:
    rules = draw(configs())
    chosen = Rules(wild=rules.wild, swap_limit=draw(one_of(None, 0, 1, 2)))
    pack = Pack(chosen)
    mine = draw(hands(pack, 5))
    opened = Card.parse(draw(st.sampled_from([QUEEN, "5s", "Kh", "3h"])))
    dealt = (Cards(parsed(mine)), *[Cards()] * 3)
    return Swapping(match_of(chosen), dealt, parsed(("4d", "6d")), opened, 0, draw(st.integers(0, 3)))


@given(swapping(), st.data())
def test_the_swap_phase(state: Swapping, data: st.DataObject) -> None:
    assert_same_listing(state)
    for _ in range(10):
        assert_same_verdict(state, data.draw(wild_guesses(state)))


# -- the score


@st.composite
def ends(draw: st.DrawFn) -> tuple[Melding | Drawing, PlayerAction]:
    """The last action of a round: a discard that goes out, or a draw where no card can be had."""
    mixed = draw(configs())
    rules = Rules(
        players=mixed.players,
        wild=mixed.wild,
        ratio=mixed.ratio,
        low_ace=mixed.low_ace,
        low_ace_points=mixed.low_ace_points,
        queen_penalty=mixed.queen_penalty,
        credit=mixed.credit,
        last_card_call=Points(points=50),
        empty_stock="end_round",
        target=draw(one_of(100, 1000)),
    )
    pack = Pack(rules)
    melds = draw(laid_melds(pack, most=4))
    others = [Cards(parsed(draw(hands(pack, 6)))) for _ in range(rules.players - 1)]
    totals = draw(st.tuples(*[one_of(-300, 0, 900, 950, 1000) for _ in range(rules.players)]))
    places = tuple([Place(3, True, None, draw(one_of(0, 0, 50, 100))) for _ in range(rules.players)])
    match = Match(rules, draw(st.integers(0, rules.players - 1)), 3, totals)
    pot = parsed(("4d",))
    if draw(st.booleans()):
        hand = (Cards(parsed(("6d",))), *others)
        return Melding(match, hand, (), pot, melds, places, 0, True, None, False), Discard(0, Card.parse("6d"))
    hand = (Cards(parsed(draw(hands(pack, 6)))), *others)
    return Drawing(match, hand, (), pot, melds, places, 0), Draw(0)


@settings(max_examples=2 * settings().max_examples)
@given(ends())
def test_the_score_of_a_round(case: tuple[Melding | Drawing, PlayerAction]) -> None:
    state, action = case
    found = duizenden.apply(state, action)
    assert isinstance(found, Dealing | Over)
    out = isinstance(action, Discard)
    left = (Cards(), *state.hands[1:]) if out else state.hands
    assert found.match.previous is not None
    assert found.match.previous.out == (0 if out else None)
    assert_same_score(state, found, state.melds, left)


# -- cases


def turn_with(rules: Rules, hand: str, melds: tuple[Laid, ...] = (), laid: int | None = 0, turns: int = 2) -> Melding:
    others = [Cards()] * (rules.players - 1)
    places = (Place(turns, laid is None), *[Place(1)] * (rules.players - 1))
    return Melding(match_of(rules), (Cards.parse(hand), *others), (), (), melds, places, 0, False, laid, False)


SEVENS = Group(1, Rank.SEVEN, parsed(("7c", "7d", "7h")), (1, 1, 1))
CASES: dict[str, tuple[Melding, str, list[str]]] = {
    "30 by a joker": (turn_with(Rules(), "5h6hJkKd"), "p1 meld 5h6hJk", ["end-turn"]),  # 35, but it would go out
    "15, and 15 more": (turn_with(Rules(out_in_opening_turn=True), "5h6h7h8c8d8sKd"), "p1 meld 5h6h7h", []),
    "15, and no more": (turn_with(Rules(), "5h6h7h8c8d9sKd"), "p1 meld 5h6h7h", ["opening"]),
    "15, and 15 with a card over": (turn_with(Rules(), "5h6h7h8c8d8sKdKs"), "p1 meld 5h6h7h", []),
    "a low ace counts 1": (turn_with(Rules(), "Ah2h3h4c4d4s9d9sKd"), "p1 meld Ah2h3h", ["opening"]),
    "only a queen is left": (turn_with(Rules(), "7sQs", (SEVENS,), None), "p1 layoff 1 7s", ["end-turn"]),
    "the last card is laid off": (turn_with(Rules(), "7s", (SEVENS,), None), "p1 layoff 1 7s", ["out.discard"]),
    "a queen, and 15 owed": (turn_with(Rules(), "8c8d8sQsKd", (), 15), "p1 discard Qs", ["discard.queen", "opening"]),
    "a strange card, and 15 owed": (turn_with(Rules(), "8c8d8sKd", (), 15), "p1 discard 3c", ["hand", "opening"]),
    "no melds yet that could bring 30": (
        turn_with(
            Rules(melds_from_circuit=2, out_in_opening_turn=True, out_unopened=True), "7sKcKdKhQs", (SEVENS,), 0, 1
        ),
        "p1 layoff 1 7s",
        ["opening"],
    ),
    "a wild card on no meld in the first turn": (
        turn_with(PRESETS["klassiek"], "JkKd", (), None, 1),
        "p1 layoff 1 high Jk",
        ["layoff", "meld.first-turn"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_rules_named(case: str) -> None:
    state, text, rules = CASES[case]
    action = duizenden.parse_action(text)
    assert sorted(named(state, action)) == sorted([f"duizenden.{rule}" for rule in rules])
    assert_same_verdict(state, action)
