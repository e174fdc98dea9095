// Cuts the runs of a paragraph so that any range of it consists of whole nodes.

import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { CutTexts, splitRun } from "../../revisions/write/cut-runs.ts";
import type { TokenPlace } from "../content/tokens.ts";
import type { Unit } from "../content/units.ts";

/** A node of a paragraph that has content: a run, an equation, a simple field. */
export interface CutPiece {
  readonly node: NodeId;
  /** The position at which it begins. */
  readonly unit: number;
  readonly offset: number;
  readonly link: string;
}

/** A paragraph cut into pieces. A range between two cuts consists of whole pieces. */
export class CutParagraph {
  readonly tree: Tree;
  readonly node: NodeId;
  readonly pieces: readonly CutPiece[];

  constructor({ tree, node }: Pick<Cutting, "tree" | "node">, pieces: readonly CutPiece[]) {
    this.tree = tree;
    this.node = node;
    this.pieces = pieces;
  }

  /** Cuts at each of the given positions, which count the units of `node` in `tree`. */
  static at(cutting: Cutting, cuts: readonly TokenPlace[]): CutParagraph {
    return new CutParagraph(cutting, cutUnits(cutting.tree, cutting.units, inOrder(cuts)));
  }

  /** Returns the pieces between two positions at which the paragraph was cut. */
  between(from: TokenPlace, to: TokenPlace): readonly CutPiece[] {
    return this.pieces.slice(this.indexAt(from), this.indexAt(to));
  }

  /** Returns the index of the first piece that begins at a position or after it. */
  indexAt({ unit, offset }: TokenPlace): number {
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

/** Returns the runs and other content nodes of an uncut paragraph. */
export function wholePieces(tree: Tree, units: readonly Unit[]): readonly CutPiece[] {
  return cutUnits(tree, units, []);
}

interface Cutting {
  readonly tree: Tree;
  readonly node: NodeId;
  readonly units: readonly Unit[];
}

/** Sorts positions and removes duplicates. */
function inOrder(places: readonly TokenPlace[]): TokenPlace[] {
  const sorted = [...places].sort((one, other) => one.unit - other.unit || one.offset - other.offset);
  return sorted.filter(
    ({ unit, offset }, at) => at === 0 || unit !== sorted[at - 1]!.unit || offset !== sorted[at - 1]!.offset,
  );
}

function cutUnits(tree: Tree, units: readonly Unit[], places: readonly TokenPlace[]): CutPiece[] {
  const pieces: CutPiece[] = [];
  let next = 0;
  for (let from = 0; from < units.length; ) {
    const { run } = units[from]!;
    let to = from + 1;
    while (run !== NONE && to < units.length && units[to]!.run === run) to += 1;
    const inside: TokenPlace[] = [];
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

function pieceOf(units: readonly Unit[], place: TokenPlace, node: NodeId): CutPiece {
  return { ...place, node, link: units[place.unit]!.link };
}

/** Cuts one run. It works backwards, so that the text before each cut stays in the run. */
function cutRun(
  tree: Tree,
  units: readonly Unit[],
  { from, run, inside }: { from: number; run: NodeId; inside: readonly TokenPlace[] },
): CutPiece[] {
  const texts = new CutTexts(tree);
  const cut = [...inside].reverse().map((place) => {
    const { node } = units[place.unit]!;
    const first = place.offset === 0 ? node : texts.cut(node, place.offset);
    return pieceOf(units, place, splitRun(tree, { run, first }));
  });
  texts.settle();
  return [pieceOf(units, { unit: from, offset: 0 }, run), ...cut.reverse()];
}
