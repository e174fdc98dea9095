// Cuts the runs of a paragraph so that any stretch of it is a row of whole nodes.

import { W } from "../../document/word-names.ts";
import { XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Place } from "../content/tokens.ts";
import type { Unit } from "../content/units.ts";

/** A node of a paragraph that holds content: a run, an equation, a simple field. */
export interface CutPiece {
  readonly node: NodeId;
  /** Where it begins. */
  readonly unit: number;
  readonly offset: number;
  readonly link: string;
}

/** A paragraph cut in pieces; stretches between cuts are rows of pieces. */
export class CutParagraph {
  readonly tree: Tree;
  readonly node: NodeId;
  readonly pieces: readonly CutPiece[];

  constructor({ tree, node }: Pick<Cutting, "tree" | "node">, pieces: readonly CutPiece[]) {
    this.tree = tree;
    this.node = node;
    this.pieces = pieces;
  }

  /** Cuts at each of the given places. The units are those of `node` in `tree`. */
  static at(cutting: Cutting, cuts: readonly Place[]): CutParagraph {
    return new CutParagraph(cutting, cutUnits(cutting.tree, cutting.units, inOrder(cuts)));
  }

  /** The pieces from one place that was cut at to another. */
  between(from: Place, to: Place): readonly CutPiece[] {
    return this.pieces.slice(this.indexAt(from), this.indexAt(to));
  }

  /** The index of the first piece that begins at a cut or after it. */
  indexAt({ unit, offset }: Place): number {
    let low = 0;
    let high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.pieces[middle]!;
      if (piece.unit < unit || (piece.unit === unit && piece.offset < offset)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A paragraph that is not cut: its runs and what else holds content. */
export function wholePieces(tree: Tree, units: readonly Unit[]): readonly CutPiece[] {
  return cutUnits(tree, units, []);
}

interface Cutting {
  readonly tree: Tree;
  readonly node: NodeId;
  readonly units: readonly Unit[];
}

/** Each place once. */
function inOrder(places: readonly Place[]): Place[] {
  const sorted = [...places].sort((one, other) => one.unit - other.unit || one.offset - other.offset);
  return sorted.filter(
    ({ unit, offset }, at) => at === 0 || unit !== sorted[at - 1]!.unit || offset !== sorted[at - 1]!.offset,
  );
}

function cutUnits(tree: Tree, units: readonly Unit[], places: readonly Place[]): CutPiece[] {
  const pieces: CutPiece[] = [];
  let next = 0;
  for (let from = 0; from < units.length; ) {
    const { run } = units[from]!;
    let to = from + 1;
    while (run !== NONE && to < units.length && units[to]!.run === run) to += 1;
    const inside: Place[] = [];
    for (; next < places.length && places[next]!.unit < to; next += 1) {
      const place = places[next]!;
      if (place.unit > from || place.offset > 0) inside.push(place);
    }
    pieces.push(
      ...(run === NONE
        ? [pieceOf(units, { unit: from, offset: 0 }, units[from]!.node)]
        : cutRun(tree, units, { from, run, inside })),
    );
    from = to;
  }
  return pieces;
}

function pieceOf(units: readonly Unit[], place: Place, node: NodeId): CutPiece {
  return { ...place, node, link: units[place.unit]!.link };
}

/** Cuts one run; from its end, so that what is left of a cut stays in the run. */
function cutRun(
  tree: Tree,
  units: readonly Unit[],
  { from, run, inside }: { from: number; run: NodeId; inside: readonly Place[] },
): CutPiece[] {
  const texts = new CutTexts(tree);
  const cut = [...inside].reverse().map((place) => {
    const { node } = units[place.unit]!;
    const first = place.offset === 0 ? node : texts.cut(node, place.offset);
    return pieceOf(units, place, splitRun(tree, run, first));
  });
  texts.settle();
  return [pieceOf(units, { unit: from, offset: 0 }, run), ...cut.reverse()];
}

/** Cuts w:t elements, each from its end: what stays in them is written once, when all is cut. */
class CutTexts {
  readonly #tree: Tree;
  /** What is left of each. */
  readonly #left = new Map<NodeId, string>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Gives a new w:t behind one, with what follows an offset. */
  cut(node: NodeId, offset: number): NodeId {
    const tree = this.#tree;
    const text = this.#left.get(node) ?? textIn(tree, node);
    this.#left.set(node, text.slice(0, offset));
    const tail = tree.element(tree.name(node), [[XML.space, "preserve"]]);
    tree.append(tail, tree.textNode(text.slice(offset)));
    tree.insertBefore(tree.parent(node), tail, tree.nextSibling(node));
    return tail;
  }

  settle(): void {
    const tree = this.#tree;
    for (const [node, text] of this.#left) {
      for (const child of tree.children(node)) tree.remove(child);
      tree.append(node, tree.textNode(text));
      tree.setAttribute(node, XML.space, "preserve");
    }
  }
}

function textIn(tree: Tree, node: NodeId): string {
  return tree
    .children(node)
    .map((child) => tree.text(child))
    .join("");
}

/** Splits a run before one of its children; gives the new run, which has the child and what follows. */
function splitRun(tree: Tree, run: NodeId, first: NodeId): NodeId {
  const tail = tree.element(W.r);
  const properties = tree.child(run, W.rPr);
  if (properties !== NONE) tree.append(tail, tree.graft(tree, properties));
  tree.insertBefore(tree.parent(run), tail, tree.nextSibling(run));
  for (let child = first; child !== NONE; ) {
    const next = tree.nextSibling(child);
    tree.remove(child);
    tree.append(tail, child);
    child = next;
  }
  return tail;
}

/** Splits a run in one of its texts; gives the new run, which begins with what follows the offset. */
export function splitText(tree: Tree, run: NodeId, { node, offset }: { node: NodeId; offset: number }): NodeId {
  const texts = new CutTexts(tree);
  const tail = splitRun(tree, run, texts.cut(node, offset));
  texts.settle();
  return tail;
}

/** Splits something that holds runs, such as a link, before one of its children; gives the new one, which follows. */
export function splitHolder(tree: Tree, first: NodeId): NodeId {
  const holder = tree.parent(first);
  const tail = tree.cloneEmpty(holder);
  tree.insertBefore(tree.parent(holder), tail, tree.nextSibling(holder));
  for (let child = first; child !== NONE; ) {
    const next = tree.nextSibling(child);
    tree.remove(child);
    tree.append(tail, child);
    child = next;
  }
  return tail;
}
