// Defines the forms of locators (EDT-1 to EDT-24), before anything is resolved.
//
// Callers often write a bare number instead of a locator, or `{"after": …}` instead of a destination. The refusal then
// contains the correct form.

import { type Fields, invalid, isFields, missingField } from "../../language/value-problems.ts";
import { bool, numbers, oneOf, only, type ValueOf, words } from "../../language/value-shapes.ts";
import {
  type FieldShape,
  has,
  isString,
  list,
  type Member,
  may,
  must,
  object,
  plain,
  repaired,
  suchAs,
  variants,
  withTitle,
} from "./field-shape.ts";

const index = plain(numbers({ least: 0, step: 1 }));
const number = plain(numbers({ least: 1, step: 1 }));

/** The name of something that the request makes. */
export const ref = plain(words(/^[^\u0000-\u001f\u007f]+$/, { longest: 255, says: "one line of 1 to 255 characters" }));

/** A locator of something that this request makes. */
const madeHere = withTitle(
  "made_here",
  object({ ref: must(ref, "a name that an earlier edit of the request defines") }),
);

const orMade = <Value>(shape: FieldShape<Value>) => variants([has("ref"), madeHere], shape);

/** Returns a function that puts a number, or its digits as text, into a locator under its key. */
const fromNumber =
  (key: "index" | "number") =>
  (value: unknown): unknown => {
    if (typeof value === "number") return { [key]: value };
    return typeof value === "string" && /^\d{1,9}$/.test(value) ? { [key]: Number(value) } : undefined;
  };

export const sectionLocator = withTitle(
  "section_locator",
  repaired(
    suchAs(orMade(object({ number: must(number, "the number of the section, from 1") })), { number: 1 }),
    fromNumber("number"),
  ),
);

const NOTES = ["footnote", "endnote"] as const;
const PAGES = ["header", "footer"] as const;
const partMembers = {
  kind: may(plain(oneOf(["body", ...NOTES, ...PAGES])), "the kind of part; default: body"),
  number: may(number, "the number of the note among those of its kind, from 1"),
  type: may(plain(oneOf(["default", "first", "even"])), "which header or footer of the section; default: default"),
  section: may(sectionLocator, "any section that shows the header or footer"),
};

/** The fields that name a part of each kind. */
const PART_FIELDS: Readonly<Record<string, readonly string[]>> = {
  body: [],
  footnote: ["number"],
  endnote: ["number"],
  header: ["type", "section"],
  footer: ["type", "section"],
};

function partProblems(value: Fields, field: string, { isWhole }: { isWhole: boolean }) {
  const kind = String(value.kind ?? "body");
  const known = PART_FIELDS[kind] ?? [];
  const odd = Object.keys(value).filter((name) => name !== "kind" && !known.includes(name));
  const wanted = kind === "body" ? [] : (NOTES as readonly string[]).includes(kind) ? ["number"] : ["section"];
  const missing = isWhole ? wanted.filter((name) => value[name] === undefined) : [];
  const allowed = ["kind", ...known];
  return [
    ...odd.map((name) => {
      const message = `\`${name}\` does not name a ${kind}. A ${kind} takes ${allowed.join(", ")}.`;
      return invalid(`${field}.${name}`, message, { allowed });
    }),
    ...missing.map((name) => missingField(`${field}.${name}`, kind, name === "number" ? number : sectionLocator)),
  ];
}

const footnoteExample = { kind: "footnote", number: 2 };

/** A locator of one part. */
const partLocator = withTitle(
  "part_locator",
  suchAs(
    orMade(object(partMembers, { rule: (value, field) => partProblems(value, field, { isWhole: true }) })),
    footnoteExample,
  ),
);

/** A locator of all parts that match. A kind alone matches all parts of that kind. */
const partPattern = withTitle(
  "part_pattern",
  suchAs(
    orMade(object(partMembers, { rule: (value, field) => partProblems(value, field, { isWhole: false }) })),
    footnoteExample,
  ),
);

export const paragraphLocator = withTitle(
  "paragraph_locator",
  repaired(
    suchAs(
      orMade(
        object({
          index: must(index, "the index of the paragraph in its part, from 0"),
          part: may(partLocator, "the part that contains it; default: the body"),
        }),
      ),
      { index: 12 },
    ),
    fromNumber("index"),
  ),
);

export const range = withTitle(
  "range",
  suchAs(
    object({
      from: must(paragraphLocator, "the first paragraph"),
      through: must(paragraphLocator, "the last paragraph, included"),
    }),
    { from: { index: 3 }, through: { index: 5 } },
  ),
);

const paragraphOrRange = variants([(value) => has("from")(value) || has("through")(value), range], paragraphLocator);

const wholeParts = object({
  all: must(plain(only(true)), "true: every paragraph of the part"),
  part: must(partPattern, "the part; a kind alone names all parts of that kind"),
});

