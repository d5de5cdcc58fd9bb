"""The rules of a game as data: ids, texts in three languages, sources, flags; the rule sheet.

A game keeps its rulebook in `rulebook.toml` beside its code. The texts there are templates:
`{rules.barrel.at}` in the text of a rule is the value of the config, `{card}` in a message a value
of the violation, `{turn:seat}` a seat written as `p1`.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import field, frozen

from cardrules.registry import GAMES
from cardrules.wording import check_lang, player_names, seat_word, word

if TYPE_CHECKING:
    from cardrules.verdict import Param

Texts: TypeAlias = Mapping[str, str]
"""A text by language."""


@frozen
class Variant:
    """A text of a rule, for the configs in which each flag named in `when` has its value there;
    `false` there is also a flag that is null. No text: the rule is not in force there."""

    when: Mapping[str, object]
    text: Texts | None


@frozen
class Rule:
    """One rule. `source` is the place in the rule texts, `ruling` says that part of it is a ruling
    of this library where they are silent; `flags` change it. `messages` are by reason ("" where
    there is one only). `line` is the reason of its lines on the score sheet, where the title does
    not say it."""

    id: str
    section: str
    title: Texts
    source: str
    ruling: bool
    flags: tuple[str, ...]
    variants: tuple[Variant, ...]
    messages: Mapping[str, Texts]
    line: Texts | None = None

    def reason(self, lang: str) -> str:
        """What a line of the score sheet is for. Raises ValueError for an unknown language."""
        check_lang(lang)
        return (self.line or self.title)[lang]

    def text(self, rules: object, lang: str) -> str | None:
        """The rule as it is under a config; None where it is not in force. Raises ValueError for
        an unknown language."""
        check_lang(lang)
        for variant in self.variants:
            if all([_has_value(_flag(rules, flag), value) for flag, value in variant.when.items()]):
                return None if variant.text is None else _fill(variant.text[lang], {"rules": rules}, lang)
        return None

    def message(self, params: Mapping[str, Param], lang: str, names: Sequence[str] = ()) -> str:
        """The reason why an action breaks the rule; `names` are the players' by seat."""
        reason = params.get("reason", "")
        texts = self.messages.get(str(reason), self.title)
        try:
            return _fill(texts[lang], params, lang, names)
        except KeyError:  # a violation from outside that lacks what the message tells
            return self.title[lang]


@frozen
class Rulebook:
    """The rulebook of a game: its title, what is scored at a time (a deal, a round), the rule texts
    it rests on, sections, rules by id."""

    title: Texts
    deal: Texts
    sources: Mapping[str, str]
    sections: Mapping[str, Texts]
    rules: Mapping[str, Rule] = field(repr=lambda rules: f"<{len(rules)} rules>")


@frozen
class SheetRule:
    """A rule on a rule sheet; `ruling`: part of it is a ruling of this library."""

    id: str
    title: str
    text: str
    source: str
    ruling: bool


@frozen
class SheetSection:
    """A section of a rule sheet, with the rules that are in force."""

    title: str
    rules: Sequence[SheetRule]


@cache
def load(package: str) -> Rulebook:
    """The rulebook of a package, from the `rulebook.toml` in it."""
    # slow to load, and not needed before somebody asks for a text
    import tomllib
    from importlib import resources

    data = tomllib.loads(resources.files(package).joinpath("rulebook.toml").read_text("utf-8"))
    rules = [_rule(entry) for entry in data["rule"]]
    return Rulebook(
        data["title"], data.get("deal", _DEAL), data["sources"], data["sections"], {rule.id: rule for rule in rules}
    )


_DEAL: Final[Texts] = MappingProxyType({"en": "deal", "nl": "spel", "de": "Spiel"})


def _rule(entry: dict[str, Any]) -> Rule:
    variants = [Variant(variant.get("when", {}), variant.get("text")) for variant in entry.get("variant", [])]
    messages = {"": entry["message"]} if "message" in entry else entry.get("messages", {})
    default = [Variant({}, entry["text"])] if "text" in entry else []
    return Rule(
        entry["id"],
        entry["section"],
        entry["title"],
        entry["source"],
        entry.get("ruling", False),
        tuple(entry.get("flags", [])),
        (*variants, *default),
        messages,
        entry.get("line"),
    )


def sheet(book: Rulebook, rules: object, lang: str) -> list[SheetSection]:
    """The rule sheet of a config: every rule that is in force, as it is there. Raises ValueError
    for an unknown language."""
    check_lang(lang)
    sections = []
    for key, title in book.sections.items():
        found = [
            SheetRule(rule.id, rule.title[lang], text, rule.source, rule.ruling)
            for rule in book.rules.values()
            if rule.section == key and (text := rule.text(rules, lang)) is not None
        ]
        if found:
            sections.append(SheetSection(title[lang], found))
    return sections


def explain(rule: str, params: Mapping[str, Param], lang: str, names: Sequence[str] = ()) -> str:
    """Why an action breaks `rule`, as a sentence; `names` are the players' by seat. A rule that no
    rulebook knows is named by its id.

    Raises ValueError for an unknown language.
    """
    check_lang(lang)
    found = _books(rule).get(rule)
    return rule if found is None else found.message(params, lang, names)


def reason(rule: str, lang: str) -> str:
    """What a line of the score sheet is for that `rule` wrote. A rule that no rulebook knows is named by
    its id.

    Raises ValueError for an unknown language.
    """
    check_lang(lang)
    found = _books(rule).get(rule)
    return rule if found is None else found.reason(lang)


def _books(rule: str) -> Mapping[str, Rule]:
    owner = rule.partition(".")[0]
    if owner == "cardrules":
        return load("cardrules").rules
    book = GAMES[owner].rulebook() if owner in GAMES else None
    return {} if book is None else book.rules


def _flag(rules: object, path: str) -> object:
    """The value of a flag; None where a part of the path has no such field, as what is null."""
    first, *others = path.split(".")
    value: object = getattr(rules, first)
    for name in others:
        value = getattr(value, name, None)
    return value


def _has_value(flag: object, value: object) -> bool:
    """Whether a flag has the value that a variant names: TOML has no null, and 0 is not false."""
    if flag is None:
        return value is False
    return type(flag) is type(value) and flag == value


class _Words(string.Formatter):
    """Templates whose values are written in a language, and seats by the players' names."""

    def __init__(self, lang: str, names: Sequence[str]) -> None:
        self._lang: Final = lang
        self._names: Final = player_names(names, len(names))

    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec != "seat":
            return word(value, self._lang)
        if isinstance(value, int) and 0 <= value < len(self._names):
            return self._names[value]
        return seat_word(value)


def _fill(template: str, values: Mapping[str, object], lang: str, names: Sequence[str] = ()) -> str:
    return _Words(lang, names).vformat(template, (), values)
