"""Entering a match at the terminal: what is asked, what is said, and what is in the file whatever happens."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import signal
import string
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast

import click
import pytest
from attrs import evolve
from click.testing import CliRunner, Result
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cardrules import GAMES, Cards, MalformedInput, Record, duizenden, entries, records, registry, tausend
from cardrules.cli import command
from cardrules.cli.recording import asking
from cardrules.cli.recording.asking import LONGEST, Lines, Person, TooLong
from cardrules.cli.recording.dealing import dealing_of, resumed
from cardrules.cli.recording.listing import FEW, LOOKED_AT, SHOWN, Legal
from cardrules.cli.recording.match import DEALING
from cardrules.cli.recording.reading import Unclear, understood
from cardrules.cli.recording.saving import RecordFile
from cardrules.cli.recording.words import COMMANDS, WORDS, command_of, command_words, word_for
from cardrules.reading import plain, read_cards
from cardrules.registry import AnyGame, AnyState
from cardrules.sampling import sample
from cardrules.wording import card_word
from terminal import Terminal
from test_cli import EVIL, flat, harmless
from test_duizenden_properties import TURNS, large
from test_records import FIRST, base, sound
from test_registry import SNAP

LANGS: Final = ("en", "nl", "de")
TABLE: Final = ("--players", "Anna,Ben,Carla", "--dealer", "p3")
DEAL: Final = str(tausend.parse_action(FIRST))
BEGUN: Final = (FIRST, "bid 100", "pass", "pass")


def record(
    path: Path, *lines: str, game: str = "tausend", table: Sequence[str] = TABLE, more: Sequence[str] = ()
) -> Result:
    """Enters lines into a record, without a terminal."""
    given = "".join([f"{line}\n" for line in lines])
    return CliRunner().invoke(command, ["record", game, "--output", str(path), *table, *more], given)


def entered(path: Path) -> Record:
    """The record of a file, which is sound and stands alone in its folder."""
    (found,) = records.read(path)
    assert isinstance(found, Record)
    assert records.validate(found).verdict == "legal"
    assert [other.name for other in path.parent.iterdir()] == [path.name]
    return found


def ok(result: Result) -> str:
    assert result.exit_code == 0, result.output
    harmless(result.output)
    return flat(result.output)


def refused(result: Result) -> str:
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit)
    harmless(result.output)
    return flat(result.output)


@pytest.fixture(autouse=True)
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was brought to the disk and put in its place, in order; nothing is, as that takes its time."""
    found: list[str] = []
    real = os.replace

    def replace(old: str, new: Path) -> None:
        real(old, new)
        found.append("replaced")

    monkeypatch.setattr(os, "fsync", lambda _: found.append("synced"))
    monkeypatch.setattr(os, "replace", replace)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    folder.mkdir()
    return folder / "match.json"


# -- on a terminal


