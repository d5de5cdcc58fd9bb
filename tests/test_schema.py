"""The schemas say what is read and written: values of every kind that a match has, and such that were
spoilt, are judged by a schema and by the reader, who must agree.
"""

from __future__ import annotations

import copy
import io
import itertools
import json
import os
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Union

import attrs
import jsonschema_rs
import pytest
from attrs import frozen
from click.testing import CliRunner
from hypothesis import Phase, event, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types
from rich.console import Console

from cardrules import GAMES, InvalidRules, MalformedInput, Record, Score, Violation, notes, records, schema
from cardrules.cards import CARDS
from cardrules.cli import command
from cardrules.cli.schema import WIDTH, formatted
from cardrules.registry import AnyGame
from cardrules.testing import Playout, matches
from cardrules.testing import records as any_records
from cardrules.wire import dump, dump_rules, load, load_rules
from test_example_game import installed, python

ROOT: Final = Path(__file__).parent.parent
NAMES: Final = tuple(GAMES)

__all__ = ["installed"]

Path_ = tuple[str | int, ...]

UNSEEN: Final = (
    # what the fields of a value say of each other
    "no match reaches this state",
    "its fields do not fit each other",
    "is no multiple of 5 below",
    # the seats of a deal ascend
    "no action of \\w+ has these values",
    "does not belong here: a deal names the seats in ascending order",
    # what is seen of a deal
    "hands by seat, ascending from 0",
    "all seats are dealt to",
    "nobody sees two hands",
    "is \\d+ cards of the deck",
    # the actions of a record are by seats that the match has
    "names p\\d; the last seat is",
)
"""What no schema sees, as the reader says it. Besides, 3.0 is a whole number to a schema."""


QUICK: Final = (Phase.explicit, Phase.reuse, Phase.generate)
"""A failure shows the value that it is about; there is nothing to shrink."""


# -- the two who judge


@cache
def validator(kind: str, game: str | None = None, written: bool = False) -> Any:
    return jsonschema_rs.validator_for(schema.of(kind, game, written=written))


def class_of(game: AnyGame, kind: str) -> Any:
    kinds = {"view": game.View, "action": game.Action, "state": game.State, "seen": (*game.Action, *game.Seen)}
    return {"score": Score, "violation": Violation}.get(kind) or Union[kinds[kind]]  # noqa: UP007  # of a tuple


def read(game: AnyGame, kind: str, data: Any) -> object:
    """What the library reads. Raises MalformedInput and InvalidRules."""
    if kind == "rules":
        return load_rules(game, data)
    if kind == "record":
        return records.from_json(data)
    if kind == "notes":
        found = notes.from_json(data)
        if isinstance(found, Record):
            raise MalformedInput("", "it is a record")
        return found
    return load(data, class_of(game, kind))


def disagreement(game: AnyGame, kind: str, data: Any, judged: Any = None) -> str | None:
    """How the schema of what is read and the reader disagree about a value, if they do."""
    sees = (judged or validator(kind, game.name)).is_valid(data)
    try:
        read(game, kind, data)
    except (MalformedInput, InvalidRules) as error:
        if sees and not any([re.search(each, str(error)) for each in UNSEEN]):
            return f"the schema accepts what is refused: {error}"
    else:
        if not sees:
            return "the schema refuses what is read"
    return None


def assert_written(game: AnyGame, kind: str, data: Any) -> None:
    """What the library has written is valid, by all schemas that are meant for it."""
    for name, written in itertools.product((game.name, None), (False, True)):
        faults = [error.message[:500] for error in validator(kind, name, written).iter_errors(data)]
        assert not faults, (name, written, faults)


# -- values, and how they are spoilt


def sent(value: object) -> Any:
    """The JSON value that comes out at the other end."""
    return json.loads(json.dumps(dump(value)))


def paths(data: Any, path: Path_ = ()) -> Iterator[Path_]:
    yield path
    items: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield from paths(item, (*path, key))


def at(data: Any, path: Path_) -> Any:
    for key in path:
        data = data[key]
    return data


# values of other types, texts of other things, numbers out of range, tags of others
WRONG: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 3, 5, 9, 10**9, 10**15, 10**16, -(10**16), 1.5),
    *("", "x", "As", "10h", "A♠", "AsKd", "Kd As", "Jk", "JkAs", "c", "A", "p1", "p9", "aces", "bid", "over"),
    *([], {}, [0], [None], [[0, "As"]], {"points": 5}, {"cards": 1}, {"cards": 2}),
)
LETTERS: Final = "AKQs10x ♠cdhJk2 p:8"


