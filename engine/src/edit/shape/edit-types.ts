// Defines the types of edits (docs/design/edit.md): one table with one row for each type.
//
// The function of an operation is not in its row, because it is typed by the fields of the row, and requests are checked
// without the functions. `operations/operations.ts` maps each row to its function. Its type has the keys of this table, so no
// function is missing or superfluous.
//
// Requests are checked against the table before their document is read. The API description, the reference and the bounds of
// instructions are read from it.

import type { Content } from "../../language/content-runs/content-run.ts";
import { numbers, oneOf } from "../../language/value-shapes.ts";
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
  author,
  headerFooter,
  level,
  levelsInOrder,
  linkFields,
  makes,
  oneContent,
  oneParagraph,
  P,
  SECTION_TYPES,
  sameLength,
  separator,
  settings,
  url,
} from "./edit-fields.ts";
import { list, type Member, may, must, type ObjectOf, type ObjectRule, plain } from "./field-shape.ts";
import {
  columnDestination,
  commentLocator,
  destination,
  flag,
  lines,
  noteLocator,
  oneOrRange,
  paragraphLocator,
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
  /**
   * `all` if rejecting the request's changes restores everything; `content` if a part, a definition or a flag stays;
   * `none` if the edit makes no tracked change.
   */
  readonly tracked: "all" | "content" | "none";
  readonly asked: RequestWords;
  /** Valid edits without their type. The description and the reference show them, and tests check them. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/** The kinds of effects that Word does not track, as callers allow them. */
export const untrackedKinds = ["comments", "decisions", "settings"] as const;

export type UntrackedKind = (typeof untrackedKinds)[number];

/**
 * The words that ask for the edit in an instruction.
 *
 * `freely`: any request for a change. `words`: one of these patterns of folded English text. `isRemoval`: asking for a
 * replacement counts too. `effect`: a verb and its object in one clause, which the service reads; for untracked effects.
 */
export type RequestWords =
  | "freely"
  | { readonly words: readonly string[]; readonly isRemoval?: true }
  | { readonly effect: UntrackedKind };

const links: RequestWords = {
  words: [
    "\\b(?:hyper)?link",
    "\\burl\\b",
    "https?:",
    "\\bwww\\b",
    "web",
    "\\bsite\\b",
    "e-?mail",
    "mailto",
    "address",
  ],
};

const removal: RequestWords = {
  isRemoval: true,
  words: [
    "delet",
    "remov",
    "\\bdrop",
    "strik",
    "struck",
    "\\bcut",
    "omit",
    "eliminat",
    "\\berase",
    "\\btake[ns]? (?:\\S+ ){0,4}?(?:out|away|off)\\b",
    "\\bget rid\\b",
    "\\bleave (?:\\S+ ){0,4}?out\\b",
    "without",
    "replac",
    "rewrit",
    "rewrote",
    "redraft",
    "rephras",
    "reword",
    "substitut",
    "shorten",
    "condens",
    "merg",
    "combin",
    "consolidat",
    "convert",
    "\\bturn\\b",
    "summari",
    "clean",
    "trim",
    "restructur",
    "reorgani",
    "discard",
    "scrap",
    "purge",
    "no longer",
  ],
};

export const editTypes = {
  insert: {
    does: "Inserts text, breaks, fields, cross-references, notes and links at a point.",
    fields: { paragraphs: P, at: must(point, "where to insert"), content: must(content, "the new text") },
    tracked: "all",
    asked: "freely",
    examples: [{ paragraphs: { index: 4 }, at: { after: { match: "Seller" } }, content: " and its affiliates" }],
  },
  replace: {
    does: "Replaces selected text.",
    fields: {
      paragraphs: P,
      text: must(selector, "the text to replace"),
      content: must(someContent, "the new text"),
    },
    tracked: "all",
    asked: "freely",
    examples: [{ paragraphs: { index: 4 }, text: { match: "thirty (30)", occurrence: 1 }, content: "sixty (60)" }],
  },
  delete: {
    does: "Deletes selected text or a page break.",
    fields: { paragraphs: P, text: must(selectorOfBreaks, "the text or breaks to delete") },
    tracked: "all",
    asked: "freely",
    examples: [{ paragraphs: "all", text: { match: "[Draft]", occurrence: "all" } }],
  },
  format: {
    does: "Changes the formatting of selected text, or of whole paragraphs.",
    fields: {
      paragraphs: P,
      text: may(selector, "the text to format; default: whole paragraphs"),
      format: must(runFormat, "the formatting to set, turn off or remove"),
    },
    tracked: "all",
    asked: "freely",
    examples: [
      {
        paragraphs: { from: { index: 2 }, through: { index: 3 } },
        format: { bold: true, size: 11, color: null },
      },
    ],
  },
  insert_paragraphs: {
    does: "Adds paragraphs at a destination.",
    fields: {
      destination: must(destination, "where the paragraphs go"),
      new_paragraphs: must(newParagraphs, "the new paragraphs"),
    },
    tracked: "all",
    asked: "freely",
    examples: [
      {
        destination: { paragraph: { index: 7 }, position: "after" },
        new_paragraphs: [
          { ref: "c1", content: "Notices.", style_id: "Heading2" },
          { content: [{ text: "See " }, { type: "cross_reference", to: { ref: "c1" }, show: "text" }] },
        ],
      },
    ],
  },
  delete_paragraphs: {
    does: "Deletes paragraphs, and tables that a range covers.",
    fields: { paragraphs: P },
    tracked: "all",
    asked: removal,
    examples: [{ paragraphs: [{ index: 9 }, { from: { index: 12 }, through: { index: 14 } }] }],
  },
  move_paragraphs: {
    does: "Moves paragraphs and tables, in document order, as a tracked move.",
    fields: { paragraphs: P, destination: must(destination, "where the paragraphs go") },
    tracked: "all",
    asked: "freely",
    examples: [
      {
        paragraphs: { from: { index: 20 }, through: { index: 22 } },
        destination: { paragraph: { index: 30 }, position: "before" },
      },
    ],
  },
  split_paragraph: {
    does: "Splits a paragraph in two.",
    fields: {
      paragraphs: oneParagraph,
      at: must(pointAtText, "where to split"),
      ref: may(ref, "a name for the second half"),
    },
    tracked: "all",
    asked: "freely",
    examples: [{ paragraphs: { index: 5 }, at: { before: { match: "Provided, however" } }, ref: "tail" }],
  },
  join_paragraphs: {
    does: "Merges a range into one paragraph.",
    fields: {
      paragraphs: must(range, "the paragraphs to join, at least two"),
      separator: may(separator, "text to put at each joint; default: none"),
    },
    tracked: "all",
    asked: "freely",
    examples: [{ paragraphs: { from: { index: 5 }, through: { index: 6 } }, separator: " " }],
  },
  set_paragraph_style: {
    does: "Applies a paragraph style.",
    fields: {
      paragraphs: P,
      style_id: must(styleId, "the id of a paragraph style"),
      clear_direct_formatting: may(flag, "also removes direct formatting; default: false"),
    },
    tracked: "all",
    asked: "freely",
    examples: [{ paragraphs: { index: 1 }, style_id: "Heading1", clear_direct_formatting: true }],
  },
  set_paragraph_format: {
    does: "Sets alignment, indents, spacing, pagination.",
    fields: { paragraphs: P, paragraph_format: must(paragraphFormat, "the settings to set, turn off or remove") },
    tracked: "all",
    asked: "freely",
    examples: [
      {
        paragraphs: { all: true, part: { kind: "body" } },
        paragraph_format: {
          alignment: "justify",
          space_after: 6,
          line_spacing: { rule: "multiple", value: 1.15 },
          keep_with_next: null,
        },
      },
    ],
  },
  set_numbering: {
    does: "Applies, restarts, continues, removes or reformats list numbering.",
    fields: { paragraphs: P, numbering: must(numbering, "what to do with the list number") },
    tracked: "content",
    asked: "freely",
    examples: [
      { paragraphs: { index: 15 }, numbering: { action: "apply", like: { index: 14 }, level: 2 } },
      {
        paragraphs: { from: { index: 15 }, through: { index: 18 } },
        numbering: { action: "reformat", levels: [{ level: 3, pattern: "(%3)", number_format: "lower_roman" }] },
      },
    ],
  },
  insert_section_break: {
    does: "Begins a new section after a paragraph.",
    fields: {
      paragraphs: must(paragraphLocator, "the last paragraph of the section before the break"),
      section_type: must(plain(oneOf(SECTION_TYPES)), "where the new section starts"),
      ref: may(ref, "a name for the section after the break"),
    },
    tracked: "all",
    asked: "freely",
    examples: [{ paragraphs: { index: 40 }, section_type: "next_page", ref: "annex" }],
  },
  remove_section_break: {
    does: "Removes the break that ends a section.",
    fields: { section: must(sectionLocator, "the section whose closing break is removed") },
    tracked: "all",
    asked: removal,
    examples: [{ section: { number: 1 } }],
  },
  set_page_setup: {
    does: "Sets orientation, paper, margins, first page and page numbering.",
    fields: {
      section: must(sections, "one section, a list of sections, or all"),
      page_setup: must(pageSetup, "the settings to set or remove"),
    },
    tracked: "all",
    asked: "freely",
    examples: [
      {
        section: { ref: "annex" },
        page_setup: {
          orientation: "landscape",
          margins: { left: 54, right: 54 },
          page_numbering: { start: 1, number_format: "lower_roman" },
        },
      },
    ],
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
    tracked: "content",
    asked: "freely",
    examples: [
      {
        section: { number: 1 },
        part: { kind: "footer", type: "first" },
        content: [{ text: "Page " }, { type: "field", code: "PAGE" }],
        ref: "ff",
      },
    ],
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
    tracked: "all",
    asked: "freely",
    examples: [
      {
        destination: { paragraph: { index: 8 }, position: "after" },
        rows: [
          ["Item", "Price"],
          ["Licence", { new_paragraphs: [{ content: "USD 10" }] }],
        ],
        header_rows: 1,
        column_widths: [200, 100],
        ref: "t",
      },
    ],
  },
  delete_table: {
    does: "Removes a table.",
    fields: { table: must(tableLocator, "the table") },
    tracked: "all",
    asked: removal,
    examples: [{ table: { number: 2 } }],
  },
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
    tracked: "all",
    asked: "freely",
    examples: [
      {
        destination: { row: { table: { number: 1 }, number: 3 }, position: "after" },
        cells: ["Support", "USD 2"],
        ref: "r",
      },
    ],
  },
  delete_table_row: {
    does: "Removes rows.",
    fields: { row: must(lines, "one row, or a list of rows") },
    tracked: "all",
    asked: removal,
    examples: [{ row: { index: 33 } }],
  },
  insert_table_column: {
    does: "Adds a column.",
    fields: {
      destination: must(columnDestination, "beside which column"),
      cells: may(list(cell), "one value for each row; default: empty"),
      width: may(width, "the width in points; default: that of the neighbouring column"),
      ref: makes,
    },
    tracked: "all",
    asked: "freely",
    examples: [
      {
        destination: { column: { table: { number: 1 }, number: 2 }, position: "before" },
        cells: ["Unit", "each", "each"],
      },
    ],
  },
  delete_table_column: {
    does: "Removes columns.",
    fields: { column: must(lines, "one column, or a list of columns") },
    tracked: "all",
    asked: removal,
    examples: [{ column: { table: { number: 1 }, number: 3 } }],
  },
  add_hyperlink: {
    does: "Links existing text.",
    fields: { ...linkFields, url: must(url, "the address") },
    tracked: "all",
    asked: links,
    examples: [{ paragraphs: { index: 3 }, text: { match: "website" }, url: "https://example.com/" }],
  },
  set_hyperlink: {
    does: "Changes the address of a link.",
    fields: { ...linkFields, url: must(url, "the new address") },
    tracked: "all",
    asked: links,
    examples: [{ paragraphs: { index: 3 }, url: "https://example.org/" }],
  },
  remove_hyperlink: {
    does: "Removes a link and keeps its text.",
    fields: linkFields,
    tracked: "all",
    asked: links,
    examples: [{ paragraphs: { index: 3 } }],
  },
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
    tracked: "content",
    asked: {
      words: [
        "\\b(?:add|insert|put|create|include|generate|make|place|build|give|prepend|start)\\b(?: \\S+){0,4}? (?:table of contents|contents page|toc)\\b",
      ],
    },
    examples: [
      {
        destination: { paragraph: { index: 0 }, position: "after" },
        from_level: 1,
        to_level: 3,
      },
    ],
  },
  refresh_fields: {
    does: "Updates every field when the document is opened.",
    fields: {},
    tracked: "none",
    asked: { effect: "settings" },
    examples: [{}],
  },
  delete_note: {
    does: "Deletes a note and its reference.",
    fields: { note: must(noteLocator, "the note") },
    tracked: "all",
    asked: removal,
    examples: [{ note: { kind: "footnote", number: 2 } }],
  },
  add_comment: {
    does: "Adds a comment on text, a paragraph or a range.",
    fields: {
      paragraphs: must(oneOrRange, "one paragraph, or the range that the comment spans"),
      text: may(selector, "the text to comment on; default: the whole paragraph"),
      content: must(commentContent, "the text of the comment"),
      author: may(author, "who the comment is by; default: the author of the request"),
      ref: makes,
    },
    tracked: "none",
    asked: { effect: "comments" },
    examples: [
      {
        paragraphs: { index: 6 },
        text: { match: "best efforts" },
        content: "Reasonable efforts?",
        author: "Counsel",
        ref: "q",
      },
    ],
  },
  reply_comment: {
    does: "Replies to a thread.",
    fields: {
      comment: must(commentLocator, "the comment thread"),
      content: must(commentContent, "the text of the reply"),
      author: may(author, "who the reply is by; default: the author of the request"),
    },
    tracked: "none",
    asked: { effect: "comments" },
    examples: [{ comment: { number: 1 }, content: "Agreed." }],
  },
  resolve_comment: {
    does: "Resolves a thread.",
    fields: { comment: must(commentLocator, "the comment thread") },
    tracked: "none",
    asked: { effect: "comments" },
    examples: [{ comment: { number: 1 } }],
  },
  accept_revision: {
    does: "Accepts tracked changes.",
    fields: { revision: must(revisions, "one tracked change, a filter, or all") },
    tracked: "none",
    asked: { effect: "decisions" },
    examples: [{ revision: { author: "Opposing Counsel", kind: "insertion" } }],
  },
  reject_revision: {
    does: "Rejects tracked changes.",
    fields: { revision: must(revisions, "one tracked change, a filter, or all") },
    tracked: "none",
    asked: { effect: "decisions" },
    examples: [{ revision: { number: 4 } }],
  },
  set_document_settings: {
    does: "Sets Track Changes, an editing restriction, removal of personal information.",
    fields: { settings: must(settings, "the settings to change, at least one") },
    tracked: "none",
    asked: { effect: "settings" },
    examples: [{ settings: { track_changes: true, protection: { edit: "tracked_changes" } } }],
  },
} as const satisfies Record<string, EditType>;

export type EditTypeName = keyof typeof editTypes;

/** An edit of one type with a checked form. */
export type EditOf<Type extends EditTypeName> = { readonly type: Type } & ObjectOf<(typeof editTypes)[Type]["fields"]>;

/** The fields in which edits of all types contain new text and names. */
export interface Bringing {
  readonly type: EditTypeName;
  readonly ref?: string;
  readonly content?: Content;
  readonly new_paragraphs?: readonly NewParagraphGiven[];
  readonly rows?: readonly (readonly CellGiven[])[];
  readonly cells?: readonly CellGiven[];
  readonly part?: { readonly kind: "header" | "footer" };
}

/** An edit of any type with a checked form. A wrong field does not compile. */
export type Edit = { readonly [Type in EditTypeName]: EditOf<Type> }[EditTypeName];

/** All examples with their type, in the order of the table. Each type has at least one. */
export const editExamples: readonly Readonly<Record<string, unknown>>[] = Object.entries<EditType>(editTypes).flatMap(
  ([type, { examples }]) => examples.map((example) => ({ type, ...example })),
);
