// Accepts and rejects tracked changes, all of them or any set (REV-2).
//
// The order matters:
// 1. properties, while everything is in its place;
// 2. content, innermost first, so that a wrapper is unwrapped or dropped with what remains in it;
// 3. cells and rows;
// 4. links without content, so that a paragraph knows if it is empty;
// 5. paragraph marks;
// 6. what lost its meaning: broken fields, move ranges, notes and comments without a reference, the merge record.

import type { WordDocument } from "../../document/open-document.ts";
import type { AuthorsView } from "../../document/text/views.ts";
import { MC } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { clearMergeRecord, dropSettledAnchors } from "../choose/conflict-anchors.ts";
import { listRevisions } from "../list-revisions.ts";
import { clearMoves, releaseHalves, wholeMoves } from "../moves.ts";
import type { Decided, Revision, RevisionPlace, Verdict } from "../revision.ts";
import { pairTwins } from "../twins.ts";
import { brokenFields, removeBroken } from "./broken-fields.ts";
import { clearEmptied, clearLostNotes, referredNotes } from "./clear-leftovers.ts";
import { decideContent, decideControl, decideMath } from "./decide-content.ts";
import { decideMarks, type EmptyEnds, isEmptyParagraph } from "./decide-marks.ts";
import { decideCellMerge, decideNumbering, decideProperty } from "./decide-properties.ts";
import { decideCell, decideRow, dropMovedRows, movedRows } from "./decide-tables.ts";
import { clearLostComments, referredComments } from "./lost-comments.ts";
import { returnMarks } from "./return-marks.ts";

export function acceptAll(document: WordDocument): void {
  decideAll(document, "accept");
}

export function rejectAll(document: WordDocument): void {
  decideAll(document, "reject");
}

function decideAll(document: WordDocument, verdict: Verdict): void {
  decideBy(document, () => verdict);
}

/** Decides every change for which the function returns a verdict. Other changes stay. */
function decideBy(document: WordDocument, verdictOf: (revision: Revision) => Verdict | undefined): void {
  const decided = listRevisions(document).flatMap((revision) => {
    const verdict = verdictOf(revision);
    return verdict === undefined ? [] : [{ revision, verdict }];
  });
  decide(document, decided);
}

/** Accepts the changes of some authors and rejects all others. The result is the document that their view shows. */
export function decideAuthors(document: WordDocument, { accepts }: AuthorsView): void {
  decideBy(document, ({ author }) => (accepts(author) ? "accept" : "reject"));
}

type Step = (decided: Decided) => void;

/** The steps in order. `order` is "backward" if a step starts at the end of the document. */
const STEPS: readonly { places: readonly RevisionPlace[]; order: "forward" | "backward"; step: Step }[] = [
  { places: ["property"], order: "backward", step: decideProperty },
  { places: ["numbering"], order: "forward", step: decideNumbering },
  { places: ["cellMerge"], order: "forward", step: decideCellMerge },
  { places: ["content"], order: "backward", step: decideContent },
  { places: ["math"], order: "backward", step: decideMath },
  { places: ["control"], order: "backward", step: decideControl },
  { places: ["cell"], order: "backward", step: decideCell },
  { places: ["row"], order: "backward", step: decideRow },
];

/** Applies verdicts to a document. Revisions without a verdict stay as they are. */
export function decide(document: WordDocument, decided: readonly Decided[], emptyEnds: EmptyEnds = "go"): void {
  if (decided.length === 0) return;
  const withTwins = [...decided, ...twinsOf(document, decided)];
  const trees = new Set(withTwins.map(({ revision }) => revision.tree));
  const notes = referredNotes(document);
  const comments = referredComments(document);
  dropSettledAnchors(document, decided);
  const moved = movedRows(withTwins);
  const moves = wholeMoves(document);
  returnMarks(document, withTwins);
  const broken = new Map([...trees].map((tree) => [tree, brokenFields(tree)]));
  const parents = withTwins
    .filter(({ revision }) => revision.place === "content")
    .map(({ revision: { tree, node } }) => ({ tree, parent: tree.parent(node) }));
  for (const { places, order, step } of STEPS) {
    const matching = withTwins.filter(({ revision }) => places.includes(revision.place));
    for (const one of order === "forward" ? matching : matching.reverse()) step(one);
  }
  for (const { tree, parent } of parents) clearEmptied(tree, parent);
  const marks = withTwins.filter(({ revision }) => revision.place === "mark");
  dropMovedRows(moved, isEmptyParagraph);
  if (moves.size > 0) {
    // Joined paragraphs would carry the move ranges of all paragraphs before them, so remove those ranges first.
    const given = verdictsByNode(marks);
    clearMoves(document, ({ tree, node }) => given.get(tree)?.has(node) === true);
  }
  decideMarks(marks, emptyEnds);
  for (const [tree, before] of broken) removeBroken(tree, before);
  releaseHalves(document, moves);
  clearMoves(document);
  clearLostNotes(document, notes);
  clearLostComments(document, comments);
  clearMergeRecord(document, { keepsFormats: emptyEnds === "wait" });
}

/** Maps tree and node to the verdict. Two trees use the same node ids. */
function verdictsByNode(decided: readonly Decided[]): Map<Tree, Map<NodeId, Verdict>> {
  const given = new Map<Tree, Map<NodeId, Verdict>>();
  for (const { revision, verdict } of decided) {
    const { tree, node } = revision;
    given.set(tree, (given.get(tree) ?? new Map<NodeId, Verdict>()).set(node, verdict));
  }
  return given;
}

/** A change in a fallback gets the verdict of its twin in the choice. */
function twinsOf(document: WordDocument, decided: readonly Decided[]): Decided[] {
  const given = verdictsByNode(decided);
  const trees = [...given.keys()];
  if (!trees.some((tree) => tree.mayHave(MC.Fallback))) return [];
  const twins = pairTwins(listRevisions(document).filter(({ tree }) => given.has(tree)));
  return [...twins].flatMap(([revision, { node }]) => {
    const ofTree = given.get(revision.tree)!;
    const verdict = ofTree.has(revision.node) ? undefined : ofTree.get(node);
    return verdict === undefined ? [] : [{ revision, verdict }];
  });
}
