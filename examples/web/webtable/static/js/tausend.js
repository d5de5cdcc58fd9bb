// @ts-check
/** The table of Tausend. */

import { order, parse, picture, sign } from "./cards.js";
import { el } from "./dom.js";
import { plain, t } from "./words.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").TausendView} View */
/** @typedef {NonNullable<View["previous"]>} Previous */
/** @typedef {import("./types").Card} Card */
/** @typedef {import("./types").TausendPlay} Play */

/** One click on a card is the whole choice. */
export const single = true;

/** @param {boolean} byRank */
export const inHand = (byRank) => order("9JQKTA", byRank);

/** @param {View} view */
export const totals = (view) => view.standings.map((each) => each.total);

/**
 * What there is to tell of a seat.
 * @param {View} view
 * @param {number} seat
 * @returns {string[]}
 */
export function facts(view, seat) {
  const standing = view.standings[seat];
  if (!standing) return [];
  const told = [];
  if (view.active.length > 0 && !view.active.includes(seat)) told.push(t("tausend.sits-out"));
  if (view.phase === "bid") {
    const call = view.calls.filter((each) => each.seat === seat).at(-1);
    if (call) told.push(call.type === "bid" ? plain(call.amount ?? 0) : t("tausend.passed"));
  }
  if (view.declarer === seat && view.bid !== null) told.push(t("tausend.plays-for", { bid: view.bid }));
  const won = view.tricks.filter((trick) => trick.winner === seat).length;
  if (won > 0) told.push(t("tausend.tricks", { count: won }));
  if (standing.barrel !== null) told.push(t("tausend.barrel", { count: standing.barrel }));
  if (standing.strokes > 0) told.push(t("tausend.strokes", { count: standing.strokes }));
  if (standing.surrenders > 0) told.push(t("tausend.surrenders", { count: standing.surrenders }));
  return told;
}

/**
 * What lies on the table.
 * @param {Scene} scene
 * @param {View} view
 * @returns {HTMLElement[]}
 */
export function board(scene, view) {
  if (view.phase === "deal" || view.phase === "over") return view.previous === null ? [] : [left(scene, view.previous)];
  const parts = [];
  if (view.phase === "bid" || view.phase === "give" || view.phase === "lead") {
    const widow = view.widow === null ? Array(view.widow_count).fill(null) : parse(view.widow);
    const label = view.widow === null ? t("tausend.widow-down", { count: view.widow_count }) : t("tausend.widow");
    parts.push(heap("widow", label, widow.map((card) => picture(card, scene))));
  }
  if (view.phase === "give" || view.phase === "lead") {
    const given = view.gifts.map((gift) => el("figure", {}, picture(gift.card, scene, gift.card === null ? t("card.down") : undefined), el("figcaption", { text: `→ ${scene.frame.names[gift.to]}` })));
    if (given.length > 0) parts.push(heap("gifts", t("tausend.given"), given));
  }
  if (view.phase === "play") {
    parts.push(heap("trick", t("tausend.trick"), played(scene, view.trick), view.trick.length === 0));
    const last = view.tricks.at(-1);
    if (last) parts.push(heap("last-trick", t("tausend.last-trick", { name: scene.frame.names[last.winner] ?? "" }), played(scene, last.plays)));
    const gifts = view.gifts.filter((gift) => gift.card !== null);
    if (gifts.length > 0 && view.tricks.length === 0) {
      parts.push(heap("gifts", t("tausend.given"), gifts.map((gift) => picture(gift.card, scene))));
    }
  }
  const words = [];
  if (view.trump !== null) words.push(el("strong", { class: `suit ${view.trump}`, text: t("tausend.trump", { suit: `${sign(view.trump)} ${t(`suit.${view.trump}`)}` }) }));
  for (const play of view.announced) {
    const key = play.announce === "aces" ? "tausend.said-aces" : "tausend.said";
    words.push(el("span", { text: t(key, { name: scene.frame.names[play.seat] ?? "", suit: sign(play.card[1] ?? "") }) }));
  }
  if (view.phase === "bid" && view.bid !== null) words.push(el("strong", { text: t("tausend.highest", { bid: view.bid }) }));
  if (words.length > 0) parts.push(el("p", { class: "words" }, ...words.flatMap((word, at) => (at > 0 ? [" · ", word] : [word]))));
  return parts;
}

/**
 * What the last deal left, until the next is dealt.
 * @param {Scene} scene
 * @param {Previous} previous
 */
function left(scene, previous) {
  const { names } = scene.frame;
  const words = t("tausend.played-for", { name: names[previous.declarer] ?? "", bid: previous.bid });
  const parts = [heap("left-widow", t("tausend.widow"), parse(previous.widow).map((card) => picture(card, scene)))];
  const last = previous.tricks.at(-1);
  if (last) parts.unshift(heap("left-trick", t("tausend.last-trick", { name: names[last.winner] ?? "" }), played(scene, last.plays)));
  return el("section", { id: "left", "aria-labelledby": "left-title" }, el("h2", { id: "left-title", text: t("tausend.left") }), ...parts, el("p", { class: "words", text: words }));
}

/**
 * @param {Scene} scene
 * @param {readonly Play[]} plays
 */
function played(scene, plays) {
  return plays.map((play) =>
    el(
      "figure",
      {},
      picture(play.card, scene),
      el("figcaption", { text: `${scene.frame.names[play.seat]}${play.announce === null ? "" : ` ${t(`tausend.${play.announce}`)}`}` }),
    ),
  );
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement[]} children
 * @param {boolean} [empty]
 */
function heap(id, label, children, empty = false) {
  return el("section", { id, class: empty ? "heap empty" : "heap", "aria-label": label }, el("h2", { class: "label", text: label }), el("div", { class: "cards" }, ...children));
}

/**
 * Whom the table waits for, and for what.
 * @param {Scene} scene
 * @param {View} view
 */
export function status(scene, view) {
  const who = view.phase === "lead" ? view.declarer : (view.actors[0] ?? null);
  return { who, what: `tausend.to-${view.phase}` };
}

/**
 * What a click on a card means where the rules offer nothing: the server says why not.
 * @param {Scene} scene
 * @param {View} view
 * @param {Card} card
 */
export function attempt(scene, view, card) {
  const seat = (view.seat ?? 0) + 1;
  if (view.phase === "give") {
    const to = scene.frame.names.map((_, at) => at).find((at) => at !== view.seat && !view.gifts.some((gift) => gift.to === at)) ?? 0;
    return `p${seat} give ${card} p${to + 1}`;
  }
  return `p${seat} play ${card}`;
}
