// Where in the markup a place between two characters is.
//
// A place belongs to the character that it was named by, and what is put there stands beside it: outside of tracked changes,
// and outside of a link or a field that ends there. What was put there before by the request comes first.

import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { ancestor, descendants, isAttached } from "../../../revisions/markup.ts";
import type { TextPoint } from "../../locate/text/protected-text.ts";
import type { TextPiece } from "../../locate/text/read-text.ts";
import type { Workspace } from "../workspace.ts";
import { type InsertPlace, placeBeside } from "./cut-markup.ts";
import { isCommentReference } from "./remove-text.ts";
import { isDropped, standingEnd } from "./standing-ends.ts";
import { lookAt } from "./text-look.ts";
import type { WorkingText } from "./working-text.ts";

export interface OpenPoint {
  readonly tree: Tree;
  readonly place: InsertPlace;
  /** The run properties that plain text takes, or NONE. */
  readonly look: NodeId;
}

export function openPoint(work: Workspace, point: TextPoint): OpenPoint {
  const { place, offset } = point;
  const text = work.textOf(place);
  const { tree } = text;
  text.between({ from: offset, to: offset });
  const spot = spotAt(work, text, point);
  return { tree, place: spot, look: lookAt(work, work.storyOf(place.part), spot) };
}

/** The place beside what a point belongs to, behind what was put there before. */
function spotAt(work: Workspace, text: WorkingText, point: TextPoint): InsertPlace {
  const { tree } = text;
  const last = text.inserted.get(pointKey(text, point));
  if (last !== undefined) {
    // What stands behind a link is none of it.
    const isMark = tree.name(last) === W.r || last === text.linkEnds.get(point.offset);
    if (isMark) return placeBeside(tree, last, { side: "after", own: work.own });
    return { parent: tree.parent(last), before: tree.nextSibling(last) };
  }
  if (isClosed(text, point)) {
    return placeBeside(tree, lastReference(tree, text.closing), { side: "after", own: work.own });
  }
  const first = openingOf(text, point);
  return first === undefined ? placeAt(work, text, point) : placeBeside(tree, first, { side: "before", own: work.own });
}

/** True if a point is the end of a paragraph that closes with a reference to a comment of the request. */
function isClosed(text: WorkingText, { offset, side, isEnd }: TextPoint): boolean {
  return isEnd === true && side === "before" && offset === text.length && hasClosing(text);
}

/** The first of the references to comments of the request in a paragraph that held nothing, if a point is its start. */
function openingOf(text: WorkingText, point: TextPoint): NodeId | undefined {
  const { tree, closing } = text;
  const isStart = point.isEnd === true && point.side === "after" && anchorOf(text, point) === undefined;
  if (!isStart || !hasClosing(text)) return undefined;
  return descendants(tree, ancestor(tree, closing, W.p)).find((run) => isCommentReference(tree, run));
}

/** True if the paragraph closes with a reference to a comment of the request. */
export function hasClosing({ tree, closing }: WorkingText): boolean {
  return closing !== NONE && isAttached(tree, closing);
}

/** The last of the references that stand together with one: those of replies follow it. */
function lastReference(tree: Tree, reference: NodeId): NodeId {
  const next = tree.nextSibling(reference);
  return next !== NONE && isCommentReference(tree, next) ? lastReference(tree, next) : reference;
}

/** What tells points apart: at one place between characters there may be an end of the paragraph too, or two where it was split. */
export function pointKey(text: WorkingText, point: TextPoint): string {
  const { offset, side } = point;
  const anchor = point.isEnd ? anchorOf(text, point) : undefined;
  if (isClosed(text, point)) return `${offset} ${side} closed by ${text.closing}`;
  const ended = point.isEnd ? undefined : endBehindComments(text, point);
  if (ended !== undefined) return ended;
  return `${offset} ${isBeyond(text, point, anchor) ? side : ""} ${side === "after" && text.splits.has(offset) ? "split" : ""}`;
}

/**
 * The end of the paragraph as a point at which something was put, if between a point and it there is nothing but comments. To readers they
 * are one point, and what is put there stands in the order of the request (EDT-91).
 */
function endBehindComments(text: WorkingText, point: TextPoint): string | undefined {
  const { tree, pieces, length, inserted } = text;
  const { offset, side } = point;
  if (side !== "before" || offset !== length) return undefined;
  const edge = fieldEdge(text, point);
  const behind = pieces.slice(pieces.findLastIndex(({ from, to }) => from < to) + 1);
  const isApart = behind.some(
    (piece) => piece.kind !== "comment" && piece.node !== edge && isWhole(tree, piece, "end"),
  );
  return isApart ? undefined : [...inserted.keys()].findLast((key) => key.startsWith(`${offset} ${side}`));
}

