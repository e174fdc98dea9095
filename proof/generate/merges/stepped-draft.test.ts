// Tests that edits of different copies stay apart around equal paragraphs and rows and moved blocks.

import { expect, test } from "vitest";
import { docx, p, SECTION, tbl } from "../testing/small-documents.ts";
import type { Edit, EditKind } from "../truth.ts";
import { makeStepped, type Step } from "./stepped-draft.ts";

/** Returns the edits of two copies, one kind each, for many seeds. */
function madeFor(body: string, kinds: readonly [EditKind, EditKind]): (readonly Edit[])[] {
  const base = docx(body + SECTION);
  return Array.from({ length: 30 }, (_, seed) => {
    const steps = kinds.map((kind, at): Step => ({ kind, seed: seed * 2 + at, owners: [at] }));
    const isMade = steps.map((own) => (step: Step) => step === own);
    return makeStepped(base, steps, isMade).made.map(({ edit }) => edit);
  });
}

const names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"];
const long = "The Supplier shall deliver all goods within thirty days of any written notice of the Customer.";

test("of equal paragraphs and rows that one copy has fewer of, no other copy edits any", () => {
  const equal = Array.from({ length: 8 }, () => p("Numbered example")).join("") + p(long);
  const rows = tbl(["alpha", "beta"], ...Array.from({ length: 8 }, () => ["", ""])) + p(long) + p("The end.");
  for (const [body, kinds, start] of [
    [equal, ["delete_paragraph", "run_color"], 0],
    [equal, ["run_color", "delete_paragraph"], 0],
    [rows, ["delete_row", "merge_cells"], 2],
  ] as const) {
    const both = madeFor(body, kinds).filter((made) => made.length === 2);
    const isAmong = ({ paragraph }: Edit): boolean => paragraph >= start && paragraph < start + 8;
    for (const made of both) expect(made.every(isAmong)).toBe(false);
  }
});

test("what a block moved past is left alone, where it says no more than the block", () => {
  const short = [...names.slice(0, 4), long, ...names.slice(4)].map((text) => p(text)).join("");
  const rich = names.map((name) => p(`${name}: ${long}`)).join("");
  const isPassed = ([move, other]: readonly Edit[]): boolean => {
    const [from, to] = [move!.paragraph, move!.to!].sort((one, two) => one - two) as [number, number];
    return other!.paragraph >= from && other!.paragraph < to;
  };
  const passedIn = (body: string) =>
    madeFor(body, ["move_paragraph", "replace_word"]).filter((made) => made.length === 2 && isPassed(made));
  expect(passedIn(short)).toHaveLength(0);
  expect(passedIn(rich).length).toBeGreaterThan(0);
});
