// Tests that docs/api.md is current.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as engine from "@versus/engine";
import { expect, test } from "vitest";
import { apiReference } from "./api-reference.ts";
import { withDeclarations } from "./declarations.ts";

const root = join(import.meta.dirname, "../..");

test("docs/api.md has every name of the engine's door, as the source tells it", async () => {
  const page = await withDeclarations(root, (declarations) => apiReference(root, declarations));
  for (const name of Object.keys(engine)) expect(page).toContain(`\n### ${name}\n`);
  expect(page).toContain(
    "Returns the redline of two documents, which are read with their own tracked changes accepted.",
  );
  expect(readFileSync(join(root, "docs/api.md"), "utf8"), "run node tools/pack/write-api.ts").toBe(page);
});
