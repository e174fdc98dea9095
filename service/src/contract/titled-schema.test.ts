// Tests that a JSON Schema becomes shorter when its titled parts become definitions.

import { editSchema } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { defineTitled, type JsonSchema, type TitledSchema } from "./titled-schema.ts";

test("a part with a title is written down once; its description stays at its place", () => {
  const point = { title: "point", type: "object", properties: { title: { type: "string" } } };
  const { schema, definitions } = defineTitled({ anyOf: [point, { ...point, description: "the other" }] });
  expect(schema).toEqual({ anyOf: [{ $ref: "#/$defs/point" }, { $ref: "#/$defs/point", description: "the other" }] });
  expect([...definitions]).toEqual([["point", { type: "object", properties: { title: { type: "string" } } }]]);
});

test("the schema of edits is a fiftieth of its size, and says the same", () => {
  const written = editSchema();
  const titled = defineTitled(written);
  const size = JSON.stringify([titled.schema, ...titled.definitions]).length;
  expect(size * 50).toBeLessThan(JSON.stringify(written).length);
  expect(unfolded(titled.schema, titled)).toEqual(written);
});

function unfolded(value: unknown, { definitions }: Pick<TitledSchema, "definitions">): unknown {
  if (Array.isArray(value)) return value.map((member) => unfolded(member, { definitions }));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const title = String($ref).split("/").at(-1) ?? "";
  const members = $ref === undefined ? rest : { title, ...definitions.get(title), ...rest };
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, unfolded(member, { definitions })]));
}
