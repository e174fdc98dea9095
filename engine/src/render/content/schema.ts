// The published form of the content JSON: JSON Schema, draft 2020-12. docs/schema/content.schema.json is this value, and a
// test holds the two together; `corpus content` validates what is read.
//
// Every object is closed: what an edit can name must be known to who validates.

import { pageSetupSchema } from "../../document/page-setup.ts";
import { paragraphFormatSchema } from "../../document/paragraph-format.ts";
import { runFormatSchema } from "../../document/run-format.ts";

type Fields = Readonly<Record<string, unknown>>;

const closed = (required: Fields, optional: Fields = {}) =>
  ({
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }) as const;

const ref = (name: string) => ({ $ref: `#/$defs/${name}` }) as const;
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
  description: "Insertions in, deletions out; tabs are \\t, line breaks \\n, page and column breaks \\f.",
} as const;
const revision = { ...fromOne, description: "The number in revisions." } as const;
const numbered = closed({ number: fromOne });

const headerPart = closed({
  kind: oneOf("header", "footer"),
  type: oneOf("default", "first", "even"),
  section: numbered,
});
const notePart = closed({ kind: oneOf("footnote", "endnote"), number: fromOne });
const partOf = { anyOf: [headerPart, notePart], description: "Left out for the body." } as const;
const paragraphLocator = {
  ...closed({ index: { ...fromZero, description: "Within its part, from 0." } }, { part: partOf }),
  description: "A paragraph of the body, or of a part.",
} as const;

/** A segment of each kind; one without a type is text. */
const segment = {
  anyOf: [
    closed({ text: filled }, { format: ref("format"), revision }),
    closed({ type: oneOf("tab") }, { format: ref("format"), revision }),
    closed({ type: oneOf("break"), kind: oneOf("line", "page", "column") }, { revision }),
    closed({ type: oneOf("field"), code: string, text }, { revision }),
    closed({ type: oneOf("hyperlink"), url: filled, content: listOf(ref("segment")) }),
    closed({ type: oneOf("footnote", "endnote"), number: fromOne, label: string }, { revision }),
    closed({ type: oneOf("image") }, { description: filled, revision }),
    closed({ type: oneOf("math", "object") }, { revision }),
  ],
} as const;

const paragraph = closed(
  {
    index: { ...fromZero, description: "Counted within its part, from 0." },
    id: { type: "string", pattern: "^[A-Za-z0-9_-]{1,128}$", description: "Stable within the file." },
    text,
    content: { ...listOf(ref("segment")), description: "The same text in pieces." },
  },
  {
    style_id: { ...filled, description: "The style that applies." },
    style_name: { ...filled, description: "As Word shows it." },
    outline_level: { ...level, description: "Of a heading, 1 for the highest." },
    list: {
      ...closed({ level, list_style: filled, instance: { type: "integer" } }, { number: filled }),
      description:
        "The list that it is in: the numeral as it shows, the id in list_styles, and which of those that count apart.",
    },
    section: { ...fromOne, description: "In the body." },
    table: {
      ...closed({ number: fromOne, row: fromOne, column: fromOne }, { column_span: fromOne, row_span: fromOne }),
      description: "The innermost table around it.",
    },
    paragraph_format: { ...ref("paragraph_format"), description: "What is set directly, not by its style." },
    bookmarks: { ...listOf(filled), minItems: 1, description: "The names of those that begin in it." },
    mark: {
      ...closed({ revision, kind: oneOf("insertion", "deletion", "move") }),
      description: "The tracked paragraph mark.",
    },
  },
);

const firstIndex = { ...fromZero, description: "The first paragraph in it." } as const;
const lastIndex = { ...fromZero, description: "The last paragraph in it." } as const;

const table = closed(
  {
    number: { ...fromOne, description: "Within its part, an outer one before those in it." },
    rows: fromZero,
    columns: { ...fromZero, description: "Of its grid." },
  },
  {
    part: partOf,
    style_id: filled,
    first_index: firstIndex,
    last_index: lastIndex,
    inside: { ...numbered, description: "The table around it." },
  },
);

