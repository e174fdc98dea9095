// Finds moves by name: two ranges, each with its moved content.
//
// A verdict on something else may remove one half of a move, for example a deleted row that contains the moved text.
// The other half is then no longer a move. The move target becomes an insertion and the move source a deletion, of the
// same author and date (REV-7). Rows that were moved as a whole are marked in the same way (`released-rows.ts`).

import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import { elementsNamed } from "../ooxml/xml/named-spans.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { markReleasedRows } from "./decide/released-rows.ts";
import { trackedParts } from "./list-revisions.ts";
import { descendants, rename } from "./markup.ts";

/** An element that marks something as moved. */
interface Placed {
  readonly tree: Tree;
  readonly node: NodeId;
}

/** The moved content at its old position (`from`) and its new one (`to`). */
export interface Move {
  readonly from: Placed[];
  readonly to: Placed[];
  /** The starts and ends of the ranges of both halves. */
  readonly ranges: Placed[];
}

type MoveSide = "from" | "to";

/** Returns the names of the moves that have content in both halves. */
export function wholeMoves(document: WordDocument): Set<string> {
  const whole = [...movesOf(document)].filter(([, { from, to }]) => from.length > 0 && to.length > 0);
  return new Set(whole.map(([name]) => name));
}

/** Turns the rest of each move that was whole before, and is not now, into insertions and deletions. */
export function releaseHalves(document: WordDocument, before: ReadonlySet<string>): void {
  if (before.size === 0) return;
  const halves = [...movesOf(document)].filter(
    ([name, { from, to }]) => before.has(name) && (from.length === 0 || to.length === 0),
  );
  const [from, to] = [halves.flatMap(([, half]) => half.from), halves.flatMap(([, half]) => half.to)];
  markReleasedRows(document, { from, to });
  for (const { tree, node } of from) toDeletion(tree, node);
  for (const { tree, node } of to) rename(tree, node, W.ins);
}

function toDeletion(tree: Tree, node: NodeId): void {
  for (const below of descendants(tree, node)) {
    if (tree.name(below) === W.t) rename(tree, below, W.delText);
    else if (tree.name(below) === W.instrText) rename(tree, below, W.delInstrText);
  }
  rename(tree, node, W.del);
}

/**
 * Removes the ranges of moves without undecided content in either half. `isDecided` returns true for changes that get
 * their verdict later.
 */
export function clearMoves(document: WordDocument, isDecided: (placed: Placed) => boolean = () => false): void {
  for (const { from, to, ranges } of movesOf(document).values()) {
    if (!from.every(isDecided) || !to.every(isDecided)) continue;
    for (const { tree, node } of ranges) tree.remove(node);
  }
}

const STARTS: ReadonlyMap<NameId, MoveSide> = new Map([
  [W.moveFromRangeStart, "from"],
  [W.moveToRangeStart, "to"],
]);
const ENDS: ReadonlyMap<NameId, MoveSide> = new Map([
  [W.moveFromRangeEnd, "from"],
  [W.moveToRangeEnd, "to"],
]);
const CONTENT: ReadonlyMap<NameId, MoveSide> = new Map([
  [W.moveFrom, "from"],
  [W.moveTo, "to"],
]);

/** Maps the name of a move to the move. */
export function movesOf(document: WordDocument): Map<string, Move> {
  const moves = new Map<string, Move>();
  for (const part of trackedParts(document)) {
    const tree = document.package.tree(part);
    collectMoves(tree, moves);
  }
  return moves;
}

const MOVE_NAMES: ReadonlySet<NameId> = new Set([...STARTS.keys(), ...ENDS.keys(), ...CONTENT.keys()]);

function collectMoves(tree: Tree, moves: Map<string, Move>): void {
  /** Maps half and id of an open range to the name of its move. */
  const open = new Map<string, { half: MoveSide; name: string }>();
  for (const node of elementsNamed(tree, MOVE_NAMES)) {
    const element = tree.name(node);
    const started = STARTS.get(element);
    const ended = ENDS.get(element);
    const moved = CONTENT.get(element);
    const id = tree.attribute(node, W.id) ?? "";
    if (started !== undefined) {
      const name = tree.attribute(node, W.name) ?? "";
      open.set(`${started} ${id}`, { half: started, name });
      moveNamed(moves, name).ranges.push({ tree, node });
    } else if (ended !== undefined) {
      // An end without a start belongs to a move without a name.
      moveNamed(moves, open.get(`${ended} ${id}`)?.name ?? "").ranges.push({ tree, node });
      open.delete(`${ended} ${id}`);
    } else if (moved !== undefined) {
      // The innermost range. If paragraphs were joined, a start may come after its end, and that range stays open to
      // the end of the part.
      const around = [...open.values()].findLast(({ half }) => half === moved);
      if (around !== undefined) moveNamed(moves, around.name)[moved].push({ tree, node });
    }
  }
}

function moveNamed(moves: Map<string, Move>, name: string): Move {
  const known = moves.get(name);
  if (known !== undefined) return known;
  const move: Move = { from: [], to: [], ranges: [] };
  moves.set(name, move);
  return move;
}
