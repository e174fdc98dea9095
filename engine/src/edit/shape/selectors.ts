// Defines the forms of selectors of text (EDT-29 to EDT-39).

import { isWritable } from "../../language/content-runs/written-text.ts";
import { invalid } from "../../language/value-problems.ts";
import { either, numbers, oneOf, only, type Shape } from "../../language/value-shapes.ts";
import { has, isString, list, may, must, object, plain, repaired, suchAs, variants, withTitle } from "./field-shape.ts";

const searched: Shape<string> = {
  schema: { type: "string", minLength: 1 },
  says: "text of at least one character, without control characters other than tab and newline",
  accepts: (value) => typeof value === "string" && value !== "" && isWritable(value),
};
const text = plain(searched);

const occurrence = plain(either(numbers({ least: 1, step: 1 }), only("all")));

/** Content without characters: page and column breaks. */
const bare = object({
  type: must(plain(oneOf(["break"])), "break; other content is selected by its characters"),
  kind: must(plain(oneOf(["page", "column"])), "page or column; a line break is selected as \\n"),
});

const context = {
  prefix: may(text, "text that must directly precede the match"),
  suffix: may(text, "text that must directly follow the match"),
  occurrence: may(occurrence, "which match, counted over all named paragraphs; required when there is more than one"),
};

const example = { match: "60 days" };

/** Turns a bare string into a selector of that text. */
const fromText = (value: unknown): unknown => (typeof value === "string" ? { match: value } : undefined);

/** Selects text. */
export const selector = withTitle(
  "selector",
  repaired(suchAs(object({ match: must(text, "the text to find"), ...context }), example), fromText),
);

/** Selects text, or breaks, which have no characters. */
export const selectorOfBreaks = repaired(
  suchAs(
    object(
      { match: must(variants([Array.isArray, list(bare)], text), "the text or the breaks to find"), ...context },
      {
        rule: ({ match, ...given }, field) =>
          (["prefix", "suffix"] as const)
            .filter((name) => Array.isArray(match) && given[name] !== undefined)
            .map((name) => {
              const allowed = ["match", "occurrence"];
              const message = `A match of breaks takes no \`${name}\`; it takes ${allowed.join(", ")}.`;
              return invalid(`${field}.${name}`, message, { allowed });
            }),
      },
    ),
    example,
  ),
  fromText,
);

const after = object({ after: must(selector, "the text before the point") });
const before = object({ before: must(selector, "the text after the point") });

/** A point next to selected text. */
export const pointAtText = suchAs(variants([has("after"), after], before), { after: example });

/** A point in a paragraph. */
export const point = variants(
  [isString, plain(oneOf(["start", "end"]), 'start, end, or an object such as {"after": {"match": "60 days"}}')],
  pointAtText,
);
