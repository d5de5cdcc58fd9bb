// @ts-check
/** The page of a table: what is shown, and what a click, a key or a frame does. */

import { address, learn, nameOf, parse } from "./cards.js";
import { Connection } from "./connection.js";
import { byId, el, input, list, roving, update } from "./dom.js";
import * as duizenden from "./duizenden.js";
import { post } from "./http.js";
import { forget, keep, keyOf } from "./keys.js";
import { allLines, linesOf, scoreTable } from "./score.js";
import * as tausend from "./tausend.js";
import { language, languageChoice, plain, preferred, speak, t } from "./words.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").TableFrame} TableFrame */
/** @typedef {import("./types").Held} Held */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Offer} Offer */

const table = location.pathname.split("/").at(-1) ?? "";
const dark = matchMedia("(prefers-color-scheme: dark)");
/** So many bids are buttons; the others are in a list. */
const BIDS_SHOWN = 5;
/** Milliseconds after which a computer is offered for who is on turn. */
const RELIEF_AFTER = 60_000;
/** So many entries of the log. */
const LOG_SHOWN = 300;

/** @type {Scene | null} */
let scene = null;
/** The card whose click awaits the server's offers. @type {Held | null} */
let clicked = null;
/** @type {string} */
let learned = "";

const connection = new Connection(table, () => ({ type: "join", key: keyOf(table), lang: language() }), received, connected);
const handStops = roving(byId("hand"));

// -- frames

/** Frames are taken in one after the other: one may wait for the words of its language. */
let taken = Promise.resolve();

/** @param {Frame} frame */
function received(frame) {
  taken = taken.then(() => takeIn(frame));
}

/** @param {Frame} frame */
async function takeIn(frame) {
  if (frame.type === "table") await showTable(frame);
  else if (frame.type === "error") failed(frame.code, frame.message);
  else if (!scene || frame.version !== scene.frame.version) return;
  else if (frame.type === "refused") refused(frame.reasons.map((reason) => reason.message));
  else offered(frame);
}

/** @param {TableFrame} frame */
async function showTable(frame) {
  if (learned !== `${frame.game} ${language()}`) {
    learned = `${frame.game} ${language()}`;
    await learn(frame.game);
  }
  const before = scene;
  const news = before ? frame.log.filter((entry) => !before.log.some((old) => old.n === entry.n)) : [];
  const log = new Map([...(before?.log ?? []), ...frame.log].map((entry) => [entry.n, entry]));
  const moved = before?.frame.version !== frame.version || before.frame.seat !== frame.seat;
  scene = {
    frame,
    log: [...log.values()].sort((one, two) => one.n - two.n).slice(-LOG_SHOWN),
    // one's own action has used the choice up; what others do leaves it
    chosen: before && !news.some((entry) => ownAction(frame, entry.action)) ? stillHeld(before.chosen, frame.view.hand) : [],
    offers: frame.options,
    meld: moved ? null : (before?.meld ?? null),
    four: input("four").checked,
    dark: dark.matches,
    byRank: input("by-rank").checked,
  };
  if (moved) clicked = null;
  tell(news.map((entry) => entry.spoken), myTurn(scene) && moved ? statusText(scene) : "");
  show();
  if (scene.chosen.length > 0 && myTurn(scene)) askFor(scene.chosen);
}

/**
 * Whether an action is of the page's own seat.
 * @param {TableFrame} frame
 * @param {string} action
 */
function ownAction(frame, action) {
  return frame.seat !== null && action.startsWith(`p${frame.seat + 1} `);
}

/**
 * The chosen cards that are in a hand.
 * @param {Held[]} chosen
 * @param {string | null} hand
 */
function stillHeld(chosen, hand) {
  const there = new Set(heldOf(parse(hand)).map((held) => held.id));
  return chosen.filter((held) => there.has(held.id));
}

/**
 * @param {import("./types").Offers & {chosen: string}} frame
 */
