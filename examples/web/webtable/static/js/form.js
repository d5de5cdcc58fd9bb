// @ts-check
/** A form made of a JSON Schema: every flag of the rules, with its value in a preset. */

import { el } from "./dom.js";
import { has, t, tOr } from "./words.js";

/** @typedef {import("./types").Schema} Schema */
/** @typedef {{node: HTMLElement, read: () => unknown}} Control */

/**
 * The controls of an object, one a property.
 * @param {Schema} schema
 * @param {Record<string, unknown>} values
 * @param {string} game
 */
export function rulesForm(schema, values, game) {
  const form = new Form(schema, game);
  return form.object(schema, values, "rules");
}

class Form {
  /**
   * @param {Schema} root
   * @param {string} game
   */
  constructor(root, game) {
    this.root = root;
    this.game = game;
  }

  /**
   * @param {Schema} schema
   * @returns {Schema}
   */
  resolved(schema) {
    if (schema.$ref === undefined) return schema.allOf?.length === 1 ? this.resolved(/** @type {Schema} */ (schema.allOf[0])) : schema;
    let found = /** @type {any} */ (this.root);
    for (const part of schema.$ref.split("/").slice(1)) found = found[part];
    return this.resolved(found);
  }

  /**
   * The label of a field: what it is called, or else its name.
   * @param {string} path
   */
  label(path) {
    const name = path.replace(/^rules\./, "");
    return tOr(`flag.${this.game}.${name}`, name);
  }

  /**
   * @param {string} path
   * @param {unknown} value
   */
  choice(path, value) {
    const name = path.replace(/^rules\./, "");
    return tOr(`flag.${this.game}.${name}=${value}`, tOr(`value.${value}`, String(value)));
  }

  /**
   * @param {Schema} schema
   * @param {Record<string, unknown>} values
   * @param {string} path
   * @returns {{node: HTMLElement, read: () => Record<string, unknown>}}
   */
  object(schema, values, path) {
    const entries = Object.entries(this.resolved(schema).properties ?? {}).filter(([name]) => name !== "preset");
    const controls = entries.map(([name, each]) => /** @type {const} */ ([name, this.field(each, values?.[name], `${path}.${name}`)]));
    return {
      node: el("div", { class: "fields" }, ...controls.map(([, control]) => control.node)),
      read: () => Object.fromEntries(controls.map(([name, control]) => [name, control.read()])),
    };
  }

  /**
   * @param {Schema} given
   * @param {unknown} value
   * @param {string} path
   * @returns {Control}
   */
  field(given, value, path) {
    const schema = this.resolved(given);
    const choices = this.choices(schema);
    if (choices) return this.labelled(this.select(choices, value, path), path);
    const kinds = this.kinds(schema);
    if (kinds.length > 1) return this.union(kinds, value, path);
    if (schema.properties) {
      const inner = this.object(schema, /** @type {Record<string, unknown>} */ (value), path);
      return { node: el("fieldset", {}, el("legend", { text: this.label(path) }), this.error(path), inner.node), read: inner.read };
    }
    if (schema.type === "boolean") return this.labelled(this.check(value === true, path), path);
    return this.labelled(this.number(schema, value, path), path);
  }

  /**
   * All values, where they can be listed.
   * @param {Schema} schema
   * @returns {unknown[] | null}
   */
  choices(schema) {
    if (schema.enum) return schema.enum;
    if ("const" in schema) return [schema.const];
    if (schema.type === "null") return [null];
    const kinds = schema.anyOf ?? schema.oneOf;
    const all = kinds?.map((each) => this.choices(this.resolved(each)));
    return all && all.every((each) => each !== null) ? /** @type {unknown[]} */ (all.flat()) : null;
  }

  /**
   * @param {Schema} schema
   * @returns {Schema[]}
   */
  kinds(schema) {
    const given = schema.anyOf ?? schema.oneOf;
    if (given) return given.map((each) => this.resolved(each));
    if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
    return [schema];
  }

