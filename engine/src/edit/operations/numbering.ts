// set_numbering.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { type NumberingGiven, numberParagraphs } from "../apply/number-paragraphs.ts";
import { locateParagraphs, type NamedParagraph, type ParagraphsGiven } from "../locate/paragraphs.ts";
import { nameOf, type Place } from "../locate/uploaded.ts";
import type { Problem } from "../refusal.ts";
import { numberingProblems } from "./content-checks.ts";
import type { Operation } from "./operation.ts";
import { checkUndecidedParagraph } from "./paragraph-properties.ts";

export const setNumbering: Operation = ({ edit, index, field, known }) => {
  const own = `${field}.paragraphs`;
  const given = edit.numbering as NumberingGiven;
  const named = locateParagraphs(known, edit.paragraphs as ParagraphsGiven, own);
  const problems = numberingProblems(known, given, `${field}.numbering`);
  if ("problems" in named) return { problems: [...named.problems, ...problems] };
  const { places, made } = named.found;
  problems.push(...places.flatMap((place) => [...checkUndecidedParagraph(place, own), ...checkTracked(place, own)]));
  if (problems.length > 0) return { problems };
  const paragraphs: NamedParagraph[] = [...places.map((place) => ({ kind: "uploaded" as const, place })), ...made];
  return {
    found: {
      touches: places.map((place) => ({ kind: "paragraph", place, effect: "uses", field: own })),
      apply: (work) => {
        const blocks = paragraphs.map((paragraph) => work.paragraphOf(paragraph));
        const refused = numberParagraphs(work, blocks, { given, field: `${field}.numbering` });
        work.refusals.push(...refused.map((problem) => ({ edit: index, ...problem })));
      },
    },
  };
};

const TRACKED: readonly NameId[] = [W.ins, W.numberingChange];

/** A numbering that another put there, and that is not decided. */
function checkTracked(place: Place, field: string): Problem[] {
  const { tree } = place.part.story;
  const properties = tree.child(place.paragraph.node, W.pPr);
  const numbering = properties === NONE ? NONE : tree.child(properties, W.numPr);
  if (numbering === NONE || TRACKED.every((name) => tree.child(numbering, name) === NONE)) return [];
  const message = "The numbering of this paragraph is an undecided change; accept or reject it first.";
  return [{ field, reason: "UNDEFINED_COMBINATION", message, paragraphs: [nameOf(place)] }];
}
