import { expect, test } from "vitest";
import { redlineSchema } from "./schema.ts";

test("the published schema is the one that renderings are held to", async () => {
  const text = `${JSON.stringify(redlineSchema, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../../../docs/schema/redline.schema.json");
});
