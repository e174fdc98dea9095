// Decides paragraph marks that were inserted, deleted or moved.

import { RANGE_MARKS, TRACKED } from "../../document/grammar.ts";
import { firstContent } from "../../document/text/elements.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { fateOf } from "../joins.ts";
import { ancestor, isAttached, markOf, removeEmptyProperties, saidBy } from "../markup.ts";
import { isBetween, isBlankRun, isReferenceRun } from "../paragraph-content.ts";
import { type Decided, isKept } from "../revision.ts";

/**
 * What to do with an empty paragraph whose mark is removed and that has no next paragraph. "go" removes it (JOIN-3,
 * JOIN-4). "wait" keeps it if the paragraph before it may still join it by a later verdict and would then get its look
 * (JOIN-6).
 */
export type EmptyEnds = "go" | "wait";

/**
 * Decides paragraph marks from the front, because a paragraph whose mark is removed joins the next one, which may also
 * be removed. A run of paragraphs with content is joined from the back, which gives the same result and moves each
 * content once. From the front, the first content of a run of 6,000 paragraphs would move 6,000 times.
 */
export function decideMarks(marks: readonly Decided[], ends: EmptyEnds): void {
  const runs: Decided[][] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    if (run !== undefined && joinOn(run.at(-1)!, mark)) run.push(mark);
    else runs.push([mark]);
  }
  for (const mark of runs.flatMap((run) => run.reverse())) decideMark(mark, ends);
}

/** True if two paragraphs with content follow each other and both marks are removed. */
function joinOn(one: Decided, other: Decided): boolean {
  const { tree } = one.revision;
  if (tree !== other.revision.tree) return false;
  const [first, second] = [one, other].map(({ revision }) => ancestor(tree, revision.node, W.p));
  return (
    behind(tree, first!).next === second &&
    [one, other].every(({ revision, verdict }) => !isKept(revision, verdict)) &&
    !isEmptyParagraph(tree, first!) &&
    !isEmptyParagraph(tree, second)
  );
}

function decideMark({ revision, verdict }: Decided, ends: EmptyEnds): void {
  const { tree, node } = revision;
  if (!isAttached(tree, node)) return;
  const paragraph = ancestor(tree, node, W.p);
  const properties = tree.parent(node);
  tree.remove(node);
  removeEmptyProperties(tree, properties);
  if (paragraph !== NONE && !isKept(revision, verdict)) removeMark(tree, paragraph, ends);
}

function removeMark(tree: Tree, paragraph: NodeId, ends: EmptyEnds): void {
  // The end of a section is removed with its mark, also if the paragraph must stay (JOIN-7).
  const properties = tree.child(paragraph, W.pPr);
  const section = tree.child(properties, W.sectPr);
  if (section !== NONE) {
    tree.remove(section);
    removeEmptyProperties(tree, properties);
  }
  const fate = fateOf(tree, paragraph, { isGone: () => false, isEmpty: isEmptyParagraph(tree, paragraph) });
  if (fate.kind === "stays") return;
  if (fate.kind === "goes" && ends === "wait" && isAwaited(tree, { paragraph, previous: fate.previous })) return;
  const content = tree.children(paragraph).filter((child) => tree.name(child) !== W.pPr);
  if (fate.kind === "joins") join(tree, { content, paragraph, next: fate.next });
  else leave(tree, { content, paragraph, previous: fate.previous });
  tree.remove(paragraph);
}

/**
 * True if the paragraph before an empty one may still join it and removing the empty one would change the final result.
 * Either the paragraph before has another look, or it would have to stay in place of the empty one.
 */
function isAwaited(tree: Tree, { paragraph, previous }: Omit<Leaving, "content">): boolean {
  if (!hasOpenMark(tree, previous)) return false;
  if (lookOf(tree, previous) !== lookOf(tree, paragraph)) return true;
  const gone = new Set([paragraph]);
  for (let at = previous; hasOpenMark(tree, at); ) {
    const fate = fateOf(tree, at, { isGone: (block) => gone.has(block), isEmpty: true });
    if (fate.kind !== "goes") return true;
    gone.add(at);
    at = fate.previous;
  }
  return false;
}

