// Checks the form of a list of edits. All problems of all edits are reported at once.

import { nearestName } from "../../failures/nearest-name.ts";
import { hintsOf, invalid, isFields, missingField, mustBe, nameInPath } from "../../language/value-problems.ts";
import { only } from "../../language/value-shapes.ts";
import type { Problem, Refusal } from "../refusal.ts";
import { type EditType, editTypes } from "./edit-types.ts";
import { type FieldShape, must, object, plain, type Schema } from "./field-shape.ts";

const SHAPES: ReadonlyMap<string, FieldShape> = new Map(
  Object.entries<EditType>(editTypes).map(([type, { fields, rule }]) => {
    return [type, object({ type: must(plain(only(type)), ""), ...fields }, { rule, owner: type })];
  }),
);

const TYPES: readonly string[] = [...SHAPES.keys()];

/** Returns the problems of the form of edits, without a document. The list is empty for edits that can be tried. */
export function checkEdits(edits: readonly unknown[]): Refusal[] {
  return edits.flatMap((edit, index) => {
    const field = `edits[${index}]`;
    return checkEdit(edit, field).map((problem) => ({ edit: index, ...problem }));
  });
}

function checkEdit(edit: unknown, field: string) {
  if (!isFields(edit)) return [invalid(field, mustBe(field, 'an object such as {"type": "delete_paragraphs", …}'))];
  const own = `${field}.type`;
  if (edit.type === undefined) {
    return [missingField(own, "edit", { says: "the type of the edit, such as replace", values: TYPES })];
  }
  const shape = typeof edit.type === "string" ? SHAPES.get(edit.type) : undefined;
  return shape === undefined ? [unknownType(edit.type, own)] : shape.problems(edit, field);
}

function unknownType(type: unknown, field: string): Problem {
  const meant = typeof type === "string" ? nearestName(type, TYPES) : undefined;
  const given = typeof type === "string" ? ` \`${nameInPath(type)}\`` : "";
  const next = meant === undefined ? "`/v1/reference/edits` lists the types." : `Did you mean \`${meant}\`?`;
  return { field, reason: "UNKNOWN_TYPE", message: `Unknown type${given}. ${next}`, ...hintsOf(TYPES, meant) };
}

/** Returns the JSON Schema of one edit of any type. */
export function editSchema(): Schema {
  return { oneOf: [...SHAPES].map(([type, { schema }]) => ({ title: type, ...schema })) };
}
