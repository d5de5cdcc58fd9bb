"""The games by name, and those that others register."""

from __future__ import annotations

import ast
import importlib.metadata
import io
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from graphlib import TopologicalSorter
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, assert_type

import pytest
from attrs import evolve, frozen
from click.testing import CliRunner

import cardrules
from cardrules import GAMES, Card, Cards, Game, MalformedInput, Record, Report, Score, ScoreLine, game, records, tausend
from cardrules import registry as registry_module
from cardrules.cli import command
from cardrules.errors import quote
from cardrules.registry import AnyGame
from cardrules.sampling import sample
from cardrules.verdict import IllegalAction, Violation
from cardrules.wire import dump, load

# -- a game that somebody else wrote: each in turn names the card that was turned up, or doubles the stake


@frozen
class SnapRules:
    players: int = 2
    rounds: int = 2


@frozen
class Turn:
    card: Card

    @property
    def seats(self) -> tuple[int, ...]:
        return ()

    def __str__(self) -> str:
        return f"turn {self.card}"


@frozen
class Snap:
    seat: int
    card: Card

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def __str__(self) -> str:
        return f"p{self.seat + 1} snap {self.card}"


@frozen
class Waiting:
    rules: SnapRules
    seat: int
    done: int = 0


@frozen
class Turned:
    rules: SnapRules
    seat: int
    done: int
    card: Card


Action = Turn | Snap
State = Waiting | Turned


def start(rules: SnapRules, dealer: int) -> State:
    return Waiting(rules, dealer)


def actors(state: State) -> tuple[int, ...]:
    return (state.seat,) if isinstance(state, Turned) else ()


def legal_actions(state: State, seat: int | None = None) -> Sequence[Action]:
    return (Snap(state.seat, state.card),) if isinstance(state, Turned) else ()


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    if isinstance(state, Waiting):
        fits = isinstance(action, Turn) and state.done < state.rules.rounds
        return () if fits else (Violation.of("snap.time"),)
    return () if action in legal_actions(state) else (Violation.of("snap.card", card=state.card),)


