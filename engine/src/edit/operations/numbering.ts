// set_numbering.

import { type NumberingGiven, numberParagraphs } from "../apply/number-paragraphs.ts";
import { allNamed, locateParagraphs, type ParagraphsGiven } from "../locate/paragraphs.ts";
import { usesOf } from "../plan/touch.ts";
import { likeTouches, numberingProblems } from "./content-checks.ts";
import type { Operation } from "./operation.ts";
import { checkUndecidedParagraph } from "./paragraph-properties.ts";

export const setNumbering: Operation = ({ edit, index, field, known }) => {
  const own = `${field}.paragraphs`;
  const given = edit.numbering as NumberingGiven;
  const named = locateParagraphs(known, edit.paragraphs as ParagraphsGiven, own);
  const problems = numberingProblems(known, given, `${field}.numbering`);
  if ("problems" in named) return { problems: [...named.problems, ...problems] };
  const { places } = named.found;
  problems.push(...places.flatMap((place) => checkUndecidedParagraph(place, own)));
  if (problems.length > 0) return { problems };
  const paragraphs = allNamed(named.found);
  return {
    found: {
      touches: [...usesOf(places, own), ...likeTouches(known, given, `${field}.numbering`)],
      places: paragraphs.length,
      changed: places,
      apply: (work) => {
        const blocks = paragraphs.map((paragraph) => work.paragraphOf(paragraph));
        const refused = numberParagraphs(work, blocks, { given, field: `${field}.numbering` });
        work.refusals.push(...refused.map((problem) => ({ edit: index, ...problem })));
      },
    },
  };
};
