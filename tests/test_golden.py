"""The playthroughs of `golden/`, which players can read: each is as it is told now, and together they
show what there is to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, get_args

import attrs
import pytest
from attrs import evolve

from cardrules.duizenden import scoring as duizenden_scoring
from cardrules.duizenden.view import Phase as DuizendenPhase
from cardrules.registry import GAMES
from cardrules.tausend import scoring as tausend_scoring
from cardrules.tausend.view import Phase as TausendPhase
from golden.files import differences, stale
from golden.playthroughs import read
from golden.story import Shown, tell
from golden.words import WIDTH
from rulebooks import GAMES as BOOKS

PLAYTHROUGHS: Final = {playthrough.name: playthrough for playthrough in read()}
PHASES: Final = {"tausend": get_args(TausendPhase), "duizenden": get_args(DuizendenPhase)}
LINES: Final = {"tausend": tausend_scoring.LINES, "duizenden": duizenden_scoring.LINES}

NOT_SHOWN: Final[Mapping[str, str]] = {
    "cardrules.action": "what is no action has no text, so nobody can try it here",
}
"""What could be broken or scored and is in no playthrough, and why."""


@cache
def told(name: str) -> tuple[str, Shown]:
    return tell(PLAYTHROUGHS[name])


def shown(game: str) -> Shown:
    """What the playthroughs of a game show together."""
    together = Shown()
    for name, playthrough in PLAYTHROUGHS.items():
        if playthrough.game == game:
            part = told(name)[1]
            together.phases.update(part.phases)
            together.kinds.update(part.kinds)
            together.broken.update(part.broken)
            together.scored.update(part.scored)
    return together


# -- the files


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_file_is_as_it_comes_out(name: str) -> None:
    found = differences(PLAYTHROUGHS[name], told(name)[0])
    if found:
        pytest.fail(found[0], pytrace=False)


def test_no_file_is_left_over() -> None:
    left = [path.name for path in stale(list(PLAYTHROUGHS.values()))]
    assert left == [], "not in playthroughs.toml; python tests/golden/write.py removes them"


def test_a_change_is_shown_at_its_first_place() -> None:
    playthrough = PLAYTHROUGHS["tausend-standard"]
    lines = told("tausend-standard")[0].split("\n")
    lines[50] = lines[150] = "something else"
    (found,) = differences(playthrough, "\n".join(lines))
    assert "python tests/golden/write.py tausend-standard" in found
    assert "+something else" in found
    assert found.count("@@ ") == 1


def test_a_missing_file_and_an_additional_one_are_found() -> None:
    first, *others = PLAYTHROUGHS.values()
    (found,) = differences(evolve(first, name="never-written"), "")
    assert "never-written.txt is missing" in found
    assert "python tests/golden/write.py never-written" in found
    assert stale(others) == [first.path]


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_text_can_be_read_on_any_screen(name: str) -> None:
    lines = told(name)[0].split("\n")
    assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []
    assert len(lines) < 400


def test_nothing_depends_on_what_was_told_before() -> None:
    assert tell(PLAYTHROUGHS["duizenden-modern"]) == told("duizenden-modern")


# -- what they show


@pytest.mark.parametrize("game", BOOKS)
def test_every_phase_and_every_kind_of_action_is_shown(game: str) -> None:
    together = shown(game)
    assert together.phases == set(PHASES[game])
    assert together.kinds == set(GAMES[game].Action)


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_is_broken_for_every_reason(game: str) -> None:
    reasons = {(rule, reason) for rule, told_of in BOOKS[game].violations.items() for reason in told_of}
    assert shown(game).broken == {(rule, reason) for rule, reason in reasons if rule not in NOT_SHOWN}


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_that_scores_is_scored(game: str) -> None:
    assert shown(game).scored == {rule for rule in LINES[game] if rule not in NOT_SHOWN}


@pytest.mark.parametrize("game", BOOKS)
def test_every_preset_has_a_playthrough(game: str) -> None:
    mine = [playthrough for playthrough in PLAYTHROUGHS.values() if playthrough.game == game]
    plain = {playthrough.preset for playthrough in mine if set(playthrough.rules) <= {"players"}}
    assert plain >= set(GAMES[game].PRESETS)


@pytest.mark.parametrize("game", BOOKS)
def test_every_flag_is_changed_in_a_playthrough(game: str) -> None:
    default = values(GAMES[game].Rules())
    changed = set()
    for playthrough in PLAYTHROUGHS.values():
        if playthrough.game == game:
            changed |= {flag for flag, value in values(playthrough.config()).items() if default[flag] != value}
    assert changed == set(default)


def values(rules: object) -> dict[str, object]:
    """The flags of a config by their dotted names."""
    found: dict[str, object] = {}
    for field in attrs.fields(type(rules)):  # type: ignore[arg-type]  # every config is of an attrs class
        value = getattr(rules, field.name)
        if field.init and field.name == "barrel":
            found |= {f"barrel.{flag}": each for flag, each in values(value).items()}
        elif field.init:
            found[field.name] = value
    return found


def test_the_players_of_every_language_can_read_some() -> None:
    for game in BOOKS:
        assert {each.lang for each in PLAYTHROUGHS.values() if each.game == game} == {"en", "nl", "de"}


def test_playthroughs_have_names_of_their_own() -> None:
    names = [playthrough.name for playthrough in read()]
    assert len(names) == len(set(names))
    assert all([name.startswith(PLAYTHROUGHS[name].game) for name in names])
