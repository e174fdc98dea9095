import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildScript, buildStyles, builtFolder } from "./build-script.ts";

test("the built script and styles are those of the sources (node viewer/page/build-script.ts)", () => {
  expect(readFileSync(join(builtFolder, "script.txt"), "utf8")).toBe(buildScript());
  expect(readFileSync(join(builtFolder, "styles.txt"), "utf8")).toBe(buildStyles());
});
