// The `edits` topic: every type of edit, the values that their fields take, new text as it is written (content runs), and
// the keys of property objects, from the schemas that they are held to. Every example is checked by a test.

import { contentSchema } from "@versus/engine";
import { editValues, publishedTypes } from "../edits/edit-schema.ts";
import { type FieldSchema, fieldTable, markdownTable, valueWords } from "./schema-tables.ts";

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

const repairing = `## Repairing a refused request

Each entry of \`details\` names a \`field\` by its JSON path and may suggest a repair:

- \`did_you_mean\` replaces the value at \`field\`, or adds it. With \`context\` it is text of the document. Otherwise read it as
  JSON where it parses, unless it replaces a different string and is no object or list.
- \`did_you_mean\` is the right name of the field, not its value, where \`allowed\` lists the other names of the object, where
  another detail misses that name, or where it is no JSON and the value is no string: rename the field.
- One entry in \`paragraphs\` and no \`did_you_mean\`: use it as the \`paragraphs\` of that edit.
- \`allowed\` lists the names or values that are allowed; \`context\` shows the paragraph that was searched.`;

export function editsTopic(): string {
  return `# Edits

\`POST /v1/edit\` takes 1 to 200 edits of a file, applied in order: all of them, or none. Addresses mean the document as it was
read, whatever earlier edits of the request do. For the same property of the same text the later edit wins; text inserted
at one point keeps the order of the request. An edit whose target an earlier edit removed or replaced is refused. All refusals
are reported together. When ready, \`results\` say what each edit did: how many \`places\`, and which \`paragraphs\` of the edited file.

${repairing}

## Types

A field with a question mark may be left out; any other field is refused.

${publishedTypes.map(typeSection).join("\n\n")}

## Values

${[...editValues].flatMap(([name, schema]) => (isToldBelow(name) ? [] : [`- \`${name}\`: ${valueWords(schema)}`])).join("\n")}

There is no implicit scope. \`"all"\` names every paragraph of the body, headers, footers and notes; it and ranges name
uploaded paragraphs only. A range that covers a whole table includes the table. What is placed after one paragraph comes
before what is placed before the next; at a paragraph in a cell it is placed in that cell. The topic
\`listing\` says how a selector matches.

## Refs

An edit that makes something may give it a \`ref\`; later edits of the request name it as \`{ "ref": "…" }\` where its kind is
expected. Each is given once, before it is used: by items of \`new_paragraphs\`, by a split (the second half), a section break
(the section after it), a new table, row, column, header or footer, a footnote or endnote run, and a comment. Text of a new
paragraph cannot be selected.

## What is not tracked

Settings and authors' names of the file; marks that fields are to be updated; comments, replies and resolutions; new lists;
the hidden bookmark of a reference; the part of notes and its styles; the style of links; a new header or footer and its
reference (its content is tracked). Decisions on tracked changes are not tracked, and stand in a request of their own.

## Content

New text is a string or a list of runs. In a string, and in the \`text\` of a run, \`\\t\` is a tab and \`\\n\` a line break.
Control characters other than tab and line ends are refused. A paragraph of \`POST /v1/create\` takes \`text\` (a string
without line ends) or \`runs\`.

${markdownTable(
  ["Run", "Inserts"],
  runExamples.map(({ run, inserts }) => [`\`${JSON.stringify(run)}\``, inserts]),
)}

Any run may have a \`format\`. A note holds text, tabs, line breaks, fields, references and links; a link holds the same but
links. An address of a link begins with \`https:\`, \`http:\` or \`mailto:\`. In \`POST /v1/create\` a reference names its
paragraph by position in the list, from 0, and nothing takes a \`ref\`.

## Field codes

${markdownTable(
  ["Code", "Result that is written"],
  fieldCodes.map(([code, result]) => [`\`${code}\``, result]),
)}

Codes that fetch or run something are refused.

## Property objects

A value sets the property; \`false\` turns it off, even where the style turns it on; \`null\` removes the direct setting, so
that the style decides; a key that is left out is left alone. Lengths are points, colours \`#RRGGBB\`.

### run_format

${keyTable("format")}

### paragraph_format

${keyTable("paragraph_format")}

### page_setup (of a section)

${keyTable("page_setup")}
`;
}

function typeSection({ type, does, schema, examples }: (typeof publishedTypes)[number]): string {
  const { properties = {}, required = [] } = schema as FieldSchema;
  const fields = Object.entries(properties).filter(([name]) => name !== "type");
  const words = fields.map(([name, field]) => `\`${name}\`${required.includes(name) ? "" : "?"} ${valueWords(field)}`);
  const lines = examples.map((example) => `    ${JSON.stringify(example)}`);
  return [
    `### ${type}`,
    "",
    [does, ...(words.length === 0 ? [] : [`${words.join("; ")}.`])].join(" "),
    "",
    ...lines,
  ].join("\n");
}

/** Runs and property objects have tables of their own. */
function isToldBelow(name: string): boolean {
  return name.endsWith("_run") || ["run_format", "paragraph_format", "page_setup"].includes(name);
}

/** Every key may be left out, so nothing marks that. */
function keyTable(name: string): string {
  const schema = definitions[name] ?? {};
  return fieldTable({ ...schema, required: Object.keys(schema.properties ?? {}) });
}
