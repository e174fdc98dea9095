// Reads the styles of a document: their names, the defaults, and the values that each style gives.
//
// The values of a style include those of all styles that it is based on.

import { childNamed, type Element, elementsIn } from "../../../reading/xml-tree.ts";
import { flattenProperties } from "./properties.ts";
import { mergedValues, type Values } from "./property-groups.ts";

export interface Style {
  readonly id: string;
  readonly kind: string;
  /** In lower case, because Word ignores the case of built-in names. */
  readonly name: string;
  readonly isDefault: boolean;
  readonly element: Element;
}

export type Level = "run" | "paragraph";

/** Caches tables, because documents of a pair often share their styles. */
const tables = new WeakMap<Element, StyleTable>();

/** Returns the styles in a part; an empty table without a part. */
export function styleTableOf(root: Element | undefined): StyleTable {
  const table = (root === undefined ? undefined : tables.get(root)) ?? new StyleTable(root);
  if (root !== undefined) tables.set(root, table);
  return table;
}

const NO_VALUES: Values = new Map();
const CONTAINER = { run: "w:rPr", paragraph: "w:pPr" } as const;
const APART: ReadonlySet<string> = new Set(["w:numPr", "w:rPrChange", "w:pPrChange"]);

export class StyleTable {
  readonly #byId = new Map<string, Style>();
  readonly #byName = new Map<string, Style>();
  readonly #chains = new Map<string, Values>();
  readonly #defaults: Element | undefined;
  readonly #documentDefaults = new Map<Level, Values>();
  /** The element that the table was read from. */
  readonly root: Element | undefined;

  constructor(root: Element | undefined) {
    this.root = root;
    this.#defaults = childNamed(root, "w:docDefaults");
    for (const element of root === undefined ? [] : elementsIn(root)) {
      if (element.name === "w:style") this.#add(element);
    }
    this.#nameDefault();
  }

  /** Word applies Normal to paragraphs without a style if no style is marked as the default (FMT-50). */
  #nameDefault(): void {
    const normal = this.#byName.get("paragraph normal");
    if (normal === undefined || this.defaultOf("paragraph") !== undefined) return;
    const style = { ...normal, isDefault: true };
    this.#byId.set(style.id, style);
    this.#byName.set("paragraph normal", style);
  }

  #add(element: Element): void {
    const { attributes } = element;
    const id = attributes.get("w:styleId") ?? "";
    const kind = attributes.get("w:type") ?? "paragraph";
    const name = (childNamed(element, "w:name")?.attributes.get("w:val") ?? id).toLowerCase();
    const isDefault = /^(?:1|on|true)$/.test(attributes.get("w:default") ?? "");
    const style = { id, kind, name, isDefault, element };
    if (!this.#byId.has(id)) this.#byId.set(id, style);
    if (!this.#byName.has(`${kind} ${name}`)) this.#byName.set(`${kind} ${name}`, style);
  }

  styles(): Iterable<Style> {
    return this.#byId.values();
  }

  withId(id: string): Style | undefined {
    return this.#byId.get(id);
  }

  /** Returns the name of a style, or the id if the style does not exist. */
  nameOf(id: string): string {
    return this.#byId.get(id)?.name ?? id;
  }

  /** Returns the style that corresponds to one of another document: by name, or else by id. */
  twinOf({ kind, name, id }: Style): Style | undefined {
    return this.#byName.get(`${kind} ${name}`) ?? this.#byId.get(id);
  }

  defaultOf(kind: string): Style | undefined {
    return [...this.#byId.values()].find((style) => style.kind === kind && style.isDefault);
  }

  /** Returns the run or paragraph values of a style and of all styles that it is based on. Empty without a style. */
  chainOf(style: Style | undefined, level: Level): Values {
    if (style === undefined) return NO_VALUES;
    const key = `${level} ${style.id}`;
    const known = this.#chains.get(key);
    if (known !== undefined) return known;
    // Styles may be based on each other in a circle.
    this.#chains.set(key, NO_VALUES);
    const values = mergedValues(this.chainOf(this.#parentOf(style), level), valuesIn(style.element, level));
    this.#chains.set(key, values);
    return values;
  }

  /** Returns the values that the document sets for text without styles. */
  documentDefaults(level: Level): Values {
    const known = this.#documentDefaults.get(level);
    if (known !== undefined) return known;
    const values = valuesIn(childNamed(this.#defaults, `${CONTAINER[level]}Default`), level);
    this.#documentDefaults.set(level, values);
    return values;
  }

  /** True if a style, or one that it is based on, numbers its paragraphs. */
  isNumbered(style: Style | undefined): boolean {
    const seen = new Set<Style>();
    for (let one = style; one !== undefined && !seen.has(one); one = this.#parentOf(one)) {
      seen.add(one);
      const list = childNamed(childNamed(childNamed(one.element, "w:pPr"), "w:numPr"), "w:numId");
      if (list !== undefined) return list.attributes.get("w:val") !== "0";
    }
    return false;
  }

  #parentOf({ element }: Style): Style | undefined {
    const id = childNamed(element, "w:basedOn")?.attributes.get("w:val");
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /**
   * Returns the definitions for comparison with another document: maps kind and name to a style, and "defaults" to
   * the document's defaults.
   */
  definitions(): ReadonlyMap<string, Element> {
    const definitions = new Map([...this.#byName].map(([key, { element }]) => [key, element]));
    return this.#defaults === undefined ? definitions : definitions.set("defaults", this.#defaults);
  }
}

function valuesIn(holder: Element | undefined, level: Level): Values {
  const container = childNamed(holder, CONTAINER[level]);
  return container === undefined ? NO_VALUES : flattenProperties(container, APART).values;
}
