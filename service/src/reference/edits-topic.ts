// The `edits` topic: new text as it is written (content runs), and the keys of property objects, from the schema that
// they are held to. Every example is checked by a test.

import { contentSchema } from "@versus/engine";
import { type FieldSchema, fieldTable, markdownTable } from "./schema-tables.ts";

const definitions = contentSchema.$defs as Readonly<Record<string, FieldSchema>>;

/** One of each kind of run, with what it inserts. */
export const runExamples: readonly { readonly run: object; readonly inserts: string }[] = [
  { run: { text: "ten days", format: { bold: true } }, inserts: "text" },
  { run: { type: "tab" }, inserts: "a tab" },
  {
    run: { type: "break", kind: "line" },
    inserts: "a break: line, page or column; the last two in the body and its tables",
  },
  { run: { type: "field", code: "PAGE" }, inserts: "a field, of the codes below" },
  {
    run: { type: "cross_reference", to: { index: 0 }, show: "number" },
    inserts: "a reference to a paragraph: its text, number, page, or whether it is above_below",
  },
  { run: { type: "footnote", content: "See the annex." }, inserts: "a footnote, of one paragraph" },
  {
    run: { type: "endnote", new_paragraphs: [{ content: "First." }, { content: "Second." }] },
    inserts: "an endnote, of several",
  },
  {
    run: { type: "hyperlink", url: "https://example.com/terms", content: "the terms" },
    inserts: "linked text",
  },
];

/** The codes of field runs, with what is written as the result. */
export const fieldCodes: readonly (readonly [code: string, result: string])[] = [
  ["PAGE", "1, replaced on layout; also NUMPAGES, SECTIONPAGES. A format may follow: `PAGE \\* roman`"],
  ['DATE \\@ "d MMMM yyyy"', "the date; also CREATEDATE, SAVEDATE. The picture may be left out"],
  ["TITLE", "the document's title; also AUTHOR"],
  ["DOCPROPERTY Company", "the named property of the document"],
  ["FILENAME", "nothing; computed when the document is opened"],
];

export function editsTopic(): string {
  return `# Writing text and formatting

## Content

New text is a string or a list of runs. In a string, and in the \`text\` of a run, \`\\t\` is a tab and \`\\n\` a line break.
Control characters other than tab and line ends are refused. A paragraph of \`POST /v1/create\` takes \`text\` (a string
without line ends) or \`runs\`.

${markdownTable(
  ["Run", "Inserts"],
  runExamples.map(({ run, inserts }) => [`\`${JSON.stringify(run)}\``, inserts]),
)}

Any run may have a \`format\`. A note holds text, tabs, line breaks, fields, references and links; a link holds the same but
links. An address of a link begins with \`https:\`, \`http:\` or \`mailto:\`. In \`POST /v1/create\` the paragraph of a
reference is named by its position in the list, from 0, and nothing takes a \`ref\`.

## Field codes

${markdownTable(
  ["Code", "Result that is written"],
  fieldCodes.map(([code, result]) => [`\`${code}\``, result]),
)}

Codes that fetch or run something are refused.

## Property objects

A value sets the property; \`false\` turns it off, even where the style turns it on; \`null\` removes the direct setting, so
that the style decides; a key that is left out is left alone. Lengths are points, colours \`#RRGGBB\`.

### format (of text)

${keyTable("format")}

### paragraph_format

${keyTable("paragraph_format")}

### page_setup (of a section)

${keyTable("page_setup")}
`;
}

/** Every key may be left out, so nothing marks that. */
function keyTable(name: string): string {
  const schema = definitions[name] ?? {};
  return fieldTable({ ...schema, required: Object.keys(schema.properties ?? {}) });
}
