"""The games by name: the two built in, and those that others register.

A tool is written once against `Game`: a value with the functions of a game module. A third party
registers a game through the entry point group `cardrules.games`, whose entries are `Game` values;
an entry is loaded when it is first asked for, and one that cannot be loaded harms no other.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast, overload

from attrs import field, frozen

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    # a violation finds its text through this module, which itself needs no more than these types
    from cardrules import duizenden, tausend
    from cardrules.cards import Cards
    from cardrules.clues import Clues
    from cardrules.completion import Completed
    from cardrules.options import Options
    from cardrules.rulebook import Rulebook
    from cardrules.scoresheet import Score
    from cardrules.verdict import Violation

GROUP: Final = "cardrules.games"
"""The entry point group."""


class AnyRules(Protocol):
    """What every config has."""

    @property
    def players(self) -> int:
        """How many play, sitting out included."""


class AnyAction(Protocol):
    """What every action has; `str` of it is its text. Players' actions also have `seat`."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""


AnyState: TypeAlias = object
"""A state of a game that is not known more closely."""

AnyView: TypeAlias = object
"""A view of a game that is not known more closely."""

R = TypeVar("R", bound=AnyRules)
S = TypeVar("S")
A = TypeVar("A", bound=AnyAction)
V = TypeVar("V")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Listing(Protocol[S_contra, A_co]):
    """`legal_actions`: of all seats, or of one."""

    def __call__(self, state: S_contra, seat: int | None = None, /) -> Sequence[A_co]:
        """The legal actions of the state."""


R_contra = TypeVar("R_contra", contravariant=True)


class Completing(Protocol[R_contra, A]):
    """`complete`: the actions that the texts of notes stand for."""

    def __call__(
        self, rules: R_contra, dealer: int, texts: Sequence[str], scores: Sequence[Sequence[int]] = (), /
    ) -> Completed[A]:
        """The actions, and what the notes leave open of them."""


class Describing(Protocol[S_contra]):
    """`describe`: an action in words. It may be redacted, and what classes those have is no type of a
    `Game`, so `describe` itself refuses what is no action of its game."""

    def __call__(
        self,
        action: AnyAction,
        state: S_contra,
        /,
        lang: str = "en",
        names: Sequence[str] = (),
        *,
        told: bool = False,
    ) -> str:
        """What the action is, as an offer to its player, or (`told`) as what has happened."""


class Offering(Protocol[S_contra, A_co]):
    """`options`: what can come of a choice of cards."""

    def __call__(self, state: S_contra, seat: int, /, chosen: Cards = ..., kind: type | None = None) -> Options[A_co]:
        """What the seat can do with the chosen cards of its hand, and which can join them."""