function offered(frame) {
  if (!scene) return;
  // of quick clicks only the answer to the last counts
  const asked = scene.chosen.map((held) => held.card);
  if (parse(frame.chosen).sort().join("") !== asked.sort().join("")) return;
  const waiting = clicked;
  clicked = null;
  if (waiting && scene.frame.game === "tausend") {
    if (frame.now.length === 1 && scene.frame.view.phase !== "give") return act(frame.now[0]?.action ?? "");
    if (frame.now.length === 0) {
      const action = tausend.attempt(scene, scene.frame.view, waiting.card);
      scene.chosen = [];
      scene.offers = scene.frame.options;
      show();
      return act(action);
    }
  }
  scene.offers = frame;
  show();
}

/** @param {string[]} reasons */
function refused(reasons) {
  say(...reasons);
}

/**
 * @param {string} code
 * @param {string} message
 */
function failed(code, message) {
  if (code === "key") forget(table);
  say(message);
}

/** @param {"open" | "lost" | "gone" | "elsewhere"} state */
function connected(state) {
  byId("connection").textContent = state === "open" ? "" : t(`table.${state}`);
  document.body.dataset.connection = state;
}

/** When the same thing is said again. @type {ReturnType<typeof setTimeout> | undefined} */
let repeating;

/**
 * Announces what went wrong, a line a reason; also the same thing again.
 * @param {string[]} reasons
 */
function say(...reasons) {
  const node = byId("alert");
  const again = reasons.length > 0 && node.childElementCount > 0;
  const fill = () => node.replaceChildren(...reasons.flatMap((reason) => [el("span", { text: reason }), "\n"]));
  clearTimeout(repeating);
  if (!again) return fill();
  node.replaceChildren();
  repeating = setTimeout(fill, 50);
}

/**
 * Tells a screen reader what has happened.
 * @param {string[]} news
 * @param {string} turn
 */
function tell(news, turn) {
  const text = [...news.slice(-6), turn].filter(Boolean).join(". ");
  if (text) byId("live").textContent = text;
}

// -- what the player does

/** @param {string} action */
function act(action) {
  if (!scene || !action) return;
  say();
  connection.send({ type: "act", version: scene.frame.version, action });
}

/** @param {Held[]} chosen */
function askFor(chosen) {
  if (!scene) return;
  connection.send({ type: "choose", version: scene.frame.version, cards: chosen.map((held) => held.card).join("") });
}

/** @param {Held} held */
function cardClicked(held) {
  if (!scene) return;
  say();
  scene.meld = null;
  const was = scene.chosen.some((each) => each.id === held.id);
  if (was) scene.chosen = scene.chosen.filter((each) => each.id !== held.id);
  else scene.chosen = scene.frame.game === "tausend" ? [held] : [...scene.chosen, held];
  clicked = was ? null : held;
  scene.offers = scene.chosen.length > 0 ? { now: [], more: scene.offers?.more ?? "" } : scene.frame.options;
  if (scene.chosen.length > 0) askFor(scene.chosen);
  show();
}

function clearChoice() {
  if (!scene) return;
  scene.chosen = [];
  scene.meld = null;
  scene.offers = scene.frame.options;
  show();
  byId("hand").querySelector("button")?.focus();
}

/** @param {number} number */
function meldClicked(number) {
  if (!scene || scene.frame.game !== "duizenden") return;
  if (scene.chosen.length === 0) return say(t("duizenden.choose-first"));
  const here = (scene.offers?.now ?? []).filter((offer) => duizenden.meldOf(offer.action) === number);
  if (here.length === 1) return act(here[0]?.action ?? "");
  if (here.length > 1) {
    scene.meld = scene.meld === number ? null : number;
    return show();
  }
  act(duizenden.layOff(scene.frame.view, number, scene.chosen.map((held) => held.card)));
}

