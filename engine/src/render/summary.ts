// How many changes a redline holds, as a reader counts them.
//
// What one decision holds of one block is one change, as in the blocks: three inserted paragraphs are three
// insertions, text and mark of one paragraph are one, and a row or cell is one with all that is in it. A move is a
// pair. Everything that shows no text of its own, a property, a list, a content control, is a format. All parts are
// counted, notes and text boxes too, although the blocks do not carry them.

import { W } from "../document/word-names.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import { type Decision, isWholeMove } from "../revisions/decisions.ts";
import { ancestor } from "../revisions/markup.ts";
import type { Revision, RevisionPlace } from "../revisions/revision.ts";
import type { RedlineSummary } from "./redline.ts";

export function summarize(decisions: readonly Decision[]): RedlineSummary {
  const isText = (decision: Decision): boolean => decision.revisions.some(({ place }) => TEXT.has(place));
  const textual = decisions.filter((decision) => !isWholeMove(decision) && isText(decision));
  const count = (...kinds: readonly Revision["kind"][]): number =>
    textual.reduce((sum, { revisions }) => sum + countInTrees(revisions.filter(({ kind }) => kinds.includes(kind))), 0);
  return {
    insertions: count("insertion", "moveTo"),
    deletions: count("deletion", "moveFrom"),
    moves: decisions.filter(isWholeMove).length,
    formats: decisions.filter((decision) => !isText(decision)).length,
    conflicts: 0,
  };
}

/** Where a change is one of text. */
const TEXT: ReadonlySet<RevisionPlace> = new Set<RevisionPlace>(["content", "mark", "row", "cell"]);

/** A note is decided with its reference, which stands in another tree. */
function countInTrees(revisions: readonly Revision[]): number {
  const trees = Map.groupBy(revisions, ({ tree }) => tree);
  return [...trees.values()].reduce((sum, own) => sum + countBlocks(own), 0);
}

/** The blocks that revisions of one decision touch in a tree, without those in a row or cell that is among them. */
function countBlocks(revisions: readonly Revision[]): number {
  const blocks = new Map(revisions.map((revision) => [blockOf(revision), revision.tree]));
  blocks.delete(NONE);
  const isInside = (block: NodeId): boolean => {
    const tree = blocks.get(block)!;
    for (let at = tree.parent(block); at !== NONE; at = tree.parent(at)) if (blocks.has(at)) return true;
    return false;
  };
  return [...blocks.keys()].filter((block) => !isInside(block)).length;
}

function blockOf({ tree, node, place }: Revision): NodeId {
  if (place === "row") return ancestor(tree, node, W.tr);
  if (place === "cell") return ancestor(tree, node, W.tc);
  if (!TEXT.has(place)) return NONE;
  const paragraph = ancestor(tree, node, W.p);
  // Around whole blocks a change is its own.
  return paragraph === NONE ? node : paragraph;
}
