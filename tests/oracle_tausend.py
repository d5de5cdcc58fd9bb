"""Tausend a second time: slow, naive, from the rules document, in plain lists, dicts and strings.

It shares nothing with the library: it is fed the text of each action, keeps cards as text
("Kd") and seats as "p1" to "p4", and says which rules a text breaks and how a deal scores.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

SUITS = "cdhs"
LOW_TO_HIGH = "9JQKTA"
PACK = [rank + suit for suit in SUITS for rank in LOW_TO_HIGH]
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
MARRIAGES = {"h": 100, "d": 80, "c": 60, "s": 40}
IN_TIME = {
    "deal": ["deal"],
    "bid": ["bid", "pass"],
    "give": ["give"],
    "lead": ["raise", "surrender", "nines", "play"],
    "play": ["play"],
}


@dataclass
class House:
    """The flags, as a record spells them."""

    players: int = 3
    sits_out: str | None = None
    four_aces: bool = False
    surrender_points: str = "sixty"
    surrender_cost: str = "from_third"
    null_penalty: bool = True
    barrel_at: int = 880
    barrel_deals: int = 3
    barrel_falls_to: int = 760
    reset_at_555: bool = False
    poor_widow_redeal: bool = False


@dataclass
class Player:
    """A line of the score pad."""

    total: int = 0
    on_barrel: bool = False
    barrel_deals: int = 0
    strokes: int = 0
    surrenders: int = 0


class Oracle:
    """A match, from the standings given."""

    def __init__(self, house: House, dealer: str, pad: dict[str, Player]) -> None:
        self.house = house
        self.seats = [f"p{number + 1}" for number in range(house.players)]
        self.pad = pad
        self.dealer = dealer
        self.winner: str | None = None
        self.scored: list[tuple[str, int, str]] = []  # of the last deal: seat, points, rule
        self.scored_deals = 0
        self.wait_for_deal()

    # -- the table

    def wait_for_deal(self) -> None:
        self.phase = "deal"
        self.hands: dict[str, list[str]] = {}
        self.widow: list[str] = []
        self.calls: list[tuple[str, str, int]] = []
        self.passed: list[str] = []
        self.bid = 0
        self.declarer = ""
        self.got: list[str] = []
        self.turn = ""
        self.table: list[tuple[str, str]] = []
        self.trump = ""
        self.won: dict[str, list[str]] = {}
        self.extra: dict[str, int] = {}
        self.tricks = 0
        self.unannounced: list[str] = []  # cards played without an announcement of their marriage
        clockwise = [self.after(self.dealer, steps) for steps in range(1, self.house.players + 1)]
        if self.house.players == 4:
            right_of_dealer = clockwise[2]
            clockwise.remove(self.dealer if self.house.sits_out == "dealer" else right_of_dealer)
        self.active = clockwise

    def after(self, seat: str, steps: int = 1) -> str:
        """The seat `steps` clockwise of `seat`, of all at the table."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def next_active(self, seat: str) -> str:
        return self.active[(self.active.index(seat) + 1) % 3]

    def sits_out(self, seat: str) -> bool:
        return seat in self.seats and seat not in self.active

    def maximum(self) -> int:
        return 600 if self.house.four_aces else 400

    def strong(self, seat: str) -> bool:
        """Whether the hand allows more than 120."""
        hand = self.hands[seat]
        if any("K" + suit in hand and "Q" + suit in hand for suit in SUITS):
            return True
        return self.house.four_aces and self.holds_four(seat, "A")

    def holds_four(self, seat: str, rank: str) -> bool:
        return all(rank + suit in self.hands.get(seat, []) for suit in SUITS)

    def waiting_for(self) -> list[str]:
        """The seats that may act."""
        if self.phase == "lead":
            return sorted(self.active)
        return {"bid": [self.turn], "give": [self.declarer], "play": [self.turn]}.get(self.phase, [])

    # -- the judge

    def broken(self, text: str) -> list[str]:
        """The rules that the action breaks, in no particular order."""
        words = text.split()
        kind = words[0] if words[0] == "deal" else words[1]
        if self.phase == "over":
            return ["tausend.win.over"]
        if kind not in IN_TIME[self.phase]:
            return ["tausend.phase"]
        if kind == "deal":
            return self.wrong_deal(words[1:])
        seat = words[0]
        if self.sits_out(seat):
            return ["tausend.four-handed"]
        if kind in ("bid", "pass"):
            return self.wrong_bidder(seat) or self.wrong_call(words)
        if kind in ("give", "raise", "surrender") and seat != self.declarer:
            return ["tausend.give.declarer"]
        if kind == "give":
            return self.wrong_gift(seat, words[2], words[3])
        if kind == "raise":
            return self.wrong_raise(seat, int(words[2]))
        if kind == "surrender":
            return ["tausend.surrender.barrel"] if self.pad[seat].on_barrel else []
        if kind == "nines":
            return [] if self.holds_four(seat, "9") else ["tausend.nines"]
        if seat != (self.declarer if self.phase == "lead" else self.turn):
            return ["tausend.play.turn"]
        return self.wrong_play(seat, words[2], words[3] if len(words) == 4 else "")

    def wrong_deal(self, parts: list[str]) -> list[str]:
        placed = {}
        for part in parts:
            place, text = part.split(":")
            placed[place] = [text[i : i + 2] for i in range(0, len(text), 2)]
        cards = [card for some in placed.values() for card in some]
        broken = []
        if any(card not in PACK for card in cards):
            broken.append("tausend.deck")
        if any(self.sits_out(place) for place in placed):
            broken.append("tausend.four-handed")
        sizes_right = all(len(placed.get(seat, [])) == 7 for seat in self.active) and len(placed["widow"]) == 3
        strangers = [place for place in placed if place != "widow" and place not in self.seats]
        times = Counter(cards)
        if not sizes_right or strangers or any(times[card] != 1 for card in PACK):
            broken.append("tausend.deal")
        return broken

    def wrong_bidder(self, seat: str) -> list[str]:
        broken = []
        if seat != self.turn:
            broken.append("tausend.bid.turn")
        if seat in self.passed:
            broken.append("tausend.bid.passed")
        return broken

    def wrong_call(self, words: list[str]) -> list[str]:
        opening = not self.calls
        if words[1] == "pass":
            return ["tausend.bid.opening"] if opening else []
        amount = int(words[2])
        broken = self.wrong_amount(words[0], amount)
        if opening and amount < 100:
            broken.append("tausend.bid.opening")
        if not opening and amount <= self.bid:
            broken.append("tausend.bid.higher")
        return broken

    def wrong_amount(self, seat: str, amount: int) -> list[str]:
        broken = []
        if amount % 5 != 0:
            broken.append("tausend.bid.step")
        if amount > 120 and not self.strong(seat):
            broken.append("tausend.bid.marriage")
        if amount > self.maximum():
            broken.append("tausend.bid.maximum")
        return broken

    def wrong_gift(self, seat: str, card: str, to: str) -> list[str]:
        broken = []
        receivers = [other for other in self.active if other != seat and other not in self.got]
        if card not in self.hands[seat] or (to not in receivers and not self.sits_out(to)):
            broken.append("tausend.give")
        if card not in PACK:
            broken.append("tausend.deck")
        if self.sits_out(to):
            broken.append("tausend.four-handed")
        return broken

    def wrong_raise(self, seat: str, amount: int) -> list[str]:
        broken = self.wrong_amount(seat, amount)
        if broken or amount <= self.bid:
            broken.append("tausend.raise")
        return broken

    def wrong_play(self, seat: str, card: str, announce: str) -> list[str]:
        hand = self.hands[seat]
        rank, suit = card[0], card[1]
        # it leads, and not for the first time in the deal: then it has just won a trick
        may_announce = not self.table and self.tricks > 0
        if announce == "aces":
            right = self.house.four_aces and may_announce and self.holds_four(seat, "A") and rank == "A"
            return [] if right else ["tausend.aces"]
        broken = []
        if card not in PACK:
            broken.append("tausend.deck")
        if card not in hand:
            broken.append("tausend.play.hand")
        elif self.table:
            led = self.table[0][1][1]
            can_follow = any(other[1] == led for other in hand)
            can_trump = any(other[1] == self.trump for other in hand)
            if can_follow and suit != led:
                broken.append("tausend.play.follow")
            if not can_follow and can_trump and suit != self.trump:
                broken.append("tausend.play.trump")
        if announce == "marriage":
            if not may_announce:
                broken.append("tausend.marriage.lead")
            if rank not in "KQ" or "K" + suit not in hand or "Q" + suit not in hand:
                broken.append("tausend.marriage.pair")
            if "K" + suit in self.unannounced or "Q" + suit in self.unannounced:
                broken.append("tausend.marriage.lost")
        return broken

    # -- the game

    def do(self, text: str) -> None:
        """Takes a legal action."""
        words = text.split()
        kind = words[0] if words[0] == "deal" else words[1]
        seat = words[0]
        if kind == "deal":
            for part in words[1:]:
                place, cards = part.split(":")
                split = [cards[i : i + 2] for i in range(0, len(cards), 2)]
                if place == "widow":
                    self.widow = split
                else:
                    self.hands[place] = split
            self.won = {active: [] for active in self.active}
            self.extra = dict.fromkeys(self.active, 0)
            self.turn = self.active[0]
            self.phase = "bid"
        elif kind in ("bid", "pass"):
            self.call(seat, words)
        elif kind == "give":
            self.hands[seat].remove(words[2])
            self.hands[words[3]].append(words[2])
            self.got.append(words[3])
            if len(self.got) == 2:
                self.phase = "lead"
        elif kind == "raise":
            self.bid = int(words[2])
        elif kind == "nines":
            self.wait_for_deal()
        elif kind == "surrender":
            self.settle(played=False)
        else:
            self.lay(seat, words[2], words[3] if len(words) == 4 else "")

    def call(self, seat: str, words: list[str]) -> None:
        if words[1] == "pass":
            self.passed.append(seat)
            self.calls.append((seat, "pass", 0))
        else:
            self.bid = int(words[2])
            self.declarer = seat
            self.calls.append((seat, "bid", self.bid))
        if len(self.passed) == 2:
            if self.house.poor_widow_redeal and sum(CARD_POINTS[card[0]] for card in self.widow) < 5:
                self.wait_for_deal()
                return
            self.hands[self.declarer] += self.widow
            self.phase = "give"
            return
        self.turn = self.next_active(seat)
        while self.turn in self.passed:
            self.turn = self.next_active(self.turn)

    def lay(self, seat: str, card: str, announce: str) -> None:
        self.phase = "play"
        if announce == "aces":
            self.extra[seat] += 200
        elif announce == "marriage":
            self.extra[seat] += MARRIAGES[card[1]]
            self.trump = card[1]
        if announce != "marriage":
            self.unannounced.append(card)
        self.hands[seat].remove(card)
        self.table.append((seat, card))
        self.turn = self.next_active(seat)
        if len(self.table) == 3:
            led = self.table[0][1][1]
            suit = self.trump if any(played[1] == self.trump for _, played in self.table) else led
            able = [(LOW_TO_HIGH.index(played[0]), who) for who, played in self.table if played[1] == suit]
            winner = max(able)[1]
            self.won[winner] += [played for _, played in self.table]
            self.table = []
            self.tricks += 1
            self.turn = winner
            if self.tricks == 8:
                self.settle(played=True)

    # -- the pad

    def note(self, seat: str, points: int, rule: str) -> None:
        self.pad[seat].total += points
        if points:
            self.scored.append((seat, points, rule))

    def settle(self, *, played: bool) -> None:
        """Scores the deal, in the order of the rules."""
        self.scored = []
        barrel = self.house.barrel_at
        started_on_barrel = [seat for seat in self.active if self.pad[seat].on_barrel]
        defenders = [seat for seat in self.active if seat != self.declarer]
        card_points = {seat: sum(CARD_POINTS[card[0]] for card in self.won[seat]) for seat in self.active}
        if played:
            made = card_points[self.declarer] + self.extra[self.declarer] >= self.bid
            self.note(self.declarer, self.bid if made else -self.bid, "tausend.score.declarer")
        else:
            made = False
            self.pad[self.declarer].surrenders += 1
            count = self.pad[self.declarer].surrenders
            costs = count >= 3 if self.house.surrender_cost == "from_third" else count % 3 == 0
            self.note(self.declarer, -120 if costs else 0, "tausend.score.surrender")
        for seat in defenders:
            before = self.pad[seat].total
            if played:
                own = card_points[seat] + self.extra[seat]
                self.note(seat, min(range(0, 1000, 5), key=lambda five: abs(five - own)), "tausend.score.defender")
            elif self.house.surrender_points == "sixty":
                self.note(seat, 60, "tausend.score.surrender")
            else:
                halves = [five for five in range(0, 1000, 5) if five <= self.bid / 2 + 2.5]
                self.note(seat, max(halves), "tausend.score.surrender")
            if seat in started_on_barrel:  # the sheet shows what it would have been, and the correction
                self.note(seat, before - self.pad[seat].total, "tausend.barrel.defender")
        if played and self.house.null_penalty:
            for seat in defenders:
                if card_points[seat] == 0 and seat not in started_on_barrel:
                    self.pad[seat].strokes += 1
                    if self.pad[seat].strokes == 3:
                        self.pad[seat].strokes = 0
                        self.note(seat, -120, "tausend.null")
        reached = [seat for seat in self.active if self.pad[seat].total >= 1000]
        if reached:
            clockwise = [self.declarer, self.next_active(self.declarer)]
            clockwise.append(self.next_active(clockwise[1]))
            highest = max(self.pad[seat].total for seat in reached)
            leaders = [seat for seat in clockwise if seat in reached and self.pad[seat].total == highest]
            self.winner = self.declarer if self.declarer in reached else leaders[0]
        for seat in self.active:
            self.barrel(seat, started=seat in started_on_barrel, lost=seat == self.declarer and not made)
        if self.house.reset_at_555:
            for seat in self.active:
                if self.pad[seat].total == 555:
                    self.note(seat, -555, "tausend.555")
                    self.pad[seat].on_barrel = False
        self.scored_deals += 1
        if self.winner:
            self.phase = "over"
            return
        assert not any(barrel < player.total < 1000 for player in self.pad.values())
        self.dealer = self.after(self.dealer)
        self.wait_for_deal()

    def barrel(self, seat: str, *, started: bool, lost: bool) -> None:
        """What the barrel does to a player of the deal."""
        player = self.pad[seat]
        at = self.house.barrel_at
        if player.total >= 1000:
            return
        if not started:
            if player.total >= at:
                player.on_barrel = True
                player.barrel_deals = 0
                self.note(seat, at - player.total, "tausend.barrel.enter")
            return
        if lost:
            player.on_barrel = False
            return
        self.note(seat, at - player.total, "tausend.barrel.win")
        player.barrel_deals += 1
        if player.barrel_deals == self.house.barrel_deals:
            player.on_barrel = False
            self.note(seat, self.house.barrel_falls_to - at, "tausend.barrel.fall")