function potClicked() {
  if (!scene || scene.frame.game !== "duizenden") return;
  if (scene.chosen.length === 0) return say(t("duizenden.choose-first"));
  const here = (scene.offers?.now ?? []).filter((offer) => offer.action.split(" ")[1] === "pot");
  act(here.length === 1 ? (here[0]?.action ?? "") : duizenden.takePot(scene, scene.frame.view));
}

function stockClicked() {
  if (scene) act(`p${(scene.frame.seat ?? 0) + 1} draw`);
}

/** @param {number} seat */
async function take(seat) {
  const name = localStorage.getItem("name") || prompt(t("lobby.name")) || "";
  const { ok, body } = await post(`/tables/${table}/seats?lang=${language()}`, { seat, name });
  if (!ok && body.field) {
    localStorage.removeItem("name"); // another can be given with the next click
    return say(t("table.bad-name"));
  }
  if (!ok) return say(body.message);
  localStorage.setItem("name", name);
  keep(table, body.key);
  connection.again();
}

async function saveLog() {
  const key = keyOf(table);
  const answer = await fetch(`/tables/${table}/log?lang=${language()}`, { headers: key ? { Authorization: `Bearer ${key}` } : {} });
  const body = await answer.json();
  const text = body.log.map((/** @type {Offer} */ entry) => `${entry.action}\n`).join("");
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `log-${table}.txt` });
  link.click();
}

// -- what is shown

/** @param {Scene} of */
function myTurn(of) {
  const { seat, view, options } = of.frame;
  return seat !== null && view.actors.includes(seat) && options !== null && (options.now.length > 0 || options.more !== "");
}

/** @param {Scene} of */
function statusText(of) {
  const { frame } = of;
  if (frame.view.phase === "over") return t("status.over", { names: frame.view.winners.map((seat) => frame.names[seat] ?? "").join(", ") });
  if (frame.view.phase === "deal") return t(frame.view.deals > 0 || frame.version > 0 ? "status.deal" : "status.begin");
  const { who, what } = frame.game === "tausend" ? tausend.status(of, frame.view) : duizenden.status(of, frame.view);
  if (who === frame.seat && who !== null) return `${t("status.you")} ${t(what)}`;
  const name = who === null ? "" : (frame.names[who] ?? "");
  return `${t("status.other", { name })} ${t(what)}`;
}

function show() {
  if (!scene) return;
  const mine = document.querySelector(".play");
  const focused = mine?.contains(document.activeElement) ?? false;
  showAll(scene);
  // where the focused thing has gone altogether, the hand is next
  const active = document.activeElement;
  const lost = focused && (!active || active === document.body || /** @type {HTMLElement} */ (active).offsetParent === null);
  if (lost) /** @type {HTMLElement} */ (byId("hand").querySelector("button[tabindex='0']") ?? byId("status")).focus();
}

/** @param {Scene} scene */
function showAll(scene) {
  const { frame } = scene;
  const { view } = frame;
  Object.assign(document.body.dataset, { phase: view.phase, version: String(frame.version), seat: String(frame.seat ?? ""), waits: String(frame.waits ?? ""), game: frame.game });
  document.body.classList.toggle("turn", myTurn(scene));
  byId("title").textContent = t(`game.${frame.game}`);
  document.title = `${myTurn(scene) ? "● " : ""}${t(`game.${frame.game}`)}`;
  byId("status").textContent = frame.waits === null ? statusText(scene) : `${statusText(scene)} ${t("status.waits")}`;
  showSeats(scene);
  showBoard(scene);
  showHand(scene);
  showOffers(scene);
  showAttempts(scene);
  showScore(scene);
  showLog(scene);
  showRelief(scene);
  const deal = byId("deal");
  deal.hidden = view.phase !== "deal" || frame.seat === null;
  deal.textContent = t(frame.version === 0 ? "table.begin" : "table.deal");
  byId("after").hidden = !frame.record;
  byId("leave").hidden = frame.seat === null && frame.waits === null;
  update(byId("record"), { href: `/tables/${table}/record` });
  update(byId("verdict"), { href: `/tables/${table}/verdict?lang=${language()}` });
  update(byId("rules"), { href: `/tables/${table}/rules?lang=${language()}` });
}

