// @ts-check
/** The keys of the seats that this browser has taken. A tab keeps its own; a new tab finds the browser's last. */

/** @param {string} table */
const place = (table) => `seat:${table}`;

/**
 * @param {string} table
 * @returns {string | null}
 */
export function keyOf(table) {
  return sessionStorage.getItem(place(table)) ?? localStorage.getItem(place(table));
}

/**
 * @param {string} table
 * @param {string} key
 */
export function keep(table, key) {
  sessionStorage.setItem(place(table), key);
  localStorage.setItem(place(table), key);
}

/** @param {string} table */
export function forget(table) {
  const mine = sessionStorage.getItem(place(table));
  sessionStorage.removeItem(place(table));
  if (mine === null || localStorage.getItem(place(table)) === mine) localStorage.removeItem(place(table));
}
