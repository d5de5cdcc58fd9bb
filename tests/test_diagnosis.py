"""The house rules that explain records: what is found, that nothing smaller is missed, and in bounded time."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from itertools import combinations, count, islice, product
from pathlib import Path
from typing import Any, Final, Literal

import attrs
import pytest
from attrs import frozen

from cardrules import GAMES, Record, duizenden, rulebook, tausend
from cardrules import registry as registry_module
from cardrules.cli.diagnose import explanations
from cardrules.clues import Fault
from cardrules.diagnosis import Change, Diagnosis, House, Survey, diagnose, diagnose_many
from cardrules.diagnosis import search as search_module
from cardrules.diagnosis import season as season_module
from cardrules.diagnosis.flags import changed, flags_of, value_of
from cardrules.diagnosis.replay import AnyFault, OutOfTime, Timer, first_fault
from cardrules.diagnosis.search import Search, starts
from cardrules.diagnosis.season import house_of
from cardrules.duizenden import Draws, Points
from cardrules.duizenden import clues as duizenden_clues
from cardrules.errors import InvalidRules, MalformedInput
from cardrules.records import from_json, validate
from cardrules.registry import AnyAction, AnyGame, AnyRules
from cardrules.sampling import sample
from cardrules.tausend import Barrel
from cardrules.tausend import clues as tausend_clues
from cardrules.wire import load_rules
from diagnosis.run import ANY, USUAL, cases, house, measure

TABLE: Final = tomllib.loads((Path(__file__).parent / "cases" / "diagnose.toml").read_text("utf-8"))["case"]
EACH_GAME: Final = pytest.mark.parametrize("name", ["tausend", "duizenden"])
FOREVER: Final = 1e9


def recorded(
    name: str, written: Mapping[str, Any], played: Mapping[str, Any], seed: int, deals: int | None = 2
) -> Record:
    """A random match played by some rules, and written down as played by others."""
    game = GAMES[name]
    record = sample(game, load_rules(game, played), random.Random(seed), deals)
    return attrs.evolve(record, rules=load_rules(game, written))


def texts(diagnosis: Diagnosis) -> list[str]:
    return [f"{each.preset} {' '.join(map(str, each.changes))}".rstrip() for each in diagnosis.explanations]


# -- what is found


@pytest.mark.parametrize("case", TABLE, ids=[case["name"] for case in TABLE])
def test_the_table_of_cases(case: dict[str, Any]) -> None:
    record = recorded(case["game"], case["written"], case["played"], case["seed"], case.get("deals"))
    diagnosis = diagnose(record)
    assert diagnosis.exact
    found = explanations(diagnosis, "en")
    assert found == [f"legal under {text}" for text in case["finds"]]
    assert diagnosis.legal == (not case["finds"])
    for each in diagnosis.explanations:
        assert validate(attrs.evolve(record, rules=each.rules)).verdict == "legal"


@EACH_GAME
@pytest.mark.parametrize("values", [USUAL, ANY], ids=["customary", "any"])
def test_the_rules_of_random_records_are_found(name: str, values: Mapping[str, tuple[object, ...]]) -> None:
    for size in (1, 2):
        found = measure(name, size, values, 6, 5, FOREVER)
        assert (found.none, found.explained, found.gave_up) == (0, found.cases, 0)
        if values is USUAL and size == 1:
            assert found.exact == found.shown


def test_a_legal_record_is_legal_whatever_presets_say() -> None:
    rules = {"preset": "klassiek", "layoff": "any"}
    diagnosis = diagnose(recorded("duizenden", rules, rules, 1))
    assert diagnosis == Diagnosis("-", 0, "duizenden", True, tried=1)


def test_the_first_fault_is_told() -> None:
    action = diagnose(recorded("duizenden", {"preset": "volwassen"}, {"preset": "klassiek"}, 1))
    assert (action.at, action.deal, action.legal) == (3, None, False)
    total = diagnose(recorded("duizenden", {}, {"credit": "owner"}, 1))
    assert (total.at, total.deal, total.legal) == (None, 0, False)


def test_a_change_is_written_as_the_commands_take_it() -> None:
    changes = [
        Change("layoff", "own"),
        Change("four_aces", True),
        Change("swap_limit", None),
        Change("barrel.at", 870),
        Change("last_card_call", Points(points=5)),
    ]
    assert [*map(str, changes)] == [
        "layoff=own",
        "four_aces=true",
        "swap_limit=null",
        "barrel.at=870",
        'last_card_call={"points": 5}',
    ]


def test_a_diagnosis_as_json() -> None:
    record = recorded("tausend", {"players": 4}, {"players": 4, "sits_out": "right_of_dealer"}, 1, 1)
    assert json.loads(json.dumps(diagnose(record).to_json())) == {
        "source": "-",
        "record": 0,
        "game": "tausend",
        "legal": False,
        "at": 0,
        "deal": None,
        "explanations": [
            {
                "preset": "standard",
                "changes": {"sits_out": "right_of_dealer"},
                "bounds": {},
                "rules": {"preset": "standard", "players": 4, "sits_out": "right_of_dealer"},
            }
        ],
        "tried": 2,
        "exact": True,
        "gave_up": None,
        "partial": [],
    }


def test_a_fault_that_no_rules_mend_is_told_at_once() -> None:
    sound = recorded("duizenden", {}, {}, 1, 4)
    again = (*sound.actions[:200], sound.actions[199], *sound.actions[200:])
    diagnosis = diagnose(attrs.evolve(sound, actions=again, texts=tuple(map(str, again))))
    assert (diagnosis.at, diagnosis.explanations, diagnosis.exact) == (200, (), True)
    assert diagnosis.tried < 50
    wrong = attrs.evolve(sound, scores=((1, 2, 3, 4),))
    assert (diagnose(wrong).deal, diagnose(wrong).explanations, diagnose(wrong).exact) == (0, (), True)


def test_totals_of_a_deal_that_was_never_scored_are_a_fault() -> None:
    record = recorded("tausend", {}, {}, 1, 1)
    diagnosis = diagnose(attrs.evolve(record, scores=(*record.scores, record.scores[0])))
    assert (diagnosis.deal, diagnosis.explanations, diagnosis.tried) == (1, (), 1)


def test_a_record_without_totals_is_explained_by_its_actions() -> None:
    record = attrs.evolve(recorded("duizenden", {}, {"target": 2000}, 4, None), scores=())
    diagnosis = diagnose(record)
    assert "volwassen target=2000" in texts(diagnosis)
    # who knows what the queen cost
    assert (diagnosis.gave_up, diagnosis.exact) == ("numbers", False)
    assert diagnosis.partial == ("low_ace_points", "queen_penalty", "last_card_call")


def test_a_surrender_on_the_barrel_without_totals() -> None:
    barrel = {"barrel": {"at": 950}}
    records = (attrs.evolve(recorded("tausend", {}, barrel, seed, None), scores=()) for seed in count())
    record = next(record for record in records if validate(record).violations)
    diagnosis = diagnose(record)
    assert "standard barrel.at=950" in texts(diagnosis)
    assert diagnosis.partial == ("barrel.deals", "barrel.falls_to")


def test_the_game_of_a_record_may_be_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = install(monkeypatch)
    record = sample(game, game.PRESETS["usual"], random.Random(1))
    remove(monkeypatch)
    with pytest.raises(MalformedInput):
        diagnose(record)


# -- nothing smaller is missed


def explaining(record: Record, pool: Mapping[str, list[object]], most: int) -> tuple[int, set[AnyRules]]:
    """All configs of the smallest size that explain a record, by trying every one there is."""
    game = GAMES[record.game]
    sound: dict[AnyRules, bool] = {}
    for size in range(most + 1):
        for start in starts(record):
            for names in combinations(pool, size):
                for values in product(*[pool[name] for name in names]):
                    if all([value != value_of(start.rules, name) for name, value in zip(names, values, strict=True)]):
                        try:
                            rules = changed(start.rules, dict(zip(names, values, strict=True)))
                        except InvalidRules:
                            continue
                        if rules not in sound:
                            sound[rules] = first_fault(game, record, rules, Timer(FOREVER)) is None
        if any(sound.values()):
            return size, {rules for rules, legal in sound.items() if legal}
    return most + 1, set()


LONGEST: Final = {"tausend": 600, "duizenden": 120}


def searched(name: str, seed: int) -> Iterator[tuple[Record, Search]]:
    """Records of which two flags are wrong, so short that everything can be tried, and the search."""
    for case in cases(GAMES[name], random.Random(seed), 2, ANY):
        if len(case.record.actions) < LONGEST[name]:
            search = Search(case.record, Timer(FOREVER))
            search.run(starts(case.record), 2)
            yield case.record, search


@EACH_GAME
@pytest.mark.parametrize("size", [1, 2])
def test_trying_everything_finds_the_same(name: str, size: int) -> None:
    alike = (each for each in searched(name, 3) if len(each[1].explanations()[0].changes) == size)
    for record, search in islice(alike, 1 if size == 2 else 2):
        pool = {flag: [*values] for flag, values in search.pool.items()}
        assert explaining(record, pool, 2) == (size, {each.rules for each in search.explanations()})


@EACH_GAME
def test_what_explains_a_record_differs_in_a_flag_that_the_fault_needs(name: str) -> None:
    """The rule that lets the search leave out what it does not try: from any config there is a way to
    the one the match was played by, that changes at each step a flag the fault needs."""
    game, rng = GAMES[name], random.Random(8)
    assert game.clues is not None
    flags = flags_of(game.Rules)
    faults = 0
    for _ in range(40):
        _, played = house(game, rng, rng.choice((1, 3, 6)), ANY)
        record = sample(game, played, rng, rng.choice((1, 2) if name == "duizenden" else (1, 20)))
        if rng.random() < 0.3:
            record = attrs.evolve(record, scores=())
        for _ in range(4):
            rules = elsewhere(game, rng, played)
            while (fault := first_fault(game, record, rules, Timer(FOREVER))) is not None:
                faults += 1
                needed = game.clues.needed(fault)
                assert needed <= flags.keys()
                wrong = [flag for flag in flags if value_of(rules, flag) != value_of(played, flag) and flag in needed]
                assert wrong, (fault.action, fault.violations, fault.claimed, fault.actual)
                try:
                    rules = changed(rules, {flag: value_of(played, flag) for flag in rng.sample(wrong, 1)})
                except InvalidRules:
                    break
    assert faults > 100


def elsewhere(game: AnyGame, rng: random.Random, played: AnyRules) -> AnyRules:
    """Other rules for as many players."""
    while True:
        plain, others = house(game, rng, rng.choice((2, 5)), ANY)
        if plain.players == played.players:
            return others


@EACH_GAME
def test_clues_name_rules_and_flags_that_there_are(name: str) -> None:
    module: Any = {"tausend": tausend_clues, "duizenden": duizenden_clues}[name]
    book = rulebook.load(f"cardrules.{name}").rules
    assert set(module.NEEDED) <= set(book)
    for rule, reasons in module.NEEDED.items():
        assert book[rule].messages
        for reason, flags in reasons.items() if name == "duizenden" else [("", reasons)]:
            assert reason in {"", *book[rule].messages}
            assert flags <= flags_of(GAMES[name].Rules).keys()


# -- the flags of any config


def test_the_flags_of_the_games() -> None:
    flags = flags_of(tausend.Rules)
    assert [*flags] == [
        "sits_out",
        "four_aces",
        "surrender_points",
        "surrender_cost",
        "null_penalty",
        "barrel.at",
        "barrel.deals",
        "barrel.falls_to",
        "reset_at_555",
        "poor_widow_redeal",
    ]
    assert flags["sits_out"].choices == ("dealer", "right_of_dealer", None)
    assert (flags["barrel.at"].choices, flags["barrel.at"].more) == ((), True)
    call = flags_of(duizenden.Rules)["last_card_call"]
    assert (call.choices, call.more) == ((Draws(), None), True)
    assert "wild_bits" not in flags_of(duizenden.Rules)


def test_flags_of_other_types() -> None:
    class Plain:
        pass

    @frozen
    class Odd:
        name: str = ""
        stake: Literal[1, 2] | None = None
        tables: tuple[int, ...] = ()

    assert flags_of(Plain) == {}
    assert [(flag.name, flag.choices, flag.more) for flag in flags_of(Odd).values()] == [
        ("name", (), True),
        ("stake", (1, 2, None), False),
        ("tables", (), True),
    ]


def test_a_default_that_follows_another_field_goes_on_following() -> None:
    rules = tausend.Rules()
    assert changed(rules, {"barrel.at": 870}).barrel == Barrel(at=870, falls_to=750)
    assert changed(rules, {"barrel.at": 870, "barrel.falls_to": 760}).barrel == Barrel(at=870, falls_to=760)
    fixed = tausend.Rules(barrel=Barrel(falls_to=500))
    assert changed(fixed, {"barrel.at": 870}).barrel == Barrel(at=870, falls_to=500)
    assert changed(rules, {"players": 4}) == tausend.Rules(players=4, sits_out="dealer")
    with pytest.raises(InvalidRules):
        changed(rules, {"barrel.at": 1000})


def test_a_search_starts_from_the_own_rules_and_the_presets_for_as_many() -> None:
    def names(**rules: Any) -> list[str | None]:
        game = GAMES["duizenden"]
        return [start.preset for start in starts(sample(game, duizenden.Rules(**rules), random.Random(1), 0))]

    assert names() == ["volwassen", "kinder", "klassiek", "modern"]
    assert names(layoff="own") == [None, "kinder", "volwassen", "klassiek", "modern"]
    assert names(players=8) == ["volwassen", "kinder", "klassiek"]


# -- a game that gives no clues


def install(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Registers the game of the examples, which gives no clues."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "examples" / "lasttrick"))
    game: AnyGame = importlib.import_module("lasttrick").GAME

    class Entry:
        name = game.name

        def load(self) -> object:
            return game

    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **_: [Entry()])
    registry_module._entries.cache_clear()
    registry_module._load.cache_clear()
    return game


def remove(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    registry_module._entries.cache_clear()
    registry_module._load.cache_clear()


@pytest.fixture
def last_trick(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    yield install(monkeypatch)
    remove(monkeypatch)


@pytest.mark.parametrize(
    ("played", "found"),
    [
        ({"follow": False}, "free"),
        ({"target": 7}, "usual target=7"),
        ({"target": 7, "follow": False}, "free target=7"),
    ],
)
def test_a_game_of_a_third_party_needs_no_more_code(last_trick: AnyGame, played: dict[str, object], found: str) -> None:
    usual = last_trick.PRESETS["usual"]
    record = attrs.evolve(sample(last_trick, changed(usual, played), random.Random(1)), rules=usual)
    diagnosis = diagnose(record)
    assert texts(diagnosis)[0] == found
    # numbers are guessed
    assert diagnosis.partial == (("target",) if "target" in found else ())
    assert diagnosis.to_json()["gave_up"] == ("numbers" if "target" in found else None)


def test_a_game_of_a_third_party_without_totals(last_trick: AnyGame) -> None:
    usual = last_trick.PRESETS["usual"]
    record = attrs.evolve(sample(last_trick, changed(usual, {"target": 5}), random.Random(1)), scores=())
    assert "usual target=5" in texts(diagnose(attrs.evolve(record, rules=usual)))


# -- time


class Ticks:
    """A clock that goes on by one each time somebody looks."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def with_ticks(monkeypatch: pytest.MonkeyPatch, ticks: float) -> None:
    monkeypatch.setattr(search_module, "Timer", lambda _: Timer(ticks, Ticks()))
    monkeypatch.setattr(season_module, "Timer", lambda _: Timer(ticks, Ticks()))


