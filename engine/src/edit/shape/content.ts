// Defines the forms of new text and new paragraphs in edits (EDT-62, EDT-103).
//
// `language/content-runs` checks runs as if they were inserted into the body, where most is allowed. Content that the
// actual destination does not allow is reported when the destination is known.

import { checkContent, type RunPlace } from "../../language/content-runs/check-runs.ts";
import { breakKinds, type Content, shownParts } from "../../language/content-runs/content-run.ts";
import { invalid } from "../../language/value-problems.ts";
import type { ValueOf } from "../../language/value-shapes.ts";
import {
  type FieldShape,
  has,
  list,
  may,
  must,
  type ObjectRule,
  object,
  repaired,
  type Schema,
  suchAs,
  variants,
  withTitle,
} from "./field-shape.ts";
import { paragraphLocator, ref } from "./locators.ts";
import { numbering } from "./numbering.ts";
import { paragraphFormat, runFormat, styleId } from "./properties.ts";

/** Returns the problems of content at `place`. */
export function contentProblems(value: unknown, field: string, place: RunPlace) {
  return checkContent(value, field, {
    place,
    allowsRef: true,
    checkTarget: (to, own) =>
      paragraphLocator.problems(to, own).map((problem) => ({ ...problem, reason: "INVALID_VALUE" })),
  });
}

const text: Schema = { type: "string" };
const withDescription = (schema: Schema, description: string): Schema => ({ ...schema, description });
const format = withDescription(runFormat.schema, "its formatting");
const contentSays = 'a string, or a list of runs such as [{"text": "ten days"}]';

function run(type: string, members: Readonly<Record<string, unknown>>, required: readonly string[]): Schema {
  const properties = { type: { const: type }, ...members, format };
  const title = `${type}_run`;
  return { title, type: "object", properties, required: ["type", ...required], additionalProperties: false };
}

const plainRuns: readonly Schema[] = [
  {
    title: "text_run",
    type: "object",
    properties: { text: withDescription(text, "the text; \\t is a tab, \\n a line break"), format },
    required: ["text"],
    additionalProperties: false,
  },
  run("tab", {}, []),
  run("break", { kind: withDescription({ enum: breakKinds }, "the kind of break") }, ["kind"]),
];
const innerRuns: readonly Schema[] = [
  ...plainRuns,
  run("field", { code: withDescription(text, "the field code, such as PAGE") }, ["code"]),
  run(
    "cross_reference",
    {
      to: withDescription(paragraphLocator.schema, "the paragraph that it refers to"),
      show: withDescription({ enum: shownParts }, "which part of that paragraph to show"),
    },
    ["to", "show"],
  ),
];
const link = run(
  "hyperlink",
  {
    url: withDescription(text, "the address: absolute http, https or mailto"),
    content: withDescription(contentOf(innerRuns), "the linked text"),
  },
  ["url", "content"],
);
const noteText = contentOf([...innerRuns, link]);
const noteItems = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    properties: { content: withDescription(noteText, "the text of the paragraph") },
    required: ["content"],
    additionalProperties: false,
  },
};
const notes = ["footnote", "endnote"].map((kind) =>
  run(
    kind,
    {
      content: withDescription(noteText, "the text of a note of one paragraph"),
      new_paragraphs: withDescription(noteItems, "the paragraphs of a longer note, instead of content"),
      ref: withDescription(ref.schema, "a name for the note, for later edits of the request"),
    },
    [],
  ),
);

function contentOf(runs: readonly Schema[]): Schema {
  return { anyOf: [text, { type: "array", items: { anyOf: runs } }] };
}

/** New text. */
export const content: FieldShape<Content> = {
  says: contentSays,
  schema: { title: "content", ...contentOf([...innerRuns, link, ...notes]) },
  problems: (value, field) => contentProblems(value, field, "body"),
};

/** New text that is not empty. */
export const someContent: FieldShape<Content> = {
  says: contentSays,
  schema: content.schema,
  problems: (value, field) => [
    ...(isNothing(value) ? [invalid(field, "`content` must not be empty; use `delete` to remove text.")] : []),
    ...content.problems(value, field),
  ],
};

function isNothing(value: unknown): boolean {
  if (!Array.isArray(value)) return value === "";
  return value.every((one: unknown) => typeof one === "object" && one !== null && "text" in one && one.text === "");
}

/** The text of a comment: one paragraph of plain text. */
export const commentContent: FieldShape<Content> = {
  says: contentSays,
  schema: { title: "comment_content", ...contentOf(plainRuns) },
  problems: (value, field) => [
    ...(isNothing(value) ? [invalid(field, "`content` of a comment must not be empty.")] : []),
    ...contentProblems(value, field, "comment"),
  ],
};

/** A paragraph that looks like another has the style and the list of that paragraph. */
const eitherLike: ObjectRule = (value, field) => {
  const other = ["style_id", "numbering"].find((name) => value[name] !== undefined);
  if (value.like === undefined || other === undefined) return [];
  return [invalid(`${field}.like`, `\`like\` cannot be combined with \`${other}\`. Remove one of them.`)];
};

const newParagraph = withTitle(
  "new_paragraph",
  repaired(
    suchAs(
      object(
        {
          content: must(content, "its text"),
          ref: may(ref, "a name for the new paragraph"),
          style_id: may(styleId, "its style alone; default: like the paragraph at the destination"),
          format: may(runFormat, "the formatting of the whole text and the paragraph mark"),
          paragraph_format: may(paragraphFormat, "its alignment, indents, spacing and so on"),
          numbering: may(numbering, "its list number"),
          like: may(paragraphLocator, "a paragraph that it is to look like, instead of style_id and numbering"),
        },
        { rule: eitherLike },
      ),
      { content: "New clause." },
    ),
    (value) => (typeof value === "string" ? { content: value } : undefined),
  ),
);

export type NewParagraphGiven = ValueOf<typeof newParagraph>;

export const newParagraphs = list(newParagraph, { most: 200 });

/** The value of a table cell. */
export const cell = withTitle(
  "cell",
  variants(
    [has("new_paragraphs"), object({ new_paragraphs: must(newParagraphs, "the paragraphs of the cell") })],
    content,
  ),
);

export type CellGiven = ValueOf<typeof cell>;
