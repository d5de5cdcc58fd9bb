"""A match at the terminal: you against simple players, who see no more than you do.

python examples/terminal.py duizenden --preset kinder --set players=3 --lang nl --seed 7

Needs cardrules[cli], for prompt_toolkit.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from cardrules import GAMES, Cards, InvalidRules, MalformedInput, Rank, duizenden, options, render, tausend
from cardrules.reading import plain, read_cards
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState, AnyView
from cardrules.text import seat_text
from cardrules.wire import JSON, load_rules
from cardrules.wording import LANGS, card_word, number_word

ME = 0
VERBS = ("play", "discard", "meld")
NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Greta", "Hugo")


class You(Completer):
    """The person at the terminal, who enters what to do."""

    def __init__(self, game: AnyGame, lang: str, names: Sequence[str]) -> None:
        self.game, self.lang, self.names, self.words = game, lang, names, WORDS[lang]
        self.session: PromptSession[str] = PromptSession(completer=self)
        self.state: AnyState = None
        self.others = False
        self.offered: dict[str, AnyAction] = {}  # in this state, by number and by what it says

    def act(self, state: AnyState, *, others: bool) -> AnyAction | None:
        """What you do in a state; None: you let the others go first, who can act too. Raises EOFError."""
        self.state, self.others, self.offered = state, others, {}
        self.show()
        while True:
            entry = " ".join(self.session.prompt(f"{self.names[ME]}: ").split())
            if not entry and others:
                return None
            if not entry:
                self.show()
            elif entry == "?":
                say(self.words["help"])
                self.offer(self.legal(), 60)
            else:
                meant = self.meant(entry)
                if len(meant) == 1:
                    return meant[0]
                self.offer(meant, 30) if meant else self.refuse(entry)

    # what you see

    def show(self) -> None:
        """The table as you see it, and what you may do."""
        print("\n" + render.text(self.game.view(self.state, ME), self.lang, self.names, width()))
        say(self.words["may wait" if self.others else "may"])
        self.offer(self.legal(), 8)

    def offer(self, actions: Sequence[AnyAction], most: int) -> None:
        """Actions with numbers, side by side; so many of a kind."""
        kinds: Counter[type] = Counter()
        few = []
        for action in actions:
            kinds[type(action)] += 1
            few += [action] if kinds[type(action)] <= most else []
        said = {self.says(action): action for action in few}
        self.offered = said | {str(number): action for number, action in enumerate(said.values(), 1)}
        cells = [f"{number:>3} {text}" for number, text in enumerate(said, 1)] + ["  …"] * (len(few) < len(actions))
        wide = max(map(len, cells)) + 1
        across = max(width() // wide, 1)
        for first in range(0, len(cells), across):
            print("".join([cell.ljust(wide) for cell in cells[first : first + across]]).rstrip())

    def says(self, action: AnyAction) -> str:
        return describe(self.game, action, self.state, self.lang, self.names)

    def refuse(self, entry: str) -> None:
        """Why an entry is no legal action."""
        cards, words = self.read(entry)
        more = self.options(cards).more if cards and not words else ()
        action = self.written(entry) or self.likely(entry)
        if more:
            say(self.words["more"].format(cards=" ".join([card_word(card, self.lang) for card in more])))
        elif action:
            say(f"✗ {self.says(action)}")
            for broken in self.game.violations(self.state, action):
                say(f"  {broken.explain(self.lang, self.names)}")
        else:
            say(self.words["unclear"])

    # what you may do, and what an entry means

    def legal(self) -> list[AnyAction]:
        """Your legal actions, or many of them: those without cards first, then those with the most, discards last."""
        some = islice(self.game.legal_actions(self.state, ME), 500)
        return sorted(
            some, key=lambda action: (-len(options.used(action)) or -99, isinstance(action, duizenden.Discard))
        )

    def options(self, cards: Cards) -> options.Options[AnyAction]:
        return options.of(self.game, self.state, ME, cards)

    def read(self, entry: str) -> tuple[Cards, list[str]]:
        """The cards that an entry names, and its other words."""
        named = {word: read_cards(word, self.lang) for word in entry.split()}
        cards = Cards([card for word in entry.split() for card in named[word] or ()])
        return cards, [word.lower() for word in entry.split() if named[word] is None]

    def meant(self, entry: str) -> list[AnyAction]:
        """The legal actions that an entry can mean; one, if it is clear."""
        for action in (self.offered.get(entry), self.written(entry)):
            if action and self.game.is_legal(self.state, action):
                return [action]
        likely = self.likely(entry)
        return self.found(entry) or ([likely] if likely and self.game.is_legal(self.state, likely) else [])

    def found(self, entry: str) -> list[AnyAction]:
        """The legal actions with just the cards that an entry names, or else with one or none, in which all its
        other words occur."""
        cards, words = self.read(entry)
        chosen = self.options(cards)
        alone = () if cards else [action for card in chosen.more for action in self.options(Cards([card])).now]
        texts = [(action, f"{action} {self.says(action)}".lower()) for action in (*chosen.now, *alone)]
        return [action for action, text in texts if all([word in text for word in words])]

    def written(self, text: str) -> AnyAction | None:
        """The action of a text, legal or not."""
        try:
            return self.game.parse_action(f"{seat_text(ME)} {plain(text, self.lang)}")
        except MalformedInput:
            return None

    def likely(self, entry: str) -> AnyAction | None:
        """What the cards that an entry names are meant for: something that is done now, if they can be used so."""
        cards = "".join(map(str, self.read(entry)[0]))
        verbs = [*sorted({str(action).split()[1] for action in self.legal()}), *VERBS] if cards else []
        return next(filter(None, [self.written(f"{verb} {cards}") for verb in verbs]), None)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        """The actions that an entry can mean so far, and the cards that can join those that it names."""
        entry = document.text
        for action in self.found(entry)[:20]:
            self.offered[self.says(action)] = action
            yield Completion(self.says(action), start_position=-len(entry))
        begun = entry.rpartition(" ")[2]
        for card in self.options(self.read(entry.removesuffix(begun))[0]).more:
            if card_word(card, self.lang).lower().startswith(begun.lower()):
                yield Completion(card_word(card, self.lang), start_position=-len(begun))


def choose(view: AnyView, actions: Sequence[AnyAction], rng: random.Random) -> AnyAction | None:
    """What a simple player does, who knows a view and the legal actions; None: it lets others go first."""
    some = list(islice(actions, 200))  # of the melds of a large hand there can be millions
    bids = [action for action in some if isinstance(action, tausend.Bid)]
    must = len(bids) == len(some)
    if isinstance(view, tausend.View) and bids and (must or bids[0].amount <= hopes(view.hand or Cards())):
        return bids[0]
    for kinds in LIKED:
        liked = [action for action in some if isinstance(action, kinds)]
        if liked:
            return rng.choice(liked)
    return rng.choice(some) if rng.random() < 0.5 else None


LIKED = (
    (tausend.Pass, tausend.Give, tausend.Play),
    (duizenden.Pot, duizenden.Meld, duizenden.LayOff),
    (duizenden.Swap, duizenden.Draw, duizenden.Discard, duizenden.EndTurn),
)


def hopes(hand: Cards) -> int:
    """What a hand of Tausend may bring with the widow."""
    kings, queens, aces = [
        {card.suit for card in hand if card.rank is rank} for rank in (Rank.KING, Rank.QUEEN, Rank.ACE)
    ]
    return 70 + 10 * len(aces) + 40 * len(kings & queens)


def play(game: AnyGame, rules: AnyRules, lang: str, names: Sequence[str], rng: random.Random) -> None:
    """A match to its end. Raises EOFError where you end it before."""
    you = You(game, lang, names)
    state = game.start(rules, rng.randrange(rules.players))
    score = game.score(state)
    while not score.winners:
        action = act(game, state, you, rng) if game.actors(state) else game.shuffle(state, rng)
        seen = game.redact(action, state, ME) if game.redact else action
        say(describe(game, seen, state, lang, names, told=True))
        state = game.apply(state, action)
        known, score = len(score.sheet), game.score(state)
        for line in score.sheet[known:]:
            book = game.rulebook()
            reason = book.rules[line.rule].reason(lang) if book else line.rule
            say(f"  {names[line.seat]} {number_word(line.points, signed=True)}: {reason}")
    print("\n" + render.text(game.view(state, ME), lang, names, width()))


def act(game: AnyGame, state: AnyState, you: You, rng: random.Random) -> AnyAction:
    """What is done where somebody can act; you are asked before the others."""
    legal = {seat: game.legal_actions(state, seat) for seat in game.actors(state)}
    able = sorted([seat for seat, actions in legal.items() if actions], key=lambda seat: seat != ME)
    while True:
        for seat in able:
            if seat == ME:
                # whether the others can do anything is not for you to know
                action = you.act(state, others=len(legal) > 1)
            else:
                action = choose(game.view(state, seat), legal[seat], rng)
            if action is not None:
                return action


def describe(
    game: AnyGame, action: AnyAction, state: AnyState, lang: str, names: Sequence[str], *, told: bool = False
) -> str:
    return game.describe(action, state, lang, names, told=told) if game.describe else str(action)


def say(text: str) -> None:
    print(textwrap.fill(text, width(), subsequent_indent="  "))


def width() -> int:
    return shutil.get_terminal_size().columns


def fields(preset: str | None, changes: Sequence[str]) -> dict[str, JSON]:
    """The JSON of a config as the command line has it: barrel.at=870."""
    config: dict[str, JSON] = {} if preset is None else {"preset": preset}
    for change in changes:
        path, _, text = change.partition("=")
        *outer, last = path.split(".")
        inner = config
        for name in outer:
            deeper = inner.setdefault(name, {})
            if not isinstance(deeper, dict):
                raise InvalidRules(path, f"{name} was set to a value of its own")
            inner = deeper
        try:
            inner[last] = json.loads(text)
        except ValueError:
            inner[last] = text
    return config


def main() -> None:
    parser = argparse.ArgumentParser(description="You against simple players.")
    parser.add_argument("game", choices=("duizenden", "tausend"))
    parser.add_argument("--preset", help="house rules that have a name")
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="a flag, as barrel.at=870")
    parser.add_argument("--lang", choices=LANGS, default="en")
    parser.add_argument("--seed", type=int, help="the same match again")
    chosen = parser.parse_args()
    game = GAMES[chosen.game]
    try:
        rules = load_rules(game, fields(chosen.preset, chosen.set))
    except InvalidRules as error:
        parser.error(str(error))
    rng = random.Random(chosen.seed)  # noqa: S311  # play, no secret
    try:
        play(game, rules, chosen.lang, NAMES[: rules.players], rng)
    except (EOFError, KeyboardInterrupt):
        say(WORDS[chosen.lang]["bye"])


WORDS = {
    "en": {
        "help": "Enter an action or a part of it, or cards such as 7c 7d joker, or a number. Tab completes. "
        "Enter alone shows the table again, or lets the others go first. Ctrl-D ends the match.",
        "may": "You may (? for help):",
        "may wait": "You may (? for help; Enter lets the others go first):",
        "more": "These cards can be added: {cards}",
        "unclear": "That is no action here; ? shows what you may do.",
        "bye": "The match ends here.",
    },
    "nl": {
        "help": "Typ een actie of een deel ervan, of kaarten zoals 7c 7d joker, of een nummer. Tab vult aan. "
        "Enter alleen toont de tafel opnieuw, of laat de anderen voorgaan. Ctrl-D beëindigt de partij.",
        "may": "Je mag (? voor hulp):",
        "may wait": "Je mag (? voor hulp; Enter laat de anderen voorgaan):",
        "more": "Deze kaarten kunnen erbij: {cards}",
        "unclear": "Dat is hier geen actie; ? toont wat je mag doen.",
        "bye": "De partij eindigt hier.",
    },
    "de": {
        "help": "Gib eine Aktion oder einen Teil davon ein, oder Karten wie 7c 7d Joker, oder eine Nummer. Tab "
        "ergänzt. Enter allein zeigt den Tisch noch einmal, oder lässt den anderen den Vortritt. Strg-D beendet "
        "die Partie.",
        "may": "Du darfst (? für Hilfe):",
        "may wait": "Du darfst (? für Hilfe; Enter lässt den anderen den Vortritt):",
        "more": "Diese Karten können dazu: {cards}",
        "unclear": "Das ist hier keine Aktion; ? zeigt, was du darfst.",
        "bye": "Die Partie endet hier.",
    },
}

if __name__ == "__main__":
    main()