def on_terminal(
    path: Path,
    *more: str,
    game: str = "tausend",
    rows: int = 24,
    columns: int = 80,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Terminal:
    """The command at work on a terminal."""
    known = {"PYTHONPATH": ":".join(filter(None, sys.path)), "PATH": os.environ["PATH"]}
    arguments = ["record", game, "--output", str(path), *more]
    return Terminal([sys.executable, "-m", "cardrules", *arguments], {**known, **environment}, rows, columns)


def short(game: AnyGame, state: AnyState, text: str) -> str:
    """An action as somebody would type it who writes no more than is needed."""
    return text.partition(" ")[2] if len(game.actors(state)) == 1 else text


def played(terminal: Terminal, found: Record, first: int, stop: int | None = None) -> None:
    """Enters the actions of a record."""
    game = GAMES[found.game]
    states = list(records.replay(found))
    for at in range(first, len(found.actions) if stop is None else stop):
        terminal.enter(short(game, states[at], found.texts[at]))


def options(found: Record) -> list[str]:
    return ["--players", ",".join(found.players), "--dealer", f"p{found.dealer + 1}"]


def test_a_deal_of_tausend_is_entered_killed_and_gone_on_with(path: Path) -> None:
    match = sound(7, 1)
    half = len(match.actions) // 2
    with on_terminal(path, *options(match)) as terminal:
        assert terminal.prompted() == "p1 Anna, cards: 7:"
        played(terminal, match, 0, half)
        terminal.process.kill()
    assert entered(path) == evolve(match, actions=match.actions[:half], texts=match.texts[:half], scores=())
    with on_terminal(path) as terminal:
        terminal.prompted()
        assert f"goes on after {half} actions" in terminal.text()
        played(terminal, match, half)
        assert "Deal 1 is scored" in terminal.all_text()
        terminal.send("\x04")
        assert terminal.ended() == 0
    assert entered(path) == match
    again = path.with_name("again.json")
    ok(record(again, *match.texts, table=options(match)))
    assert again.read_bytes() == path.read_bytes()


def test_a_round_of_duizenden_is_entered(path: Path) -> None:
    rules = duizenden.Rules(players=2)
    match = sample(GAMES["duizenden"], rules, random.Random(4), 1)
    with on_terminal(path, *options(match), "--set", "players=2", game="duizenden") as terminal:
        terminal.prompted()
        played(terminal, match, 0)
        assert terminal.enter("sheet").endswith("cards: 13:")
        assert "duizenden.score.credit" in terminal.text()
        terminal.send("quit\r")
        assert terminal.ended() == 0
    assert entered(path) == match


@pytest.mark.parametrize(
    ("end", "status"),
    [
        (lambda terminal: terminal.send("\x03"), 130),
        (lambda terminal: terminal.send("\x15\x04"), 0),  # on an empty line
        (lambda terminal: terminal.process.terminate(), 143),
        (lambda terminal: terminal.process.send_signal(signal.SIGHUP), 129),
        (Terminal.hang_up, None),
    ],
    ids=["Ctrl-C", "Ctrl-D", "SIGTERM", "SIGHUP", "closed"],
)
def test_what_was_entered_outlasts_every_end(path: Path, end: Callable[[Terminal], None], status: int | None) -> None:
    with on_terminal(path, *TABLE) as terminal:
        terminal.prompted()
        terminal.enter(FIRST)
        terminal.enter("bid 100")
        terminal.send("pas")
        terminal.until(lambda: terminal.line().endswith("pas"))
        end(terminal)
        if status is None:
            terminal.process.wait(60)
        else:
            assert terminal.ended() == status
            assert "Traceback" not in terminal.text()
            assert "actions: 2" in terminal.text()
            # the program has given back the terminal as it was
            assert terminal.raw.count(b"\x1b[?2004h") == terminal.raw.count(b"\x1b[?2004l")
    assert entered(path).texts == (DEAL, "p1 bid 100")


def test_the_keys_complete_what_is_legal(path: Path) -> None:
    with on_terminal(path, *TABLE, "--lang", "de", rows=16, columns=40) as terminal:
        terminal.prompted()
        for line in BEGUN:
            terminal.enter(line)
        terminal.send("gi\t")
        terminal.until(lambda: terminal.line().endswith("gib"))
        terminal.send("B♥\t")
        # the menu may come later than the text it is for
        menu = ("an Ben ab", "an Carla ab")
        terminal.until(
            lambda: terminal.line().endswith("gib B♥ an") and all(entry in terminal.text() for entry in menu)
        )
        terminal.send("Ben ab\r")
        terminal.prompted()
        assert terminal.enter("zurück") == "p1 Anna:"
        terminal.send("\x03")
        terminal.ended()
        assert all(len(line) <= 40 for line in terminal.all_text().splitlines())
    assert entered(path).texts[-1] == "p3 pass"


def test_colours_are_left_out_where_none_are_wanted(path: Path) -> None:
    colours = {}
    for value in ("", "1"):
        env = {"NO_COLOR": value} if value else {}
        with on_terminal(path, *TABLE, environment=env) as terminal:
            terminal.prompted()
            terminal.enter("nonsense")
            colours[value] = re.search(rb"\x1b\[[0-9;]*3[0-7]m", terminal.raw) is not None
    assert colours == {"": True, "1": False}


def test_several_lines_can_be_pasted(path: Path) -> None:
    with on_terminal(path, *TABLE) as terminal:
        terminal.prompted()
        pasted = "\n".join(BEGUN)
        terminal.send(f"\x1b[200~{pasted}\x1b[201~\r")
        terminal.until(lambda: terminal.line().startswith("p1 Anna:") and "declarer" in terminal.text())
        terminal.send("quit\r")
        assert terminal.ended() == 0
    assert len(entered(path).actions) == 4


# -- the documentation

PAGE: Final = Path(__file__).parent.parent / "docs" / "record.md"
SESSION: Final = (
    *("Anna", "Ben", "Carla", "p3"),
    *("AsKdQdAdAh9hJc", "AsQhTs9sAcTc9c", "KhQhTs9sAcTc9c", "ThKcTdJd9dKsQs", ""),
    *("bid 100", "bid 97", "bid 110", "undo"),
)


def test_the_session_of_the_page_is_what_a_player_sees(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    (shown,) = re.findall(
        r"```text\n\$ cardrules record tausend --output match.json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL
    )
    with on_terminal(Path("match.json")) as terminal:
        terminal.prompted()
        for entry in SESSION:
            terminal.enter(entry)
        terminal.send("quit\r")
        assert terminal.ended() == 0
    assert terminal.all_text().rstrip() == shown.rstrip()


def test_the_words_of_the_page_are_those_that_are_understood() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert rows == [tuple([word_for(word, lang) for lang in LANGS]) for word in COMMANDS]


# -- a person, without a terminal


@pytest.fixture
def person() -> Iterator[Callable[[str], Person]]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

        def typing(text: str) -> Person:
            keys.send_text(text)
            return Person("keys")

        yield typing


def test_a_line_is_completed_from_what_is_offered() -> None:
    asked: list[str] = []

    def complete(typed: str) -> Sequence[str]:
        asked.append(typed)
        return ["play Kd marriage", "p1 play Kd"]

    found = list(asking._completing(complete).get_completions(Document("  play K"), CompleteEvent()))
    assert asked == ["play K"]
    assert [(one.text, one.start_position) for one in found] == [("play Kd marriage", -8), ("p1 play Kd", -8)]
    # what stands there already is not repeated
    assert [one.display_text for one in found] == ["Kd marriage", "p1 play Kd"]


def test_what_is_pasted_is_bounded(person: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "PASTED", 1000)
    asker = person(f"\x1b[200~{'x' * 5000}\x1b[201~\ra\r")
    with pytest.raises(TooLong):
        asker.ask("> ")
    assert asker.ask("> ") == "a"


def test_a_line_that_is_too_long_is_no_entry(person: Callable[[str], Person]) -> None:
    asker = person(f"\x1b[200~{'x' * (LONGEST + 1)}\nb\x1b[201~\r")
    with pytest.raises(TooLong):
        asker.ask("> ")
    assert asker.ask("> ") == "b"


def test_a_person_is_asked_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen:
        @staticmethod
        def isatty() -> bool:
            return True

    assert isinstance(asking.asker("keys"), Lines)
    monkeypatch.setattr(sys, "stdin", Screen)
    assert isinstance(asking.asker("keys"), Lines)
    monkeypatch.setattr(sys, "stdout", Screen)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        assert isinstance(asking.asker("keys"), Person)
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    with pytest.raises(click.ClickException, match="prompt_toolkit"):
        asking.asker("keys")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(EOFError):
        asking.asker("keys").ask("> ")


def test_no_other_command_loads_what_asks() -> None:
    code = "import sys, cardrules.cli; sys.exit('prompt_toolkit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class Player:
    """Somebody who is asked, and gives these answers; what an answer does may be more than to say it."""

    by_hand: Final = True

    def __init__(self, *answers: str | Callable[[], str]) -> None:
        self.answers: Final = list(answers)
        self.prompts: Final[list[str]] = []
        self.offered: Final[dict[str, Sequence[str]]] = {}

    def ask(self, prompt: str, complete: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        self.prompts.append(prompt)
        answer = self.answers.pop(0)
        if not isinstance(answer, str):
            return answer()
        for typed in ("", answer[:2]):
            self.offered[f"{prompt}{typed}"] = complete(typed)
        return answer


def interrupted() -> str:
    raise KeyboardInterrupt


def terminated() -> str:
    os.kill(os.getpid(), signal.SIGTERM)
    return "pass"


@pytest.mark.parametrize(("end", "status"), [(interrupted, 130), (terminated, 143)])
def test_what_a_player_is_asked_and_offered(
    path: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[], str], status: int
) -> None:
    player = Player(*HANDS[:2], "undo", *HANDS[1:3], "", "bid 100", "pass", "nonsense", end)
    monkeypatch.setattr(import_module("cardrules.cli.record"), "asker", lambda _: player)
    result = record(path)
    # a person has seen that an entry was refused; the way it ended counts
    assert result.exit_code == status
    assert "Tab shows what is legal" in result.output
    assert player.prompts == [
        *("p1 Anna, cards: 7: ", "p2 Ben, cards: 7: ", "p3 Carla, cards: 7: ", "p2 Ben, cards: 7: "),
        *("p3 Carla, cards: 7: ", "widow, cards: 3 (Enter: the rest): "),
        *("p1 Anna: ", "p2 Ben: ", "p3 Carla: ", "p3 Carla: "),
    ]
    assert player.offered["p1 Anna, cards: 7: "] == ["shuffle"]
    assert player.offered["p3 Carla, cards: 7: un"] == ["undo"]
    assert player.offered["p1 Anna: bi"] == ["bid "]
    assert player.offered["p2 Ben: "] == ["pass", "bid "]
    assert entered(path).texts == (DEAL, "p1 bid 100", "p2 pass")


# -- the beginning


def test_what_is_missing_is_asked_for(path: Path) -> None:
    long = "x" * 101
    said = ok(record(path, "  Anna ", long, "\x1b[2J", "", "Dora", "p4", "CARLA", "ben", "p3", table=()))
    found = entered(path)
    assert found.players == ("Anna", "\x1b[2J", "Player 3")
    assert said.count("that is too long: at most 100 characters") == 1
    assert [f"{name}: that is none of the players" in said for name in ("Dora", "p4", "CARLA", "ben")] == [True] * 4
    assert (found.dealer, found.rules, found.actions) == (2, tausend.Rules(), ())
    other = path.with_name("other.json")
    ok(record(other, "A", "B", "C", "x" * LONGEST * 20, "b", table=()))
    (second,) = records.read(other)
    assert isinstance(second, Record)
    assert (second.players, second.dealer) == (("A", "B", "C"), 1)


def test_nothing_is_written_before_it_is_known_who_plays(path: Path) -> None:
    assert "nothing was entered" in ok(record(path, "Anna", table=()))
    assert list(path.parent.iterdir()) == []


def test_the_rules_are_those_of_the_options(path: Path) -> None:
    table = ("--players", "A, B,C,D", "--dealer", "p1")
    ok(record(path, table=table, more=("--set", "players=4", "--set", "barrel.at=870")))
    found = entered(path)
    assert found.rules == tausend.Rules(players=4, barrel=tausend.Barrel(at=870))
    assert found.players == ("A", "B", "C", "D")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--players", "Anna,Ben"), "2 names; by the rules there are 3 players"),
        (("--players", f"Anna,Ben,{'x' * 101}"), "at most 100 characters"),
        (("--dealer", "p4"), "the last is p3"),
        (("--dealer", "Anna"), "the last is p3"),
        ((*TABLE, "--seat", "p4"), "the last is p3"),
        (("--set", "players=9"), "players"),
    ],
)
def test_options_that_make_no_sense(path: Path, options: Sequence[str], says: str) -> None:
    result = record(path, "quit", table=options)
    assert result.exit_code == 2
    assert says in flat(result.output)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("name", ["match.jsonl", "match.json.gz", "match", "-"])