def spoilt(rng: random.Random, data: Any) -> Any:
    """A copy of a JSON value with one thing in it changed."""
    data = copy.deepcopy(data)
    path = () if rng.random() < 0.2 else rng.choice(list(paths(data)))
    node = at(data, path)
    value: Any = copy.deepcopy(rng.choice((*WRONG, at(data, rng.choice(list(paths(data)))))))
    if isinstance(node, dict) and rng.random() < 0.7:
        if node and rng.random() < 0.5:
            del node[rng.choice(list(node))]
        else:
            node[rng.choice(("x", "type", "seat", "card", "preset", "message"))] = value
        return data
    if isinstance(node, list) and rng.random() < 0.7:
        if node and rng.random() < 0.5:
            del node[rng.randrange(len(node))]
        else:
            node.insert(rng.randint(0, len(node)), value)
        return data
    if isinstance(node, str) and rng.random() < 0.7:
        place = rng.randint(0, len(node))
        letter = rng.choice(LETTERS)
        value = rng.choice(
            (node[:place] + letter + node[place:], node[:place] + letter + node[place + 1 :], node + "\n")
        )
    elif type(node) is int and rng.random() < 0.7:
        value = node + rng.choice((-1, 1, 5, -1000, 10**9, 10**16))
    if not path:
        return value
    at(data, path[:-1])[path[-1]] = value
    return data


def same_cards(value: Any) -> Any:
    """A value in which the order of cards does not count."""
    if isinstance(value, dict):
        return {
            key: sorted(item) if key == "cards" and isinstance(item, list) else same_cards(item)
            for key, item in value.items()
        }
    return value


def assert_agreement(game: AnyGame, kind: str, data: Any, seen: Counter[tuple[str, str]]) -> None:
    """The reader and the schemas agree about a value that was spoilt."""
    assert disagreement(game, kind, data) is None, json.dumps(data)
    written = validator(kind, game.name, True).is_valid(data)
    accepted = validator(kind, game.name).is_valid(data)
    assert accepted or not written, "the schema of what is written accepts what no other does"
    assert validator(kind).is_valid(data) >= accepted
    seen[kind, "accepted" if accepted else "refused"] += 1
    try:
        again = sent(read(game, kind, data)) if kind in ("view", "action", "state", "score", "violation") else None
    except (MalformedInput, InvalidRules):
        return
    if again is not None:
        assert_written(game, kind, again)
        # but for the order of the cards of a group, only what is written is taken for it
        assert same_cards(again) == same_cards(data) or not written


@cache
def seen_of_all() -> Counter[tuple[str, str]]:
    """How many spoilt values there were, by kind and by what the schema said."""
    return Counter()


def values_of(game: AnyGame, playout: Any) -> Iterator[tuple[str, Any]]:
    """The values of some moments of a match, by kind."""
    for state in playout.some(4):
        yield "state", sent(state)
        yield "score", sent(game.score(state))
        for seat in (None, *range(playout.rules.players)):
            yield "view", sent(game.view(state, seat))
        tried = list(playout.corners.candidates(state, playout.rng()))[:3]
        for action in [*playout.actions[-12:], *playout.actions[:3], *tried]:
            yield "action", sent(action)
            for violation in game.violations(state, action)[:1]:
                yield "violation", sent(violation)
            if game.redact is not None and not game.violations(state, action):
                for seat in (None, *range(playout.rules.players)):
                    yield "seen", sent(game.redact(action, state, seat))


