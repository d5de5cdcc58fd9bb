"""The dialogue of `cardrules record`: entry after entry until the match or the input ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from typing import Final

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardrules.cards import Card
from cardrules.cli.output import fault, harmless
from cardrules.cli.recording.asking import LONGEST, Asker, TooLong
from cardrules.cli.recording.dealing import RANDOM, Dealing, dealing_of, resumed
from cardrules.cli.recording.listing import LOOKED_AT, Legal
from cardrules.cli.recording.match import Entered
from cardrules.cli.recording.reading import Unclear, Unreadable, understood, worded
from cardrules.cli.recording.saving import Changed, RecordFile
from cardrules.cli.recording.words import COMMANDS, WORDS, Command, command_of, command_words, word_for
from cardrules.cli.sheet import score_lines
from cardrules.entries import Reader
from cardrules.errors import MalformedInput
from cardrules.reading import read_action, read_cards
from cardrules.registry import AnyAction
from cardrules.render.plain import table
from cardrules.rulebook import sheet as rule_sheet
from cardrules.text import seat_of, seat_text
from cardrules.verdict import IllegalAction
from cardrules.wording import card_word, number_word

LISTED: Final = 100
"""No more legal actions are listed."""

CHOICES: Final = 20
"""Of what an unclear entry can mean no more is told."""

_NAME: Final = 24
"""How much of a name stands before an entry, in characters."""


class Session:
    """A match that is being entered, shown and saved."""

    def __init__(
        self, match: Entered, file: RecordFile, asker: Asker, out: Console, lang: str, seat: int | None = None
    ) -> None:
        """The table is shown as `seat` may see it (None: with every card)."""
        self._match = match
        self._file: Final = file
        self._path: Final = harmless(file.path)
        self._asker: Final = asker
        self._out: Final = out
        self._lang: Final = lang
        self._words: Final = WORDS[lang]
        self._names: Final = [harmless(name) for name in match.record.players]
        self._seat: Final = seat
        # the match as it is in the file
        self._saved: Entered | None = match if file.is_there else None
        self._failing = False
        self._refused = False
        self._ended = False
        self._look()

    # -- the course of the dialogue

    def run(self) -> None:
        """Asks until the match is won or `quit` is entered. Raises EOFError where the input ends, and
        what interrupts it."""
        if self._saved is None:
            self._save()
        if self._winners:
            self._announce_winners()
            self._say("over wait", undo=word_for("undo", self._lang), quit=word_for("quit", self._lang))
        else:
            self._show_table()
        while not self._ended:
            try:
                entry = self._asker.ask(self._prompt(), self._completions)
            except TooLong:
                self._refuse("too long", most=LONGEST)
            else:
                self._take(entry.strip())

    def close(self) -> int:
        """Says what became of the record; the exit status."""
        self._out.print()
        if self._saved is not self._match:
            # it could not be saved, or something came between
            self._save()
        if self._saved is not self._match:
            self._say("printed", path=self._path)
            click.echo(json.dumps(self._match.to_save().to_json()))
            return 1
        self._say("finished" if self._winners else "saved", path=self._path, count=len(self._match.record.actions))
        # a person has seen what was refused and mended it
        return int(self._refused and not self._asker.by_hand)

    def _look(self) -> None:
        """Works out what the table waits for."""
        match = self._match
        game, state = match.game, match.state
        self._winners = game.score(state).winners
        self._chance = not self._winners and not game.actors(state)
        dealing = dealing_of(game, state) if self._chance else None
        self._dealing = resumed(dealing, match.dealing) if dealing and match.dealing else dealing
        self._legal = Legal(game, state, self._seat, self._lang, self._names)
        # who writes as a record does is helped, too
        written = [Legal(game, state, self._seat)] if self._lang != "en" else []
        self._offered = (self._legal, *written)

    def _move(self, match: Entered) -> None:
        self._match = match
        self._look()
        self._save()

    def _save(self) -> None:
        try:
            self._file.save(self._match.to_save())
        except OSError as error:
            self._failing = True
            why = self._words["changed"] if isinstance(error, Changed) else error.strerror or str(error)
            self._complain("unsaved", path=self._path, why=harmless(why))
            return
        self._saved = self._match
        if self._failing:
            self._failing = False
            self._say("saved again", path=self._path)

    # -- entries

    def _take(self, entry: str) -> None:
        first, _, rest = entry.partition(" ")
        command = command_of(first, self._lang)
        if not entry:
            self._take_nothing()
        elif command and (not rest or command in ("legal", "rules")):
            self._command(command, rest.strip())
        elif self._dealing and not self._is_action(entry):
            self._take_cards(self._dealing, entry)
        else:
            self._take_action(entry)

    def _take_nothing(self) -> None:
        rest = self._dealing.rest if self._dealing else None
        if self._dealing and rest is not None:
            self._give(self._dealing.with_part(rest))
        else:
            self._show_table()

    def _is_action(self, entry: str) -> bool:
        """Whether an entry is an action, or begins as the deal does that is awaited."""
        if self._dealing and entry.split()[0].lower() == self._dealing.head:
            return True
        try:
            read_action(self._match.game, " ".join(entry.split()), self._lang)
        except MalformedInput:
            return False
        return True

    def _take_action(self, entry: str) -> None:
        try:
            action = understood(self._match.game, self._match.state, entry, self._lang, self._names)
        except Unreadable as error:
            self._refuse("unreadable", text=harmless(error.text))
            if self._lang == "en" or error.placed:
                self._add(fault(error.why, self._lang), "dim")
            self._add_example()
        except Unclear as error:
            more = ["…"] if len(error.choices) > CHOICES else []
            self._refuse("unclear", choices=", ".join([*error.choices[:CHOICES], *more]))
        else:
            self._play(action)

    def _play(self, action: AnyAction) -> bool:
        """Adds an action to the match, or explains why it is illegal."""
        before = len(self._match.game.score(self._match.state).sheet)
        try:
            match = self._match.with_action(action)
        except IllegalAction as error:
            self._explain(action, error)
            return False
        self._move(match)
        self._show_outcome(before)
        return True

    def _explain(self, action: AnyAction, error: IllegalAction) -> None:
        self._refused = True
        self._out.print(Text(f"✗ {self._told(action)}", "bold red"))
        book = self._match.game.rulebook()
        for broken in error.violations:
            title = f" ({book.rules[broken.rule].title[self._lang]})" if book and broken.rule in book.rules else ""
            self._add(broken.explain(self._lang))
            self._add(f"{broken.rule}{title}", "dim")

    def _told(self, action: AnyAction) -> str:
        """An action that is illegal: in English as a record has it, else in words."""
        match = self._match
        if self._lang == "en" or not hasattr(action, "seat") or action.seats[0] >= len(self._names):
            return harmless(action)
        return worded(Reader(match.game, match.state, action.seats[0], self._lang, self._names), action)

    def _add_example(self) -> None:
        if self._dealing:
            parts = [f"{part.label}:" * bool(part.label) + f"<{part.count}>" for part in self._dealing.parts]
            example = " ".join([self._dealing.head, *parts])
        elif self._chance:
            example = harmless(self._match.game.shuffle(self._match.state, RANDOM))
        else:
            shown: dict[str, str] = {}
            for text in islice(self._legal.beginning(""), LISTED):
                shown.setdefault(text.split(" ")[0], text)
            example = ", ".join(islice(shown.values(), 3))
        if example:
            self._add(self._words["for example"].format(example=example))

    # -- a deal part by part

    def _take_cards(self, dealing: Dealing, entry: str) -> None:
        part = dealing.part
        text = entry.removeprefix(f"{part.label}:") if part.label else entry
        cards = read_cards(text, self._lang)
        if cards is None:
            kinds = list(dealing.left.kinds())[-2:]
            self._refuse("no cards", text=harmless(entry), example="".join(map(str, kinds)))
            return
        faults = self._faults(dealing, cards)
        if faults:
            self._refused = True
            for line in faults:
                self._out.print(Text(f"✗ {line}", "bold red"))
            return
        self._give(dealing.with_part(cards))

    def _faults(self, dealing: Dealing, cards: tuple[Card, ...]) -> list[str]:
        """What is wrong with the cards of a part."""
        foreign, gone, here = [], [], []
        for card in dealing.excess(cards).kinds():
            word = card_word(card, self._lang)
            places = [
                self._place(part.label)
                for part, given in zip(dealing.parts, dealing.given, strict=False)
                if card in given
            ]
            if card not in dealing.cards:
                foreign.append(word)
            elif places:
                gone.append(f"{word} ({', '.join(places)})")
            else:
                here.append(word)
        found = {"foreign": foreign, "gone": gone, "here": here}
        lines = [self._words[key].format(cards=", ".join(words)) for key, words in found.items() if words]
        if len(cards) != dealing.part.count:
            place = self._place(dealing.part.label)
            lines.append(self._words["count"].format(place=place, count=dealing.part.count, given=len(cards)))
        return lines

    def _give(self, dealing: Dealing) -> None:
        """Goes on with a deal that has another part; a whole one is played."""
        if not dealing.is_whole:
            self._move(self._match.with_dealing(dealing.text()))
            return
        try:
            action = self._match.game.parse_action(dealing.text())
        except MalformedInput as error:
            self._refuse("unreadable", text=harmless(error))
        else:
            if self._play(action):
                return
        self._move(self._match.with_dealing(""))

    def _place(self, label: str) -> str:
        """What a part of a deal is called."""
        try:
            return self._name(seat_of(label, len(self._names)))
        except MalformedInput:
            head = self._dealing.head if self._dealing else ""
            return self._words.get(f"place {label or head}", label or head)

    # -- commands

    def _command(self, command: Command, rest: str) -> None:
        match command:
            case "help":
                self._help()
            case "legal":
                self._list_legal(rest)
            case "undo":
                self._undo()
            case "redo":
                self._redo()
            case "table":
                self._show_table()
            case "sheet":
                self._show_sheet()
            case "rules":
                self._show_rules(rest)
            case "shuffle":
                self._shuffle()
            case "quit":
                self._ended = True

    def _help(self) -> None:
        words = self._words
        self._out.print(words["help"])
        short = next(iter(self._legal.beginning("")), None)
        if short is not None:
            self._say("help example", short=short, long=next(self._legal.texts()))
        self._say("help cards")
        self._say("help deal", shuffle=word_for("shuffle", self._lang))
        lines = Table.grid(padding=(0, 2, 0, 0))
        for command in COMMANDS:
            lines.add_row(Text(f"  {word_for(command, self._lang)}", "bold"), words[f"help {command}"])
        self._out.print(lines)

    def _list_legal(self, typed: str) -> None:
        found = next(filter(None, (list(islice(each.beginning(typed), LISTED + 1)) for each in self._offered)), [])
        if len(found) > LISTED:
            self._say("legal some", count=LISTED, actions=", ".join(found[:LISTED]))
        elif found:
            self._say("legal all", actions=", ".join(found))
        elif typed:
            self._say("no legal such", count=LOOKED_AT, text=harmless(typed))
        else:
            self._say("no legal")

    def _undo(self) -> None:
        dealing, last = self._dealing, self._match.last
        if dealing and dealing.given:
            earlier = dealing.without_last()
            self._move(self._match.with_dealing(earlier.text() if earlier.given else ""))
        elif last is not None:
            self._move(self._match.without_last())
            self._say("undone", action=harmless(last))
            self._show_table()
        else:
            self._say("nothing undone")

    def _redo(self) -> None:
        if not self._match.undone:
            self._say("nothing redone")
            return
        before = len(self._match.game.score(self._match.state).sheet)
        self._move(self._match.redone())
        self._say("redone", action=harmless(self._match.last))
        self._show_outcome(before)

    def _shuffle(self) -> None:
        if not self._chance:
            self._refuse("no chance")
        elif self._dealing and self._dealing.given:
            self._give(self._dealing.shuffled(RANDOM))
        else:
            self._play(self._match.game.shuffle(self._match.state, RANDOM))

    def _show_rules(self, typed: str) -> None:
        book = self._match.game.rulebook()
        if book is None:
            self._say("no rulebook")
            return
        found = [
            rule
            for section in rule_sheet(book, self._match.record.rules, self._lang)
            for rule in section.rules
            if typed.lower() in rule.id or typed.lower() in rule.title.lower()
        ]
        for rule in found:
            self._out.print(Text.assemble((rule.title, "bold"), (f"  {rule.id}", "dim")))
            if typed:
                self._add(rule.text)
        if not found:
            self._say("no rules", text=harmless(typed))

    # -- what is shown

    def _show_table(self) -> None:
        match = self._match
        self._out.print()
        self._out.print(
            table(match.game, match.state, self._seat, self._lang, self._names, self._out.width), soft_wrap=True
        )

    def _show_sheet(self) -> None:
        match = self._match
        score = match.game.score(match.state)
        if score.sheet:
            self._out.print(score_lines(match.game, score, self._names, self._lang, self._out.width))
        for name, total in zip(self._names, score.totals, strict=True):
            self._out.print(f"{name}: {number_word(total)}", soft_wrap=True)

    def _show_outcome(self, before: int) -> None:
        """What an action led to: the lines that the sheet got since it had `before`, the winner, or
        the next table."""
        self._show_scored(before)
        if self._winners:
            self._announce_winners()
            self._ended = True
        else:
            self._show_table()

    def _show_scored(self, before: int) -> None:
        match = self._match
        score = match.game.score(match.state)
        if len(score.sheet) == before:
            return
        book = match.game.rulebook()
        unit = book.deal[self._lang] if book else ""
        self._out.print()
        text = self._words["scored"].format(unit=unit, deal=score.sheet[-1].deal + 1).strip()
        self._out.print(Text(text[:1].upper() + text[1:], "bold"))
        self._out.print(score_lines(match.game, score, self._names, self._lang, self._out.width, before))

    def _announce_winners(self) -> None:
        names = ", ".join([self._names[seat] for seat in self._winners])
        self._out.print()
        self._out.print(Text(self._words["over"].format(names=names), "bold green"))

    def _say(self, key: str, **values: object) -> None:
        self._out.print(self._words[key].format(**values))

    def _complain(self, key: str, **values: object) -> None:
        self._out.print(Text(f"✗ {self._words[key].format(**values)}", "bold red"))

    def _refuse(self, key: str, **values: object) -> None:
        """Says why an entry is not taken."""
        self._refused = True
        self._complain(key, **values)

    def _add(self, text: str, style: str = "") -> None:
        self._out.print(Padding(Text(text, style), (0, 0, 0, 2), expand=False))

    def _name(self, seat: int) -> str:
        name = self._names[seat]
        return f"{seat_text(seat)} {name if len(name) <= _NAME else name[: _NAME - 1] + '…'}"

    # -- what a person sees while typing

    def _prompt(self) -> str:
        dealing = self._dealing
        if dealing:
            key = "cards" if dealing.rest is None else "cards or rest"
            return self._words[key].format(place=self._place(dealing.part.label), count=dealing.part.count) + ": "
        if self._chance:
            return f"{self._words['chance']}: "
        actors = self._match.game.actors(self._match.state)
        return f"{' / '.join([self._name(seat) for seat in actors])}: "

    def _completions(self, typed: str) -> Sequence[str]:
        commands = [word for word in command_words(self._lang) if typed and word.startswith(typed.lower())]
        shuffle = [word_for("shuffle", self._lang)] if self._chance and not typed else []
        actions = next(filter(None, (each.completions(typed) for each in self._offered)), [])
        return list(dict.fromkeys([*shuffle, *actions, *commands]))
