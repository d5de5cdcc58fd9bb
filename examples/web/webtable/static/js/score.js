// @ts-check
/** The score: the table of all deals, and what the last one brought. */

import { dealWord, reasonOf } from "./cards.js";
import { el } from "./dom.js";
import { plain, signed, t } from "./words.js";

/** @typedef {import("./types").ScoreLine} Line */

/**
 * The totals after each deal, a column a seat.
 * @param {string[]} names
 * @param {readonly Line[]} sheet
 * @param {readonly number[]} totals
 */
export function scoreTable(names, sheet, totals) {
  const deals = 1 + Math.max(-1, ...sheet.map((line) => line.deal));
  const sums = names.map(() => 0);
  const rows = Array.from({ length: deals }, (_, deal) => {
    const cells = names.map((_, seat) => {
      const lines = sheet.filter((line) => line.deal === deal && line.seat === seat);
      const points = lines.reduce((sum, line) => sum + line.points, 0);
      sums[seat] = (sums[seat] ?? 0) + points;
      const reasons = lines.map((line) => `${signed(line.points)} ${reasonOf(line.rule)}`).join(", ");
      return el("td", { title: reasons || null }, el("span", { text: plain(sums[seat] ?? 0) }), el("small", { text: lines.length > 0 ? signed(points) : "" }));
    });
    return el("tr", {}, el("th", { scope: "row", text: deal + 1 }), ...cells);
  });
  const head = el("tr", {}, el("th", { scope: "col", text: dealWord() }), ...names.map((name) => el("th", { scope: "col" }, el("span", { text: name, title: name }))));
  const foot = el("tr", {}, el("th", { scope: "row", text: t("score.total") }), ...totals.map((total) => el("td", { text: plain(total) })));
  return el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows), el("tfoot", {}, foot));
}

/**
 * The lines of a deal, by seat.
 * @param {string[]} names
 * @param {readonly Line[]} lines
 */
export function linesOf(names, lines) {
  const items = names.flatMap((name, seat) => {
    const mine = lines.filter((line) => line.seat === seat);
    if (mine.length === 0) return [];
    const reasons = mine.map((line) => `${signed(line.points)} ${reasonOf(line.rule)}`).join(", ");
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
