// Tests the `selective` command on the repository's own documents, its limits and its bar.

import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { ownCorpus } from "../find-corpus.ts";
import { checkLimits } from "./check-limits.ts";
import type { RangesResult } from "./check-ranges.ts";
import { reportSelective, selective } from "./selective.ts";

test("ranges of the repository's own documents read back on both sides", async () => {
  const options = readArguments(["selective", "--sample", "4", "--jobs", "1"], []);
  const { figures, bar } = await selective.run({ corpus: ownCorpus(), options });
  expect(figures).toMatchObject({ pairs: 4, failed: 0 });
  expect(bar.isMet).toBe(true);
});

test("the limits are exact at their edges", () => {
  expect(checkLimits()).toEqual({ checked: 6, problems: [] });
});

test("a range that does not read back fails the run, and is told", () => {
  const wrong: RangesResult = {
    name: "a",
    outcome: "compared",
    compared: 5,
    refused: 0,
    paragraphs: 9,
    problems: ["range 0: the original of the JSON is not the range"],
  };
  const limits = { checked: 6, problems: [] };
  const { bar, text } = reportSelective({ corpus: "own", seed: 1, results: [wrong], limits });
  expect(bar.isMet).toBe(false);
  expect(text).toContain("a: range 0: the original of the JSON is not the range");
});
