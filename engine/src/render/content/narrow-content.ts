// Selects a part of the content: a window of the body, paragraphs with a text, or some fields.
//
// The paragraphs are chosen once, from the content JSON, so all three renderings show the same ones. Indexes and
// numbers stay those of the whole document, so an edit resolves a locator that was read from a part
// (docs/design/content.md).

import type { ContentJson, ContentParagraph, ContentPart, ContentSegment, PartLocatorJson } from "./content.ts";
import { contentSchema } from "./schema.ts";

export interface Narrowing {
  /** The indexes of the first and the last paragraph of the body, from 0, inclusive. Undefined means no limit. */
  readonly from?: number;
  readonly through?: number;
  /** Chooses paragraphs by their text, each with the one before it and the one after it. */
  readonly contains?: (text: string) => boolean;
}

/** True if the paragraph is read. `part` is undefined for the body. */
export type IsChosen = (part: PartLocatorJson | undefined, index: number) => boolean;

/**
 * Returns the test for chosen paragraphs. A window applies to the body: headers and footers are outside of it, and a
 * note belongs to the paragraph that refers to it. A search covers every part, or only the window.
 */
export function chooseParagraphs(content: ContentJson, { from, through, contains }: Narrowing): IsChosen {
  const isInWindow = (index: number): boolean => index >= (from ?? 0) && index <= (through ?? Number.POSITIVE_INFINITY);
  const hasWindow = from !== undefined || through !== undefined;
  const body = indexesIn(
    content.blocks.filter(({ index }) => isInWindow(index)),
    contains,
  );
  const chosen = new Map([[keyOf(undefined), body]]);
  for (const { part, blocks } of hasWindow ? [] : [...content.headers, ...content.footers]) {
    chosen.set(keyOf(part), indexesIn(blocks, contains));
  }
  const referred = new Set(content.blocks.filter(({ index }) => body.has(index)).flatMap(notesIn));
  for (const { part, paragraph, blocks } of content.notes) {
    // The content has no segment for a deleted reference, and a note names only the paragraph of its first reference.
    const isTold = body.has(paragraph.index) || referred.has(keyOf(part));
    if (isTold) chosen.set(keyOf(part), indexesIn(blocks, undefined));
    else if (isInWindow(paragraph.index)) chosen.set(keyOf(part), indexesIn(blocks, contains));
  }
  return (part, index) => chosen.get(keyOf(part))?.has(index) === true;
}

function indexesIn(blocks: readonly ContentParagraph[], contains: Narrowing["contains"]): ReadonlySet<number> {
  const all = new Set(blocks.map(({ index }) => index));
  if (contains === undefined) return all;
  const found = blocks.flatMap(({ index, text }) => (contains(text) ? [index - 1, index, index + 1] : []));
  return new Set(found.filter((index) => all.has(index)));
}

/** Returns the keys of the notes that the segments refer to. */
function notesIn({ content }: { readonly content: readonly ContentSegment[] }): string[] {
  return content.flatMap((segment) => {
    if ("content" in segment) return notesIn(segment);
    if (!("type" in segment) || (segment.type !== "footnote" && segment.type !== "endnote")) return [];
    return [keyOf({ kind: segment.type, number: segment.number })];
  });
}

function keyOf(part: PartLocatorJson | undefined): string {
  if (part === undefined) return "body";
  return "number" in part ? `${part.kind} ${part.number}` : `${part.kind} ${part.type} ${part.section.number}`;
}

