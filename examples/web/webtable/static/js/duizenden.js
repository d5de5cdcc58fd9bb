// @ts-check
/** The table of Duizenden. */

import { nameOf, order, picture } from "./cards.js";
import { el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").DuizendenView} View */
/** @typedef {import("./types").DuizendenGroup | import("./types").DuizendenRun} Meld */
/** @typedef {NonNullable<View["previous"]>} Previous */
/** @typedef {import("./types").Card} Card */
/** @typedef {{meld: (number: number) => void, draw: () => void, pot: () => void}} Clicks */

/** Several cards can be chosen. */
export const single = false;

const RANKS = "23456789TJQKA";

/** @param {boolean} byRank */
export const inHand = (byRank) => order(RANKS, byRank);

/** @param {View} view */
export const totals = (view) => view.totals;

/**
 * @param {View} view
 * @param {number} seat
 * @returns {string[]}
 */
export function facts(view, seat) {
  const place = view.places[seat];
  const told = [];
  if (place?.opened || view.melds.some((meld) => meld.owner === seat)) told.push(t("duizenden.opened"));
  if (place?.call) told.push(t(`duizenden.call-${place.call}`));
  if (place?.penalty) told.push(t("duizenden.penalty", { points: place.penalty }));
  return told;
}

/**
 * @param {Scene} scene
 * @param {View} view
 * @param {Clicks} clicks
 * @returns {HTMLElement[]}
 */
export function board(scene, view, clicks) {
  if (view.phase === "deal" || view.phase === "over") return view.previous === null ? [] : [left(scene, view.previous)];
  const piles = [
    pile("stock", t("duizenden.stock", { count: view.stock_count }), view.stock_count > 0 ? null : undefined, scene, clicks.draw),
  ];
  if (view.open !== null) piles.push(pile("open", t("duizenden.open"), view.open, scene, () => {}));
  const top = view.pot.at(-1);
  if (view.open === null) piles.push(pile("pot", t("duizenden.pot", { count: view.pot.length }), top, scene, clicks.pot));
  /** @type {HTMLElement[]} */
  const parts = [el("div", { class: "piles" }, ...piles)];
  if (view.pot.length > 1) parts.push(wholePot(scene, view.pot));
  const offered = new Set((scene.chosen.length > 0 ? (scene.offers?.now ?? []) : []).map((each) => meldOf(each.action)));
  const melds = view.melds.map((meld, at) => {
    const number = at + 1;
    return el(
      "button",
      {
        type: "button",
        class: `meld${offered.has(number) ? " legal" : ""}${scene.meld === number ? " chosen" : ""}`,
        "data-meld": number,
        onclick: () => clicks.meld(number),
      },
      ...face(scene, meld, number),
    );
  });
  parts.push(el("section", { id: "melds", class: melds.length > 0 ? "" : "empty", "aria-label": t("duizenden.melds") }, ...(melds.length > 0 ? melds : [el("p", { class: "note", text: t("duizenden.no-melds") })])));
  if (view.laid !== null && view.phase === "meld" && view.laid > 0) {
    parts.push(el("p", { class: "words", text: t("duizenden.laid", { points: view.laid, least: view.rules.opening_minimum }) }));
  }
  return parts;
}

/**
 * What the last round left, until the next is dealt: to be looked at, with nothing to click on.
 * @param {Scene} scene
 * @param {Previous} previous
 */
function left(scene, previous) {
  const { melds, out, pot } = previous;
  const words = out === null ? t("duizenden.ran-out") : t("duizenden.went-out", { name: scene.frame.names[out] ?? "" });
  /** @type {HTMLElement[]} */
  const parts = [el("h2", { id: "left-title", text: t("duizenden.left") }), el("p", { class: "words", text: words })];
  const top = pot.at(-1);
  if (top !== undefined) parts.push(el("figure", { id: "left-pot" }, picture(top, scene), el("figcaption", { text: t("duizenden.pot", { count: pot.length }) })));
  if (pot.length > 1) parts.push(wholePot(scene, pot));
  if (melds.length > 0) {
    const laid = melds.map((meld, at) => el("div", { class: "meld" }, ...face(scene, meld, at + 1)));
    parts.push(el("section", { id: "left-melds", "aria-label": t("duizenden.melds") }, ...laid));
  }
  return el("section", { id: "left", "aria-labelledby": "left-title" }, ...parts);
}

/**
 * @param {Scene} scene
 * @param {readonly Card[]} pot
 */
function wholePot(scene, pot) {
  const below = [...pot].reverse();
  return el("details", { id: "whole-pot" }, el("summary", { text: t("duizenden.whole-pot") }), el("div", { class: "cards small" }, ...below.map((card) => picture(card, scene))));
}

/**
 * Whose a meld is, and its cards.
 * @param {Scene} scene
 * @param {Meld} meld
 * @param {number} number
 */
function face(scene, meld, number) {
  const owner = scene.frame.names[meld.owner] ?? "";
  const cards = meld.cards.map((card) => nameOf(card)).join(", ");
  return [
    el("span", { class: "whose" }, el("span", { class: "hidden", text: `${t("duizenden.meld")} ` }), `${number} ${owner}`, el("span", { class: "hidden", text: `: ${cards}` })),
    el("span", { class: "fan" }, ...meld.cards.map((card, place) => laid(scene, meld, card, place))),
  ];
}

/**
 * @param {Scene} scene
 * @param {Meld} meld
 * @param {Card} card
 * @param {number} place
 */
function laid(scene, meld, card, place) {
  const node = picture(card, scene, "");
  const by = meld.seats[place];
  if (by !== undefined && by !== meld.owner) node.title = t("duizenden.laid-by", { name: scene.frame.names[by] ?? "" });
  return node;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {Card | null | undefined} card null: a back, undefined: nothing
 * @param {Scene} scene
 * @param {() => void} clicked
 */
function pile(id, label, card, scene, clicked) {
  const said = card ? `${label}: ${nameOf(card)}` : label;
  return el(
    "button",
    { type: "button", id, class: "pile", "aria-label": said, onclick: clicked },
    card === undefined ? el("span", { class: "card none" }) : picture(card, scene, ""),
    el("span", { class: "label", text: label }),
  );
}

/**
 * The meld, from 1, that an action is about.
 * @param {string} action
 */
export function meldOf(action) {
  const words = action.split(" ");
  return words[1] === "layoff" || words[1] === "exchange" ? Number(words[2]) : null;
}

/**
 * @param {Scene} scene
 * @param {View} view
 */
export function status(scene, view) {
  return { who: view.turn, what: `duizenden.to-${view.phase}` };
}

/**
 * What can be tried with the chosen cards, in the order in which they were clicked.
 * @param {Scene} scene
 * @param {View} view
 * @returns {{kind: string, action: string}[]}
 */
export function attempts(scene, view) {
  const cards = scene.chosen.map((held) => held.card);
  const seat = `p${(view.seat ?? 0) + 1}`;
  if (cards.length === 0) return [];
  const tries = [];
  if (view.phase === "swap" && cards.length === 1) tries.push({ kind: "swap", action: `${seat} swap ${cards[0]}` });
  if (cards.length > 1) tries.push({ kind: "meld", action: `${seat} meld ${cards.join("")}` });
  if (cards.length === 1) tries.push({ kind: "discard", action: `${seat} discard ${cards[0]}` });
  if (scene.meld !== null) tries.push({ kind: "layoff", action: layOff(view, scene.meld, cards) });
  return tries;
}

/**
 * The lay-off of cards on a meld: on a run at the end to which they are nearer.
 * @param {View} view
 * @param {number} number
 * @param {Card[]} cards
 */
export function layOff(view, number, cards) {
  const seat = `p${(view.seat ?? 0) + 1}`;
  const meld = view.melds[number - 1];
  if (!meld || !("low" in meld)) return `${seat} layoff ${number} ${cards.join("")}`;
  const position = (/** @type {Card} */ card) => RANKS.indexOf(card[0] ?? "") + 1;
  const natural = cards.filter((card) => card[1] === meld.suit).map(position);
  const end = natural.some((place) => place < meld.low) ? "low" : "high";
  const sorted = [...cards].sort((one, two) => (one === "Jk" || two === "Jk" ? 0 : position(one) - position(two)));
  return `${seat} layoff ${number} ${end} ${sorted.join("")}`;
}

/**
 * Taking the pot with the chosen cards.
 * @param {Scene} scene
 * @param {View} view
 */
export function takePot(scene, view) {
  const cards = [...scene.chosen.map((held) => held.card), view.pot.at(-1) ?? ""];
  const run = new Set(cards.map((card) => card[1])).size === 1 && new Set(cards.map((card) => card[0])).size === cards.length;
  if (run) cards.sort((one, two) => RANKS.indexOf(one[0] ?? "") - RANKS.indexOf(two[0] ?? ""));
  return `p${(view.seat ?? 0) + 1} pot ${cards.join("")}`;
}