def test_a_search_without_time_says_so() -> None:
    diagnosis = diagnose(recorded("tausend", {}, {"barrel": {"at": 870}}, 5, None), seconds=0)
    assert diagnosis == Diagnosis("-", 0, "tausend", None, gave_up="time")
    assert not diagnosis.exact


def test_time_is_looked_at_between_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorded("tausend", {}, {}, 1, 20)
    with_ticks(monkeypatch, len(record.actions) // 2)
    assert diagnose(record).legal is None
    with_ticks(monkeypatch, len(record.actions) + 2)
    assert diagnose(record).legal is True


def test_what_was_found_when_the_time_is_over_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorded("duizenden", {}, {"opening_minimum": 20}, 2, 4)
    whole = diagnose(record)
    seen = set()
    for ticks in range(50, 3000, 150):
        with_ticks(monkeypatch, ticks)
        part = diagnose(record)
        assert (part.gave_up == "time") == (not part.exact)
        assert {each.rules for each in part.explanations} <= {each.rules for each in whole.explanations}
        seen.add((part.gave_up, bool(part.explanations)))
    assert {("time", False), ("time", True)} <= seen


def test_a_timer_runs_out() -> None:
    timer = Timer(2, Ticks())
    timer.check()
    with pytest.raises(OutOfTime):
        timer.check()


def test_the_same_is_found_again_and_in_any_process() -> None:
    record = recorded(
        "duizenden", {"players": 3}, {"players": 3, "queen_discard": "only_card", "queen_penalty": 150}, 0
    )
    assert diagnose(record) == diagnose(record)
    code = (
        "import json, sys; from cardrules.diagnosis import *; from cardrules.records import from_json;"
        "record = from_json(json.load(sys.stdin)); survey = Survey(); found = [*diagnose_many([record] * 2, survey)];"
        "print(json.dumps([found[0][1].to_json(), survey.seasons()[0].to_json()]))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(record.to_json()),
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0])[0] == diagnose(record).to_json()


