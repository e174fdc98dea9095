// A tracked change as the document holds it: one element that says what was done, by whom and when.
//
// Words of the format: w:ins, w:del, w:moveFrom and w:moveTo wrap content, or stand as marks in the
// properties of a paragraph mark, a table row or a numbering; so do w14:conflictIns and w14:conflictDel,
// which Word writes while two authors' changes conflict; w:cellIns, w:cellDel and w:cellMerge
// stand in a cell's properties; elements that end in Change keep the properties as they were.

import { CELL_MARKS, CONTROL_CHANGES, RECORDS, roleOf, TRACKED, type TrackedChange } from "../document/grammar.ts";
import { M, W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

export type RevisionKind = TrackedChange | "property";

/** What was inserted, deleted, moved, or had its properties changed. */
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
  /** Whether it stands in an mc:Fallback, where it is the twin of one in a choice. */
  readonly isTwin: boolean;
  readonly id: string;
  readonly author: string;
  readonly date: string;
}

/** A revision and what becomes of it. */
export interface Decided {
  readonly revision: Revision;
  readonly verdict: Verdict;
}

/** Whether a verdict keeps what the revision put there or took away. */
export function isKept({ kind }: Revision, verdict: Verdict): boolean {
  const isAddition = kind === "insertion" || kind === "moveTo";
  return isAddition === (verdict === "accept");
}

export function isMove({ kind }: Revision): boolean {
  return kind === "moveFrom" || kind === "moveTo";
}

/** Every name a tracked change may have: a tree without them has none. */
export const REVISION_NAMES = new NameSet([...TRACKED, ...CELL_MARKS, ...CONTROL_CHANGES, ...RECORDS]);

/** What kind of change an element records, and of what; undefined when it records none. */
export function classify(tree: Tree, node: NodeId): Pick<Revision, "kind" | "place"> | undefined {
  const name = tree.name(node);
  if (!REVISION_NAMES.has(name)) return undefined;
  const { is, change: kind = "property" } = roleOf(name)!;
  if (is === "tracked") return { kind, place: placeOf(tree, node) };
  if (is === "cellMark") return { kind, place: kind === "property" ? "cellMerge" : "cell" };
  return { kind, place: is === "record" ? "property" : "control" };
}

/** By what it stands in: a mark in properties, or a wrapper of content. */
function placeOf(tree: Tree, node: NodeId): RevisionPlace {
  const parent = tree.parent(node);
  const name = parent === NONE ? undefined : tree.name(parent);
  if (name === W.trPr) return "row";
  if (name === W.numPr) return "numbering";
  if (name === M.ctrlPr) return "math";
  return name === W.rPr ? "mark" : "content";
}
