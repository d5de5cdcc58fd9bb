"""A match at the terminal: you against simple players, who see no more than you do. Needs cardrules[cli].

python examples/terminal.py duizenden --preset kinder --set players=3 --lang nl --seed 7
"""

import argparse
import random
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from itertools import islice

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from cardrules import GAMES, InvalidRules, duizenden, render, tausend
from cardrules.describing import tell
from cardrules.entries import Reader
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState
from cardrules.wire import read_rules
from cardrules.wording import LANGS, number_word

YOU = 0
NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Greta", "Hugo")
KEYS = {
    "en": "Number, action, some of its words, or cards. Tab completes, ? shows more, Enter: others first, Ctrl-D: end.",
    "nl": "Nummer, actie, woorden ervan, of kaarten. Tab vult aan, ? toont meer, Enter: anderen eerst, Ctrl-D: einde.",
    "de": "Nummer, Aktion, Wörter daraus oder Karten. Tab ergänzt, ? zeigt mehr, Enter: andere zuerst, Strg-D: Ende.",
}
LIKED = (
    (duizenden.Pot, duizenden.Meld, duizenden.LayOff),
    (duizenden.Swap, duizenden.Draw, duizenden.Discard, tausend.Play),
)


class You(Completer):
    """The person at the terminal."""

    def __init__(self, game: AnyGame, lang: str, names: Sequence[str]) -> None:
        self.game, self.lang, self.names = game, lang, names
        self.session: PromptSession[str] = PromptSession(completer=self)

    def act(self, state: AnyState) -> AnyAction | None:
        """What you do; None: you let the others go first, if they can do anything. Raises EOFError."""
        self.look(state)
        self.reader = Reader(self.game, state, YOU, self.lang, self.names)
        offers: Sequence[AnyAction] = self.reader.offers()
        print(self.reader.menu(offers, width()))
        keys = textwrap.fill(KEYS[self.lang], width())
        while entry := self.session.prompt(f"{self.names[YOU]}: ", bottom_toolbar=keys).strip():
            meaning = self.reader.meaning(entry, offers)
            if len(meaning.actions) == 1:
                return meaning.actions[0]
            if meaning.actions or entry == "?":
                offers = meaning.actions[:60] or self.reader.offers(60)
                print(self.reader.menu(offers, width()))
            else:
                say(*self.reader.refusal(meaning))
        return None

    def look(self, state: AnyState) -> None:
        print("\n" + render.text(self.game.view(state, YOU), self.lang, self.names, width()))

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        for text in self.reader.completions(document.text):
            yield Completion(text, -len(document.text))


def choose(actions: Sequence[AnyAction], rng: random.Random) -> AnyAction:
    """What a simple player does, who knows its legal actions: it lays what it can, and else plays at random."""
    some = list(islice(actions, 200))  # of the melds of a large hand there can be millions
    if isinstance(some[-1], tausend.Bid):
        return rng.choice(some[:2])  # a pass, or the lowest bid
    liked = [[action for action in some if isinstance(action, kinds)] for kinds in LIKED]
    return rng.choice(next(filter(None, liked), some))


def act(you: You, state: AnyState, rng: random.Random) -> AnyAction:
    """What is done where somebody can act; you are asked before the others."""
    while True:
        for seat in sorted(you.game.actors(state), key=lambda seat: seat != YOU):
            if legal := you.game.legal_actions(state, seat):
                action = you.act(state) if seat == YOU else choose(legal, rng)
                if action is not None:
                    return action


def play(you: You, rules: AnyRules, rng: random.Random) -> None:
    """A match to its end. Raises EOFError where you end it before."""
    game = you.game
    state = game.start(rules, rng.randrange(rules.players))
    while not game.score(state).winners:
        action = act(you, state, rng) if game.actors(state) else game.shuffle(state, rng)
        say(tell(game, action, state, YOU, you.lang, you.names))
        known = len(game.score(state).sheet)
        state = game.apply(state, action)
        for line in game.score(state).sheet[known:]:
            say(f"  {you.names[line.seat]} {number_word(line.points, signed=True)}: {line.explain(you.lang)}")
    you.look(state)


def say(*lines: str) -> None:
    print(*[textwrap.fill(line, width(), subsequent_indent="  ") for line in lines], sep="\n")


def width() -> int:
    return shutil.get_terminal_size().columns


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=("duizenden", "tausend"))
    parser.add_argument("--preset", help="house rules that have a name")
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="a flag, as barrel.at=870")
    parser.add_argument("--lang", choices=LANGS, default="en")
    parser.add_argument("--seed", type=int, help="the same match again")
    chosen = parser.parse_args()
    game = GAMES[chosen.game]
    try:
        rules = read_rules(game, chosen.set, chosen.preset)
        play(You(game, chosen.lang, NAMES[: rules.players]), rules, random.Random(chosen.seed))  # noqa: S311  # no secret
    except InvalidRules as error:
        parser.error(str(error))
    except (EOFError, KeyboardInterrupt):
        pass


if __name__ == "__main__":
    main()