/** Waits before a computer is offered for who does not act. @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/**
 * Offers a computer for a person who has not acted for long; whether that one has gone the server knows.
 * @param {Scene} of
 */
function showRelief(of) {
  const { frame } = of;
  const who = frame.game === "tausend" ? tausend.status(of, frame.view).who : duizenden.status(of, frame.view).who;
  const button = byId("relieve");
  button.hidden = true;
  clearTimeout(waiting);
  if (who === null || who === frame.seat || frame.seat === null || frame.empty[who] || frame.record) return;
  button.textContent = t("table.relieve", { name: frame.names[who] ?? "" });
  button.onclick = () => connection.send({ type: "relieve", seat: who });
  waiting = setTimeout(() => (button.hidden = false), RELIEF_AFTER);
}

/** @param {Scene} of */
function showSeats(of) {
  const { frame } = of;
  const count = frame.names.length;
  // one's own seat is the last, so that the others stand clockwise from the left
  const first = frame.seat === null ? 0 : frame.seat + 1;
  const seats = Array.from({ length: count }, (_, at) => (first + at) % count);
  const totals = frame.game === "tausend" ? tausend.totals(frame.view) : duizenden.totals(frame.view);
  list(
    byId("seats"),
    seats,
    String,
    (seat) => el("li", { "data-seat": seat }, el("span", { class: "name" }), el("span", { class: "hidden" }), el("span", { class: "total" }), el("span", { class: "count" }), el("span", { class: "facts" }), el("button", { type: "button", "data-take": seat, onclick: () => void take(seat) })),
    (node, seat) => {
      const [name, said, total, held, facts, button] = /** @type {HTMLElement[]} */ ([...node.children]);
      if (!name || !said || !total || !held || !facts || !button) return;
      const turn = frame.view.phase === "lead" ? frame.view.declarer === seat : frame.view.actors.includes(seat);
      node.className = [turn ? "turn" : "", seat === frame.seat ? "me" : ""].join(" ").trim();
      update(node, { "aria-current": turn ? "true" : null });
      name.textContent = (frame.names[seat] ?? "") + (seat === frame.seat ? ` (${t("seat.you")})` : "");
      total.textContent = plain(totals[seat] ?? 0);
      said.textContent = t("seat.total");
      const cards = frame.view.counts[seat];
      held.textContent = cards === undefined ? "" : t("seat.cards", { count: cards });
      const told = frame.game === "tausend" ? tausend.facts(frame.view, seat) : duizenden.facts(frame.view, seat);
      if (frame.view.dealer === seat) told.unshift(t("seat.dealer"));
      facts.textContent = told.join(" · ");
      button.textContent = t("seat.take");
      button.setAttribute("aria-label", `${t("seat.take")}: ${frame.names[seat]}`);
      button.hidden = !(frame.seat === null && frame.waits === null && frame.empty[seat] && !frame.record);
    },
  );
}

/** @param {Scene} of */
function showBoard(of) {
  const { frame } = of;
  const board = byId("board");
  const focused = focusMark(board);
  const parts =
    frame.game === "tausend" ? tausend.board(of, frame.view) : duizenden.board(of, frame.view, { meld: meldClicked, draw: stockClicked, pot: potClicked });
  const open = document.querySelector("#whole-pot[open]") !== null;
  board.replaceChildren(...parts);
  const pot = document.getElementById("whole-pot");
  if (pot && open) pot.setAttribute("open", "");
  if (focused) /** @type {HTMLElement | null} */ (board.querySelector(focused))?.focus();
  const result = byId("result");
  const previous = frame.view.previous;
  result.hidden = previous === null || (frame.view.phase !== "deal" && frame.view.phase !== "over");
  if (previous && !result.hidden) result.replaceChildren(el("h2", { text: t("table.result") }), linesOf(frame.names, previous.lines));
}

