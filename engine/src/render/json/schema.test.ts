import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { redlineSchema } from "./schema.ts";

test("the published schema is the one that renderings are held to", () => {
  const published = new URL("../../../../docs/schema/redline.schema.json", import.meta.url);
  expect(JSON.parse(readFileSync(published, "utf8"))).toEqual(redlineSchema);
});