/** Returns the chosen paragraphs, whatever points to them or encloses them, and the styles and lists that they name. */
export function narrowContent(content: ContentJson, isChosen: IsChosen): ContentJson {
  const chosenOf = (part: PartLocatorJson | undefined, blocks: readonly ContentParagraph[]): ContentParagraph[] =>
    blocks.filter(({ index }) => isChosen(part, index));
  const narrowPart = <Part extends { readonly part: PartLocatorJson; readonly blocks: ContentPart["blocks"] }>(
    part: Part,
  ): Part[] => {
    const blocks = chosenOf(part.part, part.blocks);
    return blocks.length === 0 ? [] : [{ ...part, blocks }];
  };
  const isTold = (paragraph: { readonly part?: PartLocatorJson; readonly index: number } | undefined): boolean =>
    paragraph !== undefined && isChosen(paragraph.part, paragraph.index);
  const encloses = ({ part, first_index: first, last_index: last }: Enclosing): boolean => {
    if (first === undefined || last === undefined) return false;
    return Array.from({ length: last - first + 1 }, (_, at) => first + at).some((index) => isChosen(part, index));
  };
  const blocks = chosenOf(undefined, content.blocks);
  const parts = {
    headers: content.headers.flatMap(narrowPart),
    footers: content.footers.flatMap(narrowPart),
    notes: content.notes.flatMap(narrowPart),
  };
  const tables = content.tables.filter(encloses);
  const told = [...blocks, ...Object.values(parts).flatMap((some) => some.flatMap((part) => part.blocks))];
  const lists = new Set(told.map(({ list }) => list?.list_style));
  const styles = new Set([...told, ...tables].map((named) => named.style_id).concat(told.flatMap(characterStyles)));
  return {
    ...content,
    blocks,
    tables,
    sections: content.sections.filter(encloses),
    ...parts,
    comments: content.comments.filter(({ paragraph }) => isTold(paragraph)),
    revisions: content.revisions.filter(({ paragraph, to }) => isTold(paragraph) || isTold(to)),
    list_styles: content.list_styles.filter(({ id }) => lists.has(id)),
    styles: content.styles.filter(({ style_id }) => styles.has(style_id)),
  };
}

interface Enclosing {
  readonly part?: PartLocatorJson;
  readonly first_index?: number;
  readonly last_index?: number;
}

function characterStyles({ content }: { readonly content: readonly ContentSegment[] }): (string | undefined)[] {
  return content.flatMap((segment) => {
    if ("content" in segment) return characterStyles(segment);
    const style = "format" in segment ? segment.format?.character_style : undefined;
    return typeof style === "string" ? [style] : [];
  });
}

const documentFields: readonly string[] = Object.keys(contentSchema.properties);
const paragraphFields: readonly string[] = Object.keys(contentSchema.$defs.paragraph.properties);

/** Every name that can narrow the JSON: those of the document, then those of a paragraph. No name is in both. */
export const contentFields: readonly string[] = [...documentFields, ...paragraphFields];

/** Fields that are always returned: the version of the format, and the index that edits use to name a paragraph. */
const alwaysTold: ReadonlySet<string> = new Set(["schema_version", "index"]);
const withParagraphs: readonly string[] = ["blocks", "headers", "footers", "notes"];

/**
 * Returns the content with only the named fields. A name of the document keeps that list; a name of a paragraph keeps
 * that field in every paragraph. If a list with paragraphs is named without any of their fields, the paragraphs are
 * whole. If only fields of paragraphs are named, `blocks` is kept.
 */
export function selectFields(content: ContentJson, names: readonly string[]): Readonly<Record<string, unknown>> {
  const ofParagraphs = names.filter((name) => paragraphFields.includes(name));
  const hasParagraphs = withParagraphs.some((name) => names.includes(name));
  const named = new Set(ofParagraphs.length === 0 || hasParagraphs ? names : [...names, "blocks"]);
  const pick = (value: object, isNamed: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => alwaysTold.has(name) || isNamed(name)));
  const narrow = (blocks: readonly ContentParagraph[]) =>
    ofParagraphs.length === 0 ? blocks : blocks.map((block) => pick(block, (name) => named.has(name)));
  const inParts = (parts: readonly { readonly blocks: readonly ContentParagraph[] }[]) =>
    parts.map((part) => ({ ...part, blocks: narrow(part.blocks) }));
  const { blocks, headers, footers, notes } = content;
  const narrowed = {
    blocks: narrow(blocks),
    headers: inParts(headers),
    footers: inParts(footers),
    notes: inParts(notes),
  };
  return pick({ ...content, ...narrowed }, (name) => named.has(name));
}
