// Reads the lines of a story: its paragraphs, and its tables with their rows and cells.
//
// The shape of a table is in the fields of its lines. A cell has its number of columns and its merges with other
// cells; a row has the number of columns that it omits at its ends. Elements that only wrap blocks are transparent.

import { childNamed, type Element, elementsIn } from "../../../reading/xml-tree.ts";
import type { FormatReader, OwnFormatting } from "../formatting/format-reader.ts";
import type { Line } from "./line.ts";
import { lonelyBreaks } from "./lonely-breaks.ts";
import { equationText } from "./read-equation.ts";
import { readInlines } from "./read-inlines.ts";
import { settleStory } from "./settle-fields.ts";
import { type StoryContext, WRAPPERS } from "./story-context.ts";
import type { DraftLine, Token } from "./tokens.ts";

/** Reads a story from the element that contains its blocks. */
export function readStory(root: Element, context: StoryContext): Line[] {
  return settleStory(readBlocks(root, context), context.isAsSeen);
}

/** Returns the elements in a container; wrapping elements are transparent. */
export function unwrapped(container: Element): Element[] {
  return elementsIn(container).flatMap((child) => (WRAPPERS.has(child.name) ? unwrapped(child) : [child]));
}

/**
 * Reads the blocks of a container. If a story or cell does not end with a paragraph, Word adds an empty one, and no
 * tracked change can remove it. So the judge adds the same paragraph.
 */
function readBlocks(container: Element, context: StoryContext): DraftLine[] {
  const blocks = unwrapped(container).filter((block) => BLOCKS.has(block.name) && !isEmptyTable(block, context));
  const breaks = context.isAsSeen && context.depth === 0 ? lonelyBreaks(blocks, container, context) : NO_BREAKS;
  const lines = blocks.flatMap((block) => {
    const read = readBlock(block, context);
    return breaks.has(block) ? read.filter(({ kind }) => kind === "section-break") : read;
  });
  if (blocks.at(-1)?.name === "w:p") return lines;
  context.equivalences.push({ name: "an end without a paragraph = an empty paragraph", detail: "" });
  return [...lines, { kind: "paragraph", depth: context.depth, tokens: [], fields: {} }];
}

const NO_BREAKS: ReadonlySet<Element> = new Set();

const BLOCKS: ReadonlySet<string> = new Set(["w:p", "w:tbl", "w:altChunk", "m:oMath", "m:oMathPara"]);

function readBlock(block: Element, context: StoryContext): DraftLine[] {
  const { depth } = context;
  const line = { depth, fields: {} };
  switch (block.name) {
    case "w:p":
      return readParagraph(block, context);
    case "w:tbl":
      return readTable(block, context);
    case "w:altChunk": {
      const detail = context.package.digest(context.part, block.attributes.get("r:id"));
      context.equivalences.push({ name: "documents inside the document (carried)", detail });
      return [];
    }
    case "m:oMath":
    case "m:oMathPara":
      return [{ ...line, kind: "equation", tokens: [{ kind: "marker", text: `[math:${equationText(block)}]` }] }];
    default:
      return [];
  }
}

function readParagraph(paragraph: Element, context: StoryContext): DraftLine[] {
  const { depth } = context;
  // Read the paragraph before its notes, because lists are numbered in this order.
  const formatting = formattingOf(context, (formats) => formats.paragraph(paragraph));
  const tokens = readInlines(paragraph, context);
  const line: DraftLine = { kind: "paragraph", depth, tokens, fields: {}, ...formatting };
  const section = depth === 0 ? childNamed(childNamed(paragraph, "w:pPr"), "w:sectPr") : undefined;
  if (section === undefined) return [line];
  const itsFormatting = formattingOf(context, (formats) => formats.section(section));
  return [line, { kind: "section-break", depth, tokens: [], fields: {}, ...itsFormatting }];
}

function formattingOf(
  { formats, isInTable }: StoryContext,
  read: (formats: FormatReader) => OwnFormatting,
): Pick<DraftLine, "formatting"> {
  return formats === undefined ? {} : { formatting: { ...read(formats), isInTable } };
}

function readTable(table: Element, context: StoryContext): DraftLine[] {
  const formatting = formattingOf(context, (formats) => formats.table(table));
  const tokens = context.formats === undefined ? [] : [gridWidths(table)];
  const line: DraftLine = { kind: "table", depth: context.depth, tokens, fields: {}, ...formatting };
  return [line, ...rowsOf(table).flatMap((row) => readRow(row, context))];
}

function gridWidths(table: Element): Token {
  const grid = childNamed(table, "w:tblGrid");
  const columns = grid === undefined ? [] : elementsIn(grid).filter(({ name }) => name === "w:gridCol");
  const detail = columns.map(({ attributes }) => attributes.get("w:w") ?? "").join(" ");
  return { kind: "aside", equivalence: { name: "grid widths (carried)", detail } };
}

function rowsOf(table: Element): Element[] {
  return unwrapped(table).filter(({ name }) => name === "w:tr");
}

function isEmptyTable(block: Element, { equivalences }: StoryContext): boolean {
  const isEmpty = block.name === "w:tbl" && rowsOf(block).length === 0;
  if (isEmpty) equivalences.push({ name: "a table without rows = none", detail: "" });
  return isEmpty;
}

function readRow(row: Element, context: StoryContext): DraftLine[] {
  const properties = childNamed(row, "w:trPr");
  const fields = {
    ...fieldOf("before", childNamed(properties, "w:gridBefore"), "0"),
    ...fieldOf("after", childNamed(properties, "w:gridAfter"), "0"),
  };
  const cells = unwrapped(row).filter(({ name }) => name === "w:tc");
  return [
    { kind: "row", depth: context.depth, tokens: [], fields, ...formattingOf(context, (formats) => formats.row(row)) },
    ...cells.flatMap((cell) => readCell(cell, context)),
  ];
}

function readCell(cell: Element, context: StoryContext): DraftLine[] {
  const properties = childNamed(cell, "w:tcPr");
  const fields = {
    ...fieldOf("span", childNamed(properties, "w:gridSpan"), "1"),
    ...fieldOf("vmerge", childNamed(properties, "w:vMerge"), undefined),
    ...fieldOf("hmerge", childNamed(properties, "w:hMerge"), undefined),
  };
  const formatting = formattingOf(context, (formats) => formats.cell(cell));
  const inner = { ...context, depth: context.depth + 1, isInTable: true };
  return [{ kind: "cell", depth: context.depth, tokens: [], fields, ...formatting }, ...readBlocks(cell, inner)];
}

/** Returns a field for a property that differs from its default. A merge without a value is "continue". */
function fieldOf(name: string, property: Element | undefined, absent: string | undefined): Record<string, string> {
  if (property === undefined) return {};
  const value = property.attributes.get("w:val") ?? "continue";
  return value === absent ? {} : { [name]: value };
}
