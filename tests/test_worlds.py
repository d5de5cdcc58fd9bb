"""Every state of small worlds, and how many there are (see `worlds.explore`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import pytest
from attrs import evolve, frozen

from cardrules import tausend
from cardrules.cards import Cards
from cardrules.registry import Game
from cardrules.tausend import Dealing, Over, Playing
from worlds import perft, worlds
from worlds.explore import Counts, Fault, Row, differences, explore
from worlds.perft import cards_of
from worlds.tausend import WORLDS as TAUSEND

Tausend: TypeAlias = Game[tausend.Rules, tausend.State, tausend.Action, tausend.View]

QUICK: Final = [name for name, world in worlds.WORLDS.items() if world.quick]
KINDS: Final = {
    "tausend": "bid give nines pass play play-aces play-marriage raise surrender",
    "duizenden": "challenge discard draw endturn exchange last layoff meld pot reshuffle swap",
}


# -- the worlds and their counts


def test_every_world_has_a_file_and_every_file_a_world() -> None:
    assert sorted(path.stem for path in worlds.COUNTS.iterdir()) == sorted(worlds.WORLDS)


@pytest.mark.parametrize("name", QUICK)
def test_every_state_keeps_the_promises_and_the_counts_are_those_of_the_file(name: str) -> None:
    wrong = worlds.found_wrong(name, worlds.explored(name))
    assert not wrong, f"{name}: {'; '.join(wrong)}. If that is right: {worlds.command(name)}"


@pytest.mark.parametrize("name", worlds.WORLDS)
def test_files_are_as_they_are_written(name: str) -> None:
    kept = worlds.read(name)
    assert kept is not None
    assert worlds.path_of(name).read_text("utf-8") == worlds.text_of(name, kept)


@pytest.mark.parametrize("game", KINDS)
def test_the_quick_worlds_know_every_kind_of_action(game: str) -> None:
    kept = [worlds.read(name) for name in QUICK if worlds.WORLDS[name].game.name == game]
    assert {kind for counts in kept if counts for kind in counts.taken} == set(KINDS[game].split())


def test_a_changed_count_is_named_with_its_depth() -> None:
    rows = (Row(0, 3, 3, 0, 9), Row(1, 4, 6, 1, 12), Row(2, 2, 6, 2, 6))
    kept = Counts("AhKh", 3, rows, {"draw": 7})
    assert [*differences(kept, kept)] == []
    other = (rows[0], evolve(rows[1], states=5, sequences=7), rows[2])
    assert [*differences(evolve(kept, rows=other), kept)] == [
        "depth 1 has 5 states, not 4",
        "depth 1 has 7 sequences, not 6",
    ]
    assert [*differences(evolve(kept, rows=rows[:2]), kept)] == ["the deepest is depth 1, not 2"]
    assert [*differences(evolve(kept, cards="Ah", starts=2, taken={"draw": 7, "pot": 1}), kept)] == [
        "the cards are Ah, not AhKh",
        "there are 2 first states, not 3",
        "an action 'pot' is taken 1 times, not 0",
    ]


# -- the same counts without the library


@frozen
class Twin:
    """A world a second time, in `perft`."""

    world: str
    count: Callable[[], list[int]]


def tricks(text: str, size: int, *, aces: bool = False, first: str = "", second: str = "") -> Callable[[], list[int]]:
    def count() -> list[int]:
        deals = perft.all_hands(cards_of(text), size, 2)
        some = [hands for hands in deals if {*cards_of(first)} <= {*hands[0]} and {*cards_of(second)} <= {*hands[1]}]
        return perft.perft([perft.Tricks(hands, 0, aces) for hands in some], perft.plays)

    return count


def whole_deals(text: str, bid: int, step: int) -> Callable[[], list[int]]:
    def count() -> list[int]:
        deals: list[perft.Deal] = [
            perft.Auction(tuple(hands), widow, (1, 2, 0), bid) for *hands, widow in perft.all_hands(cards_of(text), 1)
        ]
        return perft.perft(deals[::step], perft.deal_moves)

    return count


def auctions() -> list[int]:
    """Who has a marriage and who has none is all that counts."""
    hands = [[("Kh", "Qh") if married >> seat & 1 else ("Ah",) for seat in range(3)] for married in range(8)]
    first: list[perft.Deal] = [perft.Auction(tuple(each), (), (0, 1, 2), 95) for each in hands]

    def moves(at: perft.Deal) -> Iterable[perft.Deal | None]:
        return perft.calls(at) if isinstance(at, perft.Auction) else ()

    return perft.perft(first, moves)


def plain_rounds(step: int) -> Callable[[], list[int]]:
    def count() -> list[int]:
        deals = perft.round_starts(cards_of("5c5d5h6h7h8h5s"), (perft.Meld(rank="8"),), (True, False))
        return perft.perft([*deals][::step], perft.round_moves)

    return count


TWINS: Final = (
    Twin("tausend-auctions", auctions),
    Twin("tausend-two-tricks", tricks("AhKhQhAsKsQs", 2)),
    Twin("tausend-three-tricks-of-a-hand", tricks("AcKcQcAhKhQhAsKsQs", 3, first="KhQhKs")),
    Twin("tausend-three-tricks", tricks("AcKcQcAhKhQhAsKsQs", 3)),
    Twin(
        "tausend-four-aces-of-a-hand",
        tricks("AcJc9cAdJd9dAhJh9hAsJs9s", 4, aces=True, first="AcAdAhAs", second="9cJc9d9h"),
    ),
    # the cards of a hand in the order of the library, for the choice of the deals
    Twin("tausend-deals-of-one", whole_deals("QhKhAhQsKsAs", 120, 12)),
    Twin("tausend-deals-of-one-from-115", whole_deals("QhKhAhQsKsAs", 115, 1)),
    Twin("duizenden-plain", plain_rounds(1)),
)


@pytest.mark.parametrize("twin", TWINS, ids=[twin.world for twin in TWINS])
def test_the_library_is_not_needed_to_count(twin: Twin) -> None:
    kept = worlds.read(twin.world)
    assert kept is not None
    assert [row.sequences for row in kept.rows] == twin.count()


# -- what an exploration finds: a library that breaks a promise

WORLD: Final = next(world for world in TAUSEND if world.name == "tausend-two-tricks")


def fewer(state: tausend.State, seat: int | None = None) -> Sequence[tausend.Action]:
    return tuple(tausend.legal_actions(state)[1:])


def more(state: tausend.State, seat: int | None = None) -> Sequence[tausend.Action]:
    return (
        *tausend.legal_actions(state),
        *([] if isinstance(state, Dealing | Over) else [tausend.parse_action("p1 pass")]),
    )


def lost(state: tausend.State) -> dict[str, Cards]:
    return {place: cards for place, cards in tausend.places(state).items() if place != "p3"}


def awry(state: tausend.State, action: tausend.Action) -> tausend.State:
    after = tausend.apply(state, action)
    if isinstance(after, Playing):
        return after
    first, *others = after.match.standings
    return evolve(after, match=evolve(after.match, standings=(evolve(first, total=first.total + 5), *others)))


def leaking(state: tausend.State, seat: int | None) -> tausend.View:
    view = tausend.view(state, seat)
    return evolve(view, hand=state.hands[0]) if isinstance(state, Playing) else view


def nobody(state: tausend.State) -> tuple[int, ...]:
    return ()


BROKEN: Final[dict[str, tuple[Tausend, str]]] = {
    "an action is not listed": (evolve(WORLD.game, legal_actions=fewer), "breaks no rule"),
    "an action is listed that is not legal": (evolve(WORLD.game, legal_actions=more), "listed and not legal"),
    "a hand is nowhere": (evolve(WORLD.game, places=lost), "not those of the world"),
    "a total is wrong": (evolve(WORLD.game, apply=awry), "does not add up"),
    "a view shows another hand": (evolve(WORLD.game, view=leaking), "shown different things"),
    "nobody is to act": (evolve(WORLD.game, actors=nobody), "where chance is awaited"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found(name: str) -> None:
    game, message = BROKEN[name]
    with pytest.raises(Fault, match=message):
        explore(evolve(WORLD, game=game))


def test_a_first_state_is_not_counted_twice() -> None:
    starts = [*WORLD.starts()][:3]
    with pytest.raises(AssertionError, match="twice"):
        explore(evolve(WORLD, starts=lambda: [*starts, starts[0]]))
