// Tests that `checkScript` reports each rule that a script breaks.

import { expect, test } from "vitest";
import { comparisonScript } from "../../../testing/comparisons.ts";
import { p } from "../../../testing/documents.ts";
import { checkScript } from "./check-script.ts";
import type { BlockStep, FlowStep, ParagraphStep } from "./script.ts";

/**
 * Returns the ids of the rules that a changed script breaks.
 * The unchanged script leads from `one two¶ End¶` to `one three¶ End¶`.
 */
function brokenBy(change: (steps: readonly BlockStep[]) => readonly BlockStep[]): string[] {
  const { body, ...rest } = comparisonScript(p("one two") + p("End"), p("one three") + p("End"), {
    carries: "after",
  });
  return checkScript({ ...rest, body: { ...body, steps: change(body.steps) } }).map((problem) => problem.slice(0, 5));
}

/** Returns the rules that the script breaks after the pieces of its flow were changed. */
function withPieces(change: (pieces: ParagraphStep["pieces"]) => ParagraphStep["pieces"]): string[] {
  return brokenBy(([first, ...others]) => {
    const flow = first as FlowStep;
    const [paragraph] = flow.steps as readonly ParagraphStep[];
    return [{ ...flow, steps: [{ ...paragraph!, pieces: change(paragraph!.pieces) }] }, ...others];
  });
}

test("a script of a comparison breaks no rule", () => {
  expect(brokenBy((steps) => steps)).toEqual([]);
});

test("[RDL-1] a block of the carrier must not be missing or repeated", () => {
  expect(brokenBy((steps) => steps.slice(1))).toEqual(["RDL-1"]);
  expect(brokenBy((steps) => [...steps, steps[1]!])).toEqual(["RDL-1"]);
});

test("[RDL-2] text of the carrier must not be missing", () => {
  expect(withPieces((pieces) => pieces.slice(1))).toContain("RDL-2");
});

test("[RDL-3] the last mark of a container stays", () => {
  const mark = { change: "deletion", label: { author: "Ann", date: "2026-01-02T03:04:05Z" } } as const;
  expect(
    brokenBy(([first, last]) => [
      first!,
      { kind: "whole", item: (last as { item: ParagraphStep["end"]["item"] }).item, mark },
    ]),
  ).toEqual(["RDL-3"]);
});

test("[RDL-4] deleted text comes before inserted text", () => {
  expect(withPieces(([kept, deleted, inserted, ...rest]) => [kept!, inserted!, deleted!, ...rest])).toEqual(["RDL-4"]);
});
