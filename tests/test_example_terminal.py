"""`examples/terminal.py`: deals are played on a terminal, entries are understood, refusals explained."""

from __future__ import annotations

import importlib.util
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

import pytest
from attrs import evolve
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cardrules import GAMES, duizenden, render, tausend
from cardrules.registry import AnyAction, AnyState
from cardrules.wire import load_rules
from cardrules.wording import LANGS
from terminal import Terminal

EXAMPLE: Final = Path(__file__).parent.parent / "examples" / "terminal.py"
NAMES: Final = ("Anna", "Ben", "Carla", "Dirk")


@cache
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("terminal_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def environment() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(filter(None, sys.path)), "PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"}


def on_terminal(*arguments: str, rows: int = 40, columns: int = 80) -> Terminal:
    return Terminal([sys.executable, str(EXAMPLE), *arguments], environment(), rows, columns)


Enter: TypeAlias = Callable[..., str]


@pytest.fixture
def enter(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Enter:
    """Runs the example with some arguments; what it prints when these lines are entered, and then Ctrl-D."""

    def run(*arguments: str, lines: Sequence[str], columns: int = 1000) -> str:
        monkeypatch.setattr(sys, "argv", ["terminal.py", *arguments])
        monkeypatch.setenv("COLUMNS", str(columns))
        with typed("".join([f"{line}\r" for line in lines]) + "\x04"):
            example().main()
        return capsys.readouterr().out

    return run


@contextmanager
def typed(keys: str) -> Iterator[None]:
    """A terminal on which these keys are pressed."""
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        source.send_text(keys)
        yield


@contextmanager
def you(name: str, keys: str) -> Iterator[Any]:
    """The person at the terminal, who presses these keys."""
    with typed(keys):
        yield example().You(GAMES[name], "en", NAMES)


# -- on a terminal


def test_a_deal_of_tausend_is_played() -> None:
    with on_terminal("tausend", "--seed", "4") as terminal:
        assert terminal.prompted() == "Anna:"
        for _ in range(40):
            if re.search("deal +2, dealt by", terminal.all_text()):
                break
            assert terminal.enter("1") == "Anna:"
        text = terminal.all_text()
        lines = re.findall(r"^  (Anna|Ben|Carla) ([+−]?\d+): The (?:declarer's score|defenders' scores)$", text, re.M)
        assert len(lines) == 3
        table = text[text.index("deal      2, dealt by") :]
        for name, points in lines:
            assert f"total: {points.lstrip('+')}" in re.findall(rf"^p\d {name} .*$", table, re.M)[0]
        terminal.send("\x04")
        assert terminal.ended() == 0


def test_a_round_of_duizenden_is_played() -> None:
    with on_terminal(
        "duizenden", "--preset", "kinder", "--set", "players=2", "--lang", "nl", "--seed", "2"
    ) as terminal:
        terminal.prompted()
        for _ in range(120):
            if re.search("ronde +2, gedeeld door", terminal.all_text()):
                break
            terminal.enter("1")
        text = terminal.all_text()
        assert re.search(r"^  Anna [+−]?\d+: ", text, re.M)
        assert re.search(r"^(?:Anna|Ben) legt het setje ", text, re.M)
        assert re.search("is uit|de stok is op", text)
        assert "  1 " in text


def test_the_keys_complete_actions_and_cards() -> None:
    with on_terminal("duizenden", "--seed", "7", "--set", "players=3") as terminal:
        terminal.prompted()
        terminal.enter("draw")
        terminal.send("kc ")
        terminal.until(lambda: re.search(r"^ +discard K♣\n +kc K♦\n +kc K♠$", terminal.text(), re.M) is not None)
        terminal.send("\t\t")
        terminal.until(lambda: terminal.line() == "Anna: kc K♦")
        terminal.send(" ")
        terminal.until(lambda: re.search(r"^ +kc K♦ K♠$", terminal.text(), re.M) is not None)
        terminal.send("\t")
        terminal.until(lambda: terminal.line() == "Anna: kc K♦ K♠")
        terminal.enter("")
        assert "Anna melds K♣ K♦ K♠" in terminal.all_text()


def test_a_narrow_terminal() -> None:
    with on_terminal("duizenden", "--lang", "de", "--seed", "5", columns=44) as terminal:
        terminal.prompted()
        terminal.enter("?")
        assert not [line for line in terminal.text().splitlines() if len(line) > 44]
        # at the bottom stands what the keys do, all of it
        terminal.until(lambda: terminal.text().endswith("zuerst, Strg-D: Ende."))


# -- the same without one


OWN: Final = re.compile(r"$|([ \d]{3} \S.*)+$|  (Anna|Ben|Carla|Dirk) [+−]?\d+: ")
"""The lines that are no table and tell of no action: offers, the score sheet."""


@pytest.mark.parametrize(("name", "seed"), [("tausend", 3), ("duizenden", 8)])
def test_what_is_shown_is_what_the_first_seat_may_see(
    name: str, seed: int, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All tables are those of its views, and all actions that are told are redacted for it."""
    game = GAMES[name]
    known: set[str] = set()

    def apply(state: AnyState, action: AnyAction) -> AnyState:
        assert game.describe is not None
        assert game.redact is not None
        known.add(game.describe(game.redact(action, state, 0), state, "en", NAMES, told=True))
        known.update(render.text(game.view(state, 0), "en", NAMES[: game.Rules().players], 1000).splitlines())
        return game.apply(state, action)

    arguments = (name, "--seed", str(seed))
    lines = ["1"] * 30
    plain = enter(*arguments, lines=lines)
    monkeypatch.setattr(example(), "GAMES", {name: evolve(game, apply=apply)})
    assert enter(*arguments, lines=lines) == plain
    *before, last = [place for place, line in enumerate(plain.splitlines()) if line == ""]
    # the last table is that of a state in which nothing was done
    told = plain.splitlines()[:last]
    assert len(before) > 10
    assert [line for line in told if line not in known and not OWN.match(line)] == []
    assert len(set(told) & known) > 60


REFUSED: Final = {
    "en": ("That is no action here.", "✗ bid 103", "103 is not a multiple of 5"),
    "nl": ("Dat is hier geen actie.", "✗ bied 103", "103 is geen veelvoud van 5"),
    "de": ("Das ist hier keine Aktion.", "✗ biete 103", "103 ist kein Vielfaches von 5"),
}


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_no_action_is_refused_in_the_language(lang: str, enter: Enter) -> None:
    shown = enter("tausend", "--seed", "2", "--lang", lang, lines=["xyzzy", "bid 103"]).splitlines()
    unclear, action, reason = REFUSED[lang]
    at = shown.index(unclear)
    assert shown[at + 1] == action
    assert reason in shown[at + 2]
    assert len(shown) == at + 3


def test_an_entry_that_is_not_clear_is_asked_about(enter: Enter) -> None:
    shown = enter("tausend", "--seed", "2", lines=["bid", "2"])
    offered = re.findall(r"^  1 bid (\d+) +2 bid (\d+) ", shown, re.M)
    assert len(offered) == 1
    assert f"Anna bids {offered[0][1]}\n" in shown


def test_a_part_of_a_meld_tells_what_can_join_it(enter: Enter) -> None:
    shown = enter("duizenden", "--seed", "7", "--set", "players=3", lines=["draw", "kc kd", "kc kd ks"])
    assert "These cards can be added: K♠\n" in shown
    assert "Anna melds K♣ K♦ K♠\n" in shown


def test_more_actions_are_shown_when_they_are_asked_for(enter: Enter) -> None:
    shown = enter("tausend", "--seed", "5", "--lang", "de", lines=["1", "?", "50"])
    assert len(re.findall(r"biete \d+", shown)) > 60
    assert re.search(r"^Anna bietet \d{3}$", shown, re.M)


def test_house_rules_that_make_no_sense_are_refused() -> None:
    wrong = subprocess.run(
        [sys.executable, str(EXAMPLE), "tausend", "--set", "barrel.at=1"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong.returncode == 2
    assert "barrel.at" in wrong.stderr


def test_who_may_act_besides_can_let_the_others_go_first() -> None:
    game = GAMES["duizenden"]
    state = next(filter(several_can_act, states("duizenden")))
    with you("duizenden", "\r") as person:
        assert person.act(state) is None
    with you("duizenden", "\r") as person:
        action = example().act(person, state, random.Random(1))
        assert action.seats[0] != 0
        assert game.is_legal(state, action)
    with you("duizenden", "1\r") as person:
        assert example().act(person, state, random.Random(1)).seats[0] == 0


def test_who_alone_can_act_is_asked_again() -> None:
    state = next(state for state in states("tausend") if tausend.actors(state) == (0,))
    with you("tausend", "\r\r1\r") as person:
        assert example().act(person, state, random.Random(1)).seats[0] == 0


def states(name: str) -> Iterator[Any]:
    """States in which the first seat can act."""
    game = GAMES[name]
    for number in range(3):
        rng = random.Random(number)
        call = {"duizenden": {"last_card_call": {"points": 50}}, "tausend": {}}
        state = game.start(load_rules(game, call[name]), number)
        for _ in range(600):
            action = game.choose(state, rng) if game.actors(state) else game.shuffle(state, rng)
            if game.actors(state) and game.legal_actions(state, 0):
                yield state
            state = game.apply(state, action)


def several_can_act(state: duizenden.State) -> bool:
    return len([seat for seat in duizenden.actors(state) if duizenden.legal_actions(state, seat)]) > 1


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_the_others_bring_a_deal_to_its_end(name: str) -> None:
    """They choose among the legal actions of their seat, and know nothing else."""
    rng = random.Random(6)
    game = GAMES[name]
    state = game.start(game.Rules(), 0)
    while not game.score(state).sheet:
        action = game.shuffle(state, rng) if not game.actors(state) else None
        if action is None:
            legal = next(filter(None, [game.legal_actions(state, seat) for seat in game.actors(state)]))
            action = example().choose(legal, rng)
            assert action in legal
        state = game.apply(state, action)
