// Tests the `scrub` command on the repository's own documents, and its bar.

import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { ownCorpus } from "../find-corpus.ts";
import type { ScrubResult } from "./check-file.ts";
import { reportScrub, scrub } from "./scrub.ts";

const options = readArguments(["scrub", "--sample", "3", "--jobs", "1"], []);

test("the repository's own documents are scrubbed", async () => {
  const { figures, bar } = await scrub.run({ corpus: ownCorpus(), options });
  expect(figures).toMatchObject({ files: 3, failed: 0 });
  expect(bar.isMet).toBe(true);
});

test("a document that tells something still fails the run", () => {
  const found = { changes: 0, comments: 1, hidden: 0, authors: 0, properties: 0, rsids: 0 };
  const result: ScrubResult = { path: "a.docx", outcome: "scrubbed", found, problems: ["accept: a comment is left"] };
  const { bar, text } = reportScrub({ corpus: ownCorpus(), options }, [result]);
  expect(bar.isMet).toBe(false);
  expect(text).toContain("a.docx: accept: a comment is left");
});