def test_a_record_is_a_json_file(tmp_path: Path, name: str) -> None:
    result = record(tmp_path / name)
    assert result.exit_code == 2
    assert "ends in .json" in result.output


# -- entries


def test_a_seat_is_left_out_where_it_is_plain(path: Path) -> None:
    lines = ["Give jh P2", "p1 give J♠ p3", "nines", "RAISE 110", "play kd"]
    result = record(path, *BEGUN, *lines)
    assert entered(path).texts[4:] == ("p1 give Jh p2", "p1 give Js p3", "p1 raise 110", "p1 play Kd")
    # several may show four nines, and nobody has them
    assert "✗ p1 nines" in refused(result)


ILLEGAL: Final = {
    "en": ("97 is not a multiple of 5", "tausend.bid.step (Multiples of five)"),
    "nl": ("97 is geen veelvoud van 5", "tausend.bid.step (Veelvouden van vijf)"),
    "de": ("97 ist kein Vielfaches von 5", "tausend.bid.step (Vielfache von fünf)"),
}
UNREADABLE: Final = {
    "en": ("this is no action: p1 dance", "for example: bid 100"),
    "nl": ("dit is geen zet: p1 dance", "bijvoorbeeld: bied 100"),
    "de": ("das ist kein Zug: p1 dance", "zum Beispiel: biete 100"),
}


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_refused_is_explained_and_changes_nothing(path: Path, lang: str) -> None:
    ok(record(path, FIRST))
    before = path.read_bytes()
    said = refused(record(path, "bid 97", "dance", "p1 dance", "\x1b]0;evil\x07", "p1 play KdX", more=("--lang", lang)))
    for text in (*ILLEGAL[lang], *UNREADABLE[lang], WORDS[lang]["unreadable"].format(text="p1 play KdX")):
        assert text in said
    assert path.read_bytes() == before
    # the table is shown once
    assert said.count("p2 Ben ") == 1


