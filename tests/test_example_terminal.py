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
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

import pytest
from attrs import evolve
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cardrules import GAMES, duizenden, render, tausend
from cardrules.registry import AnyAction, AnyState
from cardrules.wire import load_rules
from cardrules.wording import LANGS, card_word
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
def you(name: str, state: AnyState, lang: str = "en", keys: str = "") -> Iterator[Any]:
    """The person at the terminal, in a state."""
    with typed(keys):
        person = example().You(GAMES[name], lang, NAMES)
        person.state = state
        yield person


@cache
def states(name: str, number: int) -> list[AnyState]:
    """States of a match in which the first seat can act."""
    rng = random.Random(number)
    game = GAMES[name]
    call = {"duizenden": {"last_card_call": {"points": 50}}, "tausend": {}}
    state = game.start(load_rules(game, call[name]), number % 3)
    found = []
    for _ in range(600):
        action = game.choose(state, rng) if game.actors(state) else game.shuffle(state, rng)
        if game.actors(state) and game.legal_actions(state, 0):
            found.append(state)
        state = game.apply(state, action)
    return found


# -- on a terminal


def test_a_deal_of_tausend_is_played() -> None:
    with on_terminal("tausend", "--seed", "4") as terminal:
        assert terminal.prompted() == "Anna:"
        for _ in range(40):
            if re.search("deal +1, dealt by", terminal.all_text()):
                break
            assert terminal.enter("1") == "Anna:"
        text = terminal.all_text()
        lines = re.findall(r"^  (Anna|Ben|Carla) ([+−]?\d+): The (?:declarer's score|defenders' scores)$", text, re.M)
        assert len(lines) == 3
        table = text[text.index("deal      1, dealt by") :]
        for name, points in lines:
            assert f"total: {points.lstrip('+')}" in re.findall(rf"^p\d {name} .*$", table, re.M)[0]
        terminal.send("\x04")
        assert terminal.ended() == 0
        assert terminal.all_text().rstrip().endswith("The match ends here.")


def test_a_round_of_duizenden_is_played() -> None:
    with on_terminal(
        "duizenden", "--preset", "kinder", "--set", "players=2", "--lang", "nl", "--seed", "2"
    ) as terminal:
        terminal.prompted()
        for _ in range(120):
            if re.search("ronde +1, gedeeld door", terminal.all_text()):
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
        terminal.until(lambda: re.search(r"^ +discard K♣\n +K♦\n +K♠$", terminal.text(), re.M) is not None)
        terminal.send("\t\t")
        terminal.until(lambda: terminal.line() == "Anna: kc K♦")
        terminal.send(" ")
        terminal.until(lambda: re.search(r"^ +K♠$", terminal.text(), re.M) is not None)
        terminal.send("\t")
        terminal.until(lambda: terminal.line() == "Anna: kc K♦ K♠")
        terminal.enter("")
        assert "Anna melds K♣ K♦ K♠" in terminal.all_text()


def test_a_narrow_terminal() -> None:
    with on_terminal("duizenden", "--lang", "de", "--seed", "5", columns=44) as terminal:
        terminal.prompted()
        terminal.enter("?")
        assert not [line for line in terminal.text().splitlines() if len(line) > 44]
        assert "Nummer. Tab ergänzt." in " ".join(terminal.all_text().split())


# -- the same without one


