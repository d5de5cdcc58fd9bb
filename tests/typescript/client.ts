// A small client: it must compile, and what is marked must not.

import type {
  Action,
  Card,
  Cards,
  DuizendenAction,
  DuizendenNamedRules,
  DuizendenRecord,
  DuizendenState,
  DuizendenView,
  Report,
  State,
  Suit,
  TausendAction,
  TausendActionText,
  TausendNamedRules,
  TausendRecord,
  TausendState,
  TausendView,
  View,
} from "./cardrules";

function never(value: never): never {
  throw new Error(`nobody knows ${JSON.stringify(value)}`);
}

// -- actions, told by their type

export function tausend(action: TausendAction): string {
  switch (action.type) {
    case "deal":
      return action.hands.map(([seat, cards]) => `${seat + 1}:${cards.length / 2}`).join(" ") + action.widow;
    case "bid":
    case "raise":
      return `${action.seat} ${action.amount.toFixed()}`;
    case "give":
      return `${action.seat} ${suited(action.card)} ${action.to}`;
    case "play":
      return `${suited(action.card)} ${action.announce ?? ""}`;
    case "pass":
    case "surrender":
    case "nines":
      return `${action.seat}`;
    default:
      return never(action);
  }
}

export function duizenden(action: DuizendenAction): string {
  switch (action.type) {
    case "deal":
      return action.stock.map(suited).join("");
    case "reshuffle":
      return suited(action.cards[0]);
    case "swap":
    case "discard":
      return suited(action.card);
    case "pot":
    case "meld":
      return action.cards.map(suited).join("");
    case "lay_off":
      return `${action.meld} ${action.end ?? "group"}`;
    case "exchange":
      return `${action.meld} ${action.card}`;
    case "challenge":
      return `${action.whom}`;
    case "draw":
    case "end_turn":
    case "last":
      return `${action.seat}`;
    default:
      return never(action);
  }
}

export function forgetful(action: TausendAction): string {
  switch (action.type) {
    case "bid":
      return "bid";
    default:
      // @ts-expect-error: there are other actions
      return never(action);
  }
}

const seats = (action: Action): number => ("seat" in action ? action.seat : -1);

// -- cards

export function suited(card: Card): string {
  if (card === "Jk") return "joker";
  const suit = card.slice(1) as Suit;
  const signs: Record<Suit, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };
  return card.slice(0, 1) + signs[suit];
}

export const fine: readonly Card[] = ["As", "Td", "2c", "Jk"];
export const hand: Cards = "AsKdJk";
export const empty: Cards = "";
// @ts-expect-error: ten is T
export const ten: Card = "10s";
// @ts-expect-error: there is no such rank
export const one: Card = "1s";
// @ts-expect-error: these are two
export const two: Card = "AsKs";
// @ts-expect-error: it does not begin with a card
export const noCards: Cards = "hello";
// @ts-expect-error: a hand in a view is not to be changed
export const change = (view: DuizendenView): number => view.pot.push("As");

// -- views and states

export function tausendTable(view: TausendView): string {
  const mine: Cards = view.hand ?? "";
  switch (view.phase) {
    case "deal":
    case "over":
      return view.standings.map((standing) => standing.total).join();
    case "bid":
      return `${view.bid ?? 100} ${view.calls.length}`;
    case "give":
      return `${view.widow} ${view.gifts.length}`;
    case "lead":
    case "play":
      return `${mine} ${view.trump} ${view.trick.map((play) => play.card).join("")}`;
    default:
      return never(view.phase);
  }
}

export function duizendenTable(view: DuizendenView): string {
  switch (view.phase) {
    case "deal":
    case "over":
      return view.totals.join();
    case "swap":
      return view.open === null ? "" : suited(view.open);
    case "draw":
    case "meld":
    case "reshuffle":
      return view.melds.map((meld) => ("rank" in meld ? meld.rank : `${meld.suit}${meld.low}`)).join();
    default:
      return never(view.phase);
  }
}

export function waiting(state: TausendState | DuizendenState): readonly Cards[] {
  switch (state.type) {
    case "dealing":
    case "over":
      return [];
    case "bidding":
    case "swapping":
    case "drawing":
    case "melding":
      return state.hands;
    case "giving":
    case "before_lead":
    case "playing":
      return state.contract.hands;
    case "reshuffling":
      return waiting(state.before);
    default:
      return never(state);
  }
}

export const anyTable = (view: View): string =>
  "standings" in view ? tausendTable(view) : duizendenTable(view);
export const anyState = (state: State): number => state.type.length + seats({ type: "pass", seat: 1 });

// -- records, rules, reports

export const rules: TausendNamedRules = { preset: "standard", players: 4, sits_out: "right_of_dealer" };
export const called: DuizendenNamedRules = { preset: "modern", last_card_call: { points: 50 } };
// @ts-expect-error: it costs one card
export const twice: DuizendenNamedRules = { preset: "modern", last_card_call: { cards: 2 } };
// @ts-expect-error: there is no such preset
export const modern: TausendNamedRules = { preset: "modern" };
// @ts-expect-error: there is no such flag
export const flag: TausendNamedRules = { preset: "standard", jokers: true };

const bid: TausendActionText = "p1 bid 110";
// @ts-expect-error: there is no ninth seat
export const ninth: TausendActionText = "p9 bid 110";
// @ts-expect-error: there is no such word
export const word: TausendActionText = "p1 bids 110";

export const record: TausendRecord = {
  cardrules: 1,
  game: "tausend",
  rules,
  players: ["Anna", "Ben", "Carla", "Dora"],
  dealer: "p4",
  actions: [bid, "p2 pass", "p1 give 9c p3", "p1 play Kd marriage"],
  meta: { event: "club night" },
};
// @ts-expect-error: it is of another game
export const other: DuizendenRecord = record;

export function told(report: Report): string {
  switch (report.verdict) {
    case "legal":
      return report.winners.join();
    case "illegal":
      return report.violations.map((reason) => `${reason.rule}: ${reason.message}`).join();
    case "misscored":
      return report.score_errors.map((error) => `${error.player} ${error.actual ?? "unscored"}`).join();
    case "malformed":
      return report.message ?? "";
    case "stood":
      return (report.stood ?? []).map((each) => each.action).join();
    default:
      return never(report.verdict);
  }
}
