// Flattens the properties of a run, paragraph, table, row, cell or section into a list of values.
//
// Examples: `sz = 24`, `ind@left = 720`, `pBdr/top@sz = 4`, and `b = on` for an element without a value.
//
// Flattening applies the equivalences of the measure. Values get one spelling, empty containers are removed, and
// invisible properties are separated. The removed details are kept beside the list. So lists that are equal only
// because of an equivalence differ from lists that were equal from the start.

import { type Element, elementsIn } from "../../../reading/xml-tree.ts";
import { shortName, spelledName, spelledValue } from "./spelling.ts";

export interface Properties {
  /** The text as written. Properties with equal text need no further comparison. */
  readonly raw: string;
  /** Maps a path to its value. The style is not included. */
  readonly values: ReadonlyMap<string, string>;
  readonly style: string | undefined;
  /** The details that equivalences removed. */
  readonly settled: Settled;
}

export interface Settled {
  /** Properties that do not show. */
  readonly hidden: string;
  /** Containers without content. */
  readonly empty: string;
  /** All visible properties, spelled as written. */
  readonly spelled: string;
}

/** The elements that name the style, one for each kind of properties. */
const STYLES: ReadonlySet<string> = new Set(["w:rStyle", "w:pStyle", "w:tblStyle"]);

/** Children that are judged elsewhere or not at all. */
export type LeftOut = ReadonlySet<string>;

/**
 * Returns the content of a container as written, so that equal containers need no flattening. Empty if it contains
 * nothing.
 */
export function rawContents(container: Element, leftOut: LeftOut): string {
  const children = elementsIn(container);
  const kept = children.filter(({ name }) => !leftOut.has(name));
  return kept.length === 0 && children.length > 0 ? "" : `<${container.name}>${kept.map(rawText).join("")}`;
}

function rawText({ name, attributes, children }: Element): string {
  let text = `<${name}`;
  for (const [attribute, value] of attributes) text += ` ${attribute}=${value}`;
  for (const child of children) if (typeof child !== "string") text += rawText(child);
  return `${text}>`;
}

export function flattenProperties(container: Element, leftOut: LeftOut): Properties {
  const children = elementsIn(container).filter(({ name }) => !leftOut.has(name));
  const found = new Flattened();
  for (const child of children) if (!STYLES.has(child.name)) found.take(child, "", "");
  const style = children.find(({ name }) => STYLES.has(name))?.attributes.get("w:val");
  if (children.length === 0) found.empty.push(container.name);
  const settled = {
    hidden: [...found.hidden].sort().join("\n"),
    empty: [...found.empty].sort().join("\n"),
    spelled: [...found.spelled].sort().join("\n"),
  };
  return { raw: rawContents(container, leftOut), values: found.values, style, settled };
}

/** Properties that no page shows, with all their content. */
const HIDDEN: ReadonlySet<string> = new Set(["w:lang", "w:noProof", "w:webHidden"]);
const HIDDEN_ATTRIBUTE = /^w:rsid|^w:hint$/;
/**
 * Elements that are empty containers if they have neither attributes nor children. Any other such element is a value.
 */
const CONTAINERS: ReadonlySet<string> = new Set([
  ...[
    "w:rPr",
    "w:u",
    "w:ind",
    "w:spacing",
    "w:tabs",
    "w:pBdr",
    "w:rFonts",
    "w:tblBorders",
    "w:tcBorders",
    "w:tblCellMar",
  ],
  ...["w:tcMar", "w:pgBorders", "w:footnotePr", "w:endnotePr", "w:framePr", "w:shd", "w:tblpPr", "w:lnNumType"],
]);

/** True for an underline without a line, whose colour does not count. */
function isNoLine({ name, attributes }: Element): boolean {
  return name === "w:u" && (attributes.get("w:val") ?? "none") === "none";
}

class Flattened {
  readonly values = new Map<string, string>();
  readonly hidden: string[] = [];
  readonly empty: string[] = [];
  readonly spelled: string[] = [];

  /** Adds an element at a path, which is given as written and in its one spelling. */
  take(element: Element, writtenPath: string, path: string): void {
    const { name, attributes } = element;
    if (HIDDEN.has(name)) {
      this.hidden.push(rawText(element));
      return;
    }
    const shown = [...attributes].filter(([attribute, value]) => {
      const isHidden = HIDDEN_ATTRIBUTE.test(attribute) || (isNoLine(element) && attribute !== "w:val");
      if (isHidden) this.hidden.push(`${name}@${attribute}=${value}`);
      return !isHidden;
    });
    const children = elementsIn(element);
    const here = { written: writtenPath + name, path: path + this.#step(element, path) };
    for (const [attribute, value] of shown) this.#put(element, here, [attribute, value]);
    for (const child of children) this.take(child, `${here.written}/`, `${here.path}/`);
    if (shown.length > 0 || children.length > 0) return;
    if (CONTAINERS.has(name)) this.empty.push(here.written);
    else this.#put(element, here, undefined);
  }

  #put(
    element: Element,
    { written, path }: { readonly written: string; readonly path: string },
    attribute: readonly [name: string, value: string] | undefined,
  ): void {
    const [name, value] = attribute ?? ["w:val", ""];
    const key = name === "w:val" ? path : `${path}@${spelledName(element.name, name)}`;
    this.values.set(key, spelledValue(element.name, name, attribute === undefined ? undefined : value));
    this.spelled.push(`${written}@${name}=${attribute === undefined ? "\u0000" : value}`);
  }

  /**
   * Returns the last step of an element's path. A tab stop is identified by its position. Below the first level, the
   * second and later elements with one name get a number.
   */
  #step(element: Element, path: string): string {
    const name = shortName(spelledName("", element.name));
    if (element.name === "w:tab") return `${name}[${element.attributes.get("w:pos") ?? ""}]`;
    if (path === "") return name;
    let step = name;
    for (let number = 2; this.#isTaken(path + step); number += 1) step = `${name}[${number}]`;
    return step;
  }

  #isTaken(path: string): boolean {
    if (this.values.has(path)) return true;
    for (const key of this.values.keys()) if (key.startsWith(`${path}@`) || key.startsWith(`${path}/`)) return true;
    return false;
  }
}

/** Returns the name of the property: the element directly below the container in a path. */
export function propertyName(path: string): string {
  return /^[^@/[]*/.exec(path)![0];
}
