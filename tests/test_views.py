"""Views that come from strangers: what no view says is refused, and what is read can be shown."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from cardrules import GAMES, MalformedInput, render
from cardrules.registry import AnyGame, AnyView
from cardrules.wire import JSON, dump, load

NUMBERS: Final = (-1, 0, 2, 7, 8, 10**9, 10**15)


def seen(game: AnyGame, steps: int, seat: int | None) -> AnyView:
    """The view of a seat after so many steps of a match."""
    rng = random.Random(steps)
    state = game.start(game.PRESETS[sorted(game.PRESETS)[0]], 0)
    for _ in range(steps):
        actions = game.legal_actions(state)
        action = actions[rng.randrange(min(len(actions), 20))] if actions else game.shuffle(state, rng)
        state = game.apply(state, action)
    return game.view(state, seat)


def sent(game: str, steps: int) -> dict[str, Any]:
    """The view of a spectator, as JSON."""
    data: JSON = dump(seen(GAMES[game], steps, None))
    assert isinstance(data, dict)
    return data


RUN: Final[dict[str, Any]] = {
    "owner": 0,
    "suit": "h",
    "low": 4,
    "cards": ["5h", "Jk", "7h"],
    "seats": [0, 0, 0],
    "wilds": [5],
}


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("tausend", {"widow_count": 10**12}),
        ("tausend", {"widow_count": -1}),
        ("tausend", {"counts": [7, 7]}),
        ("tausend", {"counts": []}),
        ("tausend", {"counts": [7, 7, 10**12]}),
        ("tausend", {"standings": []}),
        ("tausend", {"seat": 3}),
        ("tausend", {"actors": [3]}),
        ("tausend", {"winners": [1]}),
        ("tausend", {"phase": "over"}),
        ("tausend", {"phase": "deal"}),
        ("tausend", {"declarer": 3}),
        ("duizenden", {"stock_count": -1}),
        ("duizenden", {"counts": []}),
        ("duizenden", {"totals": [0, 0]}),
        ("duizenden", {"turn": None}),
        ("duizenden", {"dealer": 7}),
        ("duizenden", {"phase": "over"}),
        ("duizenden", {"phase": "draw"}),
        ("duizenden", {"melds": [{"owner": 0, "rank": "5", "cards": ["5c", "5d", "5h"], "seats": [0]}]}),
        ("duizenden", {"melds": [{"owner": 7, "rank": "5", "cards": [], "seats": []}]}),
        ("duizenden", {"melds": [RUN | {"low": -1}]}),
        ("duizenden", {"melds": [RUN | {"low": 12}]}),
        ("duizenden", {"melds": [RUN | {"wilds": [3]}]}),
        ("duizenden", {"melds": [RUN | {"wilds": [7]}]}),
        ("duizenden", {"melds": [RUN | {"wilds": [5, 5]}]}),
        ("duizenden", {"previous": {"out": 7, "melds": [], "pot": [], "lines": [], "hand": None}}),
    ],
)
def test_a_view_whose_fields_do_not_fit_is_refused(game: str, changes: dict[str, Any]) -> None:
    data = sent(game, 1)
    (kind,) = GAMES[game].View
    load({**data, "melds": [RUN]} if game == "duizenden" else data, kind)
    with pytest.raises(MalformedInput):
        load({**data, **changes}, kind)


def spoilt(rng: random.Random, data: Any) -> Any:
    """The JSON of a view with something in it that was something else."""
    if isinstance(data, dict):
        place: Any = rng.choice(sorted(set(data) - {"rules"}))
    elif isinstance(data, list) and data and rng.random() < 0.5:
        place = rng.randrange(len(data))
    elif isinstance(data, list):
        return data[:-1] if rng.random() < 0.5 else data * 2
    else:
        return rng.choice(NUMBERS) if isinstance(data, int) else rng.choice((None, "5hJk7h", "over", "meld", "lead"))
    changed = data.copy()
    changed[place] = spoilt(rng, data[place])
    return changed


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_a_view_that_is_read_can_be_shown(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    shown = 0
    for steps in (0, 1, 5, 12, 20, 28, 40, 90, 140):
        data = dump(seen(game, steps, rng.choice((None, 0, 1))))
        for _ in range(40):
            try:
                view: object = load(spoilt(rng, data), game.View[0])
            except ValueError:
                continue
            render.svg(view, names=["Anna"])
            render.text(view, names=["Anna"], width=60)
            shown += 1
    assert shown > 40
