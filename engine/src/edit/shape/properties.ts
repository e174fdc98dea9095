// Property objects of edits (spec 3, section 15): the key tables of `document`, with each fault told at its key.

import { checkFormat } from "../../document/content-runs/check-runs.ts";
import { isWritable } from "../../document/content-runs/written-text.ts";
import { pageSetupProblems, pageSetupSchema } from "../../document/page-setup.ts";
import { paragraphFormatProblems, paragraphFormatSchema } from "../../document/paragraph-format.ts";
import { runFormatSchema } from "../../document/run-format.ts";
import { numbers, words } from "../../document/value-shapes.ts";
import type { Problem } from "../refusal.ts";
import { type FieldShape, type Fields, invalid, isFields, nameInPath, plain, type Schema } from "./field-shape.ts";

export const styleId = plain(words(/^[^\u0000-\u001f\u007f-\u009f\ufffe\uffff]+$/, 255), "the id of a style");

/** In points. */
export const width = plain(numbers({ least: 1, most: 1584 }), "a number of points from 1 to 1584");

/** As it is sent: null removes the direct setting. */
function written({ properties, ...rest }: Schema & { readonly properties: Fields }): Schema {
  const nullable = Object.entries(properties).map(([key, schema]) => [key, { anyOf: [schema, { type: "null" }] }]);
  return { ...rest, properties: Object.fromEntries(nullable) };
}

function propertyObject(
  title: string,
  schema: Schema & { readonly properties: Fields },
  problems: (value: Fields, field: string) => readonly Problem[],
): FieldShape {
  return {
    schema: { title, ...written(schema) },
    problems: (value, field) => {
      if (!isFields(value)) return [invalid(field, "This must be an object.")];
      if (Object.keys(value).length === 0) return [invalid(field, "This must set at least one key.")];
      return [...problems(value, field)];
    },
  };
}

type Check = (value: Fields) => { readonly unknown: readonly string[]; readonly invalid: readonly string[] };

/** Keys that there are not, and values that are none. Strings go into XML: what that cannot write is no value. */
function byKey(check: Check): (value: Fields, field: string) => Problem[] {
  return (value, field) => {
    const { unknown, invalid: bad } = check(value);
    return [
      ...unknown.map((key): Problem => {
        const own = `${field}.${nameInPath(key)}`;
        return { field: own, reason: "UNKNOWN_FIELD", message: "There is no such field here." };
      }),
      ...Object.keys(value)
        .filter((key) => !unknown.includes(key) && (bad.includes(key) || isUnwritable(value[key])))
        .map((key) => invalid(`${field}.${key}`, "This is no value of the key.")),
    ];
  };
}

function isUnwritable(value: unknown): boolean {
  if (isFields(value)) return Object.values(value).some(isUnwritable);
  return typeof value === "string" && !isWritable(value);
}

export const runFormat = propertyObject("run_format", runFormatSchema, (value, field) => checkFormat(value, field));
export const paragraphFormat = propertyObject(
  "paragraph_format",
  paragraphFormatSchema,
  byKey(paragraphFormatProblems),
);
export const pageSetup = propertyObject("page_setup", pageSetupSchema, byKey(pageSetupProblems));
