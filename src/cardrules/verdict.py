"""What is wrong with an action: the rules that it breaks, and the error that carries them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from attrs import frozen

from cardrules.cards import Card, Cards, Suit
from cardrules.rulebook import explain

Param: TypeAlias = int | str | Card | Cards | Suit
"""What a violation may tell of the case at hand."""


@frozen
class Violation:
    """A rule that an action breaks: the rule's id and the values that its message mentions."""

    rule: str
    params: tuple[tuple[str, Param], ...] = ()

    @classmethod
    def of(cls, rule: str, **params: Param) -> Violation:
        """The violation of `rule`, with `params` by name."""
        return cls(rule, tuple(params.items()))

    def explain(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The reason as a sentence for the player, in "en", "nl" or "de"; `names` are what the players
        are called, by seat: without them they are `p1`, `p2`, …

        Raises ValueError for another language.
        """
        return explain(self.rule, dict(self.params), lang, names)


ACTION: Final = Violation("cardrules.action")
"""Broken by a value that is no action of the game, or whose fields have wrong types."""


class IllegalAction(ValueError):
    """`action` breaks the rules `violations` in `state`, which is untouched.

    The text names the action and the rules, and nothing of the state, which holds all hands; a
    reason for the player is in each violation.
    """

    def __init__(self, action: object, state: object, violations: tuple[Violation, ...]) -> None:
        super().__init__(action, state, violations)
        self.action: Final = action
        self.state: Final = state
        self.violations: Final = violations

    def __str__(self) -> str:
        rules = ", ".join([broken.rule for broken in self.violations])
        hint = "; parse_action reads a text" if isinstance(self.action, str) else ""
        return f"{_shown(self.action, self.violations)} breaks {rules}{hint}"

    def __repr__(self) -> str:
        # the default shows the arguments
        return f"<{type(self).__name__}: {self}>"


def _shown(action: object, violations: tuple[Violation, ...]) -> str:
    """The action as far as anyone may read it: a chance action holds hands, a stranger anything."""
    if ACTION in violations:
        return "a value that is no action"
    return str(action) if hasattr(action, "seat") else type(action).__name__.lower()