OWN: Final = re.compile(r"$|You may|(  …|[ \d]{3} \S.*)+$|  (Anna|Ben|Carla|Dirk) [+−]?\d+: |The match ends here\.")
"""The lines that are no table and tell of no action: offers, the score sheet, the end."""


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
    play = example().play
    monkeypatch.setattr(example(), "play", lambda shown, *rest: play(evolve(shown, apply=apply), *rest))
    assert enter(*arguments, lines=lines) == plain
    *before, last = [place for place, line in enumerate(plain.splitlines()) if line == ""]
    # the last table is that of a state in which nothing was done
    told = plain.splitlines()[:last]
    assert len(before) > 10
    assert [line for line in told if line not in known and not OWN.match(line)] == []
    assert len(set(told) & known) > 60


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
@pytest.mark.parametrize("lang", LANGS)
def test_each_action_can_be_entered_as_it_is_written_and_as_it_is_described(name: str, lang: str) -> None:
    for number in range(3):
        for state in states(name, number)[::23]:
            with you(name, state, lang) as person:
                person.offer(person.legal(), 12)
                for action in islice(GAMES[name].legal_actions(state, 0), 60):
                    assert person.meant(str(action).partition(" ")[2]) == [action]
                    said = person.says(action)
                    if said in person.offered:
                        assert person.meant(said) == [person.offered[said]]
                    cards = " ".join([card_word(card, lang) for card in example().options.used(action)])
                    assert not person.read(cards)[1]
                    assert action in person.meant(cards) or not cards


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_what_is_completed_is_legal(name: str) -> None:
    for state in states(name, 1)[::7]:
        with you(name, state, "nl") as person:
            for typed in ("", "s", "gooi ", "7", "H♦ "):
                for completion in person.get_completions(Document(typed), None):
                    done = typed[: len(typed) + completion.start_position] + completion.text
                    if done in person.offered:
                        assert GAMES[name].is_legal(state, person.offered[done])
                    else:
                        cards, _ = person.read(done)
                        assert person.options(cards).now or person.options(cards).more


