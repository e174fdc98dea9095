// Publishes the content JSON as JSON Schema, draft 2020-12.
//
// docs/schema/content.schema.json is this value, and a test compares the two. `corpus content` validates real output
// against it. Every object is closed, because a validator must know every name that an edit can use.

import { pageSetupSchema } from "../../language/page-setup.ts";
import { paragraphFormatSchema } from "../../language/paragraph-format.ts";
import { runFormatSchema } from "../../language/run-format.ts";
import { propertyNames } from "../changes/decision-words.ts";

type Fields = Readonly<Record<string, unknown>>;

const closed = (required: Fields, optional: Fields = {}) =>
  ({
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }) as const;

const ref = (name: string) => ({ $ref: `#/$defs/${name}` }) as const;
/** Returns a schema with a description of the field. */
const as = <Schema extends object>(schema: Schema, description: string) => ({ ...schema, description }) as const;
const listOf = (items: unknown) => ({ type: "array", items }) as const;
const oneOf = (...words: readonly string[]) => ({ enum: words }) as const;

const string = { type: "string" } as const;
const filled = { type: "string", minLength: 1 } as const;
const boolean = { type: "boolean" } as const;
const fromZero = { type: "integer", minimum: 0 } as const;
const fromOne = { type: "integer", minimum: 1 } as const;
const level = { type: "integer", minimum: 1, maximum: 9 } as const;
const date = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$", description: "UTC." } as const;
const text = {
  type: "string",
  description:
    "The text with tracked insertions, without tracked deletions. A tab is \\t, a line break \\n, a page or column break \\f.",
} as const;
const revision = { ...fromOne, description: "The number of the tracked change in revisions." } as const;
const numbered = closed({ number: as(fromOne, "Its number, from 1.") });

const headerPart = closed({
  kind: as(oneOf("header", "footer"), "Header or footer."),
  type: as(oneOf("default", "first", "even"), "The pages that show it: all others, the first, or even ones."),
  section: as(numbered, "The first section that shows it."),
});
const notePart = closed({
  kind: as(oneOf("footnote", "endnote"), "Footnote or endnote."),
  number: as(fromOne, "Its position among the notes of its kind, from 1; not the mark that the reader sees."),
});
const partOf = { anyOf: [headerPart, notePart], description: "The part. Absent for the body." } as const;
const paragraphLocator = {
  ...closed({ index: { ...fromZero, description: "The index within its part, from 0." } }, { part: partOf }),
  description: "The address of a paragraph in the body or in a part.",
} as const;

const format = as(ref("format"), "Its direct formatting.");
const kindOf = (...words: readonly string[]) => as(oneOf(...words), "The kind of segment.");

/** A segment of each kind. A segment without a type is text. */
const segment = {
  anyOf: [
    closed({ text: as(filled, "The text itself.") }, { format, revision }),
    closed({ type: kindOf("tab") }, { format, revision }),
    closed({ type: kindOf("break"), kind: as(oneOf("line", "page", "column"), "The kind of break.") }, { revision }),
    closed({ type: kindOf("field"), code: as(string, "The field code, such as PAGE."), text }, { revision }),
    closed({
      type: kindOf("hyperlink"),
      url: as(filled, "The address that it leads to."),
      content: as(listOf(ref("segment")), "The linked text in pieces."),
    }),
    closed(
      {
        type: kindOf("footnote", "endnote"),
        number: as(fromOne, "The number of the note's part, from 1."),
        label: as(string, "The mark that the reader sees."),
      },
      { revision },
    ),
    closed({ type: kindOf("image") }, { description: as(filled, "The alternative text."), revision }),
    closed({ type: kindOf("math", "object") }, { revision }),
  ],
  description: "A piece of a paragraph. Only text has no type.",
} as const;

