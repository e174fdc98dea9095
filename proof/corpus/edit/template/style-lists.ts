// Reads the lists that the styles of a document show, with another parser.
//
// This reader shares no code with the engine. Lists are identified by their content, because an id has a meaning only
// in its own file.

import { createHash } from "node:crypto";
import { childNamed, type Element, elementsIn, readXmlTree } from "../../../reading/xml-tree.ts";
import { mainParts, readParts, targetsOf } from "../../create/definitions.ts";

/** The styles and lists of one document. */
export interface StyleLists {
  /**
   * Maps a style id, for paragraph and list styles, to the level and the content of its list; "none" without a list.
   */
  readonly shown: ReadonlyMap<string, string>;
  /** Maps a style id to its content. */
  readonly styles: ReadonlyMap<string, string>;
  /** Maps a list id to its content. */
  readonly lists: ReadonlyMap<string, string>;
  /** Number of lists and list definitions. */
  readonly definitions: number;
}

const NONE = "none";

export function readStyleLists(file: Uint8Array): StyleLists {
  const reader = readerOf(readParts(file));
  const ids = [...reader.styles]
    .filter(([, style]) => /^(?:paragraph|numbering)$/.test(kindOf(style)))
    .map(([id]) => id);
  const numIds = [...reader.nums.keys()];
  return {
    shown: new Map(ids.map((id) => [id, shownBy(reader, id)])),
    styles: new Map([...reader.styles].map(([id, style]) => [id, said(style, reader)])),
    lists: new Map(numIds.map((numId) => [numId, listSays(reader, numId) ?? NONE])),
    definitions: reader.nums.size + reader.abstracts.size,
  };
}

interface Reader {
  readonly styles: ReadonlyMap<string, Element>;
  readonly nums: ReadonlyMap<string, Element>;
  readonly abstracts: ReadonlyMap<string, Element>;
  readonly bullets: ReadonlyMap<string, Element>;
  /** Maps a relationship id of the numbering part to a digest of the picture. */
  readonly pictures: ReadonlyMap<string, string>;
}

function readerOf(parts: ReadonlyMap<string, Uint8Array>): Reader {
  const named = mainParts(parts);
  const rootOf = (kind: string): Element | undefined => {
    const bytes = parts.get(named.get(kind) ?? "");
    return bytes === undefined ? undefined : readXmlTree(bytes);
  };
  const numbering = rootOf("numbering");
  const pictures = targetsOf(parts, named.get("numbering") ?? "?").map(({ id, part }): [string, string] => {
    const bytes = parts.get(part);
    return [id, bytes === undefined ? "" : createHash("sha256").update(bytes).digest("hex")];
  });
  return {
    styles: byId(rootOf("styles"), "w:style", "w:styleId"),
    nums: byId(numbering, "w:num", "w:numId"),
    abstracts: byId(numbering, "w:abstractNum", "w:abstractNumId"),
    bullets: byId(numbering, "w:numPicBullet", "w:numPicBulletId"),
    pictures: new Map(pictures),
  };
}

/** If two elements have the same id, the first one counts. */
function byId(root: Element | undefined, name: string, attribute: string): Map<string, Element> {
  const elements = root === undefined ? [] : elementsIn(root).filter((element) => element.name === name);
  return new Map(elements.toReversed().map((element) => [element.attributes.get(attribute) ?? "", element]));
}

function kindOf(style: Element): string {
  return style.attributes.get("w:type") ?? "paragraph";
}

function valueIn(element: Element | undefined, name: string): string | undefined {
  return childNamed(element, name)?.attributes.get("w:val");
}

