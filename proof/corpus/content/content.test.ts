// Tests the checks of the `content` command.

import { contentJson } from "@versus/engine/inside";
import { expect, test } from "vitest";
import { trackedBytes, writeTracked } from "../../fuzz/decisions/tracked-document.ts";
import { readArguments } from "../../runner/arguments.ts";
import { Random } from "../../runner/random.ts";
import { ownCorpus } from "../find-corpus.ts";
import { openCorpusDocument } from "../read-document.ts";
import { checkAddresses } from "./check-addresses.ts";
import { type ContentResult, checkContent } from "./check-file.ts";
import { content, reportContent } from "./content.ts";
import { contentProblems } from "./validate-content.ts";

test("the content of the repository's own documents holds", async () => {
  const options = readArguments(["content", "--all", "--jobs", "1"], []);
  const { figures } = await content.run({ corpus: ownCorpus(), options });
  expect(figures).toMatchObject({ files: 4, read: 4, differing: 0 });
});

test("the content of generated documents with all kinds of changes holds", { timeout: 60_000 }, () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const bytes = trackedBytes(writeTracked(new Random(seed), undefined));
    expect({ seed, ...checkContent(bytes).problems }).toEqual({ seed });
  }
});

function generated(): { document: Parameters<typeof contentJson>[0]; told: ReturnType<typeof contentJson> } {
  const document = openCorpusDocument(trackedBytes(writeTracked(new Random(3), "changed header")));
  return { document, told: contentJson(document) };
}

test("a field that the schema does not name, and one that is not as it says, is found", () => {
  const { told } = generated();
  expect(contentProblems(told)).toEqual([]);
  expect(contentProblems({ ...told, more: 1 })).toEqual([" additionalProperties"]);
  expect(contentProblems({ ...told, schema_version: 2 })).toEqual(["/schema_version const"]);
  const [block] = told.blocks;
  expect(contentProblems({ ...told, blocks: [{ ...block, index: -1 }] })).toEqual(["/blocks/0/index minimum"]);
  expect(contentProblems({ ...told, blocks: [{ ...block, content: [{ type: "picture" }] }] })).not.toEqual([]);
});

test("an address that leads elsewhere is found", () => {
  const { document, told } = generated();
  expect(checkAddresses(document, told)).toBe("");
  const [block, ...others] = told.blocks;
  expect(checkAddresses(document, { ...told, blocks: [{ ...block!, text: "x" }, ...others] })).toBe(
    "body paragraph 0: text",
  );
  expect(checkAddresses(document, { ...told, blocks: [{ ...block!, section: 9 }, ...others] })).toBe(
    "body paragraph 0: section",
  );
  expect(checkAddresses(document, { ...told, blocks: others })).toMatch(/paragraphs$/);
  expect(checkAddresses(document, { ...told, revisions: told.revisions.slice(1) })).not.toBe("");
});

const good: ContentResult = {
  path: "docx/plain/x.docx",
  outcome: "read",
  paragraphs: 1,
  revisions: 0,
  times: { open: 2, content: 1 },
  problems: {},
};
const differing: ContentResult = { ...good, problems: { "the independent reader's text": "body: paragraph 0" } };
const wrong: ContentResult = { ...good, problems: { "the schema holds": "/x" } };
const slow: ContentResult = { ...good, times: { open: 1, content: 4 } };

test.each([
  [
    "one difference in two hundred is within the bar",
    [...Array<ContentResult>(199).fill(good), differing],
    "199/1 met",
  ],
  ["one in a hundred is not", [...Array<ContentResult>(99).fill(good), differing], "99/1 short"],
  ["a schema that does not hold is not", [...Array<ContentResult>(999).fill(good), wrong], "999/1 short"],
  ["a slow one is not", [...Array<ContentResult>(999).fill(good), slow], "999/1 short"],
  ["what does not open does not count", [good, { ...good, outcome: "unopened", times: undefined }], "1/0 met"],
] satisfies [string, ContentResult[], string][])("%s", (_, results, expected) => {
  const { tally, bar } = reportContent(results, { corpus: "large", seed: 1 });
  expect(`${tally.passed}/${tally.failed} ${bar.isMet ? "met" : "short"}`).toBe(expected);
});
