// Defines the property objects of edits (EDT-60), with each problem reported at its key.
//
// They use the key tables of `language`.

import { lastName, shownJson } from "../../failures/nearest-name.ts";
import { checkFormat } from "../../language/content-runs/check-runs.ts";
import { isWritable } from "../../language/content-runs/written-text.ts";
import type { FormatProblems } from "../../language/format-keys.ts";
import {
  type PageSetupChange,
  pageSetupProblems,
  pageSetupSchema,
  pageSetupShapes,
} from "../../language/page-setup.ts";
import {
  type ParagraphFormatChange,
  paragraphFormatProblems,
  paragraphFormatSchema,
  paragraphFormatShapes,
} from "../../language/paragraph-format.ts";
import { type RunFormatChange, runFormatSchema, runFormatShapes } from "../../language/run-format.ts";
import { type Fields, invalid, isFields, keyProblems, mustBe } from "../../language/value-problems.ts";
import { numbers, type Shape, words } from "../../language/value-shapes.ts";
import type { Problem } from "../refusal.ts";
import { type FieldShape, plain, type Schema } from "./field-shape.ts";

export const styleId = plain(
  words(/^[^\u0000-\u001f\u007f-\u009f\ufffe\uffff]+$/, { longest: 255, says: "the id of a style, such as Heading1" }),
);

/** In points. */
export const width = plain(numbers({ least: 1, most: 1584, unit: "points" }));

/** Returns the schema of an object as it is sent: null removes the direct setting. */
function written({ properties, ...rest }: Schema & { readonly properties: Fields }): Schema {
  const nullable = Object.entries(properties as Readonly<Record<string, Schema>>).map(([key, schema]) => {
    const { description, ...own } = schema;
    return [key, { anyOf: [own, { type: "null" }], description }];
  });
  return { ...rest, properties: Object.fromEntries(nullable) };
}

function propertyObject<Value>(title: string, { schema, shapes, check, example }: PropertyTable): FieldShape<Value> {
  const says = `an object such as ${shownJson(example)}`;
  const names = Object.keys(shapes);
  return {
    schema: { title, ...written(schema) },
    says,
    problems: (value, field) => {
      if (!isFields(value)) return [invalid(field, mustBe(field, says))];
      if (names.length > 0 && Object.keys(value).length === 0) {
        return [
          invalid(field, `\`${lastName(field)}\` must set at least one of ${names.join(", ")}.`, { allowed: names }),
        ];
      }
      return check(value, field);
    },
  };
}

interface PropertyTable {
  readonly schema: Schema & { readonly properties: Fields };
  /** Maps a key to the shape of its values. */
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly check: (value: Fields, field: string) => Problem[];
  readonly example: object;
}

/**
 * Returns a check for unknown keys and wrong values. Strings are written to XML, so characters that XML cannot write are
 * wrong.
 */
function byKey(
  shapes: Readonly<Record<string, Shape>>,
  check: (value: Fields) => FormatProblems,
): (value: Fields, field: string) => Problem[] {
  const names = Object.keys(shapes);
  return (value, field) => keyProblems(value, field, { shapes, names, ...check(value), isUnwritable });
}

function isUnwritable(value: unknown): boolean {
  if (isFields(value)) return Object.values(value).some(isUnwritable);
  return typeof value === "string" && !isWritable(value);
}

export const runFormat = propertyObject<RunFormatChange>("run_format", {
  schema: runFormatSchema,
  shapes: runFormatShapes,
  check: checkFormat,
  example: { bold: true },
});
export const paragraphFormat = propertyObject<ParagraphFormatChange>("paragraph_format", {
  schema: paragraphFormatSchema,
  shapes: paragraphFormatShapes,
  check: byKey(paragraphFormatShapes, paragraphFormatProblems),
  example: { alignment: "center" },
});
export const pageSetup = propertyObject<PageSetupChange>("page_setup", {
  schema: pageSetupSchema,
  shapes: pageSetupShapes,
  check: byKey(pageSetupShapes, pageSetupProblems),
  example: { orientation: "landscape" },
});
