// Reads the sections of the body, and the headers and footers that each section shows.
//
// A section ends with the paragraph whose properties contain its w:sectPr. The w:sectPr of the last section is at the end of
// the body. A w:sectPr inside a table does not end a section. A section names a header or footer of each type, or leaves it out
// and thereby links it to the previous section. First and even parts are listed even if the section does not use them, because
// they exist and can be edited (EDT-3 to EDT-6).

import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { WordDocument } from "./open-document.ts";
import { blocksOf, unwrapped } from "./text/blocks.ts";
import type { Story } from "./text/stories.ts";
import { childValue, isOn, twips, wholeNumber } from "./values.ts";
import { R, W } from "./word-names.ts";

export type SectionType = "nextPage" | "continuous" | "evenPage" | "oddPage" | "nextColumn";
export type PageType = "default" | "first" | "even";

/** Margins that must not be negative according to the schema. */
// policy: attributes of w:pgMar without a sign
export const UNSIGNED_MARGINS: readonly NameId[] = [W.left, W.right, W.header, W.footer, W.gutter];

/** A header or footer that a section shows. */
export interface ShownPart {
  readonly kind: "header" | "footer";
  readonly type: PageType;
  readonly part: string;
  /** True if the section takes it from the previous section. */
  readonly isLinked: boolean;
}

/**
 * The page setup as written, in twentieths of a point. A value that the file does not set is undefined; the orientation
 * is then portrait.
 */
export interface PageSetup {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly orientation: "portrait" | "landscape";
  readonly margins: Readonly<Record<Margin, number | undefined>>;
  readonly numberStart: number | undefined;
  readonly numberFormat: string | undefined;
}

export interface Section {
  /** The w:sectPr, or NONE if the body ends without one. */
  readonly node: NodeId;
  /** Paragraph that ends the section; NONE if the section ends with the body. */
  readonly paragraph: NodeId;
  readonly type: SectionType;
  readonly pageSetup: PageSetup;
  readonly hasTitlePage: boolean;
  /** Headers, then footers, each in the order default, first, even. */
  readonly shown: readonly ShownPart[];
}

/** Returns the sections of a body in order; always at least one. */
export function sectionsOf(document: WordDocument, body: Story): Section[] {
  const parts = headerFooterParts(document);
  const sections: Section[] = [];
  for (const place of sectionPlaces(body)) {
    sections.push(readSection(body.tree, place, { parts, previous: sections.at(-1) }));
  }
  return sections;
}

interface SectionPlace {
  readonly node: NodeId;
  readonly paragraph: NodeId;
}

function sectionPlaces(body: Story): SectionPlace[] {
  const { tree } = body;
  const places: SectionPlace[] = [];
  let hasContent = false;
  for (const block of blocksOf(body)) {
    const properties = tree.name(block) === W.p ? tree.child(block, W.pPr) : NONE;
    const node = properties === NONE ? NONE : tree.child(properties, W.sectPr);
    if (node !== NONE) places.push({ node, paragraph: block });
    hasContent = node === NONE;
  }
  const last = unwrapped(body, body.root, SECTION).at(-1);
  if (last !== undefined || hasContent || places.length === 0) places.push({ node: last ?? NONE, paragraph: NONE });
  return places;
}

const SECTION = new Set([W.sectPr]);

interface SectionContext {
  /** Maps a relationship id in lower case to a header or footer part. */
  readonly parts: ReadonlyMap<string, string>;
  readonly previous: Section | undefined;
}

function readSection(tree: Tree, { node, paragraph }: SectionPlace, context: SectionContext): Section {
  return {
    node,
    paragraph,
    type: SECTION_TYPES.get(childValue(tree, node, W.type) ?? "") ?? "nextPage",
    pageSetup: readPageSetup(tree, node),
    hasTitlePage: isOn(tree, node, W.titlePg),
    shown: readShown(tree, node, context),
  };
}

const SECTION_TYPES: ReadonlyMap<string, SectionType> = new Map(
  (["nextPage", "continuous", "evenPage", "oddPage", "nextColumn"] as const).map((type) => [type, type]),
);

const PAGE_TYPES = ["default", "first", "even"] as const;
const SHOWN = (["header", "footer"] as const).flatMap((kind) => PAGE_TYPES.map((type) => ({ kind, type })));
const REFERENCES: ReadonlyMap<NameId, "header" | "footer"> = new Map([
  [W.headerReference, "header"],
  [W.footerReference, "footer"],
]);

function readShown(tree: Tree, section: NodeId, { parts, previous }: SectionContext): ShownPart[] {
  const own = ownParts(tree, section, parts);
  return SHOWN.flatMap(({ kind, type }): ShownPart[] => {
    const part = own.get(`${kind} ${type}`);
    if (part !== undefined) return [{ kind, type, part, isLinked: false }];
    const linked = previous?.shown.find((shown) => shown.kind === kind && shown.type === type);
    return linked === undefined ? [] : [{ ...linked, isLinked: true }];
  });
}

/**
 * Maps a kind and type to the part that a section itself names. The first of two references counts. A reference to a missing
 * part counts as linked.
 */
function ownParts(tree: Tree, section: NodeId, parts: ReadonlyMap<string, string>): Map<string, string> {
  const own = new Map<string, string>();
  for (const node of section === NONE ? [] : tree.children(section)) {
    const kind = REFERENCES.get(tree.name(node));
    const part = parts.get((tree.attribute(node, R.id) ?? "").toLowerCase());
    const key = `${kind} ${pageType(tree.attribute(node, W.type))}`;
    if (kind !== undefined && part !== undefined && !own.has(key)) own.set(key, part);
  }
  return own;
}

function pageType(value: string | undefined): PageType {
  return PAGE_TYPES.find((type) => type === value) ?? "default";
}

/** Maps relationship ids in lower case to parts, because Word compares the ids without regard to case. */
function headerFooterParts({ package: opened, main }: WordDocument): Map<string, string> {
  const related = opened.relationships(main).filter(({ kind }) => kind === "header" || kind === "footer");
  const present = related.filter(({ part }) => part !== undefined && opened.has(part));
  return new Map(present.map(({ id, part }) => [id.toLowerCase(), part!]));
}

const MARGINS = ["top", "right", "bottom", "left", "header", "footer", "gutter"] as const;
type Margin = (typeof MARGINS)[number];

export function readPageSetup(tree: Tree, section: NodeId): PageSetup {
  const child = (name: NameId): NodeId => (section === NONE ? NONE : tree.child(section, name));
  const value = (node: NodeId, name: NameId): string | undefined =>
    node === NONE ? undefined : tree.attribute(node, name);
  const [size, margin, numbers] = [child(W.pgSz), child(W.pgMar), child(W.pgNumType)];
  return {
    width: twips(value(size, W.w)),
    height: twips(value(size, W.h)),
    orientation: value(size, W.orient) === "landscape" ? "landscape" : "portrait",
    margins: Object.fromEntries(MARGINS.map((side) => [side, twips(value(margin, W[side]))])) as PageSetup["margins"],
    numberStart: wholeNumber(value(numbers, W.start)),
    numberFormat: value(numbers, W.fmt),
  };
}
