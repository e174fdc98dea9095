// Writes the `edits` topic: types of edits, their values, content runs and keys of property objects.
//
// Types, values and keys are generated from the schemas that validate requests. A test checks every example.

import { contentSchema } from "@versus/engine/tasks";
import { markdownTable } from "../contract/markdown-table.ts";
import { editValues, publishedTypes } from "../edits/edit-schema.ts";
import { type FieldSchema, fieldTable, valueWords } from "./schema-tables.ts";

const definitions = contentSchema.$defs as Readonly<Record<string, FieldSchema>>;

/** One example of each kind of run, with its effect. */
export const runExamples: readonly { readonly run: object; readonly inserts: string }[] = [
  { run: { text: "ten days", format: { bold: true } }, inserts: "text" },
  { run: { type: "tab" }, inserts: "a tab" },
  {
    run: { type: "break", kind: "line" },
    inserts: "a break: line, page or column; page and column only in the body and its tables",
  },
  { run: { type: "field", code: "PAGE" }, inserts: "a field; the codes are below" },
  {
    run: { type: "cross_reference", to: { index: 0 }, show: "number" },
    inserts: "a reference that shows the text, number or page of a paragraph, or above or below (above_below)",
  },
  { run: { type: "footnote", content: "See the annex." }, inserts: "a footnote of one paragraph" },
  {
    run: { type: "endnote", new_paragraphs: [{ content: "First." }, { content: "Second." }] },
    inserts: "an endnote of several paragraphs",
  },
  {
    run: { type: "hyperlink", url: "https://example.com/terms", content: "the terms" },
    inserts: "linked text",
  },
];

/** The codes of field runs, with the result that is written. */
export const fieldCodes: readonly (readonly [code: string, result: string])[] = [
  ["PAGE", "1; Word computes the number. Also NUMPAGES, SECTIONPAGES. A format may follow: `PAGE \\* roman`"],
  ['DATE \\@ "d MMMM yyyy"', "the date. Also CREATEDATE, SAVEDATE. The picture is optional"],
  ["TITLE", "the title of the document. Also AUTHOR"],
  ["DOCPROPERTY Company", "the named property of the document"],
  ["FILENAME", "nothing; Word computes the name when the document is opened"],
];

const repairing = `## Repairing a refused request

Each entry of \`details\` names a \`field\` by its JSON path and may suggest a repair:

- \`did_you_mean\` replaces the value at \`field\`, or adds it. With \`context\` it is text of the document. Otherwise read it as
  JSON if it parses, unless it replaces a different string and is neither an object nor a list.
- \`did_you_mean\` is the right name of the field, not its value, if \`allowed\` lists the other names of the object or
  another detail says that this name is missing. The same applies if it is not JSON and the value is not a string. Then
  rename the field.
- If \`paragraphs\` has one entry and there is no \`did_you_mean\`, use that entry as the \`paragraphs\` of the edit.
- \`allowed\` lists the names or values that are allowed; \`context\` shows the paragraph that was searched.`;

const untracked = `## Changes that are not tracked

These are not tracked changes:

- settings and author names of the file
- marks that update fields
- comments, replies and resolutions
- new lists
- the hidden bookmark of a reference
- the notes part and its styles
- the style of links
- a new header or footer (its content is tracked)

Accepting or rejecting tracked changes is not tracked, and needs its own request.`;

export function editsTopic(): string {
  return `# Edits

\`POST /v1/edit\` applies 1 to 200 edits to a file, in order: all of them, or none. Addresses always refer to the document as
you read it, not to the result of earlier edits. If two edits set the same property of the same text, the later one wins.
Texts inserted at one point keep the order of the request. An edit is refused if an earlier edit deletes or replaces its target.
All refusals are reported together. When ready, \`results\` tells the \`places\` and \`paragraphs\` of each edit, \`skipped\` those it left out.

${repairing}

## Types

A field with a question mark is optional. Fields that are not listed are refused.

${publishedTypes.map(typeSection).join("\n\n")}

## Values

${[...editValues].flatMap(([name, schema]) => (isToldBelow(name) ? [] : [`- \`${name}\`: ${valueWords(schema)}`])).join("\n")}

Every edit names its paragraphs. \`"all"\` names every paragraph of the body, headers, footers and notes. \`"all"\` and ranges
do not include paragraphs that the request inserts. A range that covers a whole table includes the table. Content placed after
a paragraph comes before content placed before the next one; next to a paragraph in a cell it goes into that cell. A new
paragraph looks like the one at its destination, or like \`like\`. The topic \`listing\` explains how a selector matches.

## Refs

An edit can give a \`ref\` to what it makes; later edits of the request use \`{ "ref": "…" }\` as its address. Define each ref
once, before you use it. Items of \`new_paragraphs\`, a new table, row, column, header or footer, a footnote or endnote run
and a comment define refs. A split defines one for its second half, a section break for the section after it. The text of a
new paragraph cannot be selected.

${untracked}

## Content

New text is a string or a list of runs. In a string, and in the \`text\` of a run, \`\\t\` is a tab and \`\\n\` a line break.
Control characters other than tab and line ends are refused. A paragraph of \`POST /v1/create\` takes \`text\` (a string
without line ends) or \`runs\`.

${markdownTable(
  ["Run", "Inserts"],
  runExamples.map(({ run, inserts }) => [`\`${JSON.stringify(run)}\``, inserts]),
)}

Any run may have a \`format\`. A note may contain text, tabs, line breaks, fields, references and links; a link may contain the
same, except links. The address of a link must start with \`https:\`, \`http:\` or \`mailto:\`. In \`POST /v1/create\` a reference
names its paragraph by its position in the list, from 0, and there are no refs.

## Field codes

${markdownTable(
  ["Code", "Result in the document"],
  fieldCodes.map(([code, result]) => [`\`${code}\``, result]),
)}

Codes that fetch or run content are refused.

## Property objects

A value sets the property. \`false\` turns it off, even if the style turns it on. \`null\` removes the direct setting, so that the
style decides. A key that is absent changes nothing. Lengths are in points, colours are \`#RRGGBB\`.

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

/** True if a later section of the topic describes the value: runs and property objects. */
function isToldBelow(name: string): boolean {
  return name.endsWith("_run") || ["run_format", "paragraph_format", "page_setup"].includes(name);
}

/** Returns the table of keys. Every key is optional, so the table does not mark that. */
function keyTable(name: string): string {
  const schema = definitions[name] ?? {};
  return fieldTable({ ...schema, required: Object.keys(schema.properties ?? {}) });
}
