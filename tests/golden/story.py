"""A playthrough as a text that a player can read from top to bottom."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from attrs import field, frozen

from cardrules import duizenden, tausend
from cardrules.cards import JOKER
from cardrules.registry import AnyAction, AnyGame, AnyState
from cardrules.render.duizenden import write as write_duizenden
from cardrules.render.lines import Lines, Scene, layout
from cardrules.render.tausend import write as write_tausend
from cardrules.rulebook import Rulebook, sheet
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.state import Previous, Trick
from cardrules.text import seat_text
from cardrules.wire import dump_rules
from cardrules.wording import card_word, listed, number_word
from golden.count import count, worth
from golden.lots import Lot
from golden.players import attempt, chance, choose
from golden.playthroughs import Playthrough, the_game
from golden.words import WIDTH, listing, verdict, wrapped

MOST: Final = 5000
"""No playthrough has a state with more legal actions, so that each is counted."""


@frozen
class Shown:
    """What a playthrough shows: phases, kinds of actions taken, rules broken (with the reason) and scored."""

    phases: set[str] = field(factory=set)
    kinds: set[type] = field(factory=set)
    broken: set[tuple[str, str]] = field(factory=set)
    scored: set[str] = field(factory=set)


def tell(playthrough: Playthrough) -> tuple[str, Shown]:
    """The text of a playthrough, and what it shows."""
    story = _Story(playthrough)
    for line in playthrough.steps:
        story.step(line)
    story.close()
    return "\n".join(story.lines) + "\n", story.shown


class _Story:
    """A playthrough while it is being told."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.playthrough: Final = playthrough
        self.game: Final[AnyGame] = the_game(playthrough)
        book = self.game.rulebook()
        assert book is not None, "every game here has a rulebook"
        self.book: Final[Rulebook] = book
        self.lang: Final = playthrough.lang
        self.names: Final = playthrough.names()
        self.write: Final[Callable[[Scene[Any]], Lines]] = WRITERS[playthrough.game]
        self.lot: Final = Lot(playthrough.seed)
        self.state: AnyState = playthrough.start()
        self.lines: list[str] = []
        self.shown: Final = Shown()
        self.number = 0
        self.place: object = None
        """What the last heading was for."""
        self.rows: Lines = []
        """The rows of the table as they were last shown."""
        self.pending: list[str] | None = None
        """What is told of the state so far, before the action that is taken in it."""
        self.tried: Final[dict[tuple[str, ...], int]] = {}
        """How often an attempt has broken these rules."""
        self.head()

    # -- the parts of the text

    def head(self) -> None:
        """What is played, by whom, under which rules."""
        title = f"{self.book.title['en']}: {self.playthrough.title}"
        rules = self.playthrough.config()
        seats = ", ".join([self.name(seat) for seat in range(rules.players)])
        self.lines += [title, "=" * len(title), ""]
        self.row("rules", json.dumps(dump_rules(self.game, rules)))
        self.row("players", f"{seats}, clockwise")
        joker = ", Jk a joker" if JOKER in self.game.deck(rules) else ""
        self.row("cards", f"in actions as in records: T is a ten, c d h s are the suits{joker}")
        self.row("signs", "✗ is tried and not legal, → is done")
        if self.lang != "en":
            self.row("language", {"nl": "Dutch", "de": "German"}[self.lang] + ", for the table and the reasons")
        house = self.house_rules()
        if house:
            self.lines += ["", f"The house rules, where they are not those of {self.playthrough.base}:"]
        for title, text in house:
            self.lines += wrapped(f"{title}: {text}", "  - ", "    ")

    def house_rules(self) -> list[tuple[str, str]]:
        """The rules whose text is another one than usual, or that are not in force, which have none."""
        usual = {rule.id: rule.text for part in sheet(self.book, self.playthrough.usual(), "en") for rule in part.rules}
        mine = [rule for part in sheet(self.book, self.playthrough.config(), "en") for rule in part.rules]
        changed = [(f"{rule.title} ({rule.id})", rule.text) for rule in mine if usual.get(rule.id) != rule.text]
        there = {rule.id for rule in mine}
        gone = [self.book.rules[rule] for rule in usual if rule not in there]
        return changed + [(f"{rule.title['en']} ({rule.id})", "not in force.") for rule in gone]

    def row(self, label: str, text: str) -> None:
        self.lines += wrapped(text, f"{label:<10}", " " * 10)

    def name(self, seat: int) -> str:
        return f"{seat_text(seat)} {self.names[seat]}"

    def section(self, text: str) -> None:
        self.lines += ["", "", f"== {text} ".ljust(WIDTH, "=")]

    def heading(self, text: str) -> None:
        self.lines += ["", f"-- {text}"]

    # -- the table

    def scene(self, seat: int | None = None) -> Scene[Any]:
        """What a seat sees, or (None) every card."""
        return Scene(
            look=lambda watcher: self.game.view(self.state, watcher),
            seat=seat,
            known=dict(self.game.places(self.state)) if seat is None else {},
            lang=self.lang,
            names=self.names,
        )

    def table(self) -> None:
        """The table, with every card."""
        self.rows = self.write(self.scene())
        self.lines += drawn(self.rows)

    def changes(self, turn: int) -> None:
        """What has changed on the table since it was last shown, with no other hand than that of who is
        on turn."""
        before, self.rows = self.rows, self.write(self.scene())
        mine = self.name(turn)
        others = [name for name in map(self.name, range(len(self.names))) if name != mine]
        known = [row for row in before if row[0] not in ("", mine)]
        self.lines += drawn(list(_without(self.rows, others, known)))

    def public(self) -> tausend.View | duizenden.View:
        """What everybody sees; the phase is shown then."""
        view = self.game.view(self.state, None)
        assert isinstance(view, tausend.View | duizenden.View)
        self.shown.phases.add(view.phase)
        return view

    def arrive(self) -> None:
        """Headings and table, where the state begins something."""
        view = self.public()
        if isinstance(view, tausend.View):
            place: object = view.phase, view.deals
            if place != self.place:
                self.tausend_heading(view)
        else:
            if view.phase in ("meld", "reshuffle") and self.place is not None:
                return
            turn = [seat.turns for seat in view.places]
            place = view.phase, view.deals, turn if view.phase == "draw" else []
            if place != self.place:
                self.duizenden_heading(view)
        self.place = place

    def tausend_heading(self, view: tausend.View) -> None:
        match view.phase:
            case "deal":
                self.section(f"{self.book.deal['en']} {view.deals + 1}, dealt by {self.name(view.dealer)}")
            case "bid":
                self.heading("the auction")
                self.table()
            case "give":
                self.heading("the widow is taken, a card goes to each defender")
                self.table()
            case "lead":
                self.heading("before the first lead")
                self.table()
            case "play":
                self.heading("the tricks")
            case "over":
                self.heading("the match is over")

    def duizenden_heading(self, view: duizenden.View) -> None:
        begun = f"{self.book.deal['en']} {view.deals + 1}, dealt by {self.name(view.dealer)}"
        match view.phase:
            case "deal":
                self.section(begun)
            case "swap":
                self.heading("the swap phase")
                self.table()
            case "draw" | "meld":
                assert view.turn is not None
                if self.place is None:
                    self.section(f"{begun}, under way")
                else:
                    self.heading(f"the turn of {self.name(view.turn)}")
                if self.rows:
                    self.changes(view.turn)
                else:
                    self.table()
            case "over":
                self.heading("the match is over")

    # -- the steps

    def step(self, line: str) -> None:
        """One line of the script."""
        if line.startswith("# "):
            self.remark(line[2:])
        elif line.startswith("try "):
            self.open()
            for text in self.playthrough.actions(line[4:]):
                self.attempt(text)
        elif line.startswith("look "):
            self.open()
            self.look(line[5:])
        elif line.startswith("..."):
            self.play_on(int(line[4:] or 1000))
        else:
            for text in self.playthrough.actions(line):
                self.take(text)

    def remark(self, text: str) -> None:
        """Something that a reader should know."""
        if self.pending is None:
            self.arrive()
            self.lines += ["", *wrapped(text, "    ", "    "), ""]
        else:
            self.pending += wrapped(text, "      ", "      ")

    def look(self, text: str) -> None:
        """The table as a seat sees it."""
        assert self.pending is not None
        self.pending += [f"      the table as {text} sees it", *drawn(self.write(self.scene(int(text[1:]) - 1)))]

    def play_on(self, most: int) -> None:
        """The players go on by themselves, to the end of the deal or for so many actions."""
        before = self.left()
        for _ in range(most):
            actions = self.legal()
            self.take(
                str(choose(self.state, actions, self.lot)) if actions else chance(self.game, self.state, self.lot)
            )
            if self.left() is not before:
                return

    def left(self) -> object:
        """What the last deal left: another object after each."""
        state = self.state
        assert isinstance(state, tausend.State | duizenden.State)
        return state.match.previous

    def legal(self) -> list[AnyAction]:
        """The legal actions in the order of their texts."""
        actions = list(islice(self.game.legal_actions(self.state), MOST + 1))
        assert len(actions) <= MOST, f"{self.playthrough.name}: a state has more than {MOST} legal actions"
        return sorted(actions, key=str)

    # -- what may be done, what is tried, what is done

    def open(self) -> None:
        """Begins to tell what may be done."""
        if self.pending is not None:
            return
        self.arrive()
        self.pending = []
        actors = self.game.actors(self.state)
        actions = self.legal()
        for seat in actors:
            mine = [str(action) for action in actions if seat in action.seats[:1]]
            if mine or len(actors) == 1:
                self.pending += wrapped(f"{seat_text(seat)} may {listing(mine)}", " " * 6, " " * 10)
        idle = [seat for seat in actors if seat not in [action.seats[0] for action in actions]]
        if idle:
            names = listed([seat_text(seat) for seat in idle], "en")
            self.pending.append(f"      {names} may act too, but nothing is legal for them")
        if self.lot.under(self.playthrough.tries):
            self.random_attempt(actions)

    def random_attempt(self, actions: Sequence[AnyAction]) -> None:
        """Of some attempts the illegal one whose rules were broken least often so far."""
        seats = [seat_text(seat) for seat in range(len(self.names))]
        verbs = [str(action).split(" ")[1] for action in actions]
        tries = []
        for _ in range(16):
            text = attempt(self.game, self.state, seats, verbs, self.lot)
            try:
                broken = self.game.violations(self.state, self.game.parse_action(text))
            except ValueError:  # as a group that is given twice
                continue
            if broken:
                tries.append((self.tried.get(tuple([each.rule for each in broken]), 0), text))
        if tries:
            self.attempt(min(tries, key=lambda each: each[0])[1])

    def attempt(self, text: str) -> None:
        """Something is tried, and judged."""
        assert self.pending is not None
        broken = self.game.violations(self.state, self.game.parse_action(text))
        rules = tuple([each.rule for each in broken])
        self.tried[rules] = self.tried.get(rules, 0) + 1
        self.shown.broken.update([(each.rule, str(dict(each.params).get("reason", ""))) for each in broken])
        self.pending += verdict(text, broken, self.lang)

    def take(self, text: str) -> None:
        """An action is taken."""
        self.open()
        action = self.game.parse_action(text)
        self.shown.kinds.add(type(action))
        pending, self.pending = self.pending or [], None
        before = self.state
        only = len(pending) == 1 and self.game.actors(before) and len(self.legal()) == 1
        broken = self.game.violations(before, action)
        assert not broken, f"{self.playthrough.name}: {text} breaks {[each.explain() for each in broken]}"
        self.state = self.game.apply(before, action)
        gained = self.gained(before, action)
        told = f"→ {action}" + (
            f"   (nothing else is legal{gained})" if only else f"   ({gained[2:]})" if gained else ""
        )
        lines = [*([] if only else pending), *wrapped(told, " " * 6, " " * 10)]
        lines[0] = f"{self.number:>4}. {lines[0].strip()}"
        self.lines += lines
        self.number += 1
        self.consequences(before)

    def gained(self, before: AnyState, action: AnyAction) -> str:
        """The cards that come to the hand of who acts."""
        if not isinstance(self.state, duizenden.Melding | duizenden.Drawing):
            return ""
        if isinstance(before, duizenden.Reshuffling):
            seat = before.to
        elif isinstance(action, duizenden.Draw | duizenden.Pot | duizenden.Exchange):
            seat = action.seats[0]
        else:
            return ""
        place = seat_text(seat)
        gained = self.game.places(self.state)[place] - self.game.places(before)[place]
        cards = " ".join([card_word(card, self.lang) for card in gained])
        return f"; {place} gets {cards}" if cards else ""

    # -- what comes of it

    def consequences(self, before: AnyState) -> None:
        """A trick that is won; the end of a deal, with its sheet."""
        state = self.state
        assert isinstance(state, tausend.State | duizenden.State)
        assert isinstance(before, tausend.State | duizenden.State)
        if isinstance(before, tausend.Playing) and len(before.trick) == 2:
            trick = state.tricks[-1] if isinstance(state, tausend.Playing) else _previous(state).tricks[-1]
            self.trick(len(before.tricks) + 1, trick)
        if state.match.previous is before.match.previous:
            return
        if state.match.deals == before.match.deals:
            self.heading("the deal is cancelled, and nothing is scored")
            self.place = None
            return
        self.heading(f"the end of {self.book.deal['en']} {before.match.deals + 1}")
        if isinstance(before, duizenden.State):
            self.table()
        elif isinstance(before, tausend.Playing):
            self.counts(_previous(state))
        self.sheet(before.match.deals)
        self.rows = []

    def trick(self, number: int, trick: Trick) -> None:
        """A trick, and who has won it."""
        cards = " ".join([card_word(play.card, self.lang) for play in trick.plays])
        self.lines.append(f"      trick {number}: {cards}, worth {worth(trick)}, to {self.name(trick.winner)}")

    def counts(self, previous: Previous) -> None:
        """What each has taken and announced in a deal of Tausend."""
        self.lines += [f"    {self.name(seat):<10} {count(previous, seat)}" for seat in previous.contract.active]

    def sheet(self, deal: int) -> None:
        """The lines of the sheet of a deal, and the totals."""
        score = self.game.score(self.state)
        totals = [0] * len(self.names)
        self.lines.append("")
        for line in score.sheet:
            totals[line.seat] += line.points
            if line.deal == deal:
                self.shown.scored.add(line.rule)
                self.lines.append(self.sheet_line(line, totals[line.seat]))
        self.lines += wrapped(
            ", ".join([f"{self.name(seat)} {number_word(total)}" for seat, total in enumerate(score.totals)]),
            "    totals     ",
            " " * 15,
        )
        if score.winners:
            self.lines.append(f"    won by     {', '.join([self.name(seat) for seat in score.winners])}")

    def sheet_line(self, line: ScoreLine, total: int) -> str:
        points = number_word(line.points, signed=True)
        reason = self.book.rules[line.rule].reason(self.lang)
        return f"    {self.name(line.seat):<10} {points:>6} → {number_word(total):>5}   {line.rule}: {reason}"

    def close(self) -> None:
        """What is left to tell at the end: what could be done next, and attempts without an action."""
        self.public()
        if self.game.actors(self.state):
            self.open()
        self.lines += self.pending or []


# -- the table


WRITERS: Final[Mapping[str, Callable[[Scene[Any]], Lines]]] = {
    "tausend": write_tausend,
    "duizenden": write_duizenden,
}


def drawn(rows: Lines) -> list[str]:
    """A table in lines."""
    return [f"    | {line}".rstrip() for line in layout(rows, WIDTH - 6).split("\n")]


def _without(rows: Lines, names: Sequence[str], known: Lines) -> Iterator[tuple[str, str]]:
    """The rows without those of these players and those known."""
    left_out = False
    for row in rows:
        if row[0]:
            left_out = row[0] in names or row in known
        if not left_out:
            yield row


def _previous(state: tausend.State | duizenden.State) -> Previous:
    """What a deal of Tausend has left."""
    previous = state.match.previous
    assert isinstance(previous, Previous)
    return previous
