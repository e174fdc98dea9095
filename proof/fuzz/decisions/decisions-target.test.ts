// Tests how cases of decisions are generated and shrunk.

import { listDecisions, listRevisions } from "@versus/engine/inside";
import { expect, test } from "vitest";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { caseSeed, Random } from "../../runner/random.ts";
import { elementSequence } from "./leave-out-elements.ts";
import { trackedBytes, writeTracked } from "./tracked-document.ts";
import { sortDecisions } from "./verdicts.ts";

test("elements are left out with what is in them", () => {
  const xml = "<a>1<b/>2<c>3<d/></c></a><e/>";
  expect(elementSequence.length(xml)).toBe(5);
  expect(elementSequence.without(xml, 1, 2)).toBe("<a>12<c>3<d/></c></a><e/>");
  expect(elementSequence.without(xml, 2, 4)).toBe("<a>1<b/>2</a><e/>");
  expect(elementSequence.without(xml, 0, 5)).toBe("");
});

test("the same seed writes the same document", () => {
  expect(writeTracked(new Random(3), undefined)).toEqual(writeTracked(new Random(3), undefined));
});

test("a verdict does not change when another decision goes", () => {
  const document = openCorpusDocument(trackedBytes(writeTracked(new Random(caseSeed(1, 7)), "inserted run")));
  const decisions = listDecisions(document);
  const plan = { seed: 5, share: 0.5 };
  const all = sortDecisions(decisions, plan);
  const fewer = sortDecisions(decisions.slice(1), plan);
  expect(listRevisions(document).length).toBeGreaterThan(1);
  expect(all.decided.length + all.undecided.length).toBeGreaterThan(1);
  expect(all.decided).toEqual(expect.arrayContaining([...fewer.decided]));
});
