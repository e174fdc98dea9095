// Tests that the files of viewer/built are current.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildFiles, builtFolder } from "./build-script.ts";

test("the built script, styles and fonts are those of the sources (node viewer/page/build-script.ts)", () => {
  const files = buildFiles();
  expect(readdirSync(builtFolder).sort()).toEqual([...files.keys()].sort());
  for (const [name, text] of files) expect(readFileSync(join(builtFolder, name), "utf8") === text, name).toBe(true);
});
