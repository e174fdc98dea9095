// The types of edits and their fields (spec 2, Edit operations; spec 3, section 16): one table.
//
// A request is checked by it before its document is looked at; the description of the API and the reference are read off it.

import { checkAddress } from "../../document/content-runs/check-runs.ts";
import { isWritable } from "../../document/content-runs/written-text.ts";
import { numbers, oneOf, only, type Shape, words } from "../../document/value-shapes.ts";
import { cell, commentContent, content, newParagraphs, someContent } from "./content.ts";
import {
  type FieldShape,
  invalid,
  list,
  type Member,
  may,
  must,
  type ObjectRule,
  object,
  plain,
  variants,
} from "./field-shape.ts";
import {
  columnDestination,
  commentLocator,
  destination,
  flag,
  lines,
  noteLocator,
  oneOrRange,
  paragraphLocator,
  paragraphs,
  range,
  ref,
  revisions,
  rowDestination,
  sectionLocator,
  sections,
  tableLocator,
} from "./locators.ts";
import { numbering } from "./numbering.ts";
import { pageSetup, paragraphFormat, runFormat, styleId, width } from "./properties.ts";
import { point, pointAtText, selector, selectorOfBreaks } from "./selectors.ts";

export interface EditType {
  /** What it does: one sentence of the reference. */
  readonly does: string;
  readonly fields: Readonly<Record<string, Member>>;
  readonly rule?: ObjectRule;
}

const line: Shape = {
  schema: { type: "string", maxLength: 255, pattern: "^[^\\u0000-\\u001f]*$" },
  accepts: (value) =>
    typeof value === "string" && isWritable(value) && !/[\t\r\n]/.test(value) && [...value].length <= 255,
};
const author = plain(line, "one line of at most 255 characters");

const separator: Shape = {
  schema: { type: "string", maxLength: 100 },
  accepts: (value) => typeof value === "string" && isWritable(value) && [...value].length <= 100,
};

const url: FieldShape = {
  schema: { type: "string", description: "absolute http, https or mailto" },
  problems: (value, field) => checkAddress(value, field),
};

const level = plain(numbers({ least: 1, most: 9, step: 1 }), "a level from 1 to 9");
const P = must(paragraphs, "the paragraphs it acts on");
const oneParagraph = must(paragraphLocator, "one paragraph");
const makes = may(ref, "a name for what it makes");

const SECTION_TYPES = ["next_page", "continuous", "even_page", "odd_page"];

const headerFooter = object({
  kind: must(plain(oneOf(["header", "footer"]), "header or footer")),
  type: may(plain(oneOf(["default", "first"]), "default or first"), "default by default"),
});

const protection = object({
  edit: must(plain(oneOf(["tracked_changes", "read_only", "comments"]), "tracked_changes, read_only or comments")),
  password: may(plain(words(/^[\x20-\x7e]+$/, 15), "1 to 15 printable ASCII characters")),
});

const settings = object(
  {
    track_changes: may(flag),
    protection: may(variants([(value) => typeof value === "boolean", plain(only(false), "false")], protection)),
    remove_personal_information: may(flag),
  },
  (value, field) => {
    if (Object.keys(value).length === 0) return [invalid(field, "This must set at least one key.")];
    const kept = value.protection as { readonly edit?: string } | false | undefined;
    const isTracked = kept !== undefined && kept !== false && kept.edit === "tracked_changes";
    if (value.track_changes !== false || !isTracked) return [];
    const message = "Protection by tracked changes needs Track Changes.";
    return [{ field, reason: "UNDEFINED_COMBINATION", message }];
  },
);

const oneContent: ObjectRule = (value, field) => {
  const isOne = (value.content === undefined) !== (value.new_paragraphs === undefined);
  return isOne ? [] : [invalid(field, "This takes either content or new_paragraphs.")];
};

const sameLength: ObjectRule = ({ rows, column_widths: widths, header_rows: headers = 0 }, field) => {
  const lengths = (rows as readonly (readonly unknown[])[]).map((row) => row.length);
  const isEven = lengths.every((length) => length === lengths[0]);
  const isWide = widths === undefined || (widths as readonly unknown[]).length === lengths[0];
  return [
    ...(isEven ? [] : [invalid(`${field}.rows`, "All rows have as many cells.")]),
    ...(isWide ? [] : [invalid(`${field}.column_widths`, "There is one width for each column.")]),
    ...(Number(headers) <= lengths.length ? [] : [invalid(`${field}.header_rows`, "There are not so many rows.")]),
  ];
};

const levelsInOrder: ObjectRule = ({ from_level: from = 1, to_level: to = 3 }, field) =>
  Number(from) <= Number(to) ? [] : [invalid(`${field}.to_level`, "This is not before from_level.")];

const linkFields = { paragraphs: oneParagraph, text: may(selector, "without it the paragraph, or its only link") };