/** True if the mark of a paragraph has an undecided insertion, deletion or move. */
function hasOpenMark(tree: Tree, paragraph: NodeId): boolean {
  const mark = paragraph === NONE ? NONE : markOf(tree, paragraph);
  return mark !== NONE && tree.children(mark).some((child) => TRACKED.has(tree.name(child)));
}

/** Returns the properties of a paragraph and of its mark, without the tracked change of the mark. */
function lookOf(tree: Tree, paragraph: NodeId): string {
  const said = (properties: NodeId, isLeftOut: (name: NameId) => boolean): string[] =>
    properties === NONE
      ? []
      : tree
          .children(properties)
          .filter((child) => !isLeftOut(tree.name(child)))
          .map((child) => saidBy(tree, child));
  const own = said(tree.child(paragraph, W.pPr), (name) => name === W.rPr);
  const ofMark = said(markOf(tree, paragraph), (name) => TRACKED.has(name));
  return [...own, "mark", ...ofMark].join(" ");
}

interface Join {
  /** Content of the paragraph. */
  readonly content: readonly NodeId[];
  readonly paragraph: NodeId;
  readonly next: NodeId;
}

interface Leaving {
  /** Content of the paragraph: only range markers and runs that show nothing. */
  readonly content: readonly NodeId[];
  readonly paragraph: NodeId;
  readonly previous: NodeId;
}

/**
 * Keeps the range markers of an empty paragraph when it is removed. If the paragraph refers to a comment and has a
 * paragraph before it, all its content goes to the end of the paragraph before it (JOIN-5). Otherwise the markers stay
 * in place and the runs are dropped.
 */
function leave(tree: Tree, { content, paragraph, previous }: Leaving): void {
  const isReferred = content.some((child) => isReferenceRun(tree, child));
  if (isReferred && previous !== NONE) putBefore(tree, content, { parent: previous, before: NONE });
  else {
    const marks = content.filter((child) => !isBlankRun(tree, child));
    putBefore(tree, marks, { parent: tree.parent(paragraph), before: paragraph });
  }
}

/**
 * Moves content to the start of the next paragraph. Range markers between the two paragraphs stay after the content.
 */
function join(tree: Tree, { content, paragraph, next }: Join): void {
  const marks = content.some((child) => isContent(tree, child)) ? behind(tree, paragraph).marks : [];
  const isAll = isEmptyParagraph(tree, next);
  const place = isAll ? { parent: tree.parent(next), before: tree.nextSibling(next) } : startOf(tree, next);
  putBefore(tree, content, startOf(tree, next));
  putBefore(tree, marks, place);
}

function putBefore(tree: Tree, nodes: readonly NodeId[], place: { parent: NodeId; before: NodeId }): void {
  for (const node of nodes) {
    tree.remove(node);
    tree.insertBefore(place.parent, node, place.before);
  }
}

/** Returns the next sibling that is content, or NONE, and the range markers between the paragraph and this sibling. */
function behind(tree: Tree, paragraph: NodeId): { readonly marks: readonly NodeId[]; readonly next: NodeId } {
  const marks: NodeId[] = [];
  let next = tree.nextSibling(paragraph);
  for (; next !== NONE && !isContent(tree, next); next = tree.nextSibling(next)) {
    if (RANGE_MARKS.has(tree.name(next))) marks.push(next);
  }
  return { marks, next };
}

export function isEmptyParagraph(tree: Tree, paragraph: NodeId): boolean {
  return tree.children(paragraph).every((child) => !isContent(tree, child));
}

function isContent(tree: Tree, node: NodeId): boolean {
  return !isBetween(tree, node) && !isBlankRun(tree, node);
}

/** Returns the position at which the content of a paragraph begins. */
function startOf(tree: Tree, paragraph: NodeId): { parent: NodeId; before: NodeId } {
  return { parent: paragraph, before: firstContent(tree, paragraph) };
}
