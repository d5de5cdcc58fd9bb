"""`cardrules record`: entering a match at the terminal."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Final

import click
from rich.console import Console

from cardrules.cli.options import GAME, LANG, SEAT, chosen_rules, unreadable, with_rules
from cardrules.cli.output import console, fault, harmless
from cardrules.cli.recording.asking import Asker, TooLong, asker
from cardrules.cli.recording.match import Entered
from cardrules.cli.recording.saving import RecordFile
from cardrules.cli.recording.session import Session
from cardrules.cli.recording.words import WORDS, word_for
from cardrules.errors import MalformedInput
from cardrules.recorded import Record, validate
from cardrules.registry import AnyGame, AnyRules
from cardrules.text import seat_of, seat_text
from cardrules.wire import dump_rules

LONGEST_NAME: Final = 100
"""The longest name of a player, in characters."""


@click.command()
@GAME
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    metavar="FILE.json",
    help="The record. Where it is there already, the match goes on from where it stopped.",
)
@with_rules
@click.option("--players", metavar="NAMES", help="The names by seat, with commas between them. Asked for if missing.")
@click.option("--dealer", metavar="pN", help="The first dealer. Asked for if missing.")
@SEAT
@LANG
@click.pass_context
def record(
    ctx: click.Context,
    game: AnyGame,
    path: str,
    preset: str | None,
    changes: tuple[str, ...],
    players: str | None,
    dealer: str | None,
    seat: int | None,
    lang: str,
) -> None:
    """Enter a match of GAME action by action.

    Each action is judged, and the record is saved, before the next one is asked for. Besides actions
    there are words: help tells them.
    """
    words = WORDS[lang]
    if not path.endswith(".json"):
        raise click.UsageError(words["ending"].format(path=harmless(path)))
    config = chosen_rules(game, preset, changes)
    file = _file(path, lang)
    keys = words["keys"].format(words="  ".join([word_for(word, lang) for word in ("help", "undo", "quit")]))
    asks = asker(keys)
    out = console()
    session = None
    try:
        with _ended_by_signals():
            if file.is_there:
                found = _resumed(file, path, lang)
                mine = config if preset is not None or changes else None
                _check_agrees(found, game, mine, path, lang)
                _check_agreed_table(found, players, dealer, path, lang)
                _check_seat(seat, found.rules, lang)
                _check_writable(file, path, lang)
                out.print(words["resumed"].format(path=harmless(path), count=len(found.actions)))
            else:
                _check_seat(seat, config, lang)
                _check_writable(file, path, lang)
                names = None if players is None else _names(players, config, lang)
                first = None if dealer is None else _dealer(dealer, config, lang)
                out.print(words["new"].format(path=harmless(path)))
                found = _begun(game, config, names, first, asks, out, lang)
            if asks.by_hand:
                hint = ", ".join([word_for(word, lang) for word in ("help", "legal", "undo", "sheet", "quit")])
                out.print(words["hint"].format(words=hint))
            session = Session(Entered.of(found), file, asks, out, lang, seat)
            session.run()
        status = 0
    except EOFError:
        status = 0
    except KeyboardInterrupt:
        status = 128 + signal.SIGINT
    except _Ended as ended:
        status = 128 + ended.number
    if session is None:
        out.print(words["nothing yet"])
        ctx.exit(status)
    ctx.exit(session.close() or status)


# -- what ends the dialogue from outside


class _Ended(SystemExit):
    """A signal asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number: Final = number


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Signals that end a program raise _Ended, so that the terminal is left as it was."""

    def end(number: int, _: FrameType | None) -> None:
        raise _Ended(number)

    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        kinds = []  # signals are for the main thread alone
    before = {kind: signal.signal(kind, end) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


# -- the file


def _file(path: str, lang: str) -> RecordFile:
    try:
        return RecordFile(path)
    except OSError as error:
        raise click.ClickException(unreadable(path, error, lang)) from None


def _check_writable(file: RecordFile, path: str, lang: str) -> None:
    try:
        file.check()
    except OSError as error:
        raise _unwritable(path, error, lang) from None


def _unwritable(path: str, error: OSError, lang: str) -> click.ClickException:
    why = error.strerror or str(error)
    return click.ClickException(WORDS[lang]["unwritable"].format(path=harmless(path), why=harmless(why)))


# -- a match that begins


def _names(given: str, rules: AnyRules, lang: str) -> tuple[str, ...]:
    """The names of `--players`."""
    names = tuple([name.strip() for name in given.split(",")])
    if len(names) != rules.players:
        message = WORDS[lang]["names"].format(given=len(names), players=rules.players)
        raise click.BadParameter(message, param_hint="--players")
    for name in names:
        if len(name) > LONGEST_NAME:
            message = WORDS[lang]["too long"].format(most=LONGEST_NAME)
            raise click.BadParameter(message, param_hint="--players")
    return names


def _dealer(given: str, rules: AnyRules, lang: str) -> int:
    """The seat of `--dealer`."""
    try:
        return seat_of(given, rules.players)
    except MalformedInput:
        message = WORDS[lang]["no seat"].format(last=seat_text(rules.players - 1))
        raise click.BadParameter(message, param_hint="--dealer") from None


def _check_seat(seat: int | None, rules: AnyRules, lang: str) -> None:
    """Raises click.BadParameter where there is no seat such as `--seat` says."""
    if seat is not None and seat >= rules.players:
        message = WORDS[lang]["no seat"].format(last=seat_text(rules.players - 1))
        raise click.BadParameter(message, param_hint="--seat")


def _begun(
    game: AnyGame,
    rules: AnyRules,
    names: tuple[str, ...] | None,
    dealer: int | None,
    asks: Asker,
    out: Console,
    lang: str,
) -> Record:
    """A match without an action; what is not given is asked for."""
    if names is None:
        names = tuple([_ask_name(seat, asks, out, lang) for seat in range(rules.players)])
    if dealer is None:
        dealer = _ask_dealer(names, asks, out, lang)
    return Record(game.name, rules, names, dealer, ())


def _ask_name(seat: int, asks: Asker, out: Console, lang: str) -> str:
    words = WORDS[lang]
    default = words["player"].format(number=seat + 1)
    while True:
        with contextlib.suppress(TooLong):
            name = asks.ask(words["name"].format(seat=seat_text(seat), default=default)).strip() or default
            if len(name) <= LONGEST_NAME:
                return name
        out.print(words["too long"].format(most=LONGEST_NAME))


def _ask_dealer(names: Sequence[str], asks: Asker, out: Console, lang: str) -> int:
    words = WORDS[lang]
    seats = ", ".join([f"{seat_text(seat)} {harmless(name)}" for seat, name in enumerate(names)])
    known = {seat_text(seat): seat for seat in range(len(names))}
    known = {**{name.lower(): seat for seat, name in reversed([*enumerate(names)])}, **known, "": 0}
    while True:
        text = ""
        with contextlib.suppress(TooLong):
            text = asks.ask(words["dealer"].format(seats=seats, default=seat_text(0))).strip()
            if text.lower() in known:
                return known[text.lower()]
        out.print(words["no player"].format(text=harmless(text)))


# -- a match that goes on


def _resumed(file: RecordFile, path: str, lang: str) -> Record:
    """The sound record of a file. Raises click.ClickException where it holds anything else."""
    words = WORDS[lang]
    if not file.is_file():
        raise click.ClickException(words["no file"].format(path=harmless(path)))
    try:
        found = file.load()
    except OSError as error:
        raise click.ClickException(unreadable(path, error, lang)) from None
    record = found[0] if len(found) == 1 else None
    if isinstance(record, Record):
        report = validate(record)
        if report.verdict == "legal":
            return record
        why = words["misscored"]
        if report.at is not None:
            reasons = "; ".join([broken.explain(lang) for broken in report.violations])
            why = words["illegal"].format(at=report.at, action=harmless(report.action), why=reasons)
    else:
        why = words["several"] if record is None else fault(record.message, lang)
    raise click.ClickException(words["unsound"].format(path=harmless(path), why=harmless(why)))


def _check_agrees(found: Record, game: AnyGame, rules: AnyRules | None, path: str, lang: str) -> None:
    """Raises click.ClickException where a record is of another game, or of other rules (None: of any)."""
    _check_same("game", found.game, game.name, path, lang)
    if rules is not None:
        theirs, mine = [json.dumps(dump_rules(game, config)) for config in (found.rules, rules)]
        _check_same("rules", theirs, mine, path, lang)


def _check_agreed_table(found: Record, players: str | None, dealer: str | None, path: str, lang: str) -> None:
    """Raises click.ClickException where a record has other names or another first dealer than the
    options say."""
    if players is not None:
        theirs, mine = found.players, _names(players, found.rules, lang)
        _check_same("players", ", ".join(theirs), ", ".join(mine), path, lang)
    if dealer is not None:
        mine_seat = _dealer(dealer, found.rules, lang)
        _check_same("first dealer", seat_text(found.dealer), seat_text(mine_seat), path, lang)


def _check_same(what: str, theirs: str, mine: str, path: str, lang: str) -> None:
    if theirs != mine:
        words = WORDS[lang]
        raise click.ClickException(
            words["conflict"].format(
                path=harmless(path), what=words[what], theirs=harmless(theirs), mine=harmless(mine)
            )
        )