# -- archives


def season(*records: Record, again: bool = True, **options: Any) -> Any:
    survey = Survey(**options)
    assert len([*diagnose_many(records, survey)]) == len(records)
    (found,) = survey.seasons((lambda: records) if again else None)
    return found


def club(count: int, players: tuple[int, ...] = (3, 4)) -> list[Record]:
    """Matches of a club whose rules are three flags away from every preset."""
    rng = random.Random(2)
    house = {"preset": "klassiek", "exchange": "own", "queen_penalty": 150, "swap_phase": True}
    tables = [{"players": rng.choice(players)} for _ in range(count)]
    return [recorded("duizenden", table, house | table, seed) for seed, table in enumerate(tables)]


def test_the_one_config_that_explains_most_of_an_archive() -> None:
    records = club(3)
    found = season(*records, recorded("duizenden", {}, {}, 99, 1))
    best = found.houses[0]
    assert best.explained == 3
    for record in records:
        config = best.house.rules(GAMES["duizenden"], record.rules.players)
        assert config is not None
        assert validate(attrs.evolve(record, rules=config)).verdict == "legal"
    assert (found.records, found.legal, found.counted, found.gave_up) == (4, 1, 4, False)
    counts = [each.explained for each in found.houses]
    assert counts == sorted(counts, reverse=True)


