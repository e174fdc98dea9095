// Lists the headers and footers that each section of a body shows.
//
// A section names a header or footer of each type. If it omits one, it uses that of the previous section. All types
// are read, even if the section has no different first or even pages, because a switch would show the part.

import { childNamed, type Element, elementsIn } from "../../../reading/xml-tree.ts";
import { unwrapped } from "./read-blocks.ts";

export interface ShownPart {
  /** `section 2 header first` */
  readonly place: string;
  /** The id of the relationship from the main part to it. */
  readonly id: string;
}

const KINDS = ["header", "footer"] as const;
const TYPES = ["default", "first", "even"] as const;

export function shownParts(body: Element): ShownPart[] {
  const blocks = unwrapped(body);
  const inner = blocks
    .filter(({ name }) => name === "w:p")
    .flatMap((paragraph) => {
      const properties = childNamed(childNamed(paragraph, "w:pPr"), "w:sectPr");
      return properties === undefined ? [] : [properties];
    });
  const last = lastSection(body);
  const shown = new Map<string, string>();
  return [...inner, last].flatMap((section, index) => {
    for (const [key, id] of referencesOf(section)) shown.set(key, id);
    const keys = KINDS.flatMap((kind) => TYPES.map((type) => `${kind} ${type}`));
    return keys.flatMap((key) => {
      const id = shown.get(key);
      return id === undefined ? [] : [{ place: `section ${index + 1} ${key}`, id }];
    });
  });
}

/** Returns the properties of the last section, which are at the end of the body. */
export function lastSection(body: Element): Element | undefined {
  return unwrapped(body).findLast(({ name }) => name === "w:sectPr");
}

function referencesOf(section: Element | undefined): [key: string, id: string][] {
  const children = section === undefined ? [] : elementsIn(section);
  return children.flatMap(({ name, attributes }) => {
    const kind = KINDS.find((one) => name === `w:${one}Reference`);
    const type = attributes.get("w:type") ?? "default";
    return kind === undefined ? [] : [[`${kind} ${type}`, attributes.get("r:id") ?? ""]];
  });
}