const paragraph = closed(
  {
    index: { ...fromZero, description: "The index within its part, from 0." },
    id: {
      type: "string",
      pattern: "^[A-Za-z0-9_-]{1,128}$",
      description: "An id that does not change within the file.",
    },
    text,
    content: { ...listOf(ref("segment")), description: "The text as segments, with formatting." },
  },
  {
    style_id: { ...filled, description: "The id of its paragraph style." },
    style_name: { ...filled, description: "The name of that style in Word." },
    outline_level: { ...level, description: "The heading level, from 1." },
    list: {
      ...closed(
        {
          level: as(level, "The level in the list, from 1."),
          list_style: as(filled, "The id in list_styles."),
          instance: as({ type: "integer" }, "The list that it counts in: each instance counts separately."),
        },
        { number: as(filled, "The displayed number, such as (a).") },
      ),
      description:
        "List membership: the displayed number, the list_styles id, and the instance (each instance counts separately).",
    },
    section: { ...fromOne, description: "The number of its section, in the body." },
    table: {
      ...closed(
        {
          number: as(fromOne, "The number of the table in its part."),
          row: as(fromOne, "The row, from 1."),
          column: as(fromOne, "The first grid column of the cell, from 1."),
        },
        {
          column_span: as(fromOne, "The grid columns that the cell spans, if more than one."),
          row_span: as(fromOne, "The rows that the cell spans, if more than one."),
        },
      ),
      description: "The innermost table that contains it, with row and column.",
    },
    paragraph_format: { ...ref("paragraph_format"), description: "The direct formatting, without that of the style." },
    bookmarks: { ...listOf(filled), minItems: 1, description: "The names of the bookmarks that start in it." },
    mark: {
      ...closed({ revision, kind: as(oneOf("insertion", "deletion", "move"), "The kind of tracked change.") }),
      description: "The tracked paragraph mark.",
    },
  },
);

const firstIndex = { ...fromZero, description: "The index of its first paragraph." } as const;
const lastIndex = { ...fromZero, description: "The index of its last paragraph." } as const;

const table = closed(
  {
    number: {
      ...fromOne,
      description: "The number of the table in its part; an outer table comes before those in it.",
    },
    rows: as(fromZero, "The number of rows."),
    columns: { ...fromZero, description: "The number of columns in its grid." },
  },
  {
    part: partOf,
    style_id: as(filled, "The id of its table style."),
    first_index: firstIndex,
    last_index: lastIndex,
    inside: { ...numbered, description: "The table that contains it." },
  },
);

const section = closed(
  {
    number: as(fromOne, "The number of the section, from 1."),
    section_type: as(
      oneOf("next_page", "continuous", "even_page", "odd_page", "next_column"),
      "The place where the section starts.",
    ),
    page_setup: as(ref("page_setup"), "Paper, margins and page numbers."),
  },
  { first_index: firstIndex, last_index: lastIndex },
);

const part = closed({
  part: { ...headerPart, description: "The address, by the first section that shows it." },
  sections: { ...listOf(fromOne), description: "The numbers of all sections that show it." },
  blocks: as(listOf(ref("paragraph")), "Its paragraphs."),
});

const note = closed({
  part: as(notePart, "The address: kind and number."),
  label: { ...string, description: "The mark that the reader sees." },
  paragraph: { ...ref("paragraph_locator"), description: "The paragraph that contains its reference." },
  text_before: { ...string, description: "Up to 200 characters before the reference." },
  blocks: as(listOf(ref("paragraph")), "Its paragraphs."),
});

const comment = closed(
  {
    number: as(fromOne, "The number of the thread, from 1."),
    author: as(string, "The name of the author."),
    text: as(string, "The text of the comment."),
    anchor_text: {
      ...string,
      description: "The commented text. Where very many comments overlap: its first 100 characters and an ellipsis.",
    },
    resolved: as(boolean, "True if the thread is resolved."),
    replies: as(
      listOf(
        closed({ author: as(string, "The name of the author."), text: as(string, "The text of the reply.") }, { date }),
      ),
      "The replies, oldest first.",
    ),
  },
  { date, paragraph: { ...ref("paragraph_locator"), description: "The paragraph that contains its anchor." } },
);

/** Keys of the formatting of text or paragraphs, or of the page setup, and `style_id`. */
const changedValues = {
  type: "object",
  minProperties: 1,
  additionalProperties: { type: ["string", "number", "boolean", "object", "array", "null"] },
} as const;

