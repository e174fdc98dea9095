// Whether a list of edits has the form that edits have: what is wrong is told for all of them at once.

import type { Refusal } from "../refusal.ts";
import { type EditType, type EditTypeName, editTypes } from "./edit-types.ts";
import { type FieldShape, type Fields, invalid, isFields, object, type Schema } from "./field-shape.ts";

/** An edit whose form is right. */
export type Edit = { readonly type: EditTypeName } & Fields;

const SHAPES: ReadonlyMap<string, FieldShape> = new Map(
  Object.entries<EditType>(editTypes).map(([type, { fields, rule }]) => {
    const known = { shape: { schema: { const: type }, problems: () => [] }, isRequired: true, meaning: "" };
    return [type, object({ type: known, ...fields }, rule)];
  }),
);

export function checkEdits(edits: readonly unknown[]): Refusal[] {
  return edits.flatMap((edit, index) => {
    const field = `edits[${index}]`;
    return checkEdit(edit, field).map((problem) => ({ edit: index, ...problem }));
  });
}

function checkEdit(edit: unknown, field: string) {
  if (!isFields(edit)) return [invalid(field, "An edit is an object.")];
  if (edit.type === undefined) {
    return [{ field: `${field}.type`, reason: "MISSING_FIELD" as const, message: "This field is required." }];
  }
  const shape = typeof edit.type === "string" ? SHAPES.get(edit.type) : undefined;
  if (shape !== undefined) return shape.problems(edit, field);
  return [{ field: `${field}.type`, reason: "UNKNOWN_TYPE" as const, message: "There is no edit of this type." }];
}

/** The JSON Schema of one edit of any type. */
export function editSchema(): Schema {
  return { oneOf: [...SHAPES].map(([type, { schema }]) => ({ title: type, ...schema })) };
}
