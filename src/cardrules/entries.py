"""What a person's entry can mean: an action's text or words, or a part of them, or the cards alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from attrs import frozen

from cardrules import options
from cardrules.cards import Card, Cards
from cardrules.describing import describe
from cardrules.errors import MalformedInput
from cardrules.options import NO_CARDS
from cardrules.reading import read_action, read_cards
from cardrules.registry import A, Game, R, S, V
from cardrules.wording import card_word, cards_word, check_lang

A_co = TypeVar("A_co", covariant=True)

LOOKED_AT: Final = 500
"""Of legal actions that an entry names no cards of no more are looked at: a large hand of Duizenden has
millions."""

COMPLETED: Final = 20
"""No more actions complete an entry."""


@frozen
class Meaning(Generic[A_co]):
    """What an entry can mean.

    actions: the legal actions that it can mean; the entry is clear where there is one. Where there is
    none, `more` are the cards of the hand of which each can join those that the entry names, if it names
    nothing else, and `tried` is the illegal action that it seems to mean, if it seems to mean any.
    """

    actions: tuple[A_co, ...] = ()
    more: Cards = NO_CARDS
    tried: A_co | None = None


class Reader(Generic[R, S, A, V]):
    """Reads what is entered for a seat in a state, in a language; `names` are what the players are
    called, by seat.

    Raises ValueError where there is no such seat or language.
    """

    def __init__(
        self, game: Game[R, S, A, V], state: S, seat: int, lang: str = "en", names: Sequence[str] = ()
    ) -> None:
        check_lang(lang)
        self._game: Final = game
        self._state: Final = state
        self._seat: Final = seat
        self._lang: Final = lang
        self._names: Final = names
        self._view: Final = game.view(state, seat)

    def says(self, action: A) -> str:
        """An action in words, as an offer."""
        return describe(self._game, action, self._view, self._lang, self._names)

    def offers(self, most: int = 8) -> list[A]:
        """Legal actions for a glance: those with the most cards first, and no more than `most` of a class."""
        kinds: dict[type, list[A]] = {}
        for action in sorted(self._legal, key=lambda action: -len(options.used(action))):
            kinds.setdefault(type(action), []).append(action)
        return [action for alike in kinds.values() for action in alike[:most]]

    def menu(self, actions: Sequence[A], width: int) -> str:
        """Actions in words, with their numbers from 1, in columns side by side as far as they fit."""
        cells = [f"{number:>3} {self.says(action)}" for number, action in enumerate(actions, 1)]
        wide = max(map(len, cells), default=0) + 1
        across = max((width + 1) // wide, 1)
        rows = [cells[first : first + across] for first in range(0, len(cells), across)]
        return "\n".join(["".join([cell.ljust(wide) for cell in row]).rstrip() for row in rows])

    def meaning(self, entry: str, menu: Sequence[A] = ()) -> Meaning[A]:
        """What an entry can mean for somebody who was shown these actions as a menu.

        It can be the number of one of them; an action as a record has it, with or without its seat, and
        with cards as the language writes them; an action in words, or some of the words, of which each is
        at least begun; or the cards of an action alone or beside such words.
        """
        chosen = dict(zip(map(str, range(1, len(menu) + 1)), menu, strict=True)).get(entry.strip())
        if chosen is not None:
            return Meaning((chosen,))
        written = self._written(entry)
        if written is not None and self._is_legal(written):
            return Meaning((written,))
        cards, words = self._parts(entry)
        found = self._found(entry, cards, words)
        if found:
            return Meaning(found)
        guesses = [written] if written is not None else [*self._guesses(cards, words), *self._translated(entry)]
        legal = next(filter(self._is_legal, guesses), None)
        if legal is not None:
            return Meaning((legal,))
        return Meaning(
            more=self._options(cards).more if cards and not words else NO_CARDS,
            tried=guesses[0] if guesses else None,
        )

    def refusal(self, meaning: Meaning[A]) -> list[str]:
        """Why an entry without a legal meaning cannot be done, in lines: the cards that can join those that it
        names; else what it seems to mean, and what rules that breaks; else that it means nothing here."""
        if meaning.more:
            return [_WORDS[self._lang]["more"].format(cards=cards_word(meaning.more, self._lang))]
        if meaning.tried is None:
            return [_WORDS[self._lang]["unclear"]]
        broken = self._game.violations(self._state, meaning.tried)
        return [f"✗ {self.says(meaning.tried)}", *[f"  {each.explain(self._lang, self._names)}" for each in broken]]

    def completions(self, entry: str) -> list[str]:
        """What an entry that was begun can become: legal actions in words, and the entry with another
        card. Each can be entered."""
        found = self._found(entry, *self._parts(entry))
        done, space, begun = entry.rpartition(" ")
        words = [card_word(card, self._lang) for card in self._options(self._parts(done)[0]).more]
        return [
            *[self.says(action) for action in found[:COMPLETED]],
            *[f"{done}{space}{word}" for word in words if word.lower().startswith(begun.lower())],
        ]

    def _is_legal(self, action: A) -> bool:
        return self._game.is_legal(self._state, action)

    def _options(self, cards: Iterable[Card]) -> options.Options[A]:
        return options.of(self._game, self._state, self._seat, Cards(cards))

    @cached_property
    def _legal(self) -> Sequence[A]:
        """The first of the legal actions."""
        return tuple(islice(self._game.legal_actions(self._state, self._seat), LOOKED_AT))

    @cached_property
    def _known(self) -> dict[str, A]:
        """The legal actions that were put into words, by these: the first ones, and what was found since."""
        return self._in_words(self._legal)

    def _parts(self, entry: str) -> tuple[list[Card], list[str]]:
        """The cards that an entry names, and its other words."""
        named = [(word.lower(), read_cards(word, self._lang)) for word in entry.split()]
        cards = [card for _, several in named for card in several or ()]
        return cards, [word for word, several in named if several is None]

    def _written(self, text: str) -> A | None:
        """The action of the seat that is written so."""
        try:
            return read_action(self._game, text, self._lang, self._seat)
        except MalformedInput:
            return None

    def _found(self, entry: str, cards: Sequence[Card], words: Sequence[str]) -> tuple[A, ...]:
        """The legal actions with just these cards, if there are any, in which all these words occur; or
        the one in these very words."""
        fitting = self._legal
        if cards:
            # who takes the pot may name its top card with those from the hand
            fitting = [*self._options(cards).now, *[each for each in fitting if options.used(each) == Cards(cards)]]
        said = self._in_words(fitting)
        self._known.update(said)
        exact = self._known.get(_small(entry))
        if exact is not None:
            return (exact,)
        return tuple([action for text, action in said.items() if _has(f"{action} {text}", words)])

    def _in_words(self, actions: Iterable[A]) -> dict[str, A]:
        """Actions by their words, in small letters."""
        return {_small(self.says(action)): action for action in actions}

    def _guesses(self, cards: Sequence[Card], words: Sequence[str]) -> Iterator[A]:
        """What these cards and words can be meant for, legal or not; first what can now be done with
        others."""
        orders = dict.fromkeys(["".join(map(str, cards)), str(Cards(cards))])
        legal = [str(action).partition(" ")[2].partition(" ")[0] for action in self._legal]
        for verb in dict.fromkeys([*legal, *[kind.__name__.lower() for kind in self._game.Action]]):
            for order in orders:
                action = self._written(f"{verb} {order}")
                if action is not None and _has(f"{action} {self.says(action)}", words):
                    yield action

    def _translated(self, entry: str) -> Iterator[A]:
        """What an entry means that begins with the verb of a legal action and goes on as a record does."""
        verb, _, rest = _small(entry).partition(" ")
        verbs = {text.partition(" ")[0]: str(action).split(" ")[1] for text, action in self._known.items()}
        action = self._written(f"{verbs[verb]} {rest}") if verb in verbs else None
        if action is not None:
            yield action


def _small(text: str) -> str:
    return " ".join(text.lower().split())


def _has(text: str, words: Iterable[str]) -> bool:
    """Whether each of these words begins a word of a text."""
    known = text.lower().split()
    return all([any([other.startswith(word) for other in known]) for word in words])


_WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {"more": "These cards can be added: {cards}", "unclear": "That is no action here."},
        "nl": {"more": "Deze kaarten kunnen erbij: {cards}", "unclear": "Dat is hier geen actie."},
        "de": {"more": "Diese Karten können dazu: {cards}", "unclear": "Das ist hier keine Aktion."},
    }
)