# -- the schemas themselves


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("game", [None, *NAMES])
@pytest.mark.parametrize("kind", [None, *schema.KINDS])
def test_every_schema_is_one(kind: str | None, game: str | None, written: bool) -> None:
    if kind == "seen" and not any([GAMES[name].redact for name in ([game] if game else NAMES)]):
        with pytest.raises(ValueError, match="no values of the kind"):
            schema.of(kind, game, written=written)
        return
    made: Any = schema.of(kind, game, written=written)
    Draft202012Validator.check_schema(made)
    assert made["$id"].startswith("urn:cardrules:")
    assert made["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    referred = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(made)))
    assert referred == set(made["$defs"])
    assert all([made["$defs"][name] for name in referred])
    if kind is None:
        assert len(made["anyOf"]) >= len(schema.KINDS) - 1


def test_every_schema_has_a_name_of_its_own() -> None:
    made = [
        schema.of(kind, game, written=written)["$id"]
        for kind in (None, *schema.KINDS)
        for game in (None, *NAMES)
        for written in (False, True)
        if kind != "seen"
    ]
    assert len(set(made)) == len(made)


def test_there_are_no_others() -> None:
    with pytest.raises(ValueError, match="the kinds are view, action"):
        schema.of("views")
    with pytest.raises(ValueError, match="the games are"):
        schema.of("view", "whist")
    with pytest.raises(ValueError, match="the games are"):
        schema.typescript("whist")


def test_fields_are_told_of_where_their_docstring_does() -> None:
    made: Any = schema.of("rules", "duizenden")["$defs"]
    fields = made["DuizendenNamedRules"]["properties"]
    assert [name for name, field in fields.items() if not field.get("description")] == []
    assert fields["low_ace_points"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 20,
        "default": 1,
        "description": "What it counts there, 0 to 20 (duizenden.points.low-ace).",
    }
    assert "None" not in json.dumps(made)


# -- matches


@pytest.mark.parametrize("name", NAMES)
def test_what_a_match_has_is_valid_and_what_is_spoilt_is_judged_as_it_is_read(name: str) -> None:
    game = GAMES[name]

    @given(matches(game, 60), st.integers(0, 2**32))
    @settings(max_examples=15, phases=QUICK)
    def judge(playout: Any, seed: int) -> None:
        rng = random.Random(seed)
        for kind, data in values_of(game, playout):
            assert_written(game, kind, data)
            assert disagreement(game, kind, data) is None
            for _ in range(1 if kind == "action" else 2):
                assert_agreement(game, kind, spoilt(rng, data), seen_of_all())

    judge()
    seen = seen_of_all()
    # both judgements were made of each kind, often
    for kind in ("view", "action", "state"):
        assert min(seen[kind, "accepted"], seen[kind, "refused"]) > 10, seen


# -- house rules


NUMBERS: Final = (-(10**9), -5, -1, 0, 1, 2, 3, 4, 7, 8, 9, 20, 21, 200, 201, 600, 880, 990, 995, 10**9 - 1, 10**9)
BARRELS: Final = (
    *({"at": at} for at in (395, 400, 595, 600, 602, 880, 995, 1000)),
    *({"falls_to": to} for to in (-(10**9), -999_999_995, -5, 0, 3, 875, 990, 995)),
    *({"deals": deals} for deals in (0, 1, 10**9)),
    *({}, {"at": 700, "x": 1}, 880, None),
)
CALLS: Final[tuple[Any, ...]] = (
    None,
    {"points": 0},
    {"points": 1},
    {"cards": 1},
    {"cards": 2},
    {},
    {"points": 1, "cards": 1},
    5,
)


def tried_values(field: Mapping[str, Any], name: str) -> Sequence[Any]:
    """Values of a flag on both sides of what it can be."""
    parts = {"barrel": BARRELS, "last_card_call": CALLS}
    if name in parts:
        return parts[name]
    return (*field.get("enum", ("x", None)), True, False, "", *(NUMBERS if "default" in field else ()))


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_valid_exactly_where_they_are_read(name: str) -> None:
    """Every two flags together, under every preset and none."""
    game = GAMES[name]
    made: Any = schema.of("rules", name)
    fields = made["$defs"][f"{name.capitalize()}NamedRules"]["properties"]
    singles = [{flag: value} for flag, field in fields.items() for value in tried_values(field, flag)]
    valid = [each for each in singles if validator("rules", name).is_valid(each)]
    # flags that hang together with a flag of every value, all others with what they can be alone
    linked = {"players", "wild", "four_aces", "barrel", "sits_out", "out_unopened", "out_in_opening_turn"}
    pairs = [{**one, **two} for one, two in itertools.combinations(valid, 2) if (one.keys() | two.keys()) & linked]
    presets: list[dict[str, Any]] = [{}, *[{"preset": preset} for preset in game.PRESETS]]
    outcomes = set()
    for config in [*singles, *[{**preset, **each} for preset in presets for each in (*valid, *sampled(pairs))]]:
        assert disagreement(game, "rules", config) is None, config
        outcomes.add(validator("rules", name).is_valid(config))
    assert outcomes == {True, False}


def sampled(items: list[Any]) -> list[Any]:
    return random.Random(1).sample(items, min(len(items), 3000))


@pytest.mark.parametrize("name", NAMES)
def test_configs_are_valid_in_full_and_as_records_name_them(name: str) -> None:
    game = GAMES[name]

    @given(matches(game, 1), st.integers(0, 2**32))
    @settings(max_examples=60, phases=QUICK)
    def judge(playout: Any, seed: int) -> None:
        rng = random.Random(seed)
        named = dump_rules(game, playout.rules)
        assert_written(game, "rules", named)
        assert disagreement(game, "rules", sent(playout.rules)) is None
        for data in (named, sent(playout.rules)):
            for _ in range(5):
                assert disagreement(game, "rules", spoilt(rng, data)) is None

    judge()


def test_defaults_are_those_of_the_config() -> None:
    for name, game in GAMES.items():
        made: Any = schema.of("rules", name)
        for flag, field in made["$defs"][f"{name.capitalize()}NamedRules"]["properties"].items():
            if "default" in field:
                assert field["default"] == sent(getattr(game.Rules(), flag))
    tausend: Any = schema.of("rules", "tausend")
    when = [each["then"]["properties"] for each in tausend["$defs"]["TausendNamedRules"]["allOf"]]
    assert [each["sits_out"]["default"] for each in when if "sits_out" in each] == [None, "dealer"]


# -- records, notes, reports


@pytest.mark.parametrize("name", NAMES)
def test_records_and_the_reports_on_them(name: str) -> None:
    game = GAMES[name]

    @given(any_records(game, 40, sound=False), st.integers(0, 2**32))
    @settings(max_examples=40, phases=QUICK)
    def judge(record: Record, seed: int) -> None:
        rng = random.Random(seed)
        data = json.loads(json.dumps(record.to_json()))
        assert_written(game, "record", data)
        report = records.validate(record)
        event(report.verdict)
        assert_written(game, "report", report.to_json(rng.choice(("en", "nl", "de"))))
        lines = []
        for _ in range(8):
            other = spoilt(
                rng, {**data, "actions": data["actions"][1:4], "rules": data["rules"] if rng.random() < 0.7 else {}}
            )
            assert_agreement(game, "record", other, seen_of_all())
            lines.append(json.dumps(other))
        for found in records.read(io.BytesIO("\n".join(lines).encode())):
            if not isinstance(found, Record) and found.game in (None, name):
                assert found.verdict == "malformed"
                assert_written(game, "report", found.to_json())

    judge()
    seen = seen_of_all()
    assert min(seen["record", "accepted"], seen["record", "refused"]) > 10, seen


@pytest.mark.parametrize("name", NAMES)
def test_notes_and_the_reports_on_them(name: str) -> None:
    game = GAMES[name]
    rng = random.Random(3)
    verdicts = set()
    lines = (ROOT / "examples" / "notes" / f"{name}.jsonl").read_text("utf-8").splitlines()
    for line in lines:
        data = json.loads(line)
        found = notes.from_json(data)
        if isinstance(found, Record):
            continue
        assert_written(game, "notes", json.loads(json.dumps(found.to_json())))
        report = notes.judge(found)
        verdicts.add(report.verdict)
        assert_written(game, "report", report.to_json("nl"))
        for _ in range(200):
            assert disagreement(game, "notes", spoilt(rng, data)) is None
    assert "stood" in verdicts


def test_a_report_is_of_its_verdict() -> None:
    """What follows from the verdict is in the schema."""
    legal = {
        "source": "-",
        "record": 0,
        "game": "tausend",
        "verdict": "legal",
        "at": None,
        "action": None,
        "violations": [],
        "score_errors": [],
        "actions": 1,
        "complete": False,
        "totals": [0, 0, 0],
        "winners": [],
    }
    broken = [{"rule": "tausend.bid.step", "message": "…"}]
    error = {"deal": 0, "player": "p1", "claimed": 5, "actual": None}
    illegal = {**legal, "verdict": "illegal", "at": 0, "action": "p1 bid 101", "violations": broken}
    unread = {**legal, "verdict": "malformed", "totals": [], "message": "why"}
    misscored = {**legal, "verdict": "misscored", "score_errors": [error]}
    stood = {**legal, "verdict": "stood", "stood": [{"at": 0, "action": "p1 bid 101 stood", "violations": broken}]}
    judge = validator("report", "tausend")
    right = [legal, illegal, unread, misscored, stood, {**illegal, "score_errors": [error]}, {**legal, "stood": []}]
    assert [each["verdict"] for each in right if not judge.is_valid(each)] == []
    wrong: list[dict[str, Any]] = [
        {**legal, "at": 0},
        {**legal, "message": "why"},
        {**legal, "violations": broken},
        {**legal, "score_errors": [error]},
        {**legal, "verdict": "good"},
        {**legal, "game": "duizenden"},
        {**legal, "winners": ["p5"]},
        {**legal, "winners": [0]},
        {**illegal, "at": None},
        {**illegal, "violations": []},
        {**misscored, "score_errors": []},
        {**unread, "totals": [1, 2, 3]},
        {key: value for key, value in unread.items() if key != "message"},
        {key: value for key, value in stood.items() if key != "stood"},
        {key: value for key, value in legal.items() if key != "actions"},
    ]
    assert [each for each in wrong if judge.is_valid(each)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_text_is_an_action_exactly_where_it_is_read(name: str) -> None:
    """And it is one that is written exactly where it is, but for the order of the cards of a group."""
    game = GAMES[name]
    whole: Any = [schema.of("record", name, written=written) for written in (False, True)]
    text_of = f"#/$defs/{name.capitalize()}ActionText"
    reading, writing = [jsonschema_rs.validator_for({**each, "$ref": text_of}) for each in whole]
    outcomes: Counter[tuple[bool, bool]] = Counter()

    @given(matches(game, 50), st.integers(0, 2**32))
    @settings(max_examples=30, phases=QUICK)
    def judge(playout: Any, seed: int) -> None:
        rng = random.Random(seed)
        state = playout.states[-1]
        for action in [*playout.actions, *itertools.islice(playout.corners.candidates(state, rng), 20)]:
            text = str(action)
            assert writing.is_valid(text), text
            others = [text.replace("T", "10", 1), text.replace("h", "♥"), *[spoilt(rng, text) for _ in range(4)]]
            for other in [each for each in others if isinstance(each, str)]:
                try:
                    again = str(game.parse_action(other))
                except MalformedInput as error:
                    unseen = any([re.search(each, str(error)) for each in UNSEEN])
                    assert unseen or not reading.is_valid(other), (other, error)
                    continue
                assert reading.is_valid(other), other
                assert writing.is_valid(again)
                if writing.is_valid(other):
                    # the words are those that are written; the last may be the cards of a group
                    assert again.rpartition(" ")[0] == other.rpartition(" ")[0]
                    assert sorted(again) == sorted(other)
                outcomes[other == again, writing.is_valid(other)] += 1

    judge()
    assert outcomes[True, True] > 100
    assert outcomes[False, False] > 20
    assert not outcomes[True, False]


def test_what_a_schema_does_not_see() -> None:
    """The list in docs/schema.md."""
    tausend = GAMES["tausend"]
    seen: list[tuple[str, Any]] = [
        ("action", {"type": "bid", "seat": 0, "amount": 100.0}),
        ("action", {"type": "deal", "hands": [[1, "As"], [0, "Ks"]], "widow": ""}),
        ("rules", {"barrel": {"at": 700, "falls_to": 800}}),
        ("record", record_of(dealer="p1", actions=["p4 pass"])),
        ("state", {"type": "over", "match": sent(tausend.start(tausend.Rules(), 0))["match"], "winners": [0]}),
    ]
    for kind, data in seen:
        assert validator(kind, "tausend").is_valid(data)
        with pytest.raises((MalformedInput, InvalidRules)):
            read(tausend, kind, data)


def record_of(**changes: Any) -> dict[str, Any]:
    players = ["Anna", "Ben", "Carla"]
    return {"cardrules": 1, "game": "tausend", "players": players, "dealer": "p1", "actions": [], **changes}


@pytest.mark.parametrize(
    ("changes", "right"),
    [
        ({}, True),
        ({"rules": {}}, True),
        ({"rules": {"players": 4}}, False),
        ({"rules": {"players": 4}, "players": ["A", "B", "C", "D"], "dealer": "p4", "scores": [[1, 2, 3, 4]]}, True),
        ({"rules": {"preset": "standard", "players": 4}, "players": ["A", "B", "C", "D"], "dealer": "p5"}, False),
        ({"players": ["A", "B", "C", "D"]}, False),
        ({"dealer": "p4"}, False),
        ({"scores": [[1, 2]]}, False),
        ({"scores": [[1, 2, 3]], "meta": 0}, True),
        ({"meta": None}, False),
        ({"cardrules": 2}, False),
        ({"cardrules": True}, False),
        ({"cardrules-notes": 1}, False),
        ({"actions": ["p1 play 10♥", "deal p1: p2:As Kd widow:"]}, True),
        ({"actions": ["p1 bid 0100"]}, False),
    ],
)
def test_a_record_is_that_of_its_table(changes: dict[str, Any], right: bool) -> None:
    assert validator("record", "tausend").is_valid(record_of(**changes)) is right
    assert disagreement(GAMES["tausend"], "record", record_of(**changes)) is None


# -- a fault of a schema is found


@frozen
class Fault:
    """A change of a schema, and the kind of values that it spoils."""

    kind: str
    game: str
    change: Callable[[Any], object]


FAULTS: Final = {
    "a field too many": Fault("view", "tausend", lambda defs: defs["TausendView"].pop("additionalProperties")),
    "a field too few": Fault("view", "tausend", lambda defs: defs["TausendView"]["required"].remove("phase")),
    "a choice too few": Fault(
        "view", "duizenden", lambda defs: defs["DuizendenView"]["properties"]["phase"]["enum"].remove("draw")
    ),
    "another tag": Fault(
        "action", "tausend", lambda defs: defs["TausendBid"]["properties"]["type"].update(const="bod")
    ),
    "a wider range": Fault(
        "action", "duizenden", lambda defs: defs["DuizendenDraw"]["properties"]["seat"].update(maximum=9)
    ),
    "a narrower range": Fault(
        "rules", "duizenden", lambda defs: defs["DuizendenNamedRules"]["properties"]["target"].update(minimum=9)
    ),
    "no condition": Fault("rules", "tausend", lambda defs: defs["TausendNamedRules"].pop("allOf")),
    "another text": Fault("action", "duizenden", lambda defs: defs["Card"].update(pattern="^[2-9TJQKA][cdhs]$")),
    "no end of a text": Fault(
        "view", "tausend", lambda defs: defs["Cards"].update(pattern=defs["Cards"]["pattern"][:-1])
    ),
    "no null": Fault("view", "tausend", lambda defs: defs["TausendView"]["properties"]["hand"]["anyOf"].pop()),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_schema_would_be_found(fault: str) -> None:
    planted = FAULTS[fault]
    game = GAMES[planted.game]
    made: Any = copy.deepcopy(schema.of(planted.kind, planted.game))
    planted.change(made["$defs"])
    judged = jsonschema_rs.validator_for(made)
    assert any(disagreement(game, planted.kind, data, judged) for data in some(planted.kind, planted.game))
    assert agree(planted.kind, planted.game)


@cache
def agree(kind: str, name: str) -> bool:
    """Whether the schema as it is and the reader agree about these values."""
    return not any([disagreement(GAMES[name], kind, data) for data in some(kind, name)])


@cache
def some(kind: str, name: str) -> tuple[Any, ...]:
    """Values of a kind from a few matches, and such that were spoilt."""
    game = GAMES[name]
    rng = random.Random(2)
    found: list[Any] = []
    for preset in game.PRESETS.values():
        state = game.start(preset, 0)
        found += [sent(preset), dump_rules(game, preset)] if kind == "rules" else []
        for _ in range(40):
            action = game.choose(state, rng) if game.actors(state) else game.shuffle(state, rng)
            found += [sent(action)] if kind == "action" else [sent(game.view(state, 0))] if kind == "view" else []
            state = game.apply(state, action)
    if kind == "rules":
        made: Any = schema.of(kind, name)
        fields = made["$defs"][f"{name.capitalize()}NamedRules"]["properties"]
        found += [{flag: value} for flag, field in fields.items() for value in tried_values(field, flag)]
    return (*found, *[spoilt(rng, rng.choice(found)) for _ in range(1000)])


# -- a game of somebody else


def test_a_registered_game_has_schemas(installed: str) -> None:
    code = """
import json, random
import jsonschema_rs
from cardrules import GAMES, records, schema
from cardrules.sampling import sample
from cardrules.wire import dump

game = GAMES["lasttrick"]
kinds = [kind for kind in schema.KINDS if kind not in ("seen", "notes")]
judge = {kind: jsonschema_rs.validator_for(schema.of(kind, "lasttrick")) for kind in kinds}
every = {kind: jsonschema_rs.validator_for(schema.of(kind)) for kind in judge}
record = sample(game, game.Rules(), random.Random(1))
values = [("record", record.to_json()), ("report", records.validate(record).to_json()), ("rules", {"target": 2})]
for state, action in zip(records.replay(record), record.actions):
    values += [("state", dump(state)), ("view", dump(game.view(state, 1)))]
    values += [("action", dump(action)), ("score", dump(game.score(state)))]
for kind, value in values:
    judge[kind].validate(json.loads(json.dumps(value)))
    every[kind].validate(json.loads(json.dumps(value)))
assert not judge["action"].is_valid({"type": "play", "seat": 0, "card": "Ax"})
assert not judge["rules"].is_valid({"preset": "none"})
print(len(values), "export interface LasttrickView {" in schema.typescript())
"""
    done = python(installed, "-c", code)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\d\d+ True\n", done.stdout)


# -- the command


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, ["schema", *arguments])
    return done.exit_code, done.output


@pytest.mark.parametrize("kind", ["view", "rules", "report"])
def test_the_command_prints_a_schema(kind: str) -> None:
    status, output = run(kind, "--game", "tausend")
    assert (status, json.loads(output)) == (0, schema.of(kind, "tausend"))
    status, output = run(kind, "--written")
    assert (status, json.loads(output)) == (0, schema.of(kind, written=True))


def test_the_command_without_a_kind_prints_all_of_them() -> None:
    status, output = run()
    assert (status, json.loads(output)) == (0, schema.of())
    wide = [line for line in output.splitlines() if len(line) > WIDTH]
    assert [line for line in wide if not re.match(r' *"(pattern|description|title)": "', line)] == []


def test_the_command_prints_typescript() -> None:
    assert run("--typescript") == (0, schema.typescript())
    assert run("--typescript", "--game", "duizenden") == (0, schema.typescript("duizenden"))
    assert "Tausend" not in schema.typescript("duizenden")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("views",), "'views' is not one of"),
        (("view", "--game", "whist"), "the games are"),
        (("view", "--typescript"), "give it no KIND"),
        (("--written", "--typescript"), "give it no KIND"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: tuple[str, ...], said: str) -> None:
    status, output = run(*arguments)
    assert status == 2
    assert said in output


def test_json_has_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=40)
    monkeypatch.setattr("cardrules.cli.schema.console", lambda: shown)
    assert run("rules") == (0, "")
    assert isinstance(shown.file, io.StringIO)
    coloured = shown.file.getvalue()
    plain = re.sub("\x1b\\[[0-9;]*m", "", coloured)
    assert len(plain) < len(coloured)
    assert json.loads(plain) == schema.of("rules")
    assert plain == formatted(schema.of("rules")) + "\n"


