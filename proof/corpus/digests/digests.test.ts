// Tests that the `digests` command continues its file and reports outputs that differ.

import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ownCorpus } from "../find-corpus.ts";
import { digests, reportDigests } from "./digests.ts";
import { continueRecord, lineOf, readRecord } from "./record.ts";

const folder = mkdtempSync(join(tmpdir(), "versus-digests-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(values: Readonly<Record<string, string>>, sample = 2): ReturnType<typeof digests.run> {
  const selection = { kind: "sample", size: sample } as const;
  const given = new Map(Object.entries(values));
  const options = { command: "digests", selection, seed: 1, jobs: 1, flags: new Set<string>(), values: given };
  return digests.run({ corpus: ownCorpus(), options });
}

test("a second run equals the first, goes on with its file, and tells of an output that differs", async () => {
  const file = join(folder, "first");
  const first = await run({ write: file });
  expect(first.bar.isMet).toBe(true);
  const known = readRecord(file);
  expect(known.size).toBe(first.figures.results);
  expect([...known.keys()].some((name) => name.startsWith("edits "))).toBe(true);
  const second = await run({ against: file });
  expect(second).toMatchObject({ bar: { isMet: true }, figures: { differing: 0, missing: 0 } });
  const [name, result] = [...known][0]!;
  appendFileSync(file, lineOf({ name, digests: { ...result.digests, docx: "other" } }));
  const third = await run({ write: file, against: file });
  expect(third.bar.isMet).toBe(true);
  const fourth = await run({ against: file });
  expect(fourth.text).toContain(`differs: ${name}: docx`);
  expect(fourth.bar.isMet).toBe(false);
});

test("a file of another maker is started anew; a line cut short is passed over", () => {
  const file = join(folder, "record");
  continueRecord(file, "one");
  appendFileSync(file, `${lineOf({ name: "a", digests: { docx: "1" } })}{"name":"b","dig`);
  expect([...continueRecord(file, "one").keys()]).toEqual(["a"]);
  expect(continueRecord(file, "two").size).toBe(0);
  expect(readRecord(file).size).toBe(0);
});

test("a pair that the other file lacks is counted, and an output that came or went differs", () => {
  const one = { name: "a", digests: { docx: "1" } };
  const others = new Map([["a", { name: "a", digests: { docx: "1", json: "2" } }]]);
  const { figures, text } = reportDigests([one, { name: "b", digests: {} }], others, {});
  expect(figures).toMatchObject({ held: 1, differing: 1, missing: 1 });
  expect(text).toContain("differs: a: json");
});