WORDED: Final = {
    "en": ("bid 100", "pas", "PASS", "give jack hearts to ben", "J♠ carla", "raise 110", "play Kd"),
    "nl": ("100", "pas", "pas", "geef B♥ aan Ben", "bs carla", "verhoog 110", "speel Hd"),
    "de": ("biete 100", "pas", "passe", "gib B♥ an Ben ab", "gib bs carla", "110", "spiele K♦"),
}


@pytest.mark.parametrize("lang", LANGS)
def test_an_action_can_be_told_in_words(path: Path, lang: str) -> None:
    lines = [line.replace("jack hearts", "J♥") for line in WORDED[lang]]
    ok(record(path, FIRST, *lines, more=("--lang", lang)))
    given = ("p1 bid 100", "p2 pass", "p3 pass", "p1 give Jh p2", "p1 give Js p3", "p1 raise 110", "p1 play Kd")
    assert entered(path).texts[1:] == given


def test_words_that_do_not_tell_enough_or_an_illegal_action_are_explained(path: Path) -> None:
    ok(record(path, *BEGUN))
    said = refused(record(path, "gib", "gib bh", "gib 9s p2", "bid 100", "p3 gib bh", more=("--lang", "de")))
    assert "welcher von diesen ist es? gib B♣ an Ben ab, gib D♣ an Ben ab" in said
    assert "welcher von diesen ist es? gib B♥ an Ben ab, gib B♥ an Carla ab" in said
    assert "✗ p1 gib 9♠ an Ben ab" in said
    assert "✗ p1 biete 100" in said
    assert "das ist kein Zug: p3 gib bh" in said
    assert len(entered(path).texts) == len(BEGUN)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_in_words_is_read_as_it_is_offered(name: str, lang: str) -> None:
    game = GAMES[name]
    players = ("Anna", "Ben", "Carla", "Dirk")
    rules: Any = duizenden.Rules(last_card_call=duizenden.Points(points=50)) if name == "duizenden" else tausend.Rules()
    for state in list(records.replay(sample(game, rules, random.Random(3), 1)))[::5]:
        legal = list(islice(game.legal_actions(state), 50))
        offered = list(islice(Legal(game, state, None, lang, players).beginning(""), 50))
        assert [understood(game, state, text, lang, players) for text in offered] == legal


def test_an_action_that_several_can_mean_is_asked_back(path: Path) -> None:
    rules = duizenden.Rules(players=3, last_card_call=duizenden.Points(points=50))
    game = GAMES["duizenden"]
    begun, state = challengers(rules)
    with pytest.raises(Unclear) as unclear:
        understood(game, state, "challenge p1", "en")
    assert unclear.value.choices == ["p2 challenge p1", "p3 challenge p1"]
    assert str(understood(game, state, "p3 challenge p1", "en")) == "p3 challenge p1"
    assert set(Legal(game, state).completions("chall")) == {"p2 challenge p1", "p3 challenge p1"}
    # illegal for all, and nearer to the one whose turn it is
    hand = state.hands[state.turn]
    missing = next(card for card in duizenden.deck(rules) if card not in hand)
    assert str(understood(game, state, f"discard {missing}", "en")) == f"p{state.turn + 1} discard {missing}"
    records.write([begun], path)
    said = refused(record(path, "challenge p1", game="duizenden", table=()))
    assert "which of these is it? p2 challenge p1, p3 challenge p1" in said


def challengers(rules: duizenden.Rules) -> tuple[Record, duizenden.Melding]:
    """A match up to where two may challenge the same player."""
    for seed in range(60):
        match = sample(GAMES["duizenden"], rules, random.Random(seed), 1)
        for at, state in enumerate(records.replay(match)):
            if isinstance(state, duizenden.Melding) and duizenden.actors(state) != (state.turn,):
                some = [str(action) for action in islice(duizenden.legal_actions(state), 30)]
                if "p2 challenge p1" in some and "p3 challenge p1" in some:
                    return evolve(match, actions=match.actions[:at], texts=match.texts[:at], scores=()), state
    raise AssertionError


@pytest.mark.parametrize("lang", LANGS)
def test_cards_are_read_as_the_table_shows_them(lang: str) -> None:
    for card in duizenden.deck(duizenden.Rules()).kinds():
        for text in (card_word(card, lang), str(card), str(card).lower(), str(card).replace("T", "10")):
            assert read_cards(text, lang) == (card,), text
    assert read_cards("Kd, 10h;jk  As2c", lang) == tuple(map(type(card).parse, ("Kd", "Th", "Jk", "As", "2c")))
    assert read_cards("", lang) is read_cards("KdX", lang) is read_cards("K d", lang) is None
    assert plain("Deal P1:as kd  WIDOW:10h, x:", lang) == "deal p1:AsKd widow:10h, x:"
    assert plain("P1  Meld 5h jk 7H high 8h", lang) == "p1 meld 5hJk7h high 8h"


def test_letters_of_another_language_are_none() -> None:
    assert read_cards("Dd", "de") == read_cards("Vd", "nl") == read_cards("Qd", "en")
    assert read_cards("Dd", "en") is read_cards("Hd", "de") is None


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_is_offered_and_read_as_it_is_offered(name: str) -> None:
    game = GAMES[name]
    rules: Any = duizenden.Rules(last_card_call=duizenden.Points(points=50)) if name == "duizenden" else tausend.Rules()
    states = [state for seed in (1, 2) for state in records.replay(sample(game, rules, random.Random(seed), 2))]
    for state in states[::3]:
        actions = {str(action): action for action in game.legal_actions(state)}
        offered = list(Legal(game, state).beginning(""))
        assert [understood(game, state, text, "en") for text in offered] == list(actions.values())
        for text in offered:
            assert text in Legal(game, state).completions(text)
        for text in actions:
            assert text in Legal(game, state).completions(text)
        some = Legal(game, state).completions("")
        for text in some:
            assert any(other.startswith(text) for other in offered)
        assert bool(some) == bool(actions)
    assert Legal(game, states[-1]).completions("xyz") == []


