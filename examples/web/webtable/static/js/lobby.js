// @ts-check
/** The lobby: the tables there are, and the form for a new one. */

import { byId, el, input, list } from "./dom.js";
import { rulesForm } from "./form.js";
import { get, post } from "./http.js";
import { keep, keyOf } from "./keys.js";
import { language, languageChoice, preferred, speak, t, tOr } from "./words.js";

/** @typedef {{table: string, game: string, rules: {preset?: string}, names: (string | null)[], began: boolean, over: boolean}} Listed */

const GAMES = ["tausend", "duizenden"];
const LOOK_EVERY = 4000;

/** @type {{schema: import("./types").Schema, presets: Record<string, Record<string, unknown>>}} */
let about;
/** @type {{node: HTMLElement, read: () => Record<string, unknown>}} */
let flags;
/** @type {Listed[]} */
let tables = [];

/** Until the rules of the game are there the form is still that of another, so nothing can be done with it. */
async function chooseGame() {
  const game = input("game").value;
  wait(true);
  const found = await get(`/schema/${game}`);
  if (input("game").value !== game) return; // it was changed again
  about = found;
  choosePreset(Object.keys(about.presets)[0] ?? "");
  wait(false);
}

/** @param {boolean} waiting */
function wait(waiting) {
  for (const id of ["preset", "flags-box", "create"]) byId(id).toggleAttribute(id === "flags-box" ? "inert" : "disabled", waiting);
}

/** @param {string} preset */
function choosePreset(preset) {
  const game = input("game").value;
  const options = Object.keys(about.presets).map((name) => el("option", { value: name, text: tOr(`preset.${game}.${name}`, name) }));
  input("preset").replaceChildren(...options);
  input("preset").value = preset;
  showFlags(about.presets[preset] ?? {});
}

/** @param {Record<string, unknown>} values */
function showFlags(values) {
  flags = rulesForm(about.schema, values, input("game").value);
  byId("flags").replaceChildren(flags.node);
}

/** The rules as the preset and what differs from it, so that what follows from a changed flag still does. */
function rules() {
  const preset = input("preset").value;
  const base = about.presets[preset] ?? {};
  const mine = Object.entries(flags.read()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name]));
  return { preset, ...Object.fromEntries(mine) };
}

/** @param {SubmitEvent} event */
async function create(event) {
  event.preventDefault();
  clearErrors();
  const { ok, body } = await post(`/tables?lang=${language()}`, { game: input("game").value, rules: rules(), name: input("name").value, lang: language() });
  if (ok) return enter(body.table, body.key);
  if (body.field) showError(body.field, body.message);
  else byId("alert").textContent = body.message;
}

function clearErrors() {
  byId("alert").textContent = "";
  for (const node of document.querySelectorAll(".error")) node.textContent = "";
  for (const node of document.querySelectorAll("[aria-invalid]")) node.removeAttribute("aria-invalid");
}

/**
 * @param {string} field
 * @param {string} message
 */
function showError(field, message) {
  const text = field === "name" ? t("lobby.bad-name") : message;
  let path = field;
  // an error of a part is shown at the part, or else at the nearest whole
  while (path && !document.getElementById(`error-${path}`)) path = path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0));
  if (!path) {
    byId("alert").textContent = `${field}: ${text}`;
    return;
  }
  if (path.startsWith("rules.")) /** @type {HTMLDetailsElement} */ (byId("flags-box")).open = true;
  const node = byId(`error-${path}`);
  node.textContent = text;
  node.lang = field === "name" ? language() : "en"; // the library speaks English of configs
  const control = document.getElementsByName(path)[0];
  control?.setAttribute("aria-invalid", "true");
  control?.focus();
}

/**
 * @param {string} table
 * @param {string} key
 */
function enter(table, key) {
  localStorage.setItem("name", input("name").value);
  keep(table, key);
  location.assign(`/t/${table}`);
}

/** @param {string} table */
async function join(table) {
  clearErrors();
  const { ok, body } = await post(`/tables/${table}/seats?lang=${language()}`, { name: input("name").value });
  if (ok) return enter(body.table, body.key);
  if (body.field) showError(body.field, body.message);
  else byId("alert").textContent = body.message;
  void look();
}

async function look() {
  if (document.hidden) return;
  try {
    tables = (await get("/tables")).tables;
  } catch {
    return; // the server is away; the next look tells
  }
  showTables();
}

function showTables() {
  byId("none").hidden = tables.length > 0;
  list(
    byId("tables"),
    tables,
    (each) => each.table,
    (each) =>
      el(
        "li",
        { "data-table": each.table },
        el("p"),
        el("a", { class: "button watch", href: `/t/${each.table}` }),
        el("button", { class: "join", type: "button", onclick: () => void join(each.table) }),
      ),
    (node, each) => {
      const names = each.names.map((name) => name ?? t("lobby.free")).join(", ");
      const state = t(each.over ? "lobby.over" : each.began ? "lobby.began" : "lobby.waiting");
      const preset = each.rules.preset ?? "";
      const own = Object.keys(each.rules).length > 1 ? ` (${t("lobby.changed")})` : "";
      const [text, watch, button] = /** @type {HTMLElement[]} */ ([...node.children]);
      if (!text || !watch || !button) return;
      text.replaceChildren(
        el("strong", { text: `${t(`game.${each.game}`)}, ${tOr(`preset.${each.game}.${preset}`, preset)}${own}` }),
        el("br"),
        `${names} · ${state}`,
      );
      const mine = keyOf(each.table) !== null;
      watch.textContent = t(mine ? "lobby.back" : "lobby.watch");
      button.textContent = t("lobby.join");
      button.hidden = mine || each.over || !each.names.includes(null);
      watch.setAttribute("aria-label", `${watch.textContent}: ${names}`);
      button.setAttribute("aria-label", `${button.textContent}: ${names}`);
    },
  );
}

async function start() {
  await speak(preferred());
  languageChoice(input("lang"), showWords);
  input("name").value ||= localStorage.getItem("name") ?? ""; // somebody may have typed already
  input("game").replaceChildren(...GAMES.map((name) => el("option", { value: name, text: name })));
  input("game").onchange = () => void chooseGame();
  input("preset").onchange = () => choosePreset(input("preset").value);
  /** @type {HTMLFormElement} */ (byId("new")).onsubmit = (event) => void create(event);
  await chooseGame();
  showWords();
  await look();
  setInterval(look, LOOK_EVERY);
  document.body.dataset.ready = "";
}

function showWords() {
  document.title = t("lobby.title");
  for (const option of input("game").options) option.textContent = t(`game.${option.value}`);
  for (const option of input("preset").options) option.textContent = tOr(`preset.${input("game").value}.${option.value}`, option.value);
  showFlags(flags.read());
  showTables();
}

void start();
