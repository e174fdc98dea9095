// Moves by name: two ranges, each with what was moved in it.
//
// When a verdict on something else takes one half of a move away (a deleted row that held where the
// text went), the other half is no move any more: what came is an insertion, what went a deletion,
// of the same author and date.

import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { trackedParts } from "./list-revisions.ts";
import { descendants, rename } from "./markup.ts";

/** One element that marks something as moved. */
interface Placed {
  readonly tree: Tree;
  readonly node: NodeId;
}

/** What was moved, where it was and where it is. */
interface Move {
  readonly from: Placed[];
  readonly to: Placed[];
}

/** The moves of a document that have something in both halves. */
export function wholeMoves(document: WordDocument): Set<string> {
  const whole = [...movesOf(document)].filter(([, { from, to }]) => from.length > 0 && to.length > 0);
  return new Set(whole.map(([name]) => name));
}

/** Turns what is left of moves that were whole before, and are not now, into insertions and deletions. */
export function releaseHalves(document: WordDocument, before: ReadonlySet<string>): void {
  if (before.size === 0) return;
  for (const [name, { from, to }] of movesOf(document)) {
    if (!before.has(name) || (from.length > 0 && to.length > 0)) continue;
    for (const { tree, node } of from) toDeletion(tree, node);
    for (const { tree, node } of to) rename(tree, node, W.ins);
  }
}

function toDeletion(tree: Tree, node: NodeId): void {
  for (const below of descendants(tree, node)) {
    if (tree.name(below) === W.t) rename(tree, below, W.delText);
    else if (tree.name(below) === W.instrText) rename(tree, below, W.delInstrText);
  }
  rename(tree, node, W.del);
}

const STARTS: ReadonlyMap<NameId, keyof Move> = new Map([
  [W.moveFromRangeStart, "from"],
  [W.moveToRangeStart, "to"],
]);
const ENDS: ReadonlyMap<NameId, keyof Move> = new Map([
  [W.moveFromRangeEnd, "from"],
  [W.moveToRangeEnd, "to"],
]);
const CONTENT: ReadonlyMap<NameId, keyof Move> = new Map([
  [W.moveFrom, "from"],
  [W.moveTo, "to"],
]);

function movesOf(document: WordDocument): Map<string, Move> {
  const moves = new Map<string, Move>();
  for (const part of trackedParts(document)) {
    const tree = document.package.tree(part);
    if (tree.mayHave(W.moveFromRangeStart) || tree.mayHave(W.moveToRangeStart)) collectMoves(tree, moves);
  }
  return moves;
}

function collectMoves(tree: Tree, moves: Map<string, Move>): void {
  /** By half and id of the range: the name of its move. */
  const open = new Map<string, { half: keyof Move; name: string }>();
  for (const node of descendants(tree, tree.root)) {
    const name = tree.name(node);
    const started = STARTS.get(name);
    const ended = ENDS.get(name);
    const moved = CONTENT.get(name);
    const id = tree.attribute(node, W.id) ?? "";
    if (started !== undefined)
      open.set(`${started} ${id}`, { half: started, name: tree.attribute(node, W.name) ?? "" });
    if (ended !== undefined) open.delete(`${ended} ${id}`);
    if (moved !== undefined)
      addMoved(moves, [...open.values()].find(({ half }) => half === moved)?.name, { moved, tree, node });
  }
}

function addMoved(
  moves: Map<string, Move>,
  name: string | undefined,
  found: Placed & { readonly moved: keyof Move },
): void {
  if (name === undefined) return;
  const move = moves.get(name) ?? { from: [], to: [] };
  moves.set(name, move);
  move[found.moved].push({ tree: found.tree, node: found.node });
}