/**
 * A selector of what has the focus in the board.
 * @param {HTMLElement} board
 */
function focusMark(board) {
  const active = document.activeElement;
  if (!active || !board.contains(active)) return null;
  const meld = active.getAttribute("data-meld");
  if (meld) return `[data-meld="${meld}"]`;
  if (active.tagName === "SUMMARY") return "summary";
  return active.id ? `#${active.id}` : null;
}

/**
 * The cards of a hand as things, copies told apart.
 * @param {string[]} cards
 * @returns {Held[]}
 */
function heldOf(cards) {
  /** @type {Record<string, number>} */
  const seen = {};
  return cards.map((card) => {
    seen[card] = (seen[card] ?? 0) + 1;
    return { id: `${card}-${seen[card]}`, card };
  });
}

/** @param {Scene} of */
function showHand(of) {
  const { frame } = of;
  const hand = byId("hand");
  hand.setAttribute("aria-label", t("table.hand"));
  hand.hidden = frame.view.hand === null;
  const order = (frame.game === "tausend" ? tausend : duizenden).inHand(of.byRank);
  const cards = heldOf(parse(frame.view.hand).sort(order));
  const legal = new Set(parse(of.offers?.more ?? ""));
  const chosen = of.chosen.map((held) => held.id);
  list(
    hand,
    cards,
    (held) => held.id,
    (held) => el("button", { type: "button", class: "card", "data-card": held.card, onclick: () => cardClicked(held) }, el("img", { alt: "" })),
    (node, held) => {
      const at = chosen.indexOf(held.id);
      const can = legal.has(held.card) && at < 0;
      node.classList.toggle("legal", can);
      node.classList.toggle("chosen", at >= 0);
      update(node, {
        "aria-pressed": at >= 0 ? "true" : "false",
        "aria-label": nameOf(held.card) + (can ? `, ${t("card.legal")}` : ""),
        "data-order": at >= 0 && of.chosen.length > 1 ? at + 1 : null,
      });
      const img = node.querySelector("img");
      if (img) update(img, { src: address(held.card, of) });
    },
  );
  handStops();
}

/** @param {Scene} of */
function showOffers(of) {
  const node = byId("offers");
  node.setAttribute("aria-label", t("table.offers"));
  const withCards = of.chosen.length > 0 && of.offers !== of.frame.options ? (of.offers?.now ?? []) : [];
  const here = of.meld === null ? withCards : withCards.filter((offer) => duizenden.meldOf(offer.action) === of.meld);
  const offers = [...here, ...(of.frame.options?.now ?? [])];
  const amount = (/** @type {Offer} */ offer) => / (bid|raise) \d+$/.test(offer.action);
  const amounts = offers.filter(amount);
  const shown = [...amounts.slice(0, BIDS_SHOWN), ...offers.filter((offer) => !amount(offer))];
  const more = amounts.slice(BIDS_SHOWN);
  /** @type {(Offer | {rest: Offer[]})[]} */
  const items = more.length > 0 ? [...shown.slice(0, BIDS_SHOWN), { rest: more }, ...shown.slice(BIDS_SHOWN)] : shown;
  list(
    node,
    items,
    (item) => ("rest" in item ? "rest" : item.action),
    (item) => ("rest" in item ? restOf() : el("button", { type: "button", "data-action": item.action, onclick: () => act(item.action) }, el("span"), el("span", { class: "hidden" }))),
    (made, item) => {
      if (!("rest" in item)) {
        const [seen, heard] = /** @type {HTMLElement[]} */ ([...made.children]);
        const differ = item.spoken !== item.says;
        if (seen) update(seen, { text: item.says, "aria-hidden": differ ? "true" : null });
        if (heard) update(heard, { text: differ ? item.spoken : "" });
        return;
      }
      const select = made.querySelector("select");
      if (!select) return;
      const old = select.value;
      select.setAttribute("aria-label", t("table.higher"));
      select.replaceChildren(...item.rest.map((offer) => el("option", { value: offer.action, text: offer.says })));
      if (item.rest.some((offer) => offer.action === old)) select.value = old;
      const button = made.querySelector("button");
      if (button) button.textContent = t("table.say");
    },
  );
  if (of.offers?.cut) node.append(el("p", { class: "note", "data-key": "cut", text: t("table.cut") }));
}

