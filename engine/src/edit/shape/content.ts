// New text and new paragraphs in edits (spec 2, Content runs; spec 3, section 16): the forms.
//
// Runs are checked by `document/content-runs`, as if they were to stand in the body, where most is allowed; what the place
// that they go to does not allow is told when that is known.

import { checkContent, type RunPlace } from "../../document/content-runs/check-runs.ts";
import { breakKinds, shownParts } from "../../document/content-runs/content-run.ts";
import { type FieldShape, has, invalid, list, may, must, named, object, type Schema, variants } from "./field-shape.ts";
import { paragraphLocator, ref } from "./locators.ts";
import { numbering } from "./numbering.ts";
import { paragraphFormat, runFormat, styleId } from "./properties.ts";

/** What is wrong with content that is to stand in a place. */
export function contentProblems(value: unknown, field: string, place: RunPlace) {
  return checkContent(value, field, {
    place,
    allowsRef: true,
    checkTarget: (to, own) =>
      paragraphLocator.problems(to, own).map((problem) => ({ ...problem, reason: "INVALID_VALUE" })),
  });
}

const text: Schema = { type: "string" };

function run(type: string, members: Readonly<Record<string, unknown>>, required: readonly string[]): Schema {
  const properties = { type: { const: type }, ...members, format: runFormat.schema };
  const title = `${type}_run`;
  return { title, type: "object", properties, required: ["type", ...required], additionalProperties: false };
}

const plainRuns: readonly Schema[] = [
  {
    title: "text_run",
    type: "object",
    properties: { text, format: runFormat.schema },
    required: ["text"],
    additionalProperties: false,
  },
  run("tab", {}, []),
  run("break", { kind: { enum: breakKinds } }, ["kind"]),
];
const innerRuns: readonly Schema[] = [
  ...plainRuns,
  run("field", { code: text }, ["code"]),
  run("cross_reference", { to: paragraphLocator.schema, show: { enum: shownParts } }, ["to", "show"]),
];
const link = run("hyperlink", { url: text, content: contentOf(innerRuns) }, ["url", "content"]);
const noteText = contentOf([...innerRuns, link]);
const noteItems = {
  type: "array",
  minItems: 1,
  items: { type: "object", properties: { content: noteText }, required: ["content"], additionalProperties: false },
};
const notes = ["footnote", "endnote"].map((kind) =>
  run(kind, { content: noteText, new_paragraphs: noteItems, ref: ref.schema }, []),
);

function contentOf(runs: readonly Schema[]): Schema {
  return { anyOf: [text, { type: "array", items: { anyOf: runs } }] };
}

/** New text. */
export const content: FieldShape = {
  schema: { title: "content", ...contentOf([...innerRuns, link, ...notes]) },
  problems: (value, field) => contentProblems(value, field, "body"),
};

/** New text that is not nothing. */
export const someContent: FieldShape = {
  schema: content.schema,
  problems: (value, field) => [
    ...(isNothing(value) ? [invalid(field, "This must hold something; removing text is delete.")] : []),
    ...content.problems(value, field),
  ],
};

function isNothing(value: unknown): boolean {
  if (!Array.isArray(value)) return value === "";
  return value.every((one: unknown) => typeof one === "object" && one !== null && "text" in one && one.text === "");
}

/** What a comment says: one paragraph of plain text. */
export const commentContent: FieldShape = {
  schema: { title: "comment_content", ...contentOf(plainRuns) },
  problems: (value, field) => [
    ...(isNothing(value) ? [invalid(field, "A comment says something.")] : []),
    ...contentProblems(value, field, "comment"),
  ],
};

const newParagraph = named(
  "new_paragraph",
  object({
    content: must(content, "its text"),
    ref: may(ref, "a name for the new paragraph"),
    style_id: may(styleId, "its style; without it, and without numbering, it is like the paragraph at the destination"),
    format: may(runFormat, "of the whole text and the mark"),
    paragraph_format: may(paragraphFormat),
    numbering: may(numbering),
  }),
);

export const newParagraphs = list(newParagraph, { most: 200 });

/** What a cell of a table holds. */
export const cell = named(
  "cell",
  variants([has("new_paragraphs"), object({ new_paragraphs: must(newParagraphs) })], content),
);
