// @ts-check
/** Building and updating the page. No text ever becomes markup: all of it is set as text. */

/**
 * An element. Of `props`, `text` is its text, `on…` are listeners, `data-…`, `aria-…` and others attributes;
 * false and null leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [props]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  update(node, props);
  node.append(...children);
  return node;
}

/**
 * Sets what is different.
 * @param {HTMLElement} node
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} props
 */
export function update(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") {
      Object.assign(node, { [name]: value });
    } else if (name === "text") {
      if (node.textContent !== String(value)) node.textContent = String(value);
    } else if (value === false || value === null || value === undefined) {
      node.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
}

/**
 * The element of that id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * The input or choice of that id.
 * @param {string} id
 */
export function input(id) {
  return /** @type {HTMLInputElement & HTMLSelectElement} */ (byId(id));
}

/**
 * Makes the children of `parent` those of `items`. A child that stays is the same element as before, so that
 * it keeps the focus and its picture; where the focused one goes, its neighbour gets the focus.
 * @template I
 * @template {HTMLElement} N
 * @param {HTMLElement} parent
 * @param {I[]} items
 * @param {(item: I) => string} keyOf
 * @param {(item: I) => N} make
 * @param {(node: N, item: I) => void} [refresh]
 */
export function list(parent, items, keyOf, make, refresh = () => {}) {
  const old = new Map([...parent.children].map((node) => [node.getAttribute("data-key"), /** @type {N} */ (node)]));
  const focused = [...parent.children].findIndex((node) => node.contains(document.activeElement));
  const nodes = items.map((item) => {
    const key = keyOf(item);
    const node = old.get(key) ?? make(item);
    old.delete(key);
    node.setAttribute("data-key", key);
    refresh(node, item);
    return node;
  });
  for (const node of old.values()) node.remove();
  nodes.forEach((node, at) => {
    if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] ?? null);
  });
  if (focused >= 0 && !parent.contains(document.activeElement)) {
    const heir = nodes[Math.min(focused, nodes.length - 1)];
    const target = heir?.matches("button, a, select, input") ? heir : heir?.querySelector("button, a, select, input");
    if (target instanceof HTMLElement) target.focus();
  }
}

/**
 * Arrow keys move the focus within `parent`, which is one stop of the Tab key.
 * @param {HTMLElement} parent
 */
export function roving(parent) {
  const buttons = () => /** @type {HTMLElement[]} */ ([...parent.querySelectorAll("button")]);
  parent.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    const step = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const to = /** @type {Record<string, number>} */ (step)[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  });
  parent.addEventListener("focusin", (event) => {
    for (const each of buttons()) each.tabIndex = each === event.target ? 0 : -1;
  });
  return () => {
    const all = buttons();
    const focused = all.includes(/** @type {HTMLElement} */ (document.activeElement));
    const stop = focused ? document.activeElement : (all.find((each) => each.tabIndex === 0) ?? all[0]);
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  };
}
