// The text of an uploaded paragraph while edits work on it.
//
// Characters are named by their place in the uploaded text. Runs are cut as needed, and each piece goes on knowing which
// characters it holds, wherever it stands by then: also when its paragraph was split, joined or moved. What the request itself inserts
// is in no piece; for each place the last node that was inserted there is kept, because what comes later comes after it.

import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { cutText, splitRun } from "../../../revisions/write/cut-runs.ts";
import { unfoldSimpleField } from "../../../revisions/write/mark-content.ts";
import type { ReadText, ResultSpan, TextPiece } from "../../locate/text/read-text.ts";
import type { OwnRevisions } from "../own-revisions.ts";

export interface CharacterRange {
  readonly from: number;
  readonly to: number;
}

export class WorkingText {
  readonly tree: Tree;
  readonly length: number;
  readonly results: readonly ResultSpan[];
  /** Where the paragraph was split: such a place is the end of one part and the start of another. */
  readonly splits = new Set<number>();
  /** By point: the last node that was inserted there. */
  readonly inserted = new Map<string, NodeId>();
  /** By place: what begins, or ends, a link there that the request makes or changes. */
  readonly linkStarts = new Map<number, NodeId>();
  readonly linkEnds = new Map<number, NodeId>();
  /** By simple field: the runs of the complex one that stands for it by now. */
  readonly unfolded = new Map<NodeId, NodeId[]>();
  /** The text that the request links. */
  readonly linked: CharacterRange[] = [];
  /** The last reference to a comment that the request put at the end of the paragraph, or NONE. */
  closing: NodeId = NONE;
  readonly #own: OwnRevisions;
  #pieces: TextPiece[];

  constructor(tree: Tree, { text, pieces, results }: ReadText, own: OwnRevisions) {
    this.tree = tree;
    this.length = text.length;
    this.results = results;
    this.#pieces = pieces.filter(({ node }) => tree.name(node) !== W.lastRenderedPageBreak);
    this.#own = own;
  }

  get pieces(): readonly TextPiece[] {
    return this.#pieces;
  }

  /** The pieces that hold the characters of a range, cut so that they hold no others. */
  between({ from, to }: CharacterRange): TextPiece[] {
    this.#cut(from);
    this.#cut(to);
    return this.#pieces.filter((piece) => piece.from < piece.to && piece.from >= from && piece.to <= to);
  }

  /** The pieces of those fields that are meant and whose whole result lies in a range: their marks, codes and results. */
  fieldsIn({ from, to }: CharacterRange, isMeant: (span: ResultSpan) => boolean): TextPiece[] {
    const whole = this.results.filter(
      (span) =>
        span.kind === "complex" && isMeant(span) && span.beginsHere && span.endsHere && isWithin(span, { from, to }),
    );
    if (whole.length === 0) return [];
    // Of nested fields the inner ones are among the pieces of the outer: each piece is given once.
    const places = new Map(this.#pieces.map(({ node }, index) => [node, index]));
    const stretches = whole.flatMap(({ node, end }) => {
      const [first, last] = [places.get(node), places.get(end)];
      return first === undefined || last === undefined ? [] : [{ first, last }];
    });
    let next = 0;
    return stretches
      .sort((one, other) => one.first - other.first)
      .flatMap(({ first, last }) => {
        const pieces = this.#pieces.slice(Math.max(first, next), last + 1);
        next = Math.max(next, last + 1);
        return pieces;
      });
  }

  /** All pieces of a complex field that stands in this paragraph. */
  piecesOf({ node, end }: ResultSpan): TextPiece[] {
    const first = this.#pieces.findIndex((piece) => piece.node === node);
    const last = this.#pieces.findIndex((piece) => piece.node === end);
    return this.#pieces.slice(first, last + 1);
  }

  /** Makes complex fields of the simple ones whose result lies in a range; gives the runs of each, also of those that became one before. */
  unfoldIn(range: CharacterRange, isMeant: (span: ResultSpan) => boolean): NodeId[][] {
    const simple = this.results.filter((span) => span.kind === "simple" && isMeant(span) && isWithin(span, range));
    return simple.map(({ node }) => {
      if (this.tree.parent(node) !== NONE) this.unfolded.set(node, unfoldSimpleField(this.tree, node));
      return this.unfolded.get(node) ?? [];
    });
  }

  /** The runs that hold some pieces, cut so that they hold no others; in document order. */
  runsOf(chosen: readonly TextPiece[]): NodeId[] {
    const wanted = new Set(chosen.map(({ node }) => node));
    const runs = new Set(this.#pieces.filter(({ node }) => wanted.has(node)).map(({ run }) => run));
    this.#cutRuns(runs, wanted);
    return [...new Set(this.#pieces.filter(({ node }) => wanted.has(node)).map(({ run }) => run))];
  }

  /** The run of one piece, cut so that it holds nothing else. */
  runOf(piece: TextPiece): NodeId {
    return this.runsOf([piece])[0]!;
  }

  #cut(offset: number): void {
    const at = this.#pieces.findIndex(({ from, to }) => from < offset && offset < to);
    const piece = this.#pieces[at];
    if (piece === undefined) return;
    const tail = cutText(this.tree, piece.node, offset - piece.from);
    this.#pieces.splice(at, 1, { ...piece, to: offset }, { ...piece, node: tail, from: offset });
  }

  /** Splits runs wherever a wanted piece and another one meet; each from its end, so that what is left stays in the run. */
  #cutRuns(runs: ReadonlySet<NodeId>, wanted: ReadonlySet<NodeId>): void {
    for (let at = this.#pieces.length - 1; at >= 0; at -= 1) {
      const { run, node } = this.#pieces[at]!;
      if (!runs.has(run) || node === run) continue;
      const before = this.#pieces[at - 1];
      const isFirst = before?.run !== run;
      const isBorder = !isFirst && wanted.has(before!.node) !== wanted.has(node);
      if (!isBorder) continue;
      const moved = splitRun(this.tree, {
        run,
        first: node,
        copyProperties: (tree, properties) => this.#own.copyProperties(tree, properties),
      });
      for (let next = at; this.#pieces[next]?.run === run; next += 1) {
        this.#pieces[next] = { ...this.#pieces[next]!, run: moved };
      }
    }
  }
}

/** A field without a result is in a range that has characters on both sides of it. */
function isWithin(span: ResultSpan, { from, to }: CharacterRange): boolean {
  if (span.from === span.to) return span.from > from && span.to < to;
  return span.from >= from && span.to <= to;
}