  /**
   * A value of one of several kinds: a choice of the kind, and its own controls.
   * @param {Schema[]} kinds
   * @param {unknown} value
   * @param {string} path
   * @returns {Control}
   */
  union(kinds, value, path) {
    const controls = kinds.map((kind) => this.part(kind, fits(kind, value) ? value : undefined, path));
    const names = kinds.map((kind) => this.kindName(kind, path));
    const select = el("select", { name: path, id: `flag-${path}`, "aria-describedby": `error-${path}` }, ...names.map((text, at) => el("option", { value: at, text })));
    select.value = String(Math.max(0, kinds.findIndex((kind) => fits(kind, value))));
    const show = () => controls.forEach((control, at) => (control.node.hidden = String(at) !== select.value));
    select.onchange = show;
    show();
    const node = el("div", { class: "field" }, el("label", { for: `flag-${path}`, text: this.label(path) }), select, ...controls.map((each) => each.node), this.error(path));
    return { node, read: () => /** @type {Control} */ (controls[Number(select.value)]).read() };
  }

  /**
   * @param {Schema} kind
   * @param {string} path
   */
  kindName(kind, path) {
    const name = kind.type === "null" ? "null" : kind.properties ? Object.keys(kind.properties).join("+") : String(kind.type);
    return this.choice(path, name);
  }

  /**
   * The controls of one kind of a union.
   * @param {Schema} kind
   * @param {unknown} value
   * @param {string} path
   * @returns {Control}
   */
  part(kind, value, path) {
    if (kind.type === "null") return { node: el("span"), read: () => null };
    if (kind.properties) {
      const fixed = Object.values(kind.properties).every((each) => this.choices(this.resolved(each))?.length === 1);
      const inner = this.object(kind, /** @type {Record<string, unknown>} */ (value ?? {}), path);
      return fixed ? { node: el("span"), read: inner.read } : inner;
    }
    const control = this.number(kind, value ?? kind.minimum ?? 0, `${path}#`);
    control.node.setAttribute("aria-label", this.label(path));
    return control;
  }

  /**
   * @param {Control} control
   * @param {string} path
   * @returns {Control}
   */
  labelled(control, path) {
    const label = el("label", { for: `flag-${path}`, text: this.label(path) });
    const help = path.replace(/^rules\./, "");
    const parts = [label, control.node, this.error(path)];
    if (has(`help.${this.game}.${help}`)) parts.push(el("p", { class: "note", text: t(`help.${this.game}.${help}`) }));
    const check = control.node.getAttribute("type") === "checkbox";
    return { node: el("div", { class: check ? "field check" : "field" }, ...parts), read: control.read };
  }

  /** @param {string} path */
  error(path) {
    return el("p", { class: "error", id: `error-${path}` });
  }

  /**
   * @param {unknown[]} choices
   * @param {unknown} value
   * @param {string} path
   * @returns {Control}
   */
  select(choices, value, path) {
    const node = el(
      "select",
      { name: path, id: `flag-${path}`, "aria-describedby": `error-${path}` },
      ...choices.map((each, at) => el("option", { value: at, "data-value": JSON.stringify(each), text: this.choice(path, each) })),
    );
    node.value = String(Math.max(0, choices.indexOf(value)));
    return { node, read: () => choices[Number(node.value)] };
  }

  /**
   * @param {boolean} value
   * @param {string} path
   * @returns {Control}
   */
  check(value, path) {
    const node = el("input", { type: "checkbox", name: path, id: `flag-${path}`, "aria-describedby": `error-${path}` });
    node.checked = value;
    return { node, read: () => node.checked };
  }

  /**
   * @param {Schema} schema
   * @param {unknown} value
   * @param {string} path
   * @returns {Control}
   */
  number(schema, value, path) {
    const node = el("input", {
      type: "number",
      name: path,
      id: `flag-${path}`,
      min: schema.minimum,
      max: schema.maximum,
      step: schema.multipleOf ?? 1,
      "aria-describedby": `error-${path}`,
    });
    node.value = String(value ?? "");
    // what is no number is sent as it is, so that the server says what is wrong with it
    return { node, read: () => (node.value.trim() !== "" && Number.isFinite(Number(node.value)) ? Number(node.value) : node.value) };
  }
}

/**
 * @param {Schema} kind
 * @param {unknown} value
 */
function fits(kind, value) {
  if (kind.type === "null") return value === null;
  if (kind.properties) return typeof value === "object" && value !== null && Object.keys(value).every((name) => name in /** @type {object} */ (kind.properties));
  return typeof value === "number";
}