def test_the_command_says_where_there_is_nothing_to_print(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = attrs.evolve(GAMES["tausend"], redact=None, complete=None)
    monkeypatch.setattr("cardrules.schema.documents.game_of", lambda _: bare)
    for kind in ("seen", "notes"):
        status, output = run(kind, "--game", "tausend")
        assert (status, output) == (1, f"Error: there are no values of the kind {kind!r} in tausend\n")


def test_json_is_written_so_that_it_can_be_read() -> None:
    value: Any = {"a": [1, 2], "b": {"c": ["x" * 60, "y" * 60], "d": []}, "é": None}
    assert json.loads(formatted(value)) == value
    assert formatted(value).splitlines()[:4] == ["{", '  "a": [1, 2],', '  "b": {', '    "c": [']
    assert formatted([]) == "[]"


def test_cards_of_a_written_text_stand_in_their_order() -> None:
    judge = validator("view", "tausend", True)
    made: Any = schema.of("view", "tausend", written=True)
    cards = jsonschema_rs.validator_for({**made, "$ref": "#/$defs/Cards"})
    assert judge is not None
    assert cards.is_valid("".join([str(card) * 2 for card in CARDS]))
    assert cards.is_valid("")
    assert not cards.is_valid("As2c")
    assert not cards.is_valid("10s")


# -- TypeScript

TYPESCRIPT: Final = ROOT / "tests" / "typescript"
COMPILER: Final = TYPESCRIPT / "node_modules" / ".bin" / "tsc"


def compiled(folder: Path, **files: str) -> str:
    """What the compiler says of TypeScript files, beside the types that the command prints."""
    if not COMPILER.exists():
        told = f"no {COMPILER.relative_to(ROOT)}: npm install --prefix {TYPESCRIPT.relative_to(ROOT)}"
        assert "CARDRULES_ALL" not in os.environ, told
        pytest.skip(told)
    shutil.copy(TYPESCRIPT / "tsconfig.json", folder)
    for name, text in files.items():
        (folder / name.replace("_", ".", 1)).write_text(text, "utf-8")
    done = subprocess.run(
        [COMPILER, "--project", folder], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("form", ["cardrules_ts", "cardrules_d.ts"])
def test_a_client_in_typescript_compiles(tmp_path: Path, form: str) -> None:
    client = (TYPESCRIPT / "client.ts").read_text("utf-8")
    assert compiled(tmp_path, client_ts=client, **{form: schema.typescript()}) == ""


def test_a_fault_of_the_client_is_found(tmp_path: Path) -> None:
    """An unused mark is an error, and so is a case that is missing."""
    client = (TYPESCRIPT / "client.ts").read_text("utf-8")
    wrong = client.replace('"1s"', '"2s"').replace('    case "nines":\n', "")
    said = compiled(tmp_path, client_ts=wrong, cardrules_ts=schema.typescript())
    assert len(re.findall("error TS", said)) == 2, said
    assert "Unused '@ts-expect-error'" in said


def typed_values() -> list[tuple[str, Any]]:
    """Values of all kinds, each with the name of its type."""
    found: list[tuple[str, Any]] = []
    for name, game in GAMES.items():
        prefix = name.capitalize()
        kinds = {"state": f"{prefix}State", "view": f"{prefix}View", "action": f"{prefix}Action"}
        kinds |= {"score": "Score", "violation": "Violation", "seen": f"{prefix}SeenAction"}
        for seed, preset in enumerate(game.PRESETS.values()):
            for most in (30, 90):
                playout: Any = Playout(game, preset, "start", seed, most)
                found += [(kinds[kind], data) for kind, data in values_of(game, playout)]
            found += [(f"{prefix}Rules", sent(preset)), (f"{prefix}NamedRules", dump_rules(game, preset))]
        for line in (ROOT / "examples" / "records" / f"{name}.jsonl").read_text("utf-8").splitlines()[:3]:
            record = records.from_json(json.loads(line))
            found += [(f"{prefix}Record", record.to_json()), ("Report", records.validate(record).to_json())]
        for note in notes.read(str(ROOT / "examples" / "notes" / f"{name}.jsonl")):
            if isinstance(note, notes.Notes):
                found += [(f"{prefix}Notes", note.to_json()), ("Report", notes.validate(note).to_json())]
    return found


def test_values_are_of_their_types_and_spoilt_ones_are_not(tmp_path: Path) -> None:
    values = typed_values()
    rng = random.Random(4)
    rng.shuffle(values)
    by_type: dict[str, list[Any]] = {}
    for name, data in values:
        by_type.setdefault(name, []).append(data)
    assert len(by_type) >= 14
    lines = ['import type * as C from "./cardrules";']

    def line(name: str, data: Any) -> None:
        lines.append(f"export const v{len(lines)}: C.{name} = {json.dumps(data)};")

    for name, found in by_type.items():
        for data in found[:40]:
            line(name, data)
        for data in found[:8]:
            for wrong in misfits(rng, data):
                lines.append("// @ts-expect-error")
                line(name, wrong)
    assert len(lines) > 800
    assert compiled(tmp_path, values_ts="\n".join(lines), cardrules_ts=schema.typescript()) == ""


def misfits(rng: random.Random, data: Any) -> Iterator[Any]:
    """A value with a field less, a field more, and with something of a type that it cannot have."""
    needed = [name for name in data if name not in ("meta", "scores", "stood", "message")]
    if "preset" in data:
        needed = ["preset"]
    dropped = rng.choice(needed)
    yield {name: item for name, item in data.items() if name != dropped}
    yield {**data, "no_such_field": 1}
    inner = [path for path in paths(data) if path and path[0] != "meta"]
    other = copy.deepcopy(data)
    *path, last = rng.choice(inner)
    at(other, tuple(path))[last] = [{"no_such_field": 1}]
    yield other