export const editTypes = {
  insert: {
    does: "Inserts text, breaks, fields, cross-references, notes and links at a point.",
    fields: { paragraphs: P, at: must(point, "where"), content: must(content, "what") },
  },
  replace: {
    does: "Replaces selected text.",
    fields: { paragraphs: P, text: must(selector), content: must(someContent, "what stands there then") },
  },
  delete: { does: "Deletes selected text or a page break.", fields: { paragraphs: P, text: must(selectorOfBreaks) } },
  format: {
    does: "Changes the formatting of selected text, or of whole paragraphs.",
    fields: { paragraphs: P, text: may(selector), format: must(runFormat) },
  },
  insert_paragraphs: {
    does: "Adds paragraphs at a destination.",
    fields: { destination: must(destination), new_paragraphs: must(newParagraphs) },
  },
  delete_paragraphs: { does: "Deletes paragraphs, and tables that a range covers.", fields: { paragraphs: P } },
  move_paragraphs: {
    does: "Moves paragraphs and tables, in document order, as a tracked move.",
    fields: { paragraphs: P, destination: must(destination) },
  },
  split_paragraph: {
    does: "Splits a paragraph in two.",
    fields: { paragraphs: oneParagraph, at: must(pointAtText), ref: may(ref, "a name for the second half") },
  },
  join_paragraphs: {
    does: "Merges a range into one paragraph.",
    fields: { paragraphs: must(range), separator: may(plain(separator, "text of at most 100 characters")) },
  },
  set_paragraph_style: {
    does: "Applies a paragraph style.",
    fields: { paragraphs: P, style_id: must(styleId), clear_direct_formatting: may(flag, "false by default") },
  },
  set_paragraph_format: {
    does: "Sets alignment, indents, spacing, pagination.",
    fields: { paragraphs: P, paragraph_format: must(paragraphFormat) },
  },
  set_numbering: {
    does: "Applies, restarts, continues, removes or reformats list numbering.",
    fields: { paragraphs: P, numbering: must(numbering) },
  },
  insert_section_break: {
    does: "Begins a new section after a paragraph.",
    fields: {
      paragraphs: must(paragraphLocator, "the last paragraph of the section before the break"),
      section_type: must(plain(oneOf(SECTION_TYPES), SECTION_TYPES.join(", "))),
      ref: may(ref, "a name for the section after the break"),
    },
  },
  remove_section_break: { does: "Removes the break that ends a section.", fields: { section: must(sectionLocator) } },
  set_page_setup: {
    does: "Sets orientation, paper, margins, first page and page numbering.",
    fields: { section: must(sections), page_setup: must(pageSetup) },
  },
  add_header_footer: {
    does: "Gives a section its own header or footer.",
    fields: {
      section: must(sectionLocator),
      part: must(headerFooter),
      content: may(content),
      new_paragraphs: may(newParagraphs),
      ref: makes,
    },
    rule: oneContent,
  },
  insert_table: {
    does: "Adds a table.",
    fields: {
      destination: must(destination),
      rows: must(list(list(cell, { most: 63 }), { most: 500 })),
      column_widths: may(list(width, { most: 63 }), "points for each column"),
      header_rows: may(plain(numbers({ least: 0, most: 500, step: 1 }), "a whole number from 0"), "0 by default"),
      style_id: may(styleId, "a table style; single borders by default"),
      alignment: may(plain(oneOf(["left", "center", "right"]), "left, center or right")),
      ref: makes,
    },
    rule: sameLength,
  },
  delete_table: { does: "Removes a table.", fields: { table: must(tableLocator) } },
  insert_table_row: {
    does: "Adds a row.",
    fields: {
      destination: must(rowDestination),
      cells: may(list(cell, { most: 63 }), "one for each column"),
      ref: makes,
    },
  },
  delete_table_row: { does: "Removes rows.", fields: { row: must(lines) } },
  insert_table_column: {
    does: "Adds a column.",
    fields: {
      destination: must(columnDestination),
      cells: may(list(cell), "one for each row"),
      width: may(width),
      ref: makes,
    },
  },
  delete_table_column: { does: "Removes columns.", fields: { column: must(lines) } },
  add_hyperlink: { does: "Links existing text.", fields: { ...linkFields, url: must(url) } },
  set_hyperlink: { does: "Changes the address of a link.", fields: { ...linkFields, url: must(url) } },
  remove_hyperlink: { does: "Takes a link from its text.", fields: linkFields },
  insert_table_of_contents: {
    does: "Inserts a table of contents, in the body outside tables.",
    fields: {
      destination: must(destination),
      from_level: may(level, "1 by default"),
      to_level: may(level, "3 by default"),
      hyperlinks: may(flag, "true by default"),
      page_numbers: may(flag, "true by default"),
    },
    rule: levelsInOrder,
  },
  refresh_fields: { does: "Has every field computed anew when the document is opened.", fields: {} },
  delete_note: { does: "Deletes a note and its reference.", fields: { note: must(noteLocator) } },
  add_comment: {
    does: "Adds a comment on text, a paragraph or a range.",
    fields: {
      paragraphs: must(oneOrRange, "one paragraph, or a range that the comment spans"),
      text: may(selector),
      content: must(commentContent),
      author: may(author, "the request's by default"),
      ref: makes,
    },
  },
  reply_comment: {
    does: "Replies to a thread.",
    fields: { comment: must(commentLocator), content: must(commentContent), author: may(author) },
  },
  resolve_comment: { does: "Resolves a thread.", fields: { comment: must(commentLocator) } },
  accept_revision: { does: "Accepts tracked changes.", fields: { revision: must(revisions) } },
  reject_revision: { does: "Rejects tracked changes.", fields: { revision: must(revisions) } },
  set_document_settings: {
    does: "Sets Track Changes, an editing restriction, removal of personal information.",
    fields: { settings: must(settings) },
  },
} as const satisfies Record<string, EditType>;

export type EditTypeName = keyof typeof editTypes;
