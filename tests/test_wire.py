"""JSON of every public value: there and back, strictly, and states that somebody tampered with."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, cast, get_args

import attrs
import pytest
from hypothesis import assume, event, example, given, settings
from hypothesis import strategies as st

from cardrules import (
    GAMES,
    Card,
    Cards,
    InvalidRules,
    MalformedInput,
    Rank,
    Record,
    Score,
    ScoreLine,
    Suit,
    Violation,
    duizenden,
    tausend,
)
from cardrules.cards import CARDS
from cardrules.notes import Completion, Notes, complete
from cardrules.records import replay
from cardrules.registry import game
from cardrules.sampling import sample
from cardrules.tausend.state import Contract, Match, Previous, Standing, Trick
from cardrules.tausend.view import Gift, PreviousView
from cardrules.testing.tausend.configs import EACH_FLAG, configs
from cardrules.wire import dump, dump_rules, load, load_rules, read_rules
from playouts import TausendPlayout, tausend_match, tausend_matches
from test_records import actions_of_all_kinds, sound, values

GAME: Final = game("tausend")
State: Final[Any] = tausend.State
Action: Final[Any] = tausend.Action


def sent(value: object) -> Any:
    """The JSON value that comes out at the other end."""
    return json.loads(json.dumps(dump(value), allow_nan=False))


def assert_round_trip(value: object, *types: Any) -> None:
    data = sent(value)
    for kind in types or (type(value),):
        again = load(copy.deepcopy(data), kind)
        assert again == value
        assert type(again) is type(value)
        assert hash(again) == hash(value)
        assert sent(again) == data


@cache
def matches() -> tuple[TausendPlayout, ...]:
    """Playouts in which every phase occurs, and most that a deal can leave."""
    return tuple(tausend_match(rules, seed, 300) for seed, rules in enumerate(EACH_FLAG.values()))


@cache
def some_states() -> tuple[tausend.State, ...]:
    """States of every phase, of several configs."""
    found: list[tausend.State] = [won()]
    for playout in matches():
        found += [*playout.some(12), playout.states[-1]]
    assert {type(state) for state in found} == set(get_args(tausend.State))
    return tuple(found)


@cache
def won() -> tausend.State:
    """The end of a match."""
    *_, last = replay(sound(5, None))
    assert isinstance(last, tausend.Over)
    return last


@cache
def one(phase: type) -> tausend.State:
    """A state of a phase, in the first deal where that can be."""
    if phase is tausend.Over:
        return won()
    return next(
        state
        for playout in matches()
        for state in reversed(playout.states)
        if type(state) is phase and state.match.previous is None
    )


# -- there and back


def test_cards() -> None:
    for card in CARDS:
        assert dump(card) == str(card)
        assert load(dump(card), Card) is card
    for cards in (Cards(()), Cards(CARDS), Cards.parse("AsAs9hJk"), Cards([CARDS[0]] * 300)):
        assert_round_trip(cards)
    for letters in (*Suit, *Rank):
        assert dump(letters) == letters.value
        assert load(dump(letters), type(letters)) is letters


@given(actions_of_all_kinds)
@settings(max_examples=200)
def test_actions(action: tausend.Action) -> None:
    assert_round_trip(action, Action, type(action))
    assert sent(action)["type"] == type(action).__name__.lower()


@given(configs())
def test_configs(rules: tausend.Rules) -> None:
    assert_round_trip(rules)
    assert_round_trip(rules.barrel)
    short = json.loads(json.dumps(dump_rules(GAMES["tausend"], rules)))
    assert load_rules(GAMES["tausend"], short) == rules


def test_a_config_is_written_as_the_nearest_preset_and_what_differs() -> None:
    any_game = GAMES["tausend"]
    for name, preset in any_game.PRESETS.items():
        assert dump_rules(any_game, preset) == {"preset": name}
        assert load_rules(any_game, {"preset": name}) == preset
    assert load_rules(any_game, {}) == tausend.Rules()
    assert dump_rules(any_game, tausend.Rules(four_aces=True)) == {"preset": "standard", "four_aces": True}
    assert load_rules(any_game, {"preset": "standard", "players": 4}) == tausend.Rules(players=4, sits_out="dealer")
    assert load_rules(any_game, {"barrel": {"at": 870}}) == tausend.Rules(barrel=tausend.Barrel(at=870, falls_to=750))


@given(tausend_matches())
@settings(max_examples=20)
def test_states_views_and_scores_of_random_matches(playout: TausendPlayout) -> None:
    for state in playout.some(5):
        assert_round_trip(state, State, type(state))
        for seat in (None, *range(playout.rules.players)):
            assert_round_trip(tausend.view(state, seat))
        assert_round_trip(tausend.score(state))


def test_states_and_views_of_every_phase() -> None:
    for state in some_states():
        assert_round_trip(state, State, type(state))
        assert_round_trip(state.match)
        assert_round_trip(tausend.score(state))
        if state.match.previous is not None:
            assert_round_trip(state.match.previous)
        for seat in (None, *range(state.match.rules.players)):
            assert_round_trip(tausend.view(state, seat))
        for action in list(tausend.legal_actions(state))[:5]:
            assert_round_trip(action, Action)
        after = load(sent(state), State)
        assert list(tausend.legal_actions(after)) == list(tausend.legal_actions(state))
        assert tausend.places(after) == tausend.places(state)


def test_violations() -> None:
    seen = set()
    universe: list[tausend.Action] = [
        tausend.Bid(0, 103),
        tausend.Bid(1, 600),
        tausend.Pass(3),
        tausend.Nines(0),
        tausend.Surrender(1),
    ]
    universe += [tausend.Play(seat, card, "aces") for seat in range(3) for card in CARDS[:52:7]]
    universe += [tausend.Give(seat, CARDS[50], seat) for seat in range(4)]
    for state in some_states():
        for action in universe:
            for violation in tausend.violations(state, action):
                seen.add(violation.rule)
                assert_round_trip(violation)
                for lang in ("en", "nl", "de"):
                    assert load(sent(violation), Violation).explain(lang) == violation.explain(lang)
    assert len(seen) > 10
    every = Violation.of("x.y", a=1, b="t", c=CARDS[3], d=Cards.parse("AsAs"), e=Suit.HEARTS)
    assert_round_trip(every)
    assert dump((every, every)) == [dump(every), dump(every)]


def test_a_config_is_read_from_settings() -> None:
    game = GAMES["duizenden"]
    settings = ["players=3", "last_card_call.points=50", "wild=jokers", "out_in_opening_turn=true"]
    read = {"players": 3, "last_card_call": {"points": 50}, "wild": "jokers", "out_in_opening_turn": True}
    assert read_rules(game, settings, "kinder") == load_rules(game, {"preset": "kinder", **read})
    assert read_rules(game, ['wild="jokers"']) == load_rules(game, {"wild": "jokers"})
    assert read_rules(game, []) == game.Rules()


SETTINGS: Final = [
    (["barrel.at=1"], "barrel.at", "1 is no multiple"),
    (["players"], "players", "write it as FIELD=VALUE"),
    (["barrel=1", "barrel.at=870"], "barrel.at", "barrel was set to a value of its own"),
    (["preset=house"], "preset", "'house' is not one of"),
    (["x\n" * 999], r"x\nx\nx", "write it as FIELD=VALUE"),
]


@pytest.mark.parametrize(("settings", "field", "message"), SETTINGS)
def test_settings_that_make_no_sense_name_the_field(settings: list[str], field: str, message: str) -> None:
    with pytest.raises(InvalidRules) as error:
        read_rules(GAMES["tausend"], settings)
    assert error.value.field.startswith(field)
    assert error.value.message.startswith(message)
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize("value", [1.5, b"x", {1}, object(), {"a": 1}, [1], int])
def test_what_is_no_value_of_the_library_is_not_written(value: object) -> None:
    article = "an" if type(value) is object else "a"
    for each in (value, (CARDS[0], value)):
        with pytest.raises(TypeError, match=f"^{article} {type(value).__name__} is no value of the library$"):
            dump(each)


def test_a_game_has_no_json() -> None:
    with pytest.raises(TypeError, match="a Game is no value"):
        dump(GAMES["tausend"])


def test_records_and_notes_are_written_as_in_an_archive() -> None:
    record = sample(GAMES["tausend"], tausend.Rules(four_aces=True), random.Random(1), 2)
    assert dump(record) == record.to_json()
    assert load(dump(record), Record) == record
    some = Notes("tausend", tausend.Rules(), ("Anna", "Ben", "Carla"), 1, ("deal ??",))
    assert dump(some) == some.to_json()
    assert load(dump(some), Notes) == some
    completion = complete(some)
    assert load(json.loads(json.dumps(dump(completion))), Completion) == completion
    with pytest.raises(MalformedInput, match=r"^record\.dealer: "):
        load({"record": {**record.to_json(), "dealer": "p9"}}, Completion)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"queen_penality": 100},
            "there is no field 'queen_penality': is queen_penalty meant? The fields are players, ",
        ),
        ({"Players": 3}, "there is no field 'Players': is players meant? The fields are players, "),
        ({"xyz": 3}, "there is no field 'xyz'; the fields are players, "),
        (
            {"last_card_call.points": 50},
            'there is no field \'last_card_call.points\'; write {"last_card_call": {"points": …}}',
        ),
        ({"nothing.points": 50}, "there is no field 'nothing.points'; the fields are players, "),
        ({"last_card_call": 50}, "'50' is no object of points or of cards, such as {\"points\": …}"),
        ({"low_ace": "ja"}, "'ja' is no truth value; it is true or false"),
    ],
)
def test_a_field_of_the_rules_that_is_wrong_says_what_would_be_right(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules) as error:
        load_rules(GAMES["duizenden"], given)
    assert error.value.message.startswith(message)


def test_a_part_of_the_rules_is_a_value_of_its_class() -> None:
    part: Any = {"points": 50}
    with pytest.raises(InvalidRules) as error:
        duizenden.Rules(last_card_call=part)
    assert str(error.value) == "last_card_call: a dict is not None, Points(points=50) or Draws(cards=1)"
    with pytest.raises(InvalidRules) as error:
        tausend.Rules(barrel=part)
    assert str(error.value) == "barrel: a dict is no Barrel"


def test_a_text_is_no_state() -> None:
    text = json.dumps(dump(tausend.start()))
    with pytest.raises(MalformedInput, match=r"is a text; what json\.loads makes of it can be read"):
        load(text, tausend.State)


def test_a_field_that_is_no_text_is_unknown() -> None:
    with pytest.raises(InvalidRules, match="there is no field"):
        load_rules(GAMES["tausend"], {1: 2, "a": 3})
    with pytest.raises(MalformedInput):
        load({"totals": [1, 2, 3], 1: 2, "a": 3}, Score)


def test_a_view_holds_no_cards_that_its_seat_may_not_know() -> None:
    for state in some_states():
        if isinstance(state, tausend.Bidding | tausend.Giving | tausend.BeforeLead):
            for seat in range(state.match.rules.players):
                text = json.dumps({**sent(tausend.view(state, seat)), "previous": None, "sheet": []})
                for other, hand in enumerate(state.hands):
                    if other != seat and hand:
                        assert str(hand) not in text


# -- strictness


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
    """A copy of a JSON value with one value in it changed."""
    data = copy.deepcopy(data)
    if not path:
        return value
    at(data, path[:-1])[path[-1]] = value
    return data


def refuses(data: object, kind: Any) -> None:
    with pytest.raises((MalformedInput, InvalidRules)) as caught:
        load(data, kind)
    message = str(caught.value)
    assert message
    assert message.isprintable()
    assert len(message) < 400
    assert caught.value.__cause__ is None


SMALL: Final[dict[str, tuple[object, Any]]] = {
    "bid": (tausend.Bid(0, 100), Action),
    "play": (tausend.Play(0, CARDS[51], "aces"), Action),
    "give": (tausend.Give(0, CARDS[51], 1), Action),
    "deal": (tausend.parse_action("deal p1:AsKd p3:9c widow:Jh"), Action),
    "seen deal": (tausend.SeenDeal(((0, None), (1, Cards.parse("9sTsJsQsKsAs9h")), (3, None))), tausend.SeenAction),
    "seen pass": (tausend.SeenPass(0, Cards.parse("9sTsJs")), tausend.SeenAction),
    "seen give": (tausend.SeenGive(0, 1), tausend.SeenAction),
    "seen draw": (duizenden.SeenDraw(0, CARDS[51]), duizenden.SeenAction),
    "seen challenge": (duizenden.SeenChallenge(0, 1, CARDS[52]), duizenden.SeenAction),
    "seen reshuffle": (duizenden.SeenReshuffle(CARDS[51]), duizenden.SeenAction),
    "rules": (tausend.Rules(players=4), tausend.Rules),
    "score": (Score((1, 2), (0,), (ScoreLine(0, 0, 1, "a"),)), Score),
    "line": (ScoreLine(0, 0, 1, "a"), ScoreLine),
    "standing": (Standing(), Standing),
    "violation": (Violation.of("a.b", c=1), Violation),
    "gift": (Gift(0, None), Gift),
    "trick": (Trick((tausend.Play(0, CARDS[51]),), 0), Trick),
}

NOTHING: Final = (("play", ("announce",)), ("seen deal", (1,)), ("seen reshuffle", ("card",)))
"""Where there may be nothing."""

WRONG_TYPE: Final[dict[type, list[object]]] = {
    int: ["3", 3.0, 3.5, True, None, [], {}, [3], 10**30, -(10**5000)],
    bool: [0, 1, "no", "true", None, [], {}],
    str: [3, True, None, [], {}, ["a"]],
    list: [None, "", "AsKs", 0, {}, {"0": 1}, True],
    dict: [None, "", 0, [], [{}], "{}", True, {}],
    type(None): [0, "", False, [], {}, "null"],
}


@pytest.mark.parametrize("name", SMALL)
def test_nothing_is_coerced(name: str) -> None:
    value, kind = SMALL[name]
    data = sent(value)
    for path in ((), *places_in(data)):
        if name == "violation" and "params" in path:
            continue  # a value there may be of several types
        was = at(data, path)
        for wrong in WRONG_TYPE[type(was)]:
            if was is None and (wrong == 0 or wrong in ("", "null")) and path[-1] not in ("announce", "sits_out"):
                continue  # a card, a seat or nothing: judged elsewhere
            if wrong == {} and kind in (tausend.Rules, Standing):
                continue  # all fields have defaults
            if wrong is None and (name, path[-1:]) in NOTHING:
                continue
            refuses(changed(data, path, wrong), kind)


@pytest.mark.parametrize("name", SMALL)
def test_no_field_is_missing_and_none_too_many(name: str) -> None:
    value, kind = SMALL[name]
    data = sent(value)
    objects = [path for path in ((), *places_in(data)) if isinstance(at(data, path), dict) and "params" not in path]
    for path in objects:
        for extra in ("x", "", "Type", "\x1b[2J", "a" * 5000, "__class__"):
            refuses(changed(data, path, {**at(data, path), extra: 1}), kind)
        if kind is tausend.Rules:
            continue  # what a config leaves out has its default
        for key in at(data, path):
            less = {name: item for name, item in at(data, path).items() if name != key}
            if key == "announce" or key in OPTIONAL.get(name, ()):
                load(changed(data, path, less), kind)
            else:
                refuses(changed(data, path, less), kind)


# what has a default may be left out
OPTIONAL: Final = {
    "score": ("winners", "sheet"),
    "standing": ("total", "barrel", "strokes", "surrenders"),
}


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"type": "bid", "seat": 0}, Action),
        ({"type": "Bid", "seat": 0, "amount": 100}, Action),
        ({"type": ["bid"], "seat": 0, "amount": 100}, Action),
        ({"type": None, "seat": 0, "amount": 100}, Action),
        ({"type": {}, "seat": 0, "amount": 100}, Action),
        ({"type": "dealing", "seat": 0, "amount": 100}, Action),
        ({"type": "bidding", "seat": 0, "amount": 100}, State),
        ({"type": "pass", "seat": 0}, tausend.Bid),
        ({"seat": 0, "amount": 100}, tausend.Bid),
        ({"seat": 0}, tausend.Pass),
        ({"type": "play", "seat": 0, "card": "as", "announce": None}, Action),
        ({"type": "play", "seat": 0, "card": "AsKs", "announce": None}, Action),
        ({"type": "play", "seat": 0, "card": "", "announce": None}, Action),
        ({"type": "play", "seat": 0, "card": "As", "announce": "Aces"}, Action),
        ({"type": "play", "seat": 0, "card": "As", "announce": False}, Action),
        ({"type": "deal", "hands": [[0, "AsX"]], "widow": ""}, Action),
        ({"type": "deal", "hands": [[0]], "widow": ""}, Action),
        ({"type": "deal", "hands": [[0, "As", 1]], "widow": ""}, Action),
        ({"type": "deal", "hands": {"0": "As"}, "widow": ""}, Action),
        ("Xs", Card),
        ("As ", Card),
        (" As", Cards),
        ("A", Cards),
        (["As"], Cards),
        ("x", Suit),
        (0, Suit),
        ("CLUBS", Suit),
        ("1", Rank),
        ({"rule": "a"}, Violation),
        ({"rule": 1, "params": {}}, Violation),
        ({"rule": "a", "params": []}, Violation),
        ({"rule": "a", "params": {"a": True}}, Violation),
        ({"rule": "a", "params": {"a": 1.5}}, Violation),
        ({"rule": "a", "params": {"a": None}}, Violation),
        ({"rule": "a", "params": {"a": {"card": "xx"}}}, Violation),
        ({"rule": "a", "params": {"a": {"card": "As", "suit": "s"}}}, Violation),
        ({"rule": "a", "params": {"a": {"rank": "A"}}}, Violation),
        ({"rule": "a", "params": {"a": 10**30}}, Violation),
    ],
)
def test_values_that_are_refused(data: object, kind: Any) -> None:
    refuses(data, kind)


def test_the_place_of_a_fault_is_told() -> None:
    data = sent(one(tausend.Playing))
    for path, where in (
        (("match", "rules", "barrel", "at"), "match.rules.barrel.at"),
        (("contract", "calls", 0, "seat"), "contract.calls[0].seat"),
        (("contract", "hands", 1), "contract.hands[1]"),
        (("turn",), "turn"),
    ):
        with pytest.raises(MalformedInput) as caught:
            load(changed(data, path, []), State)
        assert caught.value.where == where


def test_a_deep_value_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    chain: Any = {}
    for _ in range(5000):
        chain = {"type": "dealing", "match": chain}
    for kind in (State, Action, tausend.View, tausend.Rules, Score, Violation, Card, Cards, Suit, Match):
        refuses(deep, kind)
        refuses(chain, kind)
    data = sent(one(tausend.Playing))
    for path in (("turn",), ("match", "sheet"), ("contract",), ("contract", "calls")):
        refuses(changed(data, path, deep), State)


KINDS: Final = (
    State,
    Action,
    *get_args(State),
    *get_args(Action),
    tausend.View,
    tausend.Rules,
    tausend.Barrel,
    Score,
    ScoreLine,
    Violation,
    Card,
    Cards,
    Suit,
    Rank,
    Record,
    Match,
    Contract,
    Previous,
    PreviousView,
    Standing,
    Trick,
)
tags = st.sampled_from(
    ["dealing", "bidding", "giving", "before_lead", "playing", "over", "bid", "pass", "deal", "play"]
)
typed = st.builds(lambda value, tag: {**value, "type": tag}, st.dictionaries(st.text(), values, max_size=3), tags)


@given(values | typed, st.sampled_from(KINDS))
@settings(max_examples=300)
def test_any_json_is_a_value_or_refused(value: object, kind: Any) -> None:
    try:
        loaded = load(value, kind)
    except (MalformedInput, InvalidRules) as error:
        assert str(error).isprintable()
    else:
        assert load(dump(loaded), kind) == loaded


@given(values)
def test_any_json_is_a_config_or_refused(value: object) -> None:
    try:
        rules = load_rules(GAMES["tausend"], value)
    except InvalidRules as error:
        assert str(error).isprintable()
        assert error.field
    else:
        assert isinstance(rules, tausend.Rules)


@pytest.mark.parametrize("data", [{}, {"four_aces": True}, {"barrel": {"at": 870}}])
def test_what_a_config_leaves_out_has_its_default(data: dict[str, Any]) -> None:
    assert load(data, tausend.Rules) == load_rules(GAMES["tausend"], data)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"players": 5}, "players"),
        ({"players": "3"}, "players"),
        ({"four_aces": "no"}, "four_aces"),
        ({"barrel": {"at": 880.9}}, "barrel.at"),
        ({"barrel": {"deals": True}}, "barrel.deals"),
        ({"barrel": None}, "barrel"),
        ({"preset": "x"}, "preset"),
        ({"preset": 1}, "preset"),
        ({"sits_out": "nobody"}, "sits_out"),
        ({"players": 4, "sits_out": None}, "sits_out"),
        ([], "rules"),
        (None, "rules"),
    ],
)
def test_an_invalid_config_names_its_field(data: object, field: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        load_rules(GAMES["tausend"], data)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "rules: a list is no object"),
        (None, "rules: null is no object"),
        ("standard", "rules: 'standard' is no object"),
        ({"preset": {}}, "preset: an object is not one of standard"),
        ({"players": [3]}, "players: a list is no whole number"),
    ],
)
def test_an_invalid_config_says_what_it_is(data: object, message: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        load_rules(GAMES["tausend"], data)
    assert str(caught.value) == message


# -- what strangers send as an action, a violation


@pytest.mark.parametrize(
    "data",
    [
        {"type": "pass", "seat": -1},
        {"type": "pass", "seat": 4},
        {"type": "bid", "seat": 0, "amount": -100},
        {"type": "raise", "seat": 0, "amount": 10**12},
        {"type": "give", "seat": 0, "card": "As", "to": 10**12},
        {"type": "deal", "hands": [[2, "As"], [1, "Ks"]], "widow": ""},
        {"type": "deal", "hands": [[1, "As"], [1, "Ks"]], "widow": ""},
        {"type": "deal", "hands": [[-1, "As"]], "widow": ""},
    ],
)
def test_an_action_that_no_text_can_say_is_refused(data: object) -> None:
    """Reading gives actions of the game only, as parse_action does."""
    refuses(data, Action)


@given(st.dictionaries(st.sampled_from(["reason", "card", "seat", "bid", "turn", "lang"]), values, max_size=3))
@example({})
@settings(max_examples=30)
def test_a_violation_from_a_stranger_can_be_explained(params: dict[str, object]) -> None:
    book = GAMES["tausend"].rulebook()
    assert book is not None
    for rule in (*book.rules, "cardrules.action", "no.rule", ""):
        try:
            violation = load({"rule": rule, "params": params}, Violation)
        except MalformedInput:
            continue
        assert isinstance(violation.explain("de"), str)


# -- states that somebody tampered with


def promises_hold(state: tausend.State) -> None:
    """What holds for every state of a match (the property tests prove it of those that were played)."""
    rules = state.match.rules
    assert sum(tausend.places(state).values(), start=Cards(())) == tausend.deck(rules)
    rng = random.Random(1)
    for _ in range(80):
        for seat in (None, *range(rules.players)):
            tausend.view(state, seat)
        score = tausend.score(state)
        assert len(score.totals) == rules.players
        if isinstance(state, tausend.Over):
            assert tausend.actors(state) == ()
            assert score.winners
            break
        if isinstance(state, tausend.Dealing):
            action: tausend.Action = tausend.shuffle(state, rng)
        else:
            assert tausend.actors(state)
            action = rng.choice(list(tausend.legal_actions(state)))
        assert not tausend.violations(state, action)
        state = tausend.apply(state, action)


def judge(data: Any, was: Any, quoted: bool = False) -> tausend.State | None:
    """A state that was tampered with is refused, or all promises hold of it."""
    try:
        state = cast("tausend.State", load(copy.deepcopy(data), State))
    except (MalformedInput, InvalidRules) as error:
        message = str(error)
        assert message.isprintable()
        assert len(message) < 400
        assert "index out of range" not in message
        if not quoted:  # a hand that was put in a wrong place may be repeated
            assert_shows_no_hands(message, was)
        return None
    assert type(state).__name__.lower() == data["type"].replace("_", "")
    promises_hold(state)
    return state


def assert_shows_no_hands(message: str, data: Any) -> None:
    for hand in data.get("hands", data.get("contract", {}).get("hands", [])):
        assert not hand or len(hand) < 6 or hand not in message


def mutations(data: Any, path: tuple[str | int, ...]) -> list[object]:
    """What might stand in a place instead."""
    was = at(data, path)
    if isinstance(was, bool):
        return [not was]
    if isinstance(was, int):
        return [was + 1, was - 1, -was - 1, was + 5, 0, 3, 880, 1000, 10**9, 10**14, -(10**14)]
    if isinstance(was, str):
        found: list[object] = ["", was + was, was[::-1], "As", "AsAs", "Jk", "h", "c", "2c", "marriage", "played"]
        if len(was) > 3:
            found += [was[2:], was[:-2], was[2:] + was[:2], was + "2h", was[:-2] + was[:2]]
        return found
    if isinstance(was, list):
        return [[], was[1:], was[:-1], was + was[-1:], was[::-1], [None]]
    if was is None:
        return [0, 1, -1, 880, "h", "As", [], {}]
    return [None, {}, {**was, "x": 1}]


@pytest.mark.parametrize("phase", get_args(tausend.State), ids=lambda phase: phase.__name__)
def test_a_state_that_was_tampered_with_anywhere(phase: type) -> None:
    """Every value of a state of the first deal (or, where the match is over, outside the sheet)."""
    data = sent(one(phase))
    sound_one = one(phase)
    for path in places_in(data):
        if path[:2] in (("match", "sheet"), ("match", "previous"), ("match", "rules")) and len(path) > 3:
            continue
        for value in mutations(data, path):
            if at(data, path) != value:
                state = judge(changed(data, path, value), data)
                if state is not None and state != sound_one:
                    # only what earlier deals may have left, who was dealt what, which gift came first, and
                    # whether a trick was played that leaves the lead where it was, can be otherwise
                    assert path[0] == "match" or path in (("hands",), ("contract", "gifts"), ("tricks",)), path


@pytest.mark.parametrize("phase", [tausend.Bidding, tausend.Giving, tausend.BeforeLead, tausend.Playing])
def test_a_state_in_which_cards_were_swapped(phase: type) -> None:
    data = sent(one(phase))
    hands = [path for path in places_in(data) if path[-2:-1] in (("hands",), ("dealt",)) or path[-1] == "widow"]
    assert len(hands) >= 4
    for path in hands:
        for other in hands:
            one_hand, other_hand = at(data, path), at(data, other)
            if path < other and one_hand and other_hand:
                swapped = changed(data, path, other_hand[:2] + one_hand[2:])
                swapped = changed(swapped, other, one_hand[:2] + other_hand[2:])
                state = judge(swapped, data)
                # before the widow is turned up, any cards may have been dealt; later it and the declarer's
                if state is not None and not isinstance(state, tausend.Bidding):
                    assert tausend.places(state) == tausend.places(one(phase))


@st.composite
def tampered(draw: st.DrawFn) -> tuple[Any, Any, tuple[str | int, ...]]:
    state = draw(st.sampled_from(some_states()))
    was = sent(state)
    data = was
    path: tuple[str | int, ...] = ()
    paths = list(places_in(was))
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from(paths))
        try:
            value = draw(st.sampled_from(mutations(data, path)) | st.sampled_from(paths).map(lambda p: at(was, p)))
            data = changed(data, path, value)
        except (KeyError, IndexError, TypeError):  # the first change took the place away
            assume(False)
    return data, was, path


@given(tampered())
@settings(max_examples=400)
def test_a_state_of_a_match_that_was_tampered_with(case: tuple[Any, Any, tuple[str | int, ...]]) -> None:
    data, was, path = case
    state = judge(data, was, quoted=True)
    event(f"{'refused' if state is None else 'accepted'} {'.'.join(str(key) for key in path[:2])}")


def left_by(ending: str) -> Any:
    """A state after a deal that ended so."""
    for playout in matches():
        for state in playout.states:
            if state.match.previous is not None and state.match.previous.ending == ending:
                return sent(state)
    raise AssertionError(ending)


@pytest.mark.parametrize(
    ("ending", "path", "value"),
    [
        ("played", ("hands", 0), "AsAsAs"),
        ("played", ("hands", 0), "9c"),
        ("played", ("contract", "declarer"), 7),
        ("played", ("contract", "declarer"), -1),
        ("played", ("contract", "bid"), 10**14),
        ("played", ("contract", "bid"), -5),
        ("played", ("contract", "active"), [0, 0, 9]),
        ("played", ("contract", "widow"), "AsAsAs"),
        ("played", ("contract", "dealt", 0), "AsAsAsAsAsAsAs"),
        ("played", ("contract", "hands", 0), "AsAs"),
        ("played", ("contract", "calls"), []),
        ("played", "tricks", []),
        ("played", ("tricks", 0, "winner"), -3),
        ("played", "shown_by", 9),
        ("played", "ending", "nines"),
        ("surrendered", "ending", "played"),
        ("nines", "shown_by", None),
        ("nines", "shown_by", 10**12),
    ],
)
def test_what_the_last_deal_left_cannot_be_forged(ending: str, path: Any, value: object) -> None:
    data = left_by(ending)
    whole = ("match", "previous", *((path,) if isinstance(path, str) else path))
    assert at(data, whole) != value
    refuses(changed(data, whole, value), State)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("sheet", 0, "rule"), "\x1b[2J"),
        (("sheet", 0, "rule"), "no.rule"),
        (("sheet", 0, "deal"), 1),
        (("sheet", 0, "seat"), 9),
        (("sheet", 0, "points"), 1),
        (("deals",), 10**12),
        (("deals",), 0),
        (("dealer",), 3),
        (("standings", 0, "total"), 5),
        (("standings", 0, "strokes"), 3),
        (("standings", 0, "strokes"), -1),
        (("standings", 0, "surrenders"), 10**12),
        (("standings", 0, "barrel"), 0),
    ],
)
def test_a_sheet_cannot_be_forged(path: Any, value: object) -> None:
    data = left_by("played")
    whole = ("match", *path)
    assert at(data, whole) != value
    refuses(changed(data, whole, value), State)


def match_with(rules: tausend.Rules, total: int, **standing: int) -> Match:
    """A match of one scored deal that brought seat 0 so many points, or of none where it is 0."""
    sheet = (ScoreLine(0, 0, total, "tausend.score.defender"),) if total else ()
    first = attrs.evolve(Standing(total), **standing)
    return Match(rules, 0, len(sheet), (first, Standing(), Standing()), sheet)


@pytest.mark.parametrize(
    ("rules", "total", "standing", "sound"),
    [
        (tausend.Rules(), 0, {}, True),
        (tausend.Rules(), 0, {"strokes": 1}, False),
        (tausend.Rules(), 0, {"surrenders": 1}, False),
        (tausend.Rules(), 5, {"strokes": 1, "surrenders": 1}, True),
        (tausend.Rules(null_penalty=False), 5, {"strokes": 1}, False),
        (tausend.Rules(null_penalty=False), 5, {"surrenders": 1}, True),
        (tausend.Rules(), 555, {}, True),
        (tausend.Rules(reset_at_555=True), 555, {}, False),
        (tausend.Rules(reset_at_555=True), 550, {}, True),
    ],
)
def test_a_standing_is_one_that_the_rules_can_lead_to(
    rules: tausend.Rules, total: int, standing: dict[str, int], sound: bool
) -> None:
    data = dump(tausend.Dealing(match_with(rules, total, **standing)))
    if sound:
        load(data, tausend.State)
    else:
        refuses(data, tausend.State)


def test_a_last_round_was_scored() -> None:
    hands = tuple([Cards([card]) for card in CARDS[:4]])
    left = duizenden.state.Previous(None, (), hands, (), ())
    match = attrs.evolve(duizenden.start().match, previous=left)
    refuses(dump(duizenden.Dealing(match)), duizenden.State)


def test_a_win_cannot_be_forged() -> None:
    data = sent(won())
    (winner, *others) = data["winners"]
    loser = next(seat for seat in range(3) if seat not in data["winners"])
    assert not others
    for winners in ([], [loser], [winner, winner], [winner, loser], [3], [-1], [winner, -3]):
        refuses(changed(data, ("winners",), winners), State)
    refuses({"type": "dealing", "match": data["match"]}, State)
    refuses({"type": "over", "match": sent(one(tausend.Dealing))["match"], "winners": [0]}, State)


@attrs.frozen
class Marker:
    """As a game of somebody else may have in its states."""

    place: int | str | None


@pytest.mark.parametrize("place", [3, "door", None])
def test_a_union_of_plain_types_is_read_by_the_type_of_the_value(place: int | str | None) -> None:
    assert_round_trip(Marker(place))


@pytest.mark.parametrize("place", [1.5, True, [], {}, 10**30])
def test_a_union_of_plain_types_takes_nothing_else(place: object) -> None:
    refuses({"place": place}, Marker)
