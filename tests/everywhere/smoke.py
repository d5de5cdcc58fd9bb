"""Uses an installed cardrules a little, with nothing of the checkout and no tool for tests.

    python -I smoke.py core|cli

core: it was installed without extras, and the command says what it lacks. cli: the command works.
"""

from __future__ import annotations

import importlib.util
import io
import json
import random
import subprocess
import sys
import sysconfig
from pathlib import Path

import cardrules
from cardrules import GAMES, Record, Report, duizenden, records, tausend, wire
from cardrules.registry import AnyGame, AnyRules


def is_whole() -> None:
    """The package is the one that was installed, with all its data."""
    folder = Path(cardrules.__file__).resolve().parent
    assert folder.parent == Path(sysconfig.get_path("purelib")).resolve(), folder
    for name in ("py.typed", "rulebook.toml", "tausend/rulebook.toml", "duizenden/rulebook.toml"):
        assert (folder / name).is_file(), name


def played(game: AnyGame, rules: AnyRules, rng: random.Random) -> Record:
    """A deal or round, from the shuffle to its score."""
    state = game.start(rules, 0)
    actions = []
    while not game.score(state).sheet:
        acting = game.actors(state)
        assert bool(acting) == bool(game.legal_actions(state))
        action = game.choose(state, rng) if acting else game.shuffle(state, rng)
        assert game.parse_action(str(action)) == action
        state = game.apply(state, action)
        actions.append(action)
        assert wire.load(wire.dump(state), type(state)) == state
        for seat in range(rules.players):
            wire.dump(game.view(state, seat))
    return Record(game.name, rules, tuple("ABCDEFGH"[: rules.players]), 0, tuple(actions), (game.score(state).totals,))


def judged(record: Record) -> None:
    """A record goes to a file and comes back legal; with another score it does not."""
    file = io.BytesIO()
    records.write([record], file)
    file.seek(0)
    (again,) = records.read(file)
    assert isinstance(again, Record)
    assert records.validate(again).verdict == "legal"
    wrong = json.loads(file.getvalue())
    wrong["scores"][0][0] += 5
    (other,) = records.read(io.StringIO(json.dumps(wrong)))
    assert not isinstance(other, Report)
    assert records.validate(other).verdict == "misscored"


def refused() -> None:
    """An action that breaks a rule is refused with the reason in three languages."""
    begun = tausend.start()
    state = tausend.apply(begun, tausend.shuffle(begun, random.Random(1)))
    broken = tausend.violations(state, tausend.Pass(1))
    assert [violation.rule for violation in broken] == ["tausend.bid.opening"], broken
    assert len({broken[0].explain(lang) for lang in ("en", "nl", "de")}) == 3


def has_command(extra: str) -> None:
    """The command works, or says what it needs; the script of that name is the same."""
    assert (importlib.util.find_spec("click") is None) == (extra == "core")
    script = Path(sysconfig.get_path("scripts")) / "cardrules"
    for command in ([sys.executable, "-I", "-m", "cardrules"], [str(script)]):
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False, timeout=60)
        if extra == "core":
            assert done.returncode == 1, done
            assert done.stderr == 'the command needs click: pip install "cardrules[cli]"\n', done
        else:
            assert done.returncode == 0, done
            assert "cardrules" in done.stdout, done


def has_testing() -> None:
    """What is for tests can be imported, or says what it needs."""
    code = "import cardrules.testing"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False, timeout=60)
    if importlib.util.find_spec("hypothesis") is not None:
        assert done.returncode == 0, done
    else:
        assert 'pip install "cardrules[testing]"' in done.stderr, done


def main(extra: str) -> None:
    is_whole()
    assert [*GAMES] == ["duizenden", "tausend"]
    for name, rules in (("tausend", tausend.Rules(four_aces=True)), ("duizenden", duizenden.PRESETS["modern"])):
        judged(played(GAMES[name], rules, random.Random(4)))
    refused()
    has_command(extra)
    has_testing()


if __name__ == "__main__":
    main(*sys.argv[1:])