@pytest.mark.parametrize("name", TURNS)
def test_completion_is_bounded_in_a_large_hand(name: str) -> None:
    rules, laid = TURNS[name]
    state = large(rules, laid=laid)[1]
    game = GAMES["duizenden"]
    listed = 0

    def counted(state: AnyState, seat: int | None = None) -> Iterator[object]:
        nonlocal listed
        for action in game.legal_actions(state, seat):
            listed += 1
            yield action

    legal = Legal(evolve(game, legal_actions=cast("Any", counted)), state)
    for typed in ("", "meld ", "meld 5h", "discard ", "nothing"):
        found = legal.completions(typed)
        assert len(found) <= SHOWN
        for text in found:
            assert text.startswith(typed)
            # a whole action, or what at least one of those looked at begins with
            assert duizenden.is_legal(state, duizenden.parse_action(f"p1 {text}")) if not text.endswith(" ") else True
    # an entry in words is looked for among others
    assert FEW < listed <= LOOKED_AT + 5 * entries.LOOKED_AT
    if laid is None:
        # one that is not among those looked at
        text = next(str(action) for action in islice(game.legal_actions(state), LOOKED_AT, None))
        assert Legal(game, state).completions(text) == [text]


# -- deals hand by hand

HANDS: Final = [part.partition(":")[2] for part in FIRST.split(" ")[1:]]


def test_a_deal_is_entered_hand_by_hand_and_its_last_part_follows(path: Path) -> None:
    spaced = " ".join([HANDS[0][at : at + 2] for at in range(0, 14, 2)])
    ok(record(path, spaced, f"p2:{HANDS[1]}", HANDS[2].lower(), ""))
    assert entered(path).actions == (tausend.parse_action(FIRST),)


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "en",
            "✗ these are no cards: Kh, Kx; for example QsKs ✗ dealt already: K♦ (p1 Anna) ✗ not among the cards of "
            "this deal: 2♥ ✗ too often here: K♥ ✗ p2 Ben: cards needed: 7, not 6",
        ),
        (
            "nl",
            "✗ dit zijn geen kaarten: Kh, Kx; bijvoorbeeld QsKs ✗ al gedeeld: H♦ (p1 Anna) ✗ dit zit niet bij de "
            "kaarten die gedeeld worden: 2♥ ✗ hier te vaak: H♥ ✗ p2 Ben: 7 kaarten nodig, niet 6",
        ),
        (
            "de",
            "✗ das sind keine Karten: Kh, Kx; zum Beispiel QsKs ✗ schon gegeben: K♦ (p1 Anna) ✗ nicht unter den "
            "Karten, die gegeben werden: 2♥ ✗ hier zu oft: K♥ ✗ p2 Ben: 7 Karten nötig, nicht 6",
        ),
    ],
)
def test_every_part_of_a_deal_is_checked_at_once(path: Path, lang: str, says: str) -> None:
    wrong = ["Kh, Kx", "KdQhTs9sAcTc9c", "2hQhTs9sAcTc9c", "KhKhTs9sAcTc9c", "KhQhTs9sAcTc"]
    said = refused(record(path, HANDS[0], *wrong, more=("--lang", lang)))
    assert says in said
    assert entered(path).actions == ()


def test_how_a_deal_is_written_is_told(path: Path) -> None:
    said = refused(record(path, "deal p1:AsKx", "Deal p1:As widow:Ks"))
    assert said.count("for example: deal p1:<7> p2:<7> p3:<7> widow:<3>") == 1
    # what can be read is judged by the rules
    assert "tausend.deal" in said


def test_a_deal_that_was_begun_is_gone_on_with(path: Path) -> None:
    ok(record(path, HANDS[0], HANDS[1]))
    meta = json.loads(path.read_text("utf-8"))["meta"]
    assert meta == {DEALING: " ".join(FIRST.split(" ")[:3])}
    ok(record(path, "undo", HANDS[1], HANDS[2]))
    ok(record(path, ""))
    found = entered(path)
    assert found.actions == (tausend.parse_action(FIRST),)
    assert found.meta is None


def test_the_rest_of_a_deal_can_be_random(path: Path) -> None:
    ok(record(path, HANDS[0], "shuffle"))
    (deal,) = entered(path).actions
    assert isinstance(deal, tausend.Deal)
    assert deal.hands[0] == (0, Cards.parse(HANDS[0]))
    ok(record(path, "undo", "shuffle"))
    assert len(entered(path).actions) == 1
    assert "no cards are to be dealt" in refused(record(path, "shuffle"))


@pytest.mark.parametrize(
    "kept", ["deal p1:AsKd", "deal p2:AsKdQdAdAh9hJc", "deal p1:AsAsQdAdAh9hJc", "deal p1:??", "x"]
)
def test_what_is_kept_of_a_deal_may_be_a_strangers(path: Path, kept: str) -> None:
    path.write_text(json.dumps(base(actions=[], meta={DEALING: kept, "event": "cup"})), "utf-8")
    ok(record(path, FIRST))
    found = entered(path)
    assert found.actions == (tausend.parse_action(FIRST),)
    assert found.meta == {"event": "cup"}


def test_meta_that_has_no_room_is_left_as_it_is(path: Path) -> None:
    path.write_text(json.dumps(base(actions=[], meta="cup")), "utf-8")
    ok(record(path, HANDS[0]))
    assert entered(path).meta == "cup"