def test_an_archive_that_cannot_be_read_again_is_counted_as_far_as_it_was_kept() -> None:
    records = [recorded("tausend", {}, {"null_penalty": False}, seed, 20) for seed in range(5)]
    assert season(*records, again=False, kept=2).counted < 5
    whole = season(*records, again=True, kept=2)
    assert (whole.counted, whole.houses[0].explained) == (5, 5)


def test_each_game_of_an_archive_has_its_season() -> None:
    survey = Survey()
    records = [recorded("tausend", {}, {}, 1), recorded("duizenden", {}, {}, 1), recorded("tausend", {}, {}, 2)]
    assert len([*diagnose_many(records, survey)]) == 3
    found = survey.seasons(lambda: records)
    assert [(each.game, each.records, each.houses[0].explained) for each in found] == [
        ("tausend", 2, 2),
        ("duizenden", 1, 1),
    ]


def test_reports_of_what_is_malformed_pass_through() -> None:
    report = validate(recorded("tausend", {}, {}, 1))
    survey = Survey()
    assert [*diagnose_many([report], survey)] == [report]
    assert survey.seasons() == []


def test_a_season_without_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    survey = Survey()
    assert len([*diagnose_many([recorded("tausend", {}, {"four_aces": True}, 0, 20)], survey)]) == 1
    with_ticks(monkeypatch, 600)
    assert survey.seasons()[0].gave_up


