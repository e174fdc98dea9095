// Deletes characters of an uploaded paragraph as a tracked deletion.
//
// What the request itself put in (text that it moved here) was never in the uploaded document and is simply taken out. A
// field goes with its whole result. Comment anchors and bookmarks between the characters stay.

import { shownRunsOf } from "../../../document/text/runs.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { clearEmptied as clearWrappers } from "../../../revisions/decide/clear-leftovers.ts";
import { ancestor } from "../../../revisions/markup.ts";
import { wrapContent } from "../../../revisions/write/mark-content.ts";
import type { Link } from "../../locate/links.ts";
import type { TextRange } from "../../locate/text/match-text.ts";
import type { ResultSpan } from "../../locate/text/read-text.ts";
import type { Workspace } from "../workspace.ts";
import type { InsertPlace } from "./cut-markup.ts";
import { placeBeside } from "./cut-markup.ts";
import { isDropped } from "./standing-ends.ts";
import type { CharacterRange } from "./working-text.ts";

export function removeText(work: Workspace, range: TextRange): void {
  dropRuns(work, work.textOf(range.place).tree, removedRuns(work, range).all);
  dropEmptyLinks(work, range);
}

/** A link whose text was deleted piece by piece goes with the last of it. */
function dropEmptyLinks(work: Workspace, { place, from, to }: TextRange): void {
  const text = work.textOf(place);
  const { tree } = text;
  for (const link of work.uploaded.linksOf(place)) {
    const isCut = link.from < to && link.to > from && !(link.from >= from && link.to <= to);
    if (link.kind !== "field" || !isCut || !link.span.beginsHere || !link.span.endsHere) continue;
    if (link.span.kind === "simple") continue;
    const runs = text.runsOf(text.piecesOf(link.span));
    const [first, last] = [runs[0]!, runs.at(-1)!];
    const paragraph = ancestor(tree, first, W.p);
    if (paragraph !== ancestor(tree, last, W.p)) continue;
    const shown = shownRunsOf(work.storyOf(place.part), paragraph, "accepted").map(({ node }) => node);
    const inside = shown.slice(shown.indexOf(first), shown.indexOf(last) + 1);
    const left = inside.filter((run) => !isCommentReference(tree, run));
    if (left.every((run) => tree.children(run).every((node) => FIELD.has(tree.name(node))))) dropRuns(work, tree, left);
  }
}

/** What makes a field, but for its result. */
// policy: a field in text that stands, without what was deleted
const FIELD: ReadonlySet<NameId> = new Set([W.rPr, W.fldChar, W.instrText]);

/**
 * Deletes characters that others are to stand for, and gives the place of those: behind the last deleted one that is in the same
 * link as the first, which stays a link, or in none as that. A link that the request removed is none (EDT-34).
 */
export function clearText(work: Workspace, { place, from, to }: TextRange): InsertPlace {
  const { tree, linked } = work.textOf(place);
  const isFirst = (one: CharacterRange): boolean => one.from <= from && from < one.to;
  const uploaded = work.uploaded.linksOf(place);
  const isRemoved = (one: Link): boolean => isDropped(work, tree, work.links.get(one)!.end);
  const links = [...uploaded.filter((one) => !work.links.has(one) || !isRemoved(one)), ...linked];
  const link = links.find(isFirst);
  const next = links.map((one) => one.from).filter((start) => start > from);
  const end = link === undefined ? Math.min(to, ...next) : Math.min(to, link.to);
  const { all, runsIn } = removedRuns(work, { place, from, to }, uploaded.find(isFirst));
  const last = runsIn({ from, to: end }).at(-1)!;
  const behind = placeBeside(tree, last, {
    side: "after",
    own: work.own,
    ...(link === undefined ? {} : { staysIn: "links" as const }),
  });
  // The place is kept by a node of its own, because what stands before it changes; a run would be taken for a neighbour.
  const keeper = tree.element(W.proofErr);
  tree.insertBefore(behind.parent, keeper, behind.before);
  dropRuns(work, tree, all);
  const kept = { parent: tree.parent(keeper), before: tree.nextSibling(keeper) };
  tree.remove(keeper);
  return kept;
}

/** The runs that go with characters; fields go with their whole results, but for a link that is kept and the references to comments. */
function removedRuns(work: Workspace, { place, from, to }: TextRange, kept?: Link) {
  const text = work.textOf(place);
  const isMeant = (span: ResultSpan): boolean => kept?.kind !== "field" || span !== kept.span;
  const unfolded = text
    .unfoldIn({ from, to }, isMeant)
    .map((runs) => runs.filter((run) => !isCommentReference(text.tree, run)));
  const fieldOf = (run: NodeId): readonly NodeId[] => unfolded.find((runs) => runs.includes(run)) ?? [run];
  const runsIn = (range: CharacterRange): NodeId[] => {
    const fields = text.fieldsIn(range, isMeant).filter(({ kind }) => kind !== "comment");
    const pieces = [...text.between(range), ...fields];
    return [...new Set(text.runsOf(pieces).flatMap(fieldOf))];
  };
  return { all: runsIn({ from, to }), runsIn };
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
  // What was around one may have gone with it.
  for (const { tree, run } of emptied) if (tree.parent(run) !== NONE) removeWithWrapper(tree, run);
}

/** Takes a node out, with the links and tracked changes around it that have nothing left in them. */
export function removeWithWrapper(tree: Tree, node: NodeId): void {
  const wrapper = tree.parent(node);
  tree.remove(node);
  clearWrappers(tree, wrapper);
}

/** True if a comment hangs on a run: the run stays when the text around it goes. */
export function isCommentReference(tree: Tree, run: NodeId): boolean {
  return tree.name(run) === W.r && tree.child(run, W.commentReference) !== NONE;
}

/** Whether a node stands in something that the request inserted or moved. */
export function isInOwn(work: Workspace, tree: Tree, node: NodeId): boolean {
  for (let at = tree.parent(node); at !== NONE; at = tree.parent(at)) {
    const name = tree.name(at);
    if ((name === W.ins || name === W.moveTo) && work.own.isOwn(tree, at)) return true;
  }
  return false;
}