def test_what_is_dealt_in_order_does_not_follow() -> None:
    game = GAMES["duizenden"]
    start = duizenden.start(duizenden.Rules(players=2))
    dealing = dealing_of(game, start)
    assert dealing is not None
    assert [(part.label, part.count, part.ordered) for part in dealing.parts] == [
        ("p1", 13, False),
        ("p2", 13, False),
        ("open", 1, False),
        ("stock", 81, True),
    ]
    text = str(duizenden.shuffle(start, random.Random(3)))
    begun = resumed(dealing, text.rpartition(" ")[0])
    assert (begun.part.label, begun.rest, begun.text()) == ("stock", None, text.rpartition(" ")[0])
    assert resumed(dealing, text).is_whole
    assert resumed(dealing, f"{text} more").text() == text


def test_a_reshuffle_is_entered(path: Path) -> None:
    match = sample(GAMES["duizenden"], duizenden.Rules(players=8), random.Random(8), 1)
    at = next(at for at, text in enumerate(match.texts) if text.startswith("reshuffle"))
    records.write([evolve(match, actions=match.actions[:at], texts=match.texts[:at], scores=())], path)
    cards = match.texts[at].partition(" ")[2]
    said = refused(record(path, cards[2:], cards, match.texts[at + 1], game="duizenden", table=()))
    assert f"new stock, the first card first: cards needed: {len(cards) // 2}, not {len(cards) // 2 - 1}" in said
    assert entered(path).texts == match.texts[: at + 2]


# -- words


def test_undo_takes_back_the_end_of_a_deal_and_redo_brings_it_again(path: Path) -> None:
    match = sound(7, 1)
    ok(record(path, *match.texts, table=options(match)))
    whole = path.read_bytes()
    said = ok(record(path, "undo", table=()))
    assert f"taken back: {match.texts[-1]}" in said
    less = entered(path)
    assert (less.actions, less.scores) == (match.actions[:-1], ())
    ok(record(path, "undo", "undo", "redo", "redo", match.texts[-1], table=()))
    assert path.read_bytes() == whole
    said = ok(record(path, "undo", "redo", table=()))
    assert "Deal 1 is scored" in said
    assert path.read_bytes() == whole
    assert "there is nothing to do again" in ok(record(path, "redo", table=()))
    ok(record(path, *["undo"] * len(match.actions), table=()))
    assert entered(path).actions == ()
    assert "there is nothing to take back" in ok(record(path, "undo", table=()))


def test_an_entry_ends_what_could_be_done_again(path: Path) -> None:
    said = ok(record(path, FIRST, "bid 100", "undo", "bid 105", "redo"))
    assert "nothing to do again" in said
    assert entered(path).texts[-1] == "p1 bid 105"


def test_the_text_of_an_action_outlasts_undo(path: Path) -> None:
    odd = FIRST.replace("Th", "10♥")
    path.write_text(json.dumps(base(actions=[odd, "p1 bid 100"])), "utf-8")
    ok(record(path, "undo", "undo", "redo", "redo", "pass"))
    assert entered(path).texts == (odd, "p1 bid 100", "p2 pass")


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_understood_and_explained(path: Path, lang: str) -> None:
    assert [command_of(word_for(command, lang).upper(), lang) for command in COMMANDS] == list(COMMANDS)
    assert [command_of(command, lang) for command in COMMANDS] == list(COMMANDS)
    assert {command_of(word, lang) for word in command_words(lang)} == set(COMMANDS)
    assert (command_of("?", lang), command_of("bid", lang)) == ("help", None)
    asked = [word_for(command, lang) for command in COMMANDS if command not in ("shuffle", "undo", "redo", "quit")]
    said = ok(
        record(path, *BEGUN, *asked, "legal give Ad", "rules marriage", "rules tausend.win", "", more=("--lang", lang))
    )
    for word in COMMANDS:
        assert word_for(word, lang) in said
        assert flat(WORDS[lang][f"help {word}"].format(legal=word_for("legal", lang))) in said
    assert "give Ad p2, give Ad p3" in said
    assert "tausend.marriage.lead" in said
    assert said.count("Anna: 0") == 1
    # the table after each entry, when asked for, and after Enter
    assert said.count("p2 Ben ") == 1 + len(BEGUN) + 2


def test_words_that_find_nothing(path: Path) -> None:
    said = ok(record(path, "legal", "rules xyz", FIRST, "legal xyz"))
    assert "no action of a player is legal now" in said
    assert "no rule has xyz in its name" in said
    assert f"none of the first {LOOKED_AT} legal actions begins with xyz" in said


def test_the_texts_of_all_languages_say_the_same() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    for lang in LANGS:
        assert WORDS[lang].keys() == WORDS["en"].keys()
        for key, text in WORDS[lang].items():
            assert fields(text) == fields(WORDS["en"][key]), (lang, key)
            assert lang == "en" or text != WORDS["en"][key] or key == "place stock", (lang, key)


def test_the_table_is_what_a_seat_may_know(path: Path) -> None:
    said = ok(record(path, FIRST, "legal", more=("--seat", "p2")))
    assert "A♠" not in said
    assert "K♥" in said
    assert "no action of a player is legal now" in said


def test_a_large_listing_is_cut(path: Path) -> None:
    match = next(
        match
        for seed in range(30)
        for match in [sample(GAMES["duizenden"], duizenden.Rules(players=2), random.Random(seed), 1)]
        for state in records.replay(match)
        if len(list(islice(duizenden.legal_actions(cast("Any", state)), 101))) > 100
    )
    states = list(records.replay(match))
    at = next(at for at, state in enumerate(states) if len(duizenden.legal_actions(cast("Any", state))) > 100)
    cut = evolve(match, actions=match.actions[:at], texts=match.texts[:at], scores=())
    records.write([cut], path)
    assert "legal, the first 100: " in ok(record(path, "legal", game="duizenden", table=()))


# -- the end


