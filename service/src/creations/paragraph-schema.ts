// Publishes the schema of the paragraphs of a creation.
//
// Runs are those of edits, with two differences: a reference names its paragraph by its position in the list, and there
// is no field `ref`.

import { z } from "zod";
import { describedName, editValues } from "../edits/edit-schema.ts";

const POSITION = "CreatePosition";

/** The runs with a schema of their own, because they may contain a reference. */
const ownRuns: readonly string[] = ["cross_reference_run", "hyperlink_run", "footnote_run", "endnote_run"];
const runs: readonly string[] = ["text_run", "tab_run", "break_run", "field_run", ...ownRuns];

/** Returns the name in the OpenAPI description: `hyperlink_run` is CreateHyperlinkRun, `text_run` is EditTextRun. */
function nameOf(title: string): string {
  if (title === "paragraph_locator") return POSITION;
  return ownRuns.includes(title) ? describedName(title).replace(/^Edit/, "Create") : describedName(title);
}

function describedRun(title: string): object {
  const text = JSON.stringify(editValues.get(title), (key, value) => (key === "ref" ? undefined : value));
  return JSON.parse(text.replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/$defs/${nameOf(name)}"`));
}

const runMeanings: Readonly<Record<string, string>> = {
  cross_reference_run: "A reference to a paragraph of the list.",
  hyperlink_run: "Linked text.",
  footnote_run: "A footnote.",
  endnote_run: "An endnote.",
};

const exampleParagraphs = [
  { style_id: "Heading1", text: "Minutes" },
  { style_id: "Normal", runs: [{ text: "Present: " }, { text: "all", format: { bold: true } }, { text: "." }] },
];

export const CreateParagraph = z.unknown().meta({
  id: "CreateParagraph",
  description: "A paragraph of a new document, with text or runs.",
  describedAs: {
    type: "object",
    properties: {
      style_id: {
        type: "string",
        minLength: 1,
        maxLength: 255,
        description: "The paragraph style: Normal, Heading1 to Heading4, or a style of the template.",
      },
      text: { type: "string", description: "Plain text without line ends. Empty for a blank paragraph." },
      runs: {
        type: "array",
        items: { anyOf: runs.map((title) => ({ $ref: `#/$defs/${nameOf(title)}` })) },
        description: "Text with formatting, tabs, breaks, fields, notes and links, instead of text.",
      },
    },
    required: ["style_id"],
    oneOf: [{ required: ["text"] }, { required: ["runs"] }],
    additionalProperties: false,
    examples: exampleParagraphs,
    $defs: {
      [POSITION]: {
        type: "object",
        description: "Names a paragraph of the list.",
        properties: { index: { type: "integer", minimum: 0, description: "Its position in the list, from 0." } },
        required: ["index"],
        additionalProperties: false,
      },
      ...Object.fromEntries(
        ownRuns.map((title) => [nameOf(title), { description: runMeanings[title], ...describedRun(title) }]),
      ),
    },
  },
});

export const paragraphsExample: string = JSON.stringify(exampleParagraphs);
