// Tests that the engine gives its recorded outputs, how versions are raised, and the changelog.

import { join } from "node:path";
import { expect, test } from "vitest";
import { releasedChangelog } from "./changelog.ts";
import { digestOf, fixedOutputs } from "./fixed-outputs.ts";
import { problemsOf, readRecorded } from "./recorded-outputs.ts";
import { raised, versionOf } from "./versions.ts";

const root = join(import.meta.dirname, "../..");

test("this version of the engine gives the bytes that were recorded for it", () => {
  const now = { engine: versionOf(root, "engine"), outputs: fixedOutputs() };
  expect(problemsOf(readRecorded(root), now)).toEqual([]);
}, 60_000);

test("one changed byte of one output needs a new version of the engine", () => {
  const recorded = readRecorded(root);
  const [name = ""] = Object.keys(recorded.outputs).filter((output) => output.endsWith(".md"));
  const bytes = new TextEncoder().encode("some output");
  const changed = bytes.with(0, bytes[0]! + 1);
  const before = { ...recorded, outputs: { ...recorded.outputs, [name]: digestOf(name, bytes) } };
  const after = { ...recorded, outputs: { ...recorded.outputs, [name]: digestOf(name, changed) } };
  expect(problemsOf(before, after)).toContain(`changed: ${name}`);
  expect(problemsOf(before, before)).toEqual([]);
});

test("an output that is gone or new is a change too, and a new version must be recorded", () => {
  const recorded = { engine: "1.0.0", outputs: { "a.md": "1" } };
  expect(problemsOf(recorded, { engine: "1.0.0", outputs: {} })).toHaveLength(2);
  expect(problemsOf(recorded, { engine: "1.0.1", outputs: { "a.md": "1" } })).toHaveLength(1);
});

test("versions are raised by their rules", () => {
  expect([raised("1.2.3", "major"), raised("1.2.3", "minor"), raised("1.2.3", "patch")]).toEqual([
    "2.0.0",
    "1.3.0",
    "1.2.4",
  ]);
});

test("a release heads what was unreleased, and refuses to release nothing", () => {
  const text = "# Changelog\n\n## Unreleased\n\nAdded\n- One.\n\n## 1.0.0, 2026-01-01\n\n- Zero.\n";
  expect(releasedChangelog(text, "1.1.0", "2026-02-01")).toBe(
    "# Changelog\n\n## Unreleased\n\n## 1.1.0, 2026-02-01\n\nAdded\n- One.\n\n## 1.0.0, 2026-01-01\n\n- Zero.\n",
  );
  expect(() => releasedChangelog("# Changelog\n\n## Unreleased\n", "1.1.0", "2026-02-01")).toThrow("nothing");
});