/** The paragraphs field in all its forms. */
export const paragraphs = withTitle(
  "paragraphs",
  repaired(
    variants(
      [isString, plain(only("all"), '"all", or an object such as {"index": 12}')],
      [Array.isArray, list(paragraphOrRange)],
      [has("all"), wholeParts],
      paragraphOrRange,
    ),
    fromNumber("index"),
  ),
);

export const oneOrRange = paragraphOrRange;

export const tableLocator = withTitle(
  "table_locator",
  repaired(
    suchAs(
      orMade(
        object({
          number: must(number, "the number of the table in its part, from 1; an outer table comes before those in it"),
          part: may(partLocator, "the part that contains it; default: the body"),
        }),
      ),
      { number: 1 },
    ),
    fromNumber("number"),
  ),
);

const lineOfTable = object({
  table: must(tableLocator, "the table"),
  number: must(number, "the number of the row or column, from 1"),
});

/** A locator of a row or column: by its ref, by number, or by a paragraph in one of its cells. */
const lineLocator = withTitle(
  "row_or_column",
  suchAs(variants([has("ref"), madeHere], [has("table"), lineOfTable], paragraphLocator), {
    table: { number: 1 },
    number: 2,
  }),
);

export const lines = variants([Array.isArray, list(lineLocator)], lineLocator);

export const noteLocator = withTitle(
  "note_locator",
  suchAs(
    orMade(
      object({
        kind: must(plain(oneOf(NOTES)), "footnote or endnote"),
        number: must(number, "the number of the note among those of its kind, from 1"),
      }),
    ),
    footnoteExample,
  ),
);

export const commentLocator = withTitle(
  "comment_locator",
  repaired(
    suchAs(orMade(object({ number: must(number, "the number of the comment thread, from 1") })), { number: 1 }),
    fromNumber("number"),
  ),
);

const KINDS = ["insertion", "deletion", "move", "property"] as const;
const filter = object(
  {
    author: may(plain(words(/^/, { says: "the name of an author" })), "only changes by this author"),
    kind: may(plain(oneOf(KINDS)), "only changes of this kind"),
  },
  {
    rule: (value, field) => {
      if (Object.keys(value).length > 0) return [];
      const message = 'Give an author or a kind, or "all" for every tracked change.';
      return [{ field, reason: "EMPTY_FILTER", message, allowed: ["author", "kind"], did_you_mean: "all" }];
    },
  },
);

export const revisions = withTitle(
  "revisions",
  repaired(
    suchAs(
      variants(
        [isString, plain(only("all"), '"all", or an object such as {"number": 3}')],
        [has("number"), object({ number: must(number, "the number of the tracked change, from 1") })],
        filter,
      ),
      { number: 3 },
    ),
    fromNumber("number"),
  ),
);

export const sections = repaired(
  variants(
    [isString, plain(only("all"), '"all", or an object such as {"number": 1}')],
    [Array.isArray, list(sectionLocator)],
    sectionLocator,
  ),
  fromNumber("number"),
);

const POSITIONS = ["before", "after"] as const;
const position = must(plain(oneOf(POSITIONS)), "on which side of it");

/** Returns a function that turns `{"after": X}` and `{"index": 22, "position": "after"}` into the form of a destination. */
const fromDestination =
  (key: "paragraph" | "row" | "column") =>
  (value: unknown): unknown => {
    if (!isFields(value)) return undefined;
    const side = POSITIONS.find((name) => value[name] !== undefined);
    const { position: given = side, ...rest } = value;
    if (side !== undefined) return { [key]: fromNumber("index")(value[side]) ?? value[side], position: given };
    return Object.hasOwn(value, key) ? undefined : { [key]: rest, position: given };
  };

/** The position of new blocks. */
export const destination = withTitle(
  "destination",
  repaired(
    suchAs(
      variants(
        [has("table"), object({ table: must(tableLocator, "the table"), position })],
        object({ paragraph: must(paragraphLocator, "the paragraph"), position }),
      ),
      { paragraph: { index: 12 }, position: "after" },
    ),
    fromDestination("paragraph"),
  ),
);

function lineDestination<Key extends "row" | "column">(key: Key) {
  const line = { [key]: must(lineLocator, `the ${key}`) } as Record<Key, Member<ValueOf<typeof lineLocator>, true>>;
  const shape = object({ ...line, position });
  const example = { [key]: { table: { number: 1 }, number: 2 }, position: "after" };
  return repaired(suchAs(shape, example), fromDestination(key));
}

export const rowDestination = lineDestination("row");
export const columnDestination = lineDestination("column");

export const flag = plain(bool);

/** True if a value names something that the request makes. */
export function isMade(value: unknown): value is { readonly ref: string } {
  return isFields(value) && typeof value.ref === "string";
}