/** The list of the higher bids. */
function restOf() {
  const select = el("select", { id: "amount" });
  return el("span", { class: "rest" }, select, el("button", { type: "button", id: "say-amount", onclick: () => act(select.value) }));
}

/** @param {Scene} of */
function showAttempts(of) {
  const node = byId("attempts");
  node.setAttribute("aria-label", t("table.attempts"));
  const { frame } = of;
  const offered = new Set((of.offers?.now ?? []).map((offer) => offer.action.split(" ")[1]));
  const tries = frame.game === "duizenden" ? duizenden.attempts(of, frame.view).filter((each) => !offered.has(each.kind)) : [];
  if (of.chosen.length > 0) tries.push({ kind: "clear", action: "" });
  list(
    node,
    tries,
    (each) => each.kind,
    (each) => el("button", { type: "button", class: "quiet", "data-attempt": each.kind }),
    (made, each) => {
      update(made, { text: t(`attempt.${each.kind}`) });
      made.onclick = () => (each.kind === "clear" ? clearChoice() : act(each.action));
    },
  );
}

/** What the score that is shown was made of. */
let scored = "";

/** @param {Scene} of */
function showScore(of) {
  const { names, view } = of.frame;
  const made = JSON.stringify([learned, names, view.sheet.length]);
  if (scored === made) return;
  scored = made;
  const totals = of.frame.game === "tausend" ? tausend.totals(of.frame.view) : duizenden.totals(of.frame.view);
  byId("score-table").replaceChildren(scoreTable(names, view.sheet, totals));
  byId("score-lines").hidden = view.sheet.length === 0;
  byId("score-lines").lastElementChild?.replaceChildren(...allLines(names, view.sheet));
}

/** @param {Scene} of */
function showLog(of) {
  const node = byId("log");
  const atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 40;
  list(
    node,
    of.log,
    (entry) => String(entry.n),
    (entry) => el("li", { "data-n": entry.n }),
    (made, entry) => update(made, { text: entry.says }),
  );
  if (atEnd) node.scrollTop = node.scrollHeight;
}

// -- the beginning

async function start() {
  await speak(preferred());
  languageChoice(input("lang"), () => connection.send({ type: "lang", lang: language() }));
  for (const id of ["four", "by-rank"]) {
    input(id).checked = localStorage.getItem(id) === "yes";
    input(id).onchange = () => {
      localStorage.setItem(id, input(id).checked ? "yes" : "no");
      if (scene) Object.assign(scene, { four: input("four").checked, byRank: input("by-rank").checked });
      show();
    };
  }
  dark.onchange = () => {
    if (scene) scene.dark = dark.matches;
    show();
  };
  byId("deal").onclick = () => scene && connection.send({ type: "deal", version: scene.frame.version });
  byId("leave").onclick = () => {
    if (!confirm(t("table.leave-sure"))) return;
    connection.send({ type: "leave" });
    forget(table);
  };
  byId("save-log").onclick = () => void saveLog();
  const menu = byId("menu");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (menu.contains(document.activeElement)) {
      menu.removeAttribute("open");
      menu.querySelector("summary")?.focus();
    } else if (scene && scene.chosen.length > 0) clearChoice();
  });
  document.addEventListener("click", (event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
  });
  connection.open();
}

void start();
