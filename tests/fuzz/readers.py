"""What the readers do with any bytes: a value that keeps its promises, or one of three errors."""

from __future__ import annotations

import io
import json
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
from click.testing import CliRunner

from cardrules import GAMES, Card, Cards, MalformedInput, Score, ScoreLine, Violation, duizenden, rulebook, tausend
from cardrules.cli import command as cardrules
from cardrules.cli.options import chosen_rules
from cardrules.errors import InvalidRules
from cardrules.records import Record, Report, read, replay, validate, write
from cardrules.registry import AnyGame, AnyRules
from cardrules.render.plain import table
from cardrules.verdict import ACTION, IllegalAction
from cardrules.wire import dump, dump_rules, load, load_rules
from cardrules.wording import LANGS
from fuzz.choices import Choices
from fuzz.playing import check_kept, check_state, play_on

# -- records


def records(data: bytes) -> None:
    """An archive of any bytes: every line that is not blank is a record or a malformed report."""
    if data.startswith(b"\x1f\x8b"):
        _check_archive(_from_file(data, "a.jsonl.gz"))
        return
    found = [*read(io.BytesIO(data))]
    _check_archive(found)
    whole = _from_file(data, "a.json")
    assert len(whole) <= 1, "a .json file is one record"
    _check_archive(whole)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    assert [*read(io.StringIO(text, newline="\n"))] == found, "an archive as text reads otherwise than as bytes"


def _from_file(data: bytes, name: str) -> list[Record | Report]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        return [*read(path)]


def _check_archive(found: list[Record | Report]) -> None:
    for number, each in enumerate(found):
        if isinstance(each, Report):
            assert each.verdict == "malformed"
            assert each.record == number
            assert each.message
            assert len(each.message) < 500
            assert each.message.isprintable()
            check_report(each)
        else:
            assert each.number == number
            _check_record(each)


def _check_record(record: Record) -> None:
    report = validate(record)
    assert report.actions == len(record.actions)
    check_report(report)
    _check_replay(record, report)
    file = io.BytesIO()
    write([record], file)
    (again,) = read(io.BytesIO(file.getvalue()))
    assert again == record
    assert isinstance(again, Record)
    assert again.texts == record.texts
    assert hash(again) == hash(record)


def check_report(report: Report) -> None:
    """What a report says can be told in every language."""
    for lang in LANGS:
        data = report.to_json(lang)
        text = json.dumps(data, allow_nan=False)
        assert json.loads("".join(report.json_pieces(lang))) == json.loads(text)
        assert all([violation.explain(lang) for violation in report.violations])


def _check_replay(record: Record, report: Report) -> None:
    """A record that is replayed stops where the report says."""
    game = GAMES[record.game]
    state = None
    count = -1
    try:
        for count, state in enumerate(replay(record)):  # noqa: B007  # the last ones
            pass
    except IllegalAction as error:
        assert report.verdict == "illegal"
        assert report.at == count
        assert report.violations == error.violations
    else:
        assert report.at is None
        assert count == len(record.actions)
    assert game.score(state).totals == report.totals


# -- actions


def actions(data: bytes) -> None:
    """Any text as an action of each game: what it writes reads back as the same."""
    text = data.decode(errors="replace")
    for game in GAMES.values():
        try:
            action = game.parse_action(text)
        except MalformedInput as error:
            assert len(str(error)) < 500
            assert str(error).isprintable()
            continue
        written = str(action)
        assert game.parse_action(written) == action
        assert str(game.parse_action(written)) == written
        assert load(dump(action), type(action)) == action
        assert hash(game.parse_action(written)) == hash(action)
        for rules in game.PRESETS.values():
            state = game.start(rules, 0)
            assert ACTION not in game.violations(state, action), "a text that is no action was read"


# -- configs


def rules(data: bytes) -> None:
    """Any JSON as a config of each game, and any lines as changes of flags on the command line."""
    text = data.decode(errors="replace")
    for game in GAMES.values():
        for found in (_config(game, text), _chosen(game, text.split("\n"))):
            if found is not None:
                _check_config(game, found)


