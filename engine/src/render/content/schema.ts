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
  description:
    "The text with tracked insertions, without tracked deletions. A tab is \\t, a line break \\n, a page or column break \\f.",
} as const;
const revision = { ...fromOne, description: "The number of the tracked change in revisions." } as const;
const numbered = closed({ number: fromOne });

const headerPart = closed({
  kind: oneOf("header", "footer"),
  type: oneOf("default", "first", "even"),
  section: numbered,
});
const notePart = closed({ kind: oneOf("footnote", "endnote"), number: fromOne });
const partOf = { anyOf: [headerPart, notePart], description: "The part. Absent for the body." } as const;
const paragraphLocator = {
  ...closed({ index: { ...fromZero, description: "The index within its part, from 0." } }, { part: partOf }),
  description: "The address of a paragraph in the body or in a part.",
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
      ...closed({ level, list_style: filled, instance: { type: "integer" } }, { number: filled }),
      description:
        "List membership: the displayed number, the list_styles id, and the instance (each instance counts separately).",
    },
    section: { ...fromOne, description: "The number of its section, in the body." },
    table: {
      ...closed({ number: fromOne, row: fromOne, column: fromOne }, { column_span: fromOne, row_span: fromOne }),
      description: "The innermost table that contains it, with row and column.",
    },
    paragraph_format: { ...ref("paragraph_format"), description: "The direct formatting, without that of the style." },
    bookmarks: { ...listOf(filled), minItems: 1, description: "The names of the bookmarks that start in it." },
    mark: {
      ...closed({ revision, kind: oneOf("insertion", "deletion", "move") }),
      description: "The tracked change of its paragraph mark.",
    },
  },
);

const firstIndex = { ...fromZero, description: "The index of its first paragraph." } as const;
const lastIndex = { ...fromZero, description: "The index of its last paragraph." } as const;

const table = closed(
  {
    number: {
      ...fromOne,
      description: "The number within its part, from 1; an outer table comes before its inner tables.",
    },
    rows: { ...fromZero, description: "The number of rows." },
    columns: { ...fromZero, description: "The number of grid columns." },
  },
  {
    part: partOf,
    style_id: { ...filled, description: "The id of its table style." },
    first_index: firstIndex,
    last_index: lastIndex,
    inside: { ...numbered, description: "The table that contains it." },
  },
);

const section = closed(
  {
    number: { ...fromOne, description: "The number of the section, from 1." },
    section_type: {
      ...oneOf("next_page", "continuous", "even_page", "odd_page", "next_column"),
      description: "The place where the section starts.",
    },
    page_setup: { ...ref("page_setup"), description: "Paper, margins and page numbering." },
  },
  { first_index: firstIndex, last_index: lastIndex },
);

const part = closed({
  part: { ...headerPart, description: "The address: kind, type, and the first section that shows it." },
  sections: { ...listOf(fromOne), description: "The numbers of all sections that show it." },
  blocks: { ...listOf(ref("paragraph")), description: "Its paragraphs." },
});

const note = closed({
  part: { ...notePart, description: "The address: kind and number." },
  label: { ...string, description: "The reference mark that readers see." },
  paragraph: { ...ref("paragraph_locator"), description: "The paragraph that contains its reference." },
  text_before: { ...string, description: "Up to 200 characters before the reference." },
  blocks: { ...listOf(ref("paragraph")), description: "Its paragraphs." },
});

const comment = closed(
  {
    number: { ...fromOne, description: "The number of the thread, from 1." },
    author: { ...string, description: "The author of the comment." },
    text: { ...string, description: "The text of the comment." },
    anchor_text: { ...string, description: "The text that the comment is on." },
    resolved: { ...boolean, description: "True if the thread is resolved." },
    replies: {
      ...listOf(closed({ author: string, text: string }, { date })),
      description: "The replies, in order.",
    },
  },
  { date, paragraph: { ...ref("paragraph_locator"), description: "The paragraph that contains its anchor." } },
);

const revisionEntry = closed(
  {
    number: { ...fromOne, description: "The number of the tracked change, from 1." },
    kind: { ...oneOf("insertion", "deletion", "move", "property"), description: "The kind of change." },
    author: { ...string, description: "The author of the change." },
    text: { ...string, description: "The text that was inserted, deleted, moved or given other properties." },
  },
  {
    date,
    paragraph: {
      ...ref("paragraph_locator"),
      description: "The paragraph that contains it. Absent if that has no address.",
    },
    to: { ...ref("paragraph_locator"), description: "The paragraph at the destination of a move." },
    property: {
      ...oneOf("formatting", "paragraph", "numbering", "table", "section", "control", "math"),
      description: "The non-text property that changed.",
    },
  },
);

const listStyle = closed({
  id: { ...filled, description: "The id that `list_style` of a paragraph names." },
  name: { type: ["string", "null"], description: "The name in Word, or null." },
  kind: { ...oneOf("numbered", "bullet"), description: "Numbered or bullet list." },
  levels: {
    description: "The levels of the list.",
    ...listOf(
      closed(
        {
          level,
          number_format: { type: "string", pattern: "^[a-z][a-z0-9_]*$" },
          pattern: { ...string, description: "The text of the number; %1 stands for the number of level 1." },
          start: { type: "integer" },
        },
        { style_id: filled },
      ),
    ),
  },
});

const style = closed({
  style_id: { ...filled, description: "The id that edits name." },
  name: { ...string, description: "The name in Word." },
  kind: { ...oneOf("paragraph", "character", "table"), description: "The kind of style." },
  default: { ...boolean, description: "True if it is the default style of its kind." },
});

const settings = closed({
  track_changes: { ...boolean, description: "True if Track Changes is on." },
  protection: {
    description: "The editing restriction, or false.",
    anyOf: [
      { const: false },
      closed({ edit: oneOf("read_only", "comments", "tracked_changes", "forms"), password: boolean }),
    ],
  },
  remove_personal_information: { ...boolean, description: "True if Word removes author names on saving." },
  even_and_odd_headers: { ...boolean, description: "True if even pages have their own headers and footers." },
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
