// @ts-check
/** The score: the table of all deals, and what the last one brought. */

import { dealWord, reasonOf } from "./cards.js";
import { el } from "./dom.js";
import { plain, signed, t } from "./words.js";

/** @typedef {import("./types").ScoreLine} Line */

/** With more players the table has a row a player, and so many deals. */
const IN_COLUMNS = 4;
const DEALS_IN_ROWS = 3;

/**
 * The totals after each deal.
 * @param {string[]} names
 * @param {readonly Line[]} sheet
 * @param {readonly number[]} totals
 */
export function scoreTable(names, sheet, totals) {
  const sums = names.map(() => 0);
  const count = 1 + Math.max(-1, ...sheet.map((line) => line.deal));
  const deals = Array.from({ length: count }, (_, deal) => ({
    name: String(deal + 1),
    cells: names.map((_, seat) => {
      const lines = sheet.filter((line) => line.deal === deal && line.seat === seat);
      const points = lines.reduce((sum, line) => sum + line.points, 0);
      sums[seat] = (sums[seat] ?? 0) + points;
      return { total: plain(sums[seat] ?? 0), points: lines.length > 0 ? signed(points) : "" };
    }),
  }));
  const last = { name: t("score.total"), cells: totals.map((total) => ({ total: plain(total), points: "" })) };
  return names.length > IN_COLUMNS ? inRows(names, [...deals.slice(-DEALS_IN_ROWS), last]) : inColumns(names, deals, last);
}

/** @typedef {{name: string, cells: {total: string, points: string}[]}} Scored */

/**
 * A column a player, a row a deal.
 * @param {string[]} names
 * @param {Scored[]} deals
 * @param {Scored} last
 */
function inColumns(names, deals, last) {
  const row = (/** @type {Scored} */ scored) => el("tr", {}, head("row", scored.name), ...scored.cells.map(cell));
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, head("col", dealWord()), ...names.map((name) => head("col", name)))),
    el("tbody", {}, ...deals.map(row)),
    el("tfoot", {}, row(last)),
  );
}

/**
 * A row a player, a column a deal.
 * @param {string[]} names
 * @param {Scored[]} deals
 */
function inRows(names, deals) {
  const rows = names.map((name, seat) =>
    el("tr", {}, head("row", name), ...deals.map((scored) => cell(scored.cells[seat] ?? { total: "", points: "" }))),
  );
  return el(
    "table",
    { class: "rows" },
    el("thead", {}, el("tr", {}, head("col", dealWord()), ...deals.map((scored) => head("col", scored.name)))),
    el("tbody", {}, ...rows),
  );
}

/**
 * @param {"row" | "col"} scope
 * @param {string} text
 */
const head = (scope, text) => el("th", { scope }, el("span", { text, title: text }));

/** @param {{total: string, points: string}} scored */
const cell = (scored) => el("td", {}, scored.total, el("small", { text: scored.points }));

/**
 * The lines of a deal, by seat.
 * @param {string[]} names
 * @param {readonly Line[]} lines
 */
export function linesOf(names, lines) {
  const items = names.flatMap((name, seat) => {
    const mine = lines.filter((line) => line.seat === seat);
    if (mine.length === 0) return [];
    // a line of no points, as of a stroke, is a reason alone
    const reasons = mine.map((line) => `${line.points === 0 ? "" : `${signed(line.points)} `}${reasonOf(line.rule)}`).join(", ");
    return [el("li", {}, el("strong", { text: `${name}: ` }), reasons)];
  });
  return el("ul", { class: "lines" }, ...items);
}

/**
 * The lines of all deals, the last first.
 * @param {string[]} names
 * @param {readonly Line[]} sheet
 */
export function allLines(names, sheet) {
  const deals = [...new Set(sheet.map((line) => line.deal))].reverse();
  return deals.flatMap((deal) => [
    el("h3", { text: `${dealWord()} ${deal + 1}` }),
    linesOf(names, sheet.filter((line) => line.deal === deal)),
  ]);
}
