// Implements set_numbering.

import { type NumberingGiven, numberParagraphs } from "../../apply/lists/number-paragraphs.ts";
import { locateParagraphs } from "../../locate/paragraphs.ts";
import { usesOf } from "../../plan/touch.ts";
import { likeTouches, numberingProblems } from "../content-checks.ts";
import type { Operation } from "../operation.ts";
import { leftOut, uploadedParagraphOf } from "../undecided.ts";
import { sortParagraphs, uploadedOf } from "./paragraph-properties.ts";

export const setNumbering: Operation<"set_numbering"> = (resolving) => {
  const { edit, field, known } = resolving;
  const own = `${field}.paragraphs`;
  const given: NumberingGiven = edit.numbering;
  const named = locateParagraphs(known, edit.paragraphs, own);
  const problems = numberingProblems(known, given, `${field}.numbering`);
  if ("problems" in named) return { problems: [...named.problems, ...problems] };
  const sorted = sortParagraphs(resolving, named.found);
  problems.push(...sorted.problems);
  if (problems.length > 0) return { problems };
  const { kept } = sorted;
  const places = uploadedOf(kept);
  return {
    found: {
      touches: [...usesOf(places, own), ...likeTouches(known, given, `${field}.numbering`)],
      places: kept.length,
      changed: places,
      ...leftOut(
        sorted,
        sorted.left.map((paragraph) => uploadedParagraphOf(known, paragraph)),
      ),
      apply: (work) => {
        if (kept.length === 0) return;
        const blocks = kept.map((paragraph) => work.paragraphOf(paragraph));
        work.problems.push(...numberParagraphs(work, blocks, { given, field: `${field}.numbering` }));
      },
    },
  };
};