def apply(state: State, action: Action) -> State:
    broken = violations(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    if isinstance(state, Waiting):
        return Turned(state.rules, state.seat, state.done, action.card)
    return Waiting(state.rules, (state.seat + 1) % state.rules.players, state.done + 1)


def score(state: State) -> Score:
    lines = tuple([ScoreLine(deal, deal % 2, 5, "snap.won") for deal in range(state.done)])
    totals = tuple([sum(line.points for line in lines if line.seat == seat) for seat in range(state.rules.players)])
    return Score(totals, (0,) if state.done == state.rules.rounds else (), lines)


def parse_action(text: str) -> Action:
    match text.split(" "):
        case ["turn", card]:
            return Turn(Card.parse(card))
        case ["p1" | "p2" as seat, "snap", card]:
            return Snap(int(seat[1]) - 1, Card.parse(card))
    raise MalformedInput("", f"{quote(text)} is no action of snap")


def check(state: State) -> None:
    if not 0 <= state.seat < state.rules.players:
        raise ValueError("the seat is not there")


def view(state: State, seat: int | None) -> State:
    if seat is not None and not 0 <= seat < state.rules.players:
        raise ValueError("no such seat")
    return state


DECK: Final = Cards.parse("AsKsQs")

SNAP: Final[Game[SnapRules, State, Action, State]] = Game(
    name="snap",
    Rules=SnapRules,
    PRESETS=MappingProxyType({"usual": SnapRules(), "long": SnapRules(rounds=5)}),
    start=start,
    shuffle=lambda _, rng: Turn(rng.choice(list(DECK))),
    actors=actors,
    legal_actions=legal_actions,
    is_legal=lambda state, action: not violations(state, action),
    violations=violations,
    apply=apply,
    score=score,
    view=view,
    deck=lambda _: DECK,
    places=lambda _: MappingProxyType({"deck": DECK}),
    parse_action=parse_action,
    check=check,
    rulebook=lambda: None,
    choose=lambda state, rng: rng.choice(legal_actions(state)),
    Action=(Turn, Snap),
    State=(Waiting, Turned),
    View=(Waiting, Turned),
)


class Entry:
    """An entry point that counts how often it is loaded."""

    group: Final = "cardrules.games"

    def __init__(self, name: str, found: Callable[[], object]) -> None:
        self.name: Final = name
        self.loads = 0
        self._found = found

    def load(self) -> object:
        self.loads += 1
        return self._found()


def fails(error: BaseException) -> Callable[[], object]:
    def load_it() -> object:
        raise error

    return load_it


Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Registers entry points as if their packages were installed."""

    def forget() -> None:
        registry_module._entries.cache_clear()
        registry_module._load.cache_clear()

    def install_entries(*entries: Entry) -> None:
        def entry_points(*, group: str) -> Sequence[Entry]:
            assert group == "cardrules.games"
            return entries

        monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
        monkeypatch.setattr(registry_module, "entry_points", entry_points, raising=False)
        forget()

    yield install_entries
    monkeypatch.undo()
    forget()


# -- the mapping


def test_the_games_are_a_mapping() -> None:
    assert isinstance(GAMES, Mapping)
    assert "tausend" in GAMES
    assert next(iter(GAMES)) == "duizenden"
    assert len(GAMES) == len(list(GAMES)) == len(GAMES.items())
    assert GAMES["tausend"] is GAMES.get("tausend")
    assert {name: each.name for name, each in GAMES.items()} == {name: name for name in GAMES}
    assert GAMES.broken() == {}
    with pytest.raises(TypeError):
        GAMES["x"] = GAMES["tausend"]  # type: ignore[index]


@pytest.mark.parametrize(
    "name", ["", "Tausend", "whist", "tausend ", "__init__", "../tausend", "\x1b[2J", "tausend.game"]
)
def test_a_game_that_does_not_exist(name: str) -> None:
    assert name not in GAMES
    assert GAMES.get(name) is None
    with pytest.raises(KeyError):
        GAMES[name]
    with pytest.raises(ValueError, match="the games are duizenden, tausend") as caught:
        game(name)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", [None, 1, ["tausend"], {}, b"tausend", tausend])
def test_what_is_no_name(name: Any) -> None:
    assert name not in GAMES
    with pytest.raises(ValueError, match="no game"):
        game(name)


def test_a_game_has_the_functions_of_its_module() -> None:
    found = game("tausend")
    for name in (
        "start",
        "shuffle",
        "actors",
        "legal_actions",
        "is_legal",
        "violations",
        "apply",
        "score",
        "view",
        "deck",
        "places",
        "parse_action",
        "Rules",
        "PRESETS",
    ):
        assert getattr(found, name) is getattr(tausend, name)
    assert found is GAMES["tausend"]
    assert isinstance(found, Game)
    assert "tausend" in repr(found)


def test_the_types_of_a_game_are_known() -> None:
    assert_type(game("tausend"), Game[tausend.Rules, tausend.State, tausend.Action, tausend.View])
    name: str = "tausend"
    assert_type(game(name), AnyGame)
    assert_type(game("tausend").start(tausend.Rules(), 0), tausend.State)


# -- games of others


def test_a_game_is_registered_by_an_entry_point(install: Install) -> None:
    entry = Entry("snap", lambda: SNAP)
    install(entry)
    assert game("tausend").name == "tausend"
    assert entry.loads == 0, "loaded when it is first asked for"
    assert game("snap") is GAMES["snap"]
    assert list(GAMES) == ["duizenden", "tausend", "snap"]
    assert len(GAMES) == 3
    assert "snap" in GAMES
    assert entry.loads == 1
    with pytest.raises(ValueError, match="the games are duizenden, tausend, snap"):
        game("whist")


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (fails(ImportError("no module named snap")), "ImportError: no module named snap"),
        (fails(ZeroDivisionError()), "ZeroDivisionError"),
        (fails(AttributeError("x")), "AttributeError"),
        (fails(SystemExit("bye")), "SystemExit: bye"),
        (lambda: None, "no Game"),
        (lambda: Game, "no Game"),
        (lambda: tausend, "no Game"),
        (lambda: evolve(SNAP, name="other"), "no Game of that name"),
        (lambda: GAMES["tausend"], "no Game of that name"),
    ],
)
def test_a_broken_game_does_not_disturb_the_others(install: Install, found: Callable[[], object], why: str) -> None:
    install(Entry("broken", found), Entry("snap", lambda: SNAP))
    assert list(GAMES) == ["duizenden", "tausend", "snap"]
    assert "broken" not in GAMES
    assert why in GAMES.broken()["broken"]
    assert list(GAMES.broken()) == ["broken"]
    with pytest.raises(ValueError, match="the games are duizenden, tausend, snap"):
        game("broken")
    result = CliRunner().invoke(command, ["sample", "broken"])
    assert result.exit_code == 2
    assert why in result.output.replace("\n", " ")
    (report,) = records.read(
        io.BytesIO(
            json.dumps({**sample(GAMES["snap"], SnapRules(), random.Random(1)).to_json(), "game": "broken"}).encode()
        )
    )
    assert isinstance(report, Report)
    assert report.message == "game: 'broken' is not one of the games duizenden, tausend, snap"


def test_nobody_replaces_a_game_that_is_built_in(install: Install) -> None:
    entry = Entry("tausend", lambda: SNAP)
    install(entry)
    assert list(GAMES) == ["duizenden", "tausend"]
    assert game("tausend").Rules is tausend.Rules
    assert entry.loads == 0


def test_a_stranger_that_ends_the_program_is_not_held_up(install: Install) -> None:
    install(Entry("broken", fails(KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        game("broken")


def test_records_of_another_game(install: Install) -> None:
    install(Entry("snap", lambda: SNAP))
    snap = GAMES["snap"]
    record = sample(snap, SnapRules(rounds=5), random.Random(1))
    data = record.to_json()
    assert data["rules"] == {"preset": "long"}
    file = io.BytesIO()
    records.write([record], file)
    (again,) = records.read(io.BytesIO(file.getvalue()))
    assert again == record
    assert records.validate(record).verdict == "legal"
    assert records.validate(record).complete
    texts = ["turn As", "p1 snap Ks"]
    (wrong,) = records.read(io.BytesIO(json.dumps({**data, "actions": texts, "scores": []}).encode()))
    assert isinstance(wrong, Record)
    report = records.validate(wrong)
    assert (report.verdict, report.at) == ("illegal", 1)
    for lang in ("en", "nl", "de"):
        assert report.to_json(lang)["violations"] == [{"rule": "snap.card", "message": "snap.card"}]
    (seat,) = records.read(
        io.BytesIO(json.dumps({**data, "players": ["a"], "rules": {"players": 1}, "scores": []}).encode())
    )
    assert isinstance(seat, Report)
    assert seat.action is not None
    assert seat.action.startswith("p2 ")
    (field,) = records.read(io.BytesIO(json.dumps({**data, "rules": {"rounds": "5"}}).encode()))
    assert isinstance(field, Report)
    assert str(field.message).startswith("rules.rounds: ")


def test_values_of_another_game_are_written_and_read(install: Install) -> None:
    install(Entry("snap", lambda: SNAP))
    record = sample(GAMES["snap"], SnapRules(), random.Random(1))
    for state in records.replay(record):
        data = json.loads(json.dumps(dump(state)))
        assert data["type"] == type(state).__name__.lower()
        assert load(data, State) == state
        with pytest.raises(MalformedInput, match="no match reaches this state: the seat is not there"):
            load({**data, "seat": 7}, State)
    for action in record.actions:
        assert load(json.loads(json.dumps(dump(action))), Action) == action


def test_the_command_knows_another_game(install: Install, tmp_path: Path) -> None:
    install(Entry("snap", lambda: SNAP))
    run = CliRunner().invoke
    result = run(command, ["sample", "snap", "--preset", "long", "--set", "players=2", "--seed", "1"])
    assert result.exit_code == 0, result.output
    path = tmp_path / "snap.json"
    path.write_text(result.output, "utf-8")
    assert run(command, ["validate", str(path)]).exit_code == 0
    shown = run(command, ["show", str(path), "--at", "1", "--seat", "p1"])
    assert shown.exit_code == 0, shown.output
    assert "seat" in shown.output
    sheet = run(command, ["sheet", str(path)])
    assert sheet.exit_code == 0, sheet.output
    assert "snap.won" in sheet.output
    rules = run(command, ["rules", "snap"])
    assert rules.exit_code == 1
    assert "has no rulebook" in rules.output
    wrong = run(command, ["sample", "snap", "--set", "rounds=x"])
    assert wrong.exit_code == 2
    assert "rounds" in wrong.output


# -- what an import brings along


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@pytest.mark.parametrize("module", ["cardrules", "cardrules.records", "cardrules.tausend", "cardrules.registry"])
def test_the_core_imports_no_extras(module: str) -> None:
    listed = python(f"import sys, {module}; print(*sys.modules)").split()
    tops = {name.partition(".")[0] for name in listed}
    assert not tops & {"click", "rich", "hypothesis", "cattrs", "pytest", "cattr"}
    assert not [name for name in listed if name.startswith(("cardrules.cli", "cardrules.render"))]


def test_judging_a_record_needs_no_command() -> None:
    code = (
        "import sys, random, cardrules.records as r\n"
        "from cardrules.sampling import sample\n"
        "from cardrules import GAMES, tausend\n"
        "record = sample(GAMES['tausend'], tausend.Rules(), random.Random(1), 1)\n"
        "assert r.validate(record).verdict == 'legal'\n"
        "print(*sys.modules)"
    )
    assert not {name.partition(".")[0] for name in python(code).split()} & {"click", "rich", "hypothesis"}


def imported(path: Path, names: Set[str]) -> set[str]:
    """The modules among `names` that a file imports when it runs, wherever in it that stands."""
    nodes: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    found = set()
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            nodes += node.orelse
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{each.name}" for each in node.names}
            found |= inner & names
            # the package itself holds what users import, and no module of its own leans on that
            found |= {str(node.module)} - {"cardrules"} if inner - names else set()
        else:
            nodes += ast.iter_child_nodes(node)
    return found & names


def test_dependencies_point_one_way() -> None:
    top = Path(next(iter(cardrules.__path__)))
    files = {
        ".".join(["cardrules", *path.relative_to(top).with_suffix("").parts]).removesuffix(".__init__"): path
        for path in top.rglob("*.py")
    }
    graph = {name: imported(path, files.keys()) for name, path in files.items()}
    assert graph["cardrules.verdict"] >= {"cardrules.cards", "cardrules.rulebook"}
    order = [*TopologicalSorter(graph).static_order()]  # CycleError names the modules of a circle
    assert order.index("cardrules.registry") < order.index("cardrules.verdict")