/** The place beside the character that a point belongs to, whatever was put there before. */
export function placeAt(work: Workspace, text: WorkingText, point: TextPoint): InsertPlace {
  const { tree } = text;
  const { side } = point;
  const anchor = anchorOf(text, point);
  // Beyond what has no characters is beyond links and fields too.
  const isOutside = isBeyond(text, point, anchor);
  const link = isOutside ? undefined : (side === "before" ? text.linkEnds : text.linkStarts).get(point.offset);
  const beside = { side: side === "before" ? "after" : "before", own: work.own } as const;
  if (link !== undefined) return placeBeside(tree, link, beside);
  if (anchor === undefined) return { parent: point.place.paragraph.node, before: NONE };
  const edge = isOutside ? NONE : fieldEdge(text, point);
  const mark = text.pieces.find(({ node }) => node === edge);
  const run = edge !== NONE && tree.name(edge) === W.r ? edge : runAt(text, mark ?? anchor, side);
  const isGone = point.isEnd === true && isDropped(work, tree, run);
  const isComment = side === "before" && anchor.kind === "comment";
  const place = placeBeside(tree, isComment ? lastReference(tree, run) : run, beside);
  return isGone ? standingEnd(work, point, place) : place;
}

/** Whether what has no characters stands between a point, which is an end of the paragraph, and the text. The mark of a field does not. */
function isBeyond(text: WorkingText, point: TextPoint, anchor: TextPiece | undefined): boolean {
  return anchor !== undefined && anchor.from === anchor.to && anchor.node !== fieldEdge(text, point);
}

/** The run that ends, or begins, with a piece; what else it holds stays in it, such as the mark of a note. */
function runAt(text: WorkingText, piece: TextPiece, side: TextPoint["side"]): NodeId {
  const own = text.pieces.filter(({ run }) => run === piece.run);
  const at = own.indexOf(piece);
  const kept = side === "before" ? own.slice(0, at + 1) : own.slice(at);
  return text.runsOf(kept)[0]!;
}

/** The piece that what is put at a point stands beside. */
function anchorOf({ tree, pieces, length }: WorkingText, { offset, side, isEnd }: TextPoint): TextPiece | undefined {
  const shown = pieces.filter(({ from, to }) => from < to);
  // What has no characters, such as a field without a result, stands between the ends of a paragraph too; without text it is all there is.
  const isBeyond = isEnd === true || shown.length === 0;
  if (side === "before") {
    const whole = isBeyond && offset === length ? pieces.findLast((piece) => isWhole(tree, piece, "end")) : undefined;
    const last = shown.findLast(({ to }) => to <= offset);
    return whole !== undefined && (last === undefined || pieces.indexOf(whole) > pieces.indexOf(last)) ? whole : last;
  }
  const whole = isBeyond && offset === 0 ? pieces.find((piece) => isWhole(tree, piece, "begin")) : undefined;
  const first = shown.find(({ from }) => from >= offset);
  return whole !== undefined && (first === undefined || pieces.indexOf(whole) < pieces.indexOf(first)) ? whole : first;
}

/** Whether a piece is something without characters, or a mark that begins or ends a field. */
function isWhole(tree: Tree, { kind, node }: TextPiece, mark: "begin" | "end"): boolean {
  return OBJECTS.has(kind) || (kind === "mark" && tree.attribute(node, W.fldCharType) === mark);
}

const OBJECTS: ReadonlySet<TextPiece["kind"]> = new Set(["footnote", "endnote", "comment", "image", "object", "math"]);

/** The mark of the outermost field whose result ends, or begins, at a point; of a simple one that became complex its run; or NONE. */
function fieldEdge({ results, unfolded }: WorkingText, { offset, side }: TextPoint): NodeId {
  const isEnd = side === "before";
  const field = results.find(
    ({ kind, node, from, to, beginsHere, endsHere }) =>
      from < to &&
      (kind === "complex" || unfolded.has(node)) &&
      (isEnd ? endsHere && to === offset : beginsHere && from === offset),
  );
  if (field === undefined) return NONE;
  return unfolded.get(field.node)?.at(isEnd ? -1 : 0) ?? (isEnd ? field.end : field.node);
}
