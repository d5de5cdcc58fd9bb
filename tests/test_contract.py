"""The promises that every game makes: the games keep them, and each promise notices where it is broken."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cardrules import GAMES, Cards, Score, ScoreLine, duizenden, game, tausend
from cardrules.records import Record, validate
from cardrules.registry import AnyAction, AnyGame, AnyState
from cardrules.testing import PROMISES, BrokenPromise, Playout, actions, check_game, configs, matches, records, states
from cardrules.testing.corners import corners_of, derived
from cardrules.testing.hostile import described
from cardrules.verdict import ACTION, IllegalAction, Violation

BUILT_IN = ("duizenden", "tausend")


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_keeps_its_promises(name: str, promise: str) -> None:
    check_game(GAMES[name], promises=[promise])


@pytest.mark.parametrize("promise", PROMISES)
@settings(max_examples=10)
@given(data=st.data())
def test_a_game_keeps_its_promises_whatever_is_known_of_it(promise: str, data: st.DataObject) -> None:
    """With nothing but what is derived from the game."""
    known = derived(GAMES["tausend"])
    PROMISES[promise](data.draw(matches(GAMES["tausend"], 60, corners=known)))


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_no_action_breaks_that_rule_alone_in_every_phase(name: str) -> None:
    any_game = GAMES[name]
    corners = corners_of(any_game)
    phases: dict[type, AnyState] = {}
    for seed in range(200):
        for start in corners.starts:
            rules = next(iter(any_game.PRESETS.values()))
            for state in Playout(any_game, rules, start, seed, 150).states:
                phases.setdefault(type(state), state)
        if len(phases) == len(any_game.State):
            break
    assert set(phases) == set(any_game.State)
    for state in phases.values():
        listing = any_game.legal_actions(state)
        value: Any
        for value in (*corners.malformed(), state):
            assert any_game.violations(state, value) == (ACTION,), described(value)
            assert (value in listing) is False, described(value)
            assert not any_game.is_legal(state, value), described(value)
            with pytest.raises(IllegalAction, match=r"a value that is no action breaks cardrules\.action"):
                any_game.apply(state, value)


@pytest.mark.parametrize("name", BUILT_IN)
def test_hidden_cards_are_moved_in_every_phase(name: str) -> None:
    """The states that differ only in what a seat may not know are there to be compared."""
    any_game = GAMES[name]
    corners = corners_of(any_game)
    met = Counter[tuple[type, bool]]()
    for seed in range(240 // len(corners.starts)):
        for start in corners.starts:
            rules = list(any_game.PRESETS.values())[seed % len(any_game.PRESETS)]
            playout = Playout(any_game, rules, start, seed, 40)
            for seat in (0, None):
                assert corners.elsewhere is not None
                for state, twin in corners.elsewhere(playout.states, playout.actions, seat, random.Random(seed)):
                    met[type(state), seat is None] += state != twin
    # in a state that waits for a first deal nothing is hidden, and what a match left is seen
    hiding = {kind for kind in any_game.State if kind.__name__ not in ("Dealing", "Over")}
    assert hiding <= {kind for kind, _ in met}
    assert all(count > 1 for (kind, _), count in met.items() if kind in hiding)


# -- each promise notices where it is broken


class Lists(tuple[AnyAction, ...]):
    """A listing that takes anything for listed."""

    __slots__ = ()

    def __contains__(self, value: object) -> bool:
        for item in self:
            with suppress(RuntimeError):  # what cannot be compared is another fault
                if value == item:
                    return True
        return False


class Open(tuple[AnyAction, ...]):
    """A listing to which things can be added."""


def every(change: Callable[[Any], Any], name: str) -> Callable[[AnyGame], AnyGame]:
    """The game with a function that returns something else."""

    def broken(was: AnyGame) -> AnyGame:
        function = getattr(was, name)
        return replaced(was, name, lambda *args: change(function(*args)))

    return broken


def instead(name: str, function: Callable[..., Any]) -> Callable[[AnyGame], AnyGame]:
    """The game with another function, which is given the game first."""
    return lambda was: replaced(was, name, lambda *args: function(was, *args))


def replaced(was: AnyGame, name: str, function: Callable[..., Any]) -> AnyGame:
    changes: dict[str, Any] = {name: function}
    return attrs.evolve(was, **changes)


def _counted(was: AnyGame, state: AnyState, action: AnyAction) -> AnyState:
    """After an action something else than the time before."""
    counts[0] += 1
    after: Any = was.apply(state, action)
    return attrs.evolve(after, match=attrs.evolve(after.match, dealer=counts[0] % 3))


counts = [0]


def _changing(was: AnyGame, state: Any, action: AnyAction) -> AnyState:
    after = was.apply(state, action)
    object.__setattr__(state, "match", attrs.evolve(state.match, deals=state.match.deals + 1))
    return after


def _blind(was: AnyGame, state: AnyState, action: AnyAction) -> AnyState:
    """Applies what is illegal, as if nothing had been said."""
    return was.apply(state, action) if was.is_legal(state, action) else state


def _talking(was: AnyGame, state: AnyState, action: AnyAction) -> AnyState:
    try:
        return was.apply(state, action)
    except IllegalAction as error:
        raise Talking(error.action, error.state, error.violations) from None


class Talking(IllegalAction):
    """An error that shows the state."""

    def __str__(self) -> str:
        return f"illegal in {self.state!r}"


def _winner(was: AnyGame, state: AnyState) -> Score:
    score = was.score(state)
    return attrs.evolve(score, winners=(0,)) if len(score.sheet) > 1 else score


def _rewritten(was: AnyGame, state: AnyState) -> Score:
    score = was.score(state)
    return attrs.evolve(score, sheet=tuple(sorted(score.sheet, key=lambda line: (line.deal, -line.seat))[::-1]))


def _peeping(was: AnyGame, state: Any, seat: int | None) -> Any:
    seen: Any = was.view(state, seat)
    hands = getattr(state, "hands", None) or (getattr(state, "contract", None) and state.contract.hands)
    return attrs.evolve(seen, hand=hands[(seat or 0) - 1]) if hands else seen


def _leaking(was: AnyGame, state: Any, seat: int | None = None) -> Sequence[AnyAction]:
    """A listing by what is in another hand."""
    items = was.legal_actions(state) if seat is None else was.legal_actions(state, seat)
    hands = getattr(state, "hands", ())
    return tuple(items)[::-1] if hands and "9" in str(hands[(seat or 0) - 1]) else items


def _loose(was: AnyGame, text: str) -> AnyAction:
    return was.parse_action(text.strip(" "))


def _deaf(was: AnyGame, state: Any, action: Any) -> tuple[Violation, ...]:
    """Takes what looks like an action for one."""
    return was.violations(state, action) if type(action) in was.Action else (Violation("tausend.phase"),)


BROKEN: dict[str, list[tuple[str, Callable[[AnyGame], AnyGame]]]] = {
    "listing": [
        ("misses one", every(lambda items: Lists(items[:-1]), "legal_actions")),
        ("has one twice", every(lambda items: Lists([*items, *items[:1]]), "legal_actions")),
        ("lists what is illegal", every(lambda items: Lists([*items, tausend.Bid(0, 605)]), "legal_actions")),
        ("a judge that lets everything pass", instead("violations", lambda *_: ())),
        ("is_legal that says yes", instead("is_legal", lambda *_: True)),
        ("actors that are none", instead("actors", lambda *_: ())),
    ],
    "seats": [
        ("all for every seat", instead("legal_actions", lambda was, state, seat=None: was.legal_actions(state))),
        ("a seat that is not there", instead("view", lambda was, state, seat: was.view(state, 0 if seat else seat))),
        ("a dealer that is not there", instead("start", lambda was, rules, dealer: was.start(rules, dealer % 3))),
    ],
    "dead_ends": [
        ("nobody acts", every(lambda seats: seats[:0], "actors")),
        ("in another order", every(lambda seats: seats[::-1] if len(seats) > 1 else (*seats, *seats), "actors")),
        ("a seat that is not there", every(lambda seats: (*seats, 9) if seats else (), "actors")),
        ("nothing to do", instead("legal_actions", lambda *_: ())),
    ],
    "chance": [
        ("after somebody has won", instead("score", _winner)),
        ("always", instead("shuffle", lambda was, state, rng: was.shuffle(was.start(tausend.Rules(), 0), rng))),
        ("by no seed", instead("shuffle", lambda was, state, rng: was.shuffle(state, random.Random()))),
        ("no deal", instead("shuffle", lambda was, state, rng: was.shuffle(state, rng) and tausend.Pass(0))),
    ],
    "random_players": [("never passes", instead("choose", lambda was, state, rng: tausend.Bid(0, 600)))],
    "ends": [("is never scored", every(lambda score: attrs.evolve(score, sheet=()), "score"))],
    "apply": [
        ("by how often it is called", instead("apply", _counted)),
        ("changes the state", instead("apply", _changing)),
        ("refuses", instead("apply", lambda was, state, action: was.apply(state, tausend.Pass(9)))),
        ("loses a card", every(lambda places: {**places, "p1": Cards()}, "places")),
    ],
    "refusals": [
        ("applies what is illegal", instead("apply", _blind)),
        ("tells the state", instead("apply", _talking)),
        ("names a rule twice", every(lambda broken: broken + broken[:1], "violations")),
        ("names no rule of its own", every(lambda broken: (Violation("x.y"),) if broken else (), "violations")),
        ("names none in the book", every(lambda broken: (Violation("tausend.x"),) if broken else (), "violations")),
        ("tells less", every(lambda broken: broken[:1], "violations")),
    ],
    "malformed": [
        ("knows anything", instead("violations", _deaf)),
        ("lists what it takes for equal", every(Lists, "legal_actions")),
        ("is legal", instead("is_legal", lambda *_: True)),
    ],
    "conservation": [
        ("loses a card", every(lambda places: dict(list(places.items())[1:]), "places")),
        ("cannot be", instead("check", lambda was, state: was.check(None))),
    ],
    "sheet": [
        ("counts wrong", every(lambda score: attrs.evolve(score, totals=(1, *score.totals[1:])), "score")),
        ("is rewritten", instead("score", _rewritten)),
        ("by a rule of no book", every(lambda score: attrs.evolve(score, sheet=_by_another(score.sheet)), "score")),
    ],
    "hidden": [
        ("a view of another hand", instead("view", _peeping)),
        ("a listing by another hand", instead("legal_actions", _leaking)),
    ],
    "text": [
        ("spaces are dropped", instead("parse_action", _loose)),
        ("reads another", every(lambda action: tausend.Pass(0), "parse_action")),
    ],
    "json": [("a view of another class", instead("view", lambda was, state, seat: was.score(state)))],
    "copies": [("a view that is itself alone", instead("view", lambda *_: Alone()))],
    "frozen": [("a score that can be set", every(lambda score: Loose(score.totals, score.winners), "score"))],
    "sequence": [
        ("is a list", every(list, "legal_actions")),
        ("can be added to", every(Open, "legal_actions")),
        ("in another order each time", instead("legal_actions", lambda was, *args: _shuffled(was, *args))),
        ("hashes by where it is", every(lambda items: Placed(items), "legal_actions")),
    ],
    "records": [
        ("is not registered", lambda was: attrs.evolve(was)),
        ("has another name", lambda was: attrs.evolve(was, name="taroc")),
    ],
    "rulebook": [("a book with holes", lambda was: attrs.evolve(was, rulebook=lambda: _holed(was)))],
}


def _by_another(sheet: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
    return tuple([attrs.evolve(line, rule="tausend.x") for line in sheet])


def _shuffled(was: AnyGame, *args: Any) -> Sequence[AnyAction]:
    items = list(was.legal_actions(*args))
    chance.shuffle(items)
    return tuple(items)


chance = random.Random(1)


def _holed(was: AnyGame) -> Any:
    book: Any = was.rulebook()
    rules = {name: attrs.evolve(rule, source="") for name, rule in book.rules.items()}
    return attrs.evolve(book, rules=rules)


class Placed(tuple[AnyAction, ...]):
    """A listing that hashes by where it is."""

    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)


@attrs.frozen(eq=False)
class Alone:
    """Equal to itself alone."""


@attrs.define(hash=True)
class Loose:
    """A score that can be changed."""

    totals: tuple[int, ...]
    winners: tuple[int, ...] = ()
    sheet: tuple[ScoreLine, ...] = ()


FAULTS = [(promise, fault, change) for promise, faults in BROKEN.items() for fault, change in faults]


@pytest.mark.parametrize(("promise", "change"), [(p, c) for p, _, c in FAULTS], ids=[f"{p}, {f}" for p, f, _ in FAULTS])
def test_a_broken_promise_is_noticed(promise: str, change: Callable[[AnyGame], AnyGame]) -> None:
    broken = change(GAMES["tausend"])
    quick = settings(
        max_examples=60, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )

    @quick
    @given(matches(broken, 60, corners=cast("Any", corners_of(GAMES["tausend"]))))
    def holds(playout: Any) -> None:
        # what is played, and what is shown of a state, is the game's own where the fault is elsewhere
        PROMISES[promise](playout)

    with pytest.raises((BrokenPromise, ValueError, TypeError, AttributeError, KeyError)):
        holds()


def test_every_promise_has_faults_that_break_it() -> None:
    assert set(BROKEN) == set(PROMISES)


def test_a_broken_promise_says_how_to_see_it_again() -> None:
    broken = every(lambda items: Lists(items[:-1]), "legal_actions")(GAMES["tausend"])
    with pytest.raises(BrokenPromise) as caught:
        check_game(broken, corners_of(GAMES["tausend"]), ["listing"])
    notes = "\n".join(caught.value.__notes__)
    assert "Playout(" in notes
    text = notes[notes.index("Playout(") :].strip().rstrip(",)")
    assert "game=game('tausend')" in text
    assert "seed=" in text


# -- the strategies


@pytest.mark.parametrize("name", BUILT_IN)
@given(data=st.data())
@settings(max_examples=30)
def test_the_strategies_draw_what_they_say(name: str, data: st.DataObject) -> None:
    any_game = GAMES[name]
    rules = data.draw(configs(any_game))
    assert type(rules) is any_game.Rules
    playout = data.draw(matches(any_game, 30, st.just(rules)))
    assert playout.rules == rules
    assert len(playout.actions) <= 30
    state = data.draw(states(any_game, 30))
    assert type(state) in any_game.State
    action = data.draw(actions(any_game, state))
    assert type(action) in any_game.Action
    assert any_game.violations(state, action) != (ACTION,)
    record = data.draw(records(any_game, 30))
    assert isinstance(record, Record)
    assert validate(record).verdict == "legal"


@given(records(game("tausend"), 200, sound=False))
def test_a_damaged_record_can_be_judged(record: Record) -> None:
    assert validate(record).verdict in ("legal", "illegal", "misscored")


@pytest.mark.parametrize("verdict", ["illegal", "misscored"])
def test_some_records_are_damaged(verdict: str) -> None:
    found = []

    @settings(max_examples=200, derandomize=True, database=None, phases=[Phase.generate])
    @given(records(game("tausend"), 200, sound=False))
    def draw(record: Record) -> None:
        found.append(validate(record).verdict)

    draw()
    assert found.count(cast("Any", verdict)) > 10


def drawn(name: str, most: int) -> list[Any]:
    """The playouts that the strategy draws by itself."""
    found: list[Any] = []

    @settings(max_examples=400, derandomize=True, database=None, phases=[Phase.generate])
    @given(matches(GAMES[name], most))
    def draw(playout: Any) -> None:
        found.append(playout)

    draw()
    return found


def test_rare_things_happen_in_tausend() -> None:
    met = Counter[str]()
    for playout in drawn("tausend", 100):
        for state in playout.states:
            met[type(state).__name__] += 1
        sheet = tausend.score(playout.states[-1]).sheet
        met.update({line.rule for line in sheet})
        met["third stroke"] += any([line.rule == "tausend.null" and line.points < 0 for line in sheet])
        left = {state.match.previous.ending for state in playout.states if state.match.previous}
        met.update(left)
    scored = ("barrel.enter", "barrel.fall", "barrel.win", "null", "555", "win")
    wanted = (*[f"tausend.{rule}" for rule in scored], "nines", "poor_widow", "surrendered", "third stroke", "Over")
    assert {what: met[what] for what in wanted if met[what] < 2} == {}


def test_rare_things_happen_in_duizenden() -> None:
    met = Counter[str]()
    for playout in drawn("duizenden", 30):
        for state, action, _ in playout.steps:
            met[type(action).__name__] += 1
            if isinstance(state, duizenden.Drawing):
                met["empty stock"] += not state.stock
                met["no pot"] += not state.pot
            if isinstance(state, duizenden.Melding):
                hand = state.hands[state.turn]
                met["queens alone"] += hand <= Cards.parse("QsQs")
                met["large hand"] += len(hand) > 40
    wanted = (
        "EndTurn",
        "Challenge",
        "Last",
        "Exchange",
        "Reshuffle",
        "empty stock",
        "no pot",
        "queens alone",
        "large hand",
    )
    assert {what: met[what] for what in wanted if met[what] < 2} == {}


def test_a_playout_is_the_same_each_time() -> None:
    rules = tausend.PRESETS["standard"]
    one, two = [Playout(game("tausend"), rules, "late", 7, 90) for _ in range(2)]
    assert one == two
    assert one.states == two.states
    assert len(one.states) == len(one.actions) + 1 == len(one.steps) + 1
    assert one != Playout(game("tausend"), rules, "late", 8, 90)
    again: Any = eval(repr(one), {"Playout": Playout, "game": game, "Rules": tausend.Rules, "Barrel": tausend.Barrel})  # noqa: S307
    assert again == one


# -- values that arrive elsewhere

REBUILD = """
import pickle, sys
from test_contract import values_of
arrived = pickle.load(sys.stdin.buffer)
built = values_of(sys.argv[1])
assert len(arrived) == len(built) > 100
for one, two in zip(arrived, built):
    assert one == two and hash(one) == hash(two) and {one: 1}[two] == 1, type(one)
print("the same", hash("the same"))
"""


def values_of(name: str) -> list[object]:
    """States, actions, scores, views, violations and listings, the rules too, of a playout."""
    any_game = GAMES[name]
    corners = corners_of(any_game)
    playout = Playout(any_game, list(any_game.PRESETS.values())[-1], list(corners.starts)[-1], 5, 90)
    values: list[object] = [playout.rules]
    for state, action, _ in playout.steps:
        values += [state, action, any_game.score(state), any_game.view(state, 0)]
        if len(any_game.legal_actions(state)) < 300:
            values.append(any_game.legal_actions(state))
        tried: Iterable[AnyAction] = list(corners.candidates(state, playout.rng()))[:2000:97]
        values += [any_game.violations(state, other) for other in tried]
        hash(state)  # whatever it keeps of its hash must stay here
    return values


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_an_unpickled_value_equals_and_hashes_as_one_built_there(name: str, seed: str) -> None:
    values = values_of(name)
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", REBUILD, name],
        input=pickle.dumps(values),
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    assert done.stdout.startswith(b"the same"), done.stderr.decode()
    assert done.stdout != f"the same {hash('the same')}\n".encode()