@pytest.mark.parametrize("lang", LANGS)
def test_the_winner_is_announced_and_the_totals_are_written(path: Path, lang: str) -> None:
    match = sample(GAMES["tausend"], tausend.Rules(), random.Random(3))
    before = evolve(match, actions=match.actions[:-1], texts=match.texts[:-1], scores=())
    records.write([before], path)
    said = ok(record(path, match.texts[-1], "p1 bid 100", table=(), more=("--lang", lang)))
    (winner,) = records.validate(match).winners
    assert WORDS[lang]["over"].format(names=match.players[winner]) in said
    assert entered(path) == match
    whole = path.read_bytes()
    # it can still be taken back, but not gone on with
    said = refused(record(path, "p1 bid 100", table=(), more=("--lang", lang)))
    assert "tausend.win.over" in said
    assert path.read_bytes() == whole
    ok(record(path, "undo", "redo", "nothing", table=()))
    assert path.read_bytes() == whole


# -- the file


def test_a_match_entered_in_pieces_is_the_match_entered_at_once(path: Path) -> None:
    match = sound(5, 2)
    for at in range(0, len(match.actions), 9):
        ok(record(path, *match.texts[at : at + 9], table=options(match)))
    assert entered(path) == match
    again = path.with_name("again.json")
    ok(record(again, *match.texts, table=options(match)))
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--players", "Anna,Ben,Dora"), "players: Anna, Ben, Carla, not Anna, Ben, Dora"),
        (("--dealer", "p2"), "first dealer: p3, not p2"),
        (("--preset", "standard"), 'rules: {"preset": "standard", "four_aces": true}, not {"preset": "standard"}'),
        (("--set", "players=4"), '"players": 4'),
    ],
)
def test_options_that_say_otherwise_are_refused(path: Path, more: Sequence[str], says: str) -> None:
    path.write_text(json.dumps(base(rules={"four_aces": True})), "utf-8")
    before = path.read_bytes()
    assert says in refused(record(path, "pass", table=(), more=more))
    assert path.read_bytes() == before
    agreeing = (*TABLE, "--set", "four_aces=true", "--preset", "standard")
    ok(record(path, "pass", table=agreeing))
    assert entered(path).texts == (FIRST, "p1 bid 100", "p2 pass")


UNSOUND: Final[dict[str, tuple[bytes, str]]] = {
    "empty": (b"", "it is empty"),
    "no JSON": (b"nonsense", "line 1, column 1"),
    "two": (json.dumps(base()).encode() * 2, "line 1"),
    "illegal": (json.dumps(base(actions=[FIRST, "p1 bid 97"])).encode(), "action 1, p1 bid 97: "),
    "misscored": (json.dumps(base(scores=[[1, 2, 3]])).encode(), "its totals are wrong"),
    "unreadable": (json.dumps(base(actions=["dance"])).encode(), "actions[0]"),
}


@pytest.mark.parametrize("kind", UNSOUND)
def test_a_file_that_holds_no_sound_record_is_refused_untouched(path: Path, kind: str) -> None:
    data, says = UNSOUND[kind]
    path.write_bytes(data)
    said = refused(record(path, "pass"))
    assert "holds no sound record" in said
    assert says in said
    assert path.read_bytes() == data


def test_another_game_is_refused(path: Path) -> None:
    path.write_text(json.dumps(base()), "utf-8")
    assert "game: tausend, not duizenden" in refused(record(path, game="duizenden", table=()))


def test_what_is_no_file_is_refused(path: Path) -> None:
    path.mkdir()
    assert "is no file that can hold a record" in refused(record(path))
    pipe = path.with_name("pipe.json")
    os.mkfifo(pipe)
    assert "is no file that can hold a record" in refused(record(pipe))


@pytest.mark.parametrize(
    "place", ["no such folder/match.json", "file.json/match.json", "a\0b.json", f"{'x' * 300}.json"]
)
def test_a_place_that_cannot_be_written_is_told_at_once(tmp_path: Path, place: str) -> None:
    (tmp_path / "file.json").write_text("x")
    said = refused(record(tmp_path / place, "Anna", table=()))
    assert re.search("cannot be (written|read)", said)
    assert [found.name for found in tmp_path.iterdir()] == ["file.json"]


def test_a_folder_that_may_only_be_read(path: Path) -> None:
    records.write([sound(7, 1)], path)
    path.parent.chmod(0o555)
    try:
        if os.access(path.parent, os.W_OK):
            pytest.skip("this user may write everywhere")
        assert "cannot be written: Permission denied" in refused(record(path, "undo", table=()))
        assert "cannot be written: Permission denied" in refused(record(path.with_name("new.json")))
    finally:
        path.parent.chmod(0o755)


def test_a_full_disk_is_told_and_nothing_is_lost(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, fails = os.replace, iter([False, False, True, True])

    def replace(old: str, new: Path) -> None:
        if next(fails, False):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(old, new)

    monkeypatch.setattr(os, "replace", replace)
    said = ok(record(path, *BEGUN))
    assert said.count("NOT SAVED") == 2
    assert "cannot be written: No space left on device" in said
    assert "saved again: " in said
    assert len(entered(path).actions) == 4


def test_what_cannot_be_saved_at_all_is_printed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(record(path, FIRST))
    before = path.read_bytes()

    def replace(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "replace", replace)
    result = record(path, "bid 100")
    assert "NOT SAVED" in refused(result)
    data = json.loads(result.stdout.splitlines()[-1])
    assert data["actions"] == [str(tausend.parse_action(FIRST)), "p1 bid 100"]
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_nothing_stays_of_what_cannot_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fsync)
    assert "match.json cannot be written: Input/output error" in refused(record(path))
    assert list(path.parent.iterdir()) == []


def test_a_file_that_cannot_be_read_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(record(path))

    def load(_: object) -> None:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(RecordFile, "load", load)
    assert "match.json cannot be read: Permission denied" in refused(record(path))


