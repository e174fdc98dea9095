import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contentSchema } from "./schema.ts";

test("the published schema is the one that content is held to", () => {
  const published = new URL("../../../../docs/schema/content.schema.json", import.meta.url);
  expect(JSON.parse(readFileSync(published, "utf8"))).toEqual(contentSchema);
});
