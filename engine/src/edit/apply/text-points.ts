// Where in the markup a place between two characters is, and how plain text looks that is put there.
//
// A place belongs to the character that it was named by, and what is put there stands beside it: outside of tracked changes,
// and outside of a link or a field that ends there. What was put there before by the request comes first. Plain text takes
// the formatting of the text before it; at the start of a paragraph of the text after it; in an empty one of the mark.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor, descendants } from "../../revisions/markup.ts";
import type { TextPoint } from "../locate/protected-text.ts";
import type { Piece, ResultSpan } from "../locate/read-text.ts";
import type { Place } from "../locate/uploaded.ts";
import { type InsertPlace, placeBeside } from "./cut-markup.ts";
import type { WorkingText } from "./working-text.ts";
import type { Workspace } from "./workspace.ts";
import { plainLook } from "./write-content.ts";

export interface OpenPoint {
  readonly tree: Tree;
  readonly place: InsertPlace;
  /** The run properties that plain text takes, or NONE. */
  readonly look: NodeId;
}

export function openPoint(work: Workspace, point: TextPoint): OpenPoint {
  const { place, offset, side } = point;
  const text = work.textOf(place);
  const { tree } = text;
  text.between({ from: offset, to: offset });
  const last = text.inserted.get(pointKey(text, point));
  if (last !== undefined) {
    // What stands behind a link is none of it.
    const isMark = tree.name(last) === W.r || last === text.linkEnds.get(offset);
    const isLinkEnd = isMark || tree.name(last) === W.hyperlink;
    const place = isMark
      ? placeBeside(tree, last, { side: "after", own: work.own })
      : { parent: tree.parent(last), before: tree.nextSibling(last) };
    const look = isMark ? lookAt(text, point) : lookWithin(tree, last);
    return { tree, place, look: plainLook(tree, look, isLinkEnd ? [W.rStyle] : []) };
  }
  if (isClosed(text, point)) {
    const reference = side === "before" ? lastReference(tree, text.closing) : text.closing;
    const spot = placeBeside(tree, reference, { side: side === "before" ? "after" : "before", own: work.own });
    return { tree, place: spot, look: openPoint(work, { place, offset, side }).look };
  }
  return { tree, place: placeAt(work, text, point), look: lookAt(text, point) };
}

/** Whether a point is an end of a paragraph that a reference to a comment of the request is beside. */
function isClosed({ tree, closing, length }: WorkingText, { offset, side, isEnd }: TextPoint): boolean {
  if (closing === NONE || tree.parent(closing) === NONE || isEnd !== true) return false;
  return side === "before" ? offset === length : length === 0;
}

/** The last of the references that stand together with one: those of replies follow it. */
function lastReference(tree: Tree, reference: NodeId): NodeId {
  const next = tree.nextSibling(reference);
  const isOther = next !== NONE && tree.name(next) === W.r && tree.child(next, W.commentReference) !== NONE;
  return isOther ? lastReference(tree, next) : reference;
}

/** What tells points apart: at one place between characters there may be an end of the paragraph too, or two where it was split. */
export function pointKey(text: WorkingText, point: TextPoint): string {
  const { offset, side } = point;
  const anchor = point.isEnd ? anchorOf(text, point) : undefined;
  if (isClosed(text, point)) return `${offset} ${side} closed by ${text.closing}`;
  const isBeyond = anchor !== undefined && anchor.from === anchor.to;
  return `${offset} ${isBeyond ? side : ""} ${side === "after" && text.splits.has(offset) ? "split" : ""}`;
}

/** The formatting of the last text in something that was inserted. */
function lookWithin(tree: Tree, inserted: NodeId): NodeId {
  const runs = descendants(tree, inserted).filter((node) => tree.name(node) === W.r);
  const shown = runs.findLast((run) => tree.children(run).some((child) => SHOWN.has(tree.name(child))));
  return shown === undefined ? NONE : tree.child(shown, W.rPr);
}

const SHOWN: ReadonlySet<NameId> = new Set([W.t, W.tab, W.br]);

