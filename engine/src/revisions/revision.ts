// A tracked change as the document holds it: one element that says what was done, by whom and when.
//
// Words of the format: w:ins, w:del, w:moveFrom and w:moveTo wrap content, or stand as marks in the
// properties of a paragraph mark, a table row or a numbering; w:cellIns, w:cellDel and w:cellMerge
// stand in a cell's properties; elements that end in Change keep the properties as they were.

import { M, W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

export type RevisionKind = "insertion" | "deletion" | "moveFrom" | "moveTo" | "property";

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

const TRACKED: ReadonlyMap<NameId, RevisionKind> = new Map([
  [W.ins, "insertion"],
  [W.del, "deletion"],
  [W.moveFrom, "moveFrom"],
  [W.moveTo, "moveTo"],
]);

const CELLS: ReadonlyMap<NameId, RevisionKind> = new Map([
  [W.cellIns, "insertion"],
  [W.cellDel, "deletion"],
]);

const CONTROLS: ReadonlyMap<NameId, RevisionKind> = new Map([
  [W.customXmlInsRangeStart, "insertion"],
  [W.customXmlDelRangeStart, "deletion"],
  [W.customXmlMoveFromRangeStart, "moveFrom"],
  [W.customXmlMoveToRangeStart, "moveTo"],
]);

/** Changes of properties that keep the old ones. */
export const PROPERTY_CHANGES: readonly NameId[] = [
  W.rPrChange,
  W.pPrChange,
  W.sectPrChange,
  W.tblPrChange,
  W.tblPrExChange,
  W.tblGridChange,
  W.trPrChange,
  W.tcPrChange,
];

const CHANGES: ReadonlySet<NameId> = new Set([...PROPERTY_CHANGES, W.numberingChange]);

/** Every name a tracked change may have: a tree without them has none. */
export const REVISION_NAMES: ReadonlySet<NameId> = new Set([
  ...TRACKED.keys(),
  ...CELLS.keys(),
  ...CONTROLS.keys(),
  ...CHANGES,
  W.cellMerge,
]);

/** What kind of change an element records, and of what; undefined when it records none. */
export function classify(tree: Tree, node: NodeId): Pick<Revision, "kind" | "place"> | undefined {
  const name = tree.name(node);
  if (!REVISION_NAMES.has(name)) return undefined;
  const tracked = TRACKED.get(name);
  if (tracked !== undefined) return { kind: tracked, place: placeOf(tree, node) };
  const cell = CELLS.get(name);
  if (cell !== undefined) return { kind: cell, place: "cell" };
  const control = CONTROLS.get(name);
  if (control !== undefined) return { kind: control, place: "control" };
  if (name === W.cellMerge) return { kind: "property", place: "cellMerge" };
  return CHANGES.has(name) ? { kind: "property", place: "property" } : undefined;
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
