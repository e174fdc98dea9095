// Reads the styles, lists and theme of a document with another parser.
//
// The checks compare the definitions of a template with those of the created document.

import { openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { childNamed, type Element, elementsIn, readXmlTree } from "../../reading/xml-tree.ts";
import type { StyleNames } from "./make-list.ts";

export interface Definitions {
  /** Maps an id to its definition. If two definitions share an id, the first one counts. */
  readonly styles: ReadonlyMap<string, Element>;
  readonly lists: ReadonlyMap<string, Element>;
  readonly schemes: ReadonlyMap<string, Element>;
}

/** Returns the unpacked parts of a file. Maps a part's name to its bytes. */
export function readParts(file: Uint8Array): Map<string, Uint8Array> {
  const entries = openArchive(file, readerLimits).entries.filter(({ name }) => !name.endsWith("/"));
  return new Map(entries.map((entry) => [entry.name, readEntry(entry, nodeZlib)]));
}

interface Target {
  readonly id: string;
  /** The last segment of the relationship's type. */
  readonly kind: string;
  readonly part: string;
}

/** Returns the targets of a part's relationships. The part "" is the package. */
export function targetsOf(parts: ReadonlyMap<string, Uint8Array>, part: string): Target[] {
  const bytes = parts.get(part.replace(/([^/]*)$/, "_rels/$1.rels"));
  if (bytes === undefined) return [];
  return elementsIn(readXmlTree(bytes)).map(({ attributes }) => ({
    id: attributes.get("Id") ?? "",
    kind: (attributes.get("Type") ?? "").split("/").at(-1)!,
    part: decodeURI(new URL(attributes.get("Target") ?? "", `file:///${part}`).pathname).slice(1),
  }));
}

/** Maps a relationship type of the main part to the first part with that type. */
export function mainParts(parts: ReadonlyMap<string, Uint8Array>): Map<string, string> {
  const byKind = (part: string): Map<string, string> =>
    new Map(
      targetsOf(parts, part)
        .map(({ kind, part: target }) => [kind, target] as const)
        .toReversed(),
    );
  return byKind(byKind("").get("officeDocument") ?? "");
}

export function readDefinitions(parts: ReadonlyMap<string, Uint8Array>): Definitions {
  const named = mainParts(parts);
  const root = (kind: string): Element | undefined => {
    const bytes = parts.get(named.get(kind) ?? "");
    return bytes === undefined ? undefined : readXmlTree(bytes);
  };
  const theme = root("theme");
  const elements = childNamed(theme, "a:themeElements");
  const schemes = ["a:clrScheme", "a:fontScheme"].flatMap((name) => {
    const scheme = childNamed(elements, name);
    return scheme === undefined ? [] : [[name, scheme] as const];
  });
  return {
    styles: byId(root("styles"), { "w:style": "w:styleId" }),
    lists: byId(root("numbering"), { "w:abstractNum": "w:abstractNumId", "w:num": "w:numId" }),
    schemes: new Map(schemes),
  };
}

function byId(root: Element | undefined, ids: Readonly<Record<string, string>>): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of root === undefined ? [] : elementsIn(root)) {
    const attribute = ids[element.name];
    const id = attribute === undefined ? undefined : element.attributes.get(attribute);
    const key = attribute === "w:styleId" ? id : `${element.name} ${id}`;
    if (id !== undefined && key !== undefined && !found.has(key)) found.set(key, element);
  }
  return found;
}

const DEFAULTS = ["Normal", "Heading1", "Heading2", "Heading3", "Heading4"];

/** Returns the style ids that paragraphs and text may name, with this template or without one. */
export function styleNames({ styles }: Definitions): StyleNames {
  const kindOf = (style: Element): string => style.attributes.get("w:type") ?? "paragraph";
  const ids = (kind: string): string[] =>
    [...styles].filter(([id, style]) => id !== "" && kindOf(style) === kind).map(([id]) => id);
  const free = DEFAULTS.filter((id) => !styles.has(id));
  return { paragraph: [...new Set([...ids("paragraph"), ...free])], character: ids("character") };
}

/**
 * Content that a definition loses when it is copied: traces of editing, tracked changes and pictures as bullets.
 * `said` also drops elements that link to other parts.
 */
const LOST = /^w:(?:rsid|lvlPicBulletId|numberingChange|ins|del|moveFrom|moveTo|\w+Change)$/;

/** Returns the ids of the template's definitions that are missing or different in the document. */
export function changedDefinitions(template: Definitions, made: Definitions): string[] {
  return (["styles", "lists", "schemes"] as const).flatMap((kind) =>
    [...template[kind]]
      .filter(
        ([id, element]) => id !== "" && !isOrphan(element, template) && said(element) !== said(made[kind].get(id)),
      )
      .map(([id]) => `${kind} ${id}`),
  );
}

/** True if this is a `w:num` without a definition. It does not count as a list. */
function isOrphan(element: Element, { lists }: Definitions): boolean {
  if (element.name !== "w:num") return false;
  const definition = childNamed(element, "w:abstractNumId")?.attributes.get("w:val");
  return !lists.has(`w:abstractNum ${definition}`);
}

function said(element: Element | undefined): string {
  if (element === undefined) return "";
  const kept = elementsIn(element).filter(
    ({ name, attributes }) => !LOST.test(name) && ![...attributes.keys()].some((key) => key.startsWith("r:")),
  );
  const attributes = [...element.attributes].map((entry) => entry.join("=")).sort();
  return `<${element.name} ${attributes.join(" ")}>${kept.map(said).join("")}</>`;
}
