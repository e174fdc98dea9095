// set_paragraph_style and set_paragraph_format.

import { strangersIn } from "../../document/grammar.ts";
import { type ParagraphFormatChange, writeParagraphFormat } from "../../document/paragraph-format.ts";
import { W } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { paragraphProperties } from "../../revisions/write/mark-structure.ts";
import { changeProperties } from "../apply/format-runs.ts";
import { recordIn } from "../apply/own-revisions.ts";
import type { Workspace } from "../apply/workspace.ts";
import { allNamed, locateParagraphs, type NamedParagraph, type ParagraphsGiven } from "../locate/paragraphs.ts";
import { nameOf, type Place, type Uploaded } from "../locate/uploaded.ts";
import { usesOf } from "../plan/touch.ts";
import type { Problem } from "../refusal.ts";
import { checkStyle } from "./content-checks.ts";
import type { Operation, Resolving } from "./operation.ts";
import { checkUndecided } from "./text.ts";

type Change = (work: Workspace, paragraph: NamedParagraph) => void;

/** Changes something of every named paragraph. */
function changeEach(
  { edit, index, field, known }: Resolving,
  problems: readonly Problem[],
  change: Change,
): ReturnType<Operation> {
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs as ParagraphsGiven, own);
  if ("problems" in named) return { problems: [...named.problems, ...problems] };
  const { places, made } = named.found;
  const all = [...problems, ...places.flatMap((place) => checkUndecidedParagraph(place, own))];
  if (all.length > 0) return { problems: all };
  const paragraphs = allNamed(named.found);
  return {
    found: {
      touches: usesOf(places, own),
      places: paragraphs.length,
      apply: (work) => {
        // The second half of a paragraph has the undecided change of the whole.
        const unsettled = made.some((paragraph) => hasOthersChange(work, paragraph));
        if (unsettled) work.refusals.push({ edit: index, field: own, ...UNDECIDED });
        else for (const paragraph of paragraphs) change(work, paragraph);
      },
    },
  };
}

const UNDECIDED = {
  reason: "UNDEFINED_COMBINATION",
  message: "This paragraph has an undecided change of its settings. Accept or reject it first.",
} as const;

/** A paragraph has room for one undecided change of its properties, its numbering among them. */
export function checkUndecidedParagraph(place: Place, field: string): Problem[] {
  const { tree } = place.part.story;
  const properties = tree.child(place.paragraph.node, W.pPr);
  const numbering = properties === NONE ? NONE : tree.child(properties, W.numPr);
  const isNumberingOpen = numbering !== NONE && TRACKED_NUMBERING.some((name) => tree.child(numbering, name) !== NONE);
  if (!isNumberingOpen && recordIn(tree, properties) === NONE) return [];
  return [{ field, ...UNDECIDED, paragraphs: [nameOf(place)] }];
}

function hasOthersChange(work: Workspace, paragraph: NamedParagraph): boolean {
  const { story, node } = work.paragraphOf(paragraph);
  const { tree } = story;
  const record = recordIn(tree, tree.child(node, W.pPr));
  return record !== NONE && !work.own.isOwn(tree, record);
}

/** What records, in a numbering, that another put it there or changed it. */
const TRACKED_NUMBERING: readonly NameId[] = [W.ins, W.numberingChange];

export const setParagraphFormat: Operation = (resolving) => {
  const format = resolving.edit.paragraph_format as ParagraphFormatChange;
  return changeEach(resolving, [], (work, paragraph) => {
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

export const setParagraphStyle: Operation = (resolving) => {
  const { edit, field, known } = resolving;
  const id = edit.style_id as string;
  const isCleared = edit.clear_direct_formatting === true;
  const problems = [
    ...checkStyle(known.uploaded, "paragraph", { id, field: `${field}.style_id` }),
    ...(isCleared ? undecidedText(resolving, known.uploaded) : []),
  ];
  return changeEach(resolving, problems, (work, paragraph) => {
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

/** Clearing formats the text too. */
function undecidedText({ edit, field, known }: Resolving, uploaded: Uploaded): Problem[] {
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs as ParagraphsGiven, own);
  if ("problems" in named) return [];
  return named.found.places.flatMap((place) =>
    checkUndecided(uploaded, { place, from: 0, to: uploaded.textOf(place).text.length }, own),
  );
}

function setStyle(tree: Tree, properties: NodeId, id: string): void {
  const present = tree.child(properties, W.pStyle);
  const style = present === NONE ? tree.element(W.pStyle) : present;
  tree.setAttribute(style, W.val, id);
  if (present === NONE) tree.insertBefore(properties, style, tree.firstChild(properties));
}

/** What in the properties of a paragraph is no direct setting. */
const NOT_DIRECT = new NameSet([W.pStyle, ...strangersIn(W.pPr)]);
/** What in the properties of a run is none. */
const NOT_DIRECT_RUN = new NameSet([W.rStyle, ...strangersIn(W.rPr)]);

function clear(tree: Tree, properties: NodeId, kept: NameSet): void {
  for (const child of tree.children(properties)) if (!kept.has(tree.name(child))) tree.remove(child);
}

/** Removes what is set directly on the text of a paragraph and on its mark. */
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
