// Tests the preload of the engine's tests, with the repository's own configuration of vitest.
//
// The checkout has one file of engine source that makes forbidden calls, and a test that makes the same calls itself.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";

const repository = join(import.meta.dirname, "../..");

const forms = `
export const forms = {
  "Date.now": () => Date.now(),
  "new Date()": () => new Date(),
  "Date()": () => Date(),
  "Date by its instance": () => Reflect.construct(new Date(0).constructor, []),
  "Math.random": () => Math.random(),
  "Math.random, called by a built-in": () => [1].map(Math.random),
  "localeCompare": () => "a".localeCompare("b"),
  "String toLocaleUpperCase": () => "i".toLocaleUpperCase(),
  "Number toLocaleString": () => (1).toLocaleString(),
  "BigInt toLocaleString": () => 1n.toLocaleString(),
  "Array toLocaleString": () => [1].toLocaleString(),
  "typed array toLocaleString": () => new Uint8Array(1).toLocaleString(),
  "Date toLocaleDateString": () => new Date(0).toLocaleDateString(),
  "Object toLocaleString": () => ({}).toLocaleString(),
  "Intl": () => Intl.Collator,
};
export const pure = () => [new Date(0).toISOString(), Date.UTC(1970, 0, 1), Math.floor(1.5), new Date(1) instanceof Date];
`;

const testOfForms = `
import { expect, test } from "vitest";
import { forms, pure } from "./forms.ts";
for (const [name, call] of Object.entries(forms)) {
  test(name, () => expect(call).toThrow("was called from engine source"));
}
test("pure", () => expect(pure()).toEqual(["1970-01-01T00:00:00.000Z", 0, 1, true]));
test("from a test", () => {
  expect([Date.now() > 0, new Date() instanceof Date, Math.random() < 1, "a".localeCompare("b")]).toEqual([true, true, true, -1]);
  expect([(1).toLocaleString(), typeof Intl.Collator]).toEqual(["1", "function"]);
});
`;

test("impure calls throw from engine source, and only from there", () => {
  const root = makeTree(
    { "engine/src/forms.ts": forms, "engine/src/forms.test.ts": testOfForms, "engine/src/again.test.ts": testOfForms },
    { node_modules: join(repository, "node_modules") },
  );
  const runner = join(repository, "node_modules/vitest/vitest.mjs");
  const options = ["run", "--root", root, "--config", join(repository, "vitest.config.ts")];
  const reporter = `--reporter=${join(repository, "tools/check/tally-reporter.ts")}`;
  const { stdout } = spawnSync(process.execPath, [runner, ...options, reporter], { cwd: root, encoding: "utf8" });
  expect(stdout.trim()).toBe("34 passed, 0 failed");
});
