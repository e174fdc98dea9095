// Deletes characters of an uploaded paragraph as a tracked deletion.
//
// What the request itself put in (text that it moved here) was never in the uploaded document and is simply taken out. A
// field goes with its whole result. Comment anchors and bookmarks between the characters stay.

import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { wrapContent } from "../../revisions/write/mark-content.ts";
import type { TextRange } from "../locate/select-text.ts";
import type { InsertPlace } from "./cut-markup.ts";
import { placeBeside } from "./cut-markup.ts";
import type { Workspace } from "./workspace.ts";

export function removeText(
  work: Workspace,
  { place, from, to }: TextRange,
  { keepsLinks = false }: { readonly keepsLinks?: boolean } = {},
): InsertPlace {
  const text = work.textOf(place);
  const { tree } = text;
  const pieces = [...text.between({ from, to }), ...text.fieldsIn({ from, to }, { withLinks: !keepsLinks })];
  const unfolded = text.unfoldIn({ from, to }, { withLinks: !keepsLinks });
  const fieldOf = (run: NodeId): readonly NodeId[] => unfolded.find((runs) => runs.includes(run)) ?? [run];
  const all = [...new Set(text.runsOf(pieces).flatMap(fieldOf))];
  const last = all.at(-1)!;
  const behind = placeBeside(tree, last, {
    side: "after",
    own: work.own,
    ...(keepsLinks ? { staysIn: "links" as const } : {}),
  });
  // The place is kept by a node of its own, because what stands before it changes.
  const keeper = tree.element(W.r);
  tree.insertBefore(behind.parent, keeper, behind.before);
  dropRuns(work, tree, all);
  const kept = { parent: tree.parent(keeper), before: tree.nextSibling(keeper) };
  tree.remove(keeper);
  return kept;
}

/** Marks runs as deleted; those that the request itself moved here go. */
export function dropRuns(work: Workspace, tree: Tree, runs: readonly NodeId[]): void {
  const isOurs = (run: NodeId): boolean => isInOwn(work, tree, run);
  const ours = runs.filter(isOurs);
  wrapContent(
    tree,
    runs.filter((run) => !ours.includes(run)),
    { change: "deletion", maker: work.own },
  );
  for (const run of ours) emptyRun(work, tree, run);
}

/** Takes out what a run holds. The run itself stays until all edits are written: places are found by it. */
export function emptyRun(work: Workspace, tree: Tree, run: NodeId): void {
  for (const child of tree.children(run)) if (tree.name(child) !== W.rPr) tree.remove(child);
  work.emptied.push({ tree, run });
}

/** Takes out the runs that were emptied, when nobody looks for places any more. */
export function clearEmptied({ emptied }: Workspace): void {
  for (const { tree, run } of emptied) removeWithWrapper(tree, run);
}

/** Takes a node out, with a wrapper that has nothing left in it. */
export function removeWithWrapper(tree: Tree, node: NodeId): void {
  const wrapper = tree.parent(node);
  tree.remove(node);
  if (tree.name(wrapper) !== W.p && tree.firstChild(wrapper) === NONE) tree.remove(wrapper);
}

/** Whether a node stands in something that the request inserted or moved. */
export function isInOwn(work: Workspace, tree: Tree, node: NodeId): boolean {
  for (let at = tree.parent(node); at !== NONE; at = tree.parent(at)) {
    const name = tree.name(at);
    if ((name === W.ins || name === W.moveTo) && work.own.isOwn(tree, at)) return true;
  }
  return false;
}
