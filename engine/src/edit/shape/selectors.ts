// How edits select text (spec 2, Text selectors): the forms.

import { isWritable } from "../../document/content-runs/written-text.ts";
import { either, numbers, oneOf, only, type Shape } from "../../document/value-shapes.ts";
import {
  type FieldShape,
  has,
  invalid,
  isString,
  list,
  may,
  must,
  named,
  object,
  plain,
  variants,
} from "./field-shape.ts";

const searched: Shape = {
  schema: { type: "string", minLength: 1 },
  accepts: (value) => typeof value === "string" && value !== "" && isWritable(value),
};
const text = plain(searched, "text of at least one character, without control characters but tab and line end");

const occurrence = plain(either(numbers({ least: 1, step: 1 }), only("all")), "a whole number from 1, or all");

/** Content without characters: breaks of pages and columns. */
const bare = object({
  type: must(plain(oneOf(["break"]), "break: other content is selected by its characters")),
  kind: must(plain(oneOf(["page", "column"]), "page or column: a line break is selected as \\n")),
});

const context = {
  prefix: may(text, "what must stand right before"),
  suffix: may(text, "what must stand right after"),
  occurrence: may(occurrence, "which match, counted over all named paragraphs; without it there must be one alone"),
};

/** Selects text. */
export const selector = named("selector", object({ match: must(text, "what to find"), ...context }));

/** Selects text, or breaks that have no characters. */
export const selectorOfBreaks: FieldShape = object(
  { match: must(variants([Array.isArray, list(bare)], text), "what to find"), ...context },
  ({ match, ...given }, field) =>
    (["prefix", "suffix"] as const)
      .filter((name) => Array.isArray(match) && given[name] !== undefined)
      .map((name) => invalid(`${field}.${name}`, "Runs are matched without prefix and suffix.")),
);

const after = object({ after: must(selector) });
const before = object({ before: must(selector) });

/** A place beside selected text. */
export const pointAtText = variants([has("after"), after], before);

/** A place in a paragraph. */
export const point = variants(
  [isString, plain(oneOf(["start", "end"]), "start, end, or an object with after or before")],
  pointAtText,
);