const section = closed(
  {
    number: fromOne,
    section_type: oneOf("next_page", "continuous", "even_page", "odd_page", "next_column"),
    page_setup: ref("page_setup"),
  },
  { first_index: firstIndex, last_index: lastIndex },
);

const part = closed({
  part: { ...headerPart, description: "Named by the first section that shows it." },
  sections: { ...listOf(fromOne), description: "All that show it." },
  blocks: listOf(ref("paragraph")),
});

const note = closed({
  part: notePart,
  label: { ...string, description: "The mark that the reader sees." },
  paragraph: { ...ref("paragraph_locator"), description: "Where its reference stands." },
  text_before: { ...string, description: "Up to 200 characters before the reference." },
  blocks: listOf(ref("paragraph")),
});

const comment = closed(
  {
    number: fromOne,
    author: string,
    text: string,
    anchor_text: { ...string, description: "What it is about." },
    resolved: boolean,
    replies: listOf(closed({ author: string, text: string }, { date })),
  },
  { date, paragraph: { ...ref("paragraph_locator"), description: "Where it is anchored." } },
);

const revisionEntry = closed(
  {
    number: fromOne,
    kind: oneOf("insertion", "deletion", "move", "property"),
    author: string,
    text: { ...string, description: "What was inserted, deleted or moved, or whose properties were changed." },
  },
  {
    date,
    paragraph: { ...ref("paragraph_locator"), description: "Left out where it has no address." },
    to: { ...ref("paragraph_locator"), description: "Where a move went." },
    property: {
      ...oneOf("formatting", "paragraph", "numbering", "table", "section", "control", "math"),
      description: "What was changed that is no text.",
    },
  },
);

const listStyle = closed({
  id: { ...filled, description: "The list_style of a paragraph's list." },
  name: { type: ["string", "null"] },
  kind: oneOf("numbered", "bullet"),
  levels: listOf(
    closed(
      {
        level,
        number_format: { type: "string", pattern: "^[a-z][a-z0-9_]*$" },
        pattern: { ...string, description: "%1 to %9 where the numbers of levels stand." },
        start: { type: "integer" },
      },
      { style_id: filled },
    ),
  ),
});

const style = closed({
  style_id: filled,
  name: string,
  kind: oneOf("paragraph", "character", "table"),
  default: { ...boolean, description: "Whether it applies where none is named." },
});

const settings = closed({
  track_changes: boolean,
  protection: {
    anyOf: [
      { const: false },
      closed({ edit: oneOf("read_only", "comments", "tracked_changes", "forms"), password: boolean }),
    ],
  },
  remove_personal_information: boolean,
  even_and_odd_headers: boolean,
});

export const contentSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:versus:content:1",
  title: "Content JSON",
  description: "What a document holds, with the addresses that edits name.",
  ...closed({
    schema_version: { const: 1, description: "Raised when paragraphs are counted in another way." },
    blocks: { ...listOf(ref("paragraph")), description: "The body, paragraphs in table cells included." },
    tables: { ...listOf(ref("table")), description: "Of the body, then of the other parts." },
    sections: { ...listOf(ref("section")), description: "In the order of the body." },
    headers: { ...listOf(ref("part")), description: "Each once, whichever sections show it." },
    footers: { ...listOf(ref("part")), description: "The same." },
    notes: { ...listOf(ref("note")), description: "Footnotes and endnotes." },
    comments: { ...listOf(ref("comment")), description: "Threads in document order." },
    revisions: { ...listOf(ref("revision")), description: "One for each decision." },
    list_styles: { ...listOf(ref("list_style")), description: "The lists that a paragraph can be in." },
    styles: { ...listOf(ref("style")), description: "Those that can be named." },
    settings: { ...ref("settings"), description: "Of the whole document." },
  }),
  $defs: {
    paragraph,
    segment,
    format: runFormatSchema,
    paragraph_format: paragraphFormatSchema,
    page_setup: pageSetupSchema,
    paragraph_locator: paragraphLocator,
    table,
    section,
    part,
    note,
    comment,
    revision: revisionEntry,
    list_style: listStyle,
    style,
    settings,
  },
} as const;
