"""What entering a match does with any lines: every file that it leaves is a sound record."""

from __future__ import annotations

import random
import tempfile
import zlib
from pathlib import Path
from typing import Final
from unittest.mock import patch

from click.testing import CliRunner, Result

from cardrules import GAMES
from cardrules.cli import command as cardrules
from cardrules.cli.recording import session
from cardrules.records import Record, read, validate
from cardrules.wording import LANGS
from fuzz.choices import Choices

_RUNNER: Final = CliRunner()


def entered(data: bytes) -> None:
    """A match whose first line chooses the game and the options, and the others are typed; then it is
    gone on with."""
    head, _, typed = data.partition(b"\n")
    choices = Choices(head)
    game = GAMES[choices.one_of(("tausend", "duizenden"))]
    arguments = ["record", game.name, "--lang", choices.one_of(LANGS), "--preset", choices.one_of([*game.PRESETS])]
    if choices.below(2):
        arguments += ["--seat", "p1"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        arguments += ["--output", str(path)]
        # what is shuffled depends on the input alone
        with patch.object(session, "RANDOM", random.Random(zlib.crc32(data))):
            first = _run(arguments, typed)
            if not path.exists():
                return
            record = _sound(path)
            again = _run(arguments, b"")
        assert again.exit_code == 0, again.output
        assert _sound(path) == record, "to open a match again changed it"
        assert first.exit_code in (0, 1)


def _run(arguments: list[str], typed: bytes) -> Result:
    result = _RUNNER.invoke(cardrules, arguments, input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.output.replace("\n", "").isprintable()
    return result


def _sound(path: Path) -> Record:
    (record,) = read(path)
    assert isinstance(record, Record), record
    assert validate(record).verdict == "legal"
    return record
