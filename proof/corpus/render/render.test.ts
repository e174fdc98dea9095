// Tests the checks of the `render` command and its bar.

import { renderJson, renderMarkdown } from "@versus/engine/inside";
import { expect, test } from "vitest";
import { trackedBytes, writeTracked } from "../../fuzz/decisions/tracked-document.ts";
import { readArguments } from "../../runner/arguments.ts";
import { Random } from "../../runner/random.ts";
import { ownCorpus } from "../find-corpus.ts";
import { openCorpusDocument } from "../read-document.ts";
import { checkRenderings, type RenderResult } from "./check-file.ts";
import { redlineIds } from "./redline-ids.ts";
import { render, reportRenderings } from "./render.ts";
import { schemaProblems } from "./validate-redline.ts";

const OPTIONS = { kind: "comparison", revision: "b.docx", documents: [] } as const;

test("the repository's own documents are rendered and rebuilt", async () => {
  const options = readArguments(["render", "--all", "--jobs", "1"], []);
  const { tally, bar } = await render.run({ corpus: ownCorpus(), options });
  expect(tally).toEqual({ passed: 4, failed: 0 });
  expect(bar.isMet).toBe(true);
});

test("generated documents with all kinds of changes are rendered and rebuilt", { timeout: 60_000 }, () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const bytes = trackedBytes(writeTracked(new Random(seed), undefined));
    expect({ seed, ...checkRenderings(bytes).problems }).toEqual({ seed });
  }
});

function generated(): Parameters<typeof renderJson>[0] {
  return openCorpusDocument(trackedBytes(writeTracked(new Random(3), "changed header")));
}

test("a field that the schema does not name, and one that is not as it says, is found", () => {
  const redline = renderJson(generated(), OPTIONS);
  expect(schemaProblems(redline)).toEqual([]);
  expect(schemaProblems({ ...redline, more: 1 })).toEqual([" additionalProperties"]);
  expect(schemaProblems({ ...redline, kind: "selection" })).toEqual(["/kind enum"]);
  const made = { id: "1", author: "A", revision: "b" };
  const content = (segment: object) =>
    schemaProblems({ ...redline, blocks: [{ type: "paragraph", id: "1", content: [segment] }] });
  expect(content({ type: "insertion", ...made, text: "" })).toEqual([]);
  expect(content({ type: "moved_to", ...made, move_id: 1, text: "" })).toEqual([]);
  for (const wrong of [
    { type: "insertion", text: "" },
    { type: "insertion", ...made },
    { type: "insertion", ...made, text: "", move_id: 1 },
    { type: "moved_to", ...made, text: "" },
    { text: "a", object: "image" },
    { content: [] },
    { ...made, text: "" },
  ]) {
    expect(content(wrong)).not.toEqual([]);
  }
});

test("ids that are shared, are none, or differ between the renderings are found", () => {
  const redline = renderJson(generated(), OPTIONS);
  const markdown = renderMarkdown(generated(), OPTIONS);
  expect(redlineIds(redline, markdown)).toEqual({ repeated: "", different: "" });
  expect(redlineIds(redline, markdown.replace("<p unid=", "<p id=")).different).not.toBe("");
  const block = { type: "paragraph", id: "1", content: [] } as const;
  const change = { id: "1", author: "A", revision: "b", text: "" } as const;
  const content = [{ type: "insertion", ...change } as const, { type: "deletion", ...change } as const];
  const blocks = [block, block, { ...block, id: "a b", content }];
  expect(redlineIds({ ...redline, blocks }, "").repeated).toBe("block 1; change 1; no id: a b");
});

test("a document that fails a check, or crashes, misses the bar and is named", () => {
  const good: RenderResult = { path: "a.docx", outcome: "rendered", revisions: 1, problems: {} };
  const about = { corpus: "large", seed: 1 };
  expect(reportRenderings([good], about).bar.isMet).toBe(true);
  const bad = { ...good, path: "b.docx", problems: { "ids are unique": "block 1" } };
  const { text, tally, bar } = reportRenderings([good, bad, { ...good, outcome: "unopened" }], about);
  expect(bar.isMet).toBe(false);
  expect(tally).toEqual({ passed: 1, failed: 1 });
  expect(text).toContain("failed: b.docx: ids are unique: block 1");
});