/** Returns a style and those that it is based on, the nearest first. */
function chainOf({ styles }: Reader, id: string): string[] {
  const chain: string[] = [];
  const kind = kindOf(styles.get(id)!);
  for (let next: string | undefined = id; next !== undefined; next = valueIn(styles.get(next), "w:basedOn")) {
    const style = styles.get(next);
    if (style === undefined || kindOf(style) !== kind || chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}

function shownBy(reader: Reader, id: string): string {
  const chain = chainOf(reader, id).map((link) => {
    const numPr = childNamed(childNamed(reader.styles.get(link), "w:pPr"), "w:numPr");
    return { link, numId: valueIn(numPr, "w:numId"), level: valueIn(numPr, "w:ilvl") };
  });
  const owner = chain.findIndex(({ numId }) => numId !== undefined);
  if (owner < 0) return NONE;
  const numId = chain[owner]!.numId!;
  const list = listSays(reader, numId);
  if (list === undefined) return NONE;
  const levels = levelsOf(reader, numId)!;
  const ownLevel = (style: string): string | undefined =>
    [...levels].find(([, level]) => valueIn(level, "w:pStyle") === style)?.[0];
  const said = chain.slice(0, owner + 1).map(({ link, level }) => ownLevel(link) ?? level);
  return `level ${Number(said.find((level) => level !== undefined) ?? 0)} of ${list}`;
}

/** Returns the levels of a list and its start values. Undefined if the list does not exist. */
function listSays(reader: Reader, numId: string): string | undefined {
  const levels = levelsOf(reader, numId);
  if (levels === undefined) return undefined;
  const starts = overridesOf(reader, numId).flatMap((override) => {
    const start = valueIn(override, "w:startOverride");
    return start === undefined ? [] : [`${override.attributes.get("w:ilvl")} from ${start}`];
  });
  const written = [...levels].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, level]) => said(level, reader));
  return [...written, ...starts].join("\n");
}

function overridesOf({ nums }: Reader, numId: string): Element[] {
  const num = nums.get(numId);
  return num === undefined ? [] : elementsIn(num).filter(({ name }) => name === "w:lvlOverride");
}

function levelsOf(reader: Reader, numId: string): Map<string, Element> | undefined {
  const abstract = lender(reader, abstractOf(reader, numId));
  if (abstract === undefined) return undefined;
  const replaced = overridesOf(reader, numId).flatMap((override) => childNamed(override, "w:lvl") ?? []);
  const own = elementsIn(abstract).filter(({ name }) => name === "w:lvl");
  return new Map([...own, ...replaced].map((level) => [level.attributes.get("w:ilvl") ?? "", level]));
}

function abstractOf({ nums, abstracts }: Reader, numId: string | undefined): Element | undefined {
  return abstracts.get(valueIn(nums.get(numId ?? ""), "w:abstractNumId") ?? "");
}

/** A definition that only names a numbering style takes its levels from the definition of that style. */
function lender(reader: Reader, first: Element | undefined): Element | undefined {
  const seen = new Set<Element>();
  let abstract = first;
  for (;;) {
    const style = valueIn(abstract, "w:numStyleLink");
    if (abstract === undefined || style === undefined || seen.has(abstract)) return abstract;
    seen.add(abstract);
    const numPr = childNamed(childNamed(reader.styles.get(style), "w:pPr"), "w:numPr");
    const defining = [...reader.abstracts.values()].find((one) => valueIn(one, "w:styleLink") === style);
    const next = abstractOf(reader, valueIn(numPr, "w:numId")) ?? defining;
    if (next === undefined) return abstract;
    abstract = next;
  }
}

/**
 * Attributes and elements that do not affect the appearance: ids, codes, traces of editing, and the style of a level.
 */
const UNSAID = /^(?:w:pStyle|w:rsid\w*|w:tplc|w:tentative)$/;

/** Returns an element as a string that is equal in two files if its content is equal. */
function said(element: Element, reader: Reader): string {
  if (element.name === "w:lvlPicBulletId") {
    const bullet = reader.bullets.get(element.attributes.get("w:val") ?? "");
    return bullet === undefined
      ? ""
      : elementsIn(bullet)
          .map((child) => said(child, reader))
          .join("");
  }
  const attributes = [...element.attributes]
    .filter(([name]) => !UNSAID.test(name))
    .map(([name, value]) => `${name}=${name.startsWith("r:") ? reader.pictures.get(value) : value}`);
  const children = element.children.map((child) => {
    if (typeof child === "string") return child.trim();
    return UNSAID.test(child.name) ? "" : said(child, reader);
  });
  return `<${element.name} ${attributes.sort().join(" ")}>${children.join("")}</>`;
}
