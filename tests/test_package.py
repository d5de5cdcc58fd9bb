"""The command's entry, the errors, and configs that make no sense."""

from __future__ import annotations

import builtins
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast, get_args

import attrs
import pytest

import cardrules
from cardrules import IllegalAction, InvalidRules, MalformedInput, duizenden, tausend
from cardrules.__main__ import main
from cardrules.records import UnreadableAction
from cardrules.tausend.policy import choose
from cardrules.wording import listed


def test_the_entry_runs_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["cardrules", "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "validate" in capsys.readouterr().out


@pytest.mark.parametrize("missing", ["click", "rich", "attrs"])
def test_the_entry_says_what_the_command_needs(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "cardrules.cli":
            raise ModuleNotFoundError(name=missing)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModuleNotFoundError if missing == "attrs" else SystemExit) as ended:
        main()
    if missing != "attrs":
        assert str(ended.value) == f'the command needs {missing}: pip install "cardrules[cli]"'


@pytest.mark.parametrize("missing", ["hypothesis", "attrs"])
def test_what_is_for_tests_says_what_it_needs(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import cardrules.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    said = 'needs hypothesis: pip install "cardrules[testing]"' in done.stderr
    assert said == (missing == "hypothesis"), done.stderr


@pytest.mark.parametrize(
    "error", [MalformedInput("word 3", "why"), InvalidRules("barrel.at", "why"), UnreadableAction(3, "x", "why")]
)
def test_errors_pickle(error: MalformedInput | InvalidRules) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # its own pickle
    assert type(again) is type(error)
    assert vars(again) == vars(error)
    assert str(again) == str(error)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 5),
        ("players", "3"),
        ("players", 10**12),
        ("sits_out", "dealer"),
        ("four_aces", 1),
        ("surrender_points", "ninety"),
        ("surrender_cost", None),
        ("barrel", 880),
        ("barrel.at", 1000),
        ("barrel.at", 595),
        ("barrel.at", "880"),
        ("barrel.deals", 0),
        ("barrel.falls_to", 885),
        ("barrel.falls_to", 752),
    ],
)
def test_a_config_that_makes_no_sense_names_its_field(field: str, value: Any) -> None:
    name, _, inner = field.partition(".")
    config: dict[str, Any] = {name: tausend.Barrel(**{inner: value}) if inner else value}
    with pytest.raises(InvalidRules) as refused:
        tausend.Rules(**config)
    assert refused.value.field == field
    assert refused.value.message


def test_four_need_somebody_who_sits_out() -> None:
    with pytest.raises(InvalidRules, match="sits_out"):
        tausend.Rules(players=4, sits_out=None)


@pytest.mark.parametrize("module", [duizenden, tausend])
def test_the_classes_of_what_a_seat_sees_can_be_imported(module: ModuleType) -> None:
    """Whoever annotates a front end names no module within the game."""
    exported = [*[vars(module)[name] for name in module.__all__], *[getattr(cardrules, n) for n in cardrules.__all__]]
    assert [kind for kind in classes_in(module.View | module.Rules | module.SeenAction) if kind not in exported] == []


def classes_in(hint: Any, known: tuple[type, ...] = ()) -> tuple[type, ...]:
    """The classes of this package that a type is made of, and those of their fields."""
    if attrs.has(hint) or getattr(hint, "__module__", "").startswith("cardrules"):
        if hint in known:
            return known
        known = (*known, hint)
        parts = (
            [field.type for field in attrs.fields(attrs.resolve_types(hint)) if field.init] if attrs.has(hint) else []
        )
    else:
        parts = list(get_args(hint))
    for part in parts:
        known = classes_in(part, known)
    return known


def test_the_simple_player_acts_only_where_somebody_can() -> None:
    with pytest.raises(ValueError, match="nobody"):
        choose(tausend.start(), random.Random(1))


def test_a_text_in_the_place_of_an_action_is_told_of_what_reads_it() -> None:
    for game in (tausend, duizenden):
        for action, hint in (("p2 bid 100", "; parse_action reads a text"), (3, "")):
            with pytest.raises(IllegalAction) as refused:
                cast("Any", game).apply(game.start(), action)
            assert str(refused.value) == f"a value that is no action breaks cardrules.action{hint}"


def test_a_long_list_is_cut() -> None:
    assert listed([], "en") == ""
    assert listed(["a", "b", "c"], "de") == "a, b und c"
    assert listed(["x"] * 99, "nl").endswith(", …")