@pytest.mark.parametrize("lang", LANGS)
def test_a_refusal_says_which_rules_are_broken(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = GAMES["tausend"]
    shown = [state for state in states("tausend", 1) if isinstance(state, tausend.Playing) and state.trick]
    follow = next(state for state in shown if len(game.legal_actions(state, 0)) < len(state.hands[0]))
    legal = [action.card for action in game.legal_actions(follow, 0) if isinstance(action, tausend.Play)]
    card = next(card for card in follow.hands[0] if card not in legal)
    action = tausend.parse_action(f"p1 play {card}")
    # a verb of the language, or none, with a card is enough to know what is meant
    for entry in (f"play {card}", card_word(card, lang), f"{WORD[lang]} {card_word(card, lang)}"):
        with you("tausend", follow, lang) as person:
            assert person.meant(entry) == []
            person.refuse(entry)
        out = capsys.readouterr().out.splitlines()
        assert out[0] == f"✗ {tausend.describe(action, follow, lang, NAMES)}"
        reasons = [" ".join(each.explain(lang, NAMES[:3]).split()) for each in tausend.violations(follow, action)]
        assert " ".join(" ".join(out[1:]).split()) == " ".join(reasons) != ""


WORD: Final = {"en": "play", "nl": "speel", "de": "spiele"}


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_no_action_is_not_ignored(lang: str, enter: Enter) -> None:
    text = enter("tausend", "--seed", "2", "--lang", lang, lines=["xyzzy", "bid 103", "", "?"])
    words = example().WORDS[lang]
    assert text.count(words["unclear"]) == 1
    assert text.count("✗") == 1
    assert text.count(words["help"]) == 1
    assert text.count(f"{words['may']}\n") == 2
    assert text.endswith(f"{words['bye']}\n")


TYPED: Final = (
    *("7c", "7d", "joker", "Jk", "kd", "hd", "vd", "Dd", "10h", "7c7d7h", "A♠", "p1", "p2", "110", "103", "1", "2"),
    *("play", "meld", "discard", "layoff", "low", "high", "pot", "draw", "bid", "give", "exchange", "swap", "last"),
    *("challenge", "raise", "marriage", "speel", "gooi", "lege", "✗", "(", "é", "\x00"),
)


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_no_entry_goes_unanswered(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(5)
    for place, state in enumerate(states(name, 0)[::6]):
        with you(name, state, LANGS[place % 3]) as person:
            for _ in range(8):
                entry = " ".join([rng.choice(TYPED) for _ in range(rng.randrange(1, 4))])
                meant = person.meant(entry)
                assert all([GAMES[name].is_legal(state, action) for action in meant])
                if not meant:
                    person.refuse(entry)
                    said = capsys.readouterr().out
                    # what is illegal has a reason
                    assert said.count("\n") > said.startswith("✗"), entry


def test_cards_that_are_part_of_a_meld_tell_what_can_join_them(capsys: pytest.CaptureFixture[str]) -> None:
    for state in states("duizenden", 2):
        legal = islice(GAMES["duizenden"].legal_actions(state, 0), 300)
        meld = next((action for action in legal if isinstance(action, duizenden.Meld)), None)
        if meld is None:
            continue
        with you("duizenden", state, "de") as person:
            entry = " ".join([card_word(card, "de") for card in meld.cards[:2]])
            assert person.meant(entry) == []
            person.refuse(entry)
            said = capsys.readouterr().out
            assert said.startswith("Diese Karten können dazu: ")
            assert card_word(meld.cards[2], "de") in said
            whole = " ".join([card_word(card, "de") for card in meld.cards])
            assert meld in person.meant(whole)
        return
    pytest.fail("no state with a meld")


def test_an_entry_that_is_not_clear_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    state = next(state for state in states("tausend", 1) if isinstance(state, tausend.Bidding))
    bids = [action for action in tausend.legal_actions(state, 0) if isinstance(action, tausend.Bid)]
    assert len(bids) > 3
    with you("tausend", state, keys="bid\r2\r") as person:
        assert person.act(state, others=False) == bids[1]
    assert f"  1 bid {bids[0].amount}   2 bid {bids[1].amount} " in capsys.readouterr().out


def test_house_rules_and_their_faults() -> None:
    fields = example().fields
    assert fields("kinder", ["players=3", "last_card_call.points=50", "wild=jokers"]) == {
        "preset": "kinder",
        "players": 3,
        "last_card_call": {"points": 50},
        "wild": "jokers",
    }
    wrong = subprocess.run(
        [sys.executable, str(EXAMPLE), "tausend", "--set", "barrel.at=1"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong.returncode == 2
    assert "barrel.at" in wrong.stderr


def test_who_may_act_besides_can_let_the_others_go_first(capsys: pytest.CaptureFixture[str]) -> None:
    game = GAMES["duizenden"]

    def able(state: AnyState) -> list[int]:
        return [seat for seat in game.actors(state) if game.legal_actions(state, seat)]

    found = [state for number in range(3) for state in states("duizenden", number) if len(able(state)) > 1]
    state = found[0]
    with you("duizenden", state, keys="\r") as person:
        assert person.act(state, others=True) is None
        assert "Enter lets the others go first" in capsys.readouterr().out
    with you("duizenden", state, keys="\r" * 60) as person:
        action = example().act(game, state, person, random.Random(1))
        assert action.seats[0] != 0
        assert game.is_legal(state, action)
    with you("duizenden", state, keys="1\r") as person:
        assert example().act(game, state, person, random.Random(1)).seats[0] == 0


def test_the_words_are_there_in_each_language() -> None:
    for words in example().WORDS.values():
        assert words.keys() == example().WORDS["en"].keys()


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_the_others_bring_a_deal_to_its_end(name: str) -> None:
    """They choose legal actions, from a view alone."""
    rng = random.Random(6)
    game = GAMES[name]
    state = game.start(game.Rules(), 0)
    while not game.score(state).sheet:
        if not game.actors(state):
            state = game.apply(state, game.shuffle(state, rng))
            continue
        for seat in game.actors(state):
            legal = game.legal_actions(state, seat)
            action = example().choose(game.view(state, seat), legal, rng) if legal else None
            if action is not None:
                assert action in legal
                state = game.apply(state, action)
                break
