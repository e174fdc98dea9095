// How many changes a redline holds, as a reader counts them: by decisions (spec 3, section 11).
//
// An inserted paragraph is one insertion with its text and mark, and so are three in a row; a replaced word is one
// insertion and one deletion. A column that came or went is one, although each of its cells is decided by itself. A move
// is a pair; half of one is an insertion or a deletion. Everything that shows no text of its own, a property, a list, a
// content control, is a format. All parts are counted, notes and text boxes too.

import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { type Decision, isWholeMove } from "../revisions/decisions.ts";
import { ancestor } from "../revisions/markup.ts";
import type { Revision, RevisionPlace } from "../revisions/revision.ts";
import type { RedlineSummary } from "./redline.ts";

export function summarize(decisions: readonly Decision[]): RedlineSummary {
  const textual = decisions.filter((decision) => !isWholeMove(decision) && !isFormat(decision));
  const count = (...kinds: readonly Revision["kind"][]): number => {
    const counted = textual.filter(({ revisions }) => revisions.some(({ kind }) => kinds.includes(kind)));
    return new Set(counted.map((decision) => columnOf(decision) ?? decision)).size;
  };
  return {
    insertions: count("insertion", "moveTo"),
    deletions: count("deletion", "moveFrom"),
    moves: decisions.filter(isWholeMove).length,
    formats: decisions.filter(isFormat).length,
    conflicts: 0,
  };
}

/** Where a change is one of text. */
const TEXT: ReadonlySet<RevisionPlace> = new Set<RevisionPlace>(["content", "mark", "row", "cell"]);

/** True if the decision is about no text. */
export function isFormat({ revisions }: Decision): boolean {
  return !revisions.some(({ place }) => TEXT.has(place));
}

/** The column that a cell came or went with; undefined for any other decision. */
function columnOf({ kind, author, date, revisions }: Decision): string | undefined {
  const mark = revisions.find(({ place }) => place === "cell");
  if (mark === undefined) return undefined;
  const { tree, node, part } = mark;
  const cell = ancestor(tree, node, W.tc);
  return JSON.stringify([part, ancestor(tree, cell, W.tbl), columnsBefore(tree, cell), kind, author, date]);
}

/** How many columns of the grid lie before a cell. */
function columnsBefore(tree: Tree, cell: NodeId): number {
  const row = tree.parent(cell);
  const before = tree.children(row).slice(0, tree.children(row).indexOf(cell));
  return before.reduce((sum, node) => sum + (tree.name(node) === W.tc ? spanOf(tree, node) : 0), 0);
}

function spanOf(tree: Tree, cell: NodeId): number {
  const properties = tree.child(cell, W.tcPr);
  const span = properties === NONE ? NONE : tree.child(properties, W.gridSpan);
  return span === NONE ? 1 : Math.max(1, Number(tree.attribute(span, W.val)) || 1);
}