def test_few_of_many_proposed_rules_are_kept_in_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season_module, "PROPOSED", 3)
    records = [recorded("duizenden", {}, {"opening_minimum": 20}, seed) for seed in range(4)]
    assert season(*records).houses[0].explained == 4


def test_house_rules_for_any_number_of_players() -> None:
    game = GAMES["tausend"]
    house = House("standard", (Change("sits_out", "right_of_dealer"), Change("four_aces", True)))
    assert house.rules(game, 4) == tausend.Rules(players=4, sits_out="right_of_dealer", four_aces=True)
    assert house.rules(game, 3) == tausend.Rules(four_aces=True)
    assert house.rules(game, 5) is None
    assert house_of(game, tausend.Rules(players=4, sits_out="right_of_dealer", four_aces=True)) == house
    assert house_of(game, tausend.Rules(barrel=Barrel(at=870))).changes == (Change("barrel.at", 870),)


def test_a_season_as_json() -> None:
    record = recorded("tausend", {}, {"four_aces": True}, 0, 20)
    assert season(record).to_json() == {
        "game": "tausend",
        "records": 1,
        "legal": 0,
        "houses": [
            {"preset": "standard", "changes": {"four_aces": True}, "explained": 1},
            {"preset": "standard", "changes": {}, "explained": 0},
        ],
        "counted": 1,
        "gave_up": False,
    }


def test_the_fault_of_a_record_says_where_it_is() -> None:
    record = recorded("tausend", {}, {"four_aces": True}, 0, 20)
    fault: AnyFault | None = first_fault(GAMES["tausend"], record, record.rules, Timer(FOREVER))
    assert isinstance(fault, Fault)
    action: AnyAction | None = fault.action
    assert action is record.actions[fault.at]
    assert from_json(record.to_json()) == fault.record