/** The place beside the character that a point belongs to, whatever was put there before. */
export function placeAt(work: Workspace, text: WorkingText, point: TextPoint): InsertPlace {
  const { tree } = text;
  const { side } = point;
  const anchor = anchorOf(text, point);
  // Beyond what has no characters is beyond links and fields too.
  const isBeyond = anchor !== undefined && anchor.from === anchor.to;
  const link = isBeyond ? undefined : (side === "before" ? text.linkEnds : text.linkStarts).get(point.offset);
  const beside = { side: side === "before" ? "after" : "before", own: work.own } as const;
  if (link !== undefined) return placeBeside(tree, link, beside);
  if (anchor === undefined) return { parent: point.place.paragraph.node, before: NONE };
  const edge = side === "before" ? fieldEndingAt(text, point.offset) : fieldBeginningAt(text, point.offset);
  const mark =
    edge === undefined || isBeyond
      ? undefined
      : text.pieces.find(({ node }) => node === (side === "before" ? edge.end : edge.node));
  const run = runAt(text, mark ?? anchor, side);
  return placeBeside(tree, run, beside);
}

/** The run that ends, or begins, with a piece; what else it holds stays in it, such as the mark of a note. */
function runAt(text: WorkingText, piece: Piece, side: TextPoint["side"]): NodeId {
  const own = text.pieces.filter(({ run }) => run === piece.run);
  const at = own.indexOf(piece);
  const kept = side === "before" ? own.slice(0, at + 1) : own.slice(at);
  return text.runsOf(kept)[0]!;
}

/** The piece that what is put at a point stands beside. */
function anchorOf({ tree, pieces, length }: WorkingText, { offset, side, isEnd }: TextPoint): Piece | undefined {
  const shown = pieces.filter(({ from, to }) => from < to);
  // What has no characters, such as a field without a result, stands between the ends of a paragraph too; without text it is all there is.
  const isBeyond = isEnd === true || shown.length === 0;
  const isWhole = ({ kind, node }: Piece, mark: "begin" | "end"): boolean =>
    isBeyond && (OBJECTS.has(kind) || (kind === "mark" && tree.attribute(node, W.fldCharType) === mark));
  if (side === "before") {
    const whole = offset === length ? pieces.findLast((piece) => isWhole(piece, "end")) : undefined;
    const last = shown.findLast(({ to }) => to <= offset);
    return whole !== undefined && (last === undefined || pieces.indexOf(whole) > pieces.indexOf(last)) ? whole : last;
  }
  const whole = offset === 0 ? pieces.find((piece) => isWhole(piece, "begin")) : undefined;
  const first = shown.find(({ from }) => from >= offset);
  return whole !== undefined && (first === undefined || pieces.indexOf(whole) < pieces.indexOf(first)) ? whole : first;
}

const OBJECTS: ReadonlySet<Piece["kind"]> = new Set(["footnote", "endnote", "comment", "image", "object", "math"]);

/** The outermost field whose result ends at a place. */
function fieldEndingAt({ results }: WorkingText, offset: number): ResultSpan | undefined {
  return results.find(({ kind, from, to, endsHere }) => kind === "complex" && endsHere && to === offset && from < to);
}

function fieldBeginningAt({ results }: WorkingText, offset: number): ResultSpan | undefined {
  return results.find(
    ({ kind, from, to, beginsHere }) => kind === "complex" && beginsHere && from === offset && from < to,
  );
}

function lookAt(text: WorkingText, { place, offset, side }: TextPoint): NodeId {
  const { tree, pieces } = text;
  const isThere = ({ from, to, run }: Piece): boolean => from < to && ancestor(tree, run, W.del) === NONE;
  const before = pieces.findLast((piece) => piece.to <= offset && isThere(piece));
  const source = before ?? pieces.find((piece) => piece.from >= offset && isThere(piece));
  if (source === undefined) return markLook(tree, place);
  // Text behind a link, or before it, is none of it and does not look like it.
  const isOutside = side === "before" || source !== before;
  const without = isOutside && isLinkEnd(text, source, offset) ? [W.rStyle] : [];
  return plainLook(tree, tree.child(source.run, W.rPr), without);
}

/** Whether a link that a piece is in ends with it, or at a place behind it: what is between may be deleted. */
function isLinkEnd({ tree, results, linkEnds }: WorkingText, { run, from, to }: Piece, offset: number): boolean {
  const end = linkEnds.get(to);
  if (end !== undefined) return ancestor(tree, end, W.del) === NONE;
  const ends = [to, offset];
  const isField = results.some((span) => span.isLink && span.from <= from && to <= span.to && ends.includes(span.to));
  return isField || (ancestor(tree, run, W.hyperlink) !== NONE && tree.nextSibling(run) === NONE);
}

function markLook(tree: Tree, { paragraph: { node } }: Place): NodeId {
  const properties = tree.child(node, W.pPr);
  return properties === NONE ? NONE : plainLook(tree, tree.child(properties, W.rPr));
}
