// How edits name things (spec 2, Locators, The paragraphs field, Destinations): the forms, before anything is looked for.

import { bool, numbers, oneOf, only, words } from "../../document/value-shapes.ts";
import {
  type FieldShape,
  has,
  invalid,
  isFields,
  isString,
  list,
  may,
  must,
  named,
  object,
  plain,
  variants,
} from "./field-shape.ts";

const index = plain(numbers({ least: 0, step: 1 }), "a whole number from 0");
const number = plain(numbers({ least: 1, step: 1 }), "a whole number from 1");

/** The name of something that the request makes. */
export const ref = plain(words(/^[^\u0000-\u001f\u007f]+$/, 255), "a string of 1 to 255 characters, on one line");

/** Something that this request makes. */
const madeHere = named("made_here", object({ ref: must(ref, "a name that an earlier edit of the request gives") }));

const orMade = (shape: FieldShape): FieldShape => variants([has("ref"), madeHere], shape);

export const sectionLocator = named(
  "section_locator",
  orMade(object({ number: must(number, "sections count from 1") })),
);

const NOTES = ["footnote", "endnote"];
const PAGES = ["header", "footer"];
const partMembers = {
  kind: may(plain(oneOf(["body", ...NOTES, ...PAGES]), "body, footnote, endnote, header or footer"), "body by default"),
  number: may(number, "which note of its kind"),
  type: may(
    plain(oneOf(["default", "first", "even"]), "default, first or even"),
    "of a header or footer; default by default",
  ),
  section: may(sectionLocator, "any section that shows the header or footer"),
};

/** The fields that each kind of part is named by. */
const PART_FIELDS: Readonly<Record<string, readonly string[]>> = {
  body: [],
  footnote: ["number"],
  endnote: ["number"],
  header: ["type", "section"],
  footer: ["type", "section"],
};

function partProblems(value: Readonly<Record<string, unknown>>, field: string, { isWhole }: { isWhole: boolean }) {
  const kind = String(value.kind ?? "body");
  const known = PART_FIELDS[kind] ?? [];
  const odd = Object.keys(value).filter((name) => name !== "kind" && !known.includes(name));
  const wanted = kind === "body" ? [] : NOTES.includes(kind) ? ["number"] : ["section"];
  const missing = isWhole ? wanted.filter((name) => value[name] === undefined) : [];
  return [
    ...odd.map((name) => invalid(`${field}.${name}`, `A ${kind} is not named by this.`)),
    ...missing.map((name) => ({
      field: `${field}.${name}`,
      reason: "MISSING_FIELD" as const,
      message: "This field is required.",
    })),
  ];
}

/** One part. */
const partLocator = named(
  "part_locator",
  orMade(object(partMembers, (value, field) => partProblems(value, field, { isWhole: true }))),
);

/** All parts that what is given fits: a kind alone fits all of that kind. */
const partPattern = named(
  "part_pattern",
  orMade(object(partMembers, (value, field) => partProblems(value, field, { isWhole: false }))),
);

export const paragraphLocator = named(
  "paragraph_locator",
  orMade(object({ index: must(index, "paragraphs count from 0"), part: may(partLocator, "the body by default") })),
);

export const range = named(
  "range",
  object({
    from: must(paragraphLocator, "the first paragraph"),
    through: must(paragraphLocator, "the last paragraph"),
  }),
);

const paragraphOrRange = variants([(value) => has("from")(value) || has("through")(value), range], paragraphLocator);

const wholeParts = object({
  all: must(plain(only(true), "true")),
  part: must(partPattern, "a kind alone names all parts of the kind"),
});

/** The paragraphs field in all its forms. */
export const paragraphs = named(
  "paragraphs",
  variants(
    [isString, plain(only("all"), "a locator, a range, a list of them, or all")],
    [Array.isArray, list(paragraphOrRange)],
    [has("all"), wholeParts],
    paragraphOrRange,
  ),
);

export const oneOrRange = paragraphOrRange;

export const tableLocator = named(
  "table_locator",
  orMade(
    object({
      number: must(number, "tables of a part count from 1, an outer one before those in it"),
      part: may(partLocator),
    }),
  ),
);

const lineOfTable = object({ table: must(tableLocator), number: must(number, "rows and columns count from 1") });

/** A row or column: by number, or by a paragraph in one of its cells. */
const lineLocator = named(
  "row_or_column",
  variants([has("ref"), madeHere], [has("table"), lineOfTable], paragraphLocator),
);

export const lines = variants([Array.isArray, list(lineLocator)], lineLocator);

export const noteLocator = named(
  "note_locator",
  orMade(object({ kind: must(plain(oneOf(NOTES), "footnote or endnote")), number: must(number) })),
);

export const commentLocator = named(
  "comment_locator",
  orMade(object({ number: must(number, "threads count from 1") })),
);

const KINDS = ["insertion", "deletion", "move", "property"];
const filter = object(
  {
    author: may(plain(words(/^/), "a name")),
    kind: may(plain(oneOf(KINDS), KINDS.join(", "))),
  },
  (value, field) => {
    if (Object.keys(value).length > 0) return [];
    return [{ field, reason: "EMPTY_FILTER", message: "A filter says at least an author or a kind; use all for all." }];
  },
);

export const revisions = named(
  "revisions",
  variants(
    [isString, plain(only("all"), "a number, a filter or all")],
    [has("number"), object({ number: must(number) })],
    filter,
  ),
);

export const sections = variants(
  [isString, plain(only("all"), "a section, a list of sections, or all")],
  [Array.isArray, list(sectionLocator)],
  sectionLocator,
);

const position = must(plain(oneOf(["before", "after"]), "before or after"));

/** Where new blocks go. */
export const destination = named(
  "destination",
  variants(
    [has("table"), object({ table: must(tableLocator), position })],
    object({ paragraph: must(paragraphLocator), position }),
  ),
);

export const rowDestination = object({ row: must(lineLocator), position });
export const columnDestination = object({ column: must(lineLocator), position });

export const flag = plain(bool, "true or false");

/** Whether a value names something that the request makes. */
export function isMade(value: unknown): value is { readonly ref: string } {
  return isFields(value) && typeof value.ref === "string";
}
