// Tests how far a plan becomes coarser around one paragraph, time after time.

import { expect, test } from "vitest";
import { open, p, tbl } from "../../../testing/documents.ts";
import { readSides } from "../compare-documents.ts";
import { defaultOptions } from "../options.ts";
import { coarsen } from "./coarsen.ts";
import type { ContainerPlan, Step } from "./plan.ts";
import { planDocument } from "./plan-document.ts";

const TEXTS = Array.from({ length: 16 }, (_, at) => `This is clause number ${at} of the contract.`);

/**
 * Returns one sign for each step: `.` for paragraphs that stay, `#` for replaced ones, `-` and `+` for deleted and
 * inserted items. `T` is a table with rows that stay, `t` one whose rows are all replaced.
 */
function shapeOf({ steps }: ContainerPlan): string {
  return steps.map(letterOf).join("");
}

function letterOf(step: Step): string {
  if (step.kind === "table") return step.rows.some(({ kind }) => kind === "pair") ? "T" : "t";
  if (step.kind === "same" || (step.kind === "group" && step.isCoarse !== true)) return ".";
  return step.kind === "group" ? "#" : step.kind === "delete" ? "-" : "+";
}

/** Returns the shapes of a plan that becomes coarser around the paragraph `at`, until nothing coarser is left. */
function shapes(body: string, at: number): string[] {
  const document = open(body);
  const sides = readSides(document, open(body), { options: defaultOptions, carries: "after" });
  const { body: plan, planning } = planDocument(sides.before, sides.after, defaultOptions);
  const item = plan.before.items[at]!;
  const place = { side: "before", part: item.story.part, node: item.node } as const;
  const found = [shapeOf(plan)];
  while (coarsen(plan, place, planning)) found.push(shapeOf(plan));
  return found;
}

test("a paragraph is replaced, then as many again on its sides, then the container", () => {
  expect(shapes(TEXTS.map((text) => p(text)).join(""), 8)).toEqual([
    "................",
    "........#.......",
    ".......#......",
    "....#...",
    "#",
  ]);
});

test("a table is replaced before its neighbours are", () => {
  expect(shapes(p("One clause of the contract.") + tbl([p("In the table")]) + p("Another clause of it."), 1)).toEqual([
    ".T.",
    ".t.",
    "#",
  ]);
});
