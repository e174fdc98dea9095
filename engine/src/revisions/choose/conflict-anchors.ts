// The anchors that a merge puts into Word for each conflict: bookmarks around its spots, and a comment at the first that says who wants what.
//
// They belong to the conflict, not to the document. When nothing of a conflict is left to decide its anchors go, before the
// changes are decided, so that a paragraph joins its neighbour as if they had never been there. The entry in the record of the merge
// goes too; when no change of a revision is left, so does the record, and with it property conflicts, which have nothing to decide.

import { COMMENT_MARKS } from "../../document/grammar.ts";
import { commentThreads } from "../../document/marks/comments.ts";
import {
  CONFLICT_AUTHOR,
  dropMergeRecord,
  type MergeRecord,
  readMergeRecord,
  writeMergeRecord,
} from "../../document/merge-record.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { clearLostComments, referredComments } from "../decide/lost-comments.ts";
import { listRevisions, trackedParts } from "../list-revisions.ts";
import { descendants, isEmptyRun } from "../markup.ts";
import type { Decided } from "../revision.ts";
import { type Conflict, type ConflictSpot, listConflicts } from "./conflicts.ts";

/** By conflict: the ids of its comment and of the replies to it. */
export function conflictComments(document: WordDocument, conflicts: readonly Conflict[]): Map<Conflict, string[]> {
  if (conflicts.length === 0) return new Map();
  const ours = commentThreads(document, storiesOf(document)).filter(
    ({ comment }) => comment.author === CONFLICT_AUTHOR,
  );
  const left = new Map(ours.map((thread) => [thread.comment.id, thread]));
  const found = new Map<Conflict, string[]>();
  for (const conflict of conflicts) {
    const id = conflict.spots.flatMap(commentsBeside).find((one) => left.has(one));
    const thread = id === undefined ? undefined : left.get(id);
    if (thread === undefined) continue;
    left.delete(thread.comment.id);
    found.set(
      conflict,
      [thread.comment, ...thread.replies].map((comment) => comment.id),
    );
  }
  return found;
}

/** The comments that begin where a spot does: no run stands between the two. */
function commentsBeside({ tree, paragraph, start }: ConflictSpot): string[] {
  const all = descendants(tree, paragraph);
  const at = all.indexOf(start);
  const isRun = (node: NodeId): boolean => tree.name(node) === W.r;
  const before = all.slice(0, at).reverse();
  const behind = all.slice(at + 1);
  const upToRun = (nodes: readonly NodeId[]): readonly NodeId[] => {
    const run = nodes.findIndex(isRun);
    return run < 0 ? nodes : nodes.slice(0, run);
  };
  return [...upToRun(before), ...upToRun(behind)]
    .filter((node) => tree.name(node) === W.commentRangeStart)
    .map((node) => tree.attribute(node, W.id) ?? "");
}

/** Drops the anchors of the conflicts of which the verdicts leave nothing to decide. */
export function dropSettledAnchors(document: WordDocument, decided: readonly Decided[]): void {
  const conflicts = listConflicts(document);
  if (conflicts.length === 0) return;
  const given = new Set(decided.map(({ revision: { part, node } }) => `${part} ${node}`));
  const isSettled = ({ kind, members }: Conflict): boolean =>
    kind !== "property" && members.every(({ part, node }) => given.has(`${part} ${node}`));
  dropAnchors(document, conflicts, isSettled);
}

function dropAnchors(
  document: WordDocument,
  conflicts: readonly Conflict[],
  isDropped: (conflict: Conflict) => boolean,
): void {
  const comments = conflictComments(document, conflicts);
  const dropped = conflicts.filter(isDropped);
  for (const { tree, start, end } of dropped.flatMap(({ spots }) => spots)) {
    tree.remove(start);
    if (end !== NONE) tree.remove(end);
  }
  const ids = new Set(dropped.flatMap((conflict) => comments.get(conflict) ?? []));
  if (ids.size === 0) return;
  for (const part of trackedParts(document)) dropReferences(document.package.tree(part), ids);
}

/** The comments themselves go with everything that nobody refers to any more (lost-comments.ts). */
function dropReferences(tree: Tree, ids: ReadonlySet<string>): void {
  for (const node of elementsNamed(tree, COMMENT_MARKS)) {
    if (!ids.has(tree.attribute(node, W.id) ?? "")) continue;
    const holder = tree.parent(node);
    tree.remove(node);
    if (isEmptyRun(tree, holder)) tree.remove(holder);
  }
}

/** Takes out of the record of a merge what verdicts have settled, and out of the document what is left when they settled all. */
export function clearMergeRecord(document: WordDocument): void {
  const record = readMergeRecord(document);
  if (record === undefined) return;
  const labels = new Set(record.labels.map(({ author }) => author));
  const used = new Set(listRevisions(document).map(({ author }) => author));
  const conflicts = listConflicts(document);
  if (![...labels].some((label) => used.has(label))) {
    const comments = referredComments(document);
    dropAnchors(document, conflicts, () => true);
    clearLostComments(document, comments);
    dropMergeRecord(document);
    return;
  }
  const left = new Set(conflicts.map(({ id }) => id));
  const kept: MergeRecord = { ...record, conflicts: record.conflicts.filter(({ id }) => left.has(id)) };
  if (kept.conflicts.length < record.conflicts.length) writeMergeRecord(document, kept);
}
