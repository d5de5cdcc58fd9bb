"""Options and arguments that several commands have."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import click

from cardrules.archives import is_archive
from cardrules.cli.output import MESSAGE, WORDS, fault, harmless
from cardrules.errors import InvalidRules, MalformedInput
from cardrules.notes import Completion, Notes, completed, read, replay
from cardrules.recorded import Record
from cardrules.registry import GAMES, AnyGame, AnyRules, AnyState, game
from cardrules.report import Report
from cardrules.text import seat_of
from cardrules.verdict import IllegalAction
from cardrules.wire import read_rules
from cardrules.wording import LANGS

F = TypeVar("F", bound=Callable[..., object])


class GameName(click.ParamType[AnyGame]):
    """The name of a game that can be loaded."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        """The game; an error of usage for any other name."""
        try:
            return game(str(value))
        except ValueError as error:
            broken = GAMES.broken().get(str(value))
            self.fail(f"the game {value!r} cannot be loaded: {harmless(broken)}" if broken else str(error), param, ctx)


class _Seat(click.ParamType[int]):
    name = "seat"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return seat_of(str(value), 9) if isinstance(value, str) else int(value)
        except MalformedInput:
            self.fail(f"{value!r} is no seat; a seat is written as p1", param, ctx)


GAME: Final = click.argument("game", type=GameName(), metavar="GAME")
LANG: Final = click.option(
    "--lang", type=click.Choice(LANGS), default="en", show_default=True, help="The language of the texts."
)
SEAT: Final = click.option("--seat", type=_Seat(), metavar="pN", help="Only what this seat may know.")
RECORD: Final = click.option(
    "--record",
    "number",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Which record of the file, from 0.",
)


def with_rules(function: F) -> F:
    """Adds `--preset` and `--set` to a command; `chosen_rules` makes a config of them."""
    preset = click.option("--preset", metavar="NAME", help="Start from this preset of the game.")
    changes = click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="FIELD=VALUE",
        help="Change a field of the rules: four_aces=true, barrel.at=870. May be repeated.",
    )
    return preset(changes(function))


def chosen_rules(chosen: AnyGame, preset: str | None, changes: tuple[str, ...]) -> AnyRules:
    """The config of `--preset` and `--set`. Raises click.UsageError for one that makes no sense."""
    try:
        return read_rules(chosen, changes, preset)
    except InvalidRules as error:
        raise click.UsageError(f"these rules make no sense: {harmless(error, MESSAGE)}") from None


def opened(path: str) -> Iterator[Record | Notes | Report]:
    """What a file holds; `-` is standard input. Raises OSError where it cannot be read, as for a
    folder, in which no single number names a record."""
    if path and Path(path).is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    return read(path)


class CannotRun(click.ClickException):
    """Nothing could be done at all."""

    exit_code = 2


def is_same(output: str, path: str) -> bool:
    """Whether a file to be written is one that is read, by whatever name, also as standard input."""
    try:
        if path == "-":
            return os.path.samestat(os.fstat(sys.stdin.fileno()), Path(output).stat())
        return os.path.realpath(output) == os.path.realpath(path) or Path(output).samefile(path)
    except (OSError, ValueError):  # one of them is not there
        return False


def is_archive_of(output: str, folder: str) -> bool:
    """Whether a file to be written is one of the archives in a folder that is read, or would be the next time."""
    return is_archive(output) and is_within(output, folder)


def is_within(output: str, folder: str) -> bool:
    """Whether a file to be written lies in a folder that is read."""
    try:
        return folder != "-" and Path(folder).is_dir() and Path(output).resolve().is_relative_to(Path(folder).resolve())
    except (OSError, ValueError):  # no file can have that name
        return False


def unreadable(path: str, error: OSError, lang: str) -> str:
    """That a file cannot be read, and why."""
    return WORDS[lang]["unread"].format(path=harmless(path), why=error.strerror or harmless(error))


def one_record(path: str, number: int, lang: str) -> Completion:
    """The record `number` of a file (`-`: of standard input), or the one that the notes there stand for.
    Raises click.ClickException where it cannot be had."""
    try:
        for index, found in enumerate(opened(path)):
            if index == number:
                return _sound(found, lang)
    except OSError as error:
        raise click.ClickException(unreadable(path, error, lang)) from None
    raise click.ClickException(WORDS[lang]["absent"].format(path=harmless(path), number=number))


def _sound(found: Record | Notes | Report, lang: str) -> Completion:
    if isinstance(found, Report):
        raise _unsound(found.record, found.message, lang)
    try:
        return completed(found)
    except MalformedInput as error:
        raise _unsound(found.number, str(error), lang) from None


def _unsound(number: int, message: str | None, lang: str) -> click.ClickException:
    return click.ClickException(WORDS[lang]["unsound"].format(number=number, why=fault(message, lang)))


Stop: TypeAlias = tuple[int, IllegalAction]
"""The index of an action that a record cannot be played on with, and why."""


def replayed(completion: Completion, actions: int | None = None) -> tuple[AnyState, Stop | None]:
    """The state after so many actions of a record (None: all), or where it stops."""
    state: AnyState = None
    at = 0
    try:
        # the last one counts
        for at, state in enumerate(islice(replay(completion), None if actions is None else actions + 1)):  # noqa: B007
            pass
    except IllegalAction as error:
        return state, (at, error)
    return state, None


def check_played_on(stop: Stop | None, lang: str) -> None:
    """Raises click.ClickException where a record could not be played on."""
    if stop is not None:
        at, why = stop
        raise click.ClickException(WORDS[lang]["stopped"].format(at=at, why=why))
