// Implements set_paragraph_style and set_paragraph_format.

import { strangersIn } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import { writeParagraphFormat } from "../../../language/paragraph-format.ts";
import { NameSet } from "../../../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { paragraphProperties } from "../../../revisions/write/mark-structure.ts";
import { TRACKED_NUMBERING } from "../../apply/lists/number-paragraphs.ts";
import { recordIn } from "../../apply/own-revisions.ts";
import { changeProperties } from "../../apply/text/format-runs.ts";
import type { Workspace } from "../../apply/workspace.ts";
import {
  allNamed,
  locateParagraphs,
  type NamedParagraph,
  type NamedParagraphs,
  type ParagraphsGiven,
} from "../../locate/paragraphs.ts";
import { paragraphNameOf, type UploadedPlace } from "../../locate/uploaded.ts";
import { usesOf } from "../../plan/touch.ts";
import type { Lookup, Problem } from "../../refusal.ts";
import { checkStyle } from "../content-checks.ts";
import type { Operation, Planned, Resolving } from "../operation.ts";
import { checkUndecided, wholeOf } from "../text.ts";
import { leftOut, type Sorted, sortUndecided, uploadedParagraphOf } from "../undecided.ts";

type Change = (work: Workspace, paragraph: NamedParagraph) => void;

/**
 * Changes every named paragraph. A paragraph with an undecided change refuses the edit, or is skipped if `undecided` is
 * "skip".
 */
function changeEach(
  resolving: Resolving<{ readonly paragraphs: ParagraphsGiven }>,
  {
    problems = [],
    check,
  }: { readonly problems?: readonly Problem[]; readonly check?: (place: UploadedPlace) => readonly Problem[] },
  change: Change,
): Lookup<Planned> {
  const { edit, field, known } = resolving;
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs, own);
  if ("problems" in named) return { problems: [...named.problems, ...problems] };
  const sorted = sortParagraphs(resolving, named.found, check);
  const all = [...problems, ...sorted.problems];
  if (all.length > 0) return { problems: all };
  const { kept } = sorted;
  return {
    found: {
      touches: usesOf(uploadedOf(kept), own),
      places: kept.length,
      ...leftOut(
        sorted,
        sorted.left.map((paragraph) => uploadedParagraphOf(known, paragraph)),
      ),
      apply: (work) => {
        for (const paragraph of kept) change(work, paragraph);
      },
    },
  };
}

/**
 * Sorts paragraphs by whether their properties have an undecided change, or `check` finds a problem. A part that a
 * split made has the change of the whole.
 */
export function sortParagraphs(
  resolving: Resolving,
  named: NamedParagraphs,
  check: (place: UploadedPlace) => readonly Problem[] = () => [],
): Sorted<NamedParagraph> {
  const own = `${resolving.field}.paragraphs`;
  return sortUndecided(resolving, allNamed(named), (paragraph) => {
    const place = uploadedParagraphOf(resolving.known, paragraph);
    return place === undefined ? [] : [...checkUndecidedParagraph(place, own), ...check(place)];
  });
}

/** Returns the uploaded paragraphs among some paragraphs. */
export function uploadedOf(paragraphs: readonly NamedParagraph[]): readonly UploadedPlace[] {
  return paragraphs.flatMap((paragraph) => (paragraph.kind === "uploaded" ? [paragraph.place] : []));
}

const UNDECIDED = {
  reason: "UNDECIDED_CHANGE",
  message: "This paragraph has an undecided change of its settings. Accept or reject it first.",
} as const;

/**
 * Returns a problem if a paragraph has an undecided change of its properties or its numbering. The format has room for one.
 */
export function checkUndecidedParagraph(place: UploadedPlace, field: string): Problem[] {
  const { tree } = place.part.story;
  const properties = tree.child(place.paragraph.node, W.pPr);
  const numbering = tree.child(properties, W.numPr);
  const isNumberingOpen = numbering !== NONE && TRACKED_NUMBERING.some((name) => tree.child(numbering, name) !== NONE);
  if (!isNumberingOpen && recordIn(tree, properties) === NONE) return [];
  return [{ field, ...UNDECIDED, paragraphs: [paragraphNameOf(place)] }];
}

export const setParagraphFormat: Operation<"set_paragraph_format"> = (resolving) => {
  const format = resolving.edit.paragraph_format;
  return changeEach(resolving, {}, (work, paragraph) => {
    const { story, node } = work.paragraphOf(paragraph);
    const { tree } = story;
    changeProperties(work, {
      tree,
      owner: node,
      name: W.pPr,
      change: (properties) => writeParagraphFormat({ tree }, properties, format),
    });
  });
};

export const setParagraphStyle: Operation<"set_paragraph_style"> = (resolving) => {
  const { edit, field, known } = resolving;
  const id = edit.style_id;
  const isCleared = edit.clear_direct_formatting === true;
  const problems = checkStyle(known.uploaded, "paragraph", { id, field: `${field}.style_id` });
  // Clearing changes the formatting of the text too.
  const check = (place: UploadedPlace): Problem[] =>
    checkUndecided(known.uploaded, wholeOf(known.uploaded, place), `${field}.paragraphs`);
  return changeEach(resolving, { problems, ...(isCleared ? { check } : {}) }, (work, paragraph) => {
    const { story, node } = work.paragraphOf(paragraph);
    const { tree } = story;
    changeProperties(work, {
      tree,
      owner: node,
      name: W.pPr,
      change: (properties) => {
        if (isCleared) clear(tree, properties, NOT_DIRECT);
        setStyle(tree, properties, id);
      },
    });
    if (isCleared) clearText(work, paragraph);
  });
};

function setStyle(tree: Tree, properties: NodeId, id: string): void {
  const present = tree.child(properties, W.pStyle);
  const style = present === NONE ? tree.element(W.pStyle) : present;
  tree.setAttribute(style, W.val, id);
  if (present === NONE) tree.insertBefore(properties, style, tree.firstChild(properties));
}

/** Elements in the properties of a paragraph that are not direct settings. */
const NOT_DIRECT = new NameSet([W.pStyle, ...strangersIn(W.pPr)]);
/** Elements in the properties of a run that are not direct settings. */
const NOT_DIRECT_RUN = new NameSet([W.rStyle, ...strangersIn(W.rPr)]);

function clear(tree: Tree, properties: NodeId, kept: NameSet): void {
  for (const child of tree.children(properties)) if (!kept.has(tree.name(child))) tree.remove(child);
}

/** Removes the direct formatting of a paragraph's text and mark. */
function clearText(work: Workspace, paragraph: NamedParagraph): void {
  const { story, node } = work.paragraphOf(paragraph);
  const { tree } = story;
  for (const owner of [...work.runsOf(paragraph), paragraphProperties(tree, node)]) {
    const present = tree.child(owner, W.rPr);
    const isDirect = present !== NONE && tree.children(present).some((child) => !NOT_DIRECT_RUN.has(tree.name(child)));
    if (!isDirect) continue;
    changeProperties(work, {
      tree,
      owner,
      name: W.rPr,
      change: (properties) => clear(tree, properties, NOT_DIRECT_RUN),
    });
  }
}
