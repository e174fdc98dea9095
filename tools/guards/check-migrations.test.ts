// Tests which statements of a migration are refused.

import { join } from "node:path";
import { expect, test } from "vitest";
import { checkMigration } from "./check-migrations.ts";

const root = join(import.meta.dirname, "../..");

/** Returns the findings for a file, each without squawk's explanation. */
function check(kind: string, up: readonly string[], down = ""): string[] {
  const text = `-- Kind: ${kind}\n\n-- Up Migration\n\n${up.join("\n")}\n\n-- Down Migration\n\n${down}\n`;
  return checkMigration("0031.sql", text, root).map((line) => line.split(": ").slice(0, 2).join(" "));
}

const added = "alter table jobs add column priority text;";
const dropped = "alter table jobs drop column priority;";
const built = "create index concurrently jobs_by_kind on jobs (kind);";

test("a statement that holds its lock for long is found, with its line", () => {
  const indexed = check("expand", [added, "create index jobs_by_kind on jobs (kind);"]);
  expect(indexed).toEqual(["0031.sql:6 require-concurrent-index-creation"]);
  const constrained = check("expand", ["alter table jobs add constraint short check (length(kind) < 9);"]);
  expect(constrained).toEqual(["0031.sql:5 constraint-missing-not-valid"]);
});

test("adding a column passes, and the section that takes it back is not looked at", () => {
  expect(check("expand", [added], dropped)).toEqual([]);
});

test("only a contract drops a column", () => {
  expect(check("expand", [dropped])).toEqual(["0031.sql:5 ban-drop-column"]);
  expect(check("contract", [dropped])).toEqual([]);
});

test("an index is built concurrently by a concurrent file alone", () => {
  expect(check("concurrent", [built])).toEqual([]);
  expect(check("expand", [added, built])).toEqual(["0031.sql:6 ban-concurrent-index-creation-in-transaction"]);
});
