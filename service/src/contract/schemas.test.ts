// Tests the names and the examples of the schemas.

import { expect, test } from "vitest";
import { z } from "zod";
import * as schemas from "./schemas.ts";
import * as selectiveSchemas from "./selective-schemas.ts";

const named = [...Object.entries(schemas), ...Object.entries(selectiveSchemas)].flatMap(([name, schema]) => {
  return schema instanceof z.ZodType && schema.meta()?.id !== undefined ? [[name, schema] as const] : [];
});

test("every shape is called as it is exported", () => {
  expect(named.map(([, schema]) => schema.meta()?.id)).toEqual(named.map(([name]) => name));
  expect(named.length).toBeGreaterThan(8);
});

test.each(named)("the examples of %s are examples of it", (_, schema) => {
  for (const example of (schema.meta()?.examples ?? []) as unknown[]) {
    expect(schema.parse(example)).toEqual(example);
  }
});