def _config(game: AnyGame, text: str) -> AnyRules | None:
    try:
        return load_rules(game, json.loads(text))
    except InvalidRules as error:
        assert len(str(error)) < 500
        assert error.field
        return None
    except (ValueError, RecursionError):  # no JSON
        return None


def _chosen(game: AnyGame, lines: list[str]) -> AnyRules | None:
    preset, *changes = lines
    try:
        return chosen_rules(game, preset or None, tuple(changes))
    except click.UsageError as error:
        assert error.message.isprintable()
        return None


def _check_config(game: AnyGame, config: AnyRules) -> None:
    short = dump_rules(game, config)
    assert load_rules(game, json.loads(json.dumps(short, allow_nan=False))) == config
    assert load(dump(config), type(config)) == config
    hash(config)
    book = game.rulebook()
    assert book is not None
    for lang in LANGS:
        assert rulebook.sheet(book, config, lang)
    for dealer in (0, config.players - 1):
        check_kept(game, game.start(config, dealer))
    state = game.start(config, 0)
    check_state(game, state)
    check_state(game, game.apply(state, game.shuffle(state, Choices(b"").rng())))


# -- values


TYPES: Final[tuple[Any, ...]] = (
    tausend.State,
    duizenden.State,
    tausend.Action,
    duizenden.Action,
    tausend.View,
    duizenden.View,
    tausend.Rules,
    duizenden.Rules,
    Score,
    ScoreLine,
    Violation,
    Card,
    Cards,
)
"""What a stranger's JSON may be read as."""


def values(data: bytes) -> None:
    """Any JSON as a value of each type: it is refused, or it is a value of the type; and a state can
    be played on."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return
    for loaded in _loaded(value):
        again = json.loads(json.dumps(dump(loaded), allow_nan=False))
        assert load(again, type(loaded)) == loaded
        hash(loaded)
        if isinstance(loaded, Violation):
            assert all([loaded.explain(lang) is not None for lang in LANGS])
        for game in GAMES.values():
            if type(loaded) in game.State:
                _check_loaded(game, loaded, data)


def _loaded(value: object) -> Iterator[object]:
    for kind in TYPES:
        try:
            yield load(value, kind)
        except (MalformedInput, InvalidRules) as error:
            assert len(str(error)) < 2000
            assert str(error).isprintable()


def _check_loaded(game: AnyGame, state: object, data: bytes) -> None:
    players = state.match.rules.players  # type: ignore[attr-defined]  # every state has them
    for seat in (None, players - 1):
        assert table(game, state, seat, "en")
    # a value of the input, so that a small change leads to other actions
    play_on(game, state, Choices(zlib.crc32(data).to_bytes(4, "big") * 8))


# -- the command

_RUNNER: Final = CliRunner()


def command(data: bytes) -> None:
    """Any bytes on the standard input of the commands that read records."""
    found = [*read(io.BytesIO(data))]
    verdicts = [each.verdict if isinstance(each, Report) else validate(each).verdict for each in found]
    status = 1 if set(verdicts) - {"legal"} else 0
    lang = LANGS[len(data) % len(LANGS)]
    lines = _run(["validate", "-", "--format", "json", "--lang", lang], data, status).splitlines()
    assert [json.loads(line)["verdict"] for line in lines] == verdicts
    text = _run(["validate", "-", "--lang", lang], data, status)
    assert text.replace("\n", "").isprintable()
    if len(found) == 1:
        for name in ("show", "sheet"):
            text = _run([name, "-", "--lang", lang], data, 1 if verdicts[0] in ("malformed", "illegal") else 0)
            assert text.replace("\n", "").isprintable()


def _run(arguments: list[str], data: bytes, status: int) -> str:
    result = _RUNNER.invoke(cardrules, arguments, input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == status, f"exit status {result.exit_code}, not {status}"
    return result.stdout
