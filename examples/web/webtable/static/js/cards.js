// @ts-check
/** Cards as pictures with their names, and in the order in which they are held. */

import { el, update } from "./dom.js";
import { get } from "./http.js";
import { language } from "./words.js";

/** @typedef {import("./types").Card} Card */
/** @typedef {import("./types").Scene} Scene */

/** @type {{cards: Record<string, string>, rules: Record<string, string>, deal: string}} */
let words = { cards: {}, rules: {}, deal: "" };

/**
 * Learns the words of a game in the language of the page.
 * @param {string} game
 */
export async function learn(game) {
  words = await get(`/words/${game}/${language()}`);
}

/**
 * What a card is called: "king of diamonds".
 * @param {Card} card
 */
export const nameOf = (card) => words.cards[card] ?? card;

/**
 * What a line of the score sheet is for.
 * @param {string} rule
 */
export const reasonOf = (rule) => words.rules[rule] ?? rule;

/** What is scored at a time: a deal, a round. */
export const dealWord = () => words.deal.charAt(0).toUpperCase() + words.deal.slice(1);

/**
 * The cards of a text such as `AsTsQh`.
 * @param {string | null} text
 * @returns {Card[]}
 */
export const parse = (text) => (text ?? "").match(/../g) ?? [];

/**
 * @param {Card | null} card null: the back
 * @param {Scene} scene
 */
export function address(card, scene) {
  return `/cards/${card ?? "back"}.svg?lang=${language()}${scene.four ? "&four=1" : ""}${scene.dark ? "&dark=1" : ""}`;
}

/**
 * A card on the table; null: its back.
 * @param {Card | null} card
 * @param {Scene} scene
 * @param {string} [alt]
 */
export function picture(card, scene, alt) {
  const node = el("img", { class: "card" });
  refresh(node, card, scene, alt);
  return node;
}

/**
 * @param {HTMLImageElement} node
 * @param {Card | null} card
 * @param {Scene} scene
 * @param {string} [alt]
 */
export function refresh(node, card, scene, alt) {
  update(node, { src: address(card, scene), alt: alt ?? (card === null ? "" : nameOf(card)), "data-card": card });
}

const SUITS = "shcd"; // black and red in turn
const BLACK_RED = { s: 0, h: 1, c: 2, d: 3 };

/**
 * The order of a hand: by suit, and in it by the strength of the ranks; or by rank first.
 * @param {string} ranks from low to high
 * @param {boolean} byRank
 * @returns {(one: Card, two: Card) => number}
 */
export function order(ranks, byRank) {
  const suit = (/** @type {Card} */ card) => /** @type {Record<string, number>} */ (BLACK_RED)[card[1] ?? ""] ?? SUITS.length;
  const rank = (/** @type {Card} */ card) => (card === "Jk" ? -1 : ranks.indexOf(card[0] ?? ""));
  return byRank
    ? (one, two) => rank(two) - rank(one) || suit(one) - suit(two)
    : (one, two) => suit(one) - suit(two) || rank(two) - rank(one);
}

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
/** @param {string} suit */
export const sign = (suit) => /** @type {Record<string, string>} */ (SIGNS)[suit] ?? suit;
