// Manages the anchors of conflicts: bookmarks around the spots, and a comment at the first spot.
//
// The comment shows who wants what. Anchors belong to the conflict, not to the document (REV-12). If nothing of a
// conflict is left to decide, its anchors are dropped before the changes are decided. A paragraph then joins its
// neighbour as if there had been no anchors. The entry in the record of the merge is removed too. When no change of a
// revision is left, the record is removed, with property conflicts, which have nothing to decide.

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
import { NONE, type Tree } from "../../ooxml/xml/tree.ts";
import { clearLostComments, referredComments } from "../decide/lost-comments.ts";
import { listRevisions, trackedParts } from "../list-revisions.ts";
import { isEmptyRun } from "../markup.ts";
import type { Decided } from "../revision.ts";
import { type Conflict, type ConflictSpot, listConflicts } from "./conflicts.ts";

/** Maps a conflict to the ids of its comment and of the replies. */
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

/** Returns the comments that begin at the start of a spot, without a run between the two. */
function commentsBeside({ tree, start, around }: ConflictSpot): string[] {
  const { nodes } = around;
  const ids: string[] = [];
  for (const by of [-1, 1]) {
    for (let at = around.indexOf(start) + by; at >= 0 && at < nodes.length && tree.name(nodes[at]!) !== W.r; at += by) {
      if (tree.name(nodes[at]!) === W.commentRangeStart) ids.push(tree.attribute(nodes[at]!, W.id) ?? "");
    }
  }
  return ids;
}

/** Drops the anchors of the conflicts for which the verdicts leave nothing to decide. */
export function dropSettledAnchors(document: WordDocument, decided: readonly Decided[]): void {
  const conflicts = listConflicts(document);
  if (conflicts.length === 0) return;
  const given = new Set(decided.map(({ revision: { part, node } }) => `${part} ${node}`));
  const isSettled = ({ kind, members }: Conflict): boolean =>
    kind !== "property" && members.every(({ part, node }) => given.has(`${part} ${node}`));
  dropAnchors(document, conflicts, isSettled);
}

/** Drops the bookmarks and comments of some conflicts. */
export function dropAnchors(
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

/** The comments themselves are removed with all others that lost their reference (lost-comments.ts). */
function dropReferences(tree: Tree, ids: ReadonlySet<string>): void {
  for (const node of elementsNamed(tree, COMMENT_MARKS)) {
    if (!ids.has(tree.attribute(node, W.id) ?? "")) continue;
    const holder = tree.parent(node);
    tree.remove(node);
    if (isEmptyRun(tree, holder)) tree.remove(holder);
  }
}

/**
 * Removes settled conflicts from the record of a merge. If no change with a label is left, removes the record and the
 * remaining anchors. `keepsFormats` keeps both as long as a conflict about formatting can be settled.
 */
export function clearMergeRecord(document: WordDocument, { keepsFormats = false } = {}): void {
  const record = readMergeRecord(document);
  if (record === undefined) return;
  const labels = new Set(record.labels.map(({ author }) => author));
  const used = new Set(listRevisions(document).map(({ author }) => author));
  const conflicts = listConflicts(document);
  const owned = new Set(record.conflicts.flatMap(({ id, owner }) => (owner === undefined ? [] : [id])));
  const isOpen = keepsFormats && conflicts.some(({ id, kind }) => kind === "property" && owned.has(id));
  if (!isOpen && ![...labels].some((label) => used.has(label))) {
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
