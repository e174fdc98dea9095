// Represents a tracked change: one element with its kind, author and date.
//
// - w:ins, w:del, w:moveFrom and w:moveTo wrap content, or are marks in the properties of a paragraph mark, a table
//   row, a numbering or an object of an equation.
// - w14:conflictIns and w14:conflictDel do the same. Word writes them while the changes of two authors conflict.
// - w:cellIns, w:cellDel and w:cellMerge are in the properties of a cell.
// - Ranges such as w:customXmlInsRangeStart are around the tags of a content control.
// - Elements whose names end in Change keep the old properties.

import { CELL_MARKS, CONTROL_CHANGES, RECORDS, roleOf, TRACKED, type TrackedChange } from "../document/grammar.ts";
import { M, W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

export type RevisionKind = TrackedChange | "property";

/** The thing that was inserted, deleted or moved, or whose properties changed. */
export type RevisionPlace =
  | "content"
  | "mark"
  | "row"
  | "cell"
  | "cellMerge"
  | "numbering"
  | "control"
  | "math"
  | "property";

export type Verdict = "accept" | "reject";

export interface Revision {
  readonly kind: RevisionKind;
  readonly place: RevisionPlace;
  readonly part: string;
  readonly tree: Tree;
  /** The element that records the change. */
  readonly node: NodeId;
  /** True in an mc:Fallback, where the revision is the twin of one in a choice. */
  readonly isTwin: boolean;
  readonly id: string;
  readonly author: string;
  readonly date: string;
}

/** A revision and its verdict. */
export interface Decided {
  readonly revision: Revision;
  readonly verdict: Verdict;
}

/**
 * True if the verdict leaves the content in the document: an accepted insertion or move target, a rejected deletion or
 * move source.
 */
export function isKept({ kind }: Revision, verdict: Verdict): boolean {
  const isAddition = kind === "insertion" || kind === "moveTo";
  return isAddition === (verdict === "accept");
}

export function isMove({ kind }: Revision): boolean {
  return kind === "moveFrom" || kind === "moveTo";
}

/** All element names of tracked changes. A tree without these names has no tracked changes. */
export const REVISION_NAMES = new NameSet([...TRACKED, ...CELL_MARKS, ...CONTROL_CHANGES, ...RECORDS]);

/** Returns the kind of the change that an element records, and its place. Undefined if it records no change. */
export function classify(tree: Tree, node: NodeId): Pick<Revision, "kind" | "place"> | undefined {
  const name = tree.name(node);
  if (!REVISION_NAMES.has(name)) return undefined;
  const { is, change: kind = "property" } = roleOf(name)!;
  if (is === "tracked") return { kind, place: revisionPlaceOf(tree, node) };
  if (is === "cellMark") return { kind, place: kind === "property" ? "cellMerge" : "cell" };
  return { kind, place: is === "record" ? "property" : "control" };
}

/** The parent decides: a mark in properties, or a wrapper of content. */
function revisionPlaceOf(tree: Tree, node: NodeId): RevisionPlace {
  const parent = tree.parent(node);
  const name = parent === NONE ? undefined : tree.name(parent);
  if (name === W.trPr) return "row";
  if (name === W.numPr) return "numbering";
  if (name === M.ctrlPr) return "math";
  return name === W.rPr ? "mark" : "content";
}
