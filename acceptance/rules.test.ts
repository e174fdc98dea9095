// Tests that a test names each rule of `rules.ts`, and how the ledger judges rules and codes.
//
// A rule that waits for something (`apart`) must not be named.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codesOf } from "./calls/codes.ts";
import { allRules } from "./rules.ts";
import { Ledger } from "./running/ledger.ts";

const folder = join(import.meta.dirname, "themes");
const themes = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
/** Rules whose id is built from the code in a row of a table. */
const byCode = /^errors\.(?:compare|create)\.(?:INVALID_REQUEST|UNSUPPORTED_FILE_TYPE|DOCUMENT_UNREADABLE)$/;

test("every rule is named by a test, unless it says what it waits for", () => {
  const isNamed = (id: string) => byCode.test(id) || themes.some((theme) => theme.includes(`"${id}"`));
  expect(allRules.filter(({ id, apart }) => isNamed(id) === (apart !== undefined)).map(({ id }) => id)).toEqual([]);
});

test("every message of the view is in its guide, and a rule", () => {
  const root = join(import.meta.dirname, "..");
  const typesIn = (path: string, pattern: RegExp): string[] =>
    [...new Set([...readFileSync(join(root, path), "utf8").matchAll(pattern)].map(([, type = ""]) => type))].sort();
  const described = typesIn("service/guides/embedding.md", /`vs:(\w+)`/g);
  expect(described).toEqual(typesIn("viewer/browser/messages.ts", /"vs:(\w+)"/g));
  expect(described.length).toBeGreaterThan(10);
  const ids: readonly string[] = allRules.map(({ id }) => id);
  expect(described.filter((type) => !ids.includes(`events.${type}`))).toEqual([]);
});

test("a run in which no test named a rule fails, and says which", () => {
  const lines: string[] = [];
  const ledger = new Ledger((line) => lines.push(line));
  const [first, ...rest] = allRules.filter(({ apart }) => apart === undefined);
  ledger.pass(rest.map(({ id }) => id));
  ledger.closeRules();
  expect(ledger.failed).toBe(1);
  expect(lines.at(-1)).toContain(first?.id);
});

test("a run in which a code was not raised fails, and so does one that raised a code it should not", () => {
  const close = (raised: readonly string[]) => {
    const ledger = new Ledger(() => {});
    ledger.closeCodes(["reply A", "reply B"], { raised: new Set(raised), apart: { "reply B": "it waits" } });
    return ledger.failed;
  };
  expect(close(["reply A"])).toBe(0);
  expect(close([])).toBe(1);
  expect(close(["reply A", "reply B"])).toBe(1);
  expect(close(["reply A", "reply C"])).toBe(1);
});

test("the codes of the topic are read with their group", () => {
  const topic =
    "# Errors\n\n## Codes of replies\n\n| Code | Status |\n| --- | --- |\n| NOT_FOUND | 404 |\n\n## Upstream codes\n\n| XML_INVALID | X |\n";
  expect(codesOf(topic)).toEqual(["reply NOT_FOUND", "upstream XML_INVALID"]);
  expect(() => codesOf("## Others\n\n| A_B |")).toThrow("not known");
});
