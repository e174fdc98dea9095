// Writes the `listing` topic: every field of a file's content, and how text in it is selected.
//
// The fields come from the schema that validates the content.

import { contentSchema } from "@versus/engine/tasks";
import { markdownTable } from "../contract/markdown-table.ts";
import { type FieldSchema, fieldTable, valueWords } from "./schema-tables.ts";

const definitions = contentSchema.$defs as Readonly<Record<string, FieldSchema>>;

/** The objects in the order of the text; segments have a list of their own. */
const objects = [
  "paragraph",
  "paragraph_locator",
  "table",
  "section",
  "part",
  "note",
  "comment",
  "revision",
  "list_style",
  "style",
  "settings",
  "format",
  "paragraph_format",
  "page_setup",
] as const;

/** Measured on the benchmark contracts of 10 and 100 pages, which have 20 paragraphs and 620 words per page. */
const sizes = [
  ["find out what a document says", "`format=md`", "36 KB", "362 KB"],
  ["edit text: every index and tracked change, no formatting", "`format=staged`", "42 KB", "428 KB"],
  ["find the clauses to edit", "`format=staged&search=prior+consent`", "1 KB", "2 KB"],
  ["look at 20 paragraphs before editing them", "`format=staged&from=100&through=119`", "4 KB", "4 KB"],
  ["see their formatting, lists and notes too", "`format=json&from=100&through=119`", "15 KB", "15 KB"],
  ["have plain text with indexes, for a program", "`format=json&fields=text`", "40 KB", "405 KB"],
  ["have everything", "`format=json`", "144 KB", "1,432 KB"],
];

const readings = `## Which reading suits which job

${markdownTable(["To", "Read with", "10 pages", "100 pages"], sizes)}

- \`from\` and \`through\` are indexes of the body; either may be left out. A window has the notes, tables, sections, comments,
  revisions, styles and lists that belong to its paragraphs, and no header or footer.
- \`search\` gives every paragraph that contains a text, with the one before it and the one after it, in every part or in the
  window. Case does not count; otherwise text is compared as selectors compare it.
- \`fields\` takes names of the document and of a paragraph, such as \`styles,list_styles\` for what an edit can name.
  \`schema_version\` and \`index\` are always there.
- A part has the indexes and numbers of the whole document, so an edit can use them. In Markdown a row of a table is shown
  whole; in \`md\` a rule (\`---\`) marks omitted content.
- Text copied from either Markdown matches as a selector: backslashes before signs are dropped where they match nothing.
- After an edit, \`results\` of its record say how often each edit changed something, and in which paragraphs of the edited
  file. There is no need to read the document again.`;

export function listingTopic(): string {
  return `# The content of a file

\`GET /v1/files/{file_id}/content?format=json\` returns \`{ "file_id", "file_name", "document" }\`. \`format=md\` returns the same
text as plain Markdown, without addresses; \`format=staged\` returns Markdown with addresses and tracked changes.

${readings}

## document

A field with a question mark is absent if it has no value.

${fieldTable(contentSchema as FieldSchema)}

${objects.map((name) => `## ${name}\n\n${fieldTable(definitions[name] ?? {})}`).join("\n\n")}

## segment

A segment is a piece of a paragraph. A segment without a type is text; the others are:

${(definitions.segment?.anyOf ?? []).map((segment) => `- ${valueWords(segment)}`).join("\n")}

## How things are counted

\`index\` counts the paragraphs of a part from 0, in document order, including those in table cells. Sections, tables, rows,
columns, list levels, notes, comment threads and revisions count from 1. The address of a paragraph outside the body is its
part and its index there: \`{ "part": { "kind": "footnote", "number": 2 }, "index": 0 }\`. A header or footer that several
sections show is one part; the first of these sections names it. Tables count in document order, an outer table before the
tables inside it.

## Contents of text

\`text\` includes tracked insertions and leaves out tracked deletions; a paragraph whose mark is a tracked deletion is still
listed and counted. A tab is \`\\t\`, a line break \`\\n\`. The result of a field counts as text. Content controls and smart tags are
ignored, but not the text in them. Note references, comment anchors, bookmarks and images have no text. List numbers are not
part of the text: \`list.number\` has the number as displayed.

## How a text selector matches

A selector is \`{ "match", "prefix", "suffix", "occurrence" }\`; the last three are optional.

- Matching is case-sensitive, uses the text as it was read, and never crosses the end of a paragraph. \`\\t\` matches a tab,
  \`\\n\` a line break.
- These match each other: non-breaking, thin and hair spaces and a space; curly and straight quotes; en and em dashes and a
  hyphen. A character and its compatibility form also match each other, if that form is one character. Nothing else does: an
  ellipsis is not three dots.
- \`prefix\` must directly precede the match, and \`suffix\` must directly follow it. They filter the matches before these are
  counted, and are not part of the match.
- \`occurrence\` counts from 1 over all named paragraphs, in this order: the body; for each section its header, then its
  footer, each default, first, even; footnotes; endnotes. Without \`occurrence\` there must be exactly one match; \`"all"\`
  selects every match, and there must be at least one.
- Note references, comment anchors, bookmarks and images are skipped. A match that covers part of a field result is refused; a
  match that covers the whole result selects the field.
`;
}
