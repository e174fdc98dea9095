// The types of edits and their fields (docs/design/edit.md): one table.
//
// Requests are checked against it before their document is read. The API description and the reference are generated from it.

import { checkAddress } from "../../language/content-runs/check-runs.ts";
import type { Content } from "../../language/content-runs/content-run.ts";
import { isWritable } from "../../language/content-runs/written-text.ts";
import { invalid } from "../../language/value-problems.ts";
import { numbers, oneOf, only, type Shape, words } from "../../language/value-shapes.ts";
import {
  type CellGiven,
  cell,
  commentContent,
  content,
  type NewParagraphGiven,
  newParagraphs,
  someContent,
} from "./content.ts";
import {
  type FieldShape,
  list,
  type Member,
  may,
  must,
  type ObjectOf,
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
  /** One sentence of the reference. */
  readonly does: string;
  readonly fields: Readonly<Record<string, Member>>;
  readonly rule?: ObjectRule;
}

const line: Shape<string> = {
  schema: { type: "string", maxLength: 255, pattern: "^[^\\u0000-\\u001f]*$" },
  says: "one line of at most 255 characters",
  accepts: (value) =>
    typeof value === "string" && isWritable(value) && !/[\t\r\n]/.test(value) && [...value].length <= 255,
};
const author = plain(line);

const separator: Shape<string> = {
  schema: { type: "string", maxLength: 100 },
  says: "text of at most 100 characters",
  accepts: (value) => typeof value === "string" && isWritable(value) && [...value].length <= 100,
};

const url: FieldShape<string> = {
  schema: { type: "string", description: "absolute http, https or mailto" },
  says: "an address such as https://example.com/terms",
  problems: (value, field) => checkAddress(value, field),
};

const level = plain(numbers({ least: 1, most: 9, step: 1 }));
const P = must(paragraphs, "the paragraphs to change");
const oneParagraph = must(paragraphLocator, "one paragraph");
const makes = may(ref, "a name for what the edit makes, for later edits of the request");

const SECTION_TYPES = ["next_page", "continuous", "even_page", "odd_page"] as const;

const headerFooter = object({
  kind: must(plain(oneOf(["header", "footer"])), "header or footer"),
  type: may(plain(oneOf(["default", "first"])), "for all pages or the first one; default: default"),
});

const protection = object({
  edit: must(plain(oneOf(["tracked_changes", "read_only", "comments"])), "the editing that stays allowed"),
  password: may(
    plain(words(/^[\x20-\x7e]+$/, { longest: 15, says: "1 to 15 printable ASCII characters" })),
    "the password that lifts the protection",
  ),
});

const settings = object(
  {
    track_changes: may(flag, "turns Track Changes on or off"),
    protection: may(
      variants(
        [
          (value) => typeof value === "boolean",
          plain(only(false), 'false, or an object such as {"edit": "read_only"}'),
        ],
        protection,
      ),
      "restricts editing; false removes the restriction",
    ),
    remove_personal_information: may(flag, "clears the names of authors in the file properties"),
  },
  {
    rule: (value, field) => {
      if (Object.keys(value).length === 0) {
        const allowed = ["track_changes", "protection", "remove_personal_information"];
        return [invalid(field, `\`settings\` must set at least one of ${allowed.join(", ")}.`, { allowed })];
      }
      const kept = value.protection as { readonly edit?: string } | false | undefined;
      const isTracked = kept !== undefined && kept !== false && kept.edit === "tracked_changes";
      if (value.track_changes !== false || !isTracked) return [];
      const message = "`tracked_changes` protection needs `track_changes` true.";
      return [{ field, reason: "UNDEFINED_COMBINATION", message }];
    },
  },
);

const oneContent: ObjectRule = (value, field) => {
  const isOne = (value.content === undefined) !== (value.new_paragraphs === undefined);
  return isOne ? [] : [invalid(field, "`add_header_footer` needs either `content` or `new_paragraphs`, not both.")];
};

const sameLength: ObjectRule = ({ rows, column_widths: widths, header_rows: headers = 0 }, field) => {
  const lengths = (rows as readonly (readonly unknown[])[]).map((row) => row.length);
  const isEven = lengths.every((length) => length === lengths[0]);
  const isWide = widths === undefined || (widths as readonly unknown[]).length === lengths[0];
  return [
    ...(isEven ? [] : [invalid(`${field}.rows`, "Every row must have the same number of cells.")]),
    ...(isWide
      ? []
      : [invalid(`${field}.column_widths`, `\`column_widths\` must have ${lengths[0]} items, one for each column.`)]),
    ...(Number(headers) <= lengths.length
      ? []
      : [invalid(`${field}.header_rows`, `\`header_rows\` must be at most ${lengths.length}, the number of rows.`)]),
  ];
};

