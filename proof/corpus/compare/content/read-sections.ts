// Lists the headers and footers that each section of a body shows.
//
// A section names a header or footer of each type. If it omits one, it uses that of the previous section. All types
// are read, even if the section has no different first or even pages, because a switch would show the part.
// `isShown` is false for these, and readers see nothing of them (FMT-48).

import { isSwitchedOn } from "../../../reading/looks/layers.ts";
import { childNamed, type Element, elementsIn } from "../../../reading/xml-tree.ts";
import { unwrapped } from "./read-blocks.ts";

export interface ShownPart {
  /** `section 2 header first` */
  readonly place: string;
  /** The id of the relationship from the main part to it. */
  readonly id: string;
  /** True if the section has pages of this type. */
  readonly isShown: boolean;
}

const KINDS = ["header", "footer"] as const;
const TYPES = ["default", "first", "even"] as const;

/** `hasEvenPages` is true if the settings of the document give even pages their own headers. */
export function shownParts(body: Element, hasEvenPages = false): ShownPart[] {
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
    const hasPages = { default: true, first: isSwitchedOn(childNamed(section, "w:titlePg")), even: hasEvenPages };
    return KINDS.flatMap((kind) =>
      TYPES.flatMap((type) => {
        const id = shown.get(`${kind} ${type}`);
        const place = `section ${index + 1} ${kind} ${type}`;
        return id === undefined ? [] : [{ place, id, isShown: hasPages[type] }];
      }),
    );
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