def test_a_file_that_another_program_changes_is_not_overwritten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(record(path, FIRST))
    theirs = json.dumps(base(actions=[])).encode()
    real = Lines.ask

    def ask(self: Lines, *arguments: Any) -> str:
        path.write_bytes(theirs)
        return real(self, *arguments)

    monkeypatch.setattr(Lines, "ask", ask)
    result = record(path, "bid 100")
    assert "another program has changed it" in refused(result)
    assert path.read_bytes() == theirs
    assert json.loads(result.stdout.splitlines()[-1])["actions"][-1] == "p1 bid 100"


def test_an_interruption_while_saving_leaves_the_step_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(record(path, FIRST))
    real, calls = os.replace, iter([True])

    def replace(old: str, new: Path) -> None:
        if next(calls, False):
            raise KeyboardInterrupt
        real(old, new)

    monkeypatch.setattr(os, "replace", replace)
    result = record(path, "bid 100", "pass")
    assert result.exit_code == 130
    # what was entered last is saved when the program ends
    assert entered(path).texts[1:] == ("p1 bid 100",)


def test_a_record_is_on_the_disk_before_it_takes_its_place(path: Path, synced: list[str]) -> None:
    ok(record(path, FIRST, table=TABLE))
    # the folder follows the file
    assert synced == ["synced", "replaced", "synced"] * 2


def test_a_link_and_the_permissions_of_a_file_stay(path: Path, tmp_path: Path) -> None:
    records.write([sound(7, 1)], path)
    path.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(path)
    ok(record(link, "undo", table=()))
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert len(entered(path).actions) == len(sound(7, 1).actions) - 1


def test_resuming_alone_changes_nothing(path: Path) -> None:
    data = json.dumps(sound(7, 1).to_json(), indent=2).encode()
    path.write_bytes(data)
    ok(record(path, "table", "sheet", table=()))
    assert path.read_bytes() == data


# -- what strangers write


def test_names_and_texts_do_nothing_to_the_terminal(path: Path) -> None:
    path.write_text(json.dumps(base(players=list(EVIL), meta="\x1b[2J")), "utf-8")
    for lang in LANGS:
        lines = ("pass", "\x1b[31mpass", "p2 \x07", "sheet", "undo", "\x9b2J" * 40)
        refused(record(path, *lines, table=(), more=("--lang", lang)))
    assert entered(path).players == EVIL


@pytest.mark.parametrize("line", [b"\xff\xfe bid", b"\x00" * 100, "bid １００".encode(), b"x" * 10**6, b"9" * 5000])
def test_no_line_is_too_odd(path: Path, line: bytes) -> None:
    ok(record(path, FIRST))
    before = path.read_bytes()
    result = CliRunner().invoke(command, ["record", "tausend", "--output", str(path)], line + b"\nquit\n")
    refused(result)
    assert path.read_bytes() == before


def test_a_line_without_end_is_the_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_ENDLESS", 10**5)
    result = CliRunner().invoke(command, ["record", "tausend", "--output", str(path), *TABLE], b"x" * 10**6)
    ok(result)


def test_input_that_cannot_be_read_is_the_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        @staticmethod
        def readline(_: int) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    class Stdin:
        buffer = Broken

    monkeypatch.setattr(sys, "stdin", Stdin)
    with pytest.raises(EOFError):
        Lines().ask("> ")


# -- games of others


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[AnyGame], None]]:
    """Registers a game."""

    class Entry:
        def __init__(self, found: AnyGame) -> None:
            self.load = lambda: found

    def register(found: AnyGame) -> None:
        registry._load.cache_clear()
        monkeypatch.setattr(registry, "_entries", lambda: {found.name: Entry(found)})

    yield register
    registry._load.cache_clear()


def test_the_game_of_the_examples(
    path: Path, monkeypatch: pytest.MonkeyPatch, others: Callable[[AnyGame], None]
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "examples" / "lasttrick"))
    import lasttrick

    game = cast("AnyGame", lasttrick.GAME)
    others(game)
    match = sample(game, lasttrick.Rules(target=2), random.Random(1))
    states = list(records.replay(match))
    lines = []
    for state, text in zip(states, match.texts, strict=False):
        if text.startswith("deal"):
            # the stock follows from the hands
            lines += [part.partition(":")[2] for part in text.split(" ")[1:-1]] + [""]
        else:
            lines.append(short(game, state, text))
    said = ok(record(path, *lines, game="lasttrick", table=options(match), more=("--set", "target=2")))
    assert "the match is over, won by" in said
    assert entered(path) == match
    said = refused(record(path, "undo", "p1 play", "play 2c", game="lasttrick", table=(), more=("--lang", "de")))
    assert "lasttrick.hand" in said
    # it has no words of its own
    assert "zum Beispiel: play" in said


def test_a_game_in_which_chance_does_something_else(path: Path, others: Callable[[AnyGame], None]) -> None:
    game = cast("AnyGame", SNAP)
    others(game)
    start = game.start(game.Rules(), 0)
    assert dealing_of(game, start) is None
    for text in ("roll", "roll 6"):
        assert dealing_of(evolve(game, shuffle=lambda *_, text=text: text), start) is None
    table = ("--players", "A,B", "--dealer", "p1")
    said = refused(
        record(path, "As", "legal", "turn Qs", "snap Ks", "snap Qs", "rules", "shuffle", game="snap", table=table)
    )
    assert "this is no action: As" in said
    assert "for example: turn" in said
    assert "snap.card" in said
    assert "this game has no rulebook" in said
    assert len(entered(path).actions) == 3


def test_a_deal_that_a_game_does_not_read_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["tausend"]

    def parse(text: str) -> tausend.Action:
        if text.startswith("deal") and "widow:QcJhJs" in text:
            raise MalformedInput("", "no")
        return tausend.parse_action(text)

    monkeypatch.setattr(registry, "_load", lambda _: evolve(game, parse_action=parse))
    said = refused(record(path, *HANDS[:3], ""))
    assert "this is no action" in said
    assert entered(path).actions == ()