const levelsInOrder: ObjectRule = ({ from_level: from = 1, to_level: to = 3 }, field) =>
  Number(from) <= Number(to) ? [] : [invalid(`${field}.to_level`, "`to_level` must not be less than `from_level`.")];

const linkFields = {
  paragraphs: oneParagraph,
  text: may(selector, "the text; default: the whole paragraph, or its only link"),
};

export const editTypes = {
  insert: {
    does: "Inserts text, breaks, fields, cross-references, notes and links at a point.",
    fields: { paragraphs: P, at: must(point, "where to insert"), content: must(content, "the new text") },
  },
  replace: {
    does: "Replaces selected text.",
    fields: {
      paragraphs: P,
      text: must(selector, "the text to replace"),
      content: must(someContent, "the new text"),
    },
  },
  delete: {
    does: "Deletes selected text or a page break.",
    fields: { paragraphs: P, text: must(selectorOfBreaks, "the text or breaks to delete") },
  },
  format: {
    does: "Changes the formatting of selected text, or of whole paragraphs.",
    fields: {
      paragraphs: P,
      text: may(selector, "the text to format; default: whole paragraphs"),
      format: must(runFormat, "the formatting to set, turn off or remove"),
    },
  },
  insert_paragraphs: {
    does: "Adds paragraphs at a destination.",
    fields: {
      destination: must(destination, "where the paragraphs go"),
      new_paragraphs: must(newParagraphs, "the new paragraphs"),
    },
  },
  delete_paragraphs: { does: "Deletes paragraphs, and tables that a range covers.", fields: { paragraphs: P } },
  move_paragraphs: {
    does: "Moves paragraphs and tables, in document order, as a tracked move.",
    fields: { paragraphs: P, destination: must(destination, "where the paragraphs go") },
  },
  split_paragraph: {
    does: "Splits a paragraph in two.",
    fields: {
      paragraphs: oneParagraph,
      at: must(pointAtText, "where to split"),
      ref: may(ref, "a name for the second half"),
    },
  },
  join_paragraphs: {
    does: "Merges a range into one paragraph.",
    fields: {
      paragraphs: must(range, "the paragraphs to join, at least two"),
      separator: may(plain(separator), "text to put at each joint; default: none"),
    },
  },
  set_paragraph_style: {
    does: "Applies a paragraph style.",
    fields: {
      paragraphs: P,
      style_id: must(styleId, "the id of a paragraph style"),
      clear_direct_formatting: may(flag, "also removes direct formatting; default: false"),
    },
  },
  set_paragraph_format: {
    does: "Sets alignment, indents, spacing, pagination.",
    fields: { paragraphs: P, paragraph_format: must(paragraphFormat, "the settings to set, turn off or remove") },
  },
  set_numbering: {
    does: "Applies, restarts, continues, removes or reformats list numbering.",
    fields: { paragraphs: P, numbering: must(numbering, "what to do with the list number") },
  },
  insert_section_break: {
    does: "Begins a new section after a paragraph.",
    fields: {
      paragraphs: must(paragraphLocator, "the last paragraph of the section before the break"),
      section_type: must(plain(oneOf(SECTION_TYPES)), "where the new section starts"),
      ref: may(ref, "a name for the section after the break"),
    },
  },
  remove_section_break: {
    does: "Removes the break that ends a section.",
    fields: { section: must(sectionLocator, "the section whose closing break is removed") },
  },
  set_page_setup: {
    does: "Sets orientation, paper, margins, first page and page numbering.",
    fields: {
      section: must(sections, "one section, a list of sections, or all"),
      page_setup: must(pageSetup, "the settings to set or remove"),
    },
  },
  add_header_footer: {
    does: "Gives a section its own header or footer.",
    fields: {
      section: must(sectionLocator, "the section that gets it"),
      part: must(headerFooter, "which header or footer"),
      content: may(content, "its text, as one paragraph; this or new_paragraphs"),
      new_paragraphs: may(newParagraphs, "its paragraphs; these or content"),
      ref: makes,
    },
    rule: oneContent,
  },
  insert_table: {
    does: "Adds a table.",
    fields: {
      destination: must(destination, "where the table goes"),
      rows: must(list(list(cell, { most: 63 }), { most: 500 }), "the rows, each a list of cells"),
      column_widths: may(list(width, { most: 63 }), "the width of each column in points"),
      header_rows: may(
        plain(numbers({ least: 0, most: 500, step: 1 })),
        "how many rows repeat at the top of each page; default: 0",
      ),
      style_id: may(styleId, "the id of a table style; default: single borders"),
      alignment: may(plain(oneOf(["left", "center", "right"])), "the position of the table between the margins"),
      ref: makes,
    },
    rule: sameLength,
  },
  delete_table: { does: "Removes a table.", fields: { table: must(tableLocator, "the table") } },
  insert_table_row: {
    does: "Adds a row.",
    fields: {
      destination: must(rowDestination, "beside which row"),
      cells: may(
        list(cell, { most: 63 }),
        "one value for each cell, or for each column where cells span columns, the spanned ones empty; default: empty",
      ),
      ref: makes,
    },
  },
  delete_table_row: { does: "Removes rows.", fields: { row: must(lines, "one row, or a list of rows") } },
  insert_table_column: {
    does: "Adds a column.",
    fields: {
      destination: must(columnDestination, "beside which column"),
      cells: may(list(cell), "one value for each row; default: empty"),
      width: may(width, "the width in points; default: that of the neighbouring column"),
      ref: makes,
    },
  },
  delete_table_column: {
    does: "Removes columns.",
    fields: { column: must(lines, "one column, or a list of columns") },
  },
  add_hyperlink: { does: "Links existing text.", fields: { ...linkFields, url: must(url, "the address") } },
  set_hyperlink: {
    does: "Changes the address of a link.",
    fields: { ...linkFields, url: must(url, "the new address") },
  },
  remove_hyperlink: { does: "Removes a link and keeps its text.", fields: linkFields },
  insert_table_of_contents: {
    does: "Inserts a table of contents, in the body outside tables.",
    fields: {
      destination: must(destination, "where it goes"),
      from_level: may(level, "the highest level of headings; default: 1"),
      to_level: may(level, "the lowest level of headings; default: 3"),
      hyperlinks: may(flag, "links each entry to its heading; default: true"),
      page_numbers: may(flag, "shows page numbers; default: true"),
    },
    rule: levelsInOrder,
  },
  refresh_fields: { does: "Updates every field when the document is opened.", fields: {} },
  delete_note: { does: "Deletes a note and its reference.", fields: { note: must(noteLocator, "the note") } },
  add_comment: {
    does: "Adds a comment on text, a paragraph or a range.",
    fields: {
      paragraphs: must(oneOrRange, "one paragraph, or the range that the comment spans"),
      text: may(selector, "the text to comment on; default: the whole paragraph"),
      content: must(commentContent, "the text of the comment"),
      author: may(author, "who the comment is by; default: the author of the request"),
      ref: makes,
    },
  },
  reply_comment: {
    does: "Replies to a thread.",
    fields: {
      comment: must(commentLocator, "the comment thread"),
      content: must(commentContent, "the text of the reply"),
      author: may(author, "who the reply is by; default: the author of the request"),
    },
  },
  resolve_comment: {
    does: "Resolves a thread.",
    fields: { comment: must(commentLocator, "the comment thread") },
  },
  accept_revision: {
    does: "Accepts tracked changes.",
    fields: { revision: must(revisions, "one tracked change, a filter, or all") },
  },
  reject_revision: {
    does: "Rejects tracked changes.",
    fields: { revision: must(revisions, "one tracked change, a filter, or all") },
  },
  set_document_settings: {
    does: "Sets Track Changes, an editing restriction, removal of personal information.",
    fields: { settings: must(settings, "the settings to change, at least one") },
  },
} as const satisfies Record<string, EditType>;

export type EditTypeName = keyof typeof editTypes;

/** An edit of one type, whose form is right. */
export type EditOf<Type extends EditTypeName> = { readonly type: Type } & ObjectOf<(typeof editTypes)[Type]["fields"]>;

/** The fields in which edits of all types bring new text and names. */
export interface Bringing {
  readonly type: EditTypeName;
  readonly ref?: string;
  readonly content?: Content;
  readonly new_paragraphs?: readonly NewParagraphGiven[];
  readonly rows?: readonly (readonly CellGiven[])[];
  readonly cells?: readonly CellGiven[];
  readonly part?: { readonly kind: "header" | "footer" };
}

/** An edit of any type, whose form is right: a wrong field does not compile. */
export type Edit = { readonly [Type in EditTypeName]: EditOf<Type> }[EditTypeName];
