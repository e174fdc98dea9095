// Describes the paragraphs of a part: content, style, numbering and position.

import { findStyle } from "../../document/formatting/styles.ts";
import { bulletText, type HeadingLevels } from "../../document/lists/headings.ts";
import { listPlaceOf, type Numbering } from "../../document/lists/numbering.ts";
import type { Labeller } from "../../document/lists/numbering-labels.ts";
import type { AddressedParagraph, AddressedPart, CellAddress } from "../../document/text/addresses.ts";
import { type MarkRevision, readParagraph } from "../../document/text/paragraphs.ts";
import type { Story } from "../../document/text/stories.ts";
import { wholeNumber } from "../../document/values.ts";
import { type ParagraphFormat, readParagraphFormat } from "../../language/paragraph-format.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { IdOf } from "../../revisions/block-ids.ts";
import { bookmarkNames } from "./bookmark-names.ts";
import type { ContentParagraph } from "./content.ts";
import type { RevisionNumbers } from "./locators.ts";
import { ContentSegmentReader, type Mutable, type ReadParagraph, type SegmentSources } from "./read-segments.ts";
import { remembered } from "./remembered.ts";

export interface ParagraphSources {
  readonly idOf: IdOf;
  readonly numbering: Numbering;
  readonly headings: HeadingLevels;
  readonly revisions: RevisionNumbers;
}

/** Reads the content of each paragraph of a part, in order. */
export function readSegments({ story, paragraphs }: AddressedPart, sources: SegmentSources): ReadParagraph[] {
  const reader = new ContentSegmentReader(story, sources);
  return paragraphs.map(({ node }) => reader.read(node));
}

/** Describes the paragraphs of a part from their content. Parts with continuous numbering share a labeller. */
export function describeParagraphs(
  { story, paragraphs }: AddressedPart,
  sources: ParagraphSources,
  { reads, labeller }: { readonly reads: readonly ReadParagraph[]; readonly labeller: Labeller },
): ContentParagraph[] {
  const bookmarks = bookmarkNames(story);
  const formatOf = remembered(story.tree, (properties) => readParagraphFormat(story, properties));
  return paragraphs.map((addressed, index) => {
    const own = { addressed, read: reads[index]!, labeller, formatOf, bookmarks: bookmarks.get(addressed.node) };
    return describe(story, own, sources);
  });
}

interface Described {
  readonly addressed: AddressedParagraph;
  readonly read: ReadParagraph;
  readonly labeller: Labeller;
  readonly formatOf: (properties: NodeId) => ParagraphFormat | undefined;
  readonly bookmarks: readonly string[] | undefined;
}

function describe(story: Story, described: Described, sources: ParagraphSources): ContentParagraph {
  const { addressed, read, labeller, bookmarks } = described;
  const { node, index, section } = addressed;
  const own = readParagraph(story, node);
  const { properties, styleId, markRevisions } = own;
  const style = findStyle(sources.numbering.styles, "paragraph", styleId);
  const level = sources.headings.of(story, own);
  const list = listOf(story, node, { numbering: sources.numbering, labeller });
  const format = described.formatOf(properties);
  const mark = markOf(markRevisions, sources.revisions.in(story.tree));
  const paragraph: Mutable<ContentParagraph> = {
    index,
    id: sources.idOf(story, node),
    text: read.text,
    content: read.content,
  };
  if (style !== undefined && style.id !== "") paragraph.style_id = style.id;
  if (style !== undefined && style.name !== "") paragraph.style_name = style.name;
  if (level !== undefined) paragraph.outline_level = level;
  if (list !== undefined) paragraph.list = list;
  if (section !== undefined) paragraph.section = section;
  if (addressed.cell !== undefined) paragraph.table = cellOf(addressed.cell);
  if (format !== undefined) paragraph.paragraph_format = format;
  if (bookmarks !== undefined) paragraph.bookmarks = bookmarks;
  if (mark !== undefined) paragraph.mark = mark;
  return paragraph;
}

/**
 * Returns the list of a paragraph. The labeller counts with each call, so it is called once. A list whose label is not
 * shown, or is blank, has no number.
 */
function listOf(
  story: Story,
  paragraph: NodeId,
  { numbering, labeller }: { readonly numbering: Numbering; readonly labeller: Labeller },
): ContentParagraph["list"] {
  const label = labeller.label(story, paragraph);
  const unlabelled = label === undefined ? listPlaceOf(numbering, story.tree, paragraph) : undefined;
  const place = label ?? (unlabelled && { level: unlabelled.level, ...unlabelled.list });
  const instance = wholeNumber(place?.numId);
  if (place === undefined || instance === undefined || place.abstractNumId === "") return undefined;
  const number = label?.isBullet ? bulletText(label.text) : label?.text;
  return {
    ...(number === undefined || number.trim() === "" ? {} : { number }),
    level: place.level + 1,
    list_style: place.abstractNumId,
    instance,
  };
}

function cellOf({ table, row, column, cell }: CellAddress): NonNullable<ContentParagraph["table"]> {
  const { columnSpan, rowSpan } = cell;
  return {
    number: table,
    row,
    column,
    ...(columnSpan > 1 ? { column_span: columnSpan } : {}),
    ...(rowSpan > 1 ? { row_span: rowSpan } : {}),
  };
}

const MARK_KINDS = { insertion: "insertion", deletion: "deletion", moveFrom: "move", moveTo: "move" } as const;

/**
 * Returns the tracked change of a paragraph mark. A mark that was inserted and deleted again counts as deleted, because
 * the deletion decides last.
 */
function markOf(
  marks: readonly MarkRevision[],
  numbers: ReadonlyMap<NodeId, number> | undefined,
): ContentParagraph["mark"] {
  const told = marks.flatMap(({ kind, node }) => {
    const revision = numbers?.get(node);
    return revision === undefined ? [] : [{ revision, kind: MARK_KINDS[kind], isGone: GONE.has(kind) }];
  });
  const mark = told.find(({ isGone }) => isGone) ?? told[0];
  return mark === undefined ? undefined : { revision: mark.revision, kind: mark.kind };
}

const GONE: ReadonlySet<MarkRevision["kind"]> = new Set(["deletion", "moveFrom"] as const);