const revisionEntry = closed(
  {
    number: as(fromOne, "The number of the tracked change, from 1, for accept_revision and reject_revision."),
    kind: as(oneOf("insertion", "deletion", "move", "property"), "The kind of tracked change."),
    author: as(string, "The name of the author."),
    text: { ...string, description: "The inserted, deleted or moved text, or the text whose formatting changed." },
  },
  {
    date,
    paragraph: {
      ...ref("paragraph_locator"),
      description: "The paragraph that contains it. Absent if that has no address.",
    },
    to: { ...ref("paragraph_locator"), description: "The paragraph at the destination of a move." },
    property: {
      ...oneOf(...propertyNames),
      description: "The non-text property that changed.",
    },
    before: as(
      changedValues,
      "For a property change: the values before it, of the keys that differ; null means not set. Absent if none of them has a name.",
    ),
    after: as(changedValues, "The values of the same keys after it."),
  },
);

const listStyle = closed({
  id: { ...filled, description: "The id that the list_style of a paragraph names." },
  name: as({ type: ["string", "null"] }, "Its name in Word, if it has one."),
  kind: as(oneOf("numbered", "bullet"), "Numbers or bullets."),
  levels: as(
    listOf(
      closed(
        {
          level: as(level, "The level, from 1."),
          number_format: as({ type: "string", pattern: "^[a-z][a-z0-9_]*$" }, "How numbers look, such as lower_roman."),
          pattern: { ...string, description: "The text of the number; %1 stands for the number of level 1." },
          start: as({ type: "integer" }, "The first number."),
        },
        { style_id: as(filled, "The paragraph style that belongs to the level.") },
      ),
    ),
    "Its levels, outermost first.",
  ),
});

const style = closed({
  style_id: as(filled, "The id that edits name."),
  name: as(string, "The name in Word."),
  kind: as(oneOf("paragraph", "character", "table"), "The kind of style."),
  default: { ...boolean, description: "True if it applies where no style is named." },
});

const settings = closed({
  track_changes: as(boolean, "True if Track Changes is on."),
  protection: {
    anyOf: [
      { const: false },
      closed({
        edit: as(
          oneOf("read_only", "comments", "tracked_changes", "forms"),
          "The changes that readers may still make.",
        ),
        password: as(boolean, "True if a password lifts the protection."),
      }),
    ],
    description: "The editing restriction, or false.",
  },
  remove_personal_information: as(boolean, "True if Word removes the names of authors when it saves."),
  even_and_odd_headers: as(boolean, "True if even pages have headers and footers of their own."),
});

export const contentSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:versus:content:1",
  title: "Content JSON",
  description: "The content of a document, with the addresses that edits use.",
  ...closed({
    schema_version: {
      const: 1,
      description: "The version of this format. It rises if paragraphs are counted differently.",
    },
    blocks: { ...listOf(ref("paragraph")), description: "The paragraphs of the body, including those in table cells." },
    tables: { ...listOf(ref("table")), description: "The tables of the body, then of the other parts." },
    sections: { ...listOf(ref("section")), description: "The sections, in document order." },
    headers: { ...listOf(ref("part")), description: "The headers, each once, with the sections that show it." },
    footers: { ...listOf(ref("part")), description: "The footers, each once, with the sections that show it." },
    notes: { ...listOf(ref("note")), description: "The footnotes and endnotes." },
    comments: { ...listOf(ref("comment")), description: "The comment threads, in document order." },
    revisions: {
      ...listOf(ref("revision")),
      description: "The tracked changes, one entry for each that can be accepted or rejected.",
    },
    list_styles: { ...listOf(ref("list_style")), description: "The lists that edits can name." },
    styles: { ...listOf(ref("style")), description: "The styles that edits can name." },
    settings: { ...ref("settings"), description: "The settings of the document." },
  }),
  $defs: {
    paragraph: as(paragraph, "A paragraph with its address."),
    segment,
    format: as(runFormatSchema, "Character formatting that is set directly."),
    paragraph_format: as(paragraphFormatSchema, "Paragraph formatting that is set directly."),
    page_setup: as(pageSetupSchema, "The pages of a section."),
    paragraph_locator: paragraphLocator,
    table: as(table, "A table."),
    section: as(section, "A section."),
    part: as(part, "A header or footer."),
    note: as(note, "A footnote or endnote."),
    comment: as(comment, "A comment thread."),
    revision: as(revisionEntry, "A tracked change: one decision to accept or reject."),
    list_style: as(listStyle, "A list definition."),
    style: as(style, "A style that edits can name."),
    settings: as(settings, "Settings of the document."),
  },
} as const;
