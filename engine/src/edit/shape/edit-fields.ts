// Defines the fields of single types of edits, and the rules between fields of one edit.

import { checkAddress } from "../../language/content-runs/check-runs.ts";
import { isWritable } from "../../language/content-runs/written-text.ts";
import { invalid } from "../../language/value-problems.ts";
import { numbers, oneOf, only, type Shape, words } from "../../language/value-shapes.ts";
import { type FieldShape, may, must, type ObjectRule, object, plain, variants } from "./field-shape.ts";
import { flag, paragraphLocator, paragraphs, ref } from "./locators.ts";
import { selector } from "./selectors.ts";

const line: Shape<string> = {
  schema: { type: "string", maxLength: 255, pattern: "^[^\\u0000-\\u001f]*$" },
  says: "one line of at most 255 characters",
  accepts: (value) =>
    typeof value === "string" && isWritable(value) && !/[\t\r\n]/.test(value) && [...value].length <= 255,
};
export const author = plain(line);

const joint: Shape<string> = {
  schema: { type: "string", maxLength: 100 },
  says: "text of at most 100 characters",
  accepts: (value) => typeof value === "string" && isWritable(value) && [...value].length <= 100,
};

export const url: FieldShape<string> = {
  schema: { type: "string", description: "absolute http, https or mailto" },
  says: "an address such as https://example.com/terms",
  problems: (value, field) => checkAddress(value, field),
};

export const level = plain(numbers({ least: 1, most: 9, step: 1 }));
export const P = must(paragraphs, "the paragraphs to change");
export const oneParagraph = must(paragraphLocator, "one paragraph");
export const makes = may(ref, "a name for what the edit makes, for later edits of the request");

export const SECTION_TYPES = ["next_page", "continuous", "even_page", "odd_page"] as const;

export const headerFooter = object({
  kind: must(plain(oneOf(["header", "footer"])), "header or footer"),
  type: may(plain(oneOf(["default", "first"])), "for all pages or the first one; default: default"),
});

const protection = object({
  edit: must(plain(oneOf(["tracked_changes", "read_only", "comments"])), "the editing that stays allowed"),
  password: may(
    plain(words(/^[\x20-\x7e]+$/, { longest: 15, says: "1 to 15 printable ASCII characters" })),
    "the password that lifts the protection",
  ),
});

export const settings = object(
  {
    track_changes: may(flag, "turns Track Changes on or off"),
    protection: may(
      variants(
        [
          (value) => typeof value === "boolean",
          plain(only(false), 'false, or an object such as {"edit": "read_only"}'),
        ],
        protection,
      ),
      "restricts editing; false removes the restriction",
    ),
    remove_personal_information: may(flag, "clears the names of authors in the file properties"),
  },
  {
    rule: (value, field) => {
      if (Object.keys(value).length === 0) {
        const allowed = ["track_changes", "protection", "remove_personal_information"];
        return [invalid(field, `\`settings\` must set at least one of ${allowed.join(", ")}.`, { allowed })];
      }
      const kept = value.protection as { readonly edit?: string } | false | undefined;
      const isTracked = kept !== undefined && kept !== false && kept.edit === "tracked_changes";
      if (value.track_changes !== false || !isTracked) return [];
      const message = "`tracked_changes` protection needs `track_changes` true.";
      return [{ field, reason: "UNDEFINED_COMBINATION", message }];
    },
  },
);

export const oneContent: ObjectRule = (value, field) => {
  const isOne = (value.content === undefined) !== (value.new_paragraphs === undefined);
  return isOne ? [] : [invalid(field, "`add_header_footer` needs either `content` or `new_paragraphs`, not both.")];
};

export const sameLength: ObjectRule = ({ rows, column_widths: widths, header_rows: headers = 0 }, field) => {
  const lengths = (rows as readonly (readonly unknown[])[]).map((row) => row.length);
  const isEven = lengths.every((length) => length === lengths[0]);
  const isWide = widths === undefined || (widths as readonly unknown[]).length === lengths[0];
  return [
    ...(isEven ? [] : [invalid(`${field}.rows`, "Every row must have the same number of cells.")]),
    ...(isWide
      ? []
      : [invalid(`${field}.column_widths`, `\`column_widths\` must have ${lengths[0]} items, one for each column.`)]),
    ...(Number(headers) <= lengths.length
      ? []
      : [invalid(`${field}.header_rows`, `\`header_rows\` must be at most ${lengths.length}, the number of rows.`)]),
  ];
};

export const levelsInOrder: ObjectRule = ({ from_level: from = 1, to_level: to = 3 }, field) =>
  Number(from) <= Number(to) ? [] : [invalid(`${field}.to_level`, "`to_level` must not be less than `from_level`.")];

export const linkFields = {
  paragraphs: oneParagraph,
  text: may(selector, "the text; default: the whole paragraph, or its only link"),
};

export const separator = plain(joint);
