"""The pictures of the documentation: `python tests/pictures.py` writes them anew."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

from cardrules import Card, Record, duizenden, records, render, tausend

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "docs" / "pictures"


def recorded(game: str, number: int) -> Record:
    """A record of the examples."""
    record = next(islice(records.read(ROOT / "examples" / "records" / f"{game}.jsonl"), number, None))
    assert isinstance(record, Record)
    return record


def tausend_view(number: int, at: int, seat: int | None) -> tausend.View:
    """The table after so many actions of a record."""
    state = next(islice(records.replay(recorded("tausend", number)), at, None))
    assert isinstance(state, tausend.State)
    return tausend.view(state, seat)


def duizenden_view(number: int, at: int, seat: int | None) -> duizenden.View:
    """The table after so many actions of a record."""
    state = next(islice(records.replay(recorded("duizenden", number)), at, None))
    assert isinstance(state, duizenden.State)
    return duizenden.view(state, seat)


def pictures() -> dict[str, render.Picture]:
    """The pictures by the names of their files."""
    players = "Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Greta", "Hugo"
    return {
        "tausend.svg": render.svg(tausend_view(0, 177, 0), names=players, width=640),
        "tausend-between.svg": render.svg(
            tausend_view(1, 441, 2), lang="de", names=players, four_colours=True, dark=True, width=640
        ),
        "duizenden.svg": render.svg(duizenden_view(2, 90, 0), names=players),
        "duizenden-eight.svg": render.svg(duizenden_view(6, 37, 3), lang="nl", names=players, width=320),
        "king.svg": render.card(Card.parse("Kd"), lang="nl"),
        "ten.svg": render.card(Card.parse("Tc"), four_colours=True),
        "back.svg": render.card(None),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, "utf-8")
