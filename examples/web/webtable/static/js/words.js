// @ts-check
/** The words of the page in the language that is chosen. */

/** @typedef {import("./types").Lang} Lang */

/** @type {Lang[]} */
export const LANGS = ["en", "nl", "de"];
const NAMES = { en: "English", nl: "Nederlands", de: "Deutsch" };

/** @type {Record<string, string>} */
let words = {};
/** @type {Lang} */
let lang = "en";

/** @returns {Lang} */
export const language = () => lang;

/**
 * The language asked for: by the address, chosen before, or the browser's.
 * @returns {Lang}
 */
export function preferred() {
  const named = new URLSearchParams(location.search).get("lang");
  if (LANGS.includes(/** @type {Lang} */ (named))) localStorage.setItem("lang", named ?? "");
  const asked = [localStorage.getItem("lang"), ...navigator.languages.map((each) => each.slice(0, 2))];
  return /** @type {Lang} */ (asked.find((each) => LANGS.includes(/** @type {Lang} */ (each)))) ?? "en";
}

/**
 * Changes the language of the page.
 * @param {Lang} to
 */
export async function speak(to) {
  const answer = await fetch(`/static/words/${to}.json`);
  words = await answer.json();
  lang = to;
  document.documentElement.lang = to;
  for (const node of document.querySelectorAll("[data-word]")) {
    node.textContent = t(node.getAttribute("data-word") ?? "");
  }
}

/**
 * The words of a key; `{name}` in them is filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} key */
export const has = (key) => key in words;

/**
 * The words of a key, or else what is given.
 * @param {string} key
 * @param {string} other
 */
export const tOr = (key, other) => words[key] ?? other;

/**
 * A number with its sign.
 * @param {number} value
 */
export const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value);

/**
 * A number as people write it.
 * @param {number} value
 */
export const plain = (value) => (value < 0 ? "−" : "") + Math.abs(value);

/**
 * The choice of the language, which calls back when it was changed.
 * @param {HTMLSelectElement} select
 * @param {(to: Lang) => void} changed
 */
export function languageChoice(select, changed) {
  select.replaceChildren(...LANGS.map((each) => Object.assign(document.createElement("option"), { value: each, textContent: NAMES[each], lang: each })));
  select.value = lang;
  select.onchange = async () => {
    const to = /** @type {Lang} */ (select.value);
    localStorage.setItem("lang", to);
    await speak(to);
    changed(to);
  };
}