@frozen(eq=False)
class Game(Generic[R, S, A, V]):
    """A game: its name, the functions of its module, its types.

    The functions are those of the game modules `cardrules.tausend` and `cardrules.duizenden` and
    promise the same. `rulebook` gives the rules as data, or None; `choose` picks an action at
    random in a state in which somebody can act, in such a way that matches come to an end.
    `check` raises ValueError for a state that no match can reach, such as a stranger may send.
    `Action`, `State` and `View` are the classes of their unions; every action, state and view is
    exactly of one of them.

    A game that can be noted down by a watcher (`cardrules.notes`) has two more: `complete` makes
    actions of the texts of notes, for a config, the seat of the first dealer and the totals that
    were written down after each scored deal, and raises `Unexplained` where no deal of cards
    explains them, `Unreadable` for a text that is no note; `stand` is the state after an action that
    the table let stand though it breaks rules, and raises IllegalAction for one that cannot be
    applied at all.

    A game that front ends can show has three more: `redact` gives an action as a seat (None: a
    spectator) sees it that was applied in a state, an action or of one of the classes `Seen`;
    `describe` says in words what an action is, redacted or not, done in a state or seen in a view, and
    raises ValueError for what is no action of the game; `options` what can come of a choice of cards.

    `clues` say which flags can mend a fault (`cardrules.diagnosis`), so that few configs need to be
    tried; without them all are.
    """

    name: str
    Rules: type[R]
    PRESETS: Mapping[str, R]
    start: Callable[[R, int], S]
    shuffle: Callable[[S, random.Random], A]
    actors: Callable[[S], tuple[int, ...]]
    legal_actions: Listing[S, A]
    is_legal: Callable[[S, A], bool]
    violations: Callable[[S, A], tuple[Violation, ...]]
    apply: Callable[[S, A], S]
    score: Callable[[S], Score]
    view: Callable[[S, int | None], V]
    deck: Callable[[R], Cards]
    places: Callable[[S], Mapping[str, Cards]]
    parse_action: Callable[[str], A]
    check: Callable[[S], None]
    rulebook: Callable[[], Rulebook | None] = field(repr=False)
    choose: Callable[[S, random.Random], A] = field(repr=False)
    Action: tuple[type, ...] = field(repr=False)
    State: tuple[type, ...] = field(repr=False)
    View: tuple[type, ...] = field(repr=False)
    complete: Completing[R, A] | None = field(default=None, repr=False)
    stand: Callable[[S, A], S] | None = field(default=None, repr=False)
    clues: Clues[R, S, A] | None = field(default=None, repr=False)
    redact: Callable[[A, S, int | None], AnyAction] | None = field(default=None, repr=False)
    Seen: tuple[type, ...] = field(default=(), repr=False)
    describe: Describing[S | V] | None = field(default=None, repr=False)
    options: Offering[S, A] | None = field(default=None, repr=False)


AnyGame: TypeAlias = Game[AnyRules, AnyState, AnyAction, AnyView]

_BUILT_IN: Final = ("duizenden", "tausend")


class Games(Mapping[str, AnyGame]):
    """All games by name. A game that cannot be loaded is as good as absent: `broken` says why."""

    def __getitem__(self, name: str) -> AnyGame:
        # only names that are known are loaded, and kept
        found = _load(name) if isinstance(name, str) and (name in _BUILT_IN or name in _entries()) else None
        if isinstance(found, Game):
            return found
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in _names() if isinstance(_load(name), Game)])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def broken(self) -> Mapping[str, str]:
        """Why registered games could not be loaded, by name."""
        return {name: found for name in _names() if isinstance(found := _load(name), str)}


GAMES: Final = Games()


@overload
def game(name: Literal["tausend"]) -> Game[tausend.Rules, tausend.State, tausend.Action, tausend.View]: ...
@overload
def game(
    name: Literal["duizenden"],
) -> Game[duizenden.Rules, duizenden.State, duizenden.Action, duizenden.View]: ...
@overload
def game(name: str) -> AnyGame: ...
def game(name: str) -> object:
    """The game of that name. Raises ValueError, with the names there are, for any other."""
    try:
        return GAMES[name]
    except KeyError:
        raise ValueError(f"no game {name!r}: the games are {', '.join(GAMES)}") from None


@cache
def _entries() -> Mapping[str, EntryPoint]:
    # slow to load, and not needed for the games built in
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _names() -> list[str]:
    return [*_BUILT_IN, *[name for name in _entries() if name not in _BUILT_IN]]


@cache
def _load(name: str) -> AnyGame | str:
    """The game of a name that is known, or why it cannot be loaded."""
    if name in _BUILT_IN:
        found: object = importlib.import_module(f"cardrules.{name}.game").GAME
    else:
        try:
            found = _entries()[name].load()
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a stranger's module may raise anything
            return f"{type(error).__name__}: {error}"
    if not isinstance(found, Game) or found.name != name:
        return f"the entry point {name!r} of {GROUP} is no Game of that name"
    # a tool hands a game only the states, actions and configs that it got from that game
    return cast("AnyGame", found)
