// The `listing` topic: the content of a file field by field, from the schema that it is held to, and how text in it is
// selected.

import { contentSchema } from "@versus/engine";
import { type FieldSchema, fieldTable, valueWords } from "./schema-tables.ts";

const definitions = contentSchema.$defs as Readonly<Record<string, FieldSchema>>;

/** In the order in which they are told; segments have a list of their own. */
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

export function listingTopic(): string {
  return `# The content of a file

\`GET /v1/files/{file_id}/content?format=json\` gives \`{ "file_id", "file_name", "document" }\`. This is \`document\`,
field by field; a field with a question mark is left out when there is nothing to say. \`format=md\` gives the same text as
plain Markdown, without addresses.

${fieldTable(contentSchema as FieldSchema)}

${objects.map((name) => `## ${name}\n\n${fieldTable(definitions[name] ?? {})}`).join("\n\n")}

## segment

The text of a paragraph in pieces. One without a type is text; the others have a type:

${(definitions.segment?.anyOf ?? []).map((segment) => `- ${valueWords(segment)}`).join("\n")}

## What is counted from where

\`index\` counts the paragraphs of a part from 0, those in table cells included, in the order of the document. Sections,
tables, rows, columns, list levels, notes, comment threads and revisions count from 1. A paragraph outside the body is
named by its part and its index there: \`{ "part": { "kind": "footnote", "number": 2 }, "index": 0 }\`. A header or footer
that several sections show is one part, named by the first section that shows it. Tables count in the order of the
document, an outer one before those inside of it.

## What text includes

\`text\` is the paragraph with tracked insertions in it and tracked deletions left out; a paragraph whose mark is a tracked
deletion is still listed and counted. A tab is \`\\t\`, a line break \`\\n\`. The result of a field counts as text. Content
controls and smart tags are read as if they were not there. Note references, comment anchors, bookmarks and images have no
text. List numerals are no part of the text: \`list.number\` has them as they show.

## How a text selector matches

A selector is \`{ "match", "prefix", "suffix", "occurrence" }\`; the last three may be left out.

- Matching is case-sensitive, against the text as it was read, and never crosses a paragraph's end. \`\\t\` matches a tab,
  \`\\n\` a line break.
- Read alike: non-breaking, thin and hair spaces and a space; curly and straight quotes; en and em dashes and a hyphen; a
  character and its compatibility form, where that is one character. Nothing else: an ellipsis is not three dots.
- \`prefix\` and \`suffix\` must stand right before and after the match. They filter what is found before it is counted, and
  are not acted on.
- \`occurrence\` counts from 1 over all paragraphs named, in this order: the body; for each section its header, then its
  footer, each default, first, even; footnotes; endnotes. Without it the match must be the only one; \`"all"\` takes every
  match, of which there must be one.
- Note references, comment anchors, bookmarks and images are skipped. A range over part of a field's result is refused; one
  over all of it means the field.
`;
}
